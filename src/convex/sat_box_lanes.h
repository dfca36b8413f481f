/* SPDX-License-Identifier: MIT */
/* Two boxes along fifteen directions in lanes, inline for files that are compiled for a SIMD level;
 * see sat_box.h. Lanes are two halves: what belongs to a's axes and what belongs to b's, or two
 * axes of a. */
#ifndef TACTI_CONVEX_SAT_BOX_LANES_H
#define TACTI_CONVEX_SAT_BOX_LANES_H

#include "base/lanes_half.h"
#include "convex/sat_box.h"

/* The lanes that mean something. */
#define AXES 0x77

/* What all axes are computed from. */
typedef struct relation {
    tacti_d8 half;    /* half extents of a, and of b; then 0 */
    tacti_d8 middle;  /* a_i . t, and b_j . t */
    tacti_d8 turn[3]; /* number m: a_i . b_m for all i, and a_m . b_j for all j */
} relation;

TACTI_ALWAYS_INLINE void relate(const tacti_bodies *bodies, relation *out) {
    const double *a = bodies->body[0].pose->m, *b = bodies->body[1].pose->m;
    tacti_d8 row[3];
    for (int k = 0; k < 3; k++)
        row[k] = tacti_d8_load_halves(a + 4 * k, b + 4 * k);
    double t[3] = {b[3] - a[3], b[7] - a[7], b[11] - a[11]};
    out->middle = tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_set(t[0]), row[0]),
                                            tacti_d8_mul(tacti_d8_set(t[1]), row[1])),
                               tacti_d8_mul(tacti_d8_set(t[2]), row[2]));
    for (int m = 0; m < 3; m++)
        out->turn[m] =
            tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_halves(b[m], a[m]), row[0]),
                                      tacti_d8_mul(tacti_d8_halves(b[4 + m], a[4 + m]), row[1])),
                         tacti_d8_mul(tacti_d8_halves(b[8 + m], a[8 + m]), row[2]));
    out->half = tacti_d8_load_threes(&bodies->body[0].shape->core.half.x,
                                     &bodies->body[1].shape->core.half.x, 0);
}

/* The axis with the greatest separation of those in bits; the first is number offset. */
TACTI_ALWAYS_INLINE int greatest(const double *separation, uint32_t bits, int offset) {
    int best = -1;
    double most = 0;
    for (; bits != 0; bits &= bits - 1) {
        int at = offset + __builtin_ctz(bits);
        best = separation[at] > most ? at : best;
        most = tacti_max(separation[at], most);
    }
    return best;
}

TACTI_ALWAYS_INLINE uint32_t measure_normals(const relation *r, const tacti_bodies *bodies,
                                             tacti_box_axes *out) {
    tact_vec3 a = bodies->body[0].shape->core.half, b = bodies->body[1].shape->core.half;
    tacti_d8 other = tacti_d8_add(
        tacti_d8_add(tacti_d8_mul(tacti_d8_halves(b.x, a.x), tacti_d8_abs(r->turn[0])),
                     tacti_d8_mul(tacti_d8_halves(b.y, a.y), tacti_d8_abs(r->turn[1]))),
        tacti_d8_mul(tacti_d8_halves(b.z, a.z), tacti_d8_abs(r->turn[2])));
    tacti_d8 separation = tacti_d8_sub(tacti_d8_sub(tacti_d8_abs(r->middle), r->half), other);
    tacti_d8_store(out->separation, separation);
    tacti_d8_store(out->shift, r->middle);
    return tacti_m8_bits(tacti_d8_gt(separation, tacti_d8_set(out->margin))) & AXES;
}

/* Two axes i of a with all of b: own, next and last are the products of axes i, i + 1, i + 2. */
typedef struct cross_lanes {
    tacti_d8 own, next, last;
    tacti_d8 half_next, half_last; /* of a */
    tacti_d8 middle_next, middle_last;
} cross_lanes;

TACTI_ALWAYS_INLINE uint32_t measure_cross(const cross_lanes *c, tacti_d8 half_b, int first,
                                           tacti_box_axes *out) {
    tacti_d8 shift =
        tacti_d8_sub(tacti_d8_mul(c->middle_last, c->next), tacti_d8_mul(c->middle_next, c->last));
    tacti_d8 reach_a = tacti_d8_add(tacti_d8_mul(c->half_next, tacti_d8_abs(c->last)),
                                    tacti_d8_mul(c->half_last, tacti_d8_abs(c->next)));
    tacti_d8 own_next = tacti_d8_next_axes(tacti_d8_abs(c->own));
    tacti_d8 half_next = tacti_d8_next_axes(half_b);
    tacti_d8 reach_b = tacti_d8_add(tacti_d8_mul(half_next, tacti_d8_next_axes(own_next)),
                                    tacti_d8_mul(tacti_d8_next_axes(half_next), own_next));
    tacti_d8 separation = tacti_d8_sub(tacti_d8_abs(shift), tacti_d8_add(reach_a, reach_b));
    tacti_d8_store(out->separation + 8 + first, separation);
    tacti_d8_store(out->shift + 8 + first, shift);
    tacti_d8_store(out->square + first,
                   tacti_d8_sub(tacti_d8_set(1), tacti_d8_mul(c->own, c->own)));
    return tacti_m8_bits(tacti_d8_gt(separation, tacti_d8_set(out->margin))) & AXES;
}

