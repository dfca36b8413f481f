/* SPDX-License-Identifier: MIT */
/* Eight pairs of placed triangles at a time, in SIMD lanes. The answers are those of the functions
 * for one pair, to the bit: tact_triangle_overlaps() and tact_triangle_distance() of the triangles
 * placed with tact_pose_place(). */
#ifndef TACTI_PRIM_BATCH_H
#define TACTI_PRIM_BATCH_H

#include <tact/prim.h>

#include "base/simd.h"
#include "prim/compact.h"

/* The triangles of a mesh and their pose. */
typedef struct tacti_triangle_source {
    const tact_vec3 *vertices;
    const uint32_t *indices;
    const tact_pose *pose;
    const tacti_compact *compact; /* if not NULL, used instead of the arrays, which are NULL */
} tacti_triangle_source;

#define TACTI_BATCH 8

/* Pairs of triangle numbers; a[i] and b[i] for i < count. */
typedef struct tacti_triangle_batch {
    uint32_t count; /* 1 to 8 */
    uint32_t a[TACTI_BATCH];
    uint32_t b[TACTI_BATCH];
} tacti_triangle_batch;

/* Triangles, each with a ray that goes through its inside; for i < count. */
typedef struct tacti_ray_batch {
    uint32_t count; /* 1 to 8 */
    uint32_t triangle[TACTI_BATCH];
    const tact_ray *ray[TACTI_BATCH];
} tacti_ray_batch;

/* A triangle, placed. */
tact_triangle tacti_triangle_place(const tacti_triangle_source *source, uint32_t number);

/* One table per SIMD level. */
typedef struct tacti_batch_kernels {
    /* Bit i is set if pair i shares a point. Exact. Adds to *open_count the number of pairs that
     * the filter in the lanes left open and the exact test decided. If wants_first, pairs after
     * the first that shares a point are not decided exactly, and their bits may be 0. */
    uint32_t (*overlaps)(const tacti_triangle_source *a, const tacti_triangle_source *b,
                         const tacti_triangle_batch *batch, bool wants_first, uint64_t *open_count);
    /* distance[i] becomes the distance of pair i, 0 if and only if it shares a point. extent[i]
     * becomes the largest extent of its six corners along an axis; the error is proportional to it.
     */
    void (*distances)(const tacti_triangle_source *a, const tacti_triangle_source *b,
                      const tacti_triangle_batch *batch, uint64_t *open_count, double distance[],
                      double extent[]);
    /* gap[i] becomes the gap of pair i along a direction from a to b (of length at most 1): the
     * least coordinate of b's corners minus the greatest of a's, negative if they overlap. It errs
     * by at most 16 units of 2^-53 of the pair's extent. */
    void (*gaps)(const tacti_triangle_source *a, const tacti_triangle_source *b,
                 const tacti_triangle_batch *batch, const tact_vec3 *direction, double gap[]);
    /* distance[i] becomes tact_triangle_distance_point() of triangle numbers[i], for count of them
     * (1 to 8). */
    void (*point_distances)(const tacti_triangle_source *a, const uint32_t numbers[],
                            uint32_t count, const tact_vec3 *point, double distance[]);
    /* t[i] becomes tacti_ray_face_parameter() of pair i. */
    void (*face_parameters)(const tacti_triangle_source *source, const tacti_ray_batch *batch,
                            double t[]);
    /* tacti_ray_face_parameter() of one triangle. */
    double (*face_parameter)(const tacti_triangle_source *source, uint32_t number,
                             const tact_ray *ray);
} tacti_batch_kernels;

/* The table of a level; a level that this build does not have counts as the baseline. */
const tacti_batch_kernels *tacti_batch_kernels_at(tact_simd_level level);

#endif
