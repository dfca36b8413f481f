/* SPDX-License-Identifier: MIT */
/* The predicates against GMP: random, on ulp grids around degenerate positions, at all scales and
 * with mixed exponents. */
#include "mixed_numbers.h"
#include "support.h"

#include "exact/det.h"

#include <gmp.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static mpz_t number[12], work[9], det;

static int setup(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++)
        mpz_init(number[i]);
    for (int i = 0; i < 9; i++)
        mpz_init(work[i]);
    mpz_init(det);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++)
        mpz_clear(number[i]);
    for (int i = 0; i < 9; i++)
        mpz_clear(work[i]);
    mpz_clear(det);
    return 0;
}

/* All numbers as integers, by a common power of two. */
static int load(const double *x, int count) {
    int exponent[12], least = INT_MAX;
    for (int i = 0; i < count; i++) {
        double m = frexp(x[i], &exponent[i]);
        mpz_set_d(number[i], ldexp(m, 53));
        if (x[i] != 0 && exponent[i] < least)
            least = exponent[i];
    }
    for (int i = 0; i < count; i++)
        if (x[i] != 0)
            mpz_mul_2exp(number[i], number[i], (mp_bitcnt_t)(exponent[i] - least));
    return least == INT_MAX ? 0 : least - 53;
}

static void det2_of(mpz_t out, mpz_t a, mpz_t b, mpz_t c, mpz_t d) {
    mpz_mul(out, a, d);
    mpz_submul(out, b, c);
}

/* det = the determinant of the points' differences from the first, exactly, over 2^(result). */
static int truth2(const double *x) {
    int exponent = load(x, 6);
    for (int i = 0; i < 4; i++)
        mpz_sub(work[i], number[2 + i], number[i % 2]);
    det2_of(det, work[0], work[1], work[2], work[3]);
    return 2 * exponent;
}

static int truth3(const double *x) {
    int exponent = load(x, 12);
    for (int i = 0; i < 9; i++)
        mpz_sub(work[i], number[3 + i], number[i % 3]);
    mpz_set_ui(det, 0);
    for (int k = 0; k < 3; k++) {
        mpz_t *minor = &number[0]; /* free by now */
        det2_of(*minor, work[3 + (k + 1) % 3], work[3 + (k + 2) % 3], work[6 + (k + 1) % 3],
                work[6 + (k + 2) % 3]);
        mpz_addmul(det, work[k], *minor);
    }
    return 3 * exponent;
}

static void check2(const double *x) {
    tact_vec2 p[3] = {{x[0], x[1]}, {x[2], x[3]}, {x[4], x[5]}};
    truth2(x);
    int sign = tact_orient2d(&p[0], &p[1], &p[2]);
    if (sign != mpz_sgn(det) || tact_orient2d(&p[1], &p[0], &p[2]) != -sign)
        fail_msg("orient2d (%a, %a) (%a, %a) (%a, %a): %d, true %d", x[0], x[1], x[2], x[3], x[4],
                 x[5], sign, mpz_sgn(det));
}

static void check3(const double *x) {
    tact_vec3 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = (tact_vec3){x[3 * i], x[3 * i + 1], x[3 * i + 2]};
    truth3(x);
    int sign = tact_orient3d(&p[0], &p[1], &p[2], &p[3]);
    if (sign == mpz_sgn(det) && tact_orient3d(&p[1], &p[0], &p[2], &p[3]) == -sign)
        return;
    for (int i = 0; i < 4; i++)
        print_error("{%a, %a, %a}\n", p[i].x, p[i].y, p[i].z);
    fail_msg("orient3d: %d, true %d", sign, mpz_sgn(det));
}

static double nudged(test_rng *rng, double x, int most) {
    int steps = (int)test_rng_below(rng, (uint32_t)(2 * most + 1)) - most;
    for (int i = 0; i < abs(steps); i++)
        x = nextafter(x, steps > 0 ? INFINITY : -INFINITY);
    return x;
}

/* Points that lie on a line or plane up to rounding, then moved by a few units in the last place.
 */
static void make_nearly_degenerate(test_rng *rng, double *x, int dimension) {
    int points = dimension + 1;
    double offset = test_rng_below(rng, 2) == 0 ? 0 : test_rng_between(rng, -100, 100);
    for (int i = 0; i < dimension * dimension; i++)
        x[i] = test_rng_between(rng, -1, 1) + offset;
    double s = test_rng_between(rng, -2, 2), t = test_rng_between(rng, -2, 2);
    double *last = x + dimension * dimension;
    for (int k = 0; k < dimension; k++) {
        last[k] = x[k] + s * (x[dimension + k] - x[k]);
        if (dimension == 3)
            last[k] += t * (x[2 * dimension + k] - x[k]);
    }
    for (int i = 0; i < points * dimension; i++)
        x[i] = nudged(rng, x[i], 2);
}

