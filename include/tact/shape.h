/* SPDX-License-Identifier: MIT */
/**
 * @file shape.h
 * Convex shapes: spheres, capsules, boxes, cylinders, cones, ellipsoids, half-spaces, segments,
 * triangles and hulls of points, each rounded by a radius.
 *
 * A placed polytope (point, segment, triangle, box, hull) is the convex hull of its placed vertices
 * (tact_pose_place()). Results about placed polytopes are exact for those coordinates. A placed
 * cylinder, cone, ellipsoid or half-space is the image of the shape under the pose in real numbers:
 * with the pose x -> R x + t, a half-space is all y with normal . R^-1 (y - t) <= offset. If a
 * shape has a radius, all points within this distance of it belong to it too.
 */
#ifndef TACT_SHAPE_H
#define TACT_SHAPE_H

#include <tact/hull.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of shapes. */
typedef enum tact_shape_kind {
    TACT_SHAPE_SPHERE = 0,    /**< All points within radius of the origin. */
    TACT_SHAPE_SEGMENT = 1,   /**< From one point to another; a capsule if it has a radius. */
    TACT_SHAPE_TRIANGLE = 2,  /**< A triangle. */
    TACT_SHAPE_BOX = 3,       /**< Around the origin, by its half extents. */
    TACT_SHAPE_HULL = 4,      /**< A hull. */
    TACT_SHAPE_CYLINDER = 5,  /**< Around the z axis, from -half_height to half_height. */
    TACT_SHAPE_CONE = 6,      /**< Around the z axis: base at -half_height, apex at half_height. */
    TACT_SHAPE_ELLIPSOID = 7, /**< Around the origin, by its half axes. */
    TACT_SHAPE_HALF_SPACE = 8 /**< All points p with normal . p <= offset. */
} tact_shape_kind;

/** A short lower-case name such as "half-space"; "unknown shape" for a value that is not a kind. */
TACT_API const char *tact_shape_kind_name(tact_shape_kind kind);

/** A convex shape, passed by value. The functions below make one. */
typedef struct tact_shape {
    tact_shape_kind kind; /**< The kind of the core. */
    double radius;        /**< All points within this distance of the core belong to the shape. */
    /** The core. */
    union {
        tact_segment segment;   /**< TACT_SHAPE_SEGMENT. */
        tact_triangle triangle; /**< TACT_SHAPE_TRIANGLE. */
        tact_vec3 half_extents; /**< TACT_SHAPE_BOX; for TACT_SHAPE_ELLIPSOID the half axes. */
        const tact_hull *hull;  /**< TACT_SHAPE_HULL; must live as long as the shape. */
        tact_plane plane;       /**< TACT_SHAPE_HALF_SPACE. */
        /** TACT_SHAPE_CYLINDER and TACT_SHAPE_CONE. */
        struct {
            double radius;      /**< Of the circle. */
            double half_height; /**< From the middle to an end. */
        } round;
    } core;
} tact_shape;

/** A ball. */
TACT_API tact_shape tact_shape_sphere(double radius);
/** A segment, or a capsule if the radius is not 0. */
TACT_API tact_shape tact_shape_segment(tact_vec3 a, tact_vec3 b, double radius);
/** A capsule along z: its axis runs from -half_length to half_length, a half ball closes each
 * end. */
TACT_API tact_shape tact_shape_capsule(double half_length, double radius);
/** A triangle. */
TACT_API tact_shape tact_shape_triangle(tact_triangle triangle);
/** A box by its half extents. */
TACT_API tact_shape tact_shape_box(double half_x, double half_y, double half_z);
/** A hull. */
TACT_API tact_shape tact_shape_hull(const tact_hull *hull);
/** A cylinder along z, from -half_height to half_height. */
TACT_API tact_shape tact_shape_cylinder(double radius, double half_height);
/** A cone along z: its base at -half_height, its apex at half_height. */
TACT_API tact_shape tact_shape_cone(double radius, double half_height);
/** An ellipsoid by its half axes. */
TACT_API tact_shape tact_shape_ellipsoid(double half_x, double half_y, double half_z);
/** All points p with normal . p <= offset. */
TACT_API tact_shape tact_shape_half_space(tact_vec3 normal, double offset);

/** Checks a shape: it has a known kind, all numbers are finite, no size is negative, a normal is
 * not 0.
 * @return TACT_OK, TACT_INVALID_ARGUMENT or TACT_NOT_FINITE. */
TACT_API tact_status tact_shape_validate(const tact_shape *shape);

/** Whether the core of the shape is a polytope, so that decisions about the shape are exact. */
TACT_API bool tact_shape_is_polytope(const tact_shape *shape);

/** The bounds of a placed shape, rounded outward. The bounds of a half-space are infinite. */
TACT_API tact_box tact_shape_bounds(const tact_shape *shape, const tact_pose *pose);

/** The mass properties of a ball, a capsule, or the core of any other shape: the radius of other
 * shapes is ignored. The volume of a half-space is infinite. */
TACT_API tact_mass tact_shape_mass(const tact_shape *shape);

/** A support point of a placed shape: a point that is furthest along a direction, rounded. */
TACT_API tact_vec3 tact_shape_support(const tact_shape *shape, const tact_pose *pose,
                                      tact_vec3 direction);

#ifdef __cplusplus
}
#endif

#endif
