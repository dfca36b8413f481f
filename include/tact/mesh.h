/* SPDX-License-Identifier: MIT */
/**
 * @file mesh.h
 * Triangle meshes: raw arrays from outside, immutable meshes made of them, reports of their
 * defects, welding, and topology. Generators are in mesh_generators.h.
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
 * Vertices and triangles in the caller's memory. They may be wrong in any way: tact_mesh_examine()
 * reports defects, and tact_mesh_create() checks them. Set unneeded fields to zero.
 */
typedef struct tact_mesh_arrays {
    const void *positions;          /**< x, y, z of each vertex; NULL only without vertices. */
    tact_number_type position_type; /**< Type of each coordinate. */
    size_t position_stride;         /**< Bytes from one vertex to the next; 0: packed. */
    uint32_t vertex_count;          /**< Number of vertices. */
    const uint32_t *indices; /**< Three vertex numbers per triangle; NULL: 0, 1, 2, 3, ...... */
    size_t index_stride;     /**< Bytes from one triangle to the next; 0: packed. */
    uint32_t triangle_count; /**< Number of triangles. */
    const uint32_t *source_faces; /**< Source face of each triangle; NULL: its own number. */
    const tact_mesh_part *parts;  /**< Named ranges; NULL: none. */
    uint32_t part_count;          /**< Number of parts. */
} tact_mesh_arrays;

/** Arrays that tact owns, as readers return them. Sizes and vertex numbers are valid; everything
 * else may be wrong. */
typedef struct tact_soup tact_soup;

/** The arrays, valid until the soup is destroyed. */
TACT_API tact_mesh_arrays tact_soup_arrays(const tact_soup *soup);

/** Copies arrays into a soup (converted to double, packed). Vertex numbers and part ranges are
 * checked; coordinates are not. */
TACT_API tact_status tact_soup_create(const tact_context *context, const tact_mesh_arrays *arrays,
                                      tact_error *error, tact_soup **out);

/** Destroys a soup. NULL is allowed. */
TACT_API void tact_soup_destroy(tact_soup *soup);

/* ---- Meshes ------------------------------------------------------------------------------- */

/** Vertices and triangles, immutable. A mesh is plain: its vertices are packed doubles and its
 * vertex numbers packed 32-bit numbers. Only the mesh of a compact model (TACT_MODEL_FLOATS,
 * TACT_MODEL_PACKED) may not be plain. All functions support it. */
typedef struct tact_mesh tact_mesh;

/**
 * Copies arrays into a mesh. Every degeneracy is supported. Fails with TACT_NOT_FINITE and the
 * vertex if a coordinate is not finite, and with TACT_INVALID_ARGUMENT and the triangle or part if
 * a vertex number or a part is out of range.
 */
TACT_API tact_status tact_mesh_create(const tact_context *context, const tact_mesh_arrays *arrays,
                                      tact_error *error, tact_mesh **out);

/** Destroys a mesh. NULL is allowed. */
TACT_API void tact_mesh_destroy(tact_mesh *mesh);

/** Number of vertices. */
TACT_API uint32_t tact_mesh_vertex_count(const tact_mesh *mesh);
/** Number of triangles. */
TACT_API uint32_t tact_mesh_triangle_count(const tact_mesh *mesh);
/** All vertices, packed. NULL if the mesh stores them as floats. */
TACT_API const tact_vec3 *tact_mesh_vertices(const tact_mesh *mesh);
/** All vertex numbers, three per triangle. NULL if the mesh stores them in fewer bytes. */
TACT_API const uint32_t *tact_mesh_indices(const tact_mesh *mesh);
/** A vertex, whose number must be in range. */
TACT_API tact_vec3 tact_mesh_vertex(const tact_mesh *mesh, uint32_t vertex);
/** The vertex numbers of a triangle, whose number must be in range. */
TACT_API void tact_mesh_corners(const tact_mesh *mesh, uint32_t triangle, uint32_t vertices[3]);
/** The corners of a triangle, whose number must be in range. */
TACT_API tact_triangle tact_mesh_triangle(const tact_mesh *mesh, uint32_t triangle);
/** The source face of a triangle. */
TACT_API uint32_t tact_mesh_source_face(const tact_mesh *mesh, uint32_t triangle);
/** Number of parts. */
TACT_API uint32_t tact_mesh_part_count(const tact_mesh *mesh);
/** A part; its name lives as long as the mesh. */
TACT_API tact_mesh_part tact_mesh_part_at(const tact_mesh *mesh, uint32_t part);
/** The first part that contains a triangle, or the number of parts if none does. */
TACT_API uint32_t tact_mesh_part_of(const tact_mesh *mesh, uint32_t triangle);
/** The smallest box of all vertices used by triangles; empty if there are no triangles. */
TACT_API tact_box tact_mesh_bounds(const tact_mesh *mesh);
/** The mesh as arrays, valid until the mesh is destroyed. Empty arrays if tact_mesh_indices() is
 * NULL; tact_mesh_expand() makes a mesh that has arrays. */
