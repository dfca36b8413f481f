/* SPDX-License-Identifier: MIT */
/* Triangle against triangle: the distance and its bounds against rational numbers. */
#include "support.h"

#include "oracle_distance.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static double worst_error; /* in units of 2^-53 times the extent */

static double largest_extent(const tact_triangle *a, const tact_triangle *b) {
    double most = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                most = fmax(most,
                            (&(i < 3 ? a : b)->v[i % 3].x)[k] - (&(j < 3 ? a : b)->v[j % 3].x)[k]);
    return most;
}

static bool is_bracketed(const mpq_t square, double lower, double upper) {
    mpq_t bound;
    mpq_init(bound);
    mpq_set_d(bound, lower);
    mpq_mul(bound, bound, bound);
    bool is_right = mpq_cmp(bound, square) <= 0;
    if (isfinite(upper)) {
        mpq_set_d(bound, upper);
        mpq_mul(bound, bound, bound);
        is_right = is_right && mpq_cmp(square, bound) <= 0;
    }
    mpq_clear(bound);
    return is_right;
}

static void check_distance(const tact_triangle *a, const tact_triangle *b) {
    mpq_t square;
    mpq_init(square);
    oracle_triangle_distance_square(a, b, square);
    tact_gap gap = tact_triangle_distance(a, b);
    double truth = oracle_root(square);
    double extent = largest_extent(a, b);
    bool meets = mpq_sgn(square) == 0;
    bool is_right = (gap.distance == 0) == meets && gap.lower <= gap.distance &&
                    gap.distance <= gap.upper && is_bracketed(square, gap.lower, gap.upper);
    if (isfinite(extent) && isfinite(gap.upper))
        is_right = is_right && gap.upper - gap.lower <= 0x1p-45 * extent + 0x1p-1072;
    double unit = 0x1p-53 * extent;
    if (isnormal(unit) && isfinite(truth))
        worst_error = fmax(worst_error, fabs(gap.distance - truth) / unit);
    mpq_clear(square);
    if (is_right)
        return;
    for (int i = 0; i < 6; i++) {
        tact_vec3 v = (i < 3 ? a : b)->v[i % 3];
        print_error("%s%d = {%a, %a, %a}\n", i < 3 ? "a" : "b", i % 3, v.x, v.y, v.z);
    }
    fail_msg("distance %a in [%a, %a], true %a, extent %a", gap.distance, gap.lower, gap.upper,
             truth, extent);
}

/* The points must have the stated distance, up to the rounding of their own coordinates. */
static void check_witnesses(const tact_triangle *a, const tact_triangle *b) {
    tact_gap gap = tact_triangle_distance(a, b);
    double most = 0;
    for (int i = 0; i < 9; i++)
        most = fmax(most, fmax(fabs((&a->v[0].x)[i]), fabs((&b->v[0].x)[i])));
    double length = tact_vec3_length(tact_vec3_sub(gap.point_a, gap.point_b));
    assert_true(fabs(length - gap.distance) <= 0x1p-45 * most);
    assert_true(tact_box_contains(tact_box_of_triangle(a), gap.point_a));
    assert_true(tact_box_contains(tact_box_of_triangle(b), gap.point_b));
    assert_true(tact_triangle_distance_point(a, gap.point_a).distance <= 0x1p-45 * most);
    assert_true(tact_triangle_distance_point(b, gap.point_b).distance <= 0x1p-45 * most);
}

static tact_triangle random_triangle(test_rng *rng, double size) {
    tact_triangle t;
    for (int i = 0; i < 9; i++)
        (&t.v[0].x)[i] = test_rng_between(rng, -size, size);
    return t;
}

static tact_triangle moved(tact_triangle t, double x, double y, double z) {
    for (int i = 0; i < 3; i++)
        t.v[i] = (tact_vec3){t.v[i].x + x, t.v[i].y + y, t.v[i].z + z};
    return t;
}

static void test_random_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_random_pairs");
    uint64_t count = test_case_count(10000, 300000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle a = random_triangle(&rng, 1), b = random_triangle(&rng, 1);
        b = moved(b, test_rng_between(&rng, -2, 2), 0, n % 2);
        check_distance(&a, &b);
        check_witnesses(&a, &b);
    }
}

/* Edges that are parallel up to angles from 1 down to 1e-20, close together. */
static void test_nearly_parallel_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_nearly_parallel_pairs");
    uint64_t count = test_case_count(10000, 300000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle a = random_triangle(&rng, 1), b;
        double angle = pow(10, -test_rng_between(&rng, 0, 20));
        double gap = n % 3 == 0 ? 0 : pow(10, -test_rng_between(&rng, 0, 18));
        tact_vec3 shift = {test_rng_between(&rng, -1, 1), test_rng_between(&rng, -1, 1),
                           test_rng_between(&rng, -1, 1)};
        for (int i = 0; i < 9; i++) {
            double x = (&a.v[0].x)[i];
            double along = (&a.v[1].x)[i % 3] - (&a.v[0].x)[i % 3];
            double slide = n % 2 == 0 ? test_rng_unit(&rng) : 0.25;
            (&b.v[0].x)[i] =
                x + slide * along + gap * (&shift.x)[i % 3] + angle * test_rng_between(&rng, -1, 1);
        }
        check_distance(&a, &b);
        check_witnesses(&a, &b);
    }
}

