/* SPDX-License-Identifier: MIT */
/* The test of overlap.c in lanes, by the filter of exact/det.h alone: the same operations and the
 * same error bounds. The exact test decides the pairs that the filter leaves open. */
#ifndef TACTI_PRIM_BATCH_FILTER_H
#define TACTI_PRIM_BATCH_FILTER_H

#include "prim/batch_lanes.h"

#include "exact/det.h"

/* The lanes in which a determinant is certainly positive, and certainly negative. If it is open,
 * the lane is in neither. */
typedef struct tacti_signs {
    tacti_m8 above, below;
} tacti_signs;

/* tacti_det3_bound(). */
TACTI_ALWAYS_INLINE tacti_d8 tacti_filter_bound(tacti_d8 bc, tacti_d8 d) {
    const tacti_d8 least = tacti_d8_set(TACTI_LEAST);
    tacti_d8 product = tacti_d8_mul(tacti_d8_max(least, bc), d);
    tacti_d8 bound =
        tacti_d8_mul(tacti_d8_set(TACTI_DET3_HALF_ERROR), tacti_d8_add(product, product));
    return tacti_d8_max(least, bound);
}

TACTI_ALWAYS_INLINE tacti_signs tacti_filter_sign(tacti_d8 det, tacti_d8 bound) {
    return (tacti_signs){tacti_d8_gt(det, bound),
                         tacti_d8_gt(tacti_d8_sub(tacti_d8_set(0), bound), det)};
}

/* On which sides of another triangle's plane t's corners lie. The bound of the farthest corner
 * holds for all three, since it grows with the distance. If it is NaN, so is a determinant. */
TACTI_ALWAYS_INLINE void tacti_filter_sides(const tacti_t8 *plane, const tacti_t8 *t,
                                            tacti_signs side[3]) {
    tacti_v8 b = tacti_v8_sub(plane->v[1], plane->v[0]);
    tacti_v8 c = tacti_v8_sub(plane->v[2], plane->v[0]);
    tacti_v8 normal = tacti_v8_cross(b, c);
    tacti_d8 edge_sums = tacti_d8_mul(tacti_v8_sum(b), tacti_v8_sum(c));
    tacti_d8 det[3], farthest = tacti_d8_set(0);
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        tacti_v8 d = tacti_v8_sub(t->v[i], plane->v[0]);
        det[i] = tacti_v8_dot(d, normal);
        farthest = tacti_d8_max(farthest, tacti_v8_sum(d));
    }
    tacti_d8 bound = tacti_filter_bound(edge_sums, farthest);
    TACTI_UNROLL
    for (int i = 0; i < 3; i++)
        side[i] = tacti_filter_sign(det[i], bound);
}

/* tacti_orient3d(). */
TACTI_ALWAYS_INLINE tacti_signs tacti_filter_orient3d(const tacti_v8 *a, const tacti_v8 *b,
                                                      const tacti_v8 *c, const tacti_v8 *d) {
    tacti_v8 ab = tacti_v8_sub(*b, *a), ac = tacti_v8_sub(*c, *a), ad = tacti_v8_sub(*d, *a);
    tacti_d8 edge_sums = tacti_d8_mul(tacti_v8_sum(ab), tacti_v8_sum(ac));
    return tacti_filter_sign(tacti_v8_dot(ad, tacti_v8_cross(ab, ac)),
                             tacti_filter_bound(edge_sums, tacti_v8_sum(ad)));
}

TACTI_ALWAYS_INLINE tacti_m8 tacti_m8_and3(tacti_m8 a, tacti_m8 b, tacti_m8 c) {
    return tacti_m8_and(tacti_m8_and(a, b), c);
}

/* The pairs whose three corners are certainly strictly on one side. */
TACTI_ALWAYS_INLINE uint32_t tacti_filter_apart(const tacti_signs side[3]) {
    return tacti_m8_bits(tacti_m8_or(tacti_m8_and3(side[0].above, side[1].above, side[2].above),
                                     tacti_m8_and3(side[0].below, side[1].below, side[2].below)));
}

