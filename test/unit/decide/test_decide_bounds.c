/* SPDX-License-Identifier: MIT */
/* The rounded parts of exact decisions, each compared with exact numbers on input that needs its
 * bound: distances, the vertices that rounded products select, and estimates of gaps. */
#include <math.h>
#include <stdlib.h>

#include "convex_pairs.h"
#include "oracle_convex.h"
#include "whole_pair.h"
#include "wide_value.h"

#include "decide/exact_search.h"
#include "decide/touch.h"

typedef struct fixture {
    test_rng rng;
    whole_pair whole;
    mpf_t value, length, bound, part;
} fixture;

static fixture *start(const char *name) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    f->rng = test_rng_start(name);
    whole_pair_init(&f->whole);
    mpf_init2(f->value, WIDE_BITS);
    mpf_init2(f->length, WIDE_BITS);
    mpf_init2(f->bound, WIDE_BITS);
    mpf_init2(f->part, WIDE_BITS);
    return f;
}

static void end(fixture *f) {
    mpf_clears(f->value, f->length, f->bound, f->part, NULL);
    whole_pair_clear(&f->whole);
    free(f);
}

/* ---- Distances of polytopes ---------------------------------------------------------------- */

/* The exact search from its first simplex on: verdict and bounds are true. */
static void check_search(fixture *f, const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tacti_bodies bodies;
    assert_int_equal(tacti_bodies_make(a, b, &bodies), TACT_OK);
    tacti_exact_pair pair = {.bodies = &bodies, .wants_distance = true};
    tacti_exact_search(&pair);
    whole_pair_set(&f->whole, a, b);
    bool is_apart = whole_pair_compare_distance(&f->whole, 0) > 0;
    assert_int_equal(pair.outcome, is_apart ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
    if (!is_apart)
        return;
    assert_true(whole_pair_compare_distance(&f->whole, pair.lower) >= 0);
    assert_true(whole_pair_compare_distance(&f->whole, pair.upper) <= 0);
}

static tact_vec3 random_point(fixture *f, double size) {
    return (tact_vec3){test_rng_between(&f->rng, -size, size),
                       test_rng_between(&f->rng, -size, size),
                       test_rng_between(&f->rng, -size, size)};
}

static void distances_are_within_their_bounds(void **state) {
    (void)state;
    fixture *f = start("distances_are_within_their_bounds");
    for (uint64_t i = 0; i < test_case_count(500, 50000); i++) {
        tact_shape shape[2] = {tact_shape_triangle((tact_triangle){
                                   {random_point(f, 1), random_point(f, 1), random_point(f, 1)}}),
                               tact_shape_segment(random_point(f, 1), random_point(f, 1), 0)};
        shape[0].radius = i % 2 == 0 ? 0 : test_rng_unit(&f->rng);
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&f->rng, 1)};
        tacti_placed_shape b = {&shape[1], pairs_random_pose(&f->rng, 2)};
        check_search(f, &a, &b);
    }
    end(f);
}

/* A small number of the least doubles. */
static double tiny(fixture *f, int most) {
    return ldexp((double)test_rng_below(&f->rng, 2 * (uint32_t)most + 1) - most, -1074);
}

static void tiny_distances_are_within_their_bounds(void **state) {
    (void)state;
    fixture *f = start("tiny_distances_are_within_their_bounds");
    for (uint64_t i = 0; i < test_case_count(500, 50000); i++) {
        tact_vec3 v[5];
        for (int k = 0; k < 5; k++)
            v[k] = (tact_vec3){tiny(f, 100), tiny(f, 100), tiny(f, 100)};
        tact_shape shape[2] = {tact_shape_triangle((tact_triangle){{v[0], v[1], v[2]}}),
                               tact_shape_segment(v[3], v[4], 0)};
        tacti_placed_shape a = {&shape[0], tact_pose_identity()};
        tacti_placed_shape b = {&shape[1], tact_pose_identity()};
        b.pose.m[3] = tiny(f, 100);
        check_search(f, &a, &b);
    }
    end(f);
}

