/* SPDX-License-Identifier: MIT */
/* The boxes of two nodes against each other, in SIMD lanes: lanes 0 to 7 are the children of a's
 * node, lanes 8 to 15 those of b's. All that a test of two children needs is computed once per pair
 * of nodes. A row then tests two children of one side against all eight of the other.
 *
 * The test is the separating-axis test of two boxes: three axes of each frame and their nine cross
 * products (S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996). Its result is the largest gap along
 * an axis. Boxes are apart if that gap exceeds the pair's inflation (see mesh_pair.c). Axes are not
 * normalised: cross products are shorter than one, so a gap along them is an underestimate.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_FRAME_BOXES_H
#define TACTI_FRAME_BOXES_H

#include "base/assert.h"
#include "base/lanes.h"
#include "frame/mesh_pair.h"

/* Directions other than the boxes' axes along which distances are bounded. */
#define TACTI_DIRECTIONS 2

/* One value per child, for all sixteen. */
typedef float tacti_children[16];

typedef int32_t tacti_i4 __attribute__((vector_size(16)));

typedef struct tacti_boxes {
    const tacti_node *node[2];
    /* Rotation and translation from b's node frame to a's, and back. The rotations are each other's
     * transpose. They are stored by columns: turn[0][j] is axis j of b in a's frame. */
    tacti_f4 turn[2][3];
    tacti_f4 shift[2];   /* [0] to a's frame, [1] to b's */
    tacti_f4 frame_a[3]; /* columns of the rotation from the common frame to that of a's node */
    /* The children's boxes in the frame of their own node. */
    _Alignas(64) tacti_children center[3];
    _Alignas(64) tacti_children half[3];
    /* The same boxes in the frame of the other node: the centre, and the half extent of the box
     * along the axes of that frame. */
    _Alignas(64) tacti_children seen_center[3];
    _Alignas(64) tacti_children seen_half[3];
    /* edge[i][j]: the box's half extent along the cross product of axis i of its own frame and axis
     * j of the other's. */
    _Alignas(64) tacti_children edge[3][3];
    /* Along each direction: how far a's children reach forward, and how far b's reach back. */
    _Alignas(64) tacti_children reach[TACTI_DIRECTIONS];
} tacti_boxes;

/* ---- A pair of nodes ---------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE tacti_f4 tacti_f4_set(float x) {
    return (tacti_f4){x, x, x, x};
}

TACTI_ALWAYS_INLINE tacti_f4 tacti_f4_abs(tacti_f4 x) {
    return (tacti_f4)((tacti_i4)x & (tacti_i4){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX});
}

/* Replaces negative numbers by 0. */
TACTI_ALWAYS_INLINE tacti_f4 tacti_f4_above_zero(tacti_f4 x) {
    return (tacti_f4)((tacti_i4)x & (x > (tacti_f4){0, 0, 0, 0}));
}

/* The matrix with these columns times v. */
TACTI_ALWAYS_INLINE tacti_f4 tacti_f4_turn(const tacti_f4 columns[3], tacti_f4 v) {
    return (columns[0] * tacti_f4_set(v[0]) + columns[1] * tacti_f4_set(v[1])) +
           columns[2] * tacti_f4_set(v[2]);
}

/* Rows of a 3x3 matrix from its columns, or columns from rows. The fourth numbers are 0. */
TACTI_ALWAYS_INLINE void tacti_f4_transpose(const tacti_f4 in[3], tacti_f4 out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = (tacti_f4){in[0][i], in[1][i], in[2][i], 0};
}

/* The columns of a node's rotation. */
TACTI_ALWAYS_INLINE void tacti_node_columns(const tacti_node *node, tacti_f4 columns[3]) {
    float q[3][3];
    tacti_node_rotation(node, q);
    for (int j = 0; j < 3; j++)
        columns[j] = (tacti_f4){q[0][j], q[1][j], q[2][j], 0};
}

