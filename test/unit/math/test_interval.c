/* SPDX-License-Identifier: MIT */
/* Intervals against GMP rationals: containment on members of random intervals of all magnitudes,
 * tightness on single numbers, and the rules for infinite, empty and NaN arguments. */
#include "support.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static tact_interval from(double x) {
    return tact_interval_from(x);
}

static tact_interval make(double lo, double hi) {
    return tact_interval_make(lo, hi);
}

static bool is_whole(tact_interval a) {
    return a.lo == -INFINITY && a.hi == INFINITY;
}

static bool equals(tact_interval a, double lo, double hi) {
    return a.lo == lo && a.hi == hi;
}

/* ---- Random operands ---------------------------------------------------------------------- */

/* A finite double: of any size, of a usual size, a small integer, or near the upper or the lower
 * end. */
static double random_number(test_rng *rng) {
    double unit = test_rng_between(rng, -1, 1);
    switch (test_rng_below(rng, 7)) {
    case 0:
        return test_rng_any_double(rng);
    case 1:
        return unit;
    case 2:
        return (double)((int)test_rng_below(rng, 17) - 8);
    case 3:
        return ldexp(unit, 1024 - (int)test_rng_below(rng, 60));
    case 4:
        return ldexp(unit, -1074 + (int)test_rng_below(rng, 120));
    case 5: /* products and quotients that end near either limit */
        return ldexp(unit, (test_rng_below(rng, 2) == 0 ? -1 : 1) *
                               (450 + (int)test_rng_below(rng, 100)));
    default: /* few bits: many exact results */
        return ldexp((double)((int)test_rng_below(rng, 4096) - 2048),
                     (int)test_rng_below(rng, 200) - 100);
    }
}

/* An interval of two numbers; now and then with an infinite end, or a single number. */
static tact_interval random_interval(test_rng *rng) {
    double a = random_number(rng), b = random_number(rng);
    uint32_t kind = test_rng_below(rng, 10);
    if (kind == 0)
        b = a;
    if (kind == 1) /* close to each other */
        b = a * test_rng_between(rng, 1, 1.0001);
    tact_interval result = make(fmin(a, b), fmax(a, b));
    if (kind == 2)
        result.lo = -INFINITY;
    if (kind == 3)
        result.hi = INFINITY;
    if (!isfinite(result.hi) && result.hi != INFINITY)
        result.hi = INFINITY;
    return result;
}

/* A finite member: an end, 0 if it is a member, or something in between. */
static double random_member(test_rng *rng, tact_interval a) {
    double lo = fmax(a.lo, -DBL_MAX), hi = fmin(a.hi, DBL_MAX);
    double t = test_rng_unit(rng);
    double between = lo * (1 - t) + hi * t;
    switch (test_rng_below(rng, 4)) {
    case 0:
        return lo;
    case 1:
        return hi;
    case 2:
        if (lo <= 0 && hi >= 0)
            return 0;
        break;
    default:
        break;
    }
    return fmin(fmax(between, lo), hi);
}

/* ---- Comparison with rationals ------------------------------------------------------------ */

typedef struct exact {
    mpq_t x, y, value, end;
} exact;

static void exact_init(exact *e) {
    mpq_inits(e->x, e->y, e->value, e->end, NULL);
}

static void exact_clear(exact *e) {
    mpq_clears(e->x, e->y, e->value, e->end, NULL);
}

/* The sign of end - value. */
static int compare_end(exact *e, double end) {
    if (isinf(end))
        return end > 0 ? 1 : -1;
    mpq_set_d(e->end, end);
    return mpq_cmp(e->end, e->value);
}

static bool contains_exact(exact *e, tact_interval a) {
    return !isnan(a.lo) && !isnan(a.hi) && compare_end(e, a.lo) <= 0 && compare_end(e, a.hi) >= 0;
}

enum { ADD, SUB, MUL, DIV, OPERATIONS };

static tact_interval apply(int operation, tact_interval a, tact_interval b) {
    switch (operation) {
    case ADD:
        return tact_interval_add(a, b);
    case SUB:
        return tact_interval_sub(a, b);
    case MUL:
        return tact_interval_mul(a, b);
    default:
        return tact_interval_div(a, b);
    }
}

/* value = x operation y; false for a division by 0. */
static bool apply_exact(exact *e, int operation, double x, double y) {
    mpq_set_d(e->x, x);
    mpq_set_d(e->y, y);
    switch (operation) {
    case ADD:
        mpq_add(e->value, e->x, e->y);
        return true;
    case SUB:
        mpq_sub(e->value, e->x, e->y);
        return true;
    case MUL:
        mpq_mul(e->value, e->x, e->y);
        return true;
    default:
        if (y == 0)
            return false;
        mpq_div(e->value, e->x, e->y);
        return true;
    }
}

