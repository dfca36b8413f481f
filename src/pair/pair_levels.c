/* SPDX-License-Identifier: MIT */
/* The queries on two shapes. Each table has one row per SIMD level. */
#include "pair/pair.h"
#include "base/simd.h"
#include "pair/pair_parts.h"

tact_status tacti_convex_collide_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                    tacti_convex_cache *cache, tacti_convex_collision *out) {
    static tacti_collide *const table[] = TACTI_LEVEL_TABLE(tacti_collide);
    return table[tacti_simd_lower(a->level, b->level)](a, b, cache, out);
}

tacti_verdict *const tacti_verdict_table[] = TACTI_LEVEL_TABLE(tacti_verdict);

tact_status tacti_convex_distance_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                     tacti_convex_cache *cache, tacti_convex_distance_answer *out) {
    static tacti_distance *const table[] = TACTI_LEVEL_TABLE(tacti_distance);
    return table[tacti_simd_lower(a->level, b->level)](a, b, cache, out);
}

tact_status tacti_convex_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                 tacti_convex_cache *cache, tacti_convex_collision *out) {
    if (a == NULL || b == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_shape_at at[2];
    tacti_at_both(a, b, at);
    return tacti_convex_collide_at(&at[0], &at[1], cache, out);
}

tact_status tacti_convex_distance(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_distance_answer *out) {
    if (a == NULL || b == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_shape_at at[2];
    tacti_at_both(a, b, at);
    return tacti_convex_distance_at(&at[0], &at[1], cache, out);
}
