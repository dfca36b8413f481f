/* SPDX-License-Identifier: MIT */
/* First contacts of moving boxes, ellipsoids, meshes and compounds, and casts of shapes. */
#include <string.h>

#include "hash.h"
#include "rng.h"

enum { MODELS = 5, PAIRS = 120, CAST_MODELS = 6 };

static tact_vec3 random_vec(test_rng *rng, double size) {
    tact_vec3 v;
    v.x = test_rng_between(rng, -size, size);
    v.y = test_rng_between(rng, -size, size);
    v.z = test_rng_between(rng, -size, size);
    return v;
}

static bool make_models(const tact_context *context, tact_model *models[MODELS]) {
    tact_shape shapes[3] = {tact_shape_box(0.5, 0.25, 1), tact_shape_ellipsoid(0.5, 0.75, 0.25),
                            tact_shape_capsule(1, 0.125)};
    for (int i = 0; i < 3; i++)
        if (tact_model_create_shape(context, &shapes[i], &models[i]) != TACT_OK)
            return false;
    tact_mesh *mesh;
    if (tact_mesh_create_torus(context, 1, 0.25, 17, 9, &mesh) != TACT_OK)
        return false;
    tact_mesh_arrays arrays = {.positions = tact_mesh_vertices(mesh),
                               .vertex_count = tact_mesh_vertex_count(mesh),
                               .indices = tact_mesh_indices(mesh),
                               .triangle_count = tact_mesh_triangle_count(mesh)};
    tact_status status = tact_model_create_mesh(context, &arrays, NULL, NULL, &models[3]);
    tact_mesh_destroy(mesh);
    if (status != TACT_OK)
        return false;
    tact_instance parts[2] = {tact_instance_make(models[0]), tact_instance_make(models[3])};
    parts[0].pose.m[3] = 1.5;
    return tact_model_create_compound(context, parts, 2, &models[4]) == TACT_OK;
}

/* Compilers may evaluate arguments in any order, so each number is drawn by itself. */
static bool make_pose(test_rng *rng, tact_vec3 place, tact_pose *out) {
    tact_vec3 axis = random_vec(rng, 1);
    double angle = test_rng_between(rng, -3, 3);
    return tact_pose_from_axis_angle(axis, angle, place, out) == TACT_OK;
}

static bool make_motion(test_rng *rng, double away, tact_rigid_motion *out) {
    tact_vec3 place = random_vec(rng, away), goal = random_vec(rng, 1.5);
    tact_pose from, to;
    if (!make_pose(rng, place, &from) || !make_pose(rng, goal, &to))
        return false;
    return (test_rng_below(rng, 2) == 0 ? tact_rigid_screw(from, to, out)
                                        : tact_rigid_between(from, to, out)) == TACT_OK;
}

static uint64_t hash_answer(uint64_t hash, const tact_rigid_result *r) {
    hash = hash_integer(hash, (int)r->outcome * 16 + (int)r->ending);
    hash = hash_number(hash_number(hash, r->lower), r->upper);
    hash = hash_vector(hash_vector(hash, r->normal), r->a.point);
    return hash_integer(hash, (int64_t)r->steps);
}

uint64_t hash_rigid(const tact_context *context) {
    tact_model *models[MODELS] = {NULL};
    test_rng rng = {23};
    bool is_good = make_models(context, models);
    uint64_t hash = 1;
    for (int i = 0; is_good && i < PAIRS; i++) {
        tact_rigid_motion motion[2];
        tact_rigid_result result;
        is_good = make_motion(&rng, 0.5, &motion[0]) && make_motion(&rng, 4, &motion[1]);
        if (!is_good)
            break;
        tact_moving a = tact_moving_make(models[i % MODELS], &motion[0]);
        tact_moving b = tact_moving_make(models[i / MODELS % MODELS], &motion[1]);
        tact_box box = tact_box_empty();
        is_good = tact_first_contact(&a, &b, NULL, NULL, &result) == TACT_OK &&
                  tact_rigid_bounds(&b, 0, 1, &box) == TACT_OK;
        hash = hash_answer(hash_vector(hash_vector(hash, box.lo), box.hi), &result);
    }
    for (int i = MODELS - 1; i >= 0; i--)
        tact_model_destroy(models[i]);
    return is_good ? hash : 0;
}

/* Shapes on lines. */
static bool hash_lines(tact_model *const models[CAST_MODELS], uint64_t *hash) {
    test_rng rng = {29};
    for (int i = 0; i < PAIRS; i++) {
        tact_vec3 place[2], velocity[2], none = {0, 0, 0};
        tact_moving moving[2];
        for (int k = 0; k < 2; k++) {
            tact_pose pose;
            tact_rigid_motion motion;
            place[k] = random_vec(&rng, k == 0 ? 0.5 : 4);
            velocity[k] = tact_vec3_sub(random_vec(&rng, 0.75), place[k]);
            if (!make_pose(&rng, place[k], &pose) ||
                tact_rigid_steady(pose, velocity[k], none, place[k], &motion) != TACT_OK)
                return false;
            int which = k == 0 ? i % CAST_MODELS : i / CAST_MODELS % CAST_MODELS;
            moving[k] = tact_moving_make(models[which], &motion);
        }
        tact_rigid_options options = tact_rigid_options_default();
        options.precision = i % 2 == 0 ? 1e-4 : options.precision;
        options.separation = i % 3 == 0 ? 0.0625 : 0;
        options.limit = 2;
        tact_rigid_result result;
        if (tact_first_contact(&moving[0], &moving[1], &options, NULL, &result) != TACT_OK)
            return false;
        *hash = hash_answer(*hash, &result);
    }
    return true;
}

uint64_t hash_casts(const tact_context *context) {
    tact_shape shapes[CAST_MODELS] = {
        tact_shape_box(0.5, 0.25, 1), tact_shape_ellipsoid(0.5, 0.75, 0.25),
        tact_shape_capsule(1, 0.125), tact_shape_cylinder(0.5, 0.75),
        tact_shape_cone(0.75, 0.5),   tact_shape_sphere(0.5)};
    tact_model *models[CAST_MODELS] = {NULL};
    bool is_good = true;
    uint64_t hash = 1;
    for (int i = 0; is_good && i < CAST_MODELS; i++)
        is_good = tact_model_create_shape(context, &shapes[i], &models[i]) == TACT_OK;
    is_good = is_good && hash_lines(models, &hash);
    for (int i = 0; i < CAST_MODELS; i++)
        tact_model_destroy(models[i]);
    return is_good ? hash : 0;
}
