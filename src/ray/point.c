/* SPDX-License-Identifier: MIT */
/* A point is measured as a ball of radius 0; see point.h. */
#include "ray/point.h"

#include "depth/depth_answer.h"
#include "pair/pair_depth.h"

static void set_outside(const tacti_convex_distance_answer *answer, tacti_shape_gap *out) {
    out->outcome = answer->outcome;
    out->distance = answer->distance;
    out->lower = answer->lower;
    out->upper = answer->upper;
    out->nearest = answer->point_a;
    out->direction = answer->direction;
}

/* The nearest point of the surface is where the shortest way out ends. */
static void set_inside(const tacti_convex_depth_answer *answer, tacti_shape_gap *out) {
    out->outcome = answer->outcome;
    out->distance = 0 - answer->depth;
    out->lower = 0 - answer->upper;
    out->upper = 0 - answer->lower;
    out->nearest = answer->point_a;
    out->direction = answer->direction;
}

tact_status tacti_shape_point(const tacti_placed_shape *shape, tact_vec3 point,
                              tacti_shape_gap *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_shape ball = tact_shape_sphere(0);
    tacti_placed_shape placed = tacti_place_point(&ball, point);
    tacti_convex_distance_answer away;
    tact_status status = tacti_convex_distance(shape, &placed, NULL, &away);
    if (status != TACT_OK)
        return status;
    if (away.outcome == TACT_OUTCOME_APART) {
        set_outside(&away, out);
        return TACT_OK;
    }
    tacti_convex_depth_answer deep;
    status = tacti_convex_depth(shape, &placed, NULL, &deep);
    if (status != TACT_OK)
        return status;
    if (deep.outcome == TACT_OUTCOME_APART) {
        /* tacti_convex_distance() was undecided, so that its lower bound is 0. */
        set_outside(&away, out);
        out->outcome = TACT_OUTCOME_APART;
        return TACT_OK;
    }
    set_inside(&deep, out);
    if (deep.outcome == TACT_OUTCOME_UNDECIDED)
        out->upper = away.upper; /* the point may be outside */
    return TACT_OK;
}