/* So small that a corner is left out if rounded products select the candidates. */
static void tiny_corners_are_all_compared(void **state) {
    (void)state;
    fixture *f = start("tiny_corners_are_all_compared");
    const double u = 0x1p-1074;
    tact_shape shape[2] = {
        tact_shape_triangle((tact_triangle){
            {{1 * u, 2 * u, -2 * u}, {-1 * u, 2 * u, -3 * u}, {1 * u, -3 * u, 3 * u}}}),
        tact_shape_segment((tact_vec3){-1 * u, -3 * u, 1 * u}, (tact_vec3){1 * u, 0, -2 * u}, 0)};
    tacti_placed_shape a = {&shape[0], tact_pose_identity()};
    tacti_placed_shape b = {&shape[1], tact_pose_identity()};
    b.pose.m[7] = -1 * u;
    b.pose.m[11] = 3 * u;
    check_search(f, &a, &b);
    end(f);
}

/* Boxes that face each other far from the origin: the corners of a face differ only by rounding, so
 * that rounded products do not say which of them is furthest. */
static void nearly_equal_vertices_are_compared(void **state) {
    (void)state;
    fixture *f = start("nearly_equal_vertices_are_compared");
    for (uint64_t i = 0; i < test_case_count(500, 50000); i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        for (int side = 0; side < 2; side++) {
            shape[side] = tact_shape_box(test_rng_unit(&f->rng), test_rng_unit(&f->rng),
                                         test_rng_unit(&f->rng));
            placed[side] = (tacti_placed_shape){&shape[side], pairs_random_pose(&f->rng, 1e5)};
        }
        placed[1].pose = placed[0].pose;
        double gap = ldexp(test_rng_unit(&f->rng), -(int)test_rng_below(&f->rng, 40));
        double by = (shape[0].core.half_extents.z + shape[1].core.half_extents.z) + gap;
        for (int k = 0; k < 12; k += 4)
            placed[1].pose.m[k + 3] += placed[0].pose.m[k + 2] * by;
        check_search(f, &placed[0], &placed[1]);
    }
    end(f);
}

/* ---- Gaps along directions ----------------------------------------------------------------- */

/* out = the exact value of a dyadic number; changes part. */
static void set_dyadic(fixture *f, tacti_dyadic a, mpf_t out) {
    mpf_set_ui(out, 0);
    for (int i = a.count - 1; i >= 0; i--) {
        mpf_mul_2exp(out, out, 32);
        mpf_set_ui(f->part, a.digit[i]);
        mpf_add(out, out, f->part);
    }
    if (a.exponent >= 0)
        mpf_mul_2exp(out, out, 32 * (mp_bitcnt_t)a.exponent);
    else
        mpf_div_2exp(out, out, 32 * (mp_bitcnt_t)-a.exponent);
    if (a.sign < 0)
        mpf_neg(out, out);
}

/* The estimate of a number less some roots, over the length of a direction, errs by its bound. */
static void check_estimate(fixture *f, const tacti_gap *gap, tacti_dyadic3 direction) {
    double error, estimate = tacti_gap_estimate(gap, direction, &error);
    set_dyadic(f, gap->plain, f->value);
    for (int i = 0; i < gap->root_count; i++) {
        set_dyadic(f, gap->root[i], f->bound);
        mpf_sqrt(f->bound, f->bound);
        mpf_sub(f->value, f->value, f->bound);
    }
    mpf_set_ui(f->length, 0);
    for (int k = 0; k < 3; k++) {
        set_dyadic(f, direction.c[k], f->bound);
        mpf_mul(f->bound, f->bound, f->bound);
        mpf_add(f->length, f->length, f->bound);
    }
    mpf_sqrt(f->length, f->length);
    mpf_div(f->value, f->value, f->length);
    mpf_set_d(f->bound, estimate);
    mpf_sub(f->value, f->value, f->bound);
    mpf_abs(f->value, f->value);
    mpf_set_d(f->bound, error);
    assert_true(mpf_cmp(f->value, f->bound) <= 0);
}

