/* SPDX-License-Identifier: MIT */
/* Depths that are known in closed form: of smooth shapes, half-spaces, shapes inside others and on
 * top of themselves, flat shapes, and shapes of any size; and promises for shapes of all kinds. */
#include "convex_levels.h"
#include "convex_pairs.h"

#include <math.h>
#include <stdio.h>
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

static tacti_convex_depth_answer measure(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                         tacti_convex_cache *cache) {
    tacti_convex_depth_answer answer;
    assert_int_equal(tacti_convex_depth(a, b, cache, &answer), TACT_OK);
    return answer;
}

static tacti_placed_shape moved(const tact_shape *shape, double x, double y, double z) {
    tacti_placed_shape placed = {shape, tact_pose_identity()};
    placed.pose.m[3] = x;
    placed.pose.m[7] = y;
    placed.pose.m[11] = z;
    return placed;
}

static void check_depth(const tacti_convex_depth_answer *answer, double truth, double tolerance) {
    assert_int_equal(answer->outcome, TACT_OUTCOME_CONTACT);
    assert_true(answer->lower <= truth + tolerance && truth - tolerance <= answer->upper);
    assert_true(fabs(answer->depth - truth) <= tolerance + (answer->upper - answer->lower));
}

static bool is_along(tact_vec3 direction, double x, double y, double z) {
    tact_vec3 off = tact_vec3_sub(direction, tact_vec3_make(x, y, z));
    return tact_vec3_length(off) < 1e-9;
}

/* ---- Shapes of all kinds --------------------------------------------------------------------- */

static tact_shape shape_of_kind(test_rng *rng, tact_shape_kind kind, const pairs_pool *pool) {
    double x = test_rng_between(rng, 0.1, 1), y = test_rng_between(rng, 0.1, 1);
    double z = test_rng_between(rng, 0.1, 1);
    tact_vec3 a = pairs_random_direction(rng), b = pairs_random_direction(rng);
    switch (kind) {
    case TACT_SHAPE_SPHERE:
        return tact_shape_sphere(x);
    case TACT_SHAPE_SEGMENT:
        return tact_shape_segment(a, b, test_rng_below(rng, 2) ? 0 : x);
    case TACT_SHAPE_TRIANGLE:
        return tact_shape_triangle((tact_triangle){{a, b, pairs_random_direction(rng)}});
    case TACT_SHAPE_BOX:
        return tact_shape_box(x, y, z);
    case TACT_SHAPE_HULL:
        return tact_shape_hull(pool->hull[test_rng_below(rng, PAIRS_HULLS)]);
    case TACT_SHAPE_CYLINDER:
        return tact_shape_cylinder(x, y);
    case TACT_SHAPE_CONE:
        return tact_shape_cone(x, y);
    case TACT_SHAPE_ELLIPSOID:
        return tact_shape_ellipsoid(x, y, z);
    default:
        return tact_shape_half_space(a, test_rng_between(rng, -1, 1));
    }
}

/* The verdict on the shapes after b moved along a direction. */
static tact_outcome verdict_after(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tact_vec3 d, double way) {
    tacti_placed_shape other = *b;
    tacti_convex_collision verdict;
    other.pose.m[3] += way * d.x;
    other.pose.m[7] += way * d.y;
    other.pose.m[11] += way * d.z;
    assert_int_equal(tacti_convex_collide(a, &other, NULL, &verdict), TACT_OK);
    return verdict.outcome;
}

static void check_kinds(const tacti_placed_shape *a, const tacti_placed_shape *b, test_rng *rng) {
    tacti_convex_depth_answer answer = measure(a, b, NULL), other = measure(b, a, NULL);
    tacti_convex_collision verdict;
    assert_int_equal(tacti_convex_collide(a, b, NULL, &verdict), TACT_OK);
    if (verdict.outcome != TACT_OUTCOME_UNDECIDED)
        assert_int_equal(answer.outcome, verdict.outcome);
    if (answer.outcome != TACT_OUTCOME_UNDECIDED && other.outcome != TACT_OUTCOME_UNDECIDED)
        assert_int_equal(answer.outcome, other.outcome);
    if (answer.outcome == TACT_OUTCOME_APART) {
        assert_true(answer.depth == 0 && answer.upper == 0);
        return;
    }
    assert_true(0 <= answer.lower && answer.lower <= answer.depth && answer.depth <= answer.upper);
    assert_true(fabs(tact_vec3_length(answer.direction) - 1) < 1e-14);
    assert_true(other.lower <= answer.upper && answer.lower <= other.upper);
    if (!(answer.upper < HUGE_VAL))
        return;
    /* Moved a little beyond upper the shapes do not touch. Moved by less than lower, in any
     * direction, they are not apart. Smooth shapes may be undecided. */
    double beyond = answer.upper * (1 + 1e-9) + 1e-12, before = answer.lower * (1 - 1e-9) - 1e-12;
    assert_int_not_equal(verdict_after(a, b, answer.direction, beyond), TACT_OUTCOME_CONTACT);
    if (before > 0) {
        tact_vec3 any = pairs_random_direction(rng);
        assert_int_not_equal(verdict_after(a, b, answer.direction, before), TACT_OUTCOME_APART);
        assert_int_not_equal(verdict_after(a, b, any, before), TACT_OUTCOME_APART);
    }
    tact_vec3 between = tact_vec3_sub(answer.point_a, answer.point_b);
    tact_vec3 wanted = tact_vec3_scale(answer.direction, answer.depth);
    /* The error of points of smooth shapes is the square root of the distance's error. */
    assert_true(tact_vec3_length(tact_vec3_sub(between, wanted)) <=
                1e-9 + 2 * (answer.upper - answer.lower));
}

