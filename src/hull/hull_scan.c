/* SPDX-License-Identifier: MIT */
/* The scan of all vertices for the one that is furthest along a direction, compiled per SIMD level.
 * Each of eight lanes keeps the best of every eighth vertex, and the index of the block of eight
 * that it came from. The index is a double, which is exact up to 2^53. Two sets of lanes take
 * turns, so a comparison need not wait for the one before. */
#include "base/lanes.h"
#include "base/simd.h"

#include "hull/hull.h"

typedef struct best8 {
    tacti_d8 dot, from;
} best8;

TACTI_ALWAYS_INLINE tacti_d8 dots(const double *column[3], uint32_t at, const tacti_d8 d[3]) {
    return tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_load(column[0] + at), d[0]),
                                     tacti_d8_mul(tacti_d8_load(column[1] + at), d[1])),
                        tacti_d8_mul(tacti_d8_load(column[2] + at), d[2]));
}

/* Keeps the old vertex if both products are equal. */
TACTI_ALWAYS_INLINE void improve(best8 *best, tacti_d8 dot, tacti_d8 from) {
    best->from = tacti_d8_select(tacti_d8_gt(dot, best->dot), from, best->from);
    best->dot = tacti_d8_max(dot, best->dot);
}

TACTI_ALWAYS_INLINE double larger(double a, double b) {
    return a > b ? a : b;
}

/* The lowest bit that is set; at least one is. Uses no branch, which could not be predicted. */
TACTI_ALWAYS_INLINE uint32_t lowest(uint32_t bits) {
    TACTI_ASSERT(bits != 0);
    return (uint32_t)__builtin_ctz(bits);
}

/* The vertex with the greatest product of all lanes; the first vertex among equal products. */
TACTI_ALWAYS_INLINE uint32_t reduce(const best8 *best) {
    double dot[8], from[8];
    tacti_d8_store(dot, best->dot);
    tacti_d8_store(from, best->from);
    double most = larger(larger(larger(dot[0], dot[1]), larger(dot[2], dot[3])),
                         larger(larger(dot[4], dot[5]), larger(dot[6], dot[7])));
    uint32_t lanes = tacti_m8_bits(tacti_d8_ge(best->dot, tacti_d8_set(most)));
    if (lanes == 0) /* all products are NaN */
        return 0;
    uint32_t lane = lowest(lanes), found = (uint32_t)from[lane] + lane;
    for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
        lane = lowest(lanes);
        uint32_t candidate = (uint32_t)from[lane] + lane;
        found = candidate < found ? candidate : found;
    }
    return found;
}

uint32_t TACTI_LEVELED(tacti_hull_scan)(const double *column[3], uint32_t padded_count,
                                        tact_vec3 direction) {
    TACTI_ASSERT(padded_count > 0 && padded_count % TACTI_HULL_LANES == 0);
    const tacti_d8 d[3] = {tacti_d8_set(direction.x), tacti_d8_set(direction.y),
                           tacti_d8_set(direction.z)};
    const tacti_d8 sixteen = tacti_d8_set(16);
    best8 even = {dots(column, 0, d), tacti_d8_set(0)};
    if (padded_count == 8)
        return reduce(&even);
    best8 odd = {dots(column, 8, d), tacti_d8_set(8)};
    tacti_d8 from = even.from, next = odd.from;
    uint32_t i = 16;
    for (; i + 8 < padded_count; i += 16) {
        from = tacti_d8_add(from, sixteen);
        next = tacti_d8_add(next, sixteen);
        improve(&even, dots(column, i, d), from);
        improve(&odd, dots(column, i + 8, d), next);
    }
    if (i < padded_count)
        improve(&even, dots(column, i, d), tacti_d8_add(from, sixteen));
    /* If two products of a lane are equal, the lower index wins. */
    tacti_m8 is_odd = tacti_d8_gt(odd.dot, even.dot);
    tacti_m8 is_first =
        tacti_m8_and(tacti_d8_ge(odd.dot, even.dot), tacti_d8_gt(even.from, odd.from));
    even.from = tacti_d8_select(tacti_m8_or(is_odd, is_first), odd.from, even.from);
    even.dot = tacti_d8_max(odd.dot, even.dot);
    return reduce(&even);
}
