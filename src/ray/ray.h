/* SPDX-License-Identifier: MIT */
/* A ray and a placed convex shape: where the ray first meets the shape.
 *
 * The shape is a solid and closed, so touching is a hit. For polytopes without a radius and for
 * half-spaces the verdict is exact for the numbers of the ray. For polytopes with a radius it is
 * exact for the ray without end; if t_max lies between lower and upper, the end of the ray counts
 * as the rounded point origin + t_max direction. If that point is beyond 2^500, the outcome is
 * TACT_OUTCOME_UNDECIDED. Verdicts on cylinders, cones and ellipsoids are proven by bounds. If the
 * bounds do not decide, the outcome is TACT_OUTCOME_UNDECIDED: up to rounding, the ray then grazes
 * the shape, starts on its surface or ends there.
 *
 * What pair/pair.h says about poses and the range of coordinates holds here, too, for the shape and
 * for the origin of the ray. Nothing allocates or keeps state. */
#ifndef TACTI_RAY_RAY_H
#define TACTI_RAY_RAY_H

#include "pair/pair.h"

/** The answer of tacti_shape_ray(). */
typedef struct tacti_shape_hit {
    tact_outcome outcome; /**< TACT_OUTCOME_CONTACT for a hit, TACT_OUTCOME_APART for a miss. */
    bool is_inside;       /**< The origin is in the shape or on its surface; t is then 0. */
    double t;             /**< The first parameter in the shape, rounded; infinite for a miss. */
    double lower;         /**< Proven: the ray without end is outside of the shape before this, */
    double upper;         /**< and meets the shape at this or before. Both are infinite for a miss;
                               if the outcome is undecided, upper may be. */
    tact_vec3 point;      /**< The point at t, rounded. */
    tact_vec3 normal; /**< Outward at the point, of length 1 up to rounding. 0 for a miss, and if
                         the origin is inside; undecided: 0 if not known. */
} tacti_shape_hit;

/**
 * The first point of a ray with 0 <= t <= t_max that lies in a placed shape.
 * @param shape the placed shape
 * @param ray   its direction may have any length; a ray of zero direction is its origin
 * @param t_max 0 or more; HUGE_VAL for no end
 * @param out   receives the answer
 * @return the statuses of tacti_convex_collide(); TACT_NOT_FINITE also for a ray that is not
 * finite, TACT_INVALID_ARGUMENT for a negative t_max, TACT_INVALID_POSE for an origin beyond 2^500.
 */
tact_status tacti_shape_ray(const tacti_placed_shape *shape, tact_ray ray, double t_max,
                            tacti_shape_hit *out);

#endif
