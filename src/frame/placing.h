/* SPDX-License-Identifier: MIT */
/* Sixteen pairs of nodes at once, one pair per lane: the relative placement of their frames and
 * their own boxes. One pair alone is a long chain of operations that wait for each other. Sixteen
 * pairs take hardly longer, and the result shows that many of them need not be opened.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_FRAME_PLACING_H
#define TACTI_FRAME_PLACING_H

#include "frame/boxes.h"

/* Pairs of nodes that are placed at once. */
#define TACTI_PLACED_PAIRS 16

/* Three coordinates per lane. */
typedef tacti_children tacti_lane_vec3[3];

/* The placement of each pair. The names are those of tacti_boxes and tacti_own_box. */
typedef struct tacti_node_pairs {
    _Alignas(64) tacti_lane_vec3 turn[3]; /* axis j of b's node in the frame of a's */
    _Alignas(64) tacti_lane_vec3 shift[2];
    _Alignas(64) tacti_lane_vec3 center[2], half[2]; /* of the nodes' own boxes */
    _Alignas(64) tacti_lane_vec3 seen_center[2], seen_half[2];
    const tacti_node *node[TACTI_PLACED_PAIRS][2];
} tacti_node_pairs;

/* One vector per lane. */
typedef struct tacti_v16 {
    tacti_f16 c[3];
} tacti_v16;

TACTI_ALWAYS_INLINE tacti_f16 tacti_v16_dot(const tacti_v16 *a, const tacti_v16 *b) {
    return tacti_f16_add(
        tacti_f16_add(tacti_f16_mul(a->c[0], b->c[0]), tacti_f16_mul(a->c[1], b->c[1])),
        tacti_f16_mul(a->c[2], b->c[2]));
}

TACTI_ALWAYS_INLINE tacti_v16 tacti_v16_set(tacti_f4 v) {
    return (tacti_v16){{tacti_f16_set(v[0]), tacti_f16_set(v[1]), tacti_f16_set(v[2])}};
}

TACTI_ALWAYS_INLINE tacti_v16 tacti_v16_load(const tacti_lane_vec3 v) {
    return (tacti_v16){{tacti_f16_load(v[0]), tacti_f16_load(v[1]), tacti_f16_load(v[2])}};
}

TACTI_ALWAYS_INLINE void tacti_v16_store(tacti_lane_vec3 out, const tacti_v16 *v) {
    for (int i = 0; i < 3; i++)
        tacti_f16_store(out[i], v->c[i]);
}

TACTI_ALWAYS_INLINE tacti_v16 tacti_v16_abs(const tacti_v16 *v) {
    return (tacti_v16){{tacti_f16_abs(v->c[0]), tacti_f16_abs(v->c[1]), tacti_f16_abs(v->c[2])}};
}

/* ---- Nodes -------------------------------------------------------------------------------- */

/* The numbers of sixteen nodes of one side. */
typedef struct tacti_lane_nodes {
    _Alignas(64) tacti_lane_vec3 origin;
    _Alignas(64) tacti_lane_vec3 half_step;
    _Alignas(64) uint8_t rotation[4][16]; /* plus 128 */
    _Alignas(64) uint8_t extent[3][16];
} tacti_lane_nodes;

TACTI_ALWAYS_INLINE void tacti_lane_nodes_set(tacti_lane_nodes *nodes, int lane,
                                              const tacti_node *node) {
    TACTI_ASSERT(lane >= 0 && lane < TACTI_PLACED_PAIRS);
    for (int i = 0; i < 3; i++) {
        nodes->origin[i][lane] = node->origin[i];
        nodes->half_step[i][lane] = tacti_float_power_of_two(node->exponent[i] - 1);
        nodes->extent[i][lane] = node->extent[i];
    }
    for (int i = 0; i < 4; i++)
        nodes->rotation[i][lane] = (uint8_t)(node->rotation[i] + 128);
}