static void all_kinds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("all_kinds");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t limits = 0, cases = test_case_count(8100, 400000);
    tacti_convex_cache stale = {0};
    for (uint64_t i = 0; i < cases; i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        for (int side = 0; side < 2; side++) {
            uint64_t kind = side == 0 ? i % TACTI_SHAPE_KINDS : i / TACTI_SHAPE_KINDS;
            shape[side] = shape_of_kind(&rng, (tact_shape_kind)(kind % TACTI_SHAPE_KINDS), &pool);
            placed[side] = (tacti_placed_shape){&shape[side], pairs_random_pose(&rng, 0.7)};
        }
        check_kinds(&placed[0], &placed[1], &rng);
        check_some_levels(i / (TACTI_SHAPE_KINDS * TACTI_SHAPE_KINDS), 32, &placed[0], &placed[1]);
        tacti_convex_depth_answer cold = measure(&placed[0], &placed[1], NULL);
        tacti_convex_depth_answer warm = measure(&placed[0], &placed[1], &stale);
        assert_true(warm.lower <= cold.upper && cold.lower <= warm.upper);
        limits += cold.ending == TACTI_CONVEX_BY_LIMIT && cold.outcome == TACT_OUTCOME_CONTACT;
    }
    printf("%llu of %llu by limit\n", (unsigned long long)limits, (unsigned long long)cases);
    pairs_pool_free(&pool);
}

/* ---- Closed forms ---------------------------------------------------------------------------- */

/* An ellipsoid with equal axes is a ball, whose depth is known. */
static void balls_three_ways(void **state) {
    (void)state;
    test_rng rng = test_rng_start("balls_three_ways");
    for (uint64_t i = 0; i < test_case_count(500, 20000); i++) {
        double r = test_rng_between(&rng, 0.1, 1), s = test_rng_between(&rng, 0.1, 1);
        tact_shape ball[2] = {tact_shape_sphere(r), tact_shape_sphere(s)};
        tact_shape egg[2] = {tact_shape_ellipsoid(r, r, r), tact_shape_ellipsoid(s, s, s)};
        tact_pose pose[2] = {pairs_random_pose(&rng, 0.5), pairs_random_pose(&rng, 0.5)};
        tact_vec3 between = {pose[1].m[3] - pose[0].m[3], pose[1].m[7] - pose[0].m[7],
                             pose[1].m[11] - pose[0].m[11]};
        double depth = r + s - tact_vec3_length(between);
        if (depth < 1e-6)
            continue;
        for (int way = 0; way < 4; way++) {
            tacti_placed_shape a = {way & 1 ? &egg[0] : &ball[0], pose[0]};
            tacti_placed_shape b = {way & 2 ? &egg[1] : &ball[1], pose[1]};
            tacti_convex_depth_answer answer = measure(&a, &b, NULL);
            check_depth(&answer, depth, 1e-14);
            assert_true(answer.upper - answer.lower <= (way == 3 ? 0.05 : 0.01) * (r + s));
        }
    }
}

/* Flat ends on one line: the depth is the overlap of the ends if that is small. */
static void ends_in_line(void **state) {
    (void)state;
    test_rng rng = test_rng_start("ends_in_line");
    for (uint64_t i = 0; i < test_case_count(1000, 50000); i++) {
        tact_shape shape[2];
        double top[2], depth = test_rng_between(&rng, 1e-6, 0.1);
        for (int side = 0; side < 2; side++) {
            double r = test_rng_between(&rng, 0.3, 1), h = test_rng_between(&rng, 0.3, 1);
            shape[side] =
                test_rng_below(&rng, 2) ? tact_shape_cylinder(r, h) : tact_shape_box(r, r, h);
            top[side] = h;
        }
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&rng, 2)}, b = {&shape[1], a.pose};
        double z = top[0] + top[1] - depth;
        for (int row = 0; row < 3; row++)
            b.pose.m[4 * row + 3] += a.pose.m[4 * row + 2] * z;
        tacti_convex_depth_answer answer = measure(&a, &b, NULL);
        check_depth(&answer, depth, 1e-14);
        assert_true(answer.upper - answer.lower <= 1e-6 * depth + 1e-12);
        assert_true(is_along(answer.direction, a.pose.m[2], a.pose.m[6], a.pose.m[10]));
    }
}

