/* SPDX-License-Identifier: MIT */
/* Two boxes along fifteen directions in lanes, inline for files that are compiled for a SIMD level;
 * see sat_box.h. The lanes form two halves: one for the axes of a and one for those of b, or one
 * for each of two axes of a. */
#ifndef TACTI_SEARCH_SAT_BOX_LANES_H
#define TACTI_SEARCH_SAT_BOX_LANES_H

#include "base/assert.h"
#include "shape/body_make.h"
#include "search/sat_box.h"

/* The lanes that belong to an axis: the first three of each half. */
#define TACTI_AXIS_LANES 0x77

/* Two boxes, and the numbers from which all separations are computed. */
typedef struct tacti_box_relation {
    const tacti_shape_at *box[2];
    double margin;
    tacti_d8 row[3];  /* of both poses */
    tacti_d8 half;    /* half extents of a and of b, each followed by 0 */
    tacti_d8 middle;  /* a_i . t, and b_j . t */
    tacti_d8 turn[3]; /* number m: a_i . b_m for all i, and a_m . b_j for all j */
} tacti_box_relation;

TACTI_ALWAYS_INLINE void tacti_load_boxes(const tacti_shape_at *a, const tacti_shape_at *b,
                                          tacti_box_relation *out) {
    out->box[0] = a;
    out->box[1] = b;
    tacti_load_poses(a->pose->m, b->pose->m, out->row);
    out->half =
        tacti_d8_load_threes(&a->shape->core.half_extents.x, &b->shape->core.half_extents.x, 0);
}

TACTI_ALWAYS_INLINE void tacti_relate_boxes(tacti_box_relation *r) {
    const double *a = r->box[0]->pose->m, *b = r->box[1]->pose->m;
    double t[3] = {b[3] - a[3], b[7] - a[7], b[11] - a[11]};
    r->middle = tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_set(t[0]), r->row[0]),
                                          tacti_d8_mul(tacti_d8_set(t[1]), r->row[1])),
                             tacti_d8_mul(tacti_d8_set(t[2]), r->row[2]));
    TACTI_UNROLL
    for (int m = 0; m < 3; m++)
        r->turn[m] =
            tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_halves(b[m], a[m]), r->row[0]),
                                      tacti_d8_mul(tacti_d8_halves(b[4 + m], a[4 + m]), r->row[1])),
                         tacti_d8_mul(tacti_d8_halves(b[8 + m], a[8 + m]), r->row[2]));
}

/* At least the sum of reaches and shifts, S in sat_box.h. */
TACTI_ALWAYS_INLINE double tacti_box_sizes(const tacti_box_relation *r) {
    const double none[8] = {0, 0, 0, 1, 0, 0, 0, 1}; /* selects the translations */
    tacti_d8 shift = tacti_d8_add(tacti_d8_add(tacti_d8_abs(r->row[0]), tacti_d8_abs(r->row[1])),
                                  tacti_d8_abs(r->row[2]));
    return tacti_d8_sum(tacti_d8_add(r->half, tacti_d8_mul(shift, tacti_d8_load(none))));
}

TACTI_ALWAYS_INLINE double tacti_box_margin(double sizes, double skew) {
    return (0x40p-53 + 4 * skew) * sizes;
}

/* The axis with the greatest separation among the bits; bit i is axis offset + i. -1 if no
 * separation is positive. */
TACTI_ALWAYS_INLINE int tacti_greatest_axis(const double *separation, uint32_t bits, int offset) {
    int best = -1;
    double most = 0;
    for (; bits != 0; bits &= bits - 1) {
        int at = offset + __builtin_ctz(bits);
        TACTI_ASSERT(at < TACTI_BOX_AXES);
        best = separation[at] > most ? at : best;
        most = tacti_max(separation[at], most);
    }
    return best;
}

/* Measures the normals of both boxes. Returns one bit per normal that separates. */
TACTI_ALWAYS_INLINE uint32_t tacti_measure_normals(const tacti_box_relation *r,
                                                   tacti_box_axes *out) {
    tact_vec3 a = r->box[0]->shape->core.half_extents, b = r->box[1]->shape->core.half_extents;
    tacti_d8 other = tacti_d8_add(
        tacti_d8_add(tacti_d8_mul(tacti_d8_halves(b.x, a.x), tacti_d8_abs(r->turn[0])),
                     tacti_d8_mul(tacti_d8_halves(b.y, a.y), tacti_d8_abs(r->turn[1]))),
        tacti_d8_mul(tacti_d8_halves(b.z, a.z), tacti_d8_abs(r->turn[2])));
    tacti_d8 separation = tacti_d8_sub(tacti_d8_sub(tacti_d8_abs(r->middle), r->half), other);
    tacti_d8_store(out->separation, separation);
    tacti_d8_store(out->shift, r->middle);
    return tacti_m8_bits(tacti_d8_gt(separation, tacti_d8_set(r->margin))) & TACTI_AXIS_LANES;
}

