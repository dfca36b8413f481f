/* SPDX-License-Identifier: MIT */
/**
 * @file bvh.h
 * Bounding volume hierarchies: the choice of builder and the statistics. A model has its own
 * hierarchy; see model.h.
 */
#ifndef TACT_BVH_H
#define TACT_BVH_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How triangles are divided. */
typedef enum tact_bvh_builder {
    TACT_BVH_BINNED = 0, /**< By bins along an axis, for the least total surface. Fast. */
    TACT_BVH_SWEEP =
        1, /**< By a plane that sweeps along the principal axis of the triangles and along the axes
             of the mesh, for the least volume of the two sides. Slower to build. */
    TACT_BVH_MORTON = 2 /**< By the order of the triangles along a Morton curve. The fastest to
                             build; questions take longer. */
} tact_bvh_builder;

/** Statistics of a hierarchy. */
typedef struct tact_bvh_stats {
    uint32_t triangle_count;  /**< Triangles. */
    uint32_t node_count;      /**< Nodes, each with up to 8 children. */
    uint32_t depth;           /**< Nodes on the longest path from the root to a triangle. */
    size_t bytes;             /**< Memory that queries read besides the mesh. */
    double children_per_node; /**< On average. */
    double surface_cost; /**< Sum of the surfaces of all nodes' boxes, divided by that of the root:
                            the expected number of nodes that a random ray opens. */
    double volume_cost;  /**< The same with volumes (a box counts as at least 1/256 of its longest
                            side thick): the criterion of the plane sweep. */
} tact_bvh_stats;

/** A box of a hierarchy: the points pose (x, y, z) with |x| <= half.x, |y| <= half.y and |z| <=
 * half.z, in the frame of the model. */
typedef struct tact_bvh_box {
    tact_pose pose;          /**< The middle and the axes. */
    tact_vec3 half;          /**< Half the sides; infinite if the box is too large for doubles. */
    uint32_t triangle;       /**< The triangle, if the box is that of one triangle; otherwise
                                  TACT_NO_TRIANGLE. */
    uint32_t triangle_count; /**< The number of triangles that the box stands for. */
} tact_bvh_box;

#ifdef __cplusplus
}
#endif

#endif
