/* SPDX-License-Identifier: MIT */
/* What the verdict of the last stage makes of an answer that bounds left undecided; see touch.h. */
#include <float.h>

#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "depth/depth.h"
#include "decide/touch.h"

void tacti_touch_collide(const tacti_bodies *bodies, tacti_convex_collision *out) {
    tacti_touch touch;
    tacti_touch_decide(bodies, &touch);
    if (touch.outcome == TACT_OUTCOME_UNDECIDED)
        return;
    out->outcome = touch.outcome;
    out->ending = TACTI_CONVEX_BY_EXACT;
    if (touch.outcome == TACT_OUTCOME_APART)
        out->proof.direction = touch.direction;
}

/* A point between those of the cores, which both shapes hold up to rounding. */
static tact_vec3 common_point(const tacti_bodies *bodies, const tacti_touch *touch) {
    double a = bodies->body[0].radius, b = bodies->body[1].radius;
    double share = a + b > 0 ? a / (a + b) : 0;
    tact_vec3 p = tacti_touch_round(&touch->point[0]), q = tacti_touch_round(&touch->point[1]);
    return tacti_vec3_add(p, tacti_vec3_scale(tacti_vec3_sub(q, p), share));
}

void tacti_touch_distance(const tacti_bodies *bodies, tacti_convex_distance_answer *out) {
    tacti_touch touch;
    tacti_touch_decide(bodies, &touch);
    if (touch.outcome == TACT_OUTCOME_UNDECIDED)
        return;
    out->outcome = touch.outcome;
    out->ending = TACTI_CONVEX_BY_EXACT;
    if (touch.outcome == TACT_OUTCOME_CONTACT) {
        out->distance = out->lower = out->upper = 0;
        out->direction = (tact_vec3){0, 0, 0};
        if (touch.has_point)
            out->point_a = out->point_b = common_point(bodies, &touch);
        return;
    }
    out->direction = touch.direction;
    /* Gap and error are infinite if the gap does not fit a double; their difference says nothing
     * then. */
    double certain = touch.gap - touch.error;
    if (certain > out->lower)
        out->lower = certain;
    if (touch.is_distance)
        out->upper = tacti_min(out->upper, touch.gap + touch.error);
    /* More than 0, although the lower bound may be 0. */
    double least = tacti_max(out->lower, 0x1p-1074);
    out->upper = tacti_max(out->upper, least);
    double gap = tacti_min(touch.gap, DBL_MAX);
    out->distance = tacti_min(tacti_max(gap, least), out->upper);
}

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

tact_status tacti_touch_depth(const tacti_shape_at *a, const tacti_shape_at *b, bool keeps,
                              tacti_convex_cache *cache, tacti_convex_depth_answer *out) {
    tact_status status = tacti_convex_depth_search(a, b, keeps, cache, out);
    tacti_bodies bodies;
    if (status != TACT_OK || out->outcome != TACT_OUTCOME_UNDECIDED ||
        tacti_bodies_make_at(a, b, &bodies) != TACT_OK)
        return status;
    complete_depth(&bodies, out);
    if (cache != NULL)
        cache->outcome = out->outcome;
    return TACT_OK;
}
