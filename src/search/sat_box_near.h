/* SPDX-License-Identifier: MIT */
/* A guess of the nearest features of two boxes: those that face each other along the axis of
 * greatest separation. The search for the distance begins with it. Inline for files that are
 * compiled for a SIMD level; see sat_box_lanes.h. */
#ifndef TACTI_SEARCH_SAT_BOX_NEAR_H
#define TACTI_SEARCH_SAT_BOX_NEAR_H

#include "base/assert.h"
#include "search/sat_box_touch.h"

/* The least squared length of a cross product. Edges that are more nearly parallel add nothing new.
 */
#define TACTI_LEAST_CROSS 0x1p-20

/* The squares of separations with their signs, for axes of length 1. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_squared_separations(const double *separation,
                                                       tacti_d8 squared_length) {
    static const double none[8] = {0, 0, 0, 0x1p1000, 0, 0, 0, 0x1p1000};
    tacti_d8 s = tacti_d8_load(separation);
    tacti_d8 square = tacti_d8_div(tacti_d8_mul(s, tacti_d8_abs(s)), squared_length);
    square = tacti_d8_select(tacti_d8_gt(squared_length, tacti_d8_set(TACTI_LEAST_CROSS)), square,
                             tacti_d8_set(-0x1p1000));
    return tacti_d8_sub(square, tacti_d8_load(none));
}

/* The axis with the greatest separation relative to its length; a normal if the difference is
 * small. -1 if the boxes overlap along all axes. */
TACTI_ALWAYS_INLINE int tacti_widest_axis(const tacti_box_axes *axes) {
    tacti_d8 normal = tacti_squared_separations(axes->separation, tacti_d8_set(1 - 0x1p-20));
    tacti_d8 cross = tacti_squared_separations(axes->separation + 8, tacti_d8_load(axes->square));
    tacti_d8 last =
        tacti_squared_separations(axes->separation + 16, tacti_d8_load(axes->square + 8));
    double most = tacti_d8_largest(tacti_d8_max(tacti_d8_max(normal, cross), last));
    tacti_d8 all = tacti_d8_set(most);
    uint32_t bits = tacti_m8_bits(tacti_d8_ge(normal, all)) |
                    tacti_m8_bits(tacti_d8_ge(cross, all)) << 8 |
                    tacti_m8_bits(tacti_d8_ge(last, all)) << 16;
    return most > 0 ? __builtin_ctz(bits) : -1;
}

/* Three pairs of corners around the nearest point of the difference along an axis: a corner of one
 * box with three corners of a face of the other, or the ends of two edges. */
TACTI_ALWAYS_INLINE void tacti_box_pairs_along(const tacti_box_relation *r, tact_vec3 n, int axis,
                                               uint32_t at[4][2]) {
    uint32_t far_a = tacti_box_corner(r->box[0], n), near_b = 7 & ~tacti_box_corner(r->box[1], n);
    uint32_t flip[2] = {0, 0}; /* axes along which the box has a face or an edge there */
    double middle[8];
    TACTI_ASSERT(axis >= 0 && axis < TACTI_BOX_AXES && axis % 4 != 3);
    tacti_d8_store(middle, r->middle);
    if (axis < 8) {
        int side = axis / 4;
        uint32_t own = 1U << axis % 4;
        /* The corner of the face that is nearest to the corner of the other box. */
        tact_vec3 corner = tacti_box_place(r->box[1 - side], side == 0 ? near_b : far_a);
        const double *m = r->box[side]->pose->m;
        tact_vec3 from = {corner.x - m[3], corner.y - m[7], corner.z - m[11]};
        uint32_t toward = tacti_box_corner(r->box[side], from);
        uint32_t *face = side == 0 ? &far_a : &near_b;
        *face = (*face & own) | (toward & ~own);
        flip[side] = 7 & ~own;
    } else {
        int i = (axis - 8) / 4, j = axis % 4;
        uint32_t bit_a = 1U << i, bit_b = 1U << j;
        far_a = (far_a & ~bit_a) | (middle[i] >= 0 ? bit_a : 0);
        near_b = (near_b & ~bit_b) | (middle[4 + j] >= 0 ? 0 : bit_b);
        flip[0] = bit_a;
        flip[1] = bit_b;
    }
    /* One axis of each box, or two axes of one box. */
    uint32_t first = flip[0] != 0 ? flip[0] & (0 - flip[0]) : 0;
    uint32_t second = flip[0] ^ first, third = flip[1] & (0 - flip[1]), fourth = flip[1] ^ third;
    bool is_one = flip[1] == 0, is_other = flip[0] == 0;
    at[0][0] = far_a;
    at[0][1] = near_b;
    at[1][0] = far_a ^ first;
    at[1][1] = near_b ^ (is_other ? third : 0);
    at[2][0] = far_a ^ (is_one ? second : 0);
    at[2][1] = near_b ^ (is_other ? fourth : third);
}

/* Returns the number of pairs of corners: three, or four around the origin if the boxes overlap
 * along all axes, or 0 if there is no guess. */
TACTI_NEVER_INLINE int tacti_guess_box_pairs(const tacti_shape_at *a, const tacti_shape_at *b,
                                             uint32_t at[4][2]) {
    tacti_box_relation r;
    tacti_box_axes axes;
    tacti_load_boxes(a, b, &r);
    tacti_relate_boxes(&r);
    r.margin = 0;
    tacti_measure_normals(&r, &axes);
    tacti_measure_crosses(&r, &axes);
    int axis = tacti_widest_axis(&axes);
    if (axis >= 0) {
        tacti_box_pairs_along(&r, tacti_box_axis(a->pose, b->pose, &axes, axis), axis, at);
        return 3;
    }
    uint32_t of_a[4], of_b[4];
    if (!tacti_find_box_touch(&r, of_a, of_b))
        return 0;
    for (int i = 0; i < 4; i++) {
        at[i][0] = of_a[i];
        at[i][1] = of_b[i];
    }
    return 4;
}

#endif
