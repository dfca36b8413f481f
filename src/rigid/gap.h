/* SPDX-License-Identifier: MIT */
/* Two movers, neither a compound: how fast they approach, and the gap between them along a
 * direction.
 *
 * The gap along a unit vector n, from a to b, is the least n . (y - x) of points x of a and y of b.
 * A mesh counts as its local box here. If the gap is positive at two times, it may be known to be
 * positive in between:
 *
 * - Speed. No point pair approaches faster than `speed`. From gaps g0 and g1 that are h apart in
 *   time, nothing meets if g0 + g1 > speed h: it would have to close g0 from one end and g1 from
 * the other.
 * - Closing. The first gap alone suffices if no point pair can close it along the direction.
 * - Bend. Let f(t) = n . (y(t) - x(t)) for one pair of points. |f''| is at most `bend`, so at the
 *   part s of the way f is at least g0 + (g1 - g0) s - bend h^2 s (1 - s) / 2. This holds for all
 *   pairs of points at once.
 *
 * The direction is fixed in the common frame. With a half-space it is the placed normal at each
 * time instead, because the gap along any other is -infinity. If the half-space turns, n' and n''
 * count too: with c its centre, D the largest |y - c| and w its angular speed,
 * |f'| <= w D + |y' - c'| and |f''| <= w^2 D + 2 w |y' - c'| + |y''|. */
#ifndef TACTI_RIGID_GAP_H
#define TACTI_RIGID_GAP_H

#include "rigid/motion.h"

typedef struct tacti_approach {
    tacti_mover mover[2];
    int plane;    /* the side that is a half-space and gives the direction; -1 for none */
    double speed; /* at which two points approach at most; may be infinite */
    double bend;  /* bounds |f''| for every direction; may be infinite */
    double noise; /* how much the gap of the computed poses may exceed a gap on the way */
} tacti_approach;

/* A direction, and bounds along it. */
typedef struct tacti_along {
    tact_vec3 n;
    double speed;   /* of |f'| */
    double bend;    /* of |f''| */
    double closing; /* of -f', at least 0 */
} tacti_along;

/* Prepares a pair for the times from `from` to `to`. */
tact_status tacti_approach_make(tacti_approach *approach, double from, double to);

/* The instance of a side at a time. */
tact_status tacti_approach_place(const tacti_approach *approach, int side, double time,
                                 tact_instance *out);

/* Both instances. */
tact_status tacti_approach_place_both(const tacti_approach *approach, double time,
                                      tact_instance out[2]);

/* The bounds along a direction of length 1 up to rounding. What turns about an axis moves only
 * across it, so |n x axis| of the speed and of the bend count. */
tacti_along tacti_approach_along(const tacti_approach *approach, const tact_instance instance[2],
                                 tact_vec3 n);

/* How long the balls around the paths of both bodies about their centres stay apart from a time on,
 * at a distance: no turn leads out of them. 0 if they meet, infinite if they never do. */
double tacti_approach_ball_time(const tacti_approach *approach, const tact_instance instance[2],
                                double time, double distance);

/* The gap along n of two placed instances of the pair, less the noise: at most the true gap. n has
 * length 1 up to rounding and is ignored with a half-space. -infinity for two half-spaces. */
double tacti_approach_gap(const tacti_approach *approach, const tact_instance instance[2],
                          tact_vec3 n);

/* Whether two gaps, h apart in time, prove that the pair is apart in between. */
bool tacti_along_is_free(const tacti_along *along, double gap, double next, double h);

#endif
