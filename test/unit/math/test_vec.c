/* SPDX-License-Identifier: MIT */
/* Vectors: the order of operations bit for bit, length and direction against GMP floats at every
 * magnitude. */
#include "support.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>

#define ORACLE_BITS 512

static tact_vec3 random_vec(test_rng *rng) {
    return (tact_vec3){test_rng_any_double(rng), test_rng_any_double(rng),
                       test_rng_any_double(rng)};
}

/* Each operation stored before the next, so that no compiler can fuse or reorder. */
static double plain_dot(tact_vec3 a, tact_vec3 b) {
    volatile double x = a.x * b.x;
    volatile double y = a.y * b.y;
    volatile double z = a.z * b.z;
    volatile double xy = x + y;
    volatile double sum = xy + z;
    return sum;
}

static double plain_minor(double a, double b, double c, double d) {
    volatile double ad = a * d;
    volatile double bc = b * c;
    volatile double difference = ad - bc;
    return difference;
}

/* Like test_assert_same_bits(), but all NaNs count as the same. */
static void assert_same(double actual, double expected) {
    if (!(isnan(actual) && isnan(expected)))
        test_assert_same_bits(actual, expected);
}

static void test_plain_operations(void **state) {
    (void)state;
    test_rng rng = test_rng_start("vec_plain");
    uint64_t count = test_case_count(50000, 500000);
    for (uint64_t i = 0; i < count; i++) {
        tact_vec3 a = random_vec(&rng), b = random_vec(&rng);
        if (i % 2 == 0) {
            a = (tact_vec3){test_rng_unit(&rng), test_rng_unit(&rng), test_rng_unit(&rng)};
            b = (tact_vec3){test_rng_unit(&rng), test_rng_unit(&rng), test_rng_unit(&rng)};
        }
        tact_vec3 sum = tact_vec3_add(a, b), difference = tact_vec3_sub(a, b);
        assert_same(sum.x, a.x + b.x);
        assert_same(sum.y, a.y + b.y);
        assert_same(sum.z, a.z + b.z);
        assert_same(difference.x, a.x - b.x);
        assert_same(difference.y, a.y - b.y);
        assert_same(difference.z, a.z - b.z);
        tact_vec3 scaled = tact_vec3_scale(a, b.x);
        assert_same(scaled.x, a.x * b.x);
        assert_same(scaled.y, a.y * b.x);
        assert_same(scaled.z, a.z * b.x);
        assert_same(tact_vec3_dot(a, b), plain_dot(a, b));
        tact_vec3 cross = tact_vec3_cross(a, b);
        assert_same(cross.x, plain_minor(a.y, a.z, b.y, b.z));
        assert_same(cross.y, plain_minor(a.z, a.x, b.z, b.x));
        assert_same(cross.z, plain_minor(a.x, a.y, b.x, b.y));
    }
    tact_vec3 made = tact_vec3_make(1, 2, 3);
    assert_true(made.x == 1 && made.y == 2 && made.z == 3);
    tact_vec3 turned = tact_vec3_cross(tact_vec3_make(1, 0, 0), tact_vec3_make(0, 1, 0));
    assert_true(turned.x == 0 && turned.y == 0 && turned.z == 1);
    printf("  %llu pairs\n", (unsigned long long)count);
}

static void test_is_finite(void **state) {
    (void)state;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    assert_true(tact_vec3_is_finite(tact_vec3_make(0, -DBL_MAX, 0x1p-1074)));
    for (int i = 0; i < 3; i++) {
        assert_false(tact_vec3_is_finite(tact_vec3_make(bad[i], 0, 0)));
        assert_false(tact_vec3_is_finite(tact_vec3_make(0, bad[i], 0)));
        assert_false(tact_vec3_is_finite(tact_vec3_make(0, 0, bad[i])));
    }
}

typedef struct length_oracle {
    mpf_t length, part, error;
} length_oracle;

static void length_of(length_oracle *o, tact_vec3 a) {
    const double numbers[3] = {a.x, a.y, a.z};
    mpf_set_ui(o->length, 0);
    for (int i = 0; i < 3; i++) {
        mpf_set_d(o->part, numbers[i]);
        mpf_mul(o->part, o->part, o->part);
        mpf_add(o->length, o->length, o->part);
    }
    mpf_sqrt(o->length, o->length);
}

/* |value - exact| in units of 2^-53 exact, after subtracting excused halves of 2^-1074 for
 * subnormals. */
static double excess_error(length_oracle *o, double value, const mpf_t exact, unsigned excused) {
    mpf_set_d(o->error, value);
    mpf_sub(o->error, o->error, exact);
    mpf_abs(o->error, o->error);
    mpf_set_ui(o->part, excused);
    mpf_div_2exp(o->part, o->part, 1075);
    mpf_sub(o->error, o->error, o->part);
    if (mpf_sgn(o->error) <= 0)
        return 0;
    mpf_div(o->error, o->error, exact);
    mpf_abs(o->error, o->error);
    return mpf_get_d(o->error) * 0x1p53;
}

