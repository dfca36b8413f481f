/* SPDX-License-Identifier: MIT */
/* Hard determinants of rows, compared with GMP: rows of integers up to 2^52 whose determinant is 0,
 * 1 or -1; rows with very different exponents, so that minors underflow while the rest is huge; and
 * magnitudes on both sides of every limit between one stage and the next. */
#include "mixed_numbers.h"
#include "support.h"

#include "exact/det.h"

#include <float.h>
#include <gmp.h>
#include <math.h>

enum { LEAST_EXPONENT = -1074 };

static mpz_t entry[9], product, truth;

static int setup(void **state) {
    (void)state;
    for (int i = 0; i < 9; i++)
        mpz_init(entry[i]);
    mpz_inits(product, truth, NULL);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    for (int i = 0; i < 9; i++)
        mpz_clear(entry[i]);
    mpz_clears(product, truth, NULL);
    return 0;
}

static void to_integer(mpz_t out, double x) {
    int exponent;
    double mantissa = frexp(x, &exponent);
    mpz_set_d(out, ldexp(mantissa, 53));
    if (exponent - 53 >= LEAST_EXPONENT)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)(exponent - 53 - LEAST_EXPONENT));
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)(LEAST_EXPONENT + 53 - exponent));
}

/* entry = to - from, over 2^LEAST_EXPONENT. */
static void load(const double *to, const double *from, int count) {
    for (int i = 0; i < count; i++) {
        to_integer(entry[i], to[i]);
        to_integer(product, from[i]);
        mpz_sub(entry[i], entry[i], product);
    }
}

/* Whether a value is the truth over 2^(rows * 1074), to 2^-51. */
static bool is_close(tacti_scaled value, int rows) {
    if (mpz_sgn(truth) == 0)
        return value.mantissa == 0;
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, truth);
    int shift = value.exponent - rows * LEAST_EXPONENT - (int)exponent;
    /* In two steps: the quotient alone may be beyond the range. */
    double ratio = ldexp(ldexp(value.mantissa, shift / 2) / mantissa, shift - shift / 2);
    return fabs(ratio - 1) <= 0x1p-51;
}

static bool is_same(tacti_scaled a, tacti_scaled b) {
    return a.mantissa == b.mantissa && a.exponent == b.exponent;
}

/* Computing two determinants at once gives the same values as computing each alone. */
static bool has_same_values(const tacti_diff3 row[3]) {
    const tacti_diff3 first[2] = {row[0], {row[1].from, row[0].to}};
    tacti_scaled value[2];
    tacti_det3_two_values(first, &row[1], &row[2], value);
    return is_same(value[0], tacti_det3_value(&first[0], &row[1], &row[2])) &&
           is_same(value[1], tacti_det3_value(&first[1], &row[1], &row[2]));
}

static void check3(const double to[9], const double from[9]) {
    tacti_diff3 row[3];
    for (int i = 0; i < 9; i++) {
        (&row[i / 3].to.x)[i % 3] = to[i];
        (&row[i / 3].from.x)[i % 3] = from[i];
    }
    load(to, from, 9);
    mpz_set_ui(truth, 0);
    for (int k = 0; k < 6; k++) {
        int i = k % 3, j = k < 3 ? (i + 1) % 3 : (i + 2) % 3, l = 3 - i - j;
        mpz_mul(product, entry[i], entry[3 + j]);
        mpz_mul(product, product, entry[6 + l]);
        if (k < 3)
            mpz_add(truth, truth, product);
        else
            mpz_sub(truth, truth, product);
    }
    int sign = tacti_det3_sign(&row[0], &row[1], &row[2]);
    if (sign == mpz_sgn(truth) && sign == tacti_det3_sign(&row[1], &row[2], &row[0]) &&
        sign == -tacti_det3_sign(&row[2], &row[1], &row[0]) &&
        sign == tacti_det3_sign_exact(&row[0], &row[1], &row[2]) &&
        is_close(tacti_det3_value(&row[0], &row[1], &row[2]), 3) && has_same_values(row))
        return;
    for (int i = 0; i < 9; i += 3)
        print_error("{%a, %a, %a} - {%a, %a, %a}\n", to[i], to[i + 1], to[i + 2], from[i],
                    from[i + 1], from[i + 2]);
    fail_msg("det3: %d, true %d", sign, mpz_sgn(truth));
}

