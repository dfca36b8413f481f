/* SPDX-License-Identifier: MIT */
/* Frames and boxes of the nodes of a subtree whose triangles are divided, for building and for
 * refitting. */
#ifndef TACTI_BVH_BUILD_FIT_H
#define TACTI_BVH_BUILD_FIT_H

#include "bvh/build.h"
#include "bvh/point.h"

/* Local units, and then those of a subtree. */
typedef struct tacti_placing {
    tacti_units local, own;
} tacti_placing;

TACTI_ALWAYS_INLINE tacti_placing tacti_placing_make(const tacti_bvh *bvh,
                                                     const tacti_frame_units *units) {
    return (tacti_placing){tacti_units_local(bvh),
                           tacti_units_make(units->center, 1 / units->scale)};
}

/* A vertex in units of the subtree. The fourth float is arbitrary. */
TACTI_ALWAYS_INLINE void tacti_place(const tacti_bvh *bvh, const tacti_placing *to, uint32_t vertex,
                                     float f[4]) {
    tacti_point p = tacti_point_in(tacti_point_load(&bvh->vertices[vertex]), to->local);
    tacti_quad_store(f, tacti_point_round(tacti_point_in(p, to->own)));
}

/* The units of a subtree in this box, which is in local units rounded to floats. */
tacti_frame_units tacti_subtree_units(tacti_quad lo, tacti_quad hi);

/* Sets the boxes of a node in an unturned frame from the boxes of its children in local units. */
void tacti_node_set_plain_boxes(const tacti_bvh *bvh, tacti_node *node, const tacti_quad lo[],
                                const tacti_quad hi[]);

/* Sets the frames and the boxes of all nodes of a subtree. Their children, the plans of the
 * scratch, and bvh->order are set. Among the nodes, first_child counts from the node with the
 * number base. is_sorted: as the builder TACT_BVH_MORTON does it. */
void tacti_subtree_fit(const tacti_bvh *bvh, const tacti_subtree *subtree, tacti_node *root,
                       uint32_t base, bool is_sorted, const tacti_frame_units *units,
                       const tacti_subtree_scratch *scratch);

#endif
