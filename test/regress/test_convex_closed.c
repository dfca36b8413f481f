/* SPDX-License-Identifier: MIT */
/* Balls, capsules and ellipsoids on which other libraries answered wrongly, or from their own
 * tests, with the numbers of public reports: fcl#408 (a ball that touches a box), FCL's tests of a
 * ball and a capsule, and MuJoCo's of two capsules. Also positions that break formulas: centres on
 * an axis, axes on one line or parallel. */
#include <math.h>

#include "support.h"
#include "pair/pair.h"

static tacti_placed_shape place(const tact_shape *shape, double x, double y, double z) {
    tacti_placed_shape placed = {shape, tact_pose_identity()};
    placed.pose.m[3] = x;
    placed.pose.m[7] = y;
    placed.pose.m[11] = z;
    return placed;
}

/* The distance, 0 for contact, in both orders, and a proof of the verdict between polytopes. */
static void check_pair(const tacti_placed_shape *a, const tacti_placed_shape *b, double expected) {
    for (int order = 0; order < 2; order++) {
        const tacti_placed_shape *p = order == 0 ? a : b, *q = order == 0 ? b : a;
        tacti_convex_distance_answer answer;
        tacti_convex_collision verdict;
        assert_int_equal(tacti_convex_distance(p, q, NULL, &answer), TACT_OK);
        assert_int_equal(tacti_convex_collide(p, q, NULL, &verdict), TACT_OK);
        assert_int_equal(answer.outcome, expected > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
        assert_int_equal(verdict.outcome, answer.outcome);
        double size = 1 + expected + tact_vec3_length(answer.point_a);
        assert_true(fabs(answer.distance - expected) <= 1e-14 * size);
        assert_true(answer.lower <= expected + 1e-15 * size &&
                    expected <= answer.upper + 1e-15 * size);
        double between = tact_vec3_length(tact_vec3_sub(answer.point_a, answer.point_b));
        assert_true(fabs(between - expected) <= 1e-13 * size);
        if (!tact_shape_is_polytope(p->shape) || !tact_shape_is_polytope(q->shape))
            continue;
        bool holds = false;
        assert_int_equal(tacti_convex_check(p, q, &verdict, &holds), TACT_OK);
        assert_true(holds);
    }
}

/* FCL's tests: a ball of radius 20 and a capsule of radius 10 along z, its axis 40 beside the
 * centre, 10 apart; then above its end, at 20 + 10 + 10 from the end at z = 10. */
static void test_ball_and_capsule(void **state) {
    (void)state;
    tact_shape ball = tact_shape_sphere(20), capsule = tact_shape_capsule(10, 10);
    tacti_placed_shape a = place(&ball, 0, 0, 0);
    tacti_placed_shape beside = place(&capsule, 40, 0, 0), above = place(&capsule, 0, 0, -50);
    check_pair(&a, &beside, 10);
    check_pair(&a, &above, 10);
    tacti_placed_shape touching = place(&capsule, 30, 0, 5), on_axis = place(&capsule, 0, 0, 3);
    check_pair(&a, &touching, 0);
    check_pair(&a, &on_axis, 0);
}

/* MuJoCo's test: upright capsules of half lengths 0.3 and 0.1; the upper end of one, (-0.3, 0.2,
 * -0.1), is nearest to the lower end of the other, (0.3, 0.2, 0.3): sqrt(0.52) minus the radii. */
static void test_two_capsules(void **state) {
    (void)state;
    tact_shape one = tact_shape_capsule(0.3, 0.15), other = tact_shape_capsule(0.1, 0.1);
    tacti_placed_shape a = place(&one, -0.3, 0.2, -0.4), b = place(&other, 0.3, 0.2, 0.4);
    check_pair(&a, &b, 0.47111025509279786);
    /* On one line: end to end, and one in the other. */
    tacti_placed_shape in_line = place(&other, -0.3, 0.2, 0.75),
                       inside = place(&other, -0.3, 0.2, -0.4);
    check_pair(&a, &in_line, 0.5);
    check_pair(&a, &inside, 0);
    /* Parallel and side by side: 1 minus the radii. */
    tacti_placed_shape beside = place(&other, 0.7, 0.2, -0.4);
    check_pair(&a, &beside, 0.75);
}

/* fcl#408: a ball of radius 0.06 below a cube. The lower corners of the cube are at y = 0.15 -
 * 0.05, which rounds to 0x1.9999999999999p-4; the centre's y and the radius sum exactly to the same
 * number, so they touch. FCL threw an exception. */
static void test_ball_that_touches_a_cube(void **state) {
    (void)state;
    tact_shape ball = tact_shape_sphere(0.06), cube = tact_shape_box(0.05, 0.05, 0.05);
    tacti_placed_shape a = {
        &ball,
        {{-0.99999999999999956, -4.4637642593504145e-09, 0, 1.7855056639081962e-10,
          4.4637642593504145e-09, -0.99999999999999956, 0, 0.039999999999999994, 0, 0,
          1.0000000000000009, 0.33000000000000013}}};
    tacti_placed_shape b = place(&cube, 0.05, 0.15, 0.35);
    check_pair(&a, &b, 0);
}

/* Balls on the axes of round shapes. The direction across the axis is 0 / 0 there. */
static void test_centres_on_axes(void **state) {
    (void)state;
    tact_shape ball = tact_shape_sphere(0.5), cylinder = tact_shape_cylinder(1, 2);
    tact_shape cone = tact_shape_cone(1, 2), egg = tact_shape_ellipsoid(1, 1, 2);
    tact_shape ground = tact_shape_half_space((tact_vec3){0, 0, 4}, 8);
    const tact_shape *shapes[] = {&cylinder, &cone, &egg, &ground};
    for (int i = 0; i < 4; i++) {
        tacti_placed_shape fixed = place(shapes[i], 0, 0, 0);
        tacti_placed_shape above = place(&ball, 0, 0, 3), inside = place(&ball, 0, 0, 0);
        check_pair(&fixed, &above, 0.5);
        check_pair(&fixed, &inside, 0);
    }
}

/* Ellipsoids along one axis, and an ellipsoid with itself. */
static void test_ellipsoids_in_line(void **state) {
    (void)state;
    tact_shape one = tact_shape_ellipsoid(1, 2, 3), other = tact_shape_ellipsoid(0.5, 0.25, 1);
    tacti_placed_shape a = place(&one, 0, 0, 0), same = place(&one, 0, 0, 0);
    check_pair(&a, &same, 0);
    for (int axis = 0; axis < 3; axis++) {
        static const double reach[3] = {1.5, 2.25, 4};
        tacti_placed_shape apart = place(&other, 0, 0, 0), meeting = apart;
        apart.pose.m[4 * axis + 3] = reach[axis] + 1;
        meeting.pose.m[4 * axis + 3] = reach[axis] - 0.001;
        check_pair(&a, &apart, 1);
        check_pair(&a, &meeting, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ball_and_capsule),         cmocka_unit_test(test_two_capsules),
        cmocka_unit_test(test_ball_that_touches_a_cube), cmocka_unit_test(test_centres_on_axes),
        cmocka_unit_test(test_ellipsoids_in_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