/* Two axes i of a with all of b: own, next and last are the products of axes i, i + 1, i + 2. */
typedef struct tacti_cross_lanes {
    tacti_d8 own, next, last;
    tacti_d8 half_next, half_last; /* of a */
    tacti_d8 middle_next, middle_last;
} tacti_cross_lanes;

TACTI_ALWAYS_INLINE uint32_t tacti_measure_cross(const tacti_cross_lanes *c,
                                                 const tacti_box_relation *r, int first,
                                                 tacti_box_axes *out) {
    tacti_d8 shift =
        tacti_d8_sub(tacti_d8_mul(c->middle_last, c->next), tacti_d8_mul(c->middle_next, c->last));
    tacti_d8 reach_a = tacti_d8_add(tacti_d8_mul(c->half_next, tacti_d8_abs(c->last)),
                                    tacti_d8_mul(c->half_last, tacti_d8_abs(c->next)));
    tacti_d8 own_next = tacti_d8_next_axes(tacti_d8_abs(c->own));
    tacti_d8 half_next = tacti_d8_next_axes(tacti_d8_upper_halves(r->half, r->half));
    tacti_d8 reach_b = tacti_d8_add(tacti_d8_mul(half_next, tacti_d8_next_axes(own_next)),
                                    tacti_d8_mul(tacti_d8_next_axes(half_next), own_next));
    tacti_d8 separation = tacti_d8_sub(tacti_d8_abs(shift), tacti_d8_add(reach_a, reach_b));
    tacti_d8_store(out->separation + 8 + first, separation);
    tacti_d8_store(out->shift + 8 + first, shift);
    tacti_d8_store(out->square + first,
                   tacti_d8_sub(tacti_d8_set(1), tacti_d8_mul(c->own, c->own)));
    return tacti_m8_bits(tacti_d8_gt(separation, tacti_d8_set(r->margin))) & TACTI_AXIS_LANES;
}

/* Measures the cross products of edges: of axes 0 and 1 of a, then of axis 2 (and 0 again). Returns
 * one bit per cross product that separates. */
TACTI_ALWAYS_INLINE uint32_t tacti_measure_crosses(const tacti_box_relation *r,
                                                   tacti_box_axes *out) {
    tact_vec3 a = r->box[0]->shape->core.half_extents;
    const double *t = out->shift;
    tacti_d8 turn01 = tacti_d8_upper_halves(r->turn[0], r->turn[1]);
    tacti_d8 turn12 = tacti_d8_upper_halves(r->turn[1], r->turn[2]);
    tacti_d8 turn20 = tacti_d8_upper_halves(r->turn[2], r->turn[0]);
    tacti_d8 half01 = tacti_d8_halves(a.x, a.y), middle01 = tacti_d8_halves(t[0], t[1]);
    tacti_d8 half12 = tacti_d8_halves(a.y, a.z), middle12 = tacti_d8_halves(t[1], t[2]);
    tacti_d8 half20 = tacti_d8_halves(a.z, a.x), middle20 = tacti_d8_halves(t[2], t[0]);
    tacti_cross_lanes first = {turn01, turn12, turn20, half12, half20, middle12, middle20};
    tacti_cross_lanes second = {turn20, turn01, turn12, half01, half12, middle01, middle12};
    uint32_t bits = tacti_measure_cross(&first, r, 0, out);
    return bits | (tacti_measure_cross(&second, r, 8, out) & 0xf) << 8;
}

/* ---- The verdict alone -------------------------------------------------------------------- */

/* A proof that boxes are apart: a direction from a to b, the corner of a that is furthest along it,
 * and the corner of b that is least far. */
typedef struct tacti_box_gap {
    tact_vec3 direction;
    uint32_t extreme[2];
} tacti_box_gap;

/* The corner whose coordinates have the signs of a direction in the box's frame. */
TACTI_ALWAYS_INLINE uint32_t tacti_box_corner(const tacti_shape_at *box, tact_vec3 n) {
    tact_vec3 m = tacti_turn_back(box->pose, n);
    return (uint32_t)(m.x >= 0) | (uint32_t)(m.y >= 0) << 1 | (uint32_t)(m.z >= 0) << 2;
}

