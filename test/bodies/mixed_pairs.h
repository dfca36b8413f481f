/* SPDX-License-Identifier: MIT */
/* Random pairs of placed convex shapes whose numbers mix exponents from the least subnormal to the
 * documented top, for the tests of several rooms. */
#ifndef TACT_TEST_MIXED_PAIRS_H
#define TACT_TEST_MIXED_PAIRS_H

#include "mixed_numbers.h"

#include "shape/placed.h"

/* Placed coordinates and radii are at most 2^MIXED_TOP: 3.01 times the largest local coordinate
 * plus the largest translation is at most 2^500. */
#define MIXED_TOP 500

#define MIXED_HULLS 48

/* Hulls of 1 to 12 points with mixed exponents. They are made once per pool because building one
 * costs far more than a query; make a new pool every few thousand pairs. */
typedef struct mixed_pool {
    tact_hull *hull[MIXED_HULLS];
} mixed_pool;

mixed_pool mixed_pool_make(test_rng *rng);
void mixed_pool_free(mixed_pool *pool);

typedef struct mixed_pair {
    tact_shape shape[2];
    tacti_placed_shape placed[2];
} mixed_pair;

/* Makes a pair that every query accepts. Kinds: sphere, segment, triangle, box and hull, about half
 * of them with a radius; with_smooth adds cylinder, cone, ellipsoid and half-space. About a third
 * of the pairs touch or nearly touch by construction. The placed shapes point into *out, so do not
 * copy it. */
void mixed_pair_make(test_rng *rng, const mixed_pool *pool, bool with_smooth, mixed_pair *out);

/* Prints the pair in hexadecimal, so that a failure can be replayed. */
void mixed_pair_print(const mixed_pair *pair);

#endif
