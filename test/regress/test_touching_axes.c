/* SPDX-License-Identifier: MIT */
/* Half-spaces and smooth shapes that touch exactly on an axis, or miss it by a few units in the
 * last place, at sizes from 2^-190 to 2^190. All of these were once undecided. All sizes are powers
 * of two, so the sign of the gap is that of the step. Also a ball in the plane of a flat cone, once
 * wrongly reported to be in contact, and ellipsoids of size 2^-180, once wrongly reported to
 * overlap. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "object/object.h"
#include "pair/pair_depth.h"

static void ask(const tacti_placed_shape *a, const tacti_placed_shape *b, tact_outcome expected) {
    tacti_object p = {.shape = a->shape, .pose = a->pose}, q = {.shape = b->shape, .pose = b->pose};
    tacti_convex_collision hit;
    tacti_convex_distance_answer gap;
    tacti_convex_depth_answer deep;
    tacti_object_collision object;
    assert_int_equal(tacti_convex_collide(a, b, NULL, &hit), TACT_OK);
    assert_int_equal(hit.outcome, expected);
    assert_int_equal(tacti_convex_distance(a, b, NULL, &gap), TACT_OK);
    assert_int_equal(gap.outcome, expected);
    assert_true(expected == TACT_OUTCOME_APART ? gap.distance > 0 : gap.upper == 0);
    assert_int_equal(tacti_convex_depth(a, b, NULL, &deep), TACT_OK);
    assert_int_equal(deep.outcome, expected);
    assert_int_equal(tacti_object_collide(&p, &q, NULL, &object), TACT_OK);
    assert_int_equal(object.outcome, expected);
}

/* b is up to four units in the last place before or beyond the position where it touches. */
static void ask_steps(tact_shape a, tact_shape b, int axis, double shift) {
    for (int steps = -4; steps <= 4; steps++) {
        double at = shift;
        for (int i = 0; i < abs(steps); i++)
            at = nextafter(at, steps < 0 ? 0 : HUGE_VAL);
        tacti_placed_shape p = {&a, tact_pose_identity()}, q = {&b, tact_pose_identity()};
        q.pose.m[4 * axis + 3] = at;
        tact_outcome expected = steps > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
        ask(&p, &q, expected);
        ask(&q, &p, expected);
    }
}

static tact_shape round_shape(int which, double s) {
    switch (which) {
    case 0:
        return tact_shape_cylinder(s, s);
    case 1:
        return tact_shape_ellipsoid(s, s / 2, 2 * s);
    case 2:
        return tact_shape_sphere(s);
    case 3:
        return tact_shape_box(s, s, s);
    default:
        return tact_shape_capsule(s, s);
    }
}

/* Each of these reaches from -s to s along x. */
static void ask_along_x(double s) {
    tact_shape wall = tact_shape_half_space((tact_vec3){1, 0, 0}, s);
    tact_shape across = tact_shape_segment((tact_vec3){0, 0, -s}, (tact_vec3){0, 0, s}, 0);
    tact_shape along = tact_shape_segment((tact_vec3){-s, 0, 0}, (tact_vec3){s, 0, 0}, 0);
    tact_shape triangle =
        tact_shape_triangle((tact_triangle){{{-s, -s, 0}, {-s, s, 0}, {-s, 0, s}}});
    for (int i = 0; i < 5; i++) {
        tact_shape a = round_shape(i, s);
        for (int j = 0; j < 5; j++)
            ask_steps(a, round_shape(j, s), 0, 2 * s);
        ask_steps(wall, a, 0, 2 * s);
        ask_steps(a, along, 0, 2 * s);
        ask_steps(a, triangle, 0, 2 * s);
        ask_steps(a, across, 0, s);
        ask_steps(a, tact_shape_sphere(0), 0, s);
    }
    /* x <= s, and x >= shift - s. */
    ask_steps(wall, tact_shape_half_space((tact_vec3){-1, 0, 0}, s), 0, 2 * s);
}