static void check2(const double to[4], const double from[4]) {
    tacti_diff2 a = {{to[0], to[1]}, {from[0], from[1]}}, b = {{to[2], to[3]}, {from[2], from[3]}};
    load(to, from, 4);
    mpz_mul(truth, entry[0], entry[3]);
    mpz_submul(truth, entry[1], entry[2]);
    int sign = tacti_det2_sign(&a, &b);
    if (sign != mpz_sgn(truth) || sign != -tacti_det2_sign(&b, &a) ||
        sign != tacti_det2_sign_exact(&a, &b) || !is_close(tacti_det2_value(&a, &b), 2))
        fail_msg("det2 {%a, %a} - {%a, %a}, {%a, %a} - {%a, %a}: %d, true %d", to[0], to[1],
                 from[0], from[1], to[2], to[3], from[2], from[3], sign, mpz_sgn(truth));
}

/* ---- Determinants of 0, 1 and -1 ---------------------------------------------------------- */

/* Adds multiples of rows and columns to each other, which keeps the determinant, while all entries
 * stay below 2^bits. */
static void stir(test_rng *rng, int64_t *m, int size, int bits) {
    int64_t most = (int64_t)1 << bits;
    for (int step = 0; step < 200; step++) {
        int i = (int)test_rng_below(rng, (uint32_t)size);
        int j = (i + 1 + (int)test_rng_below(rng, (uint32_t)size - 1)) % size;
        int64_t factor = (int64_t)test_rng_below(rng, 5) - 2;
        bool is_row = test_rng_below(rng, 2) == 0, fits = true;
        for (int k = 0; k < size; k++) {
            int64_t x = is_row ? m[i * size + k] + factor * m[j * size + k]
                               : m[k * size + i] + factor * m[k * size + j];
            fits = fits && x < most && x > -most;
        }
        for (int k = 0; fits && k < size; k++) {
            if (is_row)
                m[i * size + k] += factor * m[j * size + k];
            else
                m[k * size + i] += factor * m[k * size + j];
        }
    }
}

static void test_least_determinants(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_least_determinants");
    uint64_t count = test_case_count(60000, 2000000);
    uint64_t tally[3] = {0};
    for (uint64_t n = 0; n < count; n++) {
        int size = n % 3 == 0 ? 2 : 3;
        int64_t m[9] = {0};
        for (int i = 0; i < size; i++)
            m[i * size + i] = 1;
        m[size * size - 1] = (int64_t)test_rng_below(&rng, 3) - 1;
        stir(&rng, m, size, 8 + (int)test_rng_below(&rng, 45));
        double to[9], from[9];
        int scale[3];
        for (int i = 0; i < 3; i++)
            scale[i] = n % 4 == 0 ? (int)test_rng_below(&rng, 1500) - 750 : 0;
        for (int i = 0; i < size * size; i++) {
            int64_t shift = 0;
            if (n % 2 == 0) /* still exact: below 2^53 */
                shift = (int64_t)(test_rng_next(&rng) >> 12) - ((int64_t)1 << 51);
            from[i] = ldexp((double)shift, scale[i / size]);
            to[i] = ldexp((double)(m[i] + shift), scale[i / size]);
        }
        if (size == 2)
            check2(to, from);
        else
            check3(to, from);
        tally[mpz_sgn(truth) + 1]++;
    }
    print_message("%llu times -1, %llu times 0, %llu times 1\n", (unsigned long long)tally[0],
                  (unsigned long long)tally[1], (unsigned long long)tally[2]);
    assert_true(tally[0] > 0 && tally[1] > 0 && tally[2] > 0);
}

/* ---- Rows of their own magnitude ---------------------------------------------------------- */

static double near_exponent(test_rng *rng, int exponent) {
    static const double mantissa[] = {0, 1, -1, 0x1.0000000000001p0, -0x1.fffffffffffffp0, 3};
    uint32_t choice = test_rng_below(rng, 9);
    double x = choice < 6 ? mantissa[choice] : test_rng_between(rng, -2, 2);
    exponent += (int)test_rng_below(rng, 3) - 1;
    return ldexp(x, exponent > 1020 ? 1020 : exponent);
}

/* Two rows whose minors underflow or nearly do, with a third row of any length; in the 2x2 case,
 * products that underflow. */
static void test_underflowing_minors(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_underflowing_minors");
    uint64_t count = test_case_count(40000, 1000000);
    static const double zero[9] = {0};
    for (uint64_t n = 0; n < count; n++) {
        double to[9];
        int first = (int)test_rng_below(&rng, 2000) - 980;
        int second = -1074 + (int)test_rng_below(&rng, 130) - 20 - first;
        second = second < -1074 ? -1074 : second > 1000 ? 1000 : second;
        int third = n % 2 == 0 ? 1000 - (int)test_rng_below(&rng, 100)
                               : (int)test_rng_below(&rng, 2000) - 1000;
        int exponent[3] = {third, first, second};
        for (int i = 0; i < 9; i++)
            to[i] = near_exponent(&rng, exponent[i / 3]);
        check3(to, zero);
        check2(to + 3, zero);
    }
}

