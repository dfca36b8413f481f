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

#ifdef __cplusplus
}
#endif

#endif
