/* SPDX-License-Identifier: MIT */
/* Motions as values: poses against rotations computed with libm, ends of screws, what points travel
 * against sampled paths, boxes against sampled points, bad arguments. */
#include "support.h"

#include <math.h>
#include <string.h>

static tact_vec3 vec(double x, double y, double z) {
    return (tact_vec3){x, y, z};
}

static tact_vec3 random_vec(test_rng *rng, double size) {
    return vec(test_rng_between(rng, -size, size), test_rng_between(rng, -size, size),
               test_rng_between(rng, -size, size));
}

static tact_pose random_pose(test_rng *rng, double size) {
    tact_pose pose;
    tact_vec3 axis = random_vec(rng, 1);
    assert_int_equal(
        tact_pose_from_axis_angle(axis, test_rng_between(rng, -4, 4), random_vec(rng, size), &pose),
        TACT_OK);
    return pose;
}

/* Where a point of a steady motion is, by the formula of Rodrigues and the C library. */
static tact_vec3 oracle_place(const tact_rigid_motion *m, tact_vec3 local, double time) {
    tact_vec3 p = tact_pose_place(m->start, local);
    tact_vec3 c = m->center, v = m->velocity;
    double angle = m->rate * time, length = tact_vec3_length(m->axis);
    tact_vec3 arm = tact_vec3_sub(p, c), turned = arm;
    if (angle != 0) {
        tact_vec3 k = tact_vec3_scale(m->axis, 1 / length);
        turned = tact_vec3_add(tact_vec3_add(tact_vec3_scale(arm, cos(angle)),
                                             tact_vec3_scale(tact_vec3_cross(k, arm), sin(angle))),
                               tact_vec3_scale(k, tact_vec3_dot(k, arm) * (1 - cos(angle))));
    }
    return tact_vec3_add(tact_vec3_add(c, tact_vec3_scale(v, time)), turned);
}

static tact_rigid_motion random_steady(test_rng *rng) {
    tact_rigid_motion m;
    tact_vec3 spin = test_rng_below(rng, 4) == 0 ? vec(0, 0, 0) : random_vec(rng, 9);
    assert_int_equal(
        tact_rigid_steady(random_pose(rng, 3), random_vec(rng, 5), spin, random_vec(rng, 2), &m),
        TACT_OK);
    return m;
}

static void test_poses(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid poses");
    for (uint64_t i = test_case_count(2000, 200000); i > 0; i--) {
        tact_rigid_motion m = random_steady(&rng);
        tact_vec3 local = random_vec(&rng, 2);
        double time = test_rng_between(&rng, -1, 2);
        tact_pose pose;
        assert_int_equal(tact_rigid_pose_at(&m, time, &pose), TACT_OK);
        tact_vec3 expected = oracle_place(&m, local, time);
        tact_vec3 off = tact_vec3_sub(tact_pose_place(pose, local), expected);
        assert_true(tact_vec3_length(off) < 1e-13);
    }
    tact_rigid_motion m = random_steady(&rng);
    tact_pose pose;
    assert_int_equal(tact_rigid_pose_at(&m, 0, &pose), TACT_OK);
    assert_memory_equal(&pose, &m.start, sizeof pose);
}

static double pose_difference(const tact_pose *a, const tact_pose *b) {
    double most = 0;
    for (int i = 0; i < 12; i++)
        most = fmax(most, fabs(a->m[i] - b->m[i]));
    return most;
}

static void test_ends(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid ends");
    for (uint64_t i = test_case_count(2000, 200000); i > 0; i--) {
        tact_pose from = random_pose(&rng, 3), to = random_pose(&rng, 3), pose;
        if (i % 3 == 0) { /* a small turn */
            double angle = ldexp(1, -(int)test_rng_below(&rng, 60));
            tact_pose turn;
            assert_int_equal(
                tact_pose_from_axis_angle(random_vec(&rng, 1), angle, random_vec(&rng, 1), &turn),
                TACT_OK);
            to = tact_pose_compose(turn, from);
        }
        tact_rigid_motion screw, between;
        assert_int_equal(tact_rigid_screw(from, to, &screw), TACT_OK);
        assert_int_equal(tact_rigid_between(from, to, &between), TACT_OK);
        assert_true(screw.rate >= 0 && screw.rate <= 3.15);
        tact_rigid_pose_at(&screw, 1, &pose);
        assert_true(pose_difference(&pose, &to) < 1e-9);
        tact_rigid_pose_at(&between, 1, &pose);
        assert_true(pose_difference(&pose, &to) < 1e-13);
        /* A screw moves its centre along its axis. */
        if (screw.rate > 1e-3) {
            tact_vec3 off = tact_vec3_cross(screw.axis, screw.velocity);
            assert_true(tact_vec3_length(off) < 1e-12);
        }
    }
}

