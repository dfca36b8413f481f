/* SPDX-License-Identifier: MIT */
/* The depth of two placed shapes: the search for bodies of a usual size, scaling for others, and
 * exact arithmetic for what bounds leave undecided. */
#include "pair/pair_depth.h"

#include "decide/touch.h"
#include "depth/depth.h"
#include "pair/pair_range.h"

static void complete_depth(const tacti_bodies *bodies, tacti_convex_depth_answer *out) {
    tacti_touch touch;
    tacti_touch_decide(bodies, &touch);
    if (touch.outcome == TACT_OUTCOME_UNDECIDED)
        return;
    out->outcome = touch.outcome;
    out->ending = TACTI_CONVEX_BY_EXACT;
    if (touch.outcome == TACT_OUTCOME_APART)
        *out = (tacti_convex_depth_answer){.outcome = TACT_OUTCOME_APART,
                                           .ending = TACTI_CONVEX_BY_EXACT,
                                           .iterations = out->iterations};
    else if (touch.is_endless)
        out->lower = out->depth = out->upper = tacti_infinity();
    else if (touch.is_distance && !(out->upper < tacti_infinity())) {
        /* Opposite half-spaces whose normals only exact arithmetic knows. */
        out->depth = tacti_max(-touch.gap, 0);
        out->lower = tacti_max(-touch.gap - touch.error, 0);
        out->upper = tacti_max(-touch.gap, 0) + touch.error;
        out->direction = touch.direction;
    }
}

tact_status tacti_convex_depth_keep(const tacti_shape_at *a, const tacti_shape_at *b, bool keeps,
                                    tacti_convex_cache *cache, tacti_convex_depth_answer *out) {
    tacti_bodies bodies;
    tact_status status = tacti_bodies_make_at(a, b, &bodies);
    if (status != TACT_OK)
        return status;
    *out = (tacti_convex_depth_answer){0};
    if (tacti_is_out_of_range(&bodies))
        tacti_range_depth(&bodies, cache, out);
    else
        tacti_depth_measure(&bodies, keeps, cache, out);
    if (out->outcome != TACT_OUTCOME_UNDECIDED)
        return TACT_OK;
    complete_depth(&bodies, out);
    if (cache != NULL)
        cache->outcome = out->outcome;
    return TACT_OK;
}

tact_status tacti_convex_depth(const tacti_placed_shape *a, const tacti_placed_shape *b,
                               tacti_convex_cache *cache, tacti_convex_depth_answer *out) {
    if (a == NULL || b == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_shape_at at[2];
    tacti_at_both(a, b, at);
    return tacti_convex_depth_keep(&at[0], &at[1], true, cache, out);
}

tact_status tacti_convex_depth_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tacti_convex_cache *cache, tacti_convex_depth_answer *out) {
    return tacti_convex_depth_keep(a, b, true, cache, out);
}
