/* SPDX-License-Identifier: MIT */
/**
 * @file exact.h
 * Predicates: the sign of a determinant of coordinates, right for every finite input. A fast filter
 * with a proven error bound decides nearly always. If it cannot, expansions or wide integers
 * decide. There is no tolerance, no failure and no allocation.
 *
 * A coordinate that is NaN or infinite gives an unspecified sign. Points are passed by pointer,
 * because copying them would add half the cost of the test.
 */
#ifndef TACT_EXACT_H
#define TACT_EXACT_H

#include <tact/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * On which side of the directed line from a to b the point c lies.
 * @return 1 on the left (a, b, c turn counterclockwise), -1 on the right, 0 on the line or if a
 *         equals b.
 */
TACT_API int tact_orient2d(const tact_vec2 *a, const tact_vec2 *b, const tact_vec2 *c);

/**
 * On which side of the plane through a, b, c the point d lies.
 * @return 1 on the side to which (b - a) x (c - a) points, -1 on the other, 0 in the plane or if a,
 *         b, c lie on one line. It is the sign of det(b - a, c - a, d - a).
 */
TACT_API int tact_orient3d(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                           const tact_vec3 *d);

/** Whether a, b and c lie on one line (equal points do). */
TACT_API bool tact_is_collinear(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c);

#ifdef __cplusplus
}
#endif

#endif