static void test_random(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_random");
    uint64_t count = test_case_count(400000, 7000000);
    for (uint64_t n = 0; n < count; n++) {
        double x[12];
        for (int i = 0; i < 12; i++)
            x[i] = n % 2 == 0 ? test_rng_between(&rng, -1, 1)
                              : (double)(float)test_rng_between(&rng, -1000, 1000);
        check2(x);
        check3(x);
    }
}

static void test_ulp_grids(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_ulp_grids");
    uint64_t count = test_case_count(200000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        double x[12];
        make_nearly_degenerate(&rng, x, 2);
        check2(x);
        make_nearly_degenerate(&rng, x, 3);
        check3(x);
    }
    /* The classic picture: a 128 x 128 grid of neighbouring doubles around a point on a line, and
     * on a plane. */
    uint64_t naive_wrong = 0;
    for (int i = 0; i < 128; i++)
        for (int j = 0; j < 128; j++) {
            double a = 0.5 + i * 0x1p-53, b = 0.5 + j * 0x1p-53;
            double flat[6] = {12, 12, 24, 24, a, b};
            check2(flat);
            double naive = (12.0 - a) * (24.0 - b) - (12.0 - b) * (24.0 - a);
            naive_wrong += (naive > 0) - (naive < 0) != mpz_sgn(det);
            double space[12] = {12, 12, 12, 24, 24, 25, 24, 25, 24, a, b, a};
            check3(space);
        }
    print_message("grid of 16384: naive orient2d is wrong on %llu, tact on none\n",
                  (unsigned long long)naive_wrong);
}

static void test_small_integers(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_small_integers");
    uint64_t count = test_case_count(200000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        double x[12];
        for (int i = 0; i < 12; i++)
            x[i] = (double)test_rng_below(&rng, 4) - 1;
        check2(x);
        check3(x);
    }
}

/* The same families scaled by 2^k for k = -1000 to 900 in steps of 50, and below, where numbers are
 * subnormal. */
static void test_scaled(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_scaled");
    uint64_t count = test_case_count(1000, 30000);
    for (int k = -1050; k <= 1000; k += 50)
        for (uint64_t n = 0; n < count; n++) {
            double x[12];
            if (n % 4 == 0)
                for (int i = 0; i < 12; i++)
                    x[i] = (double)test_rng_below(&rng, 4);
            else
                make_nearly_degenerate(&rng, x, 3);
            for (int i = 0; i < 12; i++)
                x[i] = ldexp(x[i], k);
            check3(x);
            if (n % 4 != 0)
                make_nearly_degenerate(&rng, x, 2);
            for (int i = 0; n % 4 != 0 && i < 6; i++)
                x[i] = ldexp(x[i], k);
            check2(x);
        }
}

/* Each number with an exponent of its own; some equal, so that determinants vanish exactly. */
static void test_mixed_exponents(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_exponents");
    uint64_t count = test_case_count(30000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        double x[12];
        int spread = n % 3 == 0 ? 2040 : n % 3 == 1 ? 1200 : 300;
        for (int i = 0; i < 12; i++) {
            x[i] = ldexp(test_rng_between(&rng, -1, 1),
                         (int)test_rng_below(&rng, (uint32_t)spread) - spread / 2);
            if (i >= 3 && test_rng_below(&rng, 3) == 0)
                x[i] = x[test_rng_below(&rng, (uint32_t)i)];
            if (n % 7 == 0)
                x[i] = test_rng_any_double(&rng);
        }
        check2(x);
        check3(x);
    }
}

/* Lines are collinear if all three projections are, in integers. */
static void check_collinear(const double *x) {
    bool truth = true;
    for (int axis = 0; axis < 3; axis++) {
        int k = (axis + 1) % 3, l = (axis + 2) % 3;
        double flat[6] = {x[k], x[l], x[3 + k], x[3 + l], x[6 + k], x[6 + l]};
        truth2(flat);
        truth = truth && mpz_sgn(det) == 0;
    }
    tact_vec3 p[3] = {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}};
    assert_int_equal(tact_is_collinear(&p[0], &p[1], &p[2]), truth);
    assert_int_equal(tact_is_collinear(&p[2], &p[0], &p[1]), truth);
}

/* The mixed family, which all exact routines are tested with: a few numbers with any exponents
 * recur, so that points share lines and planes. */
static void test_mixed_family(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_family");
    uint64_t count = test_case_count(5000, 100000), zeros = 0;
    for (uint64_t n = 0; n < count; n++) {
        double x[12];
        mixed_palette palette = mixed_palette_make(&rng, 1024);
        tact_triangle t = mixed_triangle(&rng, &palette, 1024);
        tact_vec3 p = mixed_point(&rng, &palette, 1024);
        for (int i = 0; i < 12; i++)
            x[i] = i < 9 ? (&t.v[0].x)[i] : (&p.x)[i - 9];
        check2(x);
        check3(x);
        zeros += mpz_sgn(det) == 0;
        check_collinear(x);
    }
    assert_true(count < 100 || (zeros * 20 > count && zeros * 2 < count));
}

