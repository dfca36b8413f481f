/* SPDX-License-Identifier: MIT */
/* Two boxes along the fifteen directions that decide whether they meet: the normals of both and the
 * cross products of their edges. Collide and distance ask whether a direction separates the boxes.
 * Depth asks for the direction of least overlap.
 *
 * Error bound. Let a_i and b_j be the columns of both rotations, taken exactly, t the difference of
 * the translations, V and T as in body.h, S the sum of V and T of both boxes, and s the sum of the
 * magnitudes of the entries of R^T R - I of both rotations (skew, which covers its rounding). The
 * directions are n = a_i, n = b_j, or n = a_i x b_j as tacti_box_axis() computes it. The separation
 * along n is that of the placed corners: |n . t| less what each box reaches along n, up to
 * rounding. The computed value is
 *     |T_i| - ha_i - sum_j hb_j |C_ij|  with C_ij = a_i . b_j, T_i = a_i . t, likewise for b, and
 *     |T_k C_lj - T_l C_kj| - (ha_k |C_lj| + ha_l |C_kj|) - (hb_m |C_in| + hb_n |C_im|)
 * with i, k, l and j, m, n in cyclic order.
 * Skew: a box reaches sum_k h_k |n . a_k| along n. For n = a_i that is h_i up to s V. For a_i x b_j
 * the cofactors of R differ from R by at most 2 s in length. So each of n . t, n . a_k and n . b_k
 * differs from the formula by 2 s times a length: in all at most 4 s S.
 * Rounding, in units of u: placement 21 V + 7 T, n itself 18.4 V + 6.1 T, all products and sums
 * 14 V + 34 T (cross products; less for normals). In all at most 54 u S.
 * Hence every placed corner of b is beyond those of a along n by at least the computed separation
 * less margin = (64 u + 4 s) S. If the computed separation is below -margin, the boxes overlap
 * along n.
 *
 * Contact without a proof. Let Q be the rotation nearest to R; |R - Q| is at most s. Every placed
 * corner lies within e = 2 s S + 22 u S of the corner of the box with rotation Q. So the placed box
 * contains the box with rotation Q whose half extents are e shorter: a point that lies e deep
 * inside a convex set also lies inside every convex set whose support values are at most e less.
 * Two such boxes meet if they overlap along all fifteen axes, taken exactly. Shortening by e costs
 * at most 2 sqrt(3) e along an axis, 7 s S + 77 u S. The exact C and T differ from the computed
 * ones by at most 2.01 s + 4 u and (1.74 s + 8.7 u) S, so that a separation differs by at most 19 s
 * S + 96 u S, roundings included. In all, the boxes meet if no half extent is below (512 u + 64 s)
 * S and if all computed separations are below minus this number, which is twice what is needed.
 * Edges that are nearly parallel leave the answer open. */
#ifndef TACTI_SEARCH_SAT_BOX_H
#define TACTI_SEARCH_SAT_BOX_H

#include "base/simd.h"
#include "shape/body.h"

/* Numbers of axes: i for normal i of a, 4 + i for that of b, 8 + 4 i + j for a_i x b_j. */
#define TACTI_BOX_AXES 20

typedef struct tacti_box_axes {
    /* The separation; negative if the boxes overlap along the axis. For a cross product it is
     * multiplied by the length of the product. Entries 3, 7, 11, ... have no meaning. */
    _Alignas(64) double separation[24];
    /* n . t: its sign is the side of a along n on which b is. */
    double shift[24];
    /* The squared length of a_i x b_j at 4 i + j, up to margin; 0 and below for parallel edges. */
    double square[16];
    double margin; /* the error of each separation */
    bool has_all;  /* otherwise only the normals are measured, since one of them separates */
    int best;      /* the axis with the greatest separation above margin; -1 if there is none */
} tacti_box_axes;

/* Whether the bodies are boxes without radii, in the range of floating-point search. */
static inline bool tacti_are_boxes(const tacti_bodies *bodies) {
    return bodies->body[0].kind == TACT_SHAPE_BOX && bodies->body[1].kind == TACT_SHAPE_BOX &&
           bodies->is_in_float_range && bodies->radius == 0;
}

typedef void tacti_box_axes_measure(const tacti_bodies *bodies, bool wants_all,
                                    tacti_box_axes *out);

/* Compiled for a SIMD level. The bodies are boxes by tacti_are_boxes(). Without wants_all, cross
 * products are left out if a normal already separates. */
tacti_box_axes_measure *tacti_box_axes_at(tact_simd_level level);

/* The direction of an axis, from a to b. */
tact_vec3 tacti_box_axis(const tact_pose *a, const tact_pose *b, const tacti_box_axes *axes,
                         int axis);

TACTI_DECLARE_LEVELS(tacti_box_axes_measure, tacti_box_axes_measure)

#endif
