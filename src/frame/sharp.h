/* SPDX-License-Identifier: MIT */
/* A second look at a pair of nodes that are small beside the inflation of their meshes. The frames
 * of both nodes are moved to the centres of the nodes' own boxes, whose difference is computed in
 * double. All that is then rounded to float is in proportion to the two boxes and their distance,
 * not to the meshes.
 *
 * Proof that culling with it is safe; u, f, Q and the errors of steps 1 to 3 are those of
 * mesh_pair.c. Let y be the centre of a node's own box in its frame, which is exact in float, and p
 * the computed point of the common frame for it, scaled. For a point x of the mesh, Q (s x - p)
 * lies in the node's boxes moved by -s y, up to |Q p - s y|.
 *
 * 1. The centre. The exact inverse of Q is not its transpose T, as Q T and T Q are 1 up to 16 f =
 *    2^-20 in norm. But p = T y + T (y - Q T y) obeys Q p = y - (1 - Q T)^2 y, and |y| < 3.5, so
 * the error is below 2^-40 3.5; twenty roundings in double are below 2^-46. For both nodes it is
 *    below 2^-37.
 * 2. A common point of both meshes obeys, with z = s_a x_a - p_a and w = s_b x_b - p_b,
 *        z = M w + d + e, d = M p_b + T - p_a, where M is the relative rotation and T the shift.
 *    The error e is that of steps 1 to 3 in mesh_pair.c: the same defects act on the same vectors,
 *    and on d and p_b, which are sums of them. Rounding d in double adds less than 2^-46 if T is
 *    below 2^4. For distances T is below 2^11, as meshes that are further apart are brought near
 * and not looked at twice: d and T turned back by a's rotation then err by less than 2^-38.
 *    SHARP_ERRORS = 2^-36 holds all this.
 * 3. Float. Let r be the sum of both half diagonals. Boxes are at most r from their origins, and d
 *    is rounded to float by f |d|. With r for 1.74 + 1.74 and |d| for T, step 4 of mesh_pair.c
 * gives at most, each axis alone: 16 f r for transposes taken as inverses, 36 f r for the entries
 * of the product of three rotations, 12 f r for half extents, (10 + 36) f (r + |d|) for centres and
 *    translations, and 16 f |d| as the second translation is the first one turned back. Edge axes
 *    take differences of two of each. In all below 2 (110 r + 62 |d|) f. TACTI_SHARP_ERRORS is
 * twice that and more, because r, too, is computed in float: as the sum of the half extents, which
 * is not below the half diagonal.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_FRAME_SHARP_H
#define TACTI_FRAME_SHARP_H

#include "frame/boxes.h"

#define TACTI_SHARP_ERRORS 0x200p-24F

TACTI_ALWAYS_INLINE double tacti_dot3(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/* The node's rotation by rows, and the centre of its own box in the mesh's local frame, scaled. */
TACTI_ALWAYS_INLINE void tacti_node_center(const tacti_node *node, double scale, double rows[3][3],
                                           double out[3]) {
    float q[3][3];
    double y[3], p[3], columns[3][3], rest[3];
    tacti_node_rotation(node, q);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            rows[i][j] = columns[j][i] = (double)q[i][j];
        float half_step = tacti_float_power_of_two(node->exponent[i] - 1);
        y[i] = (double)(node->origin[i] + half_step * (float)node->extent[i]);
    }
    for (int i = 0; i < 3; i++)
        p[i] = tacti_dot3(columns[i], y);
    for (int i = 0; i < 3; i++)
        rest[i] = y[i] - tacti_dot3(rows[i], p);
    for (int i = 0; i < 3; i++)
        out[i] = scale * (p[i] + tacti_dot3(columns[i], rest));
}

/* The sharp placement of one pair of nodes. */
typedef struct tacti_sharp {
    double rows[2][3][3]; /* of the nodes' rotations */
    double center[2][3];  /* of the nodes' own boxes, in the common frame */
    float inflation;      /* of the boxes, after tacti_boxes_sharpen() */
} tacti_sharp;

/* Whether a second look is likely to tell more about a pair of nodes. */
TACTI_ALWAYS_INLINE bool tacti_is_blurred(const tacti_pair *pair, const tacti_own_box own[2]) {
    float a = tacti_largest3(own[0].half), b = tacti_largest3(own[1].half);
    return (a < b ? a : b) < pair->blurred;
}

/* Moves the frames of a pair of nodes that was placed to the centres of the nodes' own boxes. */
TACTI_ALWAYS_INLINE void tacti_boxes_sharpen(const tacti_pair *pair, tacti_boxes *boxes,
                                             tacti_own_box own[2], tacti_sharp *out) {
    const tacti_placement_pair *placed = &pair->placement;
    double local[3], d[3];
    tacti_node_center(boxes->node[0], placed->scale[0], out->rows[0], out->center[0]);
    tacti_node_center(boxes->node[1], placed->scale[1], out->rows[1], local);
    for (int i = 0; i < 3; i++) {
        out->center[1][i] = tacti_dot3(placed->rotation[i], local) + placed->shift[i];
        d[i] = out->center[1][i] - out->center[0][i];
    }
    tacti_f4 between = {0, 0, 0, 0};
    for (int i = 0; i < 3; i++)
        between[i] = (float)tacti_dot3(out->rows[0][i], d);
    boxes->shift[0] = between;
    boxes->shift[1] = -tacti_f4_turn(boxes->turn[1], between);
    own[0].center = own[1].center = tacti_f4_set(0);
    own[0].seen_center = boxes->shift[1];
    own[1].seen_center = boxes->shift[0];
    float sizes = tacti_f4_sum(own[0].half) + tacti_f4_sum(own[1].half);
    out->inflation =
        pair->sharp_inflation + TACTI_SHARP_ERRORS * (sizes + tacti_f4_sum(tacti_f4_abs(between)));
}

#endif