static void half_spaces(void **state) {
    (void)state;
    tact_shape ground = tact_shape_half_space((tact_vec3){0, 0, 2}, 1); /* z <= 0.5 */
    tact_shape ball = tact_shape_sphere(1), box = tact_shape_box(1, 2, 3);
    tacti_placed_shape floor = moved(&ground, 0, 0, 0), a = moved(&ball, 5, 5, 1);
    tacti_convex_depth_answer answer = measure(&floor, &a, NULL);
    check_depth(&answer, 0.5, 1e-15);
    assert_true(is_along(answer.direction, 0, 0, 1));
    assert_true(fabs(answer.point_a.z - 0.5) < 1e-15 && fabs(answer.point_b.z) < 1e-15);
    tacti_placed_shape b = moved(&box, -2, 7, 2);
    answer = measure(&b, &floor, NULL);
    check_depth(&answer, 1.5, 1e-15);
    assert_true(is_along(answer.direction, 0, 0, -1));
    assert_true(fabs(answer.point_a.z + 1) < 1e-15 && fabs(answer.point_b.z - 0.5) < 1e-15);
    /* No motion separates two half-spaces unless they face each other. */
    tact_shape wall = tact_shape_half_space((tact_vec3){1, 0, 0}, 0);
    tacti_placed_shape c = moved(&wall, 0, 0, 0);
    answer = measure(&floor, &c, NULL);
    assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
    assert_true(isinf(answer.depth) && isinf(answer.lower) && isinf(answer.upper));
    b = moved(&box, 0, 0, 4);
    assert_int_equal(measure(&b, &floor, NULL).outcome, TACT_OUTCOME_APART);
}

/* ---- One in another -------------------------------------------------------------------------- */

static void boxes_in_boxes(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 2, 3), small = tact_shape_box(0.125, 0.25, 0.5);
    /* On top of itself: out along the shortest side, 1 + 1. */
    tacti_placed_shape a = moved(&box, 4, 5, 6), b = a;
    tacti_convex_depth_answer answer = measure(&a, &b, NULL);
    check_depth(&answer, 2, 1e-15);
    assert_true(fabs(answer.direction.x) == 1);
    /* A small box near the middle: 1 + 0.125 along x although it is off the middle by 0.5 in y. */
    tacti_placed_shape c = moved(&small, 4, 5.5, 6);
    answer = measure(&a, &c, NULL);
    check_depth(&answer, 1.125, 1e-15);
    assert_true(fabs(answer.direction.x) == 1);
    /* Near the top: out along z, 3 + 0.5 - 2.75. */
    c = moved(&small, 4, 5, 8.75);
    answer = measure(&a, &c, NULL);
    check_depth(&answer, 0.75, 1e-15);
    assert_true(is_along(answer.direction, 0, 0, 1));
    answer = measure(&c, &a, NULL);
    assert_true(is_along(answer.direction, 0, 0, -1));
    /* A point in the middle. */
    tact_shape point = tact_shape_sphere(0);
    c = moved(&point, 4, 5, 6);
    answer = measure(&a, &c, NULL);
    check_depth(&answer, 1, 1e-15);
    /* Balls with one middle: any direction will do. */
    tact_shape ball = tact_shape_sphere(0.25);
    b = c = moved(&ball, 1e3, 1e3, 1e3);
    answer = measure(&b, &c, NULL);
    check_depth(&answer, 0.5, 1e-15);
    assert_true(fabs(tact_vec3_length(answer.direction) - 1) < 1e-15);
}

