/* SPDX-License-Identifier: MIT */
/* Random soups with poses that are hard for queries: one soup for rays and points, two for queries
 * on pairs. Soups, poses and the truth about them are in bodies.h. */
#ifndef TACT_TEST_QUERY_SCENES_H
#define TACT_TEST_QUERY_SCENES_H

#include "bodies.h"

/* ---- One soup ----------------------------------------------------------------------------- */

typedef struct scene {
    soup soup;
    tact_pose pose;
    double factor; /* of all coordinates */
} scene;

/* One to most triangles of any size, near the origin or far from it, in a pose of any kind. */
scene scene_random(test_rng *rng, uint32_t most);
/* A triangle as the pose places it. */
tact_triangle scene_triangle(const scene *s, uint32_t number);

/* ---- Two soups ---------------------------------------------------------------------------- */

typedef struct soup_pair {
    soup a, b;
    tact_pose pose_a, pose_b;
} soup_pair;

void soup_pair_free(soup_pair *pair);

/* Two soups a few units in the last place of the placed coordinates apart. The rounded nearest
 * points say little about direction and length of such a gap. Some pairs touch if may_touch is
 * true. */
soup_pair soup_pair_nearly_touching(test_rng *rng, bool may_touch);
/* Two soups whose sizes are powers of two, with one of count exponents each. One pair in apart_in
 * is not made to touch. */
soup_pair soup_pair_sized(test_rng *rng, const int *exponents, uint32_t count, uint32_t apart_in);
/* Two soups of at most most triangles and of sizes above 2^-least. They are so far from each other
 * that their distance in units leaves the range of float. */
soup_pair soup_pair_far_apart(test_rng *rng, uint32_t most, uint32_t least);
/* Two cloths in one plane. Once b is lifted, thousands of pairs have the same distance. */
soup_pair soup_pair_cloths(void);

/* Moves b such that a vertex of its triangles is at one of a's. Returns false if rounding does not
 * allow it. */
bool soup_pair_touch(test_rng *rng, soup_pair *pair);

/* ---- Two triangles ------------------------------------------------------------------------ */

/* An edge of the second on the face of the first, or up to a few roundings above it. */
void triangles_edge_on_face(test_rng *rng, tact_triangle t[2]);
/* Corners whose coordinates are less than 64 units of the least double. The second triangle is
 * above the first, or they meet. */
void triangles_of_dust(test_rng *rng, tact_triangle t[2]);

/* The vertices that lie furthest from opposite sides. */
typedef struct soup_tips {
    tact_vec3 direction; /* of length one: a's tip lies furthest along it, b's furthest back */
    tact_vec3 a;         /* placed */
    tact_vec3 b;         /* not placed */
} soup_tips;

/* The tips in a random direction. */
soup_tips soup_pair_tips(test_rng *rng, const soup_pair *pair);

/* The number of a vertex that some triangle has. */
uint32_t soup_vertex_in_use(test_rng *rng, const soup *s);
tact_vec3 vec3_random_direction(test_rng *rng, double length);
/* Every coordinate is random between -size and size. */
tact_vec3 vec3_random_in_cube(test_rng *rng, double size);

#endif