static double apply_rounded(int operation, double x, double y) {
    switch (operation) {
    case ADD:
        return x + y;
    case SUB:
        return x - y;
    case MUL:
        return x * y;
    default:
        return x / y;
    }
}

static void test_containment(void **state) {
    (void)state;
    test_rng rng = test_rng_start("interval_containment");
    exact e;
    exact_init(&e);
    uint64_t count = test_case_count(100000, 1000000), checked = 0, beyond = 0;
    for (uint64_t n = 0; n < count; n++) {
        tact_interval a = random_interval(&rng), b = random_interval(&rng);
        int operation = (int)(n % OPERATIONS);
        tact_interval result = apply(operation, a, b);
        for (int k = 0; k < 3; k++) {
            double x = random_member(&rng, a), y = random_member(&rng, b);
            if (!apply_exact(&e, operation, x, y))
                continue;
            if (!contains_exact(&e, result))
                fail_msg("operation %d on [%a, %a] and [%a, %a] gives [%a, %a] without that of %a "
                         "and %a",
                         operation, a.lo, a.hi, b.lo, b.hi, result.lo, result.hi, x, y);
            checked++;
            beyond += result.hi == INFINITY ? 1 : 0;
        }
    }
    printf("  %llu members contained, in %llu of them without an upper bound\n",
           (unsigned long long)checked, (unsigned long long)beyond);
    assert_true(checked > count && beyond < checked / 2);
    exact_clear(&e);
}

/* Single numbers: an end is the rounded result, or at most one step outward. For usual sizes it is
 * optimal: the two doubles around the exact value. */
static void test_tightness(void **state) {
    (void)state;
    test_rng rng = test_rng_start("interval_tightness");
    exact e;
    exact_init(&e);
    uint64_t exact_results = 0, count = test_case_count(100000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        double x = random_number(&rng), y = random_number(&rng);
        int operation = (int)(n % OPERATIONS);
        if (!apply_exact(&e, operation, x, y))
            continue;
        tact_interval result = apply(operation, from(x), from(y));
        double rounded = apply_rounded(operation, x, y);
        assert_true(contains_exact(&e, result));
        assert_true(result.lo >= nextafter(rounded, -INFINITY) && result.lo <= rounded);
        assert_true(result.hi <= nextafter(rounded, INFINITY) && result.hi >= rounded);
        double sizes[3] = {fabs(x), fabs(y), fabs(rounded)};
        bool usual = true;
        for (int i = 0; i < 3; i++)
            usual = usual && (sizes[i] == 0 || (sizes[i] > 0x1p-900 && sizes[i] < 0x1p900));
        if (!usual)
            continue;
        bool is_exact = compare_end(&e, rounded) == 0;
        assert_true(result.hi == (is_exact ? result.lo : nextafter(result.lo, INFINITY)));
        exact_results += is_exact ? 1 : 0;
    }
    printf("  %llu results, %llu exact and kept as one number\n", (unsigned long long)count,
           (unsigned long long)exact_results);
    assert_true(exact_results > count / 20);
    exact_clear(&e);
}

static void test_square_and_root(void **state) {
    (void)state;
    test_rng rng = test_rng_start("interval_square");
    exact e;
    exact_init(&e);
    uint64_t count = test_case_count(100000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_interval a = random_interval(&rng);
        double x = random_member(&rng, a);
        tact_interval square = tact_interval_square(a), root = tact_interval_sqrt(a);
        assert_true(apply_exact(&e, MUL, x, x));
        assert_true(contains_exact(&e, square));
        assert_true(square.lo >= 0);
        if (a.hi < 0) {
            assert_true(is_whole(root));
            continue;
        }
        assert_true(root.lo >= 0 && root.lo <= root.hi);
        if (x < 0)
            continue;
        /* lo <= sqrt(x) <= hi, by squares */
        mpq_set_d(e.value, x);
        mpq_set_d(e.x, root.lo);
        mpq_mul(e.x, e.x, e.x);
        assert_true(mpq_cmp(e.x, e.value) <= 0);
        if (root.hi < INFINITY) {
            mpq_set_d(e.x, root.hi);
            mpq_mul(e.x, e.x, e.x);
            assert_true(mpq_cmp(e.x, e.value) >= 0);
        }
        /* Tight on a single number. */
        tact_interval single = tact_interval_sqrt(from(x));
        double rounded = sqrt(x);
        assert_true(single.lo >= nextafter(rounded, 0) && single.hi <= nextafter(rounded, 1e300));
        if (x > 0x1p-900 && x < 0x1p900)
            assert_true(single.hi <= nextafter(single.lo, INFINITY));
    }
    printf("  %llu intervals\n", (unsigned long long)count);
    exact_clear(&e);
}