/* The relative placement of the frames of two nodes. */
TACTI_ALWAYS_INLINE void tacti_boxes_place(const tacti_pair *pair, tacti_boxes *boxes) {
    tacti_f4 qb[3], qb_rows[3];
    tacti_node_columns(boxes->node[0], boxes->frame_a);
    tacti_node_columns(boxes->node[1], qb);
    tacti_f4_transpose(qb, qb_rows);
    /* Axis j of b's node is row j of its rotation. The pair's rotation turns that axis, then a's
     * node does. */
    for (int j = 0; j < 3; j++)
        boxes->turn[0][j] = tacti_f4_turn(boxes->frame_a, tacti_f4_turn(pair->columns, qb_rows[j]));
    tacti_f4_transpose(boxes->turn[0], boxes->turn[1]);
    boxes->shift[0] = tacti_f4_turn(boxes->frame_a, pair->shift);
    boxes->shift[1] = -tacti_f4_turn(boxes->turn[1], boxes->shift[0]);
}

/* A node's own box in its frame and in the other's. */
typedef struct tacti_own_box {
    tacti_f4 center, half;
    tacti_f4 seen_center, seen_half;
} tacti_own_box;

/* The grids of the children's bounds, in the pair's units: side, axis. */
typedef struct tacti_grids {
    float origin[2][3], half_step[2][3];
} tacti_grids;

TACTI_ALWAYS_INLINE void tacti_boxes_decode_piece(tacti_boxes *boxes, const tacti_grids *grids,
                                                  int i) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    const int at = i * TACTI_FLOATS_PER_PIECE;
    tacti_float_piece center[3], half[3];
    TACTI_UNROLL
    for (int axis = 0; axis < 3; axis++) {
        tacti_float_piece lo = tacti_fp_from_byte_halves(i, a->lo[axis], b->lo[axis]);
        tacti_float_piece hi = tacti_fp_from_byte_halves(i, a->hi[axis], b->hi[axis]);
        tacti_float_piece step =
            tacti_fp_halves(i, grids->half_step[0][axis], grids->half_step[1][axis]);
        tacti_float_piece origin =
            tacti_fp_halves(i, grids->origin[0][axis], grids->origin[1][axis]);
        center[axis] = tacti_fp_add(origin, tacti_fp_mul(step, tacti_fp_add(lo, hi)));
        half[axis] = tacti_fp_mul(step, tacti_fp_sub(hi, lo));
        tacti_fp_store(boxes->center[axis] + at, center[axis]);
        tacti_fp_store(boxes->half[axis] + at, half[axis]);
    }
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        tacti_float_piece seen = tacti_fp_halves(i, boxes->shift[1][k], boxes->shift[0][k]);
        tacti_float_piece radius = tacti_fp_set1(0);
        TACTI_UNROLL
        for (int j = 0; j < 3; j++) {
            tacti_float_piece m = tacti_fp_halves(i, boxes->turn[1][j][k], boxes->turn[0][j][k]);
            seen = tacti_fp_add(seen, tacti_fp_mul(m, center[j]));
            radius = tacti_fp_add(radius, tacti_fp_mul(tacti_fp_abs(m), half[j]));
        }
        tacti_fp_store(boxes->seen_center[k] + at, seen);
        tacti_fp_store(boxes->seen_half[k] + at, radius);
    }
}

/* The children's boxes, and how the other node's frame sees them. */
TACTI_ALWAYS_INLINE void tacti_boxes_decode(const tacti_pair *pair, const tacti_own_box own[2],
                                            tacti_boxes *boxes) {
    tacti_grids grids;
    for (int side = 0; side < 2; side++)
        for (int axis = 0; axis < 3; axis++) {
            const tacti_node *node = boxes->node[side];
            grids.half_step[side][axis] =
                tacti_float_power_of_two(node->exponent[axis] - 1) * pair->scale[side];
            grids.origin[side][axis] = own[side].center[axis] - own[side].half[axis];
        }
    TACTI_EACH_FLOAT_LOOP(tacti_boxes_decode_piece(boxes, &grids, i);)
}

TACTI_ALWAYS_INLINE void tacti_boxes_find_edges_piece(tacti_boxes *boxes, int i) {
    const int at = i * TACTI_FLOATS_PER_PIECE;
    tacti_float_piece half[3];
    for (int k = 0; k < 3; k++)
        half[k] = tacti_fp_load(boxes->half[k] + at);
    TACTI_UNROLL
    for (int j = 0; j < 3; j++) {
        tacti_float_piece m[3]; /* |axis k of the box's own frame . axis j of the other's| */
        for (int k = 0; k < 3; k++)
            m[k] = tacti_fp_abs(tacti_fp_halves(i, boxes->turn[1][k][j], boxes->turn[0][k][j]));
        TACTI_UNROLL
        for (int k = 0; k < 3; k++) {
            int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            tacti_fp_store(boxes->edge[k][j] + at, tacti_fp_add(tacti_fp_mul(half[k1], m[k2]),
                                                                tacti_fp_mul(half[k2], m[k1])));
        }
    }
}

