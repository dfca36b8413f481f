/* SPDX-License-Identifier: MIT */
/* Completes answers that bounds left undecided by the verdict of the last exact stage; see
 * decide/touch.h. */
#include <float.h>

#include "base/assert.h"
#include "decide/touch.h"
#include "pair/pair_parts.h"

void tacti_touch_collide(const tacti_bodies *bodies, tacti_convex_collision *out) {
    TACTI_ASSERT(out->outcome == TACT_OUTCOME_UNDECIDED);
    tacti_touch touch;
    tacti_touch_decide(bodies, &touch);
    if (touch.outcome == TACT_OUTCOME_UNDECIDED)
        return;
    out->outcome = touch.outcome;
    out->ending = TACTI_CONVEX_BY_EXACT;
    if (touch.outcome == TACT_OUTCOME_APART)
        out->proof.direction = touch.direction;
}

/* A point between those of the cores that lies in both shapes up to rounding. */
static tact_vec3 common_point(const tacti_bodies *bodies, const tacti_touch *touch) {
    double a = bodies->body[0].radius, b = bodies->body[1].radius;
    double share = a + b > 0 ? a / (a + b) : 0;
    tact_vec3 p = tacti_touch_round(&touch->point[0]), q = tacti_touch_round(&touch->point[1]);
    return tacti_vec3_add(p, tacti_vec3_scale(tacti_vec3_sub(q, p), share));
}

void tacti_touch_distance(const tacti_bodies *bodies, tacti_convex_distance_answer *out) {
    TACTI_ASSERT(out->outcome == TACT_OUTCOME_UNDECIDED);
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
    /* Gap and error are infinite if the gap does not fit a double. Their difference is then NaN,
     * and the comparison is false. */
    double certain = touch.gap - touch.error;
    if (certain > out->lower)
        out->lower = certain;
    if (touch.is_distance)
        out->upper = tacti_min(out->upper, touch.gap + touch.error);
    /* The distance is more than 0 although the lower bound may be 0. */
    double least = tacti_max(out->lower, 0x1p-1074);
    out->upper = tacti_max(out->upper, least);
    double gap = tacti_min(touch.gap, DBL_MAX);
    out->distance = tacti_min(tacti_max(gap, least), out->upper);
}
