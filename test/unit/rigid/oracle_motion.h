/* SPDX-License-Identifier: MIT */
/* An oracle for small convex bodies in motion that shares no code with the library: balls and
 * polytopes of up to eight vertices, placed by the formula of Rodrigues, and separated along all
 * normals of faces and all cross products of edges. */
#ifndef TACT_TEST_RIGID_ORACLE_MOTION_H
#define TACT_TEST_RIGID_ORACLE_MOTION_H

#include "support.h"

typedef struct oracle_body {
    int vertex_count; /* 1 for a ball; 4 for a tetrahedron, 8 for a box */
    tact_vec3 vertices[8];
    double radius; /* of a ball */
    tact_rigid_motion motion;
    tact_shape shape;
    tact_hull *hull; /* of a tetrahedron */
} oracle_body;

/* A random body of some size with a random motion that brings it near the origin at a time in
 * [0, 1]. */
oracle_body oracle_body_random(test_rng *rng, double size);
void oracle_body_free(oracle_body *body);
/* Where a point of a steady motion is. */
tact_vec3 oracle_place(const tact_rigid_motion *motion, tact_vec3 local, double time);
/* The distance of the bodies at a time along the best of the directions, or minus the depth. Apart
 * bodies may be further apart than that. */
double oracle_separation(const oracle_body *a, const oracle_body *b, double time);
/* What tact_collide() says of two models at a time of their motions. */
tact_outcome verdict_at(const tact_moving *a, const tact_moving *b, double time);

#endif
