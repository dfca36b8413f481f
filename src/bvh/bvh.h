/* SPDX-License-Identifier: MIT */
/* Bounding volume hierarchies over a mesh: create, destroy, measure, validate. */
#ifndef TACTI_BVH_BVH_H
#define TACTI_BVH_BVH_H

#include <tact/bvh.h>

/** A hierarchy over a mesh. */
typedef struct tacti_bvh tacti_bvh;

/** How a hierarchy is built. */
typedef struct tacti_bvh_desc {
    tact_bvh_builder builder; /**< Default: TACT_BVH_BINNED. */
    /** Also determines whether the mesh is watertight and what its connected pieces are, so that
     * queries can treat it as filled (the query option of the same name). Default: false. */
    bool solid;
} tacti_bvh_desc;

/** The defaults. */
tacti_bvh_desc tacti_bvh_desc_default(void);

/**
 * Builds the hierarchy of a mesh on the context's executor. The result is the same, to the byte,
 * for any number of workers. Every mesh is supported, also an empty one. Queries use the SIMD level
 * of the context.
 * @param context memory and workers; may be NULL
 * @param mesh    must live longer than the hierarchy
 * @param desc    NULL for the defaults
 * @param out     receives the hierarchy
 * @return TACT_INVALID_ARGUMENT, TACT_OUT_OF_MEMORY, or TACT_TOO_LARGE above 2^28 triangles.
 */
tact_status tacti_bvh_create(const tact_context *context, const tact_mesh *mesh,
                             const tacti_bvh_desc *desc, tacti_bvh **out);

/** Makes a hierarchy refer to a compact copy of its mesh, which must outlive it, and packs the
 * order of the triangles. On failure (TACT_OUT_OF_MEMORY) the hierarchy is as before. */
tact_status tacti_bvh_make_compact(tacti_bvh *bvh, const tact_mesh *mesh);

/** Destroys a hierarchy. NULL is allowed. */
void tacti_bvh_destroy(tacti_bvh *bvh);

/** The mesh that the hierarchy belongs to. */
const tact_mesh *tacti_bvh_mesh(const tacti_bvh *bvh);

/** Whether the hierarchy was built with the option solid and its mesh is watertight: it has
 * triangles, and with equal vertices merged, every edge has as many triangle sides in one direction
 * as in the other (is_watertight of tact_mesh_report). */
bool tacti_bvh_is_solid(const tacti_bvh *bvh);

/** Bytes that queries read besides the mesh. */
size_t tacti_bvh_bytes(const tacti_bvh *bvh);

/** Computes statistics from all nodes. */
tact_bvh_stats tacti_bvh_measure(const tacti_bvh *bvh);

/** The boxes of a level, as tact_model_boxes() says. Every field of bvh must be valid. */
uint32_t tacti_bvh_level(const tacti_bvh *bvh, uint32_t level, tact_bvh_box *out, uint32_t room);

/**
 * Checks everything that queries rely on: each triangle is in exactly one leaf, each decoded box
 * holds all corners of the triangles below it, each node has one parent.
 * @return TACT_OK, TACT_INVALID_ARGUMENT (also if bvh is NULL) with the fault and its place in
 *         error, or TACT_OUT_OF_MEMORY. error may be NULL.
 */
tact_status tacti_bvh_validate(const tacti_bvh *bvh, tact_error *error);

#endif
