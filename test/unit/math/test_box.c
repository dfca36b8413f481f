/* SPDX-License-Identifier: MIT */
/* Boxes, compared with sets of grid points that are counted one by one, and at the ends of the
 * range. */
#include "support.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>

/* A box with corners in {0..3}^3, often empty in one or more coordinates. */
static tact_box random_box(test_rng *rng) {
    double c[6];
    for (int i = 0; i < 6; i++)
        c[i] = test_rng_below(rng, 4);
    if (test_rng_below(rng, 2) == 0)
        for (int i = 0; i < 3; i++)
            c[3 + i] = fmax(c[i], c[3 + i]);
    return (tact_box){{c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
}

/* Bit n of the set is grid point n of {0..3}^3. A box with such corners is determined by its
 * points. */
static uint64_t points_of(tact_box a) {
    uint64_t set = 0;
    for (int n = 0; n < 64; n++) {
        int x = n % 4, y = n / 4 % 4, z = n / 16;
        if (x >= a.lo.x && x <= a.hi.x && y >= a.lo.y && y <= a.hi.y && z >= a.lo.z && z <= a.hi.z)
            set |= UINT64_C(1) << n;
    }
    return set;
}

/* The smallest box of a set of grid points. */
static tact_box box_of(uint64_t set) {
    tact_box a = {{9, 9, 9}, {-9, -9, -9}};
    for (int n = 0; n < 64; n++)
        if ((set >> n & 1) != 0) {
            double x = n % 4, y = n / 4 % 4, z = n / 16;
            a.lo = (tact_vec3){fmin(a.lo.x, x), fmin(a.lo.y, y), fmin(a.lo.z, z)};
            a.hi = (tact_vec3){fmax(a.hi.x, x), fmax(a.hi.y, y), fmax(a.hi.z, z)};
        }
    return a;
}

static void test_against_points(void **state) {
    (void)state;
    test_rng rng = test_rng_start("box_points");
    uint64_t count = test_case_count(50000, 500000), overlapping = 0;
    for (uint64_t n = 0; n < count; n++) {
        tact_box a = random_box(&rng), b = random_box(&rng);
        uint64_t in_a = points_of(a), in_b = points_of(b);
        assert_int_equal(tact_box_is_empty(a), in_a == 0);
        assert_int_equal(tact_box_overlaps(a, b), (in_a & in_b) != 0);
        assert_int_equal(tact_box_overlaps(b, a), (in_a & in_b) != 0);
        overlapping += (in_a & in_b) != 0;
        assert_true(points_of(tact_box_union(a, b)) == points_of(box_of(in_a | in_b)));
        int at = (int)test_rng_below(&rng, 64);
        tact_vec3 p = {at % 4, at / 4 % 4, at / 16};
        uint64_t bit = UINT64_C(1) << at;
        assert_int_equal(tact_box_contains(a, p), (in_a & bit) != 0);
        assert_true(points_of(tact_box_add_point(a, p)) == points_of(box_of(in_a | bit)));
        tact_triangle t = {{a.lo, b.lo, b.hi}};
        tact_box of = tact_box_of_triangle(&t), all = tact_box_empty();
        for (int i = 0; i < 3; i++)
            all = tact_box_add_point(all, t.v[i]);
        assert_memory_equal(&of, &all, sizeof of);
    }
    printf("  %llu pairs of boxes, %llu overlap\n", (unsigned long long)count,
           (unsigned long long)overlapping);
    assert_true(overlapping > count / 20 && overlapping < count);
}

static void test_empty_and_nan(void **state) {
    (void)state;
    tact_box empty = tact_box_empty(), unit = {{0, 0, 0}, {1, 1, 1}};
    tact_box all = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    assert_true(empty.lo.x == INFINITY && empty.lo.y == INFINITY && empty.lo.z == INFINITY);
    assert_true(empty.hi.x == -INFINITY && empty.hi.y == -INFINITY && empty.hi.z == -INFINITY);
    assert_true(tact_box_is_empty(empty) && !tact_box_is_empty(unit) && !tact_box_is_empty(all));
    assert_false(tact_box_overlaps(empty, all) || tact_box_overlaps(all, empty));
    assert_true(tact_box_overlaps(unit, all) && tact_box_overlaps(all, unit));
    tact_box same = tact_box_union(empty, unit);
    assert_memory_equal(&same, &unit, sizeof same);
    same = tact_box_union(unit, empty);
    assert_memory_equal(&same, &unit, sizeof same);
    tact_box bad = unit;
    bad.hi.y = NAN;
    assert_true(tact_box_is_empty(bad));
    assert_false(tact_box_overlaps(bad, unit) || tact_box_overlaps(unit, bad));
    assert_false(tact_box_contains(unit, (tact_vec3){0, NAN, 0}));
    same = tact_box_add_point(unit, (tact_vec3){5, 5, NAN});
    assert_memory_equal(&same, &unit, sizeof same);
    /* Touching in one corner, and apart by one step. */
    tact_box corner = {{1, 1, 1}, {2, 2, 2}};
    assert_true(tact_box_overlaps(unit, corner));
    corner.lo.z = nextafter(1, 2);
    assert_false(tact_box_overlaps(unit, corner));
}

/* middle is one of the doubles nearest to (lo + hi) / 2, and between the two. */
static void check_middle(double lo, double hi, double middle) {
    mpq_t exact, half, error, other;
    mpq_inits(exact, half, error, other, NULL);
    mpq_set_d(exact, lo);
    mpq_set_d(half, hi);
    mpq_add(exact, exact, half);
    mpq_div_2exp(exact, exact, 1);
    assert_true(middle >= lo && middle <= hi);
    mpq_set_d(error, middle);
    mpq_sub(error, error, exact);
    mpq_abs(error, error);
    const double neighbours[2] = {nextafter(middle, -INFINITY), nextafter(middle, INFINITY)};
    for (int i = 0; i < 2; i++)
        if (isfinite(neighbours[i])) {
            mpq_set_d(other, neighbours[i]);
            mpq_sub(other, other, exact);
            mpq_abs(other, other);
            assert_true(mpq_cmp(error, other) <= 0);
        }
    mpq_clears(exact, half, error, other, NULL);
}

static void test_center(void **state) {
    (void)state;
    test_rng rng = test_rng_start("box_center");
    uint64_t count = test_case_count(30000, 300000);
    for (uint64_t n = 0; n < count; n++) {
        double a = test_rng_any_double(&rng), b = test_rng_any_double(&rng);
        if (n % 3 == 0)
            b = a * test_rng_between(&rng, -1, 1);
        if (n % 3 == 1) {
            a = ldexp(test_rng_between(&rng, -1, 1), n % 2 == 0 ? 1024 : -1060);
            b = ldexp(test_rng_between(&rng, -1, 1), n % 2 == 0 ? 1024 : -1060);
        }
        double lo = fmin(a, b), hi = fmax(a, b);
        tact_vec3 center = tact_box_center((tact_box){{lo, -hi, lo}, {hi, -lo, lo}});
        check_middle(lo, hi, center.x);
        check_middle(-hi, -lo, center.y);
        assert_true(center.z == lo);
    }
    tact_vec3 center =
        tact_box_center((tact_box){{DBL_MAX, -DBL_MAX, 0x1p-1074}, {DBL_MAX, DBL_MAX, 0x1p-1073}});
    assert_true(center.x == DBL_MAX && center.y == 0 && center.z == 0x1p-1073);
    printf("  %llu boxes\n", (unsigned long long)count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_points),
        cmocka_unit_test(test_empty_and_nan),
        cmocka_unit_test(test_center),
    };
    return cmocka_run_group_tests_name("math: boxes", tests, NULL, NULL);
}
