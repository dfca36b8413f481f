/* SPDX-License-Identifier: MIT */
/* A point and a placed convex shape: whether the point is inside, and how far the surface is. */
#ifndef TACTI_RAY_POINT_H
#define TACTI_RAY_POINT_H

#include "pair/pair.h"

/** The answer of tacti_shape_point(). */
typedef struct tacti_shape_gap {
    tact_outcome outcome; /**< TACT_OUTCOME_CONTACT if the point is inside or on the surface. As
                             exact as the outcome of tacti_convex_depth(). */
    double distance;      /**< From the surface, rounded; negative inside. 0 for a point of a shape
                             without inner points, such as a triangle. */
    double lower;         /**< Proven: the true distance is at least this, */
    double upper;         /**< and at most this. Infinite only for a half-space whose plane is
                               further away than 2^1010. */
    tact_vec3 nearest;    /**< A nearest point of the surface, rounded. */
    tact_vec3 direction;  /**< Outward at the nearest point, of length 1 up to rounding; 0 if it is
                             not known, which happens only on the surface up to rounding. */
} tacti_shape_gap;

/**
 * The signed distance of a point from the surface of a placed shape. A point outside costs one
 * tacti_convex_distance(). A point inside costs a tacti_convex_depth() in addition.
 * @param shape the placed shape
 * @param point any point up to 2^500
 * @param out   receives the answer
 * @return the statuses of tacti_convex_collide(); TACT_INVALID_POSE also for a point beyond 2^500.
 */
tact_status tacti_shape_point(const tacti_placed_shape *shape, tact_vec3 point,
                              tacti_shape_gap *out);

/* A placed point: shape must be a ball of radius 0. */
static inline tacti_placed_shape tacti_place_point(const tact_shape *shape, tact_vec3 point) {
    return (tacti_placed_shape){
        shape, {{1, 0, 0, point.x, 0, 1, 0, point.y, 0, 0, 1, point.z}}, TACTI_NO_LIMIT};
}

#endif
