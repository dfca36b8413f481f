/* SPDX-License-Identifier: MIT */
/* Eight pairs of triangles of one mesh at a time: which of them are self pairs. These are the
 * filters of exact/det.h in lanes. tacti_is_self_pair() decides what they leave open.
 *
 * A certain sign of a determinant proves that the triangles in it have an area, because the
 * determinant of a triangle whose corners lie on a line is 0. So triangles of zero area are never
 * decided here by mistake.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_CONTACTS_SELF_BATCH_H
#define TACTI_CONTACTS_SELF_BATCH_H

#include "prim/batch_filter.h"
#include "contacts/self_pair.h"

/* Which corners are at the same place, one lane per pair. A difference is 0 only if the numbers are
 * equal. */
typedef struct tacti_sharing {
    tacti_m8 equal[3][3]; /* corner i of a and j of b */
} tacti_sharing;

TACTI_ALWAYS_INLINE void tacti_sharing_find(const tacti_t8 *a, const tacti_t8 *b,
                                            tacti_sharing *out) {
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        TACTI_UNROLL
        for (int j = 0; j < 3; j++) {
            tacti_d8 difference = tacti_v8_sum(tacti_v8_sub(a->v[i], b->v[j]));
            out->equal[i][j] = tacti_m8_not(tacti_d8_gt(difference, tacti_d8_set(0)));
        }
    }
}

TACTI_ALWAYS_INLINE tacti_m8 tacti_m8_or3(tacti_m8 a, tacti_m8 b, tacti_m8 c) {
    return tacti_m8_or(tacti_m8_or(a, b), c);
}

/* Pairs with exactly one of three, and pairs with exactly two. */
typedef struct tacti_counts {
    uint32_t one, two;
} tacti_counts;

TACTI_ALWAYS_INLINE tacti_counts tacti_count_of_three(const tacti_m8 m[3]) {
    uint32_t x = tacti_m8_bits(m[0]), y = tacti_m8_bits(m[1]), z = tacti_m8_bits(m[2]);
    uint32_t all = x & y & z;
    return (tacti_counts){(x ^ y ^ z) & ~all, ((x & y) | (x & z) | (y & z)) & ~all};
}

/* Turns a triangle so that corner 1 comes first if is_1, corner 2 if is_2, otherwise corner 0. */
TACTI_ALWAYS_INLINE tacti_t8 tacti_turn_to(const tacti_t8 *t, tacti_m8 is_1, tacti_m8 is_2) {
    tacti_t8 r;
    TACTI_UNROLL
    for (int i = 0; i < 3; i++)
        r.v[i] = tacti_v8_select(is_1, t->v[(i + 1) % 3],
                                 tacti_v8_select(is_2, t->v[(i + 2) % 3], t->v[i]));
    return r;
}

/* The certain signs of the second and third corner of t relative to the plane of a triangle with
 * the same first corner, as bits. */
typedef struct tacti_end_sides {
    uint32_t above[2], below[2];
    uint32_t same, any, all; /* certain and equal; at least one certain; both */
} tacti_end_sides;

TACTI_ALWAYS_INLINE tacti_end_sides tacti_find_end_sides(const tacti_t8 *plane, const tacti_t8 *t) {
    tacti_end_sides sides;
    TACTI_UNROLL
    for (int i = 0; i < 2; i++) {
        tacti_signs s =
            tacti_filter_orient3d(&plane->v[0], &plane->v[1], &plane->v[2], &t->v[i + 1]);
        sides.above[i] = tacti_m8_bits(s.above);
        sides.below[i] = tacti_m8_bits(s.below);
    }
    uint32_t first = sides.above[0] | sides.below[0], second = sides.above[1] | sides.below[1];
    sides.same = (sides.above[0] & sides.above[1]) | (sides.below[0] & sides.below[1]);
    sides.any = first | second;
    sides.all = first & second;
    return sides;
}

/* Decides pairs that share at least one corner. self_pair.c explains the signs. */
TACTI_ALWAYS_INLINE tacti_verdicts tacti_filter_neighbours(const tacti_t8 *a, const tacti_t8 *b) {
    tacti_sharing s;
    tacti_sharing_find(a, b, &s);
    tacti_m8 in_a[3], in_b[3];
    TACTI_UNROLL
    for (int i = 0; i < 3; i++) {
        in_a[i] = tacti_m8_or3(s.equal[i][0], s.equal[i][1], s.equal[i][2]);
        in_b[i] = tacti_m8_or3(s.equal[0][i], s.equal[1][i], s.equal[2][i]);
    }
    tacti_counts count_a = tacti_count_of_three(in_a), count_b = tacti_count_of_three(in_b);
    uint32_t one = count_a.one & count_b.one, two = count_a.two & count_b.two;
    /* The first shared corner of a, and the corner of b that equals it. */
    tacti_m8 is_1 = tacti_m8_and(in_a[1], tacti_m8_not(in_a[0]));
    tacti_m8 is_2 = tacti_m8_not(tacti_m8_or(in_a[0], in_a[1]));
    tacti_m8 partner[3];
    TACTI_UNROLL
    for (int j = 0; j < 3; j++)
        partner[j] =
            tacti_m8_or3(tacti_m8_and(in_a[0], s.equal[0][j]), tacti_m8_and(is_1, s.equal[1][j]),
                         tacti_m8_and(is_2, s.equal[2][j]));
    tacti_t8 turned_a = tacti_turn_to(a, is_1, is_2);
    tacti_t8 turned_b = tacti_turn_to(b, partner[1], partner[2]);
    tacti_end_sides side_b = tacti_find_end_sides(&turned_a, &turned_b);
    tacti_end_sides side_a = tacti_find_end_sides(&turned_b, &turned_a);
    uint32_t apart =
        (one & ((side_b.same & side_a.any) | (side_a.same & side_b.any))) | (two & side_b.any);
    uint32_t certain = one & side_a.all & side_b.all & ~apart;
    uint32_t meets =
        certain & ((side_a.above[1] & side_b.above[0]) | (side_a.below[1] & side_b.below[0]));
    return (tacti_verdicts){meets, 0xff & ~(apart | certain)};
}

/* Which pairs share a corner by its coordinates. */
TACTI_ALWAYS_INLINE uint32_t tacti_find_neighbours(const tacti_t8 *a, const tacti_t8 *b) {
    tacti_sharing s;
    tacti_sharing_find(a, b, &s);
    tacti_m8 any = s.equal[0][0];
    TACTI_UNROLL
    for (int i = 1; i < 9; i++)
        any = tacti_m8_or(any, s.equal[i / 3][i % 3]);
    return tacti_m8_bits(any);
}

#endif
