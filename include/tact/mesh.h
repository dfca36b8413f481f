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
    TACT_FLOAT64, /**< double */
    TACT_FLOAT32  /**< float; converted exactly */
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

/* ---- Generators --------------------------------------------------------------------------- */
/* Each makes a mesh around the origin whose topology is exact: closed ones are closed by vertex
 * numbers, consistently oriented with normals outward, of the stated genus and free of
 * self-intersection. Lengths lie in [2^-500, 2^500], counts in the stated range, and out and desc
 * are not NULL (TACT_INVALID_ARGUMENT otherwise). Where one length has to be less than another, it
 * is so by at least 2^-30 of it, and edges are at least 2^-44 of the largest coordinate. Meshes of
 * more than 2^31 triangles are refused (TACT_TOO_LARGE). Same parameters, same bits, on every
 * machine. */

/** An icosahedron, each face cut into frequency^2 triangles and projected to the sphere:
 * 20 frequency^2 triangles, 10 frequency^2 + 2 vertices; frequency 1 to 10000. Genus 0. */
TACT_API tact_status tact_mesh_create_icosphere(const tact_context *context, double radius,
                                                uint32_t frequency, tact_mesh **out);
/** A sphere of meridians (3 or more) and rings (2 or more) between its parallels: 2 meridians
 * (rings - 1) triangles, meridians (rings - 1) + 2 vertices, poles on z. Genus 0. */
TACT_API tact_status tact_mesh_create_uv_sphere(const tact_context *context, double radius,
                                                uint32_t meridians, uint32_t rings,
                                                tact_mesh **out);
/** A torus around z: 2 major_count minor_count triangles, half as many vertices; minor_radius <
 * major_radius; counts 3 or more. Genus 1. */
TACT_API tact_status tact_mesh_create_torus(const tact_context *context, double major_radius,
                                            double minor_radius, uint32_t major_count,
                                            uint32_t minor_count, tact_mesh **out);

/** A tube along a (p, q) torus knot. */
typedef struct tact_torus_knot_desc {
    uint32_t p;          /**< Turns around the axis; p and q have no common divisor. */
    uint32_t q;          /**< Turns around the ring. */
    double major_radius; /**< Of the torus that carries the knot. */
    double minor_radius; /**< Of that torus; minor_radius + tube_radius < major_radius. */
    double tube_radius;  /**< Of the tube. That it leaves space between its turns is not checked:
                              a tube that is too thick meets itself. */
    uint32_t along;  /**< Rings of vertices along the knot, 3 or more; 16 for each turn around the
                          axis or the ring follow it well. */
    uint32_t around; /**< Vertices a ring, 3 or more. */
} tact_torus_knot_desc;

/** A trefoil: p = 2, q = 3, radii 1, 0.4 and 0.16, 400 x 24. */
TACT_API tact_torus_knot_desc tact_torus_knot_desc_default(void);
/** 2 along around triangles, half as many vertices. Genus 1. */
TACT_API tact_status tact_mesh_create_torus_knot(const tact_context *context,
                                                 const tact_torus_knot_desc *desc, tact_mesh **out);
/** A box, each face cut into cells x cells squares: 12 cells^2 triangles, 6 cells^2 + 2 vertices;
 * cells 1 or more. Genus 0. */
TACT_API tact_status tact_mesh_create_box(const tact_context *context, tact_vec3 size,
                                          uint32_t cells, tact_mesh **out);
/** A cylinder around z, closed by caps; segments around (3 or more), rows along (1 or more): 2
 * segments (rows + 1) triangles, segments (rows + 1) + 2 vertices. Genus 0. */
TACT_API tact_status tact_mesh_create_cylinder(const tact_context *context, double radius,
                                               double height, uint32_t segments, uint32_t rows,
                                               tact_mesh **out);
/** A pipe around z with a wall between inner_radius and outer_radius, which is greater; segments 3
 * or more, rows 1 or more: 4 segments (rows + 1) triangles, half as many vertices. Genus 1. */
TACT_API tact_status tact_mesh_create_tube(const tact_context *context, double outer_radius,
                                           double inner_radius, double height, uint32_t segments,
                                           uint32_t rows, tact_mesh **out);
/** A plate of columns x rows cells (1 or more each), each with a round hole through it of segments
 * (a multiple of 4, 8 or more) sides, whose radius is 0.3 of the cell's shorter side: segments
 * (6 columns rows + columns + rows) triangles. Genus columns rows. */
