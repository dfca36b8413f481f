/* SPDX-License-Identifier: MIT */
/* Hulls of motions: they hold the bodies at all sampled times, along random directions, and are not
 * larger than they have to be. */
#include "sampled.h"

#include <math.h>
#include <string.h>

#define TIMES 40
#define DIRECTIONS 12

static tact_vec3 random_vec(test_rng *rng, double size) {
    tact_vec3 v;
    v.x = test_rng_between(rng, -size, size);
    v.y = test_rng_between(rng, -size, size);
    v.z = test_rng_between(rng, -size, size);
    return v;
}

/* How far a body reaches along a direction at a time. */
static double reach_of(const sampled_body *body, double time, tact_vec3 n) {
    tact_pose pose;
    double most = -HUGE_VAL;
    assert_int_equal(tact_rigid_pose_at(&body->motion, time, &pose), TACT_OK);
    for (uint32_t i = 0; i < body->count; i++) {
        tact_pose placed = tact_pose_compose(pose, body->pieces[i].pose);
        tact_vec3 p = tact_shape_support(&body->pieces[i].shape, &placed, n);
        most = fmax(most, tact_vec3_dot(n, p));
    }
    return most;
}

static void check_body(test_rng *rng, sampled_body *body) {
    double from = test_rng_between(rng, 0, 0.5), to = test_rng_between(rng, 0.5, 1);
    if (body->motion.kind == TACT_RIGID_FUNCTION)
        body->motion.user = &body->steady;
    tact_moving moving = tact_moving_make(body->model, &body->motion);
    tact_hull *hull;
    double radius, excess = 0;
    assert_int_equal(tact_rigid_hull(NULL, &moving, from, to, &hull, &radius), TACT_OK);
    tact_shape shape = tact_shape_hull(hull);
    shape.radius = radius;
    tact_pose identity = tact_pose_identity();
    for (int k = 0; k < DIRECTIONS; k++) {
        tact_vec3 n = tact_vec3_normalize(random_vec(rng, 1));
        double most = -HUGE_VAL, held = tact_vec3_dot(n, tact_shape_support(&shape, &identity, n));
        for (int i = 0; i <= TIMES; i++) {
            double time = fmin(from + (to - from) * i / TIMES, to);
            double reach = reach_of(body, time, n);
            assert_true(reach <= held + 1e-13);
            most = fmax(most, reach);
        }
        excess = fmax(excess, held - most);
    }
    /* Polytopes on lines: nothing is added but rounding. */
    bool is_line = body->motion.kind == TACT_RIGID_STEADY && body->motion.rate == 0;
    if (body->count == 1 && tact_shape_is_polytope(&body->pieces[0].shape) && is_line)
        assert_true(excess < 1e-9);
    tact_hull_destroy(hull);
}

static void test_bodies(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid swept");
    uint64_t count = test_case_count(300, 30000);
    for (uint64_t i = 0; i < count; i++) {
        static const sampled_form forms[3] = {SAMPLED_SHAPE, SAMPLED_MESH, SAMPLED_COMPOUND};
        double size = pow(10, test_rng_between(&rng, -2, 0));
        sampled_body body;
        sampled_body_random(&rng, forms[i % 3], size, &body);
        check_body(&rng, &body);
        sampled_body_free(&body);
    }
}

/* A box that goes straight: the hull of both ends. A ball that turns about a point 1 away. */
static void test_known(void **state) {
    (void)state;
    tact_shape shapes[2] = {tact_shape_box(1, 1, 1), tact_shape_sphere(0.5)};
    tact_vec3 none = {0, 0, 0}, way = {4, 0, 0}, spin = {0, 0, 3};
    for (int i = 0; i < 2; i++) {
        tact_model *model;
        tact_rigid_motion motion;
        tact_pose start = tact_pose_identity();
        start.m[3] = i;
        assert_int_equal(tact_model_create_shape(NULL, &shapes[i], &model), TACT_OK);
        assert_int_equal(
            tact_rigid_steady(start, i == 0 ? way : none, i == 0 ? none : spin, none, &motion),
            TACT_OK);
        tact_moving moving = tact_moving_make(model, &motion);
        tact_hull *hull;
        double radius;
        assert_int_equal(tact_rigid_hull(NULL, &moving, 0, 1, &hull, &radius), TACT_OK);
        tact_hull_info info = tact_hull_inspect(hull);
        if (i == 0) {
            assert_int_equal(info.vertex_count, 8);
            assert_true(info.dimension == 3 && radius < 1e-12);
        } else {
            assert_int_equal(info.dimension, 2);
            assert_true(radius > 0.5 && radius < 0.503);
        }
        tact_hull_destroy(hull);
        tact_model_destroy(model);
    }
}

static void test_bad(void **state) {
    (void)state;
    tact_shape shapes[2] = {tact_shape_box(1, 1, 1),
                            tact_shape_half_space((tact_vec3){0, 0, 1}, 0)};
    tact_model *models[2];
    tact_rigid_motion rest;
    tact_vec3 none = {0, 0, 0};
    assert_int_equal(tact_rigid_steady(tact_pose_identity(), none, none, none, &rest), TACT_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(tact_model_create_shape(NULL, &shapes[i], &models[i]), TACT_OK);
    tact_moving box = tact_moving_make(models[0], &rest),
                plane = tact_moving_make(models[1], &rest);
    tact_hull *hull = NULL;
    double radius = 7;
    assert_int_equal(tact_rigid_hull(NULL, &plane, 0, 1, &hull, &radius), TACT_UNSUPPORTED);
    assert_int_equal(tact_rigid_hull(NULL, NULL, 0, 1, &hull, &radius), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_hull(NULL, &box, 0, -1, &hull, &radius), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_hull(NULL, &box, 0, NAN, &hull, &radius), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_hull(NULL, &box, 0, 1, NULL, &radius), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_hull(NULL, &box, 0, 1, &hull, NULL), TACT_INVALID_ARGUMENT);
    assert_true(hull == NULL && radius == 7);
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    uint64_t live = memory.live;
    for (uint64_t fail = 1;; fail++) {
        memory.fail_at = memory.calls + fail;
        tact_status status = tact_rigid_hull(context, &box, 0, 1, &hull, &radius);
        memory.fail_at = 0;
        if (status == TACT_OK)
            break;
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
        assert_true(memory.live == live && fail < 1000);
    }
    tact_hull_destroy(hull);
    tact_context_destroy(context);
    tact_model_destroy(models[1]);
    tact_model_destroy(models[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies), cmocka_unit_test(test_known),
                                       cmocka_unit_test(test_bad)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
