/* SPDX-License-Identifier: MIT */
/* The part of the hash over recordings: the text of a world and of all questions, read again and
 * replayed. A recording that was made elsewhere has the same text, and so the same bits. */
#include <string.h>

#include "hash.h"

#include "rng.h"

#define OBJECTS 24
#define STEPS 6
#define QUESTIONS 96

/* What is recorded. */
enum { SPHERE, CAPSULE, BOX, HULL, CYLINDER, CONE, ELLIPSOID, BALL, PARTS, MODELS };

typedef struct scene {
    const tact_context *context;
    tact_hull *hull;
    tact_mesh *mesh;
    tact_model *models[MODELS];
    tact_recording *recording;
    test_rng rng;
} scene;

static bool make_models(scene *s) {
    static const tact_vec3 corners[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                         {0, -1, 0}, {0, 0, 1},  {0, 0, -0.5}};
    if (tact_hull_create(s->context, corners, 6, &s->hull) != TACT_OK ||
        tact_mesh_create_icosphere(s->context, 0.75, 2, &s->mesh) != TACT_OK)
        return false;
    const tact_shape shapes[BALL] = {
        tact_shape_sphere(0.5),        tact_shape_capsule(0.5, 0.25), tact_shape_box(0.5, 0.25, 1),
        tact_shape_hull(s->hull),      tact_shape_cylinder(0.5, 1),   tact_shape_cone(0.5, 1),
        tact_shape_ellipsoid(1, 2, 3),
    };
    for (int i = 0; i < BALL; i++)
        if (tact_model_create_shape(s->context, &shapes[i], &s->models[i]) != TACT_OK)
            return false;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(s->mesh);
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    if (tact_model_create_mesh(s->context, &arrays, &options, NULL, &s->models[BALL]) != TACT_OK)
        return false;
    tact_instance parts[2] = {tact_instance_make(s->models[BALL]),
                              tact_instance_make(s->models[BOX])};
    parts[1].pose.m[3] = 1;
    return tact_model_create_compound(s->context, parts, 2, &s->models[PARTS]) == TACT_OK;
}

static tact_vec3 random_vector(scene *s, double reach) {
    tact_vec3 v;
    v.x = test_rng_between(&s->rng, -reach, reach);
    v.y = test_rng_between(&s->rng, -reach, reach);
    v.z = test_rng_between(&s->rng, -reach, reach);
    return v;
}

static tact_instance random_instance(scene *s) {
    tact_instance instance = tact_instance_make(s->models[test_rng_below(&s->rng, MODELS)]);
    tact_vec3 axis = random_vector(s, 1), at = random_vector(s, 1.5);
    double angle = test_rng_between(&s->rng, 0, 3);
    axis.x += 2;
    (void)tact_pose_from_axis_angle(axis, angle, at, &instance.pose);
    instance.flags = test_rng_below(&s->rng, 2);
    return instance;
}

static bool play(scene *s) {
    tact_world *world;
    tact_object_id ids[OBJECTS];
    if (tact_world_create(s->context, &world) != TACT_OK)
        return false;
    bool is_fine = tact_recording_attach(s->recording, world) == TACT_OK;
    for (int i = 0; i < OBJECTS && is_fine; i++) {
        tact_object object = tact_object_make(NULL);
        object.instance = random_instance(s);
        object.velocity = random_vector(s, 1);
        object.spin = random_vector(s, 2);
        is_fine = tact_world_add(world, &object, 1, NULL, &ids[i]) == TACT_OK;
    }
    for (int i = 0; i < STEPS && is_fine; i++) {
        tact_pose pose = random_instance(s).pose;
        is_fine = tact_world_step(world, 0.125, NULL, NULL) == TACT_OK &&
                  tact_world_move(world, &ids[i], &pose, 1, NULL) == TACT_OK &&
                  tact_world_remove(world, &ids[OBJECTS - 1 - i], 1, NULL) == TACT_OK;
    }
    tact_world_destroy(world);
    return is_fine;
}

static bool ask(scene *s) {
    for (int i = 0; i < QUESTIONS; i++) {
        tact_asked asked = {.question = (tact_question)(i % (TACT_QUESTION_INSIDE + 1)),
                            .a = random_instance(s),
                            .b = random_instance(s)};
        asked.ray.origin = random_vector(s, 3);
        asked.ray.direction = random_vector(s, 1);
        asked.point = random_vector(s, 1);
        if (tact_recording_ask(s->recording, &asked) != TACT_OK)
            return false;
    }
    return true;
}

/* The hash of the text; 0 if its replay differs. */
static uint64_t replay(scene *s) {
    const char *text;
    size_t bytes;
    tact_recording *copy;
    tact_replay_report report;
    if (tact_recording_print(s->recording, &text, &bytes) != TACT_OK ||
        tact_recording_parse(s->context, text, bytes, NULL, &copy) != TACT_OK)
        return 0;
    bool is_equal = tact_recording_replay(copy, s->context, NULL, &report) == TACT_OK &&
                    report.outcome == TACT_REPLAY_EQUAL;
    tact_recording_destroy(copy);
    return is_equal ? hash_bytes(1, text, bytes) : 0;
}

uint64_t hash_records(const tact_context *context) {
    scene s = {.context = context, .rng = {29}};
    bool is_fine = make_models(&s) && tact_recording_create(context, &s.recording) == TACT_OK &&
                   play(&s) && ask(&s);
    uint64_t hash = is_fine ? replay(&s) : 0;
    tact_recording_destroy(s.recording);
    for (int i = 0; i < MODELS; i++)
        tact_model_destroy(s.models[i]);
    tact_mesh_destroy(s.mesh);
    tact_hull_destroy(s.hull);
    return hash;
}
