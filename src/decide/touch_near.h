/* SPDX-License-Identifier: MIT */
/* Where two bodies nearly touch, as far as rounding tells, and which points and directions the last
 * stage of a verdict (touch.h) tries there. What is rounded here only chooses candidates; exact
 * arithmetic decides. */
#ifndef TACTI_DECIDE_TOUCH_NEAR_H
#define TACTI_DECIDE_TOUCH_NEAR_H

#include "decide/touch.h"

typedef struct tacti_near_touch {
    const tacti_bodies *bodies; /* bounded ones */
    double scale;               /* of the bodies */
    double snap;                /* what is smaller, of a size or a vector, may be rounding */
    tact_vec3 witness[2];       /* nearest points of the cores, rounded */
    tact_vec3 local[2];         /* of smooth cores: the same in local coordinates, moved onto axes
                                   and ends */
    tact_vec3 snapped[2];       /* local placed and rounded; of polytopes the witness */
    tact_vec3 direction;        /* from a to b; may be 0 */
} tacti_near_touch;

/* Looks for the nearest points. */
void tacti_near_find(const tacti_bodies *bodies, tacti_near_touch *out);

/* Sets local and snapped for a value of snap. */
void tacti_near_snap(tacti_near_touch *near, double snap);

/* A point near the surface of a smooth body's core, onto it, in local coordinates. */
tact_vec3 tacti_near_onto(const tacti_near_touch *near, int side, tact_vec3 p);

/* A coordinate that is 0 up to a limit becomes 0. */
tact_vec3 tacti_near_drop(tact_vec3 v, double limit);

static inline tact_vec3 tacti_touch_middle(const tacti_body *body) {
    const double *m = body->pose->m;
    return (tact_vec3){m[3], m[7], m[11]};
}

static inline tact_vec3 tacti_touch_local(const tacti_body *body, tact_vec3 p) {
    return tacti_turn_back(body->pose, tacti_vec3_sub(p, tacti_touch_middle(body)));
}

/* Contact, by points of both cores; false if none of those tried shows it. */
bool tacti_near_find_contact(const tacti_near_touch *near, tacti_touch *out);

/* Apart, by a direction; false if none of those tried shows it. */
bool tacti_near_find_gap(const tacti_near_touch *near, tacti_touch *out);

#endif
