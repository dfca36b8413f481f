/* SPDX-License-Identifier: MIT */
/* The part of the hash over worlds: tumbling shapes and meshes with every question. */
#include "hash.h"

#include "../support/rng.h"

#define OBJECTS 60
#define STEPS 20

/* What the objects are. */
enum { BOX, BALL, ROD, MESH, MODELS };

typedef struct scene {
    const tact_context *context;
    tact_model *models[MODELS];
    tact_world *world;
} scene;

static bool make_models(scene *s) {
    const tact_shape shapes[MESH] = {tact_shape_box(0.5, 0.25, 0.5), tact_shape_sphere(0.5),
                                     tact_shape_cylinder(0.25, 1)};
    bool is_fine = true;
    for (int i = 0; i < MESH && is_fine; i++)
        is_fine = tact_model_create_shape(s->context, &shapes[i], &s->models[i]) == TACT_OK;
    tact_mesh *mesh = NULL;
    is_fine = is_fine && tact_mesh_create_icosphere(NULL, 0.75, 2, &mesh) == TACT_OK;
    if (is_fine) {
        tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
        is_fine =
            tact_model_create_mesh(s->context, &arrays, NULL, NULL, &s->models[MESH]) == TACT_OK;
    }
    tact_mesh_destroy(mesh);
    return is_fine;
}

static double random_number(test_rng *rng, double reach) {
    return test_rng_between(rng, -reach, reach);
}

static bool fill(scene *s) {
    test_rng rng = {.state = 7};
    for (int i = 0; i < OBJECTS; i++) {
        uint32_t kind = test_rng_below(&rng, MODELS);
        tact_object object = tact_object_make(s->models[kind]);
        tact_object_id id;
        for (int axis = 0; axis < 3; axis++)
            object.instance.pose.m[4 * axis + 3] = random_number(&rng, 2);
        object.velocity =
            (tact_vec3){random_number(&rng, 1), random_number(&rng, 1), random_number(&rng, 1)};
        object.spin =
            (tact_vec3){random_number(&rng, 3), random_number(&rng, 3), random_number(&rng, 3)};
        object.group = kind;
        object.flags = i % 5 == 0 ? TACT_OBJECT_CONTINUOUS : 0;
        if (tact_world_add(s->world, &object, 1, NULL, &id) != TACT_OK)
            return false;
    }
    return true;
}

static bool set_interests(scene *s) {
    static const tact_question questions[MODELS] = {TACT_QUESTION_MANIFOLD, TACT_QUESTION_DEPTH,
                                                    TACT_QUESTION_DISTANCE, TACT_QUESTION_CONTACTS};
    for (uint32_t i = 0; i < MODELS; i++) {
        tact_interest interest = tact_interest_default();
        interest.question = questions[i];
        interest.radius = questions[i] == TACT_QUESTION_DISTANCE ? 0.25 : 0;
        interest.flags = questions[i] == TACT_QUESTION_CONTACTS ? TACT_INTEREST_DEADLINE : 0;
        if (tact_world_set_interest(s->world, i, i, &interest) != TACT_OK)
            return false;
    }
    return true;
}

static uint64_t hash_level(tact_executor executor, tact_simd_level level) {
    tact_context_desc desc = tact_context_desc_default();
    tact_context *context;
    scene s = {0};
    uint64_t hash = 1;
    desc.executor = executor;
    desc.simd_level = level;
    if (tact_context_create(&desc, &context) != TACT_OK)
        return 0;
    s.context = context;
    bool is_fine = make_models(&s) && tact_world_create(context, &s.world) == TACT_OK &&
                   set_interests(&s) && fill(&s);
    for (int i = 0; i < STEPS && is_fine; i++) {
        is_fine = tact_world_step(s.world, 0.05, NULL, NULL) == TACT_OK;
        uint64_t state = tact_world_hash(s.world);
        hash = hash_bytes(hash, &state, sizeof state);
    }
    tact_world_destroy(s.world);
    for (int i = 0; i < MODELS; i++)
        tact_model_destroy(s.models[i]);
    tact_context_destroy(context);
    return is_fine ? hash : 0;
}

uint64_t hash_world(tact_executor executor) {
    uint64_t hash = hash_level(executor, TACT_SIMD_BASELINE);
    for (int level = 1; level <= (int)tact_simd_level_best(); level++)
        if (hash_level(executor, (tact_simd_level)level) != hash)
            return 0;
    return hash;
}