/* Inputs for which products of the filter overflow or underflow, with a sign that only the exact
 * stage can decide. */
static void test_edges_of_the_range(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_edges_of_the_range");
    uint64_t count = test_case_count(40000, 400000);
    for (uint64_t n = 0; n < count; n++) {
        double x[12];
        /* Exponents whose sum is near the end of the range. */
        int total = n % 2 == 0 ? 1024 : -1074;
        int ex = (int)test_rng_below(&rng, 700) * (n % 2 == 0 ? 1 : -1);
        int ey = (total - ex) / 2, ez = total - ex - ey;
        for (int i = 0; i < 12; i++) {
            int exponent = i % 3 == 0 ? ex : i % 3 == 1 ? ey : ez;
            exponent += (int)test_rng_below(&rng, 5) - 2;
            exponent = exponent > 1023 ? 1023 : exponent;
            x[i] = ldexp((double)test_rng_below(&rng, 4) - 1.5, exponent);
        }
        check2(x);
        check3(x);
    }
}

static void test_collinear(void **state) {
    (void)state;
    tact_vec3 a = {0.1, 0.2, 0.3}, b = {0.2, 0.4, 0.6}, c = {0.4, 0.8, 1.2};
    assert_true(tact_is_collinear(&a, &b, &c));
    assert_true(tact_is_collinear(&a, &a, &c));
    c.z = nextafter(c.z, 2);
    assert_false(tact_is_collinear(&a, &b, &c));
}

/* The call must return a sign for any input. */
static void test_not_finite_returns(void **state) {
    (void)state;
    const double odd[] = {NAN, INFINITY, -INFINITY, 0, 1, 1e308};
    for (int n = 0; n < 6 * 6 * 6 * 6; n++) {
        tact_vec3 p = {odd[n % 6], odd[n / 6 % 6], 0}, q = {1, odd[n / 36 % 6], odd[n / 216 % 6]};
        tact_vec3 r = {0, 1, 2}, s = {odd[n % 5], 3, 1};
        int sign = tact_orient3d(&p, &q, &r, &s);
        assert_true(sign >= -1 && sign <= 1);
    }
}

/* Values must have a relative error of at most 2^-51. */
static void check_value(tacti_scaled value, int exponent) {
    mpq_t exact, got, error;
    mpq_inits(exact, got, error, NULL);
    mpq_set_z(exact, det);
    mpq_set_d(got, value.mantissa);
    if (value.exponent >= 0)
        mpq_mul_2exp(got, got, (mp_bitcnt_t)value.exponent);
    else
        mpq_div_2exp(got, got, (mp_bitcnt_t)-value.exponent);
    if (exponent >= 0)
        mpq_mul_2exp(exact, exact, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(exact, exact, (mp_bitcnt_t)-exponent);
    mpq_sub(error, got, exact);
    mpq_abs(error, error);
    mpq_abs(exact, exact);
    mpq_mul_2exp(error, error, 51);
    assert_true(mpq_cmp(error, exact) <= 0);
    mpq_clears(exact, got, error, NULL);
}

static void test_values(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_values");
    uint64_t count = test_case_count(50000, 500000);
    for (uint64_t n = 0; n < count; n++) {
        double x[12];
        make_nearly_degenerate(&rng, x, 3);
        for (int i = 0; n % 4 == 0 && i < 12; i++)
            x[i] = ldexp(x[i], (int)test_rng_below(&rng, 1800) - 1000);
        mixed_palette palette = mixed_palette_make(&rng, 1024);
        for (int i = 0; n % 4 == 1 && i < 12; i++)
            x[i] = mixed_number(&rng, &palette, 1024);
        tact_vec3 p[4];
        for (int i = 0; i < 4; i++)
            p[i] = (tact_vec3){x[3 * i], x[3 * i + 1], x[3 * i + 2]};
        tacti_diff3 a = {p[1], p[0]}, b = {p[2], p[0]}, c = {p[3], p[0]};
        int exponent = truth3(x);
        check_value(tacti_det3_value(&a, &b, &c), exponent);
        exponent = truth2(x);
        tacti_diff2 d = {{x[2], x[3]}, {x[0], x[1]}}, e = {{x[4], x[5]}, {x[0], x[1]}};
        check_value(tacti_det2_value(&d, &e), exponent);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collinear),       cmocka_unit_test(test_not_finite_returns),
        cmocka_unit_test(test_small_integers),  cmocka_unit_test(test_random),
        cmocka_unit_test(test_ulp_grids),       cmocka_unit_test(test_scaled),
        cmocka_unit_test(test_mixed_exponents), cmocka_unit_test(test_edges_of_the_range),
        cmocka_unit_test(test_values),          cmocka_unit_test(test_mixed_family),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