static tact_model *make_model(const tact_shape *shape) {
    tact_model *model;
    assert_int_equal(tact_model_create_shape(NULL, shape, &model), TACT_OK);
    return model;
}

static tact_vec3 box_point(test_rng *rng, tact_vec3 half) {
    return vec(test_rng_between(rng, -half.x, half.x), test_rng_between(rng, -half.y, half.y),
               test_rng_between(rng, -half.z, half.z));
}

/* Points of a box: the length of their sampled path, and whether the swept box holds them. */
static void check_bounds(test_rng *rng, const tact_moving *moving, tact_vec3 half, double from,
                         double to) {
    double travel;
    tact_box box;
    assert_int_equal(tact_rigid_travel(moving, from, to, &travel), TACT_OK);
    assert_int_equal(tact_rigid_bounds(moving, from, to, &box), TACT_OK);
    for (int k = 0; k < 4; k++) {
        tact_vec3 local = k == 0 ? half : box_point(rng, half), last = {0, 0, 0};
        double path = 0;
        for (int i = 0; i <= 40; i++) {
            double time = i == 40 ? to : from + (to - from) * i / 40;
            tact_pose pose;
            assert_int_equal(tact_rigid_pose_at(&moving->motion, time, &pose), TACT_OK);
            tact_vec3 p = tact_pose_place(pose, local);
            assert_true(tact_box_contains(box, p));
            path += i == 0 ? 0 : tact_vec3_length(tact_vec3_sub(p, last));
            last = p;
        }
        assert_true(path <= travel + 1e-14 * (travel + 10));
    }
}

static void test_travel(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid travel");
    tact_vec3 half = {1, 0.5, 0.25};
    tact_shape shape = tact_shape_box(half.x, half.y, half.z);
    tact_model *box = make_model(&shape);
    tact_instance part = tact_instance_make(box);
    for (uint64_t i = test_case_count(300, 30000); i > 0; i--) {
        tact_rigid_motion m = random_steady(&rng);
        double from = test_rng_between(&rng, -1, 1);
        double to = from + pow(10, test_rng_between(&rng, -6, 0.5));
        tact_moving moving = tact_moving_make(box, &m);
        check_bounds(&rng, &moving, half, from, to);
    }
    /* The part of a compound, away from its origin. */
    part.pose = tact_pose_make(tact_mat3_identity(), vec(5, 0, 0));
    tact_model *compound;
    assert_int_equal(tact_model_create_compound(NULL, &part, 1, &compound), TACT_OK);
    tact_rigid_motion turn;
    assert_int_equal(
        tact_rigid_steady(tact_pose_identity(), vec(0, 0, 0), vec(0, 0, 1), vec(0, 0, 0), &turn),
        TACT_OK);
    tact_moving moving = tact_moving_make(compound, &turn);
    double travel;
    assert_int_equal(tact_rigid_travel(&moving, 0, 1, &travel), TACT_OK);
    assert_true(travel >= hypot(6, 0.5) && travel < hypot(6, 0.5) * (1 + 1e-9));
    tact_box bounds;
    assert_int_equal(tact_rigid_bounds(&moving, 0, 1e6, &bounds), TACT_OK);
    assert_true(bounds.hi.x >= hypot(6, 0.5) && bounds.hi.y >= hypot(6, 0.5));
    tact_model_destroy(compound);
    tact_model_destroy(box);
}