/* ---- Chosen cases ------------------------------------------------------------------------- */

static void test_exact_stays_tight(void **state) {
    (void)state;
    assert_true(equals(tact_interval_add(from(1), from(1)), 2, 2));
    assert_true(equals(tact_interval_sub(from(1), from(1)), 0, 0));
    assert_true(equals(tact_interval_mul(from(3), from(-5)), -15, -15));
    assert_true(equals(tact_interval_div(from(1), from(-4)), -0.25, -0.25));
    assert_true(equals(tact_interval_square(from(-3)), 9, 9));
    assert_true(equals(tact_interval_square(make(-3, 2)), 0, 9));
    assert_true(equals(tact_interval_square(make(2, 3)), 4, 9));
    assert_true(equals(tact_interval_sqrt(make(4, 9)), 2, 3));
    assert_true(equals(tact_interval_sqrt(make(-4, 9)), 0, 3));
    assert_true(equals(tact_interval_neg(make(-4, 9)), -9, 4));
    assert_true(equals(tact_interval_mul(make(-2, 3), make(-5, 7)), -15, 21));
    assert_true(equals(tact_interval_div(make(-8, 4), make(2, 4)), -4, 2));
    assert_true(equals(tact_interval_div(make(-8, 4), make(-4, -2)), -2, 4));
    assert_true(equals(tact_interval_add(from(1), from(0x1p-60)), 1, nextafter(1, 2)));
    assert_true(equals(tact_interval_sub(from(1), from(0x1p-60)), nextafter(1, 0), 1));
    /* Sums of subnormals are exact. */
    assert_true(equals(tact_interval_add(from(0x1p-1074), from(0x1p-1074)), 0x1p-1073, 0x1p-1073));
}

static void test_overflow_and_underflow(void **state) {
    (void)state;
    const double tiny = 0x1p-1074;
    assert_true(equals(tact_interval_add(from(DBL_MAX), from(DBL_MAX)), DBL_MAX, INFINITY));
    assert_true(equals(tact_interval_add(from(-DBL_MAX), from(-DBL_MAX)), -INFINITY, -DBL_MAX));
    assert_true(equals(tact_interval_add(from(DBL_MAX), from(1)), DBL_MAX, INFINITY));
    assert_true(equals(tact_interval_sub(from(DBL_MAX), from(DBL_MAX)), 0, 0));
    assert_true(equals(tact_interval_mul(from(1e200), from(1e200)), DBL_MAX, INFINITY));
    assert_true(equals(tact_interval_mul(from(1e200), from(-1e200)), -INFINITY, -DBL_MAX));
    assert_true(equals(tact_interval_div(from(1e200), from(1e-200)), DBL_MAX, INFINITY));
    assert_true(equals(tact_interval_square(from(-1e200)), DBL_MAX, INFINITY));
    /* A result that underflows keeps its sign. */
    assert_true(equals(tact_interval_mul(from(1e-200), from(1e-200)), 0, tiny));
    assert_true(equals(tact_interval_mul(from(1e-200), from(-1e-200)), -tiny, 0));
    assert_true(equals(tact_interval_div(from(tiny), from(DBL_MAX)), 0, tiny));
    assert_true(equals(tact_interval_div(from(-tiny), from(DBL_MAX)), -tiny, 0));
    assert_true(equals(tact_interval_square(from(-tiny)), 0, tiny));
    assert_true(equals(tact_interval_mul(from(0.0), from(-0.0)), 0, 0));
    assert_true(equals(tact_interval_mul(from(-0.0), from(DBL_MAX)), 0, 0));
    assert_true(equals(tact_interval_sqrt(from(-0.0)), 0, 0));
    assert_true(equals(tact_interval_square(from(-0.0)), 0, 0));
}