/* Needles and slivers: corners on a line up to a width from 1 down to nothing. */
static void test_needles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_needles");
    uint64_t count = test_case_count(10000, 300000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        for (int s = 0; s < 2; s++) {
            t[s] = random_triangle(&rng, 1);
            double width = n % 5 == 0 ? 0 : pow(10, -test_rng_between(&rng, 0, 20));
            double where = test_rng_below(&rng, 4) == 0 ? 0 : test_rng_between(&rng, -0.2, 1.2);
            for (int k = 0; k < 3; k++) {
                double p = (&t[s].v[0].x)[k], q = (&t[s].v[1].x)[k];
                (&t[s].v[2].x)[k] = p + where * (q - p) + width * test_rng_between(&rng, -1, 1);
            }
        }
        if (n % 2 == 0)
            t[1] = moved(t[1], pow(10, -test_rng_between(&rng, 0, 16)), 0, 1);
        check_distance(&t[0], &t[1]);
        check_witnesses(&t[0], &t[1]);
    }
}

static double nudged(test_rng *rng, double x) {
    int steps = (int)test_rng_below(rng, 3) - 1;
    return steps == 0 ? x : nextafter(x, steps * HUGE_VAL);
}

/* Touching lattice pairs moved by a unit in the last place or not at all, near and far from the
 * origin, at every scale: in contact exactly if the overlap test says so. */
static void test_lattice_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_lattice_pairs");
    uint64_t count = test_case_count(20000, 600000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        double offset = n % 3 == 0 ? 0 : test_rng_between(&rng, 1, 1e4);
        int scale = n % 4 == 0 ? (int)test_rng_below(&rng, 2080) - 1070 : 0;
        for (int i = 0; i < 18; i++) {
            double x = test_rng_below(&rng, 4);
            (&t[i / 9].v[0].x)[i % 9] = ldexp(n % 2 == 0 ? x : nudged(&rng, x / 3 + offset), scale);
        }
        check_distance(&t[0], &t[1]);
        assert_int_equal(tact_triangle_overlaps(&t[0], &t[1]),
                         tact_triangle_distance(&t[0], &t[1]).distance == 0);
    }
}

static void test_any_doubles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_any_doubles");
    uint64_t count = test_case_count(3000, 20000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] = test_rng_any_double(&rng);
        check_distance(&t[0], &t[1]);
    }
}

/* A segment has two corners and one edge, and a point has one corner, although both are passed on
 * as triangles. */
static void test_features_of_segments(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_features_of_segments");
    uint64_t count = test_case_count(20000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] =
                n % 2 == 0 ? test_rng_below(&rng, 8) : test_rng_between(&rng, -1, 1);
        tact_gap gap = tact_triangle_distance_segment(&t[0], (tact_segment){t[1].v[0], t[1].v[1]});
        assert_true(gap.feature_b == TACT_FEATURE_VERTEX_0 ||
                    gap.feature_b == TACT_FEATURE_VERTEX_1 || gap.feature_b == TACT_FEATURE_EDGE_0);
        gap = tact_triangle_distance_point(&t[0], t[1].v[2]);
        assert_int_equal(gap.feature_b, TACT_FEATURE_VERTEX_0);
    }
}

/* Weights that sum to a little more than 1 must not move a point beyond the greatest double. */
static void test_witness_at_the_greatest_double(void **state) {
    (void)state;
    tact_triangle a = {
        {{0x1.fffffffffffffp+1023, 0x1.fe3cf41dd061bp+1023, 0x1.8665a5d48260fp+1020},
         {0x1.fffffffffffffp+1023, -0x1.7265ee6d49bbfp+1020, -0x1.d7197b61cd531p+1023},
         {0x1.fffffffffffffp+1023, -0x1.589ae47f7e48fp+1021, 0x1.824185777fa3fp+1023}}};
    tact_triangle b = {
        {{0x1.fffffffffffffp+1022, -0x1.0c5e9caa830efp+1020, -0x1.9efb05fdb64cfp+1020},
         {0x1.fffffffffffffp+1022, 0x1.2cf342f03469fp+1019, 0x1.bcd1e2d7308ffp+1017},
         {0x1.fffffffffffffp+1022, 0x1.92e301fb1eeffp+1023, -0x1.6296221be002fp+1020}}};
    tact_gap gap = tact_triangle_distance(&a, &b);
    assert_true(tact_box_contains(tact_box_of_triangle(&a), gap.point_a));
    assert_true(tact_box_contains(tact_box_of_triangle(&b), gap.point_b));
}

