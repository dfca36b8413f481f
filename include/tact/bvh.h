/* SPDX-License-Identifier: MIT */
/**
 * @file bvh.h
 * Hierarchies of bounding boxes over the triangles of a mesh, which all queries on meshes walk.
 *
 * A hierarchy is immutable and may be used from several threads at once. It keeps a reference to
 * its mesh, which must live longer. What it costs and how it is laid out: docs/bvh.md.
 */
#ifndef TACT_BVH_H
#define TACT_BVH_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A hierarchy over a mesh. */
typedef struct tact_bvh tact_bvh;

/** How the triangles are divided on the way down. */
typedef enum tact_bvh_builder {
    TACT_BVH_BINNED, /**< Sorted into bins along an axis, least total surface. Fast. */
    TACT_BVH_SWEEP   /**< Swept by a plane along the principal axis of the triangles and along the
                          axes of the mesh, least volume of the two sides; slower to build. */
} tact_bvh_builder;

/** What a hierarchy is made with. */
typedef struct tact_bvh_desc {
    tact_bvh_builder builder; /**< Default: TACT_BVH_BINNED. */
    /** Also determines whether the mesh is watertight and what its connected pieces are, so that
     * queries can treat it as filled (their option of the same name). Default: false. */
    bool solid;
} tact_bvh_desc;

/** The defaults. */
TACT_API tact_bvh_desc tact_bvh_desc_default(void);

/**
 * Builds the hierarchy of a mesh on the context's executor; the result is the same, to the byte,
 * for any number of workers. Every mesh is served, an empty one too. The hierarchy queries at the
 * SIMD level of the context.
 * @param context memory and workers; may be NULL
 * @param mesh    must live longer than the hierarchy
 * @param desc    NULL for the defaults
 * @param out     receives the hierarchy
 * @return TACT_INVALID_ARGUMENT, TACT_OUT_OF_MEMORY, or TACT_TOO_LARGE above 2^28 triangles.
 */
TACT_API tact_status tact_bvh_create(const tact_context *context, const tact_mesh *mesh,
                                     const tact_bvh_desc *desc, tact_bvh **out);

/** Ends a hierarchy; NULL is allowed. */
TACT_API void tact_bvh_destroy(tact_bvh *bvh);

/** The mesh that the hierarchy belongs to. */
TACT_API const tact_mesh *tact_bvh_mesh(const tact_bvh *bvh);

/** Whether the hierarchy was made with the option solid and its mesh is watertight: it has
 * triangles, and with equal vertices taken as one, as many of their sides run along every edge in
 * one direction as in the other (is_watertight of tact_mesh_report). */
TACT_API bool tact_bvh_is_solid(const tact_bvh *bvh);

/** What a hierarchy is like. */
typedef struct tact_bvh_stats {
    uint32_t triangle_count;  /**< Triangles. */
    uint32_t node_count;      /**< Nodes, each with up to 8 children. */
    uint32_t depth;           /**< Nodes on the longest way from the root to a triangle. */
    size_t bytes;             /**< All that queries read beside the mesh. */
    double children_per_node; /**< On average. */
    double surface_cost;      /**< Sum of the surfaces of all nodes' boxes by that of the root:
                                   how many nodes a random ray is expected to open. */
    double volume_cost;       /**< The same with volumes (flat boxes taken to be as thick as 1/256
                                   of their longest side): the criterion of the plane sweep. */
} tact_bvh_stats;

/** Walks the whole hierarchy to find its figures. */
TACT_API tact_bvh_stats tact_bvh_measure(const tact_bvh *bvh);

/**
 * Checks everything that queries rely on: each triangle is in exactly one leaf, each decoded box
 * holds all corners of the triangles below it, each node has one parent.
 * @return TACT_OK, TACT_INVALID_ARGUMENT with what is wrong and where in error (may be NULL; so for
 *         a bvh of NULL), or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_bvh_validate(const tact_bvh *bvh, tact_error *error);

#ifdef __cplusplus
}
#endif

#endif