/* Products keep their order when they underflow, but a rounded difference may not. Here the true
 * difference a is 3/2 - 2^-54, and rounds to 3/2. c d is between the two. In units of the least
 * double, the computed product of a rounds to 2 and c d to 1. */
static void test_underflow_of_a_rounded_difference(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_underflow_of_a_rounded_difference");
    uint64_t count = test_case_count(1000, 100000);
    int found = 0;
    for (uint64_t n = 0; n < count; n++) {
        double c = test_rng_between(&rng, 1, 1.5), d = 1.5 / c, rest = fma(c, d, -1.5);
        if (!(rest < 0 && rest > -0x1p-54))
            continue;
        int first = -537 + (int)test_rng_below(&rng, 200) - 100, second = LEAST_EXPONENT - first;
        const double from[4] = {ldexp(0x1p-54, first), 0, 0, 0};
        const double to[4] = {ldexp(1.5, first), ldexp(c, first), ldexp(d, second),
                              ldexp(1, second)};
        check2(to, from);
        assert_int_equal(mpz_sgn(truth), -1);
        found++;
    }
    assert_true(found > 0);
}

/* Coordinates just inside and outside of the range in which expansions are exact. */
static void test_limits_of_expansions(void **state) {
    (void)state;
    static const int limits[] = {-251, -250, -249, -303, -360, 299, 300, 301, 340, -400, 400, 0};
    test_rng rng = test_rng_start("test_limits_of_expansions");
    uint64_t count = test_case_count(40000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        double to[9], from[9];
        int usual = limits[test_rng_below(&rng, 12)], other = limits[test_rng_below(&rng, 12)];
        for (int i = 0; i < 9; i++) {
            to[i] = near_exponent(&rng, test_rng_below(&rng, 3) == 0 ? other : usual);
            from[i] = n % 2 == 0 ? 0 : near_exponent(&rng, n % 4 == 1 ? usual : other);
        }
        if (n % 3 == 0) /* the last row is a sum of the others up to rounding */
            for (int k = 0; k < 3; k++)
                to[6 + k] = (to[k] - from[k]) + (to[3 + k] - from[3 + k]) + from[6 + k];
        check3(to, from);
        check2(to, from);
    }
}

/* ---- Lines -------------------------------------------------------------------------------- */

/* Corners that differ from a line along one axis only, by the least step, seen along each axis. */
static void test_collinear_points(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_collinear_points");
    uint64_t count = test_case_count(30000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_vec3 p, d, q[2];
        for (int k = 0; k < 3; k++) {
            (&p.x)[k] = (double)test_rng_below(&rng, 100);
            (&d.x)[k] = test_rng_below(&rng, 3) == 0 ? 0 : (double)test_rng_below(&rng, 9) - 4;
            (&q[0].x)[k] = (&p.x)[k] + 3 * (&d.x)[k];
            (&q[1].x)[k] = (&p.x)[k] + 7 * (&d.x)[k];
        }
        assert_true(tact_is_collinear(&p, &q[0], &q[1]));
        assert_true(tact_is_collinear(&q[1], &p, &q[0]));
        int axis = (int)(n % 3), next = (axis + 1) % 3;
        /* A step along one axis leaves the line unless the line runs along it. */
        bool is_along = (&d.x)[next] == 0 && (&d.x)[(axis + 2) % 3] == 0;
        double *x = &(&q[1].x)[axis];
        *x = nextafter(*x, 1000);
        assert_int_equal(tact_is_collinear(&p, &q[0], &q[1]), is_along);
        assert_int_equal(tact_is_collinear(&q[0], &q[1], &p), is_along);
    }
}

/* ---- Mixed exponents ---------------------------------------------------------------------- */

/* Determinants of numbers from the mixed family. */
static void test_mixed_family(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_family");
    uint64_t count = test_case_count(3000, 100000);
    for (uint64_t n = 0; n < count; n++) {
        double to[9], from[9];
        mixed_palette palette = mixed_palette_make(&rng, 1024);
        for (int i = 0; i < 9; i++) {
            to[i] = mixed_number(&rng, &palette, 1024);
            from[i] = n % 3 == 0 ? 0 : mixed_number(&rng, &palette, 1024);
        }
        check3(to, from);
        check2(to, from);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mixed_family),
        cmocka_unit_test(test_collinear_points),
        cmocka_unit_test(test_least_determinants),
        cmocka_unit_test(test_underflowing_minors),
        cmocka_unit_test(test_limits_of_expansions),
        cmocka_unit_test(test_underflow_of_a_rounded_difference),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
