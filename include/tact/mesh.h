/* SPDX-License-Identifier: MIT */
/**
 * @file mesh.h
 * Triangle soups: raw arrays as they come from outside, meshes made of them, what is wrong with
 * them, how their triangles hang together, and meshes that tact makes itself.
 *
 * A mesh is immutable and may be used from several threads at once. Triangles, vertices and parts
 * are numbered from 0 in the caller's order. Closed, oriented, manifold: see docs/mesh.md.
 */
#ifndef TACT_MESH_H
#define TACT_MESH_H

#include <tact/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Raw arrays --------------------------------------------------------------------------- */

/** How a coordinate is stored. */
typedef enum tact_number_type {
    TACT_NUMBER_FLOAT64 = 0, /**< double */
    TACT_NUMBER_FLOAT32 = 1  /**< float; converted exactly */
} tact_number_type;

/** A named range of triangles. */
typedef struct tact_mesh_part {
    const char *name; /**< UTF-8, terminated; NULL means "". */
    uint32_t first;   /**< First triangle. */
    uint32_t count;   /**< Number of triangles. */
} tact_mesh_part;

/**
 * Vertices and triangles in the caller's memory. Nothing about them is assumed to be right: the
 * doctor examines them, and creating a mesh checks them. Zero everything that is not needed.
 */
typedef struct tact_mesh_arrays {
    const void *positions;          /**< x, y, z of each vertex; NULL only without vertices. */
    tact_number_type position_type; /**< Type of each coordinate. */
    size_t position_stride;         /**< Bytes from one vertex to the next; 0: packed. */
    uint32_t vertex_count;          /**< Number of vertices. */
    const uint32_t *indices;        /**< Three vertex numbers a triangle; NULL: 0, 1, 2, 3, ... */
    size_t index_stride;            /**< Bytes from one triangle to the next; 0: packed. */
    uint32_t triangle_count;        /**< Number of triangles. */
    const uint32_t *source_faces;   /**< Face of the source a triangle comes from; NULL: its own. */
    const tact_mesh_part *parts;    /**< Named ranges; NULL: none. */
    uint32_t part_count;            /**< Number of parts. */
} tact_mesh_arrays;

/** Arrays that tact owns, as readers return them: anything may be wrong with their contents but the
 * sizes and the vertex numbers. */
typedef struct tact_soup tact_soup;

/** The arrays, valid until the soup is destroyed. */
TACT_API tact_mesh_arrays tact_soup_arrays(const tact_soup *soup);

/** Copies arrays into a soup (converted to double, packed). Vertex numbers and part ranges are
 * checked, numbers are not. */
TACT_API tact_status tact_soup_create(const tact_context *context, const tact_mesh_arrays *arrays,
                                      tact_error *error, tact_soup **out);

/** Ends a soup; NULL is allowed. */
TACT_API void tact_soup_destroy(tact_soup *soup);

/* ---- Meshes ------------------------------------------------------------------------------- */

/** Vertices (double) and triangles, immutable. */
typedef struct tact_mesh tact_mesh;

/**
 * Copies arrays into a mesh. Every degeneracy is served; refused are only numbers that are not
 * finite (TACT_NOT_FINITE, with the vertex) and vertex numbers or part ranges out of range
 * (TACT_INVALID_ARGUMENT, with the triangle or part).
 */
TACT_API tact_status tact_mesh_create(const tact_context *context, const tact_mesh_arrays *arrays,
                                      tact_error *error, tact_mesh **out);

/** Ends a mesh; NULL is allowed. */
TACT_API void tact_mesh_destroy(tact_mesh *mesh);

/** Number of vertices. */
TACT_API uint32_t tact_mesh_vertex_count(const tact_mesh *mesh);
/** Number of triangles. */
TACT_API uint32_t tact_mesh_triangle_count(const tact_mesh *mesh);
/** All vertices, packed. */
TACT_API const tact_vec3 *tact_mesh_vertices(const tact_mesh *mesh);
/** All vertex numbers, three a triangle, packed. */
TACT_API const uint32_t *tact_mesh_indices(const tact_mesh *mesh);
/** A triangle's corners; the number must be in range. */
TACT_API tact_triangle tact_mesh_triangle(const tact_mesh *mesh, uint32_t triangle);
/** The face of the source that a triangle comes from. */
TACT_API uint32_t tact_mesh_source_face(const tact_mesh *mesh, uint32_t triangle);
/** Number of parts. */
TACT_API uint32_t tact_mesh_part_count(const tact_mesh *mesh);
/** A part; its name lives as long as the mesh. */
TACT_API tact_mesh_part tact_mesh_part_at(const tact_mesh *mesh, uint32_t part);
/** The first part that holds a triangle, or part_count where none does. */
TACT_API uint32_t tact_mesh_part_of(const tact_mesh *mesh, uint32_t triangle);
/** The least box of all vertices that triangles use; empty without triangles. */
TACT_API tact_box tact_mesh_bounds(const tact_mesh *mesh);
/** The mesh as arrays, valid until it is destroyed. */
TACT_API tact_mesh_arrays tact_mesh_as_arrays(const tact_mesh *mesh);