/* Computes the half extents along the cross products of axes. Only rows need them. */
TACTI_ALWAYS_INLINE void tacti_boxes_find_edges(tacti_boxes *boxes) {
    TACTI_EACH_FLOAT_LOOP(tacti_boxes_find_edges_piece(boxes, i);)
}

/* ---- Children against the other node's own box -------------------------------------------- */

TACTI_ALWAYS_INLINE tacti_own_box tacti_boxes_own(const tacti_pair *pair, const tacti_boxes *boxes,
                                                  int side) {
    TACTI_ASSERT(side == 0 || side == 1);
    tacti_own_box own;
    const tacti_node *node = boxes->node[side];
    tacti_f4 step = {tacti_float_power_of_two(node->exponent[0] - 1),
                     tacti_float_power_of_two(node->exponent[1] - 1),
                     tacti_float_power_of_two(node->exponent[2] - 1), 0};
    tacti_f4 extent = {(float)node->extent[0], (float)node->extent[1], (float)node->extent[2], 0};
    tacti_f4 origin = {node->origin[0], node->origin[1], node->origin[2], 0};
    tacti_f4 scale = tacti_f4_set(pair->scale[side]);
    own.half = (step * scale) * extent;
    own.center = origin * scale + own.half;
    const tacti_f4 *turn = boxes->turn[1 - side];
    const tacti_f4 cosines[3] = {tacti_f4_abs(turn[0]), tacti_f4_abs(turn[1]),
                                 tacti_f4_abs(turn[2])};
    own.seen_center = tacti_f4_turn(turn, own.center) + boxes->shift[1 - side];
    own.seen_half = tacti_f4_turn(cosines, own.half);
    return own;
}

/* The gap along an axis of two intervals, each given by its centre and half extent. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_piece_gap(tacti_float_piece center,
                                                      tacti_float_piece other_center,
                                                      tacti_float_piece half,
                                                      tacti_float_piece other_half) {
    return tacti_fp_sub(tacti_fp_abs(tacti_fp_sub(center, other_center)),
                        tacti_fp_add(half, other_half));
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_axis_gap(tacti_f16 center, tacti_f16 other_center,
                                             tacti_f16 half, tacti_f16 other_half) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(r.piece[i] = tacti_piece_gap(center.piece[i], other_center.piece[i],
                                                  half.piece[i], other_half.piece[i]);)
    return r;
}

/* Gaps along the axes of the lanes' own frames (here) and of the other's. */
typedef struct tacti_piece_gaps {
    tacti_float_piece here[3], there[3];
} tacti_piece_gaps;

TACTI_ALWAYS_INLINE tacti_float_piece tacti_piece_largest_gap(const tacti_piece_gaps *gaps) {
    tacti_float_piece most_here =
        tacti_fp_max(tacti_fp_max(gaps->here[0], gaps->here[1]), gaps->here[2]);
    tacti_float_piece most_there =
        tacti_fp_max(tacti_fp_max(gaps->there[0], gaps->there[1]), gaps->there[2]);
    return tacti_fp_max(most_here, most_there);
}

TACTI_ALWAYS_INLINE tacti_piece_gaps tacti_boxes_gaps_to_own_piece(const tacti_boxes *boxes,
                                                                   const tacti_own_box own[2],
                                                                   int i) {
    const int at = i * TACTI_FLOATS_PER_PIECE;
    tacti_piece_gaps gaps;
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        gaps.here[k] =
            tacti_piece_gap(tacti_fp_load(boxes->center[k] + at),
                            tacti_fp_halves(i, own[1].seen_center[k], own[0].seen_center[k]),
                            tacti_fp_load(boxes->half[k] + at),
                            tacti_fp_halves(i, own[1].seen_half[k], own[0].seen_half[k]));
        gaps.there[k] = tacti_piece_gap(tacti_fp_load(boxes->seen_center[k] + at),
                                        tacti_fp_halves(i, own[1].center[k], own[0].center[k]),
                                        tacti_fp_load(boxes->seen_half[k] + at),
                                        tacti_fp_halves(i, own[1].half[k], own[0].half[k]));
    }
    return gaps;
}

