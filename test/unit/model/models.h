/* SPDX-License-Identifier: MIT */
/* Models of every kind and random instances of them, for the tests of the front door. */
#ifndef TACT_TEST_MODEL_MODELS_H
#define TACT_TEST_MODEL_MODELS_H

#include "bodies.h"
#include "model/model.h"

/* One model of each kind of shape, then meshes. All are about 1 in size. */
enum {
    ZOO_BALL_MESH = 9, /* closed, with an interior */
    ZOO_TORUS,         /* the same */
    ZOO_BLOCK,         /* a cube with integer corners, which can touch others exactly */
    ZOO_OPEN,          /* random triangles, with an estimated interior */
    ZOO_PLAIN,         /* closed, without an interior */
    ZOO_EMPTY,         /* no triangles */
    ZOO_COUNT
};

typedef struct zoo {
    tact_model *model[ZOO_COUNT];
    tact_model *compound; /* a box, the ball mesh and a sphere */
} zoo;

/* Create and destroy the zoo that is the state of a group of tests. */
int zoo_set_up(void **state);
int zoo_tear_down(void **state);

/* A mesh model of a soup. The caller keeps the soup. */
tact_model *model_of_soup(const tact_context *context, const soup *s, tact_interior_mode mode);
/* A mesh model of a mesh. Destroys the mesh. */
tact_model *model_of_mesh(tact_mesh *mesh, tact_interior_mode mode);
tact_model *model_of_shape(tact_shape shape);
tact_model *model_of_parts(const tact_instance *parts, uint32_t count);

/* An instance near the origin, filled at random if its model allows it. Some poses have integer
 * entries, so that instances touch exactly. */
tact_instance instance_random(test_rng *rng, const tact_model *model, double reach);
/* Moves an instance a little. */
void instance_nudge(test_rng *rng, tact_instance *instance, double size);
/* Whether a pair is supported: if a mesh is filled, the pieces of both must be known. */
bool is_supported(const tact_instance *a, const tact_instance *b);

/* The part of a compound as an instance, or the instance itself if it is not a compound. */
tact_instance instance_part(const tact_instance *instance, uint32_t part);
uint32_t instance_part_count(const tact_instance *instance);

/* Uniform in a cube around the origin. */
tact_vec3 vec3_random(test_rng *rng, double reach);

/* Fail the test if two vectors, or two sites, differ by a bit. */
void assert_same_vec3(tact_vec3 actual, tact_vec3 expected);
void assert_same_site(const tact_site *actual, const tact_site *expected);

#endif
