/* SPDX-License-Identifier: MIT */
/* The boxes of two nodes against each other, in SIMD lanes: lanes 0 to 7 are the children of a's
 * node, lanes 8 to 15 those of b's. All that a test of two children needs is computed once a pair
 * of nodes; a row then tests two children of one side against all eight of the other.
 *
 * The test is the separating-axis test of two boxes: three axes of each frame and their nine cross
 * products (S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996). Its result is the largest gap along
 * an axis; boxes are apart where that exceeds the pair's inflation (see pair.c). Axes are not
 * normalised: cross products are shorter than one, so a gap along them is an underestimate.
 *
 * For files that are compiled once a SIMD level. */
#ifndef TACTI_QUERY_BOXES_H
#define TACTI_QUERY_BOXES_H

#include "base/lanes.h"
#include "query/pair.h"

/* Directions beside the boxes' axes along which distances are bounded. */
#define TACTI_DIRECTIONS 2

/* One value for each of the sixteen children. */
typedef float tacti_children[16];

typedef struct tacti_boxes {
    const tacti_node *node[2];
    /* Rotation and translation from b's node frame to a's, and back. */
    float to_a[3][3], shift_a[3];
    float shift_b[3]; /* the rotation back is to_a transposed */
    float frame_a[3][3]; /* from the common frame to that of a's node */
    /* The children's boxes in their own node's frame ... */
    _Alignas(64) tacti_children center[3];
    _Alignas(64) tacti_children half[3];
    /* ... and in the other's: centre, and the half extent of the box's box there. */
    _Alignas(64) tacti_children seen_center[3];
    _Alignas(64) tacti_children seen_half[3];
    /* edge[i][j]: the box's half extent along the cross product of axis i of its own frame and axis
     * j of the other's. */
    _Alignas(64) tacti_children edge[3][3];
    /* Along each direction: how far a's children reach forward, and how far b's reach back. */
    _Alignas(64) tacti_children reach[TACTI_DIRECTIONS];
} tacti_boxes;

/* ---- A pair of nodes ---------------------------------------------------------------------- */

