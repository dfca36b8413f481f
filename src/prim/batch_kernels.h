/* SPDX-License-Identifier: MIT */
/* The kernels of batches at each SIMD level, and what they leave to code that is compiled once. */
#ifndef TACTI_PRIM_BATCH_KERNELS_H
#define TACTI_PRIM_BATCH_KERNELS_H

#include "prim/batch.h"

#define TACTI_DECLARE_BATCH_KERNELS(level)                                                         \
    uint32_t tacti_batch_overlaps_##level(                                                         \
        const tacti_triangle_source *a, const tacti_triangle_source *b,                            \
        const tacti_triangle_batch *batch, bool wants_first, uint64_t *open_count);                \
    void tacti_batch_distances_##level(const tacti_triangle_source *a,                             \
                                       const tacti_triangle_source *b,                             \
                                       const tacti_triangle_batch *batch, uint64_t *open_count,    \
                                       double distance[], double extent[]);                        \
    void tacti_batch_gaps_##level(const tacti_triangle_source *a, const tacti_triangle_source *b,  \
                                  const tacti_triangle_batch *batch, const tact_vec3 *direction,   \
                                  double gap[]);                                                   \
    void tacti_batch_point_distances_##level(const tacti_triangle_source *a,                       \
                                             const uint32_t numbers[], uint32_t count,             \
                                             const tact_vec3 *point, double distance[]);           \
    void tacti_batch_face_parameters_##level(const tacti_triangle_source *source,                  \
                                             const tacti_ray_batch *batch, double t[]);

TACTI_EACH_LEVEL(TACTI_DECLARE_BATCH_KERNELS)
#undef TACTI_DECLARE_BATCH_KERNELS

/* Pair i, by the functions for one pair. */
bool tacti_batch_overlaps_one(const tacti_triangle_source *a, const tacti_triangle_source *b,
                              const tacti_triangle_batch *batch, uint32_t i);
double tacti_batch_distance_one(const tacti_triangle_source *a, const tacti_triangle_source *b,
                                const tacti_triangle_batch *batch, uint32_t i);
double tacti_face_parameter_one(const tacti_triangle_source *source, uint32_t number,
                                const tact_ray *ray);
double tacti_point_distance_one(const tacti_triangle_source *a, uint32_t number,
                                const tact_vec3 *point);

#endif