/* The rows of the rotations, by the formula of tacti_node_rotation(). */
TACTI_ALWAYS_INLINE void tacti_lane_nodes_rotation(const tacti_lane_nodes *nodes,
                                                   tacti_v16 rows[3]) {
    tacti_f16 q[4], zero = tacti_f16_set(128), one = tacti_f16_set(1);
    for (int i = 0; i < 4; i++)
        q[i] = tacti_f16_sub(tacti_f16_from_bytes(nodes->rotation[i]), zero);
    tacti_f16 w = q[0], x = q[1], y = q[2], z = q[3];
    tacti_f16 ww = tacti_f16_mul(w, w), xx = tacti_f16_mul(x, x), yy = tacti_f16_mul(y, y);
    tacti_f16 zz = tacti_f16_mul(z, z), xy = tacti_f16_mul(x, y), xz = tacti_f16_mul(x, z);
    tacti_f16 yz = tacti_f16_mul(y, z), wx = tacti_f16_mul(w, x), wy = tacti_f16_mul(w, y);
    tacti_f16 wz = tacti_f16_mul(w, z);
    tacti_f16 square = tacti_f16_add(tacti_f16_add(tacti_f16_add(ww, xx), yy), zz);
    tacti_f16 s = tacti_f16_div(tacti_f16_set(2), square);
    rows[0].c[0] = tacti_f16_sub(one, tacti_f16_mul(s, tacti_f16_add(yy, zz)));
    rows[0].c[1] = tacti_f16_mul(s, tacti_f16_sub(xy, wz));
    rows[0].c[2] = tacti_f16_mul(s, tacti_f16_add(xz, wy));
    rows[1].c[0] = tacti_f16_mul(s, tacti_f16_add(xy, wz));
    rows[1].c[1] = tacti_f16_sub(one, tacti_f16_mul(s, tacti_f16_add(xx, zz)));
    rows[1].c[2] = tacti_f16_mul(s, tacti_f16_sub(yz, wx));
    rows[2].c[0] = tacti_f16_mul(s, tacti_f16_sub(xz, wy));
    rows[2].c[1] = tacti_f16_mul(s, tacti_f16_add(yz, wx));
    rows[2].c[2] = tacti_f16_sub(one, tacti_f16_mul(s, tacti_f16_add(xx, yy)));
}

/* The nodes' own boxes in their frames. */
TACTI_ALWAYS_INLINE void tacti_lane_nodes_box(const tacti_lane_nodes *nodes, float scale,
                                              tacti_v16 *center, tacti_v16 *half) {
    tacti_f16 s = tacti_f16_set(scale);
    for (int i = 0; i < 3; i++) {
        tacti_f16 step = tacti_f16_mul(tacti_f16_load(nodes->half_step[i]), s);
        half->c[i] = tacti_f16_mul(step, tacti_f16_from_bytes(nodes->extent[i]));
        center->c[i] =
            tacti_f16_add(tacti_f16_mul(tacti_f16_load(nodes->origin[i]), s), half->c[i]);
    }
}

/* ---- Pairs -------------------------------------------------------------------------------- */

/* The boxes of one side in the frame of the other. The axes are those of the other frame. */
TACTI_ALWAYS_INLINE void tacti_lanes_see(const tacti_v16 axes[3], const tacti_v16 *shift,
                                         const tacti_v16 *center, const tacti_v16 *half,
                                         tacti_lane_vec3 seen_center, tacti_lane_vec3 seen_half) {
    for (int i = 0; i < 3; i++) {
        tacti_v16 cosines = tacti_v16_abs(&axes[i]);
        tacti_f16_store(seen_center[i],
                        tacti_f16_add(tacti_v16_dot(&axes[i], center), shift->c[i]));
        tacti_f16_store(seen_half[i], tacti_v16_dot(&cosines, half));
    }
}

/* Places the pairs of nodes. direction may be NULL; otherwise it is a direction in the common
 * frame, and in_a receives it in the frames of a's nodes. */
