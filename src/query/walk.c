/* SPDX-License-Identifier: MIT */
/* The table of walks: one row a SIMD level. */
#include "query/walk.h"

#include "query/walk_levels.h"

#define WALKS_OF(level)                                                                            \
    {                                                                                              \
        .contacts = tacti_walk_contacts_##level, .distance = tacti_walk_distance_##level,          \
        .self = tacti_walk_self_##level, .nearest = tacti_walk_nearest_##level,                    \
        .ray = tacti_walk_ray_##level, .rays = tacti_walk_rays_##level,                            \
        .proof = tacti_walk_proof_##level, .object = tacti_walk_object_##level,                    \
    }

const tacti_walks *tacti_walks_at(tact_simd_level level) {
    static const tacti_walks walks[TACTI_SIMD_LEVELS] = {
        WALKS_OF(baseline),
#if TACTI_SIMD_LEVELS == 3
        WALKS_OF(avx2),
        WALKS_OF(avx512),
#endif
    };
    return &walks[level < TACTI_SIMD_LEVELS ? level : TACT_SIMD_BASELINE];
}
