/* SPDX-License-Identifier: MIT */
/* The separation of two placed shapes of any kind by its definition, in numbers of many bits with
 * exponents without end (GMP): how far all of b is beyond all of a along a direction, and how near
 * points of both come. Shares nothing with the library but the placement of vertices. */
#ifndef TACT_TEST_WIDE_VALUE_H
#define TACT_TEST_WIDE_VALUE_H

#include "support.h"

#include "shape/placed.h"

#include <gmp.h>

/* With this many bits, sums of products of three doubles in the documented range are exact. */
#define WIDE_BITS 5000
/* With this many bits they are exact if all doubles are 0 or between 2^-100 and 2^100. */
#define WIDE_FEW_BITS 1000

typedef mpf_t wide_vec3[3];

typedef struct wide_values {
    const tacti_placed_shape *shape[2];
    uint32_t count[2]; /* placed vertices, 0 for smooth shapes */
    wide_vec3 vertex[2][16];
    wide_vec3 row[2][3], shift[2]; /* the poses */
    wide_vec3 scratch[8];
    mpf_t number[10];
} wide_values;

void wide_values_init(wide_values *v, mp_bitcnt_t bits);
void wide_values_clear(wide_values *v);

/* Takes a pair. */
void wide_values_set(wide_values *v, const tacti_placed_shape *a, const tacti_placed_shape *b);

/* out = the greatest n . p over all points p of the core of a bounded shape. */
void wide_value_reach(wide_values *v, int side, tact_vec3 n, mpf_t out);

/* out = f(n) |n|: the separation along a direction of any length, radii taken off, is out over the
 * length of n. A half-space has only one direction: n is ignored, and length is set to that of its
 * own normal. */
void wide_value_along(wide_values *v, tact_vec3 n, mpf_t out, mpf_t length);

/* The same for bounded shapes along the exact normal of the image of a plane that has the normal n
 * in the frame of one shape. If a shape is flat, doubles may not be near enough to that normal. */
void wide_value_across(wide_values *v, int side, tact_vec3 n, mpf_t out, mpf_t length);

/* out = the distance of two points of the cores less both radii. No lower bound of the distance is
 * above it. The points come nearer to each other with each step. For bounded shapes only. */
void wide_value_between(wide_values *v, tact_vec3 n, int steps, mpf_t out);

#endif
