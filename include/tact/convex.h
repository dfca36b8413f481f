/* SPDX-License-Identifier: MIT */
/**
 * @file convex.h
 * Convex shapes: spheres, capsules, boxes, cylinders, cones, ellipsoids, half-spaces, segments,
 * triangles and hulls of points, each rounded by a radius; and hulls, built exactly.
 *
 * A polytope (point, segment, triangle, box, hull) that is placed is the convex hull of its placed
 * vertices (tact_pose_place()), and with a radius all that is within that distance of it. What is
 * said about placed polytopes is exact for those coordinates. Cylinder, cone, ellipsoid and
 * half-space are the image of the shape under the pose in real numbers: with the pose x -> R x + t,
 * a half-space is all y with normal . R^-1 (y - t) <= offset. With a radius all that is within that
 * distance of the image belongs to the shape.
 */
#ifndef TACT_CONVEX_H
#define TACT_CONVEX_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hulls -------------------------------------------------------------------------------- */

/** The convex hull of points: a polytope, or what is flat or thin. Immutable but for
 * tact_hull_move_vertices(); may be shared between threads. */
typedef struct tact_hull tact_hull;

/**
 * The convex hull of points, exactly: its vertices are points of the input, every point of the
 * input is proven to lie in it, faces that lie in one plane are one face. All points in one plane,
 * on one line, or equal are served: the hull is then a polygon, a segment or a point.
 * @param context memory; may be NULL
 * @param points  at least one; finite
 * @param count   how many, at most 2^28
 * @param out     receives the hull; the same for the same points, whatever else
 * @return TACT_INVALID_ARGUMENT (no points), TACT_NOT_FINITE, TACT_TOO_LARGE, TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_hull_create(const tact_context *context, const tact_vec3 *points,
                                      size_t count, tact_hull **out);
/** The hull of all vertices of a mesh. */
TACT_API tact_status tact_hull_create_from_mesh(const tact_context *context, const tact_mesh *mesh,
                                                tact_hull **out);
/** Ends a hull; NULL is allowed. */
TACT_API void tact_hull_destroy(tact_hull *hull);

/** What a hull is like. */
typedef struct tact_hull_info {
    uint32_t dimension;    /**< 0 a point, 1 a segment, 2 a polygon, 3 a polytope. */
    uint32_t vertex_count; /**< Vertices; points of the input inside of faces and edges are none. */
    uint32_t edge_count;   /**< Edges. */
    uint32_t face_count;   /**< Faces, of three and more sides; a polygon has 2, one a side. */
    tact_box bounds;       /**< Of the vertices. */
} tact_hull_info;

/** What a hull is like. */
TACT_API tact_hull_info tact_hull_inspect(const tact_hull *hull);
/** The vertices. */
TACT_API const tact_vec3 *tact_hull_vertices(const tact_hull *hull);
/** For each vertex, which point of the input it is, in increasing order; of equal points the
 * first. */
TACT_API const uint32_t *tact_hull_sources(const tact_hull *hull);
/** The corners of a face, counterclockwise seen from outside, beginning with the least, and how
 * many. A polygon's two faces hold the same corners in opposite order. */
TACT_API const uint32_t *tact_hull_face(const tact_hull *hull, uint32_t face, uint32_t *count);
/** The neighbours of a vertex, counterclockwise seen from outside, beginning with the least, and
 * how many. */
TACT_API const uint32_t *tact_hull_neighbours(const tact_hull *hull, uint32_t vertex,
                                              uint32_t *count);
/** The hull as a closed mesh of triangles: faces are cut into fans, source faces are faces of the
 * hull. A segment and a point give vertices without triangles. */
TACT_API tact_status tact_hull_to_mesh(const tact_context *context, const tact_hull *hull,
                                       tact_mesh **out);

/**
 * Moves all vertices of a hull to new places, for bodies that deform. The faces stay as they are,
 * so the new vertices must still form the same convex polytope; that is checked exactly.
 * @param hull      the hull
 * @param positions one for each vertex of the hull
 * @return TACT_INVALID_ARGUMENT where the faces would not be those of a convex polytope any more,
 *         TACT_NOT_FINITE; the hull is then as it was.
 */
TACT_API tact_status tact_hull_move_vertices(tact_hull *hull, const tact_vec3 *positions);