/* Each of these reaches from -s to s along z. */
static void ask_along_z(double s) {
    tact_shape floor = tact_shape_half_space((tact_vec3){0, 0, 3}, 3 * s);
    tact_shape shapes[4] = {tact_shape_cylinder(s, s), tact_shape_cone(s, s),
                            tact_shape_box(s, s, s),
                            tact_shape_segment((tact_vec3){0, 0, -s}, (tact_vec3){0, 0, s}, 0)};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            ask_steps(shapes[i], shapes[j], 2, 2 * s);
        ask_steps(floor, shapes[i], 2, 2 * s);
    }
}

/* Shapes with some sizes equal to 0. */
static void ask_thin(double s) {
    ask_steps(tact_shape_cylinder(0, s), tact_shape_cylinder(0, s), 2, 2 * s);
    ask_steps(tact_shape_cone(0, s), tact_shape_cone(0, s), 2, 2 * s);
    ask_steps(tact_shape_cylinder(s, 0), tact_shape_cylinder(s, 0), 0, 2 * s);
    ask_steps(tact_shape_cone(s, 0), tact_shape_cone(s, 0), 0, 2 * s);
    ask_steps(tact_shape_ellipsoid(s, s, 0), tact_shape_ellipsoid(s, s, 0), 0, 2 * s);
    ask_steps(tact_shape_ellipsoid(s, 0, 0), tact_shape_ellipsoid(s, 0, 0), 0, 2 * s);
}

static void test_axes(void **state) {
    (void)state;
    static const int exponents[] = {0, -150, 150, -190, 190, 3, 20};
    for (int i = 0; i < 7; i++) {
        double s = ldexp(1, exponents[i]);
        ask_along_x(s);
        ask_along_z(s);
        ask_thin(s);
    }
}

/* A cone of height 0 is a disc. A ball of radius 1/4 with its centre in the disc's plane, 2 from
 * the middle of a disc of radius 1, is 3/4 from it. */
static void test_flat_cone(void **state) {
    (void)state;
    tact_shape disc = tact_shape_cone(1, 0), ball = tact_shape_sphere(0.25);
    tacti_placed_shape a = {&disc, tact_pose_identity()}, b = {&ball, tact_pose_identity()};
    b.pose.m[3] = 2;
    ask(&a, &b, TACT_OUTCOME_APART);
    ask(&b, &a, TACT_OUTCOME_APART);
    tacti_convex_distance_answer gap;
    assert_int_equal(tacti_convex_distance(&a, &b, NULL, &gap), TACT_OK);
    assert_true(gap.lower <= 0.75 && 0.75 <= gap.upper && gap.upper - gap.lower < 1e-12);
}

/* A cone lies along x with its base up. An ellipsoid is beyond the base by about a unit in the last
 * place of the positions: it ends at x = shift - half, the cone ends at x = place + height, and
 * shift - half - place - height = 9 * 2^-233 exactly. */
static void test_small_ellipsoid(void **state) {
    (void)state;
    const double height = 0x1.20ef410ed67dbp-181, place = 0x1.69050a97bd78ep-179;
    const double half = 0x1.534fa37186c7ep-180, shift = 0x1.2d74564a1b3e3p-178;
    tact_shape cone = tact_shape_cone(0x1.8169b7cd186d7p-180, height);
    tact_shape ellipsoid =
        tact_shape_ellipsoid(half, 0x1.68a11a6cedd1p-180, 0x1.144a582704903p-180);
    tacti_placed_shape a = {&cone, {{0, 0, -1, place, -1, 0, 0, place / 2, 0, 1, 0, -place}}};
    tacti_placed_shape b = {&ellipsoid, {{1, 0, 0, shift, 0, -1, 0, place / 2, 0, 0, -1, -place}}};
    /* All are multiples of 2^-233, which makes the differences exact in this order. */
    double beyond = (shift - place) - half;
    assert_true(beyond > height);
    ask(&a, &b, TACT_OUTCOME_APART);
    ask(&b, &a, TACT_OUTCOME_APART);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes),
        cmocka_unit_test(test_flat_cone),
        cmocka_unit_test(test_small_ellipsoid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
