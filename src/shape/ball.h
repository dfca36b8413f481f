/* SPDX-License-Identifier: MIT */
/* Balls that contain shapes. If the balls of two shapes are apart, the shapes are apart.
 *
 * A ball has a local centre c and a radius r so large that, for every pose that is plainly valid
 * (tacti_are_plain_poses()), the placed shape lies within r + 2^-46 |c'| of the computed placed
 * centre c', with |c'| the sum of the magnitudes of its coordinates. Proof: let D be the
 * distance of c to the furthest point of the core, V the sum |c| + D, which bounds all local
 * coordinates, and T the largest coordinate of the translation. The rotation R has
 * |R^T R - I| <= 3e-6, so it stretches by at most 1 + 2^-18, and a point of the core lies within
 * (1 + 2^-18) D of the centre in real numbers. A computed coordinate, of the centre or of a vertex,
 * is off by at most 4.01 u (3.01 V + T) (see body.h), both points together by
 * 2 sqrt(3) 4.01 u (3.01 V + T) <= 14 u (3.01 V + T). T is at most |c'| + 2 V. So
 *     r = (D (1 + 2^-18) + radius + 2^-46 V) (1 + 2^-50)
 * with 2^-46 = 128 u in place of 14 * 5.01 u. The last factor covers the roundings of r. D
 * includes TACTI_BALL_LEAST, which is far above all errors from underflow. */
#ifndef TACTI_SHAPE_BALL_H
#define TACTI_SHAPE_BALL_H

#include "shape/placed.h"

#define TACTI_BALL_ERROR 0x1p-46
/* No ball is smaller: squares of smaller numbers might underflow. */
#define TACTI_BALL_LEAST 0x1p-400

/* The ball of a valid shape. Its radius is infinite for half-spaces and for shapes so large that
 * products of their coordinates may overflow. */
tacti_ball tacti_shape_ball(const tact_shape *shape);

#endif
