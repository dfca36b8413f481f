/* SPDX-License-Identifier: MIT */
/* The distance of two polytopes from the features of a cache, with little preparation. Compiled for
 * each SIMD level, and apart from pair_distance.c, because gcc should join single numbers to lanes
 * here and should not there. */
#include "pair/pair.h"

#include "base/simd.h"
#include "pair/pair_first.h"
#include "pair/pair_measure.h"
#include "pair/pair_parts.h"

bool TACTI_LEVELED(tacti_distance_again)(const tacti_shape_at *a, const tacti_shape_at *b,
                                         tacti_convex_cache *cache,
                                         tacti_convex_distance_answer *out) {
    tacti_look look;
    tacti_gjk gjk;
    if (!tacti_look_begin(a, b, &look))
        return false;
    gjk.bodies = &look.bodies;
    gjk.count = 0;
    *out = (tacti_convex_distance_answer){0};
    if (!(tacti_take_simplex(cache, &gjk) && measure_warm(&gjk, out)))
        return false;
    remember(out, cache);
    return true;
}