TACTI_ALWAYS_INLINE uint32_t tacti_filter_certain(const tacti_signs side[3]) {
    return tacti_m8_bits(tacti_m8_and3(tacti_m8_or(side[0].above, side[0].below),
                                       tacti_m8_or(side[1].above, side[1].below),
                                       tacti_m8_or(side[2].above, side[2].below)));
}

/* Rotates the corners of a triangle so that the one that is alone on its side comes first; above
 * says whether that corner is above the plane. */
TACTI_ALWAYS_INLINE tacti_t8 tacti_filter_turn(const tacti_t8 *t, const tacti_signs side[3],
                                               tacti_m8 *above) {
    tacti_m8 differs_01 = tacti_m8_xor(side[0].above, side[1].above);
    tacti_m8 differs_02 = tacti_m8_xor(side[0].above, side[2].above);
    /* Corner 1 or 2 is alone if it is the only one that differs from corner 0. */
    tacti_m8 is_1 = tacti_m8_and(differs_01, tacti_m8_not(differs_02));
    tacti_m8 is_2 = tacti_m8_and(differs_02, tacti_m8_not(differs_01));
    tacti_t8 r;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++)
        r.v[i] = tacti_v8_select(is_1, t->v[(i + 1) % 3],
                                 tacti_v8_select(is_2, t->v[(i + 2) % 3], t->v[i]));
    /* The lone corner is below if it is 1 or 2 and corner 0 is above, or if it is 0 and not
     * above. */
    *above = tacti_m8_xor(side[0].above, tacti_m8_or(is_1, is_2));
    return r;
}

TACTI_ALWAYS_INLINE void tacti_filter_swap_where_not(tacti_m8 mask, tacti_t8 *t) {
    tacti_v8 next = tacti_v8_select(mask, t->v[1], t->v[2]);
    t->v[2] = tacti_v8_select(mask, t->v[2], t->v[1]);
    t->v[1] = next;
}

/* Which of the pairs in the lanes meet. Returns early if the planes decide all of them. */
TACTI_ALWAYS_INLINE tacti_verdicts tacti_filter_overlaps(const tacti_t8 *a, const tacti_t8 *b) {
    tacti_signs side_b[3], side_a[3];
    tacti_filter_sides(a, b, side_b);
    uint32_t apart = tacti_filter_apart(side_b);
    if (apart == TACTI_D8_MASK)
        return (tacti_verdicts){0, 0};
    tacti_filter_sides(b, a, side_a);
    apart |= tacti_filter_apart(side_a);
    if (apart == TACTI_D8_MASK)
        return (tacti_verdicts){0, 0};
    uint32_t certain = tacti_filter_certain(side_a) & tacti_filter_certain(side_b);
    tacti_m8 a_above, b_above;
    tacti_t8 p = tacti_filter_turn(a, side_a, &a_above);
    tacti_t8 q = tacti_filter_turn(b, side_b, &b_above);
    tacti_filter_swap_where_not(b_above, &p);
    tacti_filter_swap_where_not(a_above, &q);
    tacti_signs first = tacti_filter_orient3d(&p.v[0], &p.v[1], &q.v[0], &q.v[1]);
    tacti_signs second = tacti_filter_orient3d(&p.v[0], &p.v[2], &q.v[0], &q.v[2]);
    uint32_t meets = tacti_m8_bits(tacti_m8_and(first.below, second.above)) & certain;
    uint32_t misses = tacti_m8_bits(tacti_m8_or(first.above, second.below)) & certain;
    apart |= misses;
    return (tacti_verdicts){meets & ~apart, TACTI_D8_MASK & ~(meets | apart)};
}

/* Whether points are equal, lane by lane. */
TACTI_ALWAYS_INLINE tacti_m8 tacti_v8_is_equal(const tacti_v8 *a, const tacti_v8 *b) {
    return tacti_m8_and3(tacti_m8_and(tacti_d8_ge(a->x, b->x), tacti_d8_ge(b->x, a->x)),
                         tacti_m8_and(tacti_d8_ge(a->y, b->y), tacti_d8_ge(b->y, a->y)),
                         tacti_m8_and(tacti_d8_ge(a->z, b->z), tacti_d8_ge(b->z, a->z)));
}

