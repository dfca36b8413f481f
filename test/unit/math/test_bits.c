/* SPDX-License-Identifier: MIT */
/* The bit helpers against libm, which is trusted for these exact operations, and the error-free
 * transformations against GMP rationals. */
#include "support.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>

#include "math/bits.h"
#include "math/twofold.h"
#include "math/vec.h"

static void check_one(double x) {
    test_assert_same_bits(tacti_abs(x), fabs(x));
    assert_int_equal(tacti_has_sign(x), signbit(x) != 0);
    assert_int_equal(tacti_is_finite(x), isfinite(x) != 0);
    test_assert_same_bits(tacti_next_up(x), nextafter(x, INFINITY));
    test_assert_same_bits(tacti_next_down(x), nextafter(x, -INFINITY));
    if (isfinite(x) && x != 0)
        assert_int_equal(tacti_exponent(x), ilogb(x));
}

static void test_neighbours_and_exponents(void **state) {
    (void)state;
    test_rng rng = test_rng_start("bits_neighbours");
    uint64_t count = test_case_count(100000, 1000000);
    for (uint64_t i = 0; i < count; i++)
        check_one(test_rng_any_double(&rng));
    const double chosen[] = {
        0.0,         -0.0, 0x1p-1074, -0x1p-1074, DBL_MIN,  -DBL_MIN,         0x1p-1022,
        0x1.8p-1030, 1.0,  -1.0,      DBL_MAX,    -DBL_MAX, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; i++)
        check_one(chosen[i]);
    assert_true(isnan(tacti_nan()) && !tacti_has_sign(tacti_nan()));
    assert_true(isnan(tacti_next_up((double)NAN)) && isnan(tacti_next_down((double)NAN)));
    assert_false(tacti_is_finite((double)NAN));
    printf("  %llu doubles\n", (unsigned long long)count);
}

static void test_scaling(void **state) {
    (void)state;
    test_rng rng = test_rng_start("bits_scaling");
    for (int k = -1074; k <= 1023; k++)
        test_assert_same_bits(tacti_power_of_two(k), ldexp(1, k));
    uint64_t count = test_case_count(100000, 1000000);
    for (uint64_t i = 0; i < count; i++) {
        double x = test_rng_any_double(&rng);
        int k = (int)test_rng_below(&rng, 1074 + 1100 + 1) - 1074;
        test_assert_same_bits(tacti_scale_by_power(x, k), ldexp(x, k));
    }
    test_assert_same_bits(tacti_scale_by_power(0x1p-1074, 1074), 1);
    test_assert_same_bits(tacti_scale_by_power(0x1.8p0, -1074), 0x1p-1073); /* a tie goes to even */
    printf("  %llu scalings\n", (unsigned long long)count);
}

/* A double in the range where error-free products work, often with few bits. */
static double moderate(test_rng *rng) {
    double x = ldexp(test_rng_between(rng, -1, 1), (int)test_rng_below(rng, 600) - 300);
    if (test_rng_below(rng, 2) == 0)
        x = tacti_double_from_bits(tacti_bits_from_double(x) &
                                   ~((UINT64_C(1) << test_rng_below(rng, 53)) - 1));
    return x;
}

static void test_error_free(void **state) {
    (void)state;
    test_rng rng = test_rng_start("bits_error_free");
    mpq_t a, b, exact, part;
    mpq_inits(a, b, exact, part, NULL);
    uint64_t count = test_case_count(50000, 500000);
    for (uint64_t i = 0; i < count; i++) {
        double x = moderate(&rng), y = moderate(&rng);
        if (test_rng_below(&rng, 2) ==
            0) /* near cancellation, or anything that does not overflow */
            y = -x * test_rng_between(&rng, 0.5, 2);
        mpq_set_d(a, x);
        mpq_set_d(b, y);
        tacti_twofold sum = tacti_twofold_sum(x, y), product = tacti_twofold_product(x, y);
        test_assert_same_bits(sum.hi, x + y);
        test_assert_same_bits(product.hi, x * y);
        mpq_add(exact, a, b);
        mpq_set_d(part, sum.hi);
        mpq_sub(exact, exact, part);
        mpq_set_d(part, sum.lo);
        assert_true(mpq_equal(exact, part));
        mpq_mul(exact, a, b);
        mpq_set_d(part, product.hi);
        mpq_sub(exact, exact, part);
        mpq_set_d(part, product.lo);
        assert_true(mpq_equal(exact, part));
    }
    mpq_clears(a, b, exact, part, NULL);
    printf("  %llu sums and products\n", (unsigned long long)count);
}