TACT_API tact_mesh_arrays tact_mesh_as_arrays(const tact_mesh *mesh);
/** Makes a plain copy of any mesh. TACT_INVALID_ARGUMENT or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_mesh_expand(const tact_context *context, const tact_mesh *mesh,
                                      tact_mesh **out);

/**
 * Merges vertices with equal coordinates (+0 equals -0) into the first of them. Parts, source faces
 * and the order of vertices and triangles stay the same. Triangles are never dropped.
 */
TACT_API tact_status tact_mesh_weld(const tact_context *context, const tact_mesh *mesh,
                                    tact_mesh **out);

/* ---- Topology ----------------------------------------------------------------------------- */

/** The value for "no such triangle". */
#define TACT_NO_TRIANGLE UINT32_MAX

/** Edges of a mesh by vertex numbers, with the triangles at each edge. */
typedef struct tact_topology tact_topology;

/** Finds the edges. Time and memory are linear in the numbers of triangles and vertices. */
TACT_API tact_status tact_topology_create(const tact_context *context, const tact_mesh *mesh,
                                          tact_topology **out);
/** Destroys a topology. NULL is allowed. */
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
/** The number of edge 0, 1 or 2 of a triangle; UINT32_MAX if its ends are one vertex. */
TACT_API uint32_t tact_topology_triangle_edge(const tact_topology *topology, uint32_t triangle,
                                              uint32_t i);
/** The triangle across edge 0, 1 or 2 of a triangle, or TACT_NO_TRIANGLE if that edge does not have
 * exactly two triangles. */
TACT_API uint32_t tact_topology_neighbour(const tact_topology *topology, uint32_t triangle,
                                          uint32_t i);

/* ---- Examination -------------------------------------------------------------------------- */

/** How many defects of one kind there are, and the first of them. */
typedef struct tact_finding {
    uint32_t count; /**< How many. */
    uint32_t first; /**< Number of the first one; UINT32_MAX if there is none. */
} tact_finding;

/** The report of tact_mesh_examine(). Every count is exact. */
typedef struct tact_mesh_report {
    uint32_t vertex_count;             /**< Vertices. */
    uint32_t triangle_count;           /**< Triangles. */
    uint32_t part_count;               /**< Parts. */
    tact_finding not_finite;           /**< Vertices with a NaN or infinite coordinate. */
    tact_finding not_finite_triangles; /**< Triangles that use such a vertex. */
    tact_finding out_of_range;         /**< Triangles that name a missing vertex. */
    tact_finding zero_area;            /**< Triangles whose corners lie exactly on a line. */
    tact_finding duplicate_triangles;  /**< Triangles with the vertex numbers of an earlier one. */
    tact_finding coincident_triangles; /**< Triangles with the coordinates of an earlier one. */
    tact_finding duplicate_vertices;   /**< Vertices with the coordinates of an earlier one. */
    tact_finding unused_vertices;      /**< Vertices that no triangle uses. */
    uint32_t edge_count;               /**< Edges by vertex numbers, loops (from a vertex to
                                            itself) included. */
    tact_finding open_edges;           /**< Edges with one triangle side; first: its triangle. */
    tact_finding nonmanifold_edges;    /**< Edges with more than two sides; first: a triangle. */
    tact_finding misoriented_edges; /**< Edges whose two sides run in the same direction; first: one
                                       of the triangles. */
    uint32_t component_count;       /**< Sets of triangles connected by shared vertices. */
    bool is_closed; /**< Triangles exist, and every edge has exactly two sides, in opposite
                       directions. */
    bool is_closed_when_welded; /**< The same after merging equal vertices. */
    bool is_watertight; /**< Triangles exist, and after merging equal vertices, every edge has as
                           many sides in one direction as in the other; loops do not count. */
    int64_t euler;      /**< Used vertices - edges + triangles. */
    int64_t genus; /**< Sum over components if closed, with each fan at a vertex counted separately;
                      -1 otherwise. */
    double area;   /**< Sum of the triangles' areas, rounded. */
    double volume; /**< Signed enclosed volume, rounded; for an open surface, the volume of its cone
                      over the origin. */
    tact_box bounds; /**< Box of all finite vertices in use. */
} tact_mesh_report;

/**
 * Examines arrays. Only their sizes must be right. Triangles that name missing or non-finite
 * vertices are counted as such and then ignored.
 */
TACT_API tact_status tact_mesh_examine(const tact_context *context, const tact_mesh_arrays *arrays,
                                       tact_mesh_report *out);

#ifdef __cplusplus
}
#endif

#endif