static void test_points_and_segments(void **state) {
    (void)state;
    tact_triangle t = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    tact_gap gap = tact_triangle_distance_point(&t, (tact_vec3){1, 1, 5});
    assert_true(fabs(gap.distance - 5) < 1e-14);
    assert_int_equal(gap.feature_a, TACT_FEATURE_FACE);
    assert_int_equal(gap.feature_b, TACT_FEATURE_VERTEX_0);
    gap = tact_triangle_distance_point(&t, (tact_vec3){4, 4, 0});
    assert_true(fabs(gap.distance - sqrt(8)) < 1e-14);
    assert_int_equal(gap.feature_a, TACT_FEATURE_EDGE_1);
    gap = tact_triangle_distance_segment(&t, (tact_segment){{1, 1, 2}, {1, 1, 1}});
    assert_true(fabs(gap.distance - 1) < 1e-14);
    assert_int_equal(gap.feature_b, TACT_FEATURE_VERTEX_1);
    gap = tact_triangle_distance_segment(&t, (tact_segment){{1, 1, 2}, {1, 1, -1}});
    assert_true(gap.distance == 0 && gap.lower == 0 && gap.upper == 0);
    assert_int_equal(gap.feature_a, TACT_FEATURE_FACE);
    assert_int_equal(gap.feature_b, TACT_FEATURE_EDGE_0);
    assert_true(fabs(gap.point_a.z) < 1e-15 && gap.point_b.x == 1);
}

/* Points that lie in a triangle, in its plane beside it, or a unit in the last place off the plane.
 * Candidates are rounded, so their distance alone does not show which points are in the triangle.
 */
static void test_points_in_triangles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_points_in_triangles");
    uint64_t count = test_case_count(20000, 1000000), inside = 0;
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t = random_triangle(&rng, 1);
        double w = test_rng_unit(&rng), v = test_rng_unit(&rng);
        tact_vec3 p;
        if (n % 2 == 0) { /* in a plane of equal z */
            t.v[0].z = t.v[1].z = t.v[2].z;
            p = tact_vec3_add(t.v[0], tact_vec3_scale(tact_vec3_sub(t.v[1], t.v[0]), w));
            p = tact_vec3_add(p, tact_vec3_scale(tact_vec3_sub(t.v[2], t.v[0]), v));
        } else { /* in any plane: edges are multiples of 8, and points lie at eighths of them */
            tact_vec3 e[3];
            for (int i = 0; i < 9; i++)
                (&e[0].x)[i] = nearbyint(test_rng_between(&rng, -0x1p24, 0x1p24));
            p = t.v[0] = e[0];
            t.v[1] = tact_vec3_add(e[0], tact_vec3_scale(e[1], 8));
            t.v[2] = tact_vec3_add(e[0], tact_vec3_scale(e[2], 8));
            p = tact_vec3_add(p, tact_vec3_scale(e[1], floor(8 * w)));
            p = tact_vec3_add(p, tact_vec3_scale(e[2], floor(8 * v)));
        }
        if (n % 4 >= 2)
            p.z = nudged(&rng, p.z);
        bool is_in = tact_triangle_contains(&t, p, NULL);
        tact_gap gap = tact_triangle_distance_point(&t, p);
        assert_int_equal(gap.distance == 0, is_in);
        assert_true(gap.lower <= gap.distance && gap.distance <= gap.upper);
        inside += is_in;
    }
    assert_true(inside > count / 20);
}

/* If a number is not finite, the only promise is that the call returns. */
static void test_not_finite_returns(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_not_finite_returns");
    for (int n = 0; n < 10000; n++) {
        tact_triangle a = random_triangle(&rng, 1), b = random_triangle(&rng, 1);
        (&a.v[0].x)[test_rng_below(&rng, 9)] = NAN;
        (&b.v[0].x)[test_rng_below(&rng, 9)] = n % 2 == 0 ? INFINITY : 1;
        (void)tact_triangle_distance(&a, &b);
    }
}

static int report_worst(void **state) {
    (void)state;
    print_message("worst error: %.2f units of 2^-53 of the extent (bound: 128)\n", worst_error);
    /* Far below the bound. A larger error would mean that a careful step was lost. */
    return worst_error <= 8 ? 0 : 1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features_of_segments),
        cmocka_unit_test(test_witness_at_the_greatest_double),
        cmocka_unit_test(test_points_and_segments),
        cmocka_unit_test(test_points_in_triangles),
        cmocka_unit_test(test_not_finite_returns),
        cmocka_unit_test(test_random_pairs),
        cmocka_unit_test(test_nearly_parallel_pairs),
        cmocka_unit_test(test_needles),
        cmocka_unit_test(test_lattice_pairs),
        cmocka_unit_test(test_any_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, report_worst);
}
