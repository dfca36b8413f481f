/* SPDX-License-Identifier: MIT */
/**
 * @file convex_contact.h
 * Where two placed convex shapes touch, as physics engines want it: up to four points with one
 * normal, each with a name that stays the same from frame to frame; and how their distance or depth
 * changes with their poses.
 */
#ifndef TACT_CONVEX_CONTACT_H
#define TACT_CONVEX_CONTACT_H

#include <tact/convex_depth.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One point of a manifold. */
typedef struct tact_manifold_point {
    tact_vec3 point_a;  /**< On a, */
    tact_vec3 point_b;  /**< and on b: point_b - point_a is separation times normal, up to rounding.
                         */
    double separation;  /**< Negative where the shapes overlap there. */
    uint32_t feature_a; /**< Which vertex, edge or face of a; the same from frame to frame while the
                             shapes touch in the same way. */
    uint32_t feature_b; /**< The same of b. */
} tact_manifold_point;

/** The answer of tact_convex_manifold(). */
typedef struct tact_manifold {
    tact_outcome outcome;          /**< As tact_convex_collide() says. */
    uint32_t point_count;          /**< 0 to 4; 0 where the shapes are further apart than margin. */
    tact_manifold_point points[4]; /**< In the order of their features. */
    tact_vec3 normal;              /**< From a to b, of length 1 up to rounding. */
    double separation;             /**< The distance, or the depth times -1. */
} tact_manifold;

/**
 * Where two placed convex shapes touch or nearly do.
 * @param a      one shape
 * @param b      the other
 * @param margin points up to this far apart count; 0 or more
 * @param cache  NULL for none
 * @param out    receives the answer
 * @return the statuses of tact_convex_collide().
 */
TACT_API tact_status tact_convex_manifold(const tact_placed_shape *a, const tact_placed_shape *b,
                                          double margin, tact_convex_cache *cache,
                                          tact_manifold *out);

/** How the separation (the distance, or the depth times -1) of two shapes changes with a pose: by
 * translation for each unit of length, by rotation for each radian about an axis through the origin
 * of that shape's frame. */
typedef struct tact_pose_gradient {
    tact_vec3 translation; /**< With respect to the translation, in the common frame. */
    tact_vec3 rotation;    /**< With respect to a turn about the axes of the common frame through
                                the placed origin of the shape. */
} tact_pose_gradient;

/** The answer of tact_convex_gradient(). */
typedef struct tact_separation_gradient {
    tact_outcome outcome;    /**< As tact_convex_collide() says. */
    double separation;       /**< The distance, or the depth times -1. */
    bool is_unique;          /**< False where other nearest points, or another direction out, are as
                                  good up to rounding: the separation then has a kink there, and the
                                  gradient is one of several. */
    tact_pose_gradient of_a; /**< With respect to the pose of a, */
    tact_pose_gradient of_b; /**< and to that of b. */
} tact_separation_gradient;

/** The gradient of the separation of two placed convex shapes. The arguments and statuses of
 * tact_convex_collide(). */
TACT_API tact_status tact_convex_gradient(const tact_placed_shape *a, const tact_placed_shape *b,
                                          tact_convex_cache *cache, tact_separation_gradient *out);

#ifdef __cplusplus
}
#endif

#endif
