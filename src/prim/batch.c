/* SPDX-License-Identifier: MIT */
/* The table of batch kernels, and the functions for single pairs that the kernels leave open. The
 * kernels themselves are in batch_overlap.c, batch_distance.c and batch_ray.c, compiled for each
 * level. */
#include "prim/batch_kernels.h"

#include "base/assert.h"
#include "math/vec.h"
#include "prim/ray.h"

tact_triangle tacti_triangle_place(const tacti_triangle_source *source, uint32_t number) {
    tact_triangle t;
    if (source->compact != NULL) {
        tacti_compact_corners(source->compact, number, t.v);
        for (size_t k = 0; k < 3; k++)
            t.v[k] = tacti_pose_place(source->pose, t.v[k]);
        return t;
    }
    for (size_t k = 0; k < 3; k++)
        t.v[k] = tacti_pose_place(source->pose,
                                  source->vertices[source->indices[3 * (size_t)number + k]]);
    return t;
}

bool tacti_batch_overlaps_one(const tacti_triangle_source *a, const tacti_triangle_source *b,
                              const tacti_triangle_batch *batch, uint32_t i) {
    TACTI_ASSERT(i < batch->count);
    tact_triangle ta = tacti_triangle_place(a, batch->a[i]),
                  tb = tacti_triangle_place(b, batch->b[i]);
    return tact_triangle_overlaps(&ta, &tb);
}

double tacti_batch_distance_one(const tacti_triangle_source *a, const tacti_triangle_source *b,
                                const tacti_triangle_batch *batch, uint32_t i) {
    TACTI_ASSERT(i < batch->count);
    tact_triangle ta = tacti_triangle_place(a, batch->a[i]),
                  tb = tacti_triangle_place(b, batch->b[i]);
    return tact_triangle_distance(&ta, &tb).distance;
}

double tacti_point_distance_one(const tacti_triangle_source *a, uint32_t number,
                                const tact_vec3 *point) {
    tact_triangle t = tacti_triangle_place(a, number);
    return tact_triangle_distance_point(&t, *point).distance;
}

double tacti_face_parameter_one(const tacti_triangle_source *source, uint32_t number,
                                const tact_ray *ray) {
    tact_triangle t = tacti_triangle_place(source, number);
    return tacti_ray_face_parameter(&t, ray);
}

#define KERNELS_OF(level)                                                                          \
    {                                                                                              \
        tacti_batch_overlaps_##level,                                                              \
        tacti_batch_distances_##level,                                                             \
        tacti_batch_gaps_##level,                                                                  \
        tacti_batch_point_distances_##level,                                                       \
        tacti_batch_face_parameters_##level,                                                       \
        tacti_face_parameter_##level,                                                              \
    },

const tacti_batch_kernels *tacti_batch_kernels_at(tact_simd_level level) {
    static const tacti_batch_kernels kernels[] = {TACTI_EACH_LEVEL(KERNELS_OF)};
    return &kernels[tacti_simd_row(level)];
}