/* Axes 0 and 1 of a, then axis 2 (and 0 again). */
TACTI_ALWAYS_INLINE uint32_t measure_crosses(const relation *r, const tacti_bodies *bodies,
                                             tacti_box_axes *out) {
    tact_vec3 a = bodies->body[0].shape->core.half;
    const double *t = out->shift;
    tacti_d8 half_b = tacti_d8_upper_halves(r->half, r->half);
    tacti_d8 turn01 = tacti_d8_upper_halves(r->turn[0], r->turn[1]);
    tacti_d8 turn12 = tacti_d8_upper_halves(r->turn[1], r->turn[2]);
    tacti_d8 turn20 = tacti_d8_upper_halves(r->turn[2], r->turn[0]);
    tacti_d8 half01 = tacti_d8_halves(a.x, a.y), middle01 = tacti_d8_halves(t[0], t[1]);
    tacti_d8 half12 = tacti_d8_halves(a.y, a.z), middle12 = tacti_d8_halves(t[1], t[2]);
    tacti_d8 half20 = tacti_d8_halves(a.z, a.x), middle20 = tacti_d8_halves(t[2], t[0]);
    cross_lanes first = {turn01, turn12, turn20, half12, half20, middle12, middle20};
    cross_lanes second = {turn20, turn01, turn12, half01, half12, middle01, middle12};
    uint32_t bits = measure_cross(&first, half_b, 0, out);
    return bits | (measure_cross(&second, half_b, 8, out) & 0xf) << 8;
}

TACTI_ALWAYS_INLINE double box_margin(const tacti_bodies *bodies) {
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    return (0x40p-53 + 4 * bodies->skew) * ((a->reach + b->reach) + (a->shift + b->shift));
}

/* ---- The verdict alone -------------------------------------------------------------------- */

/* What shows that boxes are apart: a direction from a to b, and corners that are furthest along it.
 */
typedef struct box_gap {
    tact_vec3 direction;
    uint32_t extreme[2];
} box_gap;

/* The corner whose coordinates have the signs of a direction in the box's frame. */
TACTI_ALWAYS_INLINE uint32_t box_corner(const tacti_body *box, tact_vec3 n) {
    tact_vec3 m = tacti_turn_back(box->pose, n);
    return (uint32_t)(m.x >= 0) | (uint32_t)(m.y >= 0) << 1 | (uint32_t)(m.z >= 0) << 2;
}

/* Normal number axis & 3 of a or b. Along it one box has a face, the other a corner that follows
 * from the signs of the products of the axes. */
TACTI_ALWAYS_INLINE void set_normal_gap(const relation *r, const tacti_bodies *bodies, int axis,
                                        box_gap *out) {
    int side = axis >> 2, i = axis & 3;
    double middle[8];
    tacti_d8_store(middle, r->middle);
    const double *m = bodies->body[side].pose->m;
    double sign = middle[axis] < 0 ? -1 : 1;
    out->direction = (tact_vec3){sign * m[i], sign * m[4 + i], sign * m[8 + i]};
    tacti_d8 zero = tacti_d8_set(0);
    uint32_t signs = tacti_m8_bits(tacti_d8_ge(r->turn[0], zero)) |
                     tacti_m8_bits(tacti_d8_ge(r->turn[1], zero)) << 8 |
                     tacti_m8_bits(tacti_d8_ge(r->turn[2], zero)) << 16;
    uint32_t forward = middle[axis] < 0 ? 0 : 7;
    /* The other box's axes that point along the normal. */
    uint32_t along = signs >> (8 * i + (side == 0 ? 4 : 0)) & 7;
    uint32_t face = forward & 1U << i, corner = along ^ forward ^ 7;
    out->extreme[side] = side == 0 ? face : face ^ 1U << i;
    out->extreme[1 - side] = side == 0 ? corner ^ 7 : corner;
}

/* True where an axis separates the boxes beyond all rounding. */
TACTI_ALWAYS_INLINE bool find_box_gap(const tacti_bodies *bodies, box_gap *out) {
    relation r;
    relate(bodies, &r);
    tacti_box_axes axes;
    axes.margin = box_margin(bodies);
    uint32_t bits = measure_normals(&r, bodies, &axes);
    if (bits != 0) {
        set_normal_gap(&r, bodies, __builtin_ctz(bits), out);
        return true;
    }
    bits = measure_crosses(&r, bodies, &axes);
    if (bits == 0)
        return false;
    out->direction = tacti_box_axis(bodies, &axes, greatest(axes.separation, bits, 8));
    tact_vec3 n = out->direction;
    out->extreme[0] = box_corner(&bodies->body[0], n);
    out->extreme[1] = 7 & ~box_corner(&bodies->body[1], n);
    return true;
}

#endif