/* A pendulum. Its speed and spin are bounded by those at the lowest point. */
static bool swing(void *user, double time, tact_pose *out) {
    double angle = *(double *)user * tact_sin(time);
    return tact_pose_from_axis_angle(vec(0, 1, 0), angle, vec(0, 0, 0), out) == TACT_OK;
}

static bool refuse(void *user, double time, tact_pose *out) {
    (void)user, (void)time, (void)out;
    return false;
}

static void test_functions(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid functions");
    tact_vec3 half = {0.1, 0.1, 2};
    tact_shape shape = tact_shape_box(half.x, half.y, half.z);
    tact_model *box = make_model(&shape);
    double amplitude = 1.5;
    tact_rigid_motion m;
    assert_int_equal(tact_rigid_function(swing, &amplitude, 0, amplitude, &m), TACT_OK);
    m.deviation = 1e-15;
    tact_moving moving = tact_moving_make(box, &m);
    check_bounds(&rng, &moving, half, 0, 1);
    check_bounds(&rng, &moving, half, 1, 1.01);
    tact_pose pose;
    assert_int_equal(tact_rigid_function(refuse, NULL, 0, 0, &m), TACT_OK);
    assert_int_equal(tact_rigid_pose_at(&m, 0, &pose), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_function(NULL, NULL, 0, 0, &m), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_function(swing, NULL, -1, 0, &m), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_function(swing, NULL, HUGE_VAL, 0, &m), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_function(swing, NULL, 0, 0, NULL), TACT_INVALID_ARGUMENT);
    tact_model_destroy(box);
}

static void test_bad(void **state) {
    (void)state;
    tact_rigid_motion m, good;
    tact_pose id = tact_pose_identity(), wrong = id, pose;
    tact_vec3 zero = {0, 0, 0}, nan = {NAN, 0, 0}, infinite = {0, HUGE_VAL, 0};
    wrong.m[0] = 2;
    assert_int_equal(tact_rigid_steady(wrong, zero, zero, zero, &m), TACT_INVALID_POSE);
    assert_int_equal(tact_rigid_steady(id, nan, zero, zero, &m), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_steady(id, infinite, zero, zero, &m), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_steady(id, zero, nan, zero, &m), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_steady(id, zero, zero, infinite, &m), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_steady(id, zero, zero, zero, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_screw(wrong, id, &m), TACT_INVALID_POSE);
    assert_int_equal(tact_rigid_screw(id, id, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_between(id, wrong, &m), TACT_INVALID_POSE);
    assert_int_equal(tact_rigid_between(id, id, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_steady(id, vec(1e300, 0, 0), zero, zero, &good), TACT_OK);
    assert_int_equal(tact_rigid_pose_at(&good, 1e10, &pose), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_pose_at(&good, NAN, &pose), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_pose_at(NULL, 0, &pose), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_pose_at(&good, 0, NULL), TACT_INVALID_ARGUMENT);
    m = good;
    m.rate = 1; /* about no axis */
    assert_int_equal(tact_rigid_pose_at(&m, 0, &pose), TACT_INVALID_ARGUMENT);
    m.kind = (tact_rigid_kind)7;
    assert_int_equal(tact_rigid_pose_at(&m, 0, &pose), TACT_INVALID_ARGUMENT);
    tact_shape shape = tact_shape_sphere(1);
    tact_model *ball = make_model(&shape);
    tact_moving moving = tact_moving_make(ball, &good);
    double travel;
    tact_box box;
    assert_int_equal(tact_rigid_travel(&moving, 0, -1, &travel), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_travel(&moving, 0, NAN, &travel), TACT_NOT_FINITE);
    assert_int_equal(tact_rigid_travel(&moving, 0, 1, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_bounds(NULL, 0, 1, &box), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_rigid_bounds(&moving, 0, 1e20, &box), TACT_NOT_FINITE);
    moving.flags = 64;
    assert_int_equal(tact_rigid_bounds(&moving, 0, 1, &box), TACT_INVALID_ARGUMENT);
    tact_model_destroy(ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poses),  cmocka_unit_test(test_ends),
        cmocka_unit_test(test_travel), cmocka_unit_test(test_functions),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
