/* SPDX-License-Identifier: MIT */
/* Sixteen placed pairs of nodes and their extents along one direction, for the walk that finds the
 * nearest triangles.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_SURFACE_PLACED_PAIRS_H
#define TACTI_SURFACE_PLACED_PAIRS_H

#include "frame/placing.h"

/* Sixteen placed pairs of nodes, and bounds of their distances. */
typedef struct placed_pairs {
    tacti_node_pairs nodes;
    /* The direction of the nearest points so far, as in tacti_direction. */
    _Alignas(64) tacti_lane_vec3 in_a, in_b;
    _Alignas(64) tacti_children offset, reach[2];
    _Alignas(64) tacti_children bound; /* squared, of the nodes' own boxes */
} placed_pairs;

/* Turns the direction into the nodes' frames, and projects the nodes' own boxes onto it. */
TACTI_ALWAYS_INLINE tacti_f16 project_pairs(placed_pairs *p, const tacti_v16 *in_a) {
    const tacti_node_pairs *nodes = &p->nodes;
    tacti_v16 in_b, shift = tacti_v16_load(nodes->shift[0]);
    for (int i = 0; i < 3; i++) {
        tacti_v16 axis = tacti_v16_load(nodes->turn[i]);
        in_b.c[i] = tacti_v16_dot(&axis, in_a);
    }
    tacti_v16 center_a = tacti_v16_load(nodes->center[0]), half_a = tacti_v16_load(nodes->half[0]);
    tacti_v16 center_b = tacti_v16_load(nodes->center[1]), half_b = tacti_v16_load(nodes->half[1]);
    tacti_v16 size_a = tacti_v16_abs(in_a), size_b = tacti_v16_abs(&in_b);
    tacti_f16 offset = tacti_v16_dot(&shift, in_a);
    tacti_f16 reach_a =
        tacti_f16_add(tacti_v16_dot(&center_a, in_a), tacti_v16_dot(&half_a, &size_a));
    tacti_f16 reach_b = tacti_f16_add(
        offset, tacti_f16_sub(tacti_v16_dot(&center_b, &in_b), tacti_v16_dot(&half_b, &size_b)));
    tacti_v16_store(p->in_a, in_a);
    tacti_v16_store(p->in_b, &in_b);
    tacti_f16_store(p->offset, offset);
    tacti_f16_store(p->reach[0], reach_a);
    tacti_f16_store(p->reach[1], reach_b);
    return tacti_f16_sub(reach_b, reach_a);
}

/* Takes one pair out of its lane. */
TACTI_ALWAYS_INLINE tacti_direction take_pair(const placed_pairs *p, int lane, tacti_boxes *boxes,
                                              tacti_own_box own[2]) {
    tacti_node_pairs_take(&p->nodes, lane, boxes, own);
    return (tacti_direction){tacti_lane_f4(p->in_a, lane),
                             tacti_lane_f4(p->in_b, lane),
                             p->offset[lane],
                             {p->reach[0][lane], p->reach[1][lane]}};
}

#endif
