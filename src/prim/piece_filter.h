/* SPDX-License-Identifier: MIT */
/* The test of overlap.c in lanes, by the filter of exact/det.h alone: the same operations and the
 * same error bounds. The exact test decides the pairs that the filter leaves open.
 *
 * A batch is tested piece by piece (base/lanes.h), because the corners of two triangles in one piece
 * nearly fill the registers, and because few pairs are in a piece: often their planes decide all of
 * them, and the rest is left out. */
#ifndef TACTI_PRIM_PIECE_FILTER_H
#define TACTI_PRIM_PIECE_FILTER_H

#include "prim/batch_lanes.h"

#include "exact/det.h"

/* Bits of all lanes of a piece. */
#define TACTI_PIECE_MASK ((1U << TACTI_DOUBLES_PER_PIECE) - 1)

/* A point per lane, and a triangle per lane. */
typedef struct tacti_piece_point {
    tacti_double_piece x, y, z;
} tacti_piece_point;

typedef struct tacti_piece_triangle {
    tacti_piece_point v[3];
} tacti_piece_triangle;

/* The lanes in which a determinant is certainly positive, and certainly negative. If it is open,
 * the lane is in neither. */
typedef struct tacti_piece_signs {
    tacti_mask_piece above, below;
} tacti_piece_signs;

/* ---- Points ------------------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE tacti_piece_point tacti_piece_sub(tacti_piece_point a, tacti_piece_point b) {
    return (tacti_piece_point){tacti_dp_sub(a.x, b.x), tacti_dp_sub(a.y, b.y),
                               tacti_dp_sub(a.z, b.z)};
}

TACTI_ALWAYS_INLINE tacti_double_piece tacti_piece_dot(tacti_piece_point a, tacti_piece_point b) {
    return tacti_dp_add(tacti_dp_add(tacti_dp_mul(a.x, b.x), tacti_dp_mul(a.y, b.y)),
                        tacti_dp_mul(a.z, b.z));
}

TACTI_ALWAYS_INLINE tacti_piece_point tacti_piece_cross(tacti_piece_point a, tacti_piece_point b) {
    return (tacti_piece_point){tacti_dp_sub(tacti_dp_mul(a.y, b.z), tacti_dp_mul(a.z, b.y)),
                               tacti_dp_sub(tacti_dp_mul(a.z, b.x), tacti_dp_mul(a.x, b.z)),
                               tacti_dp_sub(tacti_dp_mul(a.x, b.y), tacti_dp_mul(a.y, b.x))};
}

/* (|x| + |y|) + |z|. */
TACTI_ALWAYS_INLINE tacti_double_piece tacti_piece_sum(tacti_piece_point a) {
    return tacti_dp_add(tacti_dp_add(tacti_dp_abs(a.x), tacti_dp_abs(a.y)), tacti_dp_abs(a.z));
}

TACTI_ALWAYS_INLINE tacti_piece_point tacti_piece_select(tacti_mask_piece mask, tacti_piece_point a,
                                                         tacti_piece_point b) {
    return (tacti_piece_point){tacti_dp_select(mask, a.x, b.x), tacti_dp_select(mask, a.y, b.y),
                               tacti_dp_select(mask, a.z, b.z)};
}

/* ---- Signs -------------------------------------------------------------------------------- */

/* The sign of a determinant by tacti_det3_bound(). */
TACTI_ALWAYS_INLINE tacti_piece_signs tacti_piece_sign(tacti_double_piece det,
                                                       tacti_double_piece bc,
                                                       tacti_double_piece d) {
    const tacti_double_piece least = tacti_dp_set1(TACTI_LEAST);
    tacti_double_piece product = tacti_dp_mul(tacti_dp_max(least, bc), d);
    tacti_double_piece bound =
        tacti_dp_mul(tacti_dp_set1(TACTI_DET3_HALF_ERROR), tacti_dp_add(product, product));
    bound = tacti_dp_max(least, bound);
    return (tacti_piece_signs){tacti_dp_gt(det, bound),
                               tacti_dp_gt(tacti_dp_sub(tacti_dp_set1(0), bound), det)};
}

/* On which sides of another triangle's plane t's corners lie. The bound of the farthest corner
 * holds for all three, since it grows with the distance. If it is NaN, so is a determinant. */
TACTI_ALWAYS_INLINE void tacti_piece_sides(const tacti_piece_triangle *plane,
                                           const tacti_piece_triangle *t,
                                           tacti_piece_signs side[3]) {
    tacti_piece_point b = tacti_piece_sub(plane->v[1], plane->v[0]);
    tacti_piece_point c = tacti_piece_sub(plane->v[2], plane->v[0]);
    tacti_piece_point normal = tacti_piece_cross(b, c);
    tacti_double_piece edge_sums = tacti_dp_mul(tacti_piece_sum(b), tacti_piece_sum(c));
    tacti_double_piece det[3], farthest = tacti_dp_set1(0);
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        tacti_piece_point d = tacti_piece_sub(t->v[i], plane->v[0]);
        det[i] = tacti_piece_dot(d, normal);
        farthest = tacti_dp_max(farthest, tacti_piece_sum(d));
    }
    TACTI_UNROLL
    for (int i = 0; i < 3; i++)
        side[i] = tacti_piece_sign(det[i], edge_sums, farthest);
}

