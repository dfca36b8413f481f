/* SPDX-License-Identifier: MIT */
/* The start of a search on two bodies, and the points that its simplex represents; see
 * gjk_begin.h. */
#include "search/gjk_begin.h"

const char *tacti_convex_ending_name(tacti_convex_ending ending) {
    switch (ending) {
    case TACTI_CONVEX_BY_CACHE:
        return "cache";
    case TACTI_CONVEX_BY_FLOAT:
        return "float";
    case TACTI_CONVEX_BY_EXACT:
        return "exact";
    case TACTI_CONVEX_BY_LIMIT:
        return "limit";
    }
    return "unknown ending";
}

void tacti_gjk_begin(const tacti_bodies *bodies, bool wants_distance,
                     const tacti_convex_cache *cache, tacti_gjk *gjk) {
    tacti_gjk_begin_inline(bodies, wants_distance, cache, gjk);
}

void tacti_simplex_points(const tacti_gjk *gjk, tact_vec3 *a, tact_vec3 *b) {
    tacti_simplex_points_inline(gjk, a, b);
    tacti_mend_points(gjk, a, b);
}
