/* SPDX-License-Identifier: MIT */
/**
 * @file bvh.h
 * Bounding volume hierarchies, as far as a caller has a choice: how one is built, and what it is
 * like. A model has its own hierarchy; see model.h.
 */
#ifndef TACT_BVH_H
#define TACT_BVH_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How the triangles are divided on the way down. */
typedef enum tact_bvh_builder {
    TACT_BVH_BINNED = 0, /**< Sorted into bins along an axis, least total surface. Fast. */
    TACT_BVH_SWEEP = 1   /**< Swept by a plane along the principal axis of the triangles and along
                              the axes of the mesh, least volume of the two sides; slower to build. */
} tact_bvh_builder;

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

#ifdef __cplusplus
}
#endif

#endif
