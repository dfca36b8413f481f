/* SPDX-License-Identifier: MIT */
/* Casts: two convex shapes of which neither turns.
 *
 * Let W be the differences a - b of points of the cores at the start, and d the way of b relative
 * to a per unit of time. At the time t the cores are as far apart as the point t d is from W, so
 * the first contact is where the ray t d meets W, grown by the radii and the separation.
 *
 * A support point w of W along x shows that W lies beyond the plane x . y = x . w. The ray is in
 * front of it up to the time x . w / x . d: this is the lower bound. Points of W show contact: the
 * upper bound.
 *
 * - Without radii (cast_portal.c): the plane across the ray. Seen along d, three points of W
 *   enclose the ray (the portal). A support point along the normal of their triangle replaces one
 * of them, so that the ray stays enclosed. Each step gives both bounds. This is the simplex method,
 *   with points of W that are found when they are needed (after G. Snethen, XenoCollide, 2008; G.
 * van den Bergen 2004 casts by the nearest point).
 * - With radii (cast_advance.c): the distance from t d to the core of W is a convex function of
 *   time, and the planes at its nearest points are those of Newton's method.
 *
 * Rounding. Let u = 2^-53, S bound all placed coordinates at the start, M = T (|va| + |vb|) with T
 * the greatest |time| and the greatest coordinates of the velocities. Poses at the time t have
 * translations that err by at most 2 u (S + M) in each coordinate of each body; placed vertices by
 * 4.01 u (S + M) more, and so do those at the start (shape/body.h); d errs by u M. For two bodies,
 * and as a length (times 1.74), this is less than 45 u (S + M). noise = 64 u (S + M) covers it, and
 * the rounding of a point w - t d. */
#ifndef TACTI_RIGID_CAST_H
#define TACTI_RIGID_CAST_H

#include "base/simd.h"
#include "rigid/motion.h"
#include "search/gjk.h"

/* The most support points of one cast. */
#define TACTI_CAST_STEPS 64

typedef enum tacti_cast_ending {
    TACTI_CAST_OPEN,   /* not decided: contact at the start, no motion, or rounding */
    TACTI_CAST_FREE,   /* certain: apart at all times */
    TACTI_CAST_LIKELY, /* certain up to lower; contact at upper is to be tested */
    TACTI_CAST_HIT     /* certain: free up to lower, in contact at upper */
} tacti_cast_ending;

/* Times count from the start. */
typedef struct tacti_cast {
    const tacti_bodies *bodies;
    tact_vec3 way;    /* d */
    double length;    /* of the time */
    double precision; /* of the interval that is wanted */
    double radius;    /* of both together, and the separation */
    double noise;
    double lower;      /* certain: free up to this time; infinite for all times */
    double upper;      /* see the ending */
    tact_vec3 x;       /* the direction of lower, from b to a, of any length */
    tact_vec3 site[2]; /* on the cores at the start; they meet at upper */
    uint32_t steps;    /* support points of both */
} tacti_cast;

typedef tacti_cast_ending tacti_cast_search(tacti_cast *cast);
TACTI_DECLARE_LEVELS(tacti_cast_search, tacti_cast_portal)
TACTI_DECLARE_LEVELS(tacti_cast_search, tacti_cast_advance)

/* Whether a cast takes a side: a bounded shape that does not turn. */
bool tacti_cast_takes(const tact_model *model, const tact_rigid_motion *motion);
/* Whether all numbers of such a motion but those of the pose are finite, and not huge. */
bool tacti_cast_is_plain(const tact_rigid_motion *motion);

/* Casts two shapes at each other. Of the movers, the motion, the model and the part count. False if
 * the pair is another one, or if it has to be searched step by step. out is complete but for the
 * numbers of parts. */
bool tacti_cast_run(const tacti_mover *const mover[2], const tact_rigid_options *options,
                    double start, double limit, tact_rigid_result *out);

#endif
