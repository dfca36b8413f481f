/* SPDX-License-Identifier: MIT */
/* Every question about convex shapes at every SIMD level: the tests of several rooms ask it about a
 * sample of their shapes. */
#ifndef TACT_TEST_CONVEX_LEVELS_H
#define TACT_TEST_CONVEX_LEVELS_H

#include "support.h"

#include "shape/placed.h"

/* Each fails the test if a level gives other bits than the baseline. Limits of the shapes do not
 * count, and hulls are copied with a context of the level. */

/* Contact, distance, depth, manifold and gradient of two shapes: without facts and cache, with
 * facts, and twice with a cache that all questions share. */
void check_pair_levels(const tacti_placed_shape *a, const tacti_placed_shape *b);

/* check_pair_levels() for one case in every. */
void check_some_levels(uint64_t number, uint64_t every, const tacti_placed_shape *a,
                       const tacti_placed_shape *b);

/* Where a ray meets a shape, and how far its origin is from the surface. */
void check_ray_levels(const tacti_placed_shape *shape, tact_ray ray, double t_max);

#endif