static void test_infinite_ends(void **state) {
    (void)state;
    tact_interval half = make(1, INFINITY), line = make(-INFINITY, INFINITY);
    assert_true(equals(tact_interval_add(half, half), 2, INFINITY));
    assert_true(is_whole(tact_interval_sub(half, half)));
    assert_true(equals(tact_interval_mul(half, from(-2)), -INFINITY, -2));
    assert_true(equals(tact_interval_mul(half, half), 1, INFINITY));
    assert_true(equals(tact_interval_mul(line, from(0)), 0, 0)); /* members are finite */
    assert_true(equals(tact_interval_mul(make(0, INFINITY), make(0, INFINITY)), 0, INFINITY));
    assert_true(equals(tact_interval_div(half, half), 0, INFINITY));
    assert_true(equals(tact_interval_div(from(1), half), 0, 1));
    assert_true(equals(tact_interval_div(from(-1), half), -1, 0));
    assert_true(equals(tact_interval_div(line, make(2, 4)), -INFINITY, INFINITY));
    assert_true(equals(tact_interval_square(line), 0, INFINITY));
    assert_true(equals(tact_interval_square(make(-INFINITY, -2)), 4, INFINITY));
    assert_true(equals(tact_interval_sqrt(half), 1, INFINITY));
    assert_true(equals(tact_interval_sqrt(line), 0, INFINITY));
    assert_true(equals(tact_interval_neg(half), -INFINITY, -1));
    assert_true(is_whole(tact_interval_div(from(1), make(-1, 1))));
    assert_true(is_whole(tact_interval_div(from(1), make(0, 1))));
    assert_true(is_whole(tact_interval_div(from(1), make(-1, -0.0))));
    assert_true(is_whole(tact_interval_div(from(0), from(0))));
}

/* Empty, NaN, and no finite member: the whole line, from each operation and on each side. */
static void test_unusable(void **state) {
    (void)state;
    const tact_interval bad[] = {{2, 1},
                                 {NAN, 1},
                                 {1, NAN},
                                 {NAN, NAN},
                                 {INFINITY, INFINITY},
                                 {-INFINITY, -INFINITY},
                                 {INFINITY, -INFINITY}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (int operation = 0; operation < OPERATIONS; operation++) {
            assert_true(is_whole(apply(operation, bad[i], from(1))));
            assert_true(is_whole(apply(operation, from(1), bad[i])));
            assert_true(is_whole(apply(operation, bad[i], bad[i])));
        }
        assert_true(is_whole(tact_interval_square(bad[i])));
        assert_true(is_whole(tact_interval_sqrt(bad[i])));
        assert_true(is_whole(tact_interval_neg(bad[i])));
    }
    assert_true(is_whole(tact_interval_sqrt(make(-2, -1))));
}

static void test_sets(void **state) {
    (void)state;
    tact_interval empty = make(2, 1), a = make(0, 2), b = make(3, 5), nan = make(NAN, 1);
    assert_true(equals(tact_interval_hull(a, b), 0, 5));
    assert_true(equals(tact_interval_hull(b, a), 0, 5));
    assert_true(equals(tact_interval_hull(a, empty), 0, 2));
    assert_true(equals(tact_interval_hull(empty, a), 0, 2));
    assert_true(tact_interval_is_empty(tact_interval_hull(empty, empty)));
    assert_true(is_whole(tact_interval_hull(a, nan)) && is_whole(tact_interval_hull(nan, a)));
    assert_true(tact_interval_is_empty(tact_interval_intersect(a, b)));
    assert_true(tact_interval_is_empty(tact_interval_intersect(a, empty)));
    assert_true(tact_interval_is_empty(tact_interval_intersect(empty, make(0, 9))));
    assert_true(equals(tact_interval_intersect(a, make(1, 9)), 1, 2));
    assert_true(equals(tact_interval_intersect(a, make(2, 9)), 2, 2));
    assert_true(is_whole(tact_interval_intersect(a, nan)));
    assert_true(is_whole(tact_interval_intersect(nan, a)));
    assert_true(tact_interval_contains(a, 0) && tact_interval_contains(a, 2) &&
                tact_interval_contains(a, -0.0));
    assert_false(tact_interval_contains(a, nextafter(2, 3)) ||
                 tact_interval_contains(a, -0x1p-1074) || tact_interval_contains(a, NAN) ||
                 tact_interval_contains(empty, 1.5) || tact_interval_contains(nan, 0));
    assert_true(tact_interval_is_empty(empty) && tact_interval_is_empty(nan));
    assert_false(tact_interval_is_empty(a) || tact_interval_is_empty(from(0)) ||
                 tact_interval_is_empty(make(-INFINITY, INFINITY)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_containment),
        cmocka_unit_test(test_tightness),
        cmocka_unit_test(test_square_and_root),
        cmocka_unit_test(test_exact_stays_tight),
        cmocka_unit_test(test_overflow_and_underflow),
        cmocka_unit_test(test_infinite_ends),
        cmocka_unit_test(test_unusable),
        cmocka_unit_test(test_sets),
    };
    return cmocka_run_group_tests_name("math: intervals", tests, NULL, NULL);
}