/* Shapes without an inside are separated by a motion of length 0. */
static void flat_shapes(void **state) {
    (void)state;
    tact_shape triangle = tact_shape_triangle((tact_triangle){{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}});
    tact_shape segment = tact_shape_segment((tact_vec3){-1, 1, 0}, (tact_vec3){3, 1, 0}, 0);
    tact_shape point = tact_shape_sphere(0),
               pole = tact_shape_segment((tact_vec3){1, 1, -1}, (tact_vec3){1, 1, 2}, 0);
    const tact_shape *shapes[4] = {&triangle, &segment, &point, &triangle};
    tacti_placed_shape a = moved(&triangle, 0, 0, 0);
    for (int i = 0; i < 4; i++) {
        tacti_placed_shape b = moved(shapes[i], 0.5, 0.5, 0);
        tacti_convex_depth_answer answer = measure(&a, &b, NULL);
        check_depth(&answer, 0, 1e-15);
        assert_true(answer.upper < 1e-13 && answer.depth == 0);
        assert_true(fabs(tact_vec3_length(answer.direction) - 1) < 1e-15);
        assert_true(fabs(answer.direction.z) > 1 - 1e-12);
    }
    /* A pole through the triangle: its shorter end, 1, is nearer than its edges, 1 and sqrt(2). */
    tacti_placed_shape c = moved(&pole, 0, 0, 0);
    tacti_convex_depth_answer answer = measure(&a, &c, NULL);
    check_depth(&answer, 1, 1e-14);
    c = moved(&pole, 0, 0, 0.25);
    answer = measure(&a, &c, NULL);
    check_depth(&answer, 0.75, 1e-14);
    assert_true(is_along(answer.direction, 0, 0, 1));
}

/* Touching is depth 0; one unit in the last place more or less is distinguished. */
static void touching(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), ball = tact_shape_sphere(0.5);
    const tact_shape *shapes[2] = {&box, &ball};
    for (int i = 0; i < 2; i++) {
        double at = i == 0 ? 2 : 1.5;
        tacti_placed_shape a = moved(&box, 0, 0, 0), b = moved(shapes[i], at, 0.25, -0.125);
        tacti_convex_depth_answer answer = measure(&a, &b, NULL);
        assert_int_equal(answer.outcome, TACT_OUTCOME_CONTACT);
        assert_true(answer.depth == 0 && answer.lower == 0 && answer.upper < 1e-14);
        assert_true(is_along(answer.direction, 1, 0, 0));
        b = moved(shapes[i], nextafter(at, 3), 0.25, -0.125);
        assert_int_equal(measure(&a, &b, NULL).outcome, TACT_OUTCOME_APART);
        b = moved(shapes[i], at - 1e-9, 0.25, -0.125);
        answer = measure(&a, &b, NULL);
        check_depth(&answer, 1e-9, 1e-15);
        assert_true(answer.lower > 0.9e-9 && answer.upper < 1.1e-9);
    }
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static void any_size(void **state) {
    (void)state;
    const int exponents[] = {-1030, -700, -250, -60, 0, 60, 250, 490};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        double s = ldexp(1, exponents[i]);
        tact_shape box = tact_shape_box(s, 2 * s, 3 * s);
        tact_shape pole = tact_shape_segment((tact_vec3){0, 0, -s}, (tact_vec3){0, 0, 5 * s}, 0);
        tact_shape capsule = tact_shape_segment((tact_vec3){0, 0, -s}, (tact_vec3){0, 0, s}, s);
        tacti_placed_shape a = moved(&box, 0, 0, 0), b = moved(&box, 1.5 * s, 0.5 * s, 0.25 * s);
        tacti_convex_depth_answer answer = measure(&a, &b, NULL);
        check_depth(&answer, 0.5 * s, 1e-14 * s);
        assert_true(is_along(answer.direction, 1, 0, 0));
        b = moved(&pole, 0.25 * s, 0, 0);
        answer = measure(&a, &b, NULL);
        check_depth(&answer, 0.75 * s, 1e-14 * s);
        b = moved(&capsule, 1.75 * s, 0, 0);
        answer = measure(&a, &b, NULL);
        check_depth(&answer, 0.25 * s, 1e-14 * s);
    }
}

static void refusals(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), bad = tact_shape_box(-1, 1, 1);
    tacti_placed_shape a = moved(&box, 0, 0, 0), b = moved(&bad, 0, 0, 0);
    tacti_convex_depth_answer answer;
    assert_int_equal(tacti_convex_depth(&a, &a, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_depth(NULL, &a, NULL, &answer), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_depth(&a, &b, NULL, &answer), TACT_INVALID_ARGUMENT);
    b = a;
    b.pose.m[0] = 2;
    assert_int_equal(tacti_convex_depth(&a, &b, NULL, &answer), TACT_INVALID_POSE);
    b = a;
    b.pose.m[3] = (double)NAN;
    assert_int_equal(tacti_convex_depth(&a, &b, NULL, &answer), TACT_NOT_FINITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),      cmocka_unit_test(balls_three_ways),
        cmocka_unit_test(ends_in_line),   cmocka_unit_test(half_spaces),
        cmocka_unit_test(boxes_in_boxes), cmocka_unit_test(flat_shapes),
        cmocka_unit_test(touching),       cmocka_unit_test(any_size),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
