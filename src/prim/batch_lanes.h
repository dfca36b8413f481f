/* SPDX-License-Identifier: MIT */
/* Points and triangles in lanes, with the operations of math/vec.h in the same order, and what the
 * kernels of batches share. Only files compiled for a level use this header. */
#ifndef TACTI_PRIM_BATCH_LANES_H
#define TACTI_PRIM_BATCH_LANES_H

#include "base/assert.h"
#include "prim/batch_kernels.h"

#include "base/lanes.h"

typedef struct tacti_v8 {
    tacti_d8 x, y, z;
} tacti_v8;

/* A triangle per lane, or three numbers of each corner. */
typedef struct tacti_t8 {
    tacti_v8 v[3];
} tacti_t8;

TACTI_ALWAYS_INLINE tacti_v8 tacti_v8_add(tacti_v8 a, tacti_v8 b) {
    return (tacti_v8){tacti_d8_add(a.x, b.x), tacti_d8_add(a.y, b.y), tacti_d8_add(a.z, b.z)};
}

TACTI_ALWAYS_INLINE tacti_v8 tacti_v8_sub(tacti_v8 a, tacti_v8 b) {
    return (tacti_v8){tacti_d8_sub(a.x, b.x), tacti_d8_sub(a.y, b.y), tacti_d8_sub(a.z, b.z)};
}

TACTI_ALWAYS_INLINE tacti_v8 tacti_v8_scale(tacti_v8 a, tacti_d8 s) {
    return (tacti_v8){tacti_d8_mul(a.x, s), tacti_d8_mul(a.y, s), tacti_d8_mul(a.z, s)};
}

TACTI_ALWAYS_INLINE tacti_v8 tacti_v8_min(tacti_v8 a, tacti_v8 b) {
    return (tacti_v8){tacti_d8_min(a.x, b.x), tacti_d8_min(a.y, b.y), tacti_d8_min(a.z, b.z)};
}

TACTI_ALWAYS_INLINE tacti_v8 tacti_v8_max(tacti_v8 a, tacti_v8 b) {
    return (tacti_v8){tacti_d8_max(a.x, b.x), tacti_d8_max(a.y, b.y), tacti_d8_max(a.z, b.z)};
}

TACTI_ALWAYS_INLINE tacti_v8 tacti_v8_select(tacti_m8 mask, tacti_v8 a, tacti_v8 b) {
    return (tacti_v8){tacti_d8_select(mask, a.x, b.x), tacti_d8_select(mask, a.y, b.y),
                      tacti_d8_select(mask, a.z, b.z)};
}

TACTI_ALWAYS_INLINE tacti_d8 tacti_v8_dot(tacti_v8 a, tacti_v8 b) {
    return tacti_d8_add(tacti_d8_add(tacti_d8_mul(a.x, b.x), tacti_d8_mul(a.y, b.y)),
                        tacti_d8_mul(a.z, b.z));
}

TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_minor(tacti_d8 a, tacti_d8 d, tacti_d8 b, tacti_d8 c) {
    return tacti_d8_sub(tacti_d8_mul(a, d), tacti_d8_mul(b, c));
}

TACTI_ALWAYS_INLINE tacti_v8 tacti_v8_cross(tacti_v8 a, tacti_v8 b) {
    return (tacti_v8){tacti_d8_minor(a.y, b.z, a.z, b.y), tacti_d8_minor(a.z, b.x, a.x, b.z),
                      tacti_d8_minor(a.x, b.y, a.y, b.x)};
}

/* (|x| + |y|) + |z|. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_v8_sum(tacti_v8 a) {
    return tacti_d8_add(tacti_d8_add(tacti_d8_abs(a.x), tacti_d8_abs(a.y)), tacti_d8_abs(a.z));
}

TACTI_ALWAYS_INLINE tacti_d8 tacti_v8_place_row(const double row[4], const tacti_d8 p[3]) {
    tacti_d8 xy = tacti_d8_add(tacti_d8_mul(tacti_d8_set(row[0]), p[0]),
                               tacti_d8_mul(tacti_d8_set(row[1]), p[1]));
    return tacti_d8_add(tacti_d8_add(xy, tacti_d8_mul(tacti_d8_set(row[2]), p[2])),
                        tacti_d8_set(row[3]));
}

/* The corners of compact triangles, in the form of plain ones. */
typedef struct tacti_unpacked8 {
    tact_vec3 vertices[3 * TACTI_D8_LANES];
    uint32_t indices[3 * TACTI_D8_LANES];
} tacti_unpacked8;

TACTI_NEVER_INLINE void tacti_t8_unpack(const tacti_compact *compact,
                                        const uint32_t number[TACTI_D8_LANES],
                                        tacti_unpacked8 *out) {
    for (uint32_t i = 0; i < 3 * TACTI_D8_LANES; i++)
        out->indices[i] = i;
    for (int lane = 0; lane < TACTI_D8_LANES; lane++)
        tacti_compact_corners(compact, number[lane], out->vertices + 3 * lane);
}

/* The triangles with these numbers, one per lane, placed as by tacti_pose_place(). */
TACTI_ALWAYS_INLINE tacti_t8 tacti_t8_load(const tacti_triangle_source *source,
                                           const uint32_t number[TACTI_D8_LANES]) {
    const tact_vec3 *vertices = source->vertices;
    const uint32_t *corners[TACTI_D8_LANES];
    tacti_unpacked8 unpacked;
    if (source->compact == NULL) {
        for (int lane = 0; lane < TACTI_D8_LANES; lane++)
            corners[lane] = source->indices + 3 * (size_t)number[lane];
    } else {
        tacti_t8_unpack(source->compact, number, &unpacked);
        vertices = unpacked.vertices;
        for (int lane = 0; lane < TACTI_D8_LANES; lane++)
            corners[lane] = unpacked.indices + 3 * lane;
    }
    tacti_t8 t;
    const double *m = source->pose->m;
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        tacti_d8 local[3];
        TACTI_UNROLL
        for (int i = 0; i < TACTI_D8_PIECES; i++) {
            const double *points[TACTI_DOUBLES_PER_PIECE];
            for (int lane = 0; lane < TACTI_DOUBLES_PER_PIECE; lane++)
                points[lane] = &vertices[corners[i * TACTI_DOUBLES_PER_PIECE + lane][k]].x;
            tacti_double_piece column[3];
            tacti_dp_load_vectors(points, column);
            for (int axis = 0; axis < 3; axis++)
                local[axis].piece[i] = column[axis];
        }
        t.v[k] = (tacti_v8){tacti_v8_place_row(m, local), tacti_v8_place_row(m + 4, local),
                            tacti_v8_place_row(m + 8, local)};
    }
    return t;
}

/* Fills a batch up to eight pairs; unused ones repeat the first. */
TACTI_ALWAYS_INLINE void tacti_batch_fill(const tacti_triangle_batch *batch,
                                          tacti_triangle_batch *full) {
    TACTI_ASSERT(batch->count >= 1 && batch->count <= TACTI_BATCH);
    *full = *batch;
    for (uint32_t i = batch->count; i < TACTI_BATCH; i++) {
        full->a[i] = batch->a[0];
        full->b[i] = batch->b[0];
    }
}

/* What the filter says about the pairs in the lanes, one bit per pair. An open pair may or may not
 * meet. */
typedef struct tacti_verdicts {
    uint32_t meets, open;
} tacti_verdicts;

#endif
