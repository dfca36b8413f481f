/* SPDX-License-Identifier: MIT */
/* Wide integers against GMP: conversion, sums, differences and products over the whole range of
 * double, results that are their own operands, and the largest determinants that exist. */
#include "mixed_numbers.h"
#include "support.h"

#include "exact/det.h"
#include "exact/wide.h"

#include <float.h>
#include <gmp.h>
#include <limits.h>
#include <math.h>

enum { LEAST_EXPONENT = -1074 };

static mpz_t m[9], product, sum;

static int setup(void **state) {
    (void)state;
    for (int i = 0; i < 9; i++)
        mpz_init(m[i]);
    mpz_inits(product, sum, NULL);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    for (int i = 0; i < 9; i++)
        mpz_clear(m[i]);
    mpz_clears(product, sum, NULL);
    return 0;
}

/* out = x / 2^exponent, which is an integer. */
static void to_integer(mpz_t out, double x, int exponent) {
    int own;
    double mantissa = frexp(x, &own);
    mpz_set_d(out, ldexp(mantissa, 53));
    if (own - 53 >= exponent)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)(own - 53 - exponent));
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)(exponent - own + 53));
}

static void assert_same(const tacti_wide *a, mpz_t truth) {
    assert_int_equal(a->sign, mpz_sgn(truth));
    assert_true(a->count >= 0 && a->count <= TACTI_WIDE_DIGITS);
    assert_true(a->count == 0 || a->digit[a->count - 1] != 0);
    assert_int_equal(a->count == 0, a->sign == 0);
    mpz_t value;
    mpz_init(value);
    mpz_import(value, (size_t)a->count, -1, sizeof a->digit[0], 0, 0, a->digit);
    if (a->sign < 0)
        mpz_neg(value, value);
    if (mpz_cmp(value, truth) != 0)
        fail_msg("%s", "the wide integer differs from GMP's");
    mpz_clear(value);
}

/* The ends of the range, small numbers and anything else. */
static double odd_double(test_rng *rng) {
    static const double odd[] = {0,       -0.0,        1,         -1,
                                 DBL_MAX, -DBL_MAX,    0x1p-1074, -0x1p-1074,
                                 DBL_MIN, -DBL_MIN,    0x1p1023,  0x1.fffffffffffffp-1022,
                                 0x1p32,  0xFFFFFFFFp0};
    uint32_t choice = test_rng_below(rng, 20);
    return choice < sizeof odd / sizeof odd[0] ? odd[choice] : test_rng_any_double(rng);
}

static void test_conversion(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_conversion");
    uint64_t count = test_case_count(200000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        double x = n % 2 == 0 ? odd_double(&rng)
                              : ldexp((double)(test_rng_next(&rng) >> 11), (int)(n % 2045) - 1074);
        int lowest = tacti_wide_lowest_exponent(x);
        if (x == 0) {
            assert_int_equal(lowest, INT_MAX);
            lowest = 0;
        }
        assert_true(lowest >= LEAST_EXPONENT);
        int exponent = lowest - (int)test_rng_below(&rng, (uint32_t)(lowest - LEAST_EXPONENT) + 1);
        tacti_wide wide;
        tacti_wide_from_double(x, exponent, &wide);
        to_integer(m[0], x, exponent);
        assert_same(&wide, m[0]);
        /* Converting back is exact, because all its bits fit in a double. */
        tacti_scaled scaled = tacti_wide_to_scaled(&wide, exponent);
        assert_true(ldexp(scaled.mantissa, scaled.exponent) == x);
    }
}

/* Sums and differences of differences, with every way for the result to be an operand. */
static void test_sums(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_sums");
    uint64_t count = test_case_count(200000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        double x = odd_double(&rng), y = n % 5 == 0 ? x : n % 5 == 1 ? -x : odd_double(&rng);
        tacti_wide a, b, out;
        tacti_wide_from_double(x, LEAST_EXPONENT, &a);
        tacti_wide_from_double(y, LEAST_EXPONENT, &b);
        to_integer(m[0], x, LEAST_EXPONENT);
        to_integer(m[1], y, LEAST_EXPONENT);
        mpz_add(sum, m[0], m[1]);
        tacti_wide_add(&a, &b, &out);
        assert_same(&out, sum);
        out = a;
        tacti_wide_add(&out, &b, &out);
        assert_same(&out, sum);
        out = b;
        tacti_wide_add(&a, &out, &out);
        assert_same(&out, sum);
        mpz_sub(sum, m[0], m[1]);
        tacti_wide_sub(&a, &b, &out);
        assert_same(&out, sum);
        out = a;
        tacti_wide_sub(&out, &b, &out);
        assert_same(&out, sum);
        out = b;
        tacti_wide_sub(&a, &out, &out);
        assert_same(&out, sum);
        out = a;
        tacti_wide_sub(&out, &out, &out);
        assert_true(out.sign == 0 && out.count == 0);
        out = a;
        tacti_wide_add(&out, &out, &out);
        mpz_mul_ui(sum, m[0], 2);
        assert_same(&out, sum);
    }
}