/* A placed corner, with the same bits as from tacti_pose_place(). */
TACTI_ALWAYS_INLINE tact_vec3 tacti_box_place(const tacti_shape_at *box, uint32_t i) {
    TACTI_ASSERT(i < 8);
    static const double signs[2] = {-1, 1};
    const double *m = box->pose->m;
    tact_vec3 h = box->shape->core.half_extents;
    double x = signs[i & 1] * h.x, y = signs[i >> 1 & 1] * h.y, z = signs[i >> 2] * h.z;
    return (tact_vec3){((m[0] * x + m[1] * y) + m[2] * z) + m[3],
                       ((m[4] * x + m[5] * y) + m[6] * z) + m[7],
                       ((m[8] * x + m[9] * y) + m[10] * z) + m[11]};
}

/* The gap along normal axis & 3 of a (axis < 4) or of b. Along it one box has a face. The corner of
 * the other box follows from the signs of the products of the axes. */
TACTI_ALWAYS_INLINE tacti_box_gap tacti_normal_gap(const tacti_box_relation *r, unsigned axis) {
    unsigned side = axis >> 2, i = axis & 3;
    TACTI_ASSERT(side < 2 && i < 3);
    tacti_d8 zero = tacti_d8_set(0);
    uint32_t signs = tacti_m8_bits(tacti_d8_ge(r->turn[0], zero)) |
                     tacti_m8_bits(tacti_d8_ge(r->turn[1], zero)) << 8 |
                     tacti_m8_bits(tacti_d8_ge(r->turn[2], zero)) << 16;
    uint32_t forward = tacti_m8_bits(tacti_d8_ge(r->middle, zero)) >> axis & 1;
    const double *m = r->box[side]->pose->m + i;
    double sign = (double)(int32_t)(2 * forward) - 1;
    tact_vec3 direction = {sign * m[0], sign * m[4], sign * m[8]};
    /* The axes of the other box that point along the normal, then the corner of that box that is
     * furthest along the direction (of a) or least far (of b). */
    uint32_t along = signs >> (8 * i + 4 * (1 - side));
    uint32_t corner = (along ^ (forward - 1) ^ (side - 1)) & 7;
    uint32_t face = (forward ^ side) << i;
    uint32_t other = (face ^ corner) & (0 - side); /* swaps both if side is b, without a branch */
    return (tacti_box_gap){direction, {face ^ other, corner ^ other}};
}

TACTI_NEVER_INLINE tacti_box_gap tacti_cross_gap(const tacti_box_relation *r,
                                                 const tacti_box_axes *axes, uint32_t bits) {
    tact_vec3 n = tacti_box_axis(r->box[0]->pose, r->box[1]->pose, axes,
                                 tacti_greatest_axis(axes->separation, bits, 8));
    return (tacti_box_gap){n,
                           {tacti_box_corner(r->box[0], n), 7 & ~tacti_box_corner(r->box[1], n)}};
}

/* Whether the boxes meet for certain. All axes are measured. */
TACTI_ALWAYS_INLINE bool tacti_do_boxes_meet(const tacti_box_relation *r,
                                             const tacti_box_axes *axes, double sizes,
                                             double skew) {
    double margin = (0x200p-53 + 64 * skew) * sizes;
    tacti_d8 most = tacti_d8_set(-margin);
    uint32_t deep =
        tacti_m8_bits(tacti_d8_gt(most, tacti_d8_load(axes->separation))) & TACTI_AXIS_LANES;
    deep &= tacti_m8_bits(tacti_d8_gt(most, tacti_d8_load(axes->separation + 8)));
    deep &= tacti_m8_bits(tacti_d8_gt(most, tacti_d8_load(axes->separation + 16))) | 0x70;
    deep &= tacti_m8_bits(tacti_d8_gt(r->half, tacti_d8_set(margin)));
    return deep == TACTI_AXIS_LANES;
}

/* Whether an axis separates the boxes beyond all rounding. The margin of r is set. */
TACTI_ALWAYS_INLINE bool tacti_find_box_gap(tacti_box_relation *r, tacti_box_gap *out) {
    tacti_box_axes axes;
    tacti_relate_boxes(r);
    uint32_t bits = tacti_measure_normals(r, &axes);
    if (bits != 0) {
        *out = tacti_normal_gap(r, (unsigned)__builtin_ctz(bits));
        return true;
    }
    bits = tacti_measure_crosses(r, &axes);
    if (bits == 0)
        return false;
    *out = tacti_cross_gap(r, &axes, bits);
    return true;
}

#endif
