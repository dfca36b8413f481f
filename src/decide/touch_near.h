/* SPDX-License-Identifier: MIT */
/* The place where two bodies nearly touch, up to rounding, and the points and directions that the
 * last stage of a verdict (touch.h) tries there. Rounded numbers only choose candidates here; exact
 * arithmetic decides. */
#ifndef TACTI_DECIDE_TOUCH_NEAR_H
#define TACTI_DECIDE_TOUCH_NEAR_H

#include "decide/touch.h"

typedef struct tacti_near_touch {
    const tacti_bodies *bodies; /* bounded ones */
    double scale;               /* the size of the bodies with their radii */
    double snap;                /* a smaller fraction of a size or a vector may be rounding */
    tact_vec3 witness[2];       /* nearest points of the cores, rounded */
    tact_vec3 local[2];         /* smooth cores: the witness in local coordinates, moved onto axes
                                   and ends */
    tact_vec3 snapped[2];       /* local, placed and rounded; for a polytope the witness */
    tact_vec3 direction;        /* from a to b; may be 0 */
} tacti_near_touch;

/* Finds the nearest points, and sets everything but snap, local and snapped. */
void tacti_near_find(const tacti_bodies *bodies, tacti_near_touch *out);

/* Sets local and snapped for a value of snap. */
void tacti_near_snap(tacti_near_touch *near, double snap);

/* Moves a point near the surface of a smooth body's core onto it. The result is in local
 * coordinates. */
tact_vec3 tacti_near_onto(const tacti_near_touch *near, int side, tact_vec3 p);

/* Sets coordinates of at most limit to 0. */
tact_vec3 tacti_near_drop(tact_vec3 v, double limit);

static inline tact_vec3 tacti_touch_middle(const tacti_body *body) {
    const double *m = body->pose->m;
    return (tact_vec3){m[3], m[7], m[11]};
}

static inline tact_vec3 tacti_touch_local(const tacti_body *body, tact_vec3 p) {
    return tacti_turn_back(body->pose, tacti_vec3_sub(p, tacti_touch_middle(body)));
}

/* Proves contact by points of both cores. Returns false if no point that is tried proves it. */
bool tacti_near_find_contact(const tacti_near_touch *near, tacti_touch *out);

/* Proves by a direction that the bodies are apart. Returns false if no direction that is tried
 * proves it. */
bool tacti_near_find_gap(const tacti_near_touch *near, tacti_touch *out);

#endif
