/* SPDX-License-Identifier: MIT */
/* Gradients of distances and depths against central differences on pairs of all kinds, and kinks
 * that are known. */
#include "contact_pairs.h"
#include "convex_levels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "manifold/manifold.h"

static tacti_convex_gradient_answer gradient_of(const tacti_placed_shape *a,
                                                const tacti_placed_shape *b) {
    tacti_convex_gradient_answer gradient;
    assert_int_equal(tacti_convex_gradient(a, b, NULL, &gradient), TACT_OK);
    return gradient;
}

/* ---- Central differences --------------------------------------------------------------------- */

static tact_vec3 unit(int axis, double length) {
    return tact_vec3_make(axis == 0 ? length : 0, axis == 1 ? length : 0, axis == 2 ? length : 0);
}

static double at_axis(tact_vec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* The largest difference of a gradient from central differences with a step. Infinite if a depth on
 * the way is uncertain. */
static double gradient_error(const convex_pair *pair, const tacti_convex_gradient_answer *gradient,
                             double step) {
    double worst = 0;
    for (int side = 0; side < 2; side++)
        for (int axis = 0; axis < 6; axis++) {
            double value[2];
            for (int sign = 0; sign < 2; sign++) {
                tacti_placed_shape placed[2] = {pair->placed[0], pair->placed[1]};
                tact_vec3 way = unit(axis % 3, sign == 0 ? step : -step), none = {0, 0, 0};
                placed[side].pose = contact_moved(&pair->placed[side].pose, axis < 3 ? none : way,
                                                  axis < 3 ? way : none);
                value[sign] = contact_separation(&placed[0], &placed[1]);
            }
            const tacti_pose_gradient *of = side == 0 ? &gradient->of_a : &gradient->of_b;
            double expected = (value[0] - value[1]) / (2 * step);
            if (isnan(expected))
                return (double)INFINITY;
            double got = at_axis(axis < 3 ? of->translation : of->rotation, axis % 3);
            worst = fmax(worst, fabs(got - expected));
        }
    return worst;
}

/* The least error of several steps: rounding spoils short steps, curvature long ones, and distances
 * of smooth shapes err by about 1e-11. */
static double least_error(const convex_pair *pair, const tacti_convex_gradient_answer *gradient) {
    double least = (double)INFINITY;
    for (double step = 1e-4; step > 5e-8 && least > 1e-6; step *= 0.1)
        least = fmin(least, gradient_error(pair, gradient, step));
    return least;
}

/* Forces are opposite, and so are turns about one point: a common motion changes nothing. */
static void check_balance(const convex_pair *pair, const tacti_convex_gradient_answer *gradient) {
    const double *a = pair->placed[0].pose.m, *b = pair->placed[1].pose.m;
    tact_vec3 arm = {b[3] - a[3], b[7] - a[7], b[11] - a[11]};
    tact_vec3 force = tact_vec3_add(gradient->of_a.translation, gradient->of_b.translation);
    tact_vec3 turn = tact_vec3_add(tact_vec3_add(gradient->of_a.rotation, gradient->of_b.rotation),
                                   tact_vec3_cross(arm, gradient->of_b.translation));
    assert_true(tact_vec3_length(force) == 0);
    /* The nearest points of smooth shapes err sideways. */
    assert_true(tact_vec3_length(turn) <= 1e-4);
    assert_true(fabs(tact_vec3_length(gradient->of_b.translation) - 1) <= 1e-14);
}

static void differences(void **state) {
    (void)state;
    test_rng rng = test_rng_start("gradients");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(8100, 400000), deep = 0, kinks = 0, counted = 0;
    uint64_t uncertain = 0;
    double worst[2] = {0, 0};
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        tact_shape_kind kind[2] = {(tact_shape_kind)(i % TACTI_SHAPE_KINDS),
                                   (tact_shape_kind)(i / TACTI_SHAPE_KINDS % TACTI_SHAPE_KINDS)};
        double gap = test_rng_between(&rng, 0.05, 0.5);
        contact_pair_make(&rng, &pool, kind, test_rng_below(&rng, 2) ? -gap : gap, &pair);
        tacti_convex_gradient_answer gradient = gradient_of(&pair.placed[0], &pair.placed[1]);
        check_some_levels(i / (TACTI_SHAPE_KINDS * TACTI_SHAPE_KINDS), 32, &pair.placed[0],
                          &pair.placed[1]);
        double separation = contact_separation(&pair.placed[0], &pair.placed[1]);
        assert_true(isnan(separation) || fabs(gradient.separation - separation) <= 1e-8 ||
                    gradient.separation == separation);
        if (isnan(separation) || fabs(separation) < 0.01 || !isfinite(separation))
            continue;
        check_balance(&pair, &gradient);
        counted++;
        deep += gradient.separation < 0;
        kinks += !gradient.is_unique;
        if (!gradient.is_unique)
            continue;
        bool is_exact =
            tact_shape_is_polytope(&pair.shape[0]) && tact_shape_is_polytope(&pair.shape[1]);
        double error = least_error(&pair, &gradient);
        uncertain += isinf(error) != 0;
        if (isinf(error))
            continue;
        double limit = is_exact ? 1e-5 : 3e-5; /* directions of smooth shapes err by 1e-5 */
        if (error > limit)
            printf("%s and %s at %g: %g\n", tact_shape_kind_name(kind[0]),
                   tact_shape_kind_name(kind[1]), gradient.separation, error);
        assert_true(error <= limit);
        worst[!is_exact] = fmax(worst[!is_exact], error);
    }
    printf("%llu pairs, %llu deep, %llu not unique, %llu uncertain; errors %.1e, with smooth "
           "shapes %.1e\n",
           (unsigned long long)counted, (unsigned long long)deep, (unsigned long long)kinks,
           (unsigned long long)uncertain, worst[0], worst[1]);
    assert_true(deep * 5 > counted && kinks * 100 <= counted + 300);
    assert_true(uncertain * 1000 <= counted + 3000);
    pairs_pool_free(&pool);
}