/* The gaps between every child and the other node's own box, along the six axes of both frames. */
TACTI_ALWAYS_INLINE void tacti_boxes_gaps_to_own(const tacti_boxes *boxes,
                                                 const tacti_own_box own[2], tacti_f16 here[3],
                                                 tacti_f16 there[3]) {
    TACTI_EACH_FLOAT(tacti_piece_gaps gaps = tacti_boxes_gaps_to_own_piece(boxes, own, i);
                     for (int k = 0; k < 3; k++) {
                         here[k].piece[i] = gaps.here[k];
                         there[k].piece[i] = gaps.there[k];
                     })
}

/* The children that are apart from the other node's own box. */
TACTI_ALWAYS_INLINE uint32_t tacti_boxes_apart_from_own(const tacti_boxes *boxes,
                                                        const tacti_own_box own[2],
                                                        tacti_f16 inflation) {
    uint32_t apart = 0;
    TACTI_EACH_FLOAT_LOOP(tacti_piece_gaps gaps = tacti_boxes_gaps_to_own_piece(boxes, own, i);
                          apart |=
                          tacti_fp_bits_gt(tacti_piece_largest_gap(&gaps), inflation.piece[i])
                          << (i * TACTI_FLOATS_PER_PIECE);)
    return apart;
}

/* The squared distance of every child's centre from the centre of the other node's own box. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_boxes_center_square(const tacti_boxes *boxes,
                                                                const tacti_own_box own[2], int i) {
    tacti_float_piece sum = tacti_fp_set1(0);
    for (int k = 0; k < 3; k++) {
        tacti_float_piece other = tacti_fp_halves(i, own[1].seen_center[k], own[0].seen_center[k]);
        tacti_float_piece t =
            tacti_fp_sub(tacti_fp_load(boxes->center[k] + i * TACTI_FLOATS_PER_PIECE), other);
        sum = tacti_fp_add(sum, tacti_fp_mul(t, t));
    }
    return sum;
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_largest_gap(const tacti_f16 here[3], const tacti_f16 there[3]) {
    tacti_f16 most_here = tacti_f16_max(tacti_f16_max(here[0], here[1]), here[2]);
    tacti_f16 most_there = tacti_f16_max(tacti_f16_max(there[0], there[1]), there[2]);
    return tacti_f16_max(most_here, most_there);
}

/* ---- Directions --------------------------------------------------------------------------- */

/* A direction from a towards b in the frames of both nodes. Its length is at most one. */
typedef struct tacti_direction {
    tacti_f4 in_a, in_b;
    float offset;   /* of b's frame along the direction */
    float reach[2]; /* of the nodes' own boxes: a's forward, b's back */
} tacti_direction;

TACTI_ALWAYS_INLINE float tacti_f4_sum(tacti_f4 a) {
    return (a[0] + a[1]) + a[2];
}

/* The direction that in_a is in a's node frame. */
TACTI_ALWAYS_INLINE tacti_direction tacti_direction_make(const tacti_boxes *boxes,
                                                         const tacti_own_box own[2],
                                                         tacti_f4 in_a) {
    tacti_direction d;
    d.in_a = in_a;
    d.in_b = tacti_f4_turn(boxes->turn[1], in_a);
    tacti_f4 offset = boxes->shift[0] * in_a;
    d.offset = tacti_f4_sum(offset);
    d.reach[0] = tacti_f4_sum(own[0].center * d.in_a + own[0].half * tacti_f4_abs(d.in_a));
    d.reach[1] =
        tacti_f4_sum(offset + (own[1].center * d.in_b - own[1].half * tacti_f4_abs(d.in_b)));
    return d;
}

