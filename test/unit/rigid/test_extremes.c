/* SPDX-License-Identifier: MIT */
/* Motions at the limits: a thin plate and a fast rod that spins, a million turns, no motion at all,
 * sliding and resting, numbers that are not finite. Answers are compared with an oracle, and every
 * question has to end. */
#include "sampled.h"

#include <math.h>
#include <string.h>

static const tact_vec3 nothing = {0, 0, 0};

static tact_vec3 vec(double x, double y, double z) {
    return (tact_vec3){x, y, z};
}

static tact_pose shifted(double x, double y, double z) {
    tact_pose pose = tact_pose_identity();
    pose.m[3] = x;
    pose.m[7] = y;
    pose.m[11] = z;
    return pose;
}

static void make_body(tact_shape shape, sampled_body *out) {
    memset(out, 0, sizeof *out);
    out->count = 1;
    out->pieces[0] = (sampled_piece){shape, tact_pose_identity()};
    assert_int_equal(tact_model_create_shape(NULL, &shape, &out->model), TACT_OK);
}

static void move_body(sampled_body *body, tact_pose start, tact_vec3 velocity, tact_vec3 spin) {
    tact_rigid_motion motion;
    tact_vec3 center = {start.m[3], start.m[7], start.m[11]};
    assert_int_equal(tact_rigid_steady(start, velocity, spin, center, &motion), TACT_OK);
    sampled_body_move(body, &motion);
}

static tact_rigid_result ask(const sampled_body *a, const sampled_body *b,
                             const tact_rigid_options *options) {
    tact_moving moving_a = tact_moving_make(a->model, &a->motion);
    tact_moving moving_b = tact_moving_make(b->model, &b->motion);
    tact_rigid_result result;
    assert_int_equal(tact_first_contact(&moving_a, &moving_b, options, NULL, &result), TACT_OK);
    return result;
}

/* ---- A plate and a rod -------------------------------------------------------------------- */

/* Everything in metres and seconds. */
static void check_rod(test_rng *rng, const sampled_body *plate, sampled_body *rod, int *contacts) {
    tact_pose start;
    tact_vec3 axis = vec(test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                         test_rng_between(rng, -1, 1));
    tact_vec3 place = vec(test_rng_between(rng, -0.9, 0.9), test_rng_between(rng, -0.9, 0.9), 0.7);
    tact_vec3 spin = tact_vec3_scale(axis, 50 / tact_vec3_length(axis));
    assert_int_equal(tact_pose_from_axis_angle(axis, test_rng_between(rng, -3, 3), place, &start),
                     TACT_OK);
    move_body(rod, start, vec(0, 0, -10), spin);
    tact_rigid_options options = tact_rigid_options_default();
    options.limit = 0.15;
    tact_rigid_result result = ask(plate, rod, &options);
    double time = (double)sampled_first_time(plate, rod, 10 + 50 * 0.6, options.limit, 1e-9);
    if (result.outcome == TACT_OUTCOME_APART) {
        assert_true(isinf(time));
        return;
    }
    assert_int_equal(result.outcome, TACT_OUTCOME_CONTACT);
    assert_true(time <= result.upper);
    assert_true(result.lower <= time + 1e-6);
    assert_true(result.upper - result.lower <= 1e-6);
    (*contacts)++;
}

static void test_plate_and_rod(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid plate and rod");
    const tact_shape shapes[3] = {tact_shape_capsule(0.5, 0.002), tact_shape_cylinder(0.002, 0.5),
                                  tact_shape_box(0.002, 0.002, 0.5)};
    int count = (int)test_case_count(300, 20000), contacts = 0;
    sampled_body plate, rod;
    make_body(tact_shape_box(0.5, 0.5, 0.0005), &plate);
    move_body(&plate, tact_pose_identity(), nothing, nothing);
    for (int i = 0; i < count; i++) {
        make_body(shapes[i % 3], &rod);
        check_rod(&rng, &plate, &rod, &contacts);
        sampled_body_free(&rod);
    }
    assert_in_range(contacts, count / 2, count);
    sampled_body_free(&plate);
}

/* ---- A million turns ---------------------------------------------------------------------- */

/* A rod turns by a million turns in the time in which a ball comes nearer: they touch as soon as
 * the ball reaches the disk of the rod, within the time of half a turn. The budget ends it earlier.
 */
