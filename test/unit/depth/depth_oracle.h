/* SPDX-License-Identifier: MIT */
/* The depth of two placed polytopes from the explicit difference of both: the hull of all
 * differences of their vertices, and the least distance of its faces' planes from the origin. */
#ifndef TACT_TEST_DEPTH_ORACLE_H
#define TACT_TEST_DEPTH_ORACLE_H

#include "support.h"

#include "shape/placed.h"

/* Bounds of the depth. They are equal up to the rounding of the last steps if all differences of
 * coordinates are doubles. Radii are added. Valid only if the polytopes touch or overlap. */
typedef struct depth_truth {
    double lower, upper;
} depth_truth;

depth_truth depth_oracle(const tacti_placed_shape *a, const tacti_placed_shape *b);

#endif