/* log2 of the relative distance of value from exact. */
static double relative_error(mpq_t exact, tacti_twofold value) {
    mpq_t sum, part;
    mpq_inits(sum, part, NULL);
    mpq_set_d(sum, value.hi);
    mpq_set_d(part, value.lo);
    mpq_add(sum, sum, part);
    mpq_sub(sum, sum, exact);
    mpq_div(sum, sum, exact);
    double error = fabs(mpq_get_d(sum));
    mpq_clears(sum, part, NULL);
    return error == 0 ? -INFINITY : log2(error);
}

static void test_twofold_arithmetic(void **state) {
    (void)state;
    test_rng rng = test_rng_start("bits_twofold");
    mpq_t a, b, exact, part;
    mpq_inits(a, b, exact, part, NULL);
    double worst_sum = -INFINITY, worst_product = -INFINITY;
    uint64_t count = test_case_count(20000, 200000);
    for (uint64_t i = 0; i < count; i++) {
        double hi = test_rng_between(&rng, 1, 2), small = test_rng_between(&rng, -0.4, 0.4);
        tacti_twofold x = tacti_twofold_sum(hi, 0x1p-54 * test_rng_between(&rng, -2, 2));
        tacti_twofold y = tacti_twofold_sum(small, small * 0x1p-53 * test_rng_unit(&rng));
        if (y.hi == 0)
            continue;
        mpq_set_d(a, x.hi);
        mpq_set_d(part, x.lo);
        mpq_add(a, a, part);
        mpq_set_d(b, y.hi);
        mpq_set_d(part, y.lo);
        mpq_add(b, b, part);
        mpq_add(exact, a, b);
        worst_sum = fmax(worst_sum, relative_error(exact, tacti_twofold_add(x, y)));
        mpq_mul(exact, a, b);
        worst_product = fmax(worst_product, relative_error(exact, tacti_twofold_multiply(x, y)));
    }
    printf("  worst relative error of a sum 2^%.2f, of a product 2^%.2f\n", worst_sum,
           worst_product);
    assert_true(worst_sum < -103 && worst_product < -102);
    assert_true(worst_sum > -130 && worst_product > -130); /* it measures something */
    mpq_clears(a, b, exact, part, NULL);
}

static void test_small_helpers(void **state) {
    (void)state;
    tact_vec3 a = {1, -2, 3}, b = {-4, 5, 0.5};
    tact_vec3 least = tacti_vec3_min(a, b), most = tacti_vec3_max(a, b), size = tacti_vec3_abs(a);
    assert_true(least.x == -4 && least.y == -2 && least.z == 0.5);
    assert_true(most.x == 1 && most.y == 5 && most.z == 3);
    assert_true(size.x == 1 && size.y == 2 && size.z == 3);
    for (unsigned axis = 0; axis < 3; axis++) {
        tact_vec3 c = a;
        tacti_vec3_set(&c, axis, 9);
        for (unsigned other = 0; other < 3; other++)
            assert_true(tacti_vec3_get(c, other) == (other == axis ? 9 : tacti_vec3_get(a, other)));
    }
    assert_true(tacti_vec3_get(a, 0) == 1 && tacti_vec3_get(a, 1) == -2 &&
                tacti_vec3_get(a, 2) == 3);
    /* If one is NaN, the second. */
    assert_true(tacti_min((double)NAN, 1) == 1 && isnan(tacti_min(1, (double)NAN)));
    assert_true(tacti_max((double)NAN, 1) == 1 && isnan(tacti_max(1, (double)NAN)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neighbours_and_exponents),
        cmocka_unit_test(test_scaling),
        cmocka_unit_test(test_error_free),
        cmocka_unit_test(test_twofold_arithmetic),
        cmocka_unit_test(test_small_helpers),
    };
    return cmocka_run_group_tests_name("math: bits and error-free arithmetic", tests, NULL, NULL);
}