TACTI_ALWAYS_INLINE void tacti_node_pairs_place(const tacti_pair *pair,
                                                const tacti_lane_nodes nodes[2],
                                                const float direction[3], tacti_node_pairs *out,
                                                tacti_v16 *in_a) {
    tacti_v16 rows_a[3], rows_b[3], turn[3], turn_rows[3], shift[2], center[2], half[2];
    tacti_lane_nodes_rotation(&nodes[0], rows_a);
    tacti_lane_nodes_rotation(&nodes[1], rows_b);
    tacti_v16 rotation_rows[3];
    for (int i = 0; i < 3; i++)
        rotation_rows[i] = tacti_v16_set(
            (tacti_f4){pair->columns[0][i], pair->columns[1][i], pair->columns[2][i], 0});
    TACTI_UNROLL
    for (int j = 0; j < 3; j++) {
        tacti_v16 v;
        for (int i = 0; i < 3; i++)
            v.c[i] = tacti_v16_dot(&rotation_rows[i], &rows_b[j]);
        for (int i = 0; i < 3; i++) {
            turn[j].c[i] = tacti_v16_dot(&rows_a[i], &v);
            turn_rows[i].c[j] = turn[j].c[i];
        }
        tacti_v16_store(out->turn[j], &turn[j]);
    }
    tacti_v16 pair_shift = tacti_v16_set(pair->shift);
    for (int i = 0; i < 3; i++)
        shift[0].c[i] = tacti_v16_dot(&rows_a[i], &pair_shift);
    for (int i = 0; i < 3; i++)
        shift[1].c[i] = tacti_f16_sub(tacti_f16_set(0), tacti_v16_dot(&turn[i], &shift[0]));
    for (int side = 0; side < 2; side++) {
        tacti_lane_nodes_box(&nodes[side], pair->scale[side], &center[side], &half[side]);
        tacti_v16_store(out->shift[side], &shift[side]);
        tacti_v16_store(out->center[side], &center[side]);
        tacti_v16_store(out->half[side], &half[side]);
    }
    tacti_lanes_see(turn, &shift[1], &center[0], &half[0], out->seen_center[0], out->seen_half[0]);
    tacti_lanes_see(turn_rows, &shift[0], &center[1], &half[1], out->seen_center[1],
                    out->seen_half[1]);
    if (direction == NULL)
        return;
    tacti_v16 common = tacti_v16_set((tacti_f4){direction[0], direction[1], direction[2], 0});
    for (int i = 0; i < 3; i++)
        in_a->c[i] = tacti_v16_dot(&rows_a[i], &common);
}

TACTI_ALWAYS_INLINE tacti_f4 tacti_lane_f4(const tacti_lane_vec3 v, int lane) {
    return (tacti_f4){v[0][lane], v[1][lane], v[2][lane], 0};
}

/* The gaps of the nodes' own boxes along the axes of one side's frames. */
TACTI_ALWAYS_INLINE void tacti_node_pairs_own_gaps(const tacti_node_pairs *pairs, int side,
                                                   tacti_f16 gaps[3]) {
    for (int i = 0; i < 3; i++)
        gaps[i] = tacti_axis_gap(
            tacti_f16_load(pairs->center[side][i]), tacti_f16_load(pairs->seen_center[1 - side][i]),
            tacti_f16_load(pairs->half[side][i]), tacti_f16_load(pairs->seen_half[1 - side][i]));
}

/* Takes one pair out of its lane. */
TACTI_ALWAYS_INLINE void tacti_node_pairs_take(const tacti_node_pairs *pairs, int lane,
                                               tacti_boxes *boxes, tacti_own_box own[2]) {
    TACTI_ASSERT(lane >= 0 && lane < TACTI_PLACED_PAIRS);
    for (int side = 0; side < 2; side++) {
        boxes->node[side] = pairs->node[lane][side];
        boxes->shift[side] = tacti_lane_f4(pairs->shift[side], lane);
        own[side] = (tacti_own_box){tacti_lane_f4(pairs->center[side], lane),
                                    tacti_lane_f4(pairs->half[side], lane),
                                    tacti_lane_f4(pairs->seen_center[side], lane),
                                    tacti_lane_f4(pairs->seen_half[side], lane)};
    }
    for (int j = 0; j < 3; j++) {
        boxes->turn[0][j] = tacti_lane_f4(pairs->turn[j], lane);
        boxes->turn[1][j] = (tacti_f4){pairs->turn[0][j][lane], pairs->turn[1][j][lane],
                                       pairs->turn[2][j][lane], 0};
    }
}

#endif