TACT_API tact_status tact_mesh_create_plate(const tact_context *context, tact_vec3 size,
                                            uint32_t columns, uint32_t rows, uint32_t segments,
                                            tact_mesh **out);

/** A spur gear around z with a bore; bore_radius < root_radius < outer_radius. */
typedef struct tact_gear_desc {
    uint32_t teeth;      /**< 3 or more. */
    double outer_radius; /**< At the tips. */
    double root_radius;  /**< Between the teeth. */
    double bore_radius;  /**< Of the hole. */
    double thickness;    /**< Along z. */
    uint32_t detail;     /**< Vertices along each side of a tooth, tip and root, 1 or more. */
    uint32_t rows;       /**< Layers along z, 1 or more. */
} tact_gear_desc;

/** 24 teeth of 0.12 on a radius of 1, bore 0.3, thickness 0.4; detail 4, 4 rows. */
TACT_API tact_gear_desc tact_gear_desc_default(void);
/** A gear: 16 teeth detail (rows + 1) triangles, half as many vertices. Genus 1. */
TACT_API tact_status tact_mesh_create_gear(const tact_context *context, const tact_gear_desc *desc,
                                           tact_mesh **out);

/** A bolt along z: a hexagonal head above z = 0 and below it a shaft with a helical, right-handed
 * thread. radius + thread_depth < 0.866 head_radius, the distance of the head's flats. */
typedef struct tact_bolt_desc {
    double radius;       /**< Of the shaft between the threads. */
    double length;       /**< Of the shaft. */
    double thread_depth; /**< Of the thread over the shaft; may be 0. */
    double pitch;        /**< Rise of the thread a turn, at least 2^-30 of the length. */
    double head_radius;  /**< To the head's corners. */
    double head_height;  /**< Of the head. */
    uint32_t segments;   /**< Around, a multiple of 6. */
    uint32_t rows;       /**< Along the shaft, 1 or more; 8 a turn show the thread. */
} tact_bolt_desc;

/** Radius 0.4, length 2, 12 turns of depth 0.08, head 0.8 x 0.5; 48 segments, 192 rows. */
TACT_API tact_bolt_desc tact_bolt_desc_default(void);
/** A bolt: 2 segments (rows + 3) triangles, segments (rows + 3) + 2 vertices. Genus 0. */
TACT_API tact_status tact_mesh_create_bolt(const tact_context *context, const tact_bolt_desc *desc,
                                           tact_mesh **out);
/** A Menger sponge of edge length size, level 0 to 6 (TACT_TOO_LARGE above): the squares between
 * full and empty cells, 4 * 20^level + 8 * 8^level triangles, which is 12, 144, 2112, 36096,
 * 672768, 13062144 and 258097152. A manifold; genus 0, 5, 81, 1409, 26433, 514625, 10180161. */
TACT_API tact_status tact_mesh_create_menger_sponge(const tact_context *context, double size,
                                                    uint32_t level, tact_mesh **out);
/** An icosphere displaced along its radii by smooth noise of the given amplitude (0, or a length
 * below 0.5 of the radius) and seed: a lump without symmetry. Counts as the icosphere. Genus 0. */
TACT_API tact_status tact_mesh_create_blob(const tact_context *context, double radius,
                                           double amplitude, uint32_t frequency, uint64_t seed,
                                           tact_mesh **out);
/** A height field of cells x cells squares (1 or more) over [-size/2, size/2]^2, open: 2 cells^2
 * triangles, (cells + 1)^2 vertices, normals up, z within [0, height]; height may be 0. A seed's
 * terrain is the same at every resolution, up to rounding. */
TACT_API tact_status tact_mesh_create_terrain(const tact_context *context, double size,
                                              double height, uint32_t cells, uint64_t seed,
                                              tact_mesh **out);
/** A flat cloth of columns x rows squares (1 or more each) in the xy plane, diagonals alternating,
 * open: 2 columns rows triangles, (columns + 1) (rows + 1) vertices, normals up. */
TACT_API tact_status tact_mesh_create_cloth(const tact_context *context, double width,
                                            double height, uint32_t columns, uint32_t rows,
                                            tact_mesh **out);

#ifdef __cplusplus
}
#endif

#endif