/* tacti_orient3d(). */
TACTI_ALWAYS_INLINE tacti_piece_signs tacti_piece_orient3d(const tacti_piece_point *a,
                                                           const tacti_piece_point *b,
                                                           const tacti_piece_point *c,
                                                           const tacti_piece_point *d) {
    tacti_piece_point ab = tacti_piece_sub(*b, *a), ac = tacti_piece_sub(*c, *a);
    tacti_piece_point ad = tacti_piece_sub(*d, *a);
    tacti_double_piece edge_sums = tacti_dp_mul(tacti_piece_sum(ab), tacti_piece_sum(ac));
    return tacti_piece_sign(tacti_piece_dot(ad, tacti_piece_cross(ab, ac)), edge_sums,
                            tacti_piece_sum(ad));
}

/* The pairs whose three corners are certainly strictly on one side. */
TACTI_ALWAYS_INLINE uint32_t tacti_piece_apart(const tacti_piece_signs side[3]) {
    tacti_mask_piece above = tacti_mp_and(tacti_mp_and(side[0].above, side[1].above), side[2].above);
    tacti_mask_piece below = tacti_mp_and(tacti_mp_and(side[0].below, side[1].below), side[2].below);
    return tacti_mp_bits(tacti_mp_or(above, below));
}

TACTI_ALWAYS_INLINE uint32_t tacti_piece_certain(const tacti_piece_signs side[3]) {
    tacti_mask_piece first = tacti_mp_or(side[0].above, side[0].below);
    tacti_mask_piece second = tacti_mp_or(side[1].above, side[1].below);
    tacti_mask_piece third = tacti_mp_or(side[2].above, side[2].below);
    return tacti_mp_bits(tacti_mp_and(tacti_mp_and(first, second), third));
}

/* ---- Pairs -------------------------------------------------------------------------------- */

/* Rotates the corners of a triangle so that the one that is alone on its side comes first; above
 * says whether that corner is above the plane. */
TACTI_ALWAYS_INLINE tacti_piece_triangle tacti_piece_turn(const tacti_piece_triangle *t,
                                                          const tacti_piece_signs side[3],
                                                          tacti_mask_piece *above) {
    tacti_mask_piece differs_01 = tacti_mp_xor(side[0].above, side[1].above);
    tacti_mask_piece differs_02 = tacti_mp_xor(side[0].above, side[2].above);
    /* Corner 1 or 2 is alone if it is the only one that differs from corner 0. */
    tacti_mask_piece is_1 = tacti_mp_and(differs_01, tacti_mp_not(differs_02));
    tacti_mask_piece is_2 = tacti_mp_and(differs_02, tacti_mp_not(differs_01));
    tacti_piece_triangle r;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++)
        r.v[i] = tacti_piece_select(is_1, t->v[(i + 1) % 3],
                                    tacti_piece_select(is_2, t->v[(i + 2) % 3], t->v[i]));
    /* The lone corner is below if it is 1 or 2 and corner 0 is above, or if it is 0 and not
     * above. */
    *above = tacti_mp_xor(side[0].above, tacti_mp_or(is_1, is_2));
    return r;
}

TACTI_ALWAYS_INLINE void tacti_piece_swap_where_not(tacti_mask_piece mask,
                                                    tacti_piece_triangle *t) {
    tacti_piece_point next = tacti_piece_select(mask, t->v[1], t->v[2]);
    t->v[2] = tacti_piece_select(mask, t->v[2], t->v[1]);
    t->v[1] = next;
}

/* Which pairs of a piece meet. Returns early if the planes decide all of them. */
TACTI_ALWAYS_INLINE tacti_verdicts tacti_piece_overlaps(const tacti_piece_triangle *a,
                                                        const tacti_piece_triangle *b) {
    tacti_piece_signs side_b[3], side_a[3];
    tacti_piece_sides(a, b, side_b);
    uint32_t apart = tacti_piece_apart(side_b);
    if (apart == TACTI_PIECE_MASK)
        return (tacti_verdicts){0, 0};
    tacti_piece_sides(b, a, side_a);
    apart |= tacti_piece_apart(side_a);
    if (apart == TACTI_PIECE_MASK)
        return (tacti_verdicts){0, 0};
    uint32_t certain = tacti_piece_certain(side_a) & tacti_piece_certain(side_b);
    tacti_mask_piece a_above, b_above;
    tacti_piece_triangle p = tacti_piece_turn(a, side_a, &a_above);
    tacti_piece_triangle q = tacti_piece_turn(b, side_b, &b_above);
    tacti_piece_swap_where_not(b_above, &p);
    tacti_piece_swap_where_not(a_above, &q);
    tacti_piece_signs first = tacti_piece_orient3d(&p.v[0], &p.v[1], &q.v[0], &q.v[1]);
    tacti_piece_signs second = tacti_piece_orient3d(&p.v[0], &p.v[2], &q.v[0], &q.v[2]);
    uint32_t meets = tacti_mp_bits(tacti_mp_and(first.below, second.above)) & certain;
    uint32_t misses = tacti_mp_bits(tacti_mp_or(first.above, second.below)) & certain;
    apart |= misses;
    return (tacti_verdicts){meets & ~apart, TACTI_PIECE_MASK & ~(meets | apart)};
}

#endif
