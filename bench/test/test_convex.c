/* SPDX-License-Identifier: MIT */
/* Tests the parts of bench_convex: judging, pairs at their gap, motion, the best peer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "convex_measure.h"

#include <math.h>
#include <stdlib.h>

/* ---- Judging --------------------------------------------------------------------------------- */

static void test_verdicts(void **state) {
    (void)state;
    convex_truth apart = {2e-6, 3e-6, 1}, touching = {-1e-7, 1e-7, 1}, deep = {-0.2, -0.1, 1};
    convex_truth small = {2e-6, 3e-6, 10}, wide = {-0.1, 0.1, 1};
    assert_int_equal(convex_judge(&apart, CONVEX_COLLIDE, 0, 0), CONVEX_RIGHT);
    assert_int_equal(convex_judge(&apart, CONVEX_COLLIDE, 1, 0), CONVEX_WRONG);
    assert_int_equal(convex_judge(&apart, CONVEX_COLLIDE, -1, 0), CONVEX_WRONG);
    assert_int_equal(convex_judge(&touching, CONVEX_COLLIDE, 0, 0), CONVEX_OPEN);
    assert_int_equal(convex_judge(&touching, CONVEX_COLLIDE, 1, 0), CONVEX_OPEN);
    assert_int_equal(convex_judge(&small, CONVEX_COLLIDE, 1, 0), CONVEX_OPEN);
    assert_int_equal(convex_judge(&wide, CONVEX_COLLIDE, 1, 0), CONVEX_OPEN);
    assert_int_equal(convex_judge(&deep, CONVEX_COLLIDE, 1, 0), CONVEX_RIGHT);
    assert_int_equal(convex_judge(&deep, CONVEX_COLLIDE, 0, 0), CONVEX_WRONG);
    assert_int_equal(convex_judge(&deep, CONVEX_COLLIDE, -1, 0), CONVEX_WRONG);
}

static void test_numbers(void **state) {
    (void)state;
    convex_truth apart = {0.5, 0.5, 2}, deep = {-0.25, -0.25, 2}, wide = {0.5, 0.6, 2};
    assert_int_equal(convex_judge(&apart, CONVEX_DISTANCE, 0, 0.50019), CONVEX_RIGHT);
    assert_int_equal(convex_judge(&apart, CONVEX_DISTANCE, 0, 0.50021), CONVEX_WRONG);
    assert_int_equal(convex_judge(&apart, CONVEX_DISTANCE, 0, 0.49979), CONVEX_WRONG);
    assert_int_equal(convex_judge(&apart, CONVEX_DISTANCE, 0, (double)NAN), CONVEX_WRONG);
    assert_int_equal(convex_judge(&apart, CONVEX_DISTANCE, 0, -HUGE_VAL), CONVEX_WRONG);
    assert_int_equal(convex_judge(&apart, CONVEX_DEPTH, 0, 0), CONVEX_RIGHT);
    assert_int_equal(convex_judge(&apart, CONVEX_DEPTH, 0, 0.5), CONVEX_WRONG);
    assert_int_equal(convex_judge(&deep, CONVEX_DEPTH, 1, 0.2501), CONVEX_RIGHT);
    assert_int_equal(convex_judge(&deep, CONVEX_DEPTH, 1, 0.2503), CONVEX_WRONG);
    assert_int_equal(convex_judge(&deep, CONVEX_DEPTH, 1, 0.2497), CONVEX_WRONG);
    assert_int_equal(convex_judge(&deep, CONVEX_DISTANCE, 1, 0), CONVEX_RIGHT);
    assert_int_equal(convex_judge(&wide, CONVEX_DISTANCE, 0, 0.55), CONVEX_OPEN);
    assert_int_equal(convex_judge(&wide, CONVEX_DISTANCE, 0, 0.61), CONVEX_WRONG);
}

