/* SPDX-License-Identifier: MIT */
/**
 * @file mesh_generators.h
 * Mesh generators for demonstrations, tests and benchmarks.
 * tact/tact.h does not include it.
 */
#ifndef TACT_MESH_GENERATORS_H
#define TACT_MESH_GENERATORS_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each generator makes a mesh around the origin with exact topology. Closed meshes are closed by
 * vertex numbers, consistently oriented with normals outward, of the stated genus and free of
 * self-intersection. TACT_INVALID_ARGUMENT unless lengths lie in [2^-500, 2^500], counts lie in the
 * stated ranges, and out and desc are not NULL. If one length must be less than another, the
 * difference must be at least 2^-30 of the larger one. Edges must be at least 2^-44 of the largest
 * coordinate. TACT_TOO_LARGE for more than 2^31 triangles. The same parameters give the same bits
 * on every machine. */

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
    double minor_radius; /**< Of the same torus; minor_radius + tube_radius < major_radius. */
    double
        tube_radius; /**< Of the tube. Not checked: a tube that is too thick intersects itself. */
    uint32_t along; /**< Rings of vertices along the knot, 3 or more; 16 per turn around the axis or
                       the ring follow the knot well. */
    uint32_t around; /**< Vertices per ring, 3 or more. */
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
/** A pipe around z with a wall between inner_radius and outer_radius; inner_radius < outer_radius;
 * segments 3 or more, rows 1 or more: 4 segments (rows + 1) triangles, half as many vertices. Genus
 * 1. */
TACT_API tact_status tact_mesh_create_tube(const tact_context *context, double outer_radius,
                                           double inner_radius, double height, uint32_t segments,
                                           uint32_t rows, tact_mesh **out);
/** A plate of columns x rows cells (1 or more each). Each cell has a round hole of segments sides
 * (a multiple of 4, 8 or more), whose radius is 0.3 of the cell's shorter side: segments (6 columns
 * rows + columns + rows) triangles. Genus columns rows. */
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

/** A bolt along z: a hexagonal head above z = 0, and below it a shaft with a helical, right-handed
 * thread. radius + thread_depth < 0.866 head_radius, the distance from the axis to the head's
 * flats. */
typedef struct tact_bolt_desc {
    double radius;       /**< Of the shaft between the threads. */
    double length;       /**< Of the shaft. */
    double thread_depth; /**< Of the thread over the shaft; may be 0. */
    double pitch;        /**< Rise of the thread per turn, at least 2^-30 of the length. */
    double head_radius;  /**< To the head's corners. */
    double head_height;  /**< Of the head. */
    uint32_t segments;   /**< Around, a multiple of 6. */
    uint32_t rows;       /**< Along the shaft, 1 or more; 8 per turn show the thread. */
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
 * below 0.5 of the radius) and seed: a lump without symmetry. Counts are those of the icosphere.
 * Genus 0. */
TACT_API tact_status tact_mesh_create_blob(const tact_context *context, double radius,
                                           double amplitude, uint32_t frequency, uint64_t seed,
                                           tact_mesh **out);
/** A height field of cells x cells squares (1 or more) over [-size/2, size/2]^2, open: 2 cells^2
 * triangles, (cells + 1)^2 vertices, normals up, z within [0, height]; height may be 0. A seed
 * gives the same terrain at every resolution, up to rounding. */
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
