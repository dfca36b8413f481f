/* SPDX-License-Identifier: MIT */
/* The contact manifold of two placed convex shapes: up to four points with one normal. Each point
 * has a name that stays the same from frame to frame. Also the gradient: how the distance or depth
 * changes with the poses. */
#ifndef TACTI_MANIFOLD_MANIFOLD_H
#define TACTI_MANIFOLD_MANIFOLD_H

#include "depth/depth_answer.h"

/** Set in a feature that is an edge; all other bits are its number. Edges come after faces in the
 * order of features, which breaks ties between equally good points. Answers to users have the bits
 * of prim.h. */
#define TACTI_FEATURE_EDGE_BIT 0x80000000u
/** Set in a feature that is a face, whose edge bit is not set; all other bits are its number. */
#define TACTI_FEATURE_FACE_BIT 0x40000000u

/**
 * What a feature of a manifold is. Vertices are numbered as in pair/pair.h.
 *
 * | shape | vertices | edges | faces |
 * |---|---|---|---|
 * | sphere, ellipsoid | 0 | | |
 * | segment | 0, 1 | 0 | |
 * | triangle | 0 to 2 | i from vertex i to the next | 0 on the side from which the vertices are
 *   counterclockwise, 1 on the other |
 * | box | 0 to 7 | 4 axis + j; bits 0 and 1 of j are set if the next axes are positive | 2 axis,
 *   plus 1 if the face is on the positive side |
 * | hull | as in the hull | of lesser vertex v and neighbour k of v: k plus the number of
 *   neighbours of all vertices before v | as in the hull; the least of several nearly in one plane
 *   |
 * | cylinder | eight around the base, eight around the top, 16 and 17 the ends of a line down the
 *   side | i from vertex i to the next around; 16 down the side | 0 base, 1 top |
 * | cone | eight around the base, 8 the apex, 9 the foot of a line up the side | 0 to 7 around the
 *   base, 8 up the side | 0 base |
 * | half-space | | | 0 |
 *
 * @param feature of a manifold
 * @param number  receives the number; may be NULL
 */
tact_feature_kind tacti_manifold_feature(uint32_t feature, uint32_t *number);

/** One point of a manifold. */
typedef struct tacti_manifold_point {
    tact_vec3 point_a;  /**< On a, */
    tact_vec3 point_b;  /**< and on b: point_b - point_a is separation times normal, up to rounding.
                         */
    double separation;  /**< Negative if the shapes overlap there. */
    uint32_t feature_a; /**< Which vertex, edge or face of a (tacti_manifold_feature()); the same
                             from frame to frame while the shapes touch in the same way. */
    uint32_t feature_b; /**< The same of b. */
} tacti_manifold_point;

/** The answer of tacti_convex_manifold(). */
typedef struct tacti_manifold {
    tact_outcome outcome; /**< As tacti_convex_collide() says. */
    uint32_t point_count; /**< 0 to 4; 0 if the shapes are further apart than margin, or are
                             half-spaces. */
    tacti_manifold_point points[4]; /**< In the order of their features. */
    tact_vec3 normal;               /**< From a to b, of length 1 up to rounding. */
    double separation;              /**< The distance, or the depth times -1. */
    double lower;                   /**< Proven, if there are no points because the shapes are too
                                         far apart: the distance is at least this. Else 0. */
} tacti_manifold;

/**
 * The contact manifold of two placed convex shapes that touch or nearly touch. The normal is the
 * direction of tacti_convex_distance() or tacti_convex_depth(). If the shapes are swapped, the
 * points are the same and the normal is reversed.
 * @param a      one shape
 * @param b      the other
 * @param margin points are kept if their separation is at most this; 0 or more
 * @param cache  NULL for none
 * @param out    receives the answer
 * @return the statuses of tacti_convex_collide(); TACT_INVALID_ARGUMENT also for a margin that is
 *         negative or NaN.
 */
tact_status tacti_convex_manifold(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  double margin, tacti_convex_cache *cache, tacti_manifold *out);
/** The same without copies of poses; no argument but cache may be NULL. */
tact_status tacti_convex_manifold_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                     double margin, tacti_convex_cache *cache, tacti_manifold *out);

/** How the separation (the distance, or the depth times -1) of two shapes changes with a pose: per
 * unit of translation, and per radian of rotation about an axis through the origin of that shape's
 * frame. */
typedef struct tacti_pose_gradient {
    tact_vec3 translation; /**< With respect to the translation, in the common frame. */
    tact_vec3 rotation;    /**< With respect to a turn about the axes of the common frame through
                                the placed origin of the shape. */
} tacti_pose_gradient;

/** The answer of tacti_convex_gradient(). */
typedef struct tacti_convex_gradient_answer {
    tact_outcome outcome; /**< As tacti_convex_collide() says. */
    double separation;    /**< The distance, or the depth times -1. */
    bool is_unique; /**< False if other nearest points, or another direction out, are as good up to
                       a turn of 1e-6 radians or a shift of 1e-6 of the smaller size. The separation
                       then has a kink nearby, and the gradient is one of several. The translations
                       of a positive distance are unique nevertheless. Also false if the search
                       reached its limit. */
    tacti_pose_gradient of_a; /**< With respect to the pose of a, */
    tacti_pose_gradient of_b; /**< and to that of b. */
} tacti_convex_gradient_answer;

/** The gradient of the separation of two placed convex shapes. The arguments and statuses of
 * tacti_convex_collide(). */
tact_status tacti_convex_gradient(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_gradient_answer *out);
/** The same without copies of poses; no argument but cache may be NULL. */
tact_status tacti_convex_gradient_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                     tacti_convex_cache *cache, tacti_convex_gradient_answer *out);

#endif