static void estimates_of_gaps_err_by_their_bounds(void **state) {
    (void)state;
    fixture *f = start("estimates_of_gaps_err_by_their_bounds");
    for (uint64_t i = 0; i < test_case_count(800, 50000); i++) {
        tacti_dyadic_store store;
        tacti_dyadic_start(&store);
        /* Numbers of about 1, then numbers that underflow, or whose roots are of those that do. */
        int power = i % 2 == 0 ? 0 : -1060 - (int)test_rng_below(&f->rng, 14);
        tacti_dyadic3 d = tacti_dyadic3_from(&store, random_point(f, 1));
        tacti_gap gap = {.root_count = (int)(i / 2 % 4)};
        gap.plain = tacti_dyadic_from(&store, ldexp(test_rng_between(&f->rng, 1, 4), power));
        for (int k = 0; k < gap.root_count; k++) {
            double x = ldexp(test_rng_between(&f->rng, 1, 4), i % 2 == 0 ? 0 : -539);
            tacti_dyadic root = tacti_dyadic_from(&store, x);
            gap.root[k] = tacti_dyadic_mul(&store, root, tacti_dyadic_from(&store, x));
        }
        check_estimate(f, &gap, d);
        assert_false(store.is_full);
    }
    end(f);
}

/* A hull of many points nearly in one plane, and a direction at right angles to it: the greatest
 * product is found among the exact ones. */
static void check_greatest(fixture *f, double size) {
    tact_vec3 points[60], placed[60];
    for (int i = 0; i < 60; i++) {
        double angle = 0.1 * i;
        points[i] = (tact_vec3){size * cos(angle), size * sin(angle), 0};
    }
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, points, 60, &hull), TACT_OK);
    tact_shape shape = tact_shape_hull(hull);
    tacti_placed_shape at = {&shape, pairs_random_pose(&f->rng, 0)};
    tacti_body body;
    tacti_body_set(&at, &body);
    const double *m = at.pose.m;
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tact_vec3 n = {m[2], m[6], m[10]};
    tacti_gap gap = {.root_count = 0};
    tacti_gap_take_body(&store, &body, tacti_dyadic3_from(&store, n), &gap);
    set_dyadic(f, tacti_dyadic_negate(gap.plain), f->value);
    uint32_t count = oracle_vertices(&at, placed, 60);
    for (uint32_t i = 0; i < count; i++) {
        const double u[3] = {n.x, n.y, n.z}, v[3] = {placed[i].x, placed[i].y, placed[i].z};
        mpf_set_ui(f->bound, 0);
        for (int k = 0; k < 3; k++) {
            mpf_set_d(f->part, u[k]);
            mpf_set_d(f->length, v[k]);
            mpf_mul(f->part, f->part, f->length);
            mpf_add(f->bound, f->bound, f->part);
        }
        assert_true(mpf_cmp(f->value, f->bound) >= 0);
    }
    tact_hull_destroy(hull);
}

static void greatest_products_are_found(void **state) {
    (void)state;
    fixture *f = start("greatest_products_are_found");
    for (uint64_t i = 0; i < test_case_count(60, 3000); i++) {
        check_greatest(f, 1);
        check_greatest(f, 0x1p-1060); /* rounded products underflow */
    }
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_within_their_bounds),
        cmocka_unit_test(tiny_distances_are_within_their_bounds),
        cmocka_unit_test(tiny_corners_are_all_compared),
        cmocka_unit_test(nearly_equal_vertices_are_compared),
        cmocka_unit_test(estimates_of_gaps_err_by_their_bounds),
        cmocka_unit_test(greatest_products_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