/* One case for length and direction; worst is updated. */
static void check_length(length_oracle *o, tact_vec3 a, double worst[2]) {
    length_of(o, a);
    double length = tact_vec3_length(a);
    if (mpf_cmp_d(o->length, DBL_MAX) > 0) {
        assert_true(length == INFINITY || length == DBL_MAX);
    } else {
        unsigned excused = length < DBL_MIN ? 1 : 0;
        worst[0] = fmax(worst[0], excess_error(o, length, o->length, excused));
    }
    tact_vec3 unit = tact_vec3_normalize(a);
    const double from[3] = {a.x, a.y, a.z}, to[3] = {unit.x, unit.y, unit.z};
    mpf_t exact;
    mpf_init2(exact, ORACLE_BITS);
    for (int i = 0; i < 3; i++) {
        if (from[i] == 0) {
            assert_true(to[i] == 0);
            continue;
        }
        assert_true(to[i] == 0 || (to[i] < 0) == (from[i] < 0));
        mpf_set_d(exact, from[i]);
        mpf_div(exact, exact, o->length);
        unsigned excused = fabs(to[i]) < 0x1p-1000 ? 4 : 0;
        worst[1] = fmax(worst[1], excess_error(o, to[i], exact, excused));
    }
    mpf_clear(exact);
}

static void test_length_and_direction(void **state) {
    (void)state;
    test_rng rng = test_rng_start("vec_length");
    length_oracle o;
    mpf_init2(o.length, ORACLE_BITS);
    mpf_init2(o.part, ORACLE_BITS);
    mpf_init2(o.error, ORACLE_BITS);
    double worst[2] = {0, 0};
    const int scales[] = {-1074, -1060, -1022, -1000, -540, -500, 0, 500, 511, 1000, 1022, 1023};
    uint64_t count = test_case_count(30000, 300000);
    for (uint64_t i = 0; i < count; i++) {
        tact_vec3 a = random_vec(&rng);
        if (i % 4 != 0) {
            int k = scales[test_rng_below(&rng, sizeof scales / sizeof scales[0])];
            a.x = ldexp(test_rng_between(&rng, -2, 2), k);
            a.y = ldexp(test_rng_between(&rng, -2, 2), k - (int)test_rng_below(&rng, 30));
            a.z = ldexp(test_rng_between(&rng, -2, 2), k - (int)test_rng_below(&rng, 30));
        }
        if (isfinite(a.x) && isfinite(a.y) && isfinite(a.z) && (a.x != 0 || a.y != 0 || a.z != 0))
            check_length(&o, a, worst);
    }
    printf("  %llu vectors: worst relative error of a length %.3f, of a direction %.3f, times "
           "2^-53\n",
           (unsigned long long)count, worst[0], worst[1]);
    assert_true(worst[0] < 2.6 && worst[1] < 3.6);
    assert_true(worst[0] > 0.9 && worst[1] > 0.9); /* it measures something */
    mpf_clears(o.length, o.part, o.error, NULL);
}

static void test_length_special(void **state) {
    (void)state;
    test_assert_same_bits(tact_vec3_length(tact_vec3_make(0, -0.0, 0)), 0);
    assert_true(tact_vec3_length(tact_vec3_make(0x1p-1074, 0, 0)) == 0x1p-1074);
    assert_true(tact_vec3_length(tact_vec3_make(3 * 0x1p-1074, 0, -4 * 0x1p-1074)) ==
                5 * 0x1p-1074);
    assert_true(tact_vec3_length(tact_vec3_make(0x3p1000, 0x4p1000, 0)) == 0x5p1000);
    assert_true(tact_vec3_length(tact_vec3_make(0, 0, -DBL_MAX)) == DBL_MAX);
    assert_true(tact_vec3_length(tact_vec3_make(DBL_MAX, DBL_MAX, 0)) == INFINITY);
    assert_true(tact_vec3_length(tact_vec3_make(-INFINITY, 1, 0)) == INFINITY);
    assert_true(isnan(tact_vec3_length(tact_vec3_make(1, NAN, 0))));
    const tact_vec3 none[] = {
        {0, 0, 0}, {-0.0, 0, 0}, {INFINITY, 0, 0}, {1, NAN, 0}, {1, 2, -INFINITY}};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        tact_vec3 unit = tact_vec3_normalize(none[i]);
        assert_true(unit.x == 0 && unit.y == 0 && unit.z == 0);
    }
    tact_vec3 unit = tact_vec3_normalize(tact_vec3_make(0, -0x1p-1074, 0));
    assert_true(unit.x == 0 && unit.y == -1 && unit.z == 0);
    unit = tact_vec3_normalize(tact_vec3_make(DBL_MAX, 0, 0));
    assert_true(unit.x == 1 && unit.y == 0 && unit.z == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_operations),
        cmocka_unit_test(test_is_finite),
        cmocka_unit_test(test_length_and_direction),
        cmocka_unit_test(test_length_special),
    };
    return cmocka_run_group_tests_name("math: vectors", tests, NULL, NULL);
}
