/* SPDX-License-Identifier: MIT */
/* The table of walks: one row a SIMD level. */
#include "query/walk.h"

#include "query/walk_levels.h"

const tacti_walks *tacti_walks_at(tact_simd_level level) {
    static const tacti_walks walks[TACTI_SIMD_LEVELS] = {
        {tacti_walk_contacts_baseline, tacti_walk_distance_baseline, tacti_walk_proof_baseline},
#if TACTI_SIMD_LEVELS == 3
        {tacti_walk_contacts_avx2, tacti_walk_distance_avx2, tacti_walk_proof_avx2},
        {tacti_walk_contacts_avx512, tacti_walk_distance_avx512, tacti_walk_proof_avx512},
#endif
    };
    return &walks[level < TACTI_SIMD_LEVELS ? level : TACT_SIMD_BASELINE];
}