TACTI_ALWAYS_INLINE tacti_float_piece tacti_boxes_project_piece(tacti_boxes *boxes,
                                                                const tacti_direction *d,
                                                                int number, int i) {
    const int at = i * TACTI_FLOATS_PER_PIECE;
    tacti_float_piece center = tacti_fp_halves(i, 0, d->offset), radius = tacti_fp_set1(0);
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        tacti_float_piece n = tacti_fp_halves(i, d->in_a[k], d->in_b[k]);
        center = tacti_fp_add(center, tacti_fp_mul(n, tacti_fp_load(boxes->center[k] + at)));
        radius =
            tacti_fp_add(radius, tacti_fp_mul(tacti_fp_abs(n), tacti_fp_load(boxes->half[k] + at)));
    }
    tacti_float_piece sign = tacti_fp_halves(i, 1, -1);
    tacti_float_piece reach = tacti_fp_add(center, tacti_fp_mul(sign, radius));
    tacti_fp_store(boxes->reach[number] + at, reach);
    tacti_float_piece other = tacti_fp_halves(i, d->reach[1], d->reach[0]);
    return tacti_fp_mul(sign, tacti_fp_sub(other, reach));
}

/* Computes how far every child reaches along a direction. Returns the gaps to the other node's own
 * box. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_boxes_project(tacti_boxes *boxes, const tacti_direction *d,
                                                  int number) {
    TACTI_ASSERT(number >= 0 && number < TACTI_DIRECTIONS);
    tacti_f16 gaps;
    TACTI_EACH_FLOAT(gaps.piece[i] = tacti_boxes_project_piece(boxes, d, number, i);)
    return gaps;
}

/* ---- Rows: two children of one side against the eight of the other ------------------------ */

/* The eight children of lane_side are in lanes 0 to 7 and again in lanes 8 to 15. Lanes 0 to 7 are
 * for child row[0] of the other side, lanes 8 to 15 for child row[1]. */
typedef struct tacti_row {
    int lane_side;
    int row[2]; /* indices into tacti_children: side * 8 + child */
    tacti_pick16 pick;
} tacti_row;

TACTI_ALWAYS_INLINE tacti_f16 tacti_row_value(const tacti_children values, const tacti_row *row) {
    return tacti_f16_pick(values, row->pick);
}

/* Gaps along the axes of the lanes' frame and of the row's. */
TACTI_ALWAYS_INLINE tacti_piece_gaps tacti_row_face_gaps_piece(const tacti_boxes *boxes,
                                                               const tacti_row *row, int i) {
    int lane = row->lane_side * 8;
    tacti_piece_gaps gaps;
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        gaps.here[k] = tacti_piece_gap(tacti_fp_repeat(i, &boxes->center[k][lane]),
                                       tacti_fp_pick(i, boxes->seen_center[k], row->pick),
                                       tacti_fp_repeat(i, &boxes->half[k][lane]),
                                       tacti_fp_pick(i, boxes->seen_half[k], row->pick));
        gaps.there[k] = tacti_piece_gap(tacti_fp_repeat(i, &boxes->seen_center[k][lane]),
                                        tacti_fp_pick(i, boxes->center[k], row->pick),
                                        tacti_fp_repeat(i, &boxes->seen_half[k][lane]),
                                        tacti_fp_pick(i, boxes->half[k], row->pick));
    }
    return gaps;
}

TACTI_ALWAYS_INLINE void tacti_row_face_gaps(const tacti_boxes *boxes, const tacti_row *row,
                                             tacti_f16 here[3], tacti_f16 there[3]) {
    TACTI_EACH_FLOAT(tacti_piece_gaps gaps = tacti_row_face_gaps_piece(boxes, row, i);
                     for (int k = 0; k < 3; k++) {
                         here[k].piece[i] = gaps.here[k];
                         there[k].piece[i] = gaps.there[k];
                     })
}

/* The largest gap along the nine cross products. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_row_edge_gap_piece(const tacti_boxes *boxes,
                                                               const tacti_row *row, int i) {
    int lane = row->lane_side * 8;
    tacti_float_piece t[3];
    for (int k = 0; k < 3; k++)
        t[k] = tacti_fp_sub(tacti_fp_pick(i, boxes->seen_center[k], row->pick),
                            tacti_fp_repeat(i, &boxes->center[k][lane]));
    tacti_float_piece most = tacti_fp_set1(-HUGE_VALF);
    TACTI_UNROLL
    for (int j = 0; j < 3; j++) {
        tacti_float_piece m[3]; /* axis k of the lanes' frame . axis j of the row's */
        for (int k = 0; k < 3; k++)
            m[k] = tacti_fp_set1(boxes->turn[row->lane_side][j][k]);
        TACTI_UNROLL
        for (int k = 0; k < 3; k++) {
            int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            tacti_float_piece apart =
                tacti_fp_abs(tacti_fp_sub(tacti_fp_mul(t[k2], m[k1]), tacti_fp_mul(t[k1], m[k2])));
            tacti_float_piece reach = tacti_fp_add(tacti_fp_repeat(i, &boxes->edge[k][j][lane]),
                                                   tacti_fp_pick(i, boxes->edge[j][k], row->pick));
            most = tacti_fp_max(most, tacti_fp_sub(apart, reach));
        }
    }
    return most;
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_row_edge_gap(const tacti_boxes *boxes, const tacti_row *row) {
    tacti_f16 most;
    TACTI_EACH_FLOAT(most.piece[i] = tacti_row_edge_gap_piece(boxes, row, i);)
    return most;
}