static void test_million_turns(void **state) {
    (void)state;
    sampled_body rod, ball;
    double turns = 1e6, circle = 6.283185307179586;
    make_body(tact_shape_box(1, 0.01, 0.01), &rod);
    make_body(tact_shape_sphere(0.1), &ball);
    move_body(&rod, tact_pose_identity(), nothing, vec(0, 0, circle * turns));
    move_body(&ball, shifted(2, 0, 0), vec(-1, 0, 0), nothing);
    tact_rigid_options options = tact_rigid_options_default();
    options.budget = 300000;
    tact_rigid_result result = ask(&rod, &ball, &options);
    assert_true(result.steps <= options.budget + 1000);
    assert_true(result.lower >= 0 && result.lower <= 0.9 + 1 / turns);
    if (result.outcome == TACT_OUTCOME_CONTACT)
        assert_true(result.upper >= 0.9 - 1e-3 && result.upper <= 1);
    else
        assert_int_equal(result.outcome, TACT_OUTCOME_UNDECIDED);
    test_rng rng = test_rng_start("rigid million turns");
    for (int i = 0; i < 20000; i++)
        assert_false(
            sampled_gap_at(&rod, &ball, test_rng_between(&rng, 0, result.lower)).is_contact);
    options.budget = 1000;
    result = ask(&rod, &ball, &options);
    assert_true(result.steps <= 1100);
    /* Too far away to be reached, so turns do not count. */
    move_body(&ball, shifted(5, 0, 0), vec(-1, 0, 0), nothing);
    result = ask(&rod, &ball, NULL);
    assert_int_equal(result.outcome, TACT_OUTCOME_APART);
    assert_in_range(result.steps, 1, 1000);
    sampled_body_free(&rod);
    sampled_body_free(&ball);
}

/* ---- No motion, sliding, resting ---------------------------------------------------------- */

typedef struct rest_case {
    tact_vec3 place, velocity; /* of a unit cube beside another that is moved by `both` */
    tact_vec3 both;
    tact_outcome outcome;
    double lower; /* of a contact */
} rest_case;

static void test_rest(void **state) {
    (void)state;
    const rest_case cases[] = {
        {{2, 0, 0}, {0, 0, 0}, {0, 0, 0}, TACT_OUTCOME_APART, 0},
        {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}, TACT_OUTCOME_CONTACT, 0}, /* they touch */
        {{0.5, 0, 0}, {0, 0, 0}, {0, 0, 0}, TACT_OUTCOME_CONTACT, 0},
        {{1.25, 0, 0}, {0, 0, 0}, {3, 4, 5}, TACT_OUTCOME_APART, 0}, /* they move alike */
        {{1, 0, 0}, {1, 0, 0}, {0, 0, 0}, TACT_OUTCOME_CONTACT, 0},  /* touch and part */
        {{0, 0, 1}, {3, 0, 0}, {0, 0, 0}, TACT_OUTCOME_CONTACT, 0},  /* resting, sliding */
        {{-2, 0, 1.001}, {4, 0, 0}, {0, 0, 0}, TACT_OUTCOME_APART, 0},
        {{-2, 0, 1}, {4, 0, 0}, {0, 0, 0}, TACT_OUTCOME_CONTACT, 0.25}, /* slides on */
        {{2, 0, 0}, {-1, 0, 0}, {0, 0, 0}, TACT_OUTCOME_CONTACT, 1},    /* at the very end */
        {{2, 0, 0}, {-0x1p-1074, 0, 0}, {0, 0, 0}, TACT_OUTCOME_APART, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const rest_case *c = &cases[i];
        sampled_body a, b;
        make_body(tact_shape_box(0.5, 0.5, 0.5), &a);
        make_body(tact_shape_box(0.5, 0.5, 0.5), &b);
        move_body(&a, tact_pose_identity(), c->both, nothing);
        move_body(&b, shifted(c->place.x, c->place.y, c->place.z),
                  tact_vec3_add(c->velocity, c->both), nothing);
        tact_rigid_result result = ask(&a, &b, NULL);
        assert_int_equal(result.outcome, c->outcome);
        if (c->outcome == TACT_OUTCOME_CONTACT)
            assert_true(result.lower <= c->lower && c->lower <= result.upper &&
                        result.upper - result.lower < 1e-9);
        assert_true(result.steps < 100000);
        sampled_body_free(&a);
        sampled_body_free(&b);
    }
}