/* out = x y, the sums from left to right. */
TACTI_ALWAYS_INLINE void tacti_multiply3(float x[3][3], float y[3][3], float out[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = (x[i][0] * y[0][j] + x[i][1] * y[1][j]) + x[i][2] * y[2][j];
}

/* The relative placement of the frames of two nodes. */
TACTI_ALWAYS_INLINE void tacti_boxes_place(const tacti_pair *pair, tacti_boxes *boxes) {
    float qa[3][3], qb[3][3], turned[3][3], qb_back[3][3];
    tacti_node_rotation(boxes->node[0], qa);
    tacti_node_rotation(boxes->node[1], qb);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            qb_back[i][j] = qb[j][i];
    float rotation[3][3];
    memcpy(rotation, pair->rotation, sizeof rotation);
    tacti_multiply3(qa, rotation, turned);
    tacti_multiply3(turned, qb_back, boxes->to_a);
    memcpy(boxes->frame_a, qa, sizeof qa);
    const float *t = pair->translation;
    for (int i = 0; i < 3; i++)
        boxes->shift_a[i] = (qa[i][0] * t[0] + qa[i][1] * t[1]) + qa[i][2] * t[2];
    float(*m)[3] = boxes->to_a;
    const float *s = boxes->shift_a;
    for (int i = 0; i < 3; i++)
        boxes->shift_b[i] = -((m[0][i] * s[0] + m[1][i] * s[1]) + m[2][i] * s[2]);
}

/* The children's boxes, and how the other node's frame sees them. */
TACTI_ALWAYS_INLINE void tacti_boxes_decode(const tacti_pair *pair, tacti_boxes *boxes) {
    const tacti_node *a = boxes->node[0], *b = boxes->node[1];
    tacti_f16 center[3], half[3];
    for (int axis = 0; axis < 3; axis++) {
        tacti_f16 lo = tacti_f16_from_byte_halves(a->lo[axis], b->lo[axis]);
        tacti_f16 hi = tacti_f16_from_byte_halves(a->hi[axis], b->hi[axis]);
        float step_a = tacti_float_power_of_two(a->exponent[axis] - 1) * pair->scale[0];
        float step_b = tacti_float_power_of_two(b->exponent[axis] - 1) * pair->scale[1];
        tacti_f16 step = tacti_f16_halves(step_a, step_b);
        tacti_f16 origin = tacti_f16_halves(a->origin[axis] * pair->scale[0],
                                            b->origin[axis] * pair->scale[1]);
        center[axis] = tacti_f16_add(origin, tacti_f16_mul(step, tacti_f16_add(lo, hi)));
        half[axis] = tacti_f16_mul(step, tacti_f16_sub(hi, lo));
        tacti_f16_store(boxes->center[axis], center[axis]);
        tacti_f16_store(boxes->half[axis], half[axis]);
    }
    for (int i = 0; i < 3; i++) {
        /* Row i of the rotation into the other's frame: for a's children that of to_a's transpose. */
        tacti_f16 seen = tacti_f16_halves(boxes->shift_b[i], boxes->shift_a[i]);
        tacti_f16 radius = tacti_f16_set(0);
        for (int j = 0; j < 3; j++) {
            tacti_f16 m = tacti_f16_halves(boxes->to_a[j][i], boxes->to_a[i][j]);
            seen = tacti_f16_add(seen, tacti_f16_mul(m, center[j]));
            radius = tacti_f16_add(radius, tacti_f16_mul(tacti_f16_abs(m), half[j]));
        }
        tacti_f16_store(boxes->seen_center[i], seen);
        tacti_f16_store(boxes->seen_half[i], radius);
    }
}

/* The half extents along the cross products of axes; only rows need them. */
TACTI_ALWAYS_INLINE void tacti_boxes_find_edges(tacti_boxes *boxes) {
    tacti_f16 half[3];
    for (int i = 0; i < 3; i++)
        half[i] = tacti_f16_load(boxes->half[i]);
    for (int j = 0; j < 3; j++) {
        /* Axis i of the box's own frame . axis j of the other's. */
        tacti_f16 m[3];
        for (int i = 0; i < 3; i++)
            m[i] = tacti_f16_abs(tacti_f16_halves(boxes->to_a[i][j], boxes->to_a[j][i]));
        for (int i = 0; i < 3; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            tacti_f16_store(boxes->edge[i][j], tacti_f16_add(tacti_f16_mul(half[i1], m[i2]),
                                                             tacti_f16_mul(half[i2], m[i1])));
        }
    }
}

/* ---- Children against the other node's own box -------------------------------------------- */

/* A node's own box in its frame and in the other's. */
typedef struct tacti_own_box {
    float center[3], half[3];
    float seen_center[3], seen_half[3];
} tacti_own_box;

TACTI_ALWAYS_INLINE tacti_own_box tacti_boxes_own(const tacti_pair *pair, const tacti_boxes *boxes,
                                                  int side) {
    tacti_own_box own;
    const tacti_node *node = boxes->node[side];
    for (int i = 0; i < 3; i++) {
        float step = tacti_float_power_of_two(node->exponent[i] - 1) * pair->scale[side];
        float extent = step * (float)node->extent[i];
        own.center[i] = node->origin[i] * pair->scale[side] + extent;
        own.half[i] = extent;
    }
    for (int i = 0; i < 3; i++) {
        float seen = side == 0 ? boxes->shift_b[i] : boxes->shift_a[i], radius = 0;
        for (int j = 0; j < 3; j++) {
            float m = side == 0 ? boxes->to_a[j][i] : boxes->to_a[i][j];
            seen = seen + m * own.center[j];
            radius = radius + fabsf(m) * own.half[j];
        }
        own.seen_center[i] = seen;
        own.seen_half[i] = radius;
    }
    return own;
}

/* The gap along an axis of two intervals given by centre and half extent. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_axis_gap(tacti_f16 center, tacti_f16 other_center,
                                             tacti_f16 half, tacti_f16 other_half) {
    return tacti_f16_sub(tacti_f16_abs(tacti_f16_sub(center, other_center)),
                         tacti_f16_add(half, other_half));
}

/* The gap of every child and the other node's own box, along the six axes of the two frames. */
TACTI_ALWAYS_INLINE void tacti_boxes_gaps_to_own(const tacti_boxes *boxes,
                                                 const tacti_own_box own[2], tacti_f16 here[3],
                                                 tacti_f16 there[3]) {
    for (int i = 0; i < 3; i++) {
        tacti_f16 other_center =
            tacti_f16_halves(own[1].seen_center[i], own[0].seen_center[i]);
        tacti_f16 other_half = tacti_f16_halves(own[1].seen_half[i], own[0].seen_half[i]);
        here[i] = tacti_axis_gap(tacti_f16_load(boxes->center[i]), other_center,
                                 tacti_f16_load(boxes->half[i]), other_half);
        other_center = tacti_f16_halves(own[1].center[i], own[0].center[i]);
        other_half = tacti_f16_halves(own[1].half[i], own[0].half[i]);
        there[i] = tacti_axis_gap(tacti_f16_load(boxes->seen_center[i]), other_center,
                                  tacti_f16_load(boxes->seen_half[i]), other_half);
    }
}

TACTI_ALWAYS_INLINE tacti_f16 tacti_largest_gap(const tacti_f16 here[3], const tacti_f16 there[3]) {
    tacti_f16 most_here = tacti_f16_max(tacti_f16_max(here[0], here[1]), here[2]);
    tacti_f16 most_there = tacti_f16_max(tacti_f16_max(there[0], there[1]), there[2]);
    return tacti_f16_max(most_here, most_there);
}

/* ---- Directions --------------------------------------------------------------------------- */

/* A direction in the frames of both nodes, of length one at most, from a towards b. */
typedef struct tacti_direction {
    float in_a[3], in_b[3];
    float offset; /* of b's frame along it */
    float reach[2]; /* of the nodes' own boxes: a's forward, b's back */
} tacti_direction;

/* The direction that in_a is in a's node frame. */
TACTI_ALWAYS_INLINE tacti_direction tacti_direction_make(const tacti_boxes *boxes,
                                                         const tacti_own_box own[2],
                                                         const float in_a[3]) {
    tacti_direction d;
    for (int i = 0; i < 3; i++) {
        d.in_a[i] = in_a[i];
        d.in_b[i] = (boxes->to_a[0][i] * in_a[0] + boxes->to_a[1][i] * in_a[1]) +
                    boxes->to_a[2][i] * in_a[2];
    }
    const float *s = boxes->shift_a;
    d.offset = (s[0] * in_a[0] + s[1] * in_a[1]) + s[2] * in_a[2];
    d.reach[0] = 0;
    d.reach[1] = d.offset;
    for (int i = 0; i < 3; i++) {
        d.reach[0] += own[0].center[i] * d.in_a[i] + own[0].half[i] * fabsf(d.in_a[i]);
        d.reach[1] += own[1].center[i] * d.in_b[i] - own[1].half[i] * fabsf(d.in_b[i]);
    }
    return d;
}

/* Finds how far every child reaches along a direction, and the gaps to the other node's own box. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_boxes_project(tacti_boxes *boxes, const tacti_direction *d,
                                                  int number) {
    tacti_f16 center = tacti_f16_halves(0, d->offset), radius = tacti_f16_set(0);
    for (int i = 0; i < 3; i++) {
        tacti_f16 n = tacti_f16_halves(d->in_a[i], d->in_b[i]);
        center = tacti_f16_add(center, tacti_f16_mul(n, tacti_f16_load(boxes->center[i])));
        radius = tacti_f16_add(
            radius, tacti_f16_mul(tacti_f16_abs(n), tacti_f16_load(boxes->half[i])));
    }
    tacti_f16 sign = tacti_f16_halves(1, -1);
    tacti_f16 reach = tacti_f16_add(center, tacti_f16_mul(sign, radius));
    tacti_f16_store(boxes->reach[number], reach);
    tacti_f16 other = tacti_f16_halves(d->reach[1], d->reach[0]);
    return tacti_f16_mul(sign, tacti_f16_sub(other, reach));
}

/* ---- Rows: two children of one side against the eight of the other ------------------------ */

/* The children of lane_side in the lanes, twice; row[0] and row[1] are children 0 to 7 of the other
 * side, for lanes 0 to 7 and 8 to 15. */
typedef struct tacti_row {
    int lane_side;
    int row[2]; /* indices into tacti_children: side * 8 + child */
} tacti_row;

TACTI_ALWAYS_INLINE tacti_f16 tacti_row_value(const tacti_children values, const tacti_row *row) {
    return tacti_f16_halves(values[row->row[0]], values[row->row[1]]);
}

/* Gaps along the axes of the lanes' frame and of the row's. */
TACTI_ALWAYS_INLINE void tacti_row_face_gaps(const tacti_boxes *boxes, const tacti_row *row,
                                             tacti_f16 here[3], tacti_f16 there[3]) {
    int lane = row->lane_side * 8;
    for (int i = 0; i < 3; i++) {
        here[i] = tacti_axis_gap(tacti_f16_repeat(&boxes->center[i][lane]),
                                 tacti_row_value(boxes->seen_center[i], row),
                                 tacti_f16_repeat(&boxes->half[i][lane]),
                                 tacti_row_value(boxes->seen_half[i], row));
        there[i] = tacti_axis_gap(tacti_f16_repeat(&boxes->seen_center[i][lane]),
                                  tacti_row_value(boxes->center[i], row),
                                  tacti_f16_repeat(&boxes->seen_half[i][lane]),
                                  tacti_row_value(boxes->half[i], row));
    }
}

/* The largest gap along the nine cross products. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_row_edge_gap(const tacti_boxes *boxes, const tacti_row *row) {
    int lane = row->lane_side * 8;
    tacti_f16 t[3];
    for (int i = 0; i < 3; i++)
        t[i] = tacti_f16_sub(tacti_row_value(boxes->seen_center[i], row),
                             tacti_f16_repeat(&boxes->center[i][lane]));
    tacti_f16 most = tacti_f16_set(-HUGE_VALF);
    for (int j = 0; j < 3; j++) {
        tacti_f16 m[3]; /* axis i of the lanes' frame . axis j of the row's */
        for (int i = 0; i < 3; i++)
            m[i] = tacti_f16_set(row->lane_side == 0 ? boxes->to_a[i][j] : boxes->to_a[j][i]);
        for (int i = 0; i < 3; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            tacti_f16 apart = tacti_f16_abs(
                tacti_f16_sub(tacti_f16_mul(t[i2], m[i1]), tacti_f16_mul(t[i1], m[i2])));
            tacti_f16 reach = tacti_f16_add(tacti_f16_repeat(&boxes->edge[i][j][lane]),
                                            tacti_row_value(boxes->edge[j][i], row));
            most = tacti_f16_max(most, tacti_f16_sub(apart, reach));
        }
    }
    return most;
}