/* The squared distance of the boxes' centres. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_row_center_square(const tacti_boxes *boxes,
                                                              const tacti_row *row, int i) {
    tacti_float_piece sum = tacti_fp_set1(0);
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        tacti_float_piece t =
            tacti_fp_sub(tacti_fp_pick(i, boxes->seen_center[k], row->pick),
                         tacti_fp_repeat(i, &boxes->center[k][row->lane_side * 8]));
        sum = tacti_fp_add(sum, tacti_fp_mul(t, t));
    }
    return sum;
}

/* The overlap key of two boxes is the squared distance of their centres less a fraction of their
 * squared sizes. A smaller key means that the boxes overlap more for their size. The weight was
 * found by trial. */
#define TACTI_SIZE_WEIGHT 0.3F

TACTI_ALWAYS_INLINE tacti_float_piece tacti_row_overlap_key(const tacti_boxes *boxes,
                                                            const tacti_row *row, int i) {
    tacti_float_piece sizes = tacti_fp_set1(0);
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        tacti_float_piece half =
            tacti_fp_add(tacti_fp_repeat(i, &boxes->half[k][row->lane_side * 8]),
                         tacti_fp_pick(i, boxes->seen_half[k], row->pick));
        sizes = tacti_fp_add(sizes, tacti_fp_mul(half, half));
    }
    return tacti_fp_sub(tacti_row_center_square(boxes, row, i),
                        tacti_fp_mul(tacti_fp_set1(TACTI_SIZE_WEIGHT), sizes));
}

/* The gap along a direction. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_row_direction_gap(const tacti_boxes *boxes,
                                                              const tacti_row *row, int number,
                                                              int i) {
    tacti_float_piece lanes = tacti_fp_repeat(i, &boxes->reach[number][row->lane_side * 8]);
    tacti_float_piece rows = tacti_fp_pick(i, boxes->reach[number], row->pick);
    return row->lane_side == 1 ? tacti_fp_sub(lanes, rows) : tacti_fp_sub(rows, lanes);
}

/* A lower bound of the squared distance of two boxes: the larger of the two sums of squared gaps,
 * one sum per frame. */
TACTI_ALWAYS_INLINE tacti_float_piece tacti_piece_gap_square(const tacti_piece_gaps *gaps) {
    tacti_float_piece zero = tacti_fp_set1(0), sum_here = zero, sum_there = zero;
    TACTI_UNROLL
    for (int k = 0; k < 3; k++) {
        tacti_float_piece g = tacti_fp_max(gaps->here[k], zero);
        tacti_float_piece h = tacti_fp_max(gaps->there[k], zero);
        sum_here = tacti_fp_add(sum_here, tacti_fp_mul(g, g));
        sum_there = tacti_fp_add(sum_there, tacti_fp_mul(h, h));
    }
    return tacti_fp_max(sum_here, sum_there);
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_gap_square(const tacti_f16 here[3], const tacti_f16 there[3]) {
    tacti_f16 r;
    TACTI_EACH_FLOAT(tacti_piece_gaps gaps; for (int k = 0; k < 3; k++) {
        gaps.here[k] = here[k].piece[i];
        gaps.there[k] = there[k].piece[i];
    } r.piece[i] = tacti_piece_gap_square(&gaps);)
    return r;
}

TACTI_ALWAYS_INLINE float tacti_largest3(tacti_f4 v) {
    float most = v[0] > v[1] ? v[0] : v[1];
    return most > v[2] ? most : v[2];
}

#endif