/* ---- Kinks ---------------------------------------------------------------------------------- */

static tacti_placed_shape placed(const tact_shape *shape, double x, double y, double z) {
    tacti_placed_shape at = {shape, tact_pose_identity()};
    at.pose.m[3] = x;
    at.pose.m[7] = y;
    at.pose.m[11] = z;
    return at;
}

static tacti_placed_shape turned(const tact_shape *shape, tact_vec3 turn, tact_vec3 at) {
    tact_pose origin = tact_pose_identity();
    return (tacti_placed_shape){shape, contact_moved(&origin, turn, at)};
}

static void check_kink(tacti_placed_shape a, tacti_placed_shape b, bool is_unique) {
    for (int swap = 0; swap < 2; swap++) {
        tacti_convex_gradient_answer gradient = swap ? gradient_of(&b, &a) : gradient_of(&a, &b);
        assert_int_equal(gradient.is_unique, is_unique);
    }
}

static void kinks_of_turns(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), rod = tact_shape_capsule(1, 0.25);
    tact_shape drum = tact_shape_cylinder(1, 1), floor = tact_shape_half_space(unit(2, 1), 0);
    tact_shape ball = tact_shape_sphere(0.5), cone = tact_shape_cone(1, 1);
    tact_vec3 lying = {1.5707963267948966, 0, 0}, corner = {0.7, 0.6, 0.2}, at = {0, 0, 2.2};
    for (int deep = 0; deep < 2; deep++) {
        double gap = deep ? -0.1 : 0.1;
        /* Face on face, edge on face, rods side by side, a drum on its end and on its side. */
        check_kink(placed(&box, 0, 0, 0), placed(&box, 0.3, 0.1, 2 + gap), false);
        check_kink(placed(&floor, 0, 0, 0), placed(&box, 0.3, 0.1, 1 + gap), false);
        check_kink(placed(&box, 0, 0, 0),
                   turned(&box, tact_vec3_make(0, 0.7853981633974483, 0),
                          tact_vec3_make(0, 0, 1 + 1.4142135623730951 + gap)),
                   false);
        check_kink(placed(&rod, 0, 0, 0), placed(&rod, 0.5 + gap, 0, 0.3), false);
        check_kink(placed(&floor, 0, 0, 0), placed(&drum, 0, 0, 1 + gap), false);
        check_kink(placed(&floor, 0, 0, 0), turned(&drum, lying, tact_vec3_make(0, 0, 1 + gap)),
                   false);
        check_kink(placed(&floor, 0, 0, 0), placed(&cone, 0, 0, 1 + gap), false);
        /* Cases in which everything is unique. */
        check_kink(placed(&floor, 0, 0, 0), placed(&ball, 0, 0, 0.5 + gap), true);
        check_kink(placed(&box, 0, 0, 0), placed(&ball, 0.3, 0.2, 1.5 + gap), true);
        check_kink(placed(&floor, 0, 0, 0), turned(&box, corner, tact_vec3_make(0, 0, 1.3 + gap)),
                   true);
        check_kink(placed(&rod, 0, 0, 0), turned(&rod, lying, tact_vec3_make(0.5 + gap, 0, 0.3)),
                   true);
        at.z = 2.3 + gap;
        check_kink(placed(&box, 0, 0, 0), turned(&box, corner, at), true);
    }
}

