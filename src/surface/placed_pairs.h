/* SPDX-License-Identifier: MIT */
/* Sixteen placed pairs of nodes and their extents along one direction, and the keys by which the
 * walk that finds the nearest triangles orders what it opens.
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

/* Turns the direction into the frames of b's nodes, and projects the nodes' own boxes onto it.
 * Returns their gaps. */
TACTI_ALWAYS_INLINE tacti_float_piece project_pairs(placed_pairs *p, int i) {
    const tacti_node_pairs *nodes = &p->nodes;
    const int at = i * TACTI_FLOATS_PER_PIECE;
    tacti_piece_vec3 in_a = tacti_piece_vec3_load((const tacti_children *)p->in_a, i), in_b;
    for (int k = 0; k < 3; k++) {
        tacti_piece_vec3 axis = tacti_piece_vec3_load(nodes->turn[k], i);
        in_b.c[k] = tacti_piece_dot3(&axis, &in_a);
    }
    tacti_piece_vec3_store(p->in_b, i, &in_b);
    tacti_piece_vec3 shift = tacti_piece_vec3_load(nodes->shift[0], i);
    tacti_piece_vec3 center_a = tacti_piece_vec3_load(nodes->center[0], i);
    tacti_piece_vec3 center_b = tacti_piece_vec3_load(nodes->center[1], i);
    tacti_piece_vec3 half_a = tacti_piece_vec3_load(nodes->half[0], i);
    tacti_piece_vec3 half_b = tacti_piece_vec3_load(nodes->half[1], i);
    tacti_piece_vec3 size_a = tacti_piece_vec3_abs(&in_a), size_b = tacti_piece_vec3_abs(&in_b);
    tacti_float_piece offset = tacti_piece_dot3(&shift, &in_a);
    tacti_float_piece reach_a =
        tacti_fp_add(tacti_piece_dot3(&center_a, &in_a), tacti_piece_dot3(&half_a, &size_a));
    tacti_float_piece reach_b =
        tacti_fp_add(offset, tacti_fp_sub(tacti_piece_dot3(&center_b, &in_b),
                                          tacti_piece_dot3(&half_b, &size_b)));
    tacti_fp_store(p->offset + at, offset);
    tacti_fp_store(p->reach[0] + at, reach_a);
    tacti_fp_store(p->reach[1] + at, reach_b);
    return tacti_fp_sub(reach_b, reach_a);
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

/* ---- Children ----------------------------------------------------------------------------- */

/* All bounds of overlapping boxes are 0, so a little of the centres' distance is added: the search
 * then descends to near triangles at once. The weight was found by trial: 0.02 to 0.05 open the
 * fewest nodes. */
#define CENTER_WEIGHT 0.03F

TACTI_ALWAYS_INLINE tacti_float_piece key_of(tacti_float_piece bound,
                                             tacti_float_piece center_square) {
    return tacti_fp_add(bound, tacti_fp_mul(tacti_fp_set1(CENTER_WEIGHT), center_square));
}

/* Bounds and keys of all children against the other node's own box. */
typedef struct child_bounds {
    _Alignas(64) tacti_children bound, key;
} child_bounds;

#endif
