/* SPDX-License-Identifier: MIT */
/* A convex shape and a mesh at a given distance along a random direction; see objects.h. */
#include "objects.h"

#include "fail.h"
#include "inputs.h"
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HULLS 8
#define HULL_POINTS 64

/* At most this many different inputs are made, because each one takes many queries. Further inputs
 * repeat them. */
#define DIFFERENT 256

typedef enum object_shape { SPHERE, CAPSULE, BOX, HULL64, CYLINDER } object_shape;

/* Made when the first family needs them. The program has one thread. */
static mesh_model model;
static tact_model *built; /* of the mesh */
static tact_hull *hulls[HULLS];
static tact_model *hull_models[HULLS];
/* Models of all shapes that are not hulls. Inputs refer to them. */
static tact_model **shape_models;
static size_t shape_count, shape_room;

static void make_model(void) {
    if (built != NULL)
        return;
    size_t number = 0;
    for (size_t i = 0; i < MESH_SUITE_COUNT; i++)
        if (strcmp(mesh_suite_name(i), "bunny") == 0)
            number = i;
    model = mesh_suite_load(number);
    built = mesh_build(NULL, model.mesh, TACT_INTERIOR_NONE);
    if (built == NULL)
        bench_fail("%s cannot be built", model.name);
    bench_rng rng = {1};
    for (int i = 0; i < HULLS; i++) {
        tact_vec3 points[HULL_POINTS];
        for (int k = 0; k < HULL_POINTS; k++)
            points[k] = tact_vec3_scale(inputs_direction(&rng), 0.1 * model.size);
        bench_must(tact_hull_create(NULL, points, HULL_POINTS, &hulls[i]), "a hull");
        tact_shape shape = tact_shape_hull(hulls[i]);
        bench_must(tact_model_create_shape(NULL, &shape, &hull_models[i]), "a model of a shape");
    }
}

/* A model of a shape. Inputs share the models of hulls. */
static const tact_model *model_of(const tact_shape *shape) {
    for (int i = 0; shape->kind == TACT_SHAPE_HULL && i < HULLS; i++)
        if (hulls[i] == shape->core.hull)
            return hull_models[i];
    if (shape_count == shape_room) {
        shape_room = 2 * shape_room + DIFFERENT;
        shape_models = realloc(shape_models, shape_room * sizeof *shape_models);
        if (shape_models == NULL)
            bench_fail("out of memory");
    }
    bench_must(tact_model_create_shape(NULL, shape, &shape_models[shape_count]),
               "a model of a shape");
    return shape_models[shape_count++];
}

void object_inputs_release(void) {
    for (int i = 0; i < HULLS; i++) {
        tact_model_destroy(hull_models[i]);
        tact_hull_destroy(hulls[i]);
        hull_models[i] = NULL;
        hulls[i] = NULL;
    }
    for (size_t i = 0; i < shape_count; i++)
        tact_model_destroy(shape_models[i]);
    free(shape_models);
    shape_models = NULL;
    shape_count = shape_room = 0;
    tact_model_destroy(built);
    if (built != NULL)
        mesh_model_destroy(&model);
    built = NULL;
}

static double length(bench_rng *rng) {
    return bench_rng_between(rng, 0.04, 0.12) * model.size;
}

static tact_shape make_shape(bench_rng *rng, object_shape kind) {
    switch (kind) {
    case SPHERE:
        return tact_shape_sphere(length(rng));
    case CAPSULE:
        return tact_shape_capsule(length(rng), 0.5 * length(rng));
    case BOX:
        return tact_shape_box(length(rng), length(rng), length(rng));
    case CYLINDER:
        return tact_shape_cylinder(length(rng), length(rng));
    default:
        return tact_shape_hull(hulls[bench_rng_below(rng, HULLS)]);
    }
}

static tact_pose turn(bench_rng *rng) {
    tact_pose pose;
    bench_must(tact_pose_from_axis_angle(inputs_direction(rng), bench_rng_between(rng, -3, 3),
                                         (tact_vec3){0, 0, 0}, &pose),
               "a pose");
    return pose;
}

static void shift_by(tact_pose *pose, tact_vec3 by) {
    pose->m[3] += by.x;
    pose->m[7] += by.y;
    pose->m[11] += by.z;
}

/* Moves the shape from far out along n towards a point of the model until the distance is the gap.
 * A negative gap is the depth along n from the place where they touch. */
static void stand(object_input *input, tact_vec3 target, tact_vec3 n, double gap) {
    tact_instance *a = &input->instance[0], *b = &input->instance[1];
    shift_by(&a->pose, tact_vec3_add(target, tact_vec3_scale(n, 3 * model.size)));
    double wanted = gap > 0 ? gap : 0;
    for (int i = 0; i < 200; i++) {
        tact_distance_result distance;
        bench_must(tact_distance(a, b, NULL, NULL, &distance), "the distance of a pair");
        if (distance.upper <= wanted + 1e-7 * model.size)
            break;
        shift_by(&a->pose, tact_vec3_scale(n, -(distance.lower - wanted)));
    }
    if (gap < 0)
        shift_by(&a->pose, tact_vec3_scale(n, gap));
}

static void make(bench_rng *rng, void *inputs, size_t count, object_shape kind, double gap) {
    object_input *input = inputs;
    make_model();
    const tact_vec3 *vertices = tact_mesh_vertices(model.mesh);
    for (size_t i = 0; i < count; i++) {
        if (i >= DIFFERENT) {
            input[i] = input[i % DIFFERENT];
            continue;
        }
        input[i].mesh = model.mesh;
        input[i].shape = make_shape(rng, kind);
        input[i].instance[0] = tact_instance_make(model_of(&input[i].shape));
        input[i].instance[1] = tact_instance_make(built);
        input[i].instance[0].pose = turn(rng);
        input[i].instance[1].pose = turn(rng);
        uint32_t at = bench_rng_below(rng, tact_mesh_vertex_count(model.mesh));
        stand(&input[i], tact_pose_place(input[i].instance[1].pose, vertices[at]),
              inputs_direction(rng), gap * model.size);
    }
}

#define STANCE(kind, KIND, stance, gap, text)                                                      \
    static void make_##kind##_##stance(bench_rng *rng, void *inputs, size_t count,                 \
                                       int32_t *truth) {                                           \
        (void)truth; /* unknown: the gap is only approximate */                                    \
        make(rng, inputs, count, KIND, gap);                                                       \
    }                                                                                              \
    const bench_family object_##kind##_##stance = {"object/" #kind "-" #stance, text,              \
                                                   sizeof(object_input), make_##kind##_##stance};
#define STANCES(kind, KIND)                                                                        \
    STANCE(kind, KIND, apart, 0.1, "a tenth of the size apart")                                    \
    STANCE(kind, KIND, near, 0.001, "a thousandth apart")                                          \
    STANCE(kind, KIND, deep, -0.05, "a twentieth inside")
STANCES(sphere, SPHERE)
STANCES(capsule, CAPSULE)
STANCES(box, BOX)
STANCES(hull64, HULL64)
STANCES(cylinder, CYLINDER)