/* Two balls of radius 1: their separation has a closed form. */
static void test_truth(void **state) {
    (void)state;
    convex_input input = {.size = 1};
    static const double places[] = {2.5, 1.5};
    for (int i = 0; i < 2; i++) {
        for (int side = 0; side < 2; side++) {
            convex_input_reshape(&input, side, tact_shape_sphere(1));
            input.instance[side].pose = tact_pose_identity();
        }
        input.instance[1].pose.m[7] = places[i];
        convex_truth truth = convex_truth_find(&input);
        assert_true(truth.lower <= truth.upper);
        assert_true(fabs(truth.lower - (places[i] - 2)) < 1e-9);
        assert_true(fabs(truth.upper - (places[i] - 2)) < 1e-9);
    }
    convex_inputs_drop(&input, 1);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static double distance_of(const convex_input *input) {
    tact_distance_result answer;
    assert_int_equal(tact_distance(&input->instance[0], &input->instance[1], NULL, NULL, &answer),
                     TACT_OK);
    return answer.distance;
}

static void test_pairs_have_their_gap(void **state) {
    (void)state;
    enum { COUNT = 8 };
    static convex_input inputs[COUNT];
    bench_rng rng = {1};
    for (int kind = 0; kind < CONVEX_KINDS; kind++) {
        convex_inputs_make(&rng, (convex_kind)kind, 0.1, COUNT, inputs);
        for (size_t i = 0; i < COUNT; i++) {
            const tact_shape *shape = tact_model_shape(inputs[i].instance[1].model);
            assert_int_equal(shape->kind, inputs[i].shape[1].kind);
            assert_true(fabs(distance_of(&inputs[i]) - 0.1 * inputs[i].size) < 1e-5);
        }
        /* Moved back along the line by the depth, they nearly touch. */
        convex_inputs_make(&rng, (convex_kind)kind, -0.1, COUNT, inputs);
        for (size_t i = 0; i < COUNT; i++) {
            double *m = inputs[i].instance[1].pose.m, by = 0.1 * inputs[i].size + 1e-3;
            assert_true(distance_of(&inputs[i]) <= 0);
            m[3] += by * inputs[i].line.x;
            m[7] += by * inputs[i].line.y;
            m[11] += by * inputs[i].line.z;
            assert_true(distance_of(&inputs[i]) > 0 && distance_of(&inputs[i]) < 1.1e-3);
        }
    }
    convex_inputs_drop(inputs, COUNT);
    convex_inputs_release();
}

static void test_motion(void **state) {
    (void)state;
    enum { PAIRS = 3, FRAMES = 6 };
    static convex_input inputs[PAIRS * FRAMES];
    bench_rng rng = {2};
    convex_motion_make(&rng, CONVEX_BOXES, 0.5, PAIRS, FRAMES, inputs);
    for (size_t i = 0; i < PAIRS * FRAMES; i++) {
        assert_true(inputs[i].instance[0].model == inputs[i % PAIRS].instance[0].model);
        assert_int_equal(tact_pose_validate(inputs[i].instance[1].pose, NULL), TACT_OK);
        assert_true(fabs(distance_of(&inputs[i]) - 0.5 * inputs[i].size) < 1e-5);
        if (i < PAIRS)
            continue;
        tact_pose turn = tact_pose_compose(inputs[i].instance[1].pose,
                                           tact_pose_inverse(inputs[i - PAIRS].instance[1].pose));
        double trace = turn.m[0] + turn.m[5] + turn.m[10];
        assert_true(fabs(acos((trace - 1) / 2) * 180 / 3.14159265358979 - 1) < 1e-6);
    }
    convex_inputs_drop(inputs, PAIRS * FRAMES);
    convex_inputs_release();
}

/* ---- Figures --------------------------------------------------------------------------------- */

static void test_best_peer(void **state) {
    (void)state;
    convex_cell cell = {
        .contender_count = 4,
        .count = 10,
        .figures = {{"tact", 100, 0}, {"slow", 300, 0}, {"fast", 50, 1}, {"good", 200, 0}}};
    assert_int_equal(convex_cell_best(&cell, 0), 3);
    assert_int_equal(convex_cell_best(&cell, 1), 2);
    assert_int_equal(convex_cell_best(&cell, 0.1), 2);
    assert_int_equal(convex_cell_best(&cell, 0.09), 3);
    assert_true(fabs(convex_cell_ratio(&cell, 0) - 2) < 1e-12);
    assert_true(fabs(convex_cell_ratio(&cell, 1) - 0.5) < 1e-12);
    cell.figures[1].wrong = cell.figures[3].wrong = 1;
    assert_int_equal(convex_cell_best(&cell, 0), 0);
    assert_true(isnan(convex_cell_ratio(&cell, 0)));
}

/* One contender says that all pairs touch. The other one does not answer. */
static void say_contact(const void *inputs, size_t count, bench_answers answers) {
    (void)inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = 1;
}

static void say_nothing(const void *inputs, size_t count, bench_answers answers) {
    (void)inputs;
    (void)count;
    (void)answers;
}

static void test_cells(void **state) {
    (void)state;
    enum { COUNT = 6 };
    static convex_input inputs[COUNT];
    bench_rng rng = {3};
    static const bench_contender list[] = {{.name = "contact", .run = say_contact},
                                           {.name = "nothing", .run = say_nothing}};
    convex_inputs_make(&rng, CONVEX_BOXES, -0.2, COUNT / 2, inputs);
    convex_inputs_make(&rng, CONVEX_BOXES, 0.2, COUNT / 2, inputs + COUNT / 2);
    convex_cell cell = convex_cell_measure(CONVEX_COLLIDE, list, 2, inputs, COUNT, 3);
    assert_int_equal(cell.figures[0].wrong, COUNT / 2);
    assert_int_equal(cell.figures[1].wrong, COUNT);
    assert_int_equal(cell.open, 0);
    assert_true(cell.figures[0].ns > 0 && cell.figures[0].ns < 1e9);
    convex_inputs_drop(inputs, COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_truth),    cmocka_unit_test(test_pairs_have_their_gap),
        cmocka_unit_test(test_motion),   cmocka_unit_test(test_best_peer),
        cmocka_unit_test(test_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
