/* SPDX-License-Identifier: MIT */
/* Angles of vectors, with the same bits on every machine. */
#ifndef TACTI_MATH_ANGLE_H
#define TACTI_MATH_ANGLE_H

#include "math/bits.h"

/* The angle of (x, y), y >= 0, to the x axis, from 0 to pi, with an error of at most 2^-50. x and y
 * are finite and not both 0. */
double tacti_angle(double x, double y);

#endif
