/* SPDX-License-Identifier: MIT */
/* Models of every kind, random instances of them, and what the functions beneath the front door say
 * about a pair, for the tests of the room model. */
#ifndef TACT_TEST_MODEL_MODELS_H
#define TACT_TEST_MODEL_MODELS_H

#include "bodies.h"
#include "model/model.h"

/* One model of each kind of shape, then meshes. All are about 1 in size. */
enum {
    ZOO_BALL_MESH = 9, /* closed, with its inside */
    ZOO_TORUS,         /* the same */
    ZOO_BLOCK,         /* a cube of corners at whole numbers, which touches others exactly */
    ZOO_OPEN,          /* random triangles, with an estimated inside */
    ZOO_PLAIN,         /* closed, made without an inside */
    ZOO_EMPTY,         /* no triangles */
    ZOO_COUNT
};

typedef struct zoo {
    tact_model *model[ZOO_COUNT];
    tact_model *compound; /* a box, the ball mesh and a sphere */
} zoo;

/* For a group of tests whose state it is. */
int zoo_set_up(void **state);
int zoo_tear_down(void **state);

/* A mesh model of a soup, which stays the caller's. */
tact_model *model_of_soup(const tact_context *context, const soup *s, tact_interior_mode mode);
/* A mesh model of a mesh, which is destroyed. */
tact_model *model_of_mesh(tact_mesh *mesh, tact_interior_mode mode);
tact_model *model_of_shape(tact_shape shape);
tact_model *model_of_parts(const tact_instance *parts, uint32_t count);

/* An instance somewhere near the origin, filled at random if it can be. Some poses are whole, so
 * that instances touch exactly. */
tact_instance instance_random(test_rng *rng, const tact_model *model, double reach);
/* Moves an instance a little. */
void instance_nudge(test_rng *rng, tact_instance *instance, double size);
/* Whether the pair can be asked: if a mesh is filled, the pieces of both must be known. */
bool is_served(const tact_instance *a, const tact_instance *b);

/* The part of a compound as an instance of its own, or the instance itself. */
tact_instance instance_part(const tact_instance *instance, uint32_t part);
uint32_t instance_part_count(const tact_instance *instance);

/* Uniform in a cube around the origin. */
tact_vec3 vec3_random(test_rng *rng, double reach);

/* Fail the test if two vectors, or two sites, differ by a bit. */
void assert_same_vec3(tact_vec3 actual, tact_vec3 expected);
void assert_same_site(const tact_site *actual, const tact_site *expected);

#endif
