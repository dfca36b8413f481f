/* SPDX-License-Identifier: MIT */
/* The queries on two shapes: one row of each table a SIMD level. */
#include "convex/convex_pair.h"
#include "base/simd.h"
#include "convex/pair.h"

tact_status tacti_convex_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                 tacti_convex_cache *cache, tacti_convex_collision *out) {
    static tacti_collide *const table[TACTI_SIMD_LEVELS] = {
        tacti_collide_baseline,
#if TACTI_SIMD_LEVELS == 3
        tacti_collide_avx2,
        tacti_collide_avx512,
#endif
    };
    return out == NULL ? TACT_INVALID_ARGUMENT : table[tact_simd_level_best()](a, b, cache, out);
}

tact_status tacti_convex_distance(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_distance_answer *out) {
    static tacti_distance *const table[TACTI_SIMD_LEVELS] = {
        tacti_distance_baseline,
#if TACTI_SIMD_LEVELS == 3
        tacti_distance_avx2,
        tacti_distance_avx512,
#endif
    };
    return out == NULL ? TACT_INVALID_ARGUMENT : table[tact_simd_level_best()](a, b, cache, out);
}
