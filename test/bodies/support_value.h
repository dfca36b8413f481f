/* SPDX-License-Identifier: MIT */
/* The separation of two placed shapes by its definition, in extended precision: the greatest value
 * of f(n), how far all of b is beyond all of a along a direction n. Shares nothing with the library
 * but the placement of vertices. */
#ifndef TACT_TEST_SUPPORT_VALUE_H
#define TACT_TEST_SUPPORT_VALUE_H

#include "support.h"

#include "shape/placed.h"

typedef struct ldvec3 {
    long double x, y, z;
} ldvec3;

ldvec3 ldvec3_unit(tact_vec3 v);

/* f(n) for a direction of length 1; radii are subtracted. Half-spaces have no such value. */
long double support_value(const tacti_placed_shape *a, const tacti_placed_shape *b, ldvec3 n);

/* A local maximum of f from a direction; never below f there. */
long double support_value_climb(const tacti_placed_shape *a, const tacti_placed_shape *b, ldvec3 n);

/* The greatest of the maxima from a direction, from the axes and from random directions. */
long double support_value_most(const tacti_placed_shape *a, const tacti_placed_shape *b, ldvec3 n,
                               test_rng *rng);

/* How far a point is outside of a placed shape, in its own frame and without the rounding of the
 * pose; about 0 or less if it is inside. Not for hulls. */
long double outside_by(const tacti_placed_shape *shape, tact_vec3 point);

#endif
