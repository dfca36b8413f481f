/* SPDX-License-Identifier: MIT */
/* Random pairs of placed convex polytopes, easy and hard, for the tests of several rooms. */
#ifndef TACT_TEST_CONVEX_PAIRS_H
#define TACT_TEST_CONVEX_PAIRS_H

#include "support.h"

#include "shape/placed.h"

#define PAIRS_HULLS 40

/* Hulls are made once. */
typedef struct pairs_pool {
    tact_hull
        *hull[PAIRS_HULLS]; /* random, of 4 to 60 points, some flat, thin or of whole numbers */
} pairs_pool;

pairs_pool pairs_pool_make(test_rng *rng);
void pairs_pool_free(pairs_pool *pool);

typedef struct convex_pair {
    tact_shape shape[2];
    tacti_placed_shape placed[2];
} convex_pair;

typedef enum pairs_family {
    PAIRS_RANDOM,   /* anywhere within a few sizes */
    PAIRS_IDENTITY, /* the same without poses; boxes become hulls at their own places */
    PAIRS_NEAR,     /* moved along a direction until the gap is 1e-3 to 1e-17 of the size or 0; some
                       without rotations; THIN and FAR likewise */
    PAIRS_GRID,     /* whole numbers, axis permutations: faces, edges, corners that touch exactly */
    PAIRS_NUDGED,   /* GRID pairs moved by one to a few units in the last place */
    PAIRS_THIN,     /* aspect 1e6, near */
    PAIRS_FAR,      /* near each other, 1e6 from the origin */
    PAIRS_SAME,     /* a shape and itself, or one inside the other */
    PAIRS_FAMILIES
} pairs_family;

/* Makes a pair. If radii is set, some shapes are rounded. */
void pairs_make(test_rng *rng, const pairs_pool *pool, pairs_family family, bool radii,
                convex_pair *out);

/* Moves b so that its first feature along n is gap beyond the last feature of a. */
void pairs_move_to_gap(convex_pair *pair, tact_vec3 n, double gap);

/* The largest coordinate of both shapes, radii included. */
double pairs_size(const convex_pair *pair);

/* Asserts that a point is within a tolerance of a shape, by the library's own query on a ball. */
void pairs_check_is_in(const tacti_placed_shape *shape, tact_vec3 point, double tolerance);

tact_pose pairs_random_pose(test_rng *rng, double spread);
tact_vec3 pairs_random_direction(test_rng *rng);

#endif