/* Numbers that use every digit: the result has no digit more. */
static void test_all_digits(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_all_digits");
    struct {
        tacti_wide a, b, out;
        uint32_t beyond;
    } s = {.beyond = 0x5a5a5a5a};
    for (uint64_t n = 0; n < test_case_count(200, 2000); n++) {
        for (int i = 0; i < TACTI_WIDE_DIGITS; i++) {
            s.a.digit[i] = (uint32_t)test_rng_next(&rng) | 1u << 31;
            s.b.digit[i] = (uint32_t)test_rng_next(&rng) >> (i == TACTI_WIDE_DIGITS - 1);
        }
        s.a.sign = s.b.sign = n % 2 == 0 ? 1 : -1;
        s.a.count = TACTI_WIDE_DIGITS;
        s.b.count = TACTI_WIDE_DIGITS - (n % 4 < 2 ? 0 : 1);
        s.b.digit[s.b.count - 1] |= 1;
        mpz_import(m[0], TACTI_WIDE_DIGITS, -1, sizeof s.a.digit[0], 0, 0, s.a.digit);
        mpz_import(m[1], (size_t)s.b.count, -1, sizeof s.b.digit[0], 0, 0, s.b.digit);
        mpz_sub(sum, m[0], m[1]);
        mpz_mul_si(sum, sum, s.a.sign);
        tacti_wide_sub(&s.a, &s.b, &s.out);
        assert_same(&s.out, sum);
        mpz_neg(sum, sum);
        tacti_wide_sub(&s.b, &s.a, &s.out);
        assert_same(&s.out, sum);
        assert_int_equal(s.beyond, 0x5a5a5a5a);
    }
}

static void wide_difference(double x, double y, tacti_wide *out, mpz_t truth) {
    tacti_wide subtrahend;
    tacti_wide_from_double(x, LEAST_EXPONENT, out);
    tacti_wide_from_double(y, LEAST_EXPONENT, &subtrahend);
    tacti_wide_sub(out, &subtrahend, out);
    to_integer(truth, x, LEAST_EXPONENT);
    to_integer(product, y, LEAST_EXPONENT);
    mpz_sub(truth, truth, product);
}

static void test_products(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_products");
    uint64_t count = test_case_count(30000, 500000);
    for (uint64_t n = 0; n < count; n++) {
        tacti_wide d[3], two, three;
        for (int i = 0; i < 3; i++)
            wide_difference(odd_double(&rng), odd_double(&rng), &d[i], m[i]);
        tacti_wide_mul(&d[0], &d[1], &two);
        mpz_mul(product, m[0], m[1]);
        assert_same(&two, product);
        tacti_wide_mul(&two, &d[2], &three);
        mpz_mul(product, product, m[2]);
        assert_same(&three, product);
        /* The value to 2^-51. */
        int exponent = 3 * LEAST_EXPONENT;
        tacti_scaled scaled = tacti_wide_to_scaled(&three, exponent);
        assert_int_equal(tacti_sign(scaled.mantissa), mpz_sgn(product));
        if (scaled.mantissa == 0)
            continue;
        long true_exponent;
        double truth = mpz_get_d_2exp(&true_exponent, product);
        double ratio =
            ldexp(scaled.mantissa / truth, scaled.exponent - exponent - (int)true_exponent);
        assert_true(fabs(ratio - 1) <= 0x1p-51);
    }
}

/* Signs and values of determinants whose rows differ from end to end of the range: every digit that
 * a wide integer has is needed for the largest of them. */