/* The squared distance of the boxes' centres. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_row_center_square(const tacti_boxes *boxes,
                                                      const tacti_row *row) {
    tacti_f16 sum = tacti_f16_set(0);
    for (int i = 0; i < 3; i++) {
        tacti_f16 t = tacti_f16_sub(tacti_row_value(boxes->seen_center[i], row),
                                    tacti_f16_repeat(&boxes->center[i][row->lane_side * 8]));
        sum = tacti_f16_add(sum, tacti_f16_mul(t, t));
    }
    return sum;
}

/* The gap along a direction. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_row_direction_gap(const tacti_boxes *boxes,
                                                      const tacti_row *row, int number) {
    tacti_f16 lanes = tacti_f16_repeat(&boxes->reach[number][row->lane_side * 8]);
    tacti_f16 rows = tacti_row_value(boxes->reach[number], row);
    return row->lane_side == 1 ? tacti_f16_sub(lanes, rows) : tacti_f16_sub(rows, lanes);
}

/* A lower bound of the squared distance of the boxes: gaps along the axes of one frame add up as
 * squares, those of the other frame likewise. */
TACTI_ALWAYS_INLINE tacti_f16 tacti_gap_square(const tacti_f16 here[3], const tacti_f16 there[3]) {
    tacti_f16 zero = tacti_f16_set(0), sum_here = zero, sum_there = zero;
    for (int i = 0; i < 3; i++) {
        tacti_f16 g = tacti_f16_max(here[i], zero), h = tacti_f16_max(there[i], zero);
        sum_here = tacti_f16_add(sum_here, tacti_f16_mul(g, g));
        sum_there = tacti_f16_add(sum_there, tacti_f16_mul(h, h));
    }
    return tacti_f16_max(sum_here, sum_there);
}

#endif
