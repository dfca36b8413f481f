/* SPDX-License-Identifier: MIT */
/* The tables of the floating-point search: one row a SIMD level. */
#include "base/simd.h"
#include "search/gjk.h"

tacti_gjk_search *tacti_gjk_at(tact_simd_level level) {
    static tacti_gjk_search *const table[TACTI_SIMD_LEVELS] = {
        tacti_gjk_search_baseline,
#if TACTI_SIMD_LEVELS == 3
        tacti_gjk_search_avx2,
        tacti_gjk_search_avx512,
#endif
    };
    return table[level < TACTI_SIMD_LEVELS ? level : TACT_SIMD_BASELINE];
}

tacti_gjk_support *tacti_gjk_support_at(tact_simd_level level) {
    static tacti_gjk_support *const table[TACTI_SIMD_LEVELS] = {
        tacti_gjk_support_baseline,
#if TACTI_SIMD_LEVELS == 3
        tacti_gjk_support_avx2,
        tacti_gjk_support_avx512,
#endif
    };
    return table[level < TACTI_SIMD_LEVELS ? level : TACT_SIMD_BASELINE];
}