static void kinks_of_directions(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), ball = tact_shape_sphere(0.5);
    tact_shape small = tact_shape_box(0.25, 0.3, 0.35), drum = tact_shape_cylinder(1, 2);
    tact_vec3 corner = {0.7, 0.6, 0.2}, none = {0, 0, 0};
    /* Balls in one place, a ball in the middle of a box and of a drum, boxes in one place. */
    check_kink(placed(&ball, 1, 2, 3), placed(&ball, 1, 2, 3), false);
    check_kink(placed(&box, 0, 0, 0), placed(&ball, 0, 0, 0), false);
    check_kink(placed(&drum, 0, 0, 0), placed(&ball, 0, 0, 0.5), false);
    check_kink(placed(&box, 0, 0, 0), turned(&small, corner, none), false);
    /* As near to one face as to another. */
    check_kink(placed(&box, 0, 0, 0), placed(&ball, 0.5, 0.5, 0), false);
    check_kink(placed(&box, 0, 0, 0), placed(&ball, 0.5, nextafter(0.5, 1), 0.1), false);
    check_kink(placed(&box, 0, 0, 0), placed(&ball, 0.5, 0.4, 0.1), true);
    check_kink(placed(&drum, 0, 0, 0), placed(&ball, 0.3, 0, 0.5), true);
    /* Corners and edges that just touch: apart in any direction. */
    check_kink(placed(&box, 0, 0, 0), placed(&box, 2, 2, 2), false);
    check_kink(placed(&box, 0, 0, 0), placed(&box, 2, 2, 0), false);
}

/* The gradient of a positive distance by translations is given by n, even at a kink. */
static void translations_are_unique(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1);
    convex_pair pair = {.shape = {box, box}};
    pair.placed[0] = placed(&pair.shape[0], 0, 0, 0);
    pair.placed[1] = placed(&pair.shape[1], 0.5, 0.25, 2.5);
    tacti_convex_gradient_answer gradient = gradient_of(&pair.placed[0], &pair.placed[1]);
    assert_false(gradient.is_unique);
    assert_true(gradient.outcome == TACT_OUTCOME_APART && gradient.separation == 0.5);
    tact_vec3 n = gradient.of_b.translation;
    assert_true(n.x == 0 && n.y == 0 && n.z == 1);
}

static void bad_input(void **state) {
    (void)state;
    tact_shape ball = tact_shape_sphere(0.5), bad = tact_shape_sphere(-1);
    tact_shape floor = tact_shape_half_space(unit(2, 1), 0);
    tacti_placed_shape a = placed(&ball, 0, 0, 0), b = placed(&bad, 0, 0, 0);
    tacti_placed_shape c = placed(&floor, 0, 0, 0);
    tacti_convex_gradient_answer gradient;
    assert_int_equal(tacti_convex_gradient(&a, &a, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_gradient(NULL, &a, NULL, &gradient), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_convex_gradient(&a, &b, NULL, &gradient), TACT_INVALID_ARGUMENT);
    a.pose.m[3] = (double)NAN;
    assert_int_equal(tacti_convex_gradient(&a, &c, NULL, &gradient), TACT_NOT_FINITE);
    assert_int_equal(tacti_convex_gradient(&c, &c, NULL, &gradient), TACT_OK);
    assert_true(gradient.separation == -(double)INFINITY && !gradient.is_unique);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences),         cmocka_unit_test(kinks_of_turns),
        cmocka_unit_test(kinks_of_directions), cmocka_unit_test(translations_are_unique),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
