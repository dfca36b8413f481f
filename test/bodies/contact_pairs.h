/* SPDX-License-Identifier: MIT */
/* Random pairs of shapes of all kinds, apart or deep, for the tests of contacts and gradients. */
#ifndef TACT_TEST_CONTACT_PAIRS_H
#define TACT_TEST_CONTACT_PAIRS_H

#include "convex_pairs.h"
#include "manifold/manifold.h"

/* A shape of a kind, about 1 in size; with a radius in a quarter of the cases. */
tact_shape contact_shape(test_rng *rng, const pairs_pool *pool, tact_shape_kind kind);

/* Two random shapes. The second is moved so that the gap along a random direction is as given. */
void contact_pair_make(test_rng *rng, const pairs_pool *pool, const tact_shape_kind kind[2],
                       double gap, convex_pair *out);

/* The distance, or the depth times -1; NaN if the bounds of a depth are wide. */
double contact_separation(const tacti_placed_shape *a, const tacti_placed_shape *b);

/* A pose turned about an axis through its own origin, and shifted. */
tact_pose contact_moved(const tact_pose *pose, tact_vec3 turn, tact_vec3 shift);

/* The manifold of a pair. Fails the test if the query fails. */
tacti_manifold contact_manifold(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                double margin);

/* A shape at a place, not turned. */
tacti_placed_shape contact_placed(const tact_shape *shape, double x, double y, double z);

/* Turns a shape about its own origin. */
void contact_turn(tacti_placed_shape *shape, double x, double y, double z);

#endif
