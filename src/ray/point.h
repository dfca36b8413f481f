/* SPDX-License-Identifier: MIT */
/* A point and a placed convex shape: is the point inside, and how far is the surface. */
#ifndef TACTI_RAY_POINT_H
#define TACTI_RAY_POINT_H

#include "pair/pair.h"

/** The answer of tacti_shape_point(). */
typedef struct tacti_shape_gap {
    tact_outcome outcome; /**< TACT_OUTCOME_CONTACT if the point is inside or on the surface; as
                             exact as that of tacti_convex_depth(). */
    double distance;     /**< From the surface, rounded; negative inside. A point of a shape without
                              inner points, such as a triangle, has 0. */
    double lower;        /**< Proven: the true one is at least this, */
    double upper;        /**< and at most this. Infinite only for a half-space whose plane is
                              further away than 2^1010. */
    tact_vec3 nearest;   /**< A nearest point of the surface, rounded. */
    tact_vec3 direction; /**< Outward at the nearest point, of length 1 up to rounding; 0 if not
                              known, which only a point on the surface up to rounding has. */
} tacti_shape_gap;

/**
 * The signed distance of a point from the surface of a placed shape. A point outside costs one
 * tacti_convex_distance(), a point inside a tacti_convex_depth() on top.
 * @param shape the placed shape
 * @param point where
 * @param out   receives the answer
 * @return the statuses of tacti_convex_collide(); TACT_INVALID_POSE also for a point beyond 2^500.
 */
tact_status tacti_shape_point(const tacti_placed_shape *shape, tact_vec3 point,
                              tacti_shape_gap *out);

/* A ball of radius 0, which is what shape points to. */
static inline tacti_placed_shape tacti_place_point(const tact_shape *shape, tact_vec3 point) {
    return (tacti_placed_shape){shape, {{1, 0, 0, point.x, 0, 1, 0, point.y, 0, 0, 1, point.z}}};
}

#endif
