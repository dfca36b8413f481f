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

/* One vector per lane of a piece. Everything goes piece by piece, and pieces without a pair are
 * left out. */
typedef struct tacti_piece_vec3 {
    tacti_float_piece c[3];
} tacti_piece_vec3;

TACTI_ALWAYS_INLINE tacti_float_piece tacti_piece_dot3(const tacti_piece_vec3 *a,
                                                       const tacti_piece_vec3 *b) {
    return tacti_fp_add(
        tacti_fp_add(tacti_fp_mul(a->c[0], b->c[0]), tacti_fp_mul(a->c[1], b->c[1])),
        tacti_fp_mul(a->c[2], b->c[2]));
}

TACTI_ALWAYS_INLINE tacti_piece_vec3 tacti_piece_vec3_set(float x, float y, float z) {
    return (tacti_piece_vec3){{tacti_fp_set1(x), tacti_fp_set1(y), tacti_fp_set1(z)}};
}

/* Piece i of three arrays of lanes. */
TACTI_ALWAYS_INLINE tacti_piece_vec3 tacti_piece_vec3_load(const tacti_lane_vec3 v, int i) {
    const int at = i * TACTI_FLOATS_PER_PIECE;
    return (tacti_piece_vec3){
        {tacti_fp_load(v[0] + at), tacti_fp_load(v[1] + at), tacti_fp_load(v[2] + at)}};
}

TACTI_ALWAYS_INLINE void tacti_piece_vec3_store(tacti_lane_vec3 out, int i,
                                                const tacti_piece_vec3 *v) {
    for (int k = 0; k < 3; k++)
        tacti_fp_store(out[k] + i * TACTI_FLOATS_PER_PIECE, v->c[k]);
}

TACTI_ALWAYS_INLINE tacti_piece_vec3 tacti_piece_vec3_abs(const tacti_piece_vec3 *v) {
    return (tacti_piece_vec3){
        {tacti_fp_abs(v->c[0]), tacti_fp_abs(v->c[1]), tacti_fp_abs(v->c[2])}};
}