static void test_largest_determinants(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_largest_determinants");
    uint64_t count = test_case_count(20000, 300000);
    size_t most_bits = 0;
    for (uint64_t n = 0; n < count; n++) {
        double x[18];
        for (int i = 0; i < 18; i++)
            x[i] =
                n % 4 == 0 ? test_rng_below(&rng, 2) == 0 ? DBL_MAX : -DBL_MAX : odd_double(&rng);
        if (n % 4 == 0)
            x[test_rng_below(&rng, 18)] = 0x1p-1074;
        if (n == 0) {
            /* 2^1024 on and off the diagonal so that no term cancels another: 4 (2 DBL_MAX)^3. */
            static const int positive[9] = {1, 0, 1, 1, 1, 0, 0, 1, 1};
            for (int i = 0; i < 9; i++) {
                x[i] = positive[i] ? DBL_MAX : -DBL_MAX;
                x[9 + i] = -x[i];
            }
            x[17] = 0x1p-1074;
        }
        if (n % 3 == 1) /* a direction: no subtrahend */
            x[9] = x[10] = x[11] = 0;
        tacti_diff3 d[3];
        for (int i = 0; i < 9; i++) {
            (&d[i / 3].to.x)[i % 3] = x[i];
            (&d[i / 3].from.x)[i % 3] = x[9 + i];
            to_integer(m[i], x[i], LEAST_EXPONENT);
            to_integer(product, x[9 + i], LEAST_EXPONENT);
            mpz_sub(m[i], m[i], product);
        }
        mpz_set_ui(sum, 0);
        for (int k = 0; k < 6; k++) {
            int i = k % 3, j = k < 3 ? (i + 1) % 3 : (i + 2) % 3, l = 3 - i - j;
            mpz_mul(product, m[i], m[3 + j]);
            mpz_mul(product, product, m[6 + l]);
            if (k < 3)
                mpz_add(sum, sum, product);
            else
                mpz_sub(sum, sum, product);
        }
        size_t bits = mpz_sizeinbase(sum, 2);
        most_bits = bits > most_bits ? bits : most_bits;
        assert_int_equal(tacti_det3_sign(&d[0], &d[1], &d[2]), mpz_sgn(sum));
        tacti_scaled value = tacti_det3_value(&d[0], &d[1], &d[2]);
        assert_int_equal(tacti_sign(value.mantissa), mpz_sgn(sum));
        if (mpz_sgn(sum) == 0)
            continue;
        long exponent;
        double truth = mpz_get_d_2exp(&exponent, sum);
        double ratio =
            ldexp(value.mantissa / truth, value.exponent - 3 * LEAST_EXPONENT - (int)exponent);
        assert_true(fabs(ratio - 1) <= 0x1p-51);
    }
    print_message("largest determinant: %zu bits\n", most_bits);
    assert_true(most_bits > 6290);
}

/* The largest values that wide integers are designed for: the square of a product of four
 * differences of placed coordinates, by the rule of wide.h; and four doubles. Factors come from the
 * mixed family and from the ends of the range. */
static void test_greatest_degrees(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_greatest_degrees");
    uint64_t count = test_case_count(3000, 100000);
    int most_digits = 0;
    for (uint64_t n = 0; n < count; n++) {
        bool is_placed = n % 2 == 0;
        int top = is_placed ? 502 : 1024;
        double end = is_placed ? TACTI_WIDE_MOST_PLACED : DBL_MAX;
        mixed_palette palette = mixed_palette_make(&rng, top);
        tacti_wide power[2], factor;
        int at = 0;
        power[0].sign = power[0].count = 1;
        power[0].digit[0] = 1;
        mpz_set_ui(sum, 1);
        for (int i = 0; i < 4; i++, at = 1 - at) {
            double x = n % 16 < 2 ? end : mixed_number(&rng, &palette, top);
            double y = !is_placed ? 0 : n % 16 < 2 ? -end : mixed_number(&rng, &palette, top);
            wide_difference(x, y, &factor, m[0]);
            tacti_wide_mul(&power[at], &factor, &power[1 - at]);
            mpz_mul(sum, sum, m[0]);
            assert_same(&power[1 - at], sum);
        }
        if (is_placed) {
            tacti_wide_mul(&power[at], &power[at], &power[1 - at]);
            at = 1 - at;
            mpz_mul(sum, sum, sum);
            assert_same(&power[at], sum);
        }
        tacti_wide_copy(&power[at], &factor);
        assert_same(&factor, sum);
        most_digits = power[at].count > most_digits ? power[at].count : most_digits;
    }
    assert_true(most_digits >= TACTI_WIDE_DIGITS - 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversion),           cmocka_unit_test(test_sums),
        cmocka_unit_test(test_all_digits),           cmocka_unit_test(test_products),
        cmocka_unit_test(test_largest_determinants), cmocka_unit_test(test_greatest_degrees),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