/* ---- Numbers that are not finite ---------------------------------------------------------- */

static void check_refused(tact_moving *a, const tact_moving *b, double *field, double value,
                          tact_status expected) {
    tact_rigid_result result, before;
    double kept = *field;
    memset(&result, 0x5a, sizeof result);
    before = result;
    *field = value;
    assert_int_equal(tact_first_contact(a, b, NULL, NULL, &result), expected);
    assert_int_equal(tact_first_contact(b, a, NULL, NULL, &result), expected);
    assert_memory_equal(&result, &before, sizeof result);
    *field = kept;
}

static void test_not_finite(void **state) {
    (void)state;
    sampled_body a, b;
    make_body(tact_shape_box(1, 1, 1), &a);
    make_body(tact_shape_sphere(1), &b);
    move_body(&a, tact_pose_identity(), vec(1, 0, 0), vec(0, 1, 0));
    move_body(&b, shifted(5, 0, 0), nothing, nothing);
    tact_moving x = tact_moving_make(a.model, &a.motion), y = tact_moving_make(b.model, &b.motion);
    double *fields[] = {&x.motion.velocity.x, &x.motion.velocity.z, &x.motion.center.y,
                        &x.motion.axis.z,     &x.motion.rate,       &x.motion.start.m[7],
                        &x.motion.start.m[0]};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        check_refused(&x, &y, fields[i], (double)NAN, TACT_NOT_FINITE);
        check_refused(&x, &y, fields[i], HUGE_VAL, TACT_NOT_FINITE);
        check_refused(&x, &y, fields[i], -HUGE_VAL, TACT_NOT_FINITE);
    }
    /* Finite speeds that overflow on the way. */
    x.motion.velocity = vec(1e308, 1e308, 1e308);
    tact_rigid_result result;
    tact_status status = tact_first_contact(&x, &y, NULL, NULL, &result);
    assert_true(status == TACT_NOT_FINITE || status == TACT_INVALID_POSE || status == TACT_OK);
    sampled_body_free(&a);
    sampled_body_free(&b);
}

static void test_bad_options(void **state) {
    (void)state;
    sampled_body a, b;
    make_body(tact_shape_box(1, 1, 1), &a);
    make_body(tact_shape_sphere(1), &b);
    move_body(&a, tact_pose_identity(), vec(1, 0, 0), nothing);
    move_body(&b, shifted(5, 0, 0), nothing, nothing);
    tact_moving x = tact_moving_make(a.model, &a.motion), y = tact_moving_make(b.model, &b.motion);
    tact_rigid_options good = tact_rigid_options_default();
    const struct {
        size_t offset;
        double value;
        tact_status expected;
    } rows[] = {
        {offsetof(tact_rigid_options, start), (double)NAN, TACT_NOT_FINITE},
        {offsetof(tact_rigid_options, limit), HUGE_VAL, TACT_NOT_FINITE},
        {offsetof(tact_rigid_options, precision), (double)NAN, TACT_NOT_FINITE},
        {offsetof(tact_rigid_options, separation), HUGE_VAL, TACT_NOT_FINITE},
        {offsetof(tact_rigid_options, start), 2, TACT_INVALID_ARGUMENT},
        {offsetof(tact_rigid_options, precision), 0, TACT_INVALID_ARGUMENT},
        {offsetof(tact_rigid_options, precision), -1, TACT_INVALID_ARGUMENT},
        {offsetof(tact_rigid_options, separation), -1, TACT_INVALID_ARGUMENT},
    };
    tact_rigid_result result;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tact_rigid_options options = good;
        memcpy((char *)&options + rows[i].offset, &rows[i].value, sizeof rows[i].value);
        assert_int_equal(tact_first_contact(&x, &y, &options, NULL, &result), rows[i].expected);
    }
    assert_int_equal(tact_first_contact(&x, &y, &good, NULL, &result), TACT_OK);
    sampled_body_free(&a);
    sampled_body_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plate_and_rod), cmocka_unit_test(test_million_turns),
        cmocka_unit_test(test_rest),          cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_bad_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