/* A statement for every piece i that holds one of count lanes. */
#define TACTI_EACH_PIECE_OF(count, ...)                                                            \
    TACTI_NO_UNROLL                                                                                \
    for (int i = 0; i * TACTI_FLOATS_PER_PIECE < (int)(count); i++) {                              \
        __VA_ARGS__                                                                                \
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
TACTI_ALWAYS_INLINE void tacti_lane_nodes_rotation(const tacti_lane_nodes *nodes, int i,
                                                   tacti_piece_vec3 rows[3]) {
    tacti_float_piece q[4], zero = tacti_fp_set1(128), one = tacti_fp_set1(1);
    for (int k = 0; k < 4; k++)
        q[k] = tacti_fp_sub(tacti_fp_from_bytes(nodes->rotation[k] + i * TACTI_FLOATS_PER_PIECE),
                            zero);
    tacti_float_piece w = q[0], x = q[1], y = q[2], z = q[3];
    tacti_float_piece ww = tacti_fp_mul(w, w), xx = tacti_fp_mul(x, x), yy = tacti_fp_mul(y, y);
    tacti_float_piece zz = tacti_fp_mul(z, z), xy = tacti_fp_mul(x, y), xz = tacti_fp_mul(x, z);
    tacti_float_piece yz = tacti_fp_mul(y, z), wx = tacti_fp_mul(w, x), wy = tacti_fp_mul(w, y);
    tacti_float_piece wz = tacti_fp_mul(w, z);
    tacti_float_piece square = tacti_fp_add(tacti_fp_add(tacti_fp_add(ww, xx), yy), zz);
    tacti_float_piece s = tacti_fp_div(tacti_fp_set1(2), square);
    rows[0].c[0] = tacti_fp_sub(one, tacti_fp_mul(s, tacti_fp_add(yy, zz)));
    rows[0].c[1] = tacti_fp_mul(s, tacti_fp_sub(xy, wz));
    rows[0].c[2] = tacti_fp_mul(s, tacti_fp_add(xz, wy));
    rows[1].c[0] = tacti_fp_mul(s, tacti_fp_add(xy, wz));
    rows[1].c[1] = tacti_fp_sub(one, tacti_fp_mul(s, tacti_fp_add(xx, zz)));
    rows[1].c[2] = tacti_fp_mul(s, tacti_fp_sub(yz, wx));
    rows[2].c[0] = tacti_fp_mul(s, tacti_fp_sub(xz, wy));
    rows[2].c[1] = tacti_fp_mul(s, tacti_fp_add(yz, wx));
    rows[2].c[2] = tacti_fp_sub(one, tacti_fp_mul(s, tacti_fp_add(xx, yy)));
}

/* The nodes' own boxes in their frames. */
TACTI_ALWAYS_INLINE void tacti_lane_nodes_box(const tacti_lane_nodes *nodes, int i, float scale,
                                              tacti_piece_vec3 *center, tacti_piece_vec3 *half) {
    const int at = i * TACTI_FLOATS_PER_PIECE;
    tacti_float_piece s = tacti_fp_set1(scale);
    for (int k = 0; k < 3; k++) {
        tacti_float_piece step = tacti_fp_mul(tacti_fp_load(nodes->half_step[k] + at), s);
        half->c[k] = tacti_fp_mul(step, tacti_fp_from_bytes(nodes->extent[k] + at));
        center->c[k] =
            tacti_fp_add(tacti_fp_mul(tacti_fp_load(nodes->origin[k] + at), s), half->c[k]);
    }
}

/* ---- Pairs -------------------------------------------------------------------------------- */

/* The boxes of one side in the frame of the other. The axes are those of the other frame. */
TACTI_ALWAYS_INLINE void tacti_lanes_see(const tacti_piece_vec3 axes[3],
                                         const tacti_piece_vec3 *shift,
                                         const tacti_piece_vec3 *center,
                                         const tacti_piece_vec3 *half, int i,
                                         tacti_lane_vec3 seen_center, tacti_lane_vec3 seen_half) {
    const int at = i * TACTI_FLOATS_PER_PIECE;
    for (int k = 0; k < 3; k++) {
        tacti_piece_vec3 cosines = tacti_piece_vec3_abs(&axes[k]);
        tacti_fp_store(seen_center[k] + at,
                       tacti_fp_add(tacti_piece_dot3(&axes[k], center), shift->c[k]));
        tacti_fp_store(seen_half[k] + at, tacti_piece_dot3(&cosines, half));
    }
}

TACTI_ALWAYS_INLINE void tacti_node_pairs_place_piece(const tacti_pair *pair,
                                                      const tacti_lane_nodes nodes[2], int i,
                                                      const float direction[3],
                                                      tacti_node_pairs *out, tacti_lane_vec3 in_a) {
    tacti_piece_vec3 rows_a[3], rows_b[3], turn[3], turn_rows[3], shift[2], center[2], half[2];
    tacti_lane_nodes_rotation(&nodes[0], i, rows_a);
    tacti_lane_nodes_rotation(&nodes[1], i, rows_b);
    TACTI_UNROLL
    for (int j = 0; j < 3; j++) {
        tacti_piece_vec3 v;
        for (int k = 0; k < 3; k++) {
            tacti_piece_vec3 row =
                tacti_piece_vec3_set(pair->columns[0][k], pair->columns[1][k], pair->columns[2][k]);
            v.c[k] = tacti_piece_dot3(&row, &rows_b[j]);
        }
        for (int k = 0; k < 3; k++) {
            turn[j].c[k] = tacti_piece_dot3(&rows_a[k], &v);
            turn_rows[k].c[j] = turn[j].c[k];
        }
        tacti_piece_vec3_store(out->turn[j], i, &turn[j]);
    }
    tacti_piece_vec3 pair_shift =
        tacti_piece_vec3_set(pair->shift[0], pair->shift[1], pair->shift[2]);
    for (int k = 0; k < 3; k++)
        shift[0].c[k] = tacti_piece_dot3(&rows_a[k], &pair_shift);
    for (int k = 0; k < 3; k++)
        shift[1].c[k] = tacti_fp_sub(tacti_fp_set1(0), tacti_piece_dot3(&turn[k], &shift[0]));
    if (direction != NULL) {
        tacti_piece_vec3 common = tacti_piece_vec3_set(direction[0], direction[1], direction[2]);
        for (int k = 0; k < 3; k++)
            tacti_fp_store(in_a[k] + i * TACTI_FLOATS_PER_PIECE,
                           tacti_piece_dot3(&rows_a[k], &common));
    }
    TACTI_UNROLL
    for (int side = 0; side < 2; side++) {
        tacti_lane_nodes_box(&nodes[side], i, pair->scale[side], &center[side], &half[side]);
        tacti_piece_vec3_store(out->shift[side], i, &shift[side]);
        tacti_piece_vec3_store(out->center[side], i, &center[side]);
        tacti_piece_vec3_store(out->half[side], i, &half[side]);
    }
    tacti_lanes_see(turn, &shift[1], &center[0], &half[0], i, out->seen_center[0],
                    out->seen_half[0]);
    tacti_lanes_see(turn_rows, &shift[0], &center[1], &half[1], i, out->seen_center[1],
                    out->seen_half[1]);
}

/* Places the first count pairs of nodes. direction may be NULL; otherwise it is a direction in the
 * common frame, and in_a receives it in the frames of a's nodes. */
TACTI_ALWAYS_INLINE void tacti_node_pairs_place(const tacti_pair *pair,
                                                const tacti_lane_nodes nodes[2], uint32_t count,
                                                const float direction[3], tacti_node_pairs *out,
                                                tacti_lane_vec3 in_a) {
    TACTI_ASSERT(count <= TACTI_PLACED_PAIRS);
    TACTI_EACH_PIECE_OF(count, tacti_node_pairs_place_piece(pair, nodes, i, direction, out, in_a);)
}

/* The gaps of the nodes' own boxes along the axes of a's frames (here) and of b's. */
TACTI_ALWAYS_INLINE tacti_piece_gaps tacti_node_pairs_own_gaps(const tacti_node_pairs *pairs,
                                                               int i) {
    const int at = i * TACTI_FLOATS_PER_PIECE;
    tacti_piece_gaps gaps;
    for (int k = 0; k < 3; k++) {
        gaps.here[k] = tacti_piece_gap(
            tacti_fp_load(pairs->center[0][k] + at), tacti_fp_load(pairs->seen_center[1][k] + at),
            tacti_fp_load(pairs->half[0][k] + at), tacti_fp_load(pairs->seen_half[1][k] + at));
        gaps.there[k] = tacti_piece_gap(
            tacti_fp_load(pairs->center[1][k] + at), tacti_fp_load(pairs->seen_center[0][k] + at),
            tacti_fp_load(pairs->half[1][k] + at), tacti_fp_load(pairs->seen_half[0][k] + at));
    }
    return gaps;
}

/* The pairs, of the first count, whose own boxes are apart. */
TACTI_ALWAYS_INLINE uint32_t tacti_node_pairs_apart(const tacti_node_pairs *pairs, uint32_t count,
                                                    tacti_f16 inflation) {
    uint32_t apart = 0;
    TACTI_EACH_PIECE_OF(count, tacti_piece_gaps gaps = tacti_node_pairs_own_gaps(pairs, i);
                        apart |=
                        tacti_fp_bits_gt(tacti_piece_largest_gap(&gaps), inflation.piece[0])
                        << (i * TACTI_FLOATS_PER_PIECE);)
    return apart;
}

TACTI_ALWAYS_INLINE tacti_f4 tacti_lane_f4(const tacti_lane_vec3 v, int lane) {
    return (tacti_f4){v[0][lane], v[1][lane], v[2][lane], 0};
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
