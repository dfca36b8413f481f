/* SPDX-License-Identifier: MIT */
/**
 * @file hull.h
 * Convex hulls of points, built exactly.
 */
#ifndef TACT_HULL_H
#define TACT_HULL_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The convex hull of points: a polytope, a polygon, a segment or a point. Only
 * tact_hull_move_vertices() changes a hull. Several threads may read it. */
typedef struct tact_hull tact_hull;

/**
 * Creates the convex hull of points, exactly. Its vertices are points of the input, every point of
 * the input is proven to lie in it, and faces that lie in one plane are one face. If all points lie
 * in one plane, on one line, or are equal, the hull is a polygon, a segment or a point.
 * @param context memory; may be NULL
 * @param points  at least one; finite
 * @param count   how many, at most 2^28
 * @param out     receives the hull; equal points give equal hulls on every machine
 * @return TACT_OK, TACT_INVALID_ARGUMENT (no points), TACT_NOT_FINITE, TACT_TOO_LARGE,
 * TACT_INVALID_FLOAT_MODE, TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_hull_create(const tact_context *context, const tact_vec3 *points,
                                      size_t count, tact_hull **out);
/** Creates the hull of all vertices of a mesh. */
TACT_API tact_status tact_hull_create_from_mesh(const tact_context *context, const tact_mesh *mesh,
                                                tact_hull **out);
/** Destroys a hull. NULL is allowed. */
TACT_API void tact_hull_destroy(tact_hull *hull);

/** Facts about a hull. */
typedef struct tact_hull_info {
    uint32_t dimension;    /**< 0 a point, 1 a segment, 2 a polygon, 3 a polytope. */
    uint32_t vertex_count; /**< Vertices; input points inside faces and edges are not counted. */
    uint32_t edge_count;   /**< Edges. */
    uint32_t face_count;   /**< Faces of three or more sides; a polygon has 2, one per side. */
    tact_box bounds;       /**< Of the vertices. */
} tact_hull_info;

/** Returns the facts about a hull. */
TACT_API tact_hull_info tact_hull_inspect(const tact_hull *hull);
/** The vertices. */
TACT_API const tact_vec3 *tact_hull_vertices(const tact_hull *hull);
/** The index of the input point of each vertex, in increasing order. Among equal points it is the
 * first. */
TACT_API const uint32_t *tact_hull_sources(const tact_hull *hull);
/** The corners of a face, counterclockwise seen from outside, beginning with the lowest index.
 * count receives their number. The two faces of a polygon have the same corners in reverse order.
 */
TACT_API const uint32_t *tact_hull_face(const tact_hull *hull, uint32_t face, uint32_t *count);
/** The neighbours of a vertex, counterclockwise seen from outside, beginning with the lowest index.
 * count receives their number. */
TACT_API const uint32_t *tact_hull_neighbours(const tact_hull *hull, uint32_t vertex,
                                              uint32_t *count);
/** Creates a closed triangle mesh of the hull. Each face is cut into a fan; the source faces of the
 * mesh are the faces of the hull. A segment and a point give vertices without triangles. */
TACT_API tact_status tact_hull_to_mesh(const tact_context *context, const tact_hull *hull,
                                       tact_mesh **out);

/**
 * Moves all vertices of a hull to new places, for bodies that deform. The faces stay as they are,
 * so they must be the faces of a convex polytope with the new vertices. This is checked exactly.
 * @param hull      the hull
 * @param positions one per vertex of the hull
 * @return TACT_OK, TACT_INVALID_ARGUMENT if the faces would not be those of a convex polytope, or
 *         TACT_NOT_FINITE. On an error the hull is unchanged.
 */
TACT_API tact_status tact_hull_move_vertices(tact_hull *hull, const tact_vec3 *positions);

/**
 * Checks exactly what algorithms rely on: every vertex is on the right side of the plane of every
 * face, the corners of a face lie in one plane, and the faces form a closed surface.
 * @return TACT_OK, TACT_INVALID_ARGUMENT with what is wrong in error (may be NULL), or
 *         TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_hull_validate(const tact_hull *hull, tact_error *error);

/** Volume, centre and inertia of a body of density 1. */
typedef struct tact_mass {
    double volume;     /**< Volume; 0 if the body is flat. */
    tact_vec3 center;  /**< Centre of mass; of a flat body the mean of the vertices. */
    tact_mat3 inertia; /**< Inertia about the centre of mass. */
} tact_mass;

/** The mass properties of a hull, rounded: the error is about 1e-13 of the volume and inertia if
 * the body is not thin. Numbers beyond the range of double are infinite or 0. */
TACT_API tact_mass tact_hull_mass(const tact_hull *hull);

/**
 * The support point: the vertex that is furthest along a direction, exactly. If several are equally
 * far, it is any of them. If start is 0, the function first scans the vertices of a small hull, or
 * some vertices of a large one. Then it climbs to better neighbours.
 * @param hull      the hull
 * @param direction of any length; if it is 0 or not finite, the result is any vertex
 * @param start     where to begin: the result for a similar direction; 0 for anywhere
 */
TACT_API uint32_t tact_hull_support(const tact_hull *hull, tact_vec3 direction, uint32_t start);

#ifdef __cplusplus
}
#endif

#endif
