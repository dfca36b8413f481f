/* SPDX-License-Identifier: MIT */
/* The bounds of motion: what a point travels, and the boxes of paths. */
#include <math.h>

#include "../model/models.h"
#include "world/world.h"

static tact_pose random_pose(test_rng *rng, double reach, double most_angle) {
    tact_pose pose;
    tact_vec3 axis = vec3_random(rng, 1);
    if (tact_pose_from_axis_angle(axis, test_rng_between(rng, 0, most_angle),
                                  vec3_random(rng, reach), &pose) != TACT_OK)
        return tact_pose_identity();
    return pose;
}

/* The distance of two points in long double, which holds differences of near doubles exactly. */
static long double apart(tact_vec3 a, tact_vec3 b) {
    long double x = (long double)a.x - b.x, y = (long double)a.y - b.y, z = (long double)a.z - b.z;
    return sqrtl(x * x + y * y + z * z);
}

/* No placed point of a model moves further than its bound: far from the origin too: there the
 * rounding of places exceeds the motion. */
static void test_travel(void **state) {
    (void)state;
    test_rng rng = test_rng_start("world_travel");
    for (uint64_t i = test_case_count(20000, 2000000); i-- > 0;) {
        double size = ldexp(1, (int)test_rng_below(&rng, 40) - 20);
        double reach = ldexp(1, (int)test_rng_below(&rng, 60) - 20);
        tact_pose from = random_pose(&rng, reach, 6), to = from;
        uint32_t kind = test_rng_below(&rng, 3);
        if (kind == 0) {
            to = random_pose(&rng, reach, 6);
        } else {
            to.m[3] = nextafter(to.m[3], HUGE_VAL);
            if (kind == 2) {
                tact_pose turn = random_pose(&rng, 0, 1e-9);
                tact_vec3 t = {to.m[3], to.m[7], to.m[11]};
                to = tact_pose_compose(from, turn);
                to.m[3] = t.x;
                to.m[7] = t.y;
                to.m[11] = t.z;
            }
        }
        tact_vec3 point = vec3_random(&rng, size);
        double radius = tact_vec3_length(point) * (1 + 0x1p-50);
        double bound = tacti_travel_bound(&from, &to, radius, false);
        long double way = apart(tact_pose_place(from, point), tact_pose_place(to, point));
        assert_true(way <= bound);
        /* And it is not wild. */
        if (kind == 0)
            assert_true(bound <= 8 * (size + reach));
    }
}

static void test_sums(void **state) {
    (void)state;
    test_rng rng = test_rng_start("world_sums");
    for (int i = 0; i < 10000; i++) {
        double a = test_rng_between(&rng, 0, 1e9), b = test_rng_between(&rng, 0, 1e-6);
        assert_true((long double)tacti_add_up(a, b) >= (long double)a + b);
    }
    assert_true(tacti_add_up(3, 0) == 3);
    assert_true(tacti_add_up(3, 0x1p-1074) > 3);
}

/* Where a point is on the way: the origin moves along a line, the object rotates about it. */
static tact_vec3 on_the_way(const tact_object *object, double seconds, tact_vec3 point) {
    tact_pose pose = tact_pose_identity();
    double angle = tact_vec3_length(object->spin) * seconds;
    if (angle > 0)
        assert_int_equal(
            tact_pose_from_axis_angle(object->spin, angle, (tact_vec3){0, 0, 0}, &pose), TACT_OK);
    tact_vec3 start = tact_pose_rotate(object->instance.pose, point);
    tact_vec3 turned = tact_pose_rotate(pose, start);
    const double *m = object->instance.pose.m;
    tact_vec3 t = {m[3], m[7], m[11]};
    return tact_vec3_add(tact_vec3_add(t, tact_vec3_scale(object->velocity, seconds)), turned);
}

/* The box of a continuous object covers its path, for rods that rotate fast or slowly. */
static void test_paths(void **state) {
    (void)state;
    test_rng rng = test_rng_start("world_paths");
    tact_model *rod = model_of_shape(tact_shape_box(2, 0.01, 0.01));
    for (uint64_t i = test_case_count(2000, 200000); i-- > 0;) {
        tact_object object = tact_object_make(rod);
        object.instance.pose = random_pose(&rng, 5, 6);
        object.velocity = vec3_random(&rng, test_rng_below(&rng, 2) == 0 ? 0.01 : 20);
        object.spin = vec3_random(&rng, test_rng_below(&rng, 2) == 0 ? 0.5 : 8);
        object.flags = TACT_OBJECT_CONTINUOUS;
        tacti_slot slot = {.object = object,
                           .pose_before = object.instance.pose,
                           .radius = tacti_model_radius(rod)};
        tacti_placed_slot placed;
        double seconds = test_rng_between(&rng, 0, 1);
        tacti_place_slot(&slot, seconds, 0, &placed);
        assert_int_equal(placed.status, TACT_OK);
        for (int k = 0; k <= 40; k++) {
            tact_vec3 end = {k % 2 == 0 ? 2 : -2, 0.01, -0.01};
            tact_vec3 at = on_the_way(&object, seconds * k / 40, end);
            assert_true(tact_box_contains(placed.box, at));
        }
        tact_vec3 corner = {2, 0.01, 0.01};
        assert_true(apart(tact_pose_place(object.instance.pose, corner),
                          tact_pose_place(placed.pose, corner)) <= placed.way);
        assert_true(placed.travel >= placed.way);
    }
    tact_model_destroy(rod);
}

/* A widened box contains the exact ends of the wider box: each side is rounded outward. */
static void test_widened(void **state) {
    (void)state;
    test_rng rng = test_rng_start("world_widened");
    tact_model *ball = model_of_shape(tact_shape_sphere(1));
    for (int i = 0; i < 1000; i++) {
        tacti_slot slot = {.object = tact_object_make(ball), .radius = tacti_model_radius(ball)};
        slot.object.instance.pose = slot.pose_before = random_pose(&rng, 5, 6);
        double widen = test_rng_between(&rng, 0.01, 1);
        tacti_placed_slot plain, wide;
        tacti_place_slot(&slot, 0, 0, &plain);
        tacti_place_slot(&slot, 0, widen, &wide);
        assert_int_equal(plain.status, TACT_OK);
        assert_int_equal(wide.status, TACT_OK);
        const double lo[2][3] = {{plain.box.lo.x, plain.box.lo.y, plain.box.lo.z},
                                 {wide.box.lo.x, wide.box.lo.y, wide.box.lo.z}};
        const double hi[2][3] = {{plain.box.hi.x, plain.box.hi.y, plain.box.hi.z},
                                 {wide.box.hi.x, wide.box.hi.y, wide.box.hi.z}};
        for (int k = 0; k < 3; k++) {
            assert_true((long double)lo[1][k] <= (long double)lo[0][k] - widen);
            assert_true((long double)hi[1][k] >= (long double)hi[0][k] + widen);
        }
    }
    tact_model_destroy(ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_travel),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_widened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
