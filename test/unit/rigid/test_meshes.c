/* SPDX-License-Identifier: MIT */
/* Meshes and convex shapes in motion: the walk over hierarchies against all pairs of triangles one
 * by one, and against verdicts at sampled times. */
#include "oracle_motion.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define SAMPLES 300
#define MODELS 6

static tact_vec3 random_vec(test_rng *rng, double size) {
    return (tact_vec3){test_rng_between(rng, -size, size), test_rng_between(rng, -size, size),
                       test_rng_between(rng, -size, size)};
}

static tact_model *own(tact_mesh *mesh) {
    tact_mesh_arrays arrays = {.positions = tact_mesh_vertices(mesh),
                               .vertex_count = tact_mesh_vertex_count(mesh),
                               .indices = tact_mesh_indices(mesh),
                               .triangle_count = tact_mesh_triangle_count(mesh)};
    tact_model *model;
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model), TACT_OK);
    tact_mesh_destroy(mesh);
    return model;
}

static void make_models(tact_model *models[MODELS]) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 3, &mesh), TACT_OK);
    models[0] = own(mesh);
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.25, 13, 7, &mesh), TACT_OK);
    models[1] = own(mesh);
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){1, 2, 0.01}, 3, &mesh), TACT_OK);
    models[2] = own(mesh);
    tact_shape shapes[3] = {tact_shape_box(0.5, 0.25, 1), tact_shape_capsule(0.75, 0.125),
                            tact_shape_ellipsoid(0.5, 0.75, 0.25)};
    for (int i = 0; i < 3; i++)
        assert_int_equal(tact_model_create_shape(NULL, &shapes[i], &models[3 + i]), TACT_OK);
}

static tact_rigid_motion random_motion(test_rng *rng, double away) {
    tact_vec3 place = random_vec(rng, away), goal = random_vec(rng, 1.5);
    tact_pose start;
    assert_int_equal(
        tact_pose_from_axis_angle(random_vec(rng, 1), test_rng_between(rng, -3, 3), place, &start),
        TACT_OK);
    tact_vec3 velocity = tact_vec3_sub(goal, place), spin = random_vec(rng, 3), center = place;
    if (test_rng_below(rng, 3) == 0)
        spin = (tact_vec3){0, 0, 0};
    if (test_rng_below(rng, 3) == 0)
        center = random_vec(rng, 2);
    tact_rigid_motion motion;
    assert_int_equal(tact_rigid_steady(start, velocity, spin, center, &motion), TACT_OK);
    return motion;
}

/* The earliest contact of all pairs of triangles, each as a shape. A shape is taken as it is. */
static double brute_force(const tact_moving *a, const tact_moving *b, double *upper) {
    const tact_mesh *mesh[2] = {tact_model_mesh(a->model), tact_model_mesh(b->model)};
    double lower = HUGE_VAL;
    *upper = HUGE_VAL;
    uint32_t count[2] = {mesh[0] ? tact_mesh_triangle_count(mesh[0]) : 1,
                         mesh[1] ? tact_mesh_triangle_count(mesh[1]) : 1};
    for (uint32_t i = 0; i < count[0]; i++) {
        for (uint32_t j = 0; j < count[1]; j++) {
            tact_moving part[2] = {*a, *b};
            tact_model *made[2] = {NULL, NULL};
            for (int k = 0; k < 2; k++) {
                if (mesh[k] == NULL)
                    continue;
                tact_shape shape = tact_shape_triangle(tact_mesh_triangle(mesh[k], k == 0 ? i : j));
                assert_int_equal(tact_model_create_shape(NULL, &shape, &made[k]), TACT_OK);
                part[k].model = made[k];
            }
            tact_rigid_result r;
            assert_int_equal(tact_first_contact(&part[0], &part[1], NULL, NULL, &r), TACT_OK);
            lower = fmin(lower, r.lower);
            if (r.outcome == TACT_OUTCOME_CONTACT)
                *upper = fmin(*upper, r.upper);
            tact_model_destroy(made[0]);
            tact_model_destroy(made[1]);
        }
    }
    return lower;
}

static void check_samples(const tact_moving *a, const tact_moving *b, const tact_rigid_result *r) {
    for (int i = 0; i <= SAMPLES; i++) {
        double time = (double)i / SAMPLES;
        if (time < r->lower && verdict_at(a, b, time) == TACT_OUTCOME_CONTACT)
            fail_msg("contact at %.17g, free up to %.17g", time, r->lower);
    }
    if (r->outcome == TACT_OUTCOME_CONTACT)
        assert_int_not_equal(verdict_at(a, b, r->upper), TACT_OUTCOME_APART);
}

static void test_walk(void **state) {
    (void)state;
    tact_model *models[MODELS];
    make_models(models);
    test_rng rng = test_rng_start("rigid meshes");
    uint64_t contact = 0, undecided = 0, steps = 0, count = test_case_count(300, 30000);
    for (uint64_t i = 0; i < count; i++) {
        tact_rigid_motion m[2] = {random_motion(&rng, 0.5), random_motion(&rng, 4)};
        tact_moving a = tact_moving_make(models[i % 3], &m[0]);
        tact_moving b = tact_moving_make(models[test_rng_below(&rng, MODELS)], &m[1]);
        tact_rigid_result r, swapped;
        assert_int_equal(tact_first_contact(&a, &b, NULL, NULL, &r), TACT_OK);
        check_samples(&a, &b, &r);
        contact += r.outcome == TACT_OUTCOME_CONTACT;
        undecided += r.outcome == TACT_OUTCOME_UNDECIDED;
        steps += r.steps;
        if (r.outcome == TACT_OUTCOME_CONTACT && r.ending == TACT_RIGID_ENDED_CONTACT)
            assert_true(r.upper - r.lower <= 1e-9);
        assert_int_equal(tact_first_contact(&b, &a, NULL, NULL, &swapped), TACT_OK);
        if (r.outcome == TACT_OUTCOME_CONTACT && swapped.outcome == TACT_OUTCOME_CONTACT)
            assert_true(r.lower <= swapped.upper && swapped.lower <= r.upper);
        if (i % 60 == 0) {
            double upper, lower = brute_force(&a, &b, &upper);
            assert_true(r.lower <= upper && lower <= r.upper);
            if (r.outcome == TACT_OUTCOME_APART)
                assert_true(upper == HUGE_VAL);
        }
    }
    printf("%" PRIu64 " of %" PRIu64 " in contact, %" PRIu64 " undecided, %" PRIu64 " steps each\n",
           contact, count, undecided, steps / count);
    assert_true(contact > count / 4 && undecided * 100 <= count);
    for (int i = 0; i < MODELS; i++)
        tact_model_destroy(models[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