/**
 * A mesh in which vertices with equal coordinates (+0 equals -0) are one, the first of them. Order
 * of vertices and triangles, parts and source faces stay; triangles are never dropped.
 */
TACT_API tact_status tact_mesh_weld(const tact_context *context, const tact_mesh *mesh,
                                    tact_mesh **out);

/* ---- Topology ----------------------------------------------------------------------------- */

/** The value for "no such triangle". */
#define TACT_NO_TRIANGLE UINT32_MAX

/** Edges of a mesh by vertex numbers, with the triangles at each. */
typedef struct tact_topology tact_topology;

/** Finds the edges. Time and memory are linear in the number of triangles and vertices. */
TACT_API tact_status tact_topology_create(const tact_context *context, const tact_mesh *mesh,
                                          tact_topology **out);
/** Ends a topology; NULL is allowed. */
TACT_API void tact_topology_destroy(tact_topology *topology);
/** Number of edges: pairs of different vertex numbers that are an edge of a triangle. */
TACT_API uint32_t tact_topology_edge_count(const tact_topology *topology);
/** The two vertices of an edge, the lesser first. */
TACT_API void tact_topology_edge(const tact_topology *topology, uint32_t edge,
                                 uint32_t vertices[2]);
/** Number of triangles at an edge. */
TACT_API uint32_t tact_topology_edge_triangle_count(const tact_topology *topology, uint32_t edge);
/** The i-th triangle at an edge, in increasing order. */
TACT_API uint32_t tact_topology_edge_triangle(const tact_topology *topology, uint32_t edge,
                                              uint32_t i);
/** The edge number of edge 0, 1 or 2 of a triangle; UINT32_MAX where its ends are one vertex. */
TACT_API uint32_t tact_topology_triangle_edge(const tact_topology *topology, uint32_t triangle,
                                              uint32_t i);
/** The triangle across edge 0, 1 or 2 of a triangle, or TACT_NO_TRIANGLE where that edge has not
 * exactly two triangles. */
TACT_API uint32_t tact_topology_neighbour(const tact_topology *topology, uint32_t triangle,
                                          uint32_t i);

/* ---- The doctor --------------------------------------------------------------------------- */

/** How many of something there are, and the first of them. */
typedef struct tact_finding {
    uint32_t count; /**< How many. */
    uint32_t first; /**< The first one's number; UINT32_MAX where there is none. */
} tact_finding;

/** What the doctor found. Every count is exact. */
typedef struct tact_mesh_report {
    uint32_t vertex_count;             /**< Vertices. */
    uint32_t triangle_count;           /**< Triangles. */
    uint32_t part_count;               /**< Parts. */
    tact_finding not_finite;           /**< Vertices with a NaN or infinite coordinate. */
    tact_finding not_finite_triangles; /**< Triangles that use such a vertex. */
    tact_finding out_of_range;         /**< Triangles that name a vertex that is not there. */
    tact_finding zero_area;            /**< Triangles whose corners lie on a line, exactly. */
    tact_finding duplicate_triangles;  /**< Triangles with the vertex numbers of an earlier one. */
    tact_finding coincident_triangles; /**< Triangles with the coordinates of an earlier one. */
    tact_finding duplicate_vertices;   /**< Vertices with the coordinates of an earlier one. */
    tact_finding unused_vertices;      /**< Vertices that no triangle uses. */
    uint32_t edge_count;               /**< Edges by vertex numbers, loops (from a vertex to
                                            itself) included. */
    tact_finding open_edges;           /**< Edges that are one side of a triangle; first: it. */
    tact_finding nonmanifold_edges;    /**< Edges that are more than two; first: one. */
    tact_finding misoriented_edges;    /**< Edges whose two triangles run along it the same way;
                                            first: one of them. */
    uint32_t component_count;          /**< Sets of triangles connected over shared vertices. */
    bool is_closed;                    /**< Triangles exist, every edge has just two, opposite. */
    bool is_closed_when_welded;        /**< The same with equal vertices made one. */
    bool is_watertight;                /**< Triangles exist, and with equal vertices made one, as
                                            many sides run along every edge one way as the other;
                                            loops do not count. */
    int64_t euler;                     /**< Used vertices - edges + triangles. */
    int64_t genus;                     /**< Sum over components, where closed, fans at a vertex
                                            counted apart; -1 otherwise. */
    double area;                       /**< Sum of the triangles' areas, rounded. */
    double volume;                     /**< Signed volume that the surface encloses, rounded; for an
                                            open surface that of the cone over the origin. */
    tact_box bounds;                   /**< Of all finite vertices in use. */
} tact_mesh_report;

/**
 * Examines arrays that may be wrong in any way but their sizes. Triangles that name missing or
 * not finite vertices count as such and for nothing else.
 */
TACT_API tact_status tact_mesh_examine(const tact_context *context, const tact_mesh_arrays *arrays,
                                       tact_mesh_report *out);

#ifdef __cplusplus
}
#endif

#endif