/* Decides open pairs that share a corner: they meet. */
TACTI_ALWAYS_INLINE tacti_verdicts tacti_filter_corners(const tacti_t8 *a, const tacti_t8 *b,
                                                        tacti_verdicts verdicts) {
    uint32_t shares = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            shares |= tacti_m8_bits(tacti_v8_is_equal(&a->v[i], &b->v[k]));
    shares &= verdicts.open;
    return (tacti_verdicts){verdicts.meets | shares, verdicts.open & ~shares};
}

/* The lanes in which a direction separates the triangles beyond all rounding.
 *
 * The direction may be any: it is taken as exact. A coordinate (v - origin) . direction errs by at
 * most 4.01 u of S D: S bounds the sum of the coordinates of v - origin, D is that of the
 * direction. A difference, a product and two sums round once each, and what underflows is below
 * 2^-1070. The gap of two coordinates rounds once more. So the gap errs by at most 9.1 u S D, below
 * the bound. If anything overflows, the comparison fails. */
TACTI_ALWAYS_INLINE tacti_m8 tacti_filter_gap(const tacti_t8 *a, const tacti_t8 *b,
                                              const tacti_v8 *direction) {
    tacti_d8 sum = tacti_d8_set(0), least[2], most[2];
    const tacti_t8 *side[2] = {a, b};
    TACTI_UNROLL
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++) {
            tacti_v8 v = tacti_v8_sub(side[k]->v[i], a->v[0]);
            tacti_d8 along = tacti_v8_dot(v, *direction);
            sum = tacti_d8_max(tacti_v8_sum(v), sum);
            least[k] = i == 0 ? along : tacti_d8_min(along, least[k]);
            most[k] = i == 0 ? along : tacti_d8_max(along, most[k]);
        }
    tacti_d8 gap = tacti_d8_max(tacti_d8_sub(least[1], most[0]), tacti_d8_sub(least[0], most[1]));
    tacti_d8 size = tacti_d8_mul(sum, tacti_v8_sum(*direction));
    tacti_d8 bound =
        tacti_d8_add(tacti_d8_mul(tacti_d8_set(0x10p-53), size), tacti_d8_set(TACTI_LEAST));
    return tacti_d8_gt(gap, bound);
}

/* Decides open pairs that the edges of one triangle separate within its plane: they are apart. */
TACTI_ALWAYS_INLINE tacti_verdicts tacti_filter_edges(const tacti_t8 *a, const tacti_t8 *b,
                                                      tacti_verdicts verdicts) {
    const tacti_t8 *side[2] = {a, b};
    uint32_t apart = 0;
    for (int k = 0; k < 2; k++) {
        const tacti_v8 *v = side[k]->v;
        tacti_v8 edge[3];
        for (int i = 0; i < 3; i++)
            edge[i] = tacti_v8_sub(v[(i + 1) % 3], v[i]);
        tacti_v8 normal = tacti_v8_cross(edge[0], edge[1]);
        for (int i = 0; i < 3; i++) {
            tacti_v8 direction = tacti_v8_cross(normal, edge[i]);
            apart |= tacti_m8_bits(tacti_filter_gap(a, b, &direction));
        }
        if ((verdicts.open & ~apart) == 0)
            break;
    }
    return (tacti_verdicts){verdicts.meets, verdicts.open & ~apart};
}

/* Decides open pairs by what they have in common: surfaces that lie on each other leave most pairs
 * open. */
TACTI_ALWAYS_INLINE tacti_verdicts tacti_filter_coplanar(const tacti_t8 *a, const tacti_t8 *b,
                                                         tacti_verdicts verdicts) {
    verdicts = tacti_filter_corners(a, b, verdicts);
    return verdicts.open == 0 ? verdicts : tacti_filter_edges(a, b, verdicts);
}

#endif
