/* SPDX-License-Identifier: MIT */
/* Two boxes along fifteen directions, compiled for each SIMD level; see sat_box.h. Lanes are two
 * halves: what belongs to a's axes and what belongs to b's, or two axes of a. */
#include "convex/sat_box.h"

#include "base/lanes_half.h"
#include "base/simd.h"

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

void TACTI_LEVELED(tacti_box_axes_measure)(const tacti_bodies *bodies, bool wants_all,
                                           tacti_box_axes *out) {
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    relation r;
    relate(bodies, &r);
    out->margin = (0x40p-53 + 4 * bodies->skew) * ((a->reach + b->reach) + (a->shift + b->shift));
    uint32_t bits = measure_normals(&r, bodies, out);
    out->best = greatest(out->separation, bits, 0);
    out->has_all = wants_all || bits == 0;
    if (!out->has_all)
        return;
    uint32_t more = measure_crosses(&r, bodies, out);
    /* A normal is preferred: its length is 1. */
    if (bits == 0 && more != 0)
        out->best = greatest(out->separation, more, 8);
}
