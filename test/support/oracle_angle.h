/* SPDX-License-Identifier: MIT */
/* Solid angles with 200 bits (GMP), for the bounds of winding numbers. */
#ifndef TACT_TEST_ORACLE_ANGLE_H
#define TACT_TEST_ORACLE_ANGLE_H

#include <gmp.h>
#include <tact/math.h>

/* Bits of the numbers below. */
#define ORACLE_ANGLE_BITS 256

/* Adds half the solid angle of a triangle as seen from a point to a sum: positive on the side to
 * which the normal (v1 - v0) x (v2 - v0) does not point. The error is below 2^-180. A point in the
 * plane of the triangle adds nothing. */
void oracle_add_half_angle(mpf_t sum, const tact_triangle *t, tact_vec3 point);

#endif