/**
 * Checks everything that algorithms rely on, exactly: every vertex on the right side of every
 * face's plane, corners of faces in one plane, faces that close up.
 * @return TACT_OK, TACT_INVALID_ARGUMENT with what is wrong in error (may be NULL), or
 *         TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_hull_validate(const tact_hull *hull, tact_error *error);

/** Volume, centre and inertia of a body of density 1. */
typedef struct tact_mass {
    double volume;     /**< Volume; 0 where the body is flat. */
    tact_vec3 center;  /**< Centre of mass; for flat bodies that of the vertices. */
    tact_mat3 inertia; /**< Inertia about the centre of mass. */
} tact_mass;

/** The mass properties of a hull, rounded: to about 1e-13 of the volume and inertia for bodies that
 * are not thin. Infinite or 0 where they leave the range of double. */
TACT_API tact_mass tact_hull_mass(const tact_hull *hull);

/**
 * The vertex that is furthest along a direction, exactly; of equal ones any. Without a start it
 * scans the vertices of small hulls, or some of large ones; then it climbs to better neighbours.
 * @param hull      the hull
 * @param direction any length; where it is 0 or not finite, the answer is any vertex
 * @param start     where to begin: the answer to a similar question; 0 for anywhere
 */
TACT_API uint32_t tact_hull_support(const tact_hull *hull, tact_vec3 direction, uint32_t start);

/* ---- Shapes ------------------------------------------------------------------------------- */

/** Kinds of shapes. */
typedef enum tact_shape_kind {
    TACT_SHAPE_SPHERE = 0,    /**< All within radius of the origin. */
    TACT_SHAPE_SEGMENT = 1,   /**< From one point to another; with a radius a capsule. */
    TACT_SHAPE_TRIANGLE = 2,  /**< A triangle. */
    TACT_SHAPE_BOX = 3,       /**< Around the origin, by its half extents. */
    TACT_SHAPE_HULL = 4,      /**< A hull. */
    TACT_SHAPE_CYLINDER = 5,  /**< Around the z axis, from -half_height to half_height. */
    TACT_SHAPE_CONE = 6,      /**< Around the z axis: base at -half_height, apex at half_height. */
    TACT_SHAPE_ELLIPSOID = 7, /**< Around the origin, by its half axes. */
    TACT_SHAPE_HALF_SPACE = 8 /**< All points p with normal . p <= offset. */
} tact_shape_kind;

/** A short lower-case name such as "half-space"; "unknown shape" for other values. */
TACT_API const char *tact_shape_kind_name(tact_shape_kind kind);

/** A convex shape, a value. Make one with the functions below. */
typedef struct tact_shape {
    tact_shape_kind kind; /**< What it is. */
    double radius;        /**< All that is within this distance of the core belongs to it. */
    /** The core. */
    union {
        tact_segment segment;   /**< TACT_SHAPE_SEGMENT. */
        tact_triangle triangle; /**< TACT_SHAPE_TRIANGLE. */
        tact_vec3 half_extents; /**< TACT_SHAPE_BOX; of TACT_SHAPE_ELLIPSOID the half axes. */
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
/** A segment; with a radius a capsule. */
TACT_API tact_shape tact_shape_segment(tact_vec3 a, tact_vec3 b, double radius);
/** A capsule along z, from -half_length to half_length, the balls beyond that. */
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

/** Checks a shape: kind, finite numbers, nothing negative, a normal that is not 0.
 * @return TACT_OK, TACT_INVALID_ARGUMENT or TACT_NOT_FINITE. */
TACT_API tact_status tact_shape_validate(const tact_shape *shape);

/** Whether what is said about the shape is exact: its core is a polytope. */
TACT_API bool tact_shape_is_polytope(const tact_shape *shape);

/** The bounds of a placed shape, rounded outward; infinite ones for a half-space. */
TACT_API tact_box tact_shape_bounds(const tact_shape *shape, const tact_pose *pose);

/** The mass properties of a shape without radius or with a ball or capsule; the volume of a
 * half-space is infinite. */
TACT_API tact_mass tact_shape_mass(const tact_shape *shape);

/** A support point of a placed shape: one that is furthest along a direction, rounded. */
TACT_API tact_vec3 tact_shape_support(const tact_shape *shape, const tact_pose *pose,
                                      tact_vec3 direction);

#ifdef __cplusplus
}
#endif

#endif
