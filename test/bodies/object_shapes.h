/* SPDX-License-Identifier: MIT */
/* Random convex shapes of every kind near a placed soup, for the tests of objects. */
#ifndef TACT_TEST_QUERY_OBJECT_SHAPES_H
#define TACT_TEST_QUERY_OBJECT_SHAPES_H

#include "scenes.h"

#define SHAPES_HULLS 12

/* Random hulls of 4 to 300 points, some flat, thin or of whole numbers. They are made once. */
typedef struct shapes_pool {
    tact_hull *hull[SHAPES_HULLS];
} shapes_pool;

shapes_pool shapes_pool_make(test_rng *rng);
void shapes_pool_free(shapes_pool *pool);

/* A shape of a kind with about this size. A hull is taken as it is: its size is about 1. */
tact_shape shape_random(test_rng *rng, const shapes_pool *pool, tact_shape_kind kind, double size);

/* A pose that brings the shape close to a random triangle of the scene, into it, onto one of its
 * corners, or some sizes away. */
tact_pose shape_pose_near(test_rng *rng, const tact_shape *shape, const scene *s);

#endif
