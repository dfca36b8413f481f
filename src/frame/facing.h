/* SPDX-License-Identifier: MIT */
/* A triangle against the children of a much smaller node: along the normal of the triangle and
 * along that direction in its plane, square to an edge, in which it ends first. The boxes of the
 * triangle are much larger than the children, and say little about them.
 *
 * Safety. Let n be any direction whose length is at most one, and m the least of n . v over the
 * triangle's corners v. Then no point of the triangle is below m along n, and no point of a box is
 * above the end of the box. So n need not be exactly normal to anything. Corners are placed in
 * double in the sharp frame of the node (frame/sharp.h), with the errors that its proof allows: no
 * more than sharp_inflation, and the products in double err by less than what that holds for the
 * second node. m is rounded to float by f |m|, and the sums in float over the boxes err by less
 * than 12 f of the node's size, both far below TACTI_SHARP_ERRORS times their sum.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_FRAME_FACING_H
#define TACTI_FRAME_FACING_H

#include "frame/node_pair.h"
#include "frame/sharp.h"
#include "math/vec.h"

/* A triangle is looked at this way if its node is this many times larger than the other. */
#define TACTI_UNEVEN 4.0F

/* A corner of a triangle in the sharp frame of the other side's node. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_sharp_corner(const tacti_pair *pair, const tacti_sharp *sharp,
                                                 int side, uint32_t vertex) {
    const tacti_placement_pair *placed = &pair->placement;
    const tacti_bvh *bvh = pair->bvh[side];
    tact_vec3 x = tacti_bvh_local(bvh, tacti_bvh_vertex(bvh, vertex));
    const double s = placed->scale[side], local[3] = {s * x.x, s * x.y, s * x.z};
    double from[3], turned[3], out[3];
    const double *center = sharp->center[1 - side];
    for (int i = 0; i < 3; i++)
        from[i] = side == 0
                      ? local[i] - center[i]
                      : (tacti_dot3(placed->rotation[i], local) + placed->shift[i]) - center[i];
    for (int j = 0; j < 3; j++)
        turned[j] = side == 1
                        ? from[j]
                        : (placed->rotation[0][j] * from[0] + placed->rotation[1][j] * from[1]) +
                              placed->rotation[2][j] * from[2];
    for (int i = 0; i < 3; i++)
        out[i] = tacti_dot3(sharp->rows[1 - side][i], turned);
    return (tact_vec3){out[0], out[1], out[2]};
}

/* A direction, and the least coordinate of a triangle along it. */
typedef struct tacti_facing {
    float n[3];
    float least;
} tacti_facing;

/* The direction of v, slightly shorter than one. 0 if v is too short. */
TACTI_ALWAYS_INLINE tacti_facing tacti_facing_along(tact_vec3 v, const tact_vec3 corner[3]) {
    double square = tacti_vec3_dot(v, v);
    double factor = square > 0x1p-900 ? (1 - 0x1p-20) / sqrt(square) : 0;
    tacti_facing f = {{(float)(factor * v.x), (float)(factor * v.y), (float)(factor * v.z)}, 0};
    tact_vec3 n = {(double)f.n[0], (double)f.n[1], (double)f.n[2]};
    double least = tacti_vec3_dot(n, corner[0]);
    least = tacti_min(least, tacti_vec3_dot(n, corner[1]));
    f.least = (float)tacti_min(least, tacti_vec3_dot(n, corner[2]));
    return f;
}

/* The two directions of a triangle that is seen from the origin. */
TACTI_ALWAYS_INLINE void tacti_facing_make(const tact_vec3 corner[3], tacti_facing out[2]) {
    tact_vec3 normal = tacti_vec3_cross(tacti_vec3_sub(corner[1], corner[0]),
                                        tacti_vec3_sub(corner[2], corner[0]));
    if (tacti_vec3_dot(normal, corner[0]) < 0)
        normal = tacti_vec3_scale(normal, -1);
    out[0] = tacti_facing_along(normal, corner);
    tact_vec3 up = {(double)out[0].n[0], (double)out[0].n[1], (double)out[0].n[2]};
    for (int k = 0; k < 3; k++) {
        /* Square to the edge, towards the third corner. */
        tact_vec3 edge = tacti_vec3_sub(corner[(k + 1) % 3], corner[k]);
        tact_vec3 inward = tacti_vec3_cross(up, edge);
        if (tacti_vec3_dot(inward, tacti_vec3_sub(corner[(k + 2) % 3], corner[k])) < 0)
            inward = tacti_vec3_scale(inward, -1);
        tacti_facing f = tacti_facing_along(inward, corner);
        if (k == 0 || f.least > out[1].least)
            out[1] = f;
    }
}

/* The gaps between a triangle of a side and the children of the other side's node, less all errors:
 * along the first direction in lanes 0 to 7, along the second in lanes 8 to 15. size is at least
 * the half diagonal of that node. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_facing_gaps(const tacti_pair *pair, const tacti_boxes *boxes,
                                                const tacti_sharp *sharp, int side,
                                                uint32_t triangle, float size) {
    uint32_t index[3];
    tacti_bvh_indices(pair->bvh[side], triangle, index);
    tact_vec3 corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = tacti_sharp_corner(pair, sharp, side, index[k]);
    tacti_facing f[2];
    tacti_facing_make(corner, f);
    tacti_f16 reach = tacti_f16_set(0);
    for (int i = 0; i < 3; i++) {
        tacti_f16 n = tacti_f16_halves(f[0].n[i], f[1].n[i]);
        tacti_f16 center = tacti_f16_repeat(&boxes->center[i][8 * (1 - side)]);
        tacti_f16 half = tacti_f16_repeat(&boxes->half[i][8 * (1 - side)]);
        reach = tacti_f16_add(
            reach, tacti_f16_add(tacti_f16_mul(n, center), tacti_f16_mul(tacti_f16_abs(n), half)));
    }
    tacti_f16 least = tacti_f16_halves(f[0].least, f[1].least);
    tacti_f16 errors = tacti_f16_mul(tacti_f16_set(TACTI_SHARP_ERRORS),
                                     tacti_f16_add(tacti_f16_abs(least), tacti_f16_set(size)));
    errors = tacti_f16_add(errors, tacti_f16_set(pair->sharp_inflation));
    return tacti_f16_sub(tacti_f16_sub(least, reach), errors);
}

/* The children of the other side's node that are apart from a triangle of a side, as bits. */
TACTI_ALWAYS_INLINE uint32_t tacti_facing_apart(const tacti_pair *pair, const tacti_boxes *boxes,
                                                const tacti_sharp *sharp, int side,
                                                uint32_t triangle, float size) {
    tacti_f16 gaps = tacti_facing_gaps(pair, boxes, sharp, side, triangle, size);
    uint32_t apart = tacti_f16_exceeds(gaps, tacti_f16_set(0));
    return (apart | apart >> 8) & 0xff;
}

/* The side of a pair whose node has only triangles and is much larger than the other, or -1. */
TACTI_ALWAYS_INLINE int tacti_facing_side(const tacti_boxes *boxes, const tacti_own_box own[2]) {
    float a = tacti_largest3(own[0].half), b = tacti_largest3(own[1].half);
    if (a > TACTI_UNEVEN * b)
        return boxes->node[0]->inner_count == 0 ? 0 : -1;
    if (b > TACTI_UNEVEN * a)
        return boxes->node[1]->inner_count == 0 ? 1 : -1;
    return -1;
}

#endif
