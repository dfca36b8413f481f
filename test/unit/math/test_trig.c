/* SPDX-License-Identifier: MIT */
/* Sine and cosine against GMP, the table of 2/pi against its definition, and the least distance of
 * a double to a multiple of pi/2, which the accuracy of the reduction depends on. */
#include "support.h"

#include <math.h>
#include <stdio.h>

#include "math/trig.h"
#include "mpz64.h"
#include "trig_oracle.h"

/* What trig.c promises before and after the last rounding; the header promises 0.51. */
#define RELATIVE_MOST (-69)
#define ULPS_MOST (0.5 + 0x1p-16)

/* The worst of one of the two functions so far. */
typedef struct worst {
    double ulps, ulps_at;
    double relative, relative_at; /* as log2, before the last rounding */
} worst;

typedef struct accuracy {
    trig_oracle oracle;
    worst of[2]; /* sine and cosine */
    uint64_t count;
} accuracy;

static void accuracy_start(accuracy *a) {
    *a = (accuracy){.of = {{.relative = -INFINITY}, {.relative = -INFINITY}}};
    trig_oracle_init(&a->oracle);
}

static void accuracy_end(accuracy *a, const char *what) {
    printf("  %s: %llu arguments\n", what, (unsigned long long)a->count);
    assert_true(a->count > 0);
    for (int i = 0; i < 2; i++) {
        const worst *w = &a->of[i];
        printf("    %s: worst %.6f ulp at %a; before rounding 2^%.1f at %a\n",
               i == 0 ? "sin" : "cos", w->ulps, w->ulps_at, w->relative, w->relative_at);
        assert_true(w->ulps <= ULPS_MOST);
        assert_true(w->relative < RELATIVE_MOST);
        assert_true(w->ulps > 0.49 && w->relative > -90); /* it measures something */
    }
    trig_oracle_clear(&a->oracle);
}

static void measure_one(accuracy *a, double x, bool cosine) {
    worst *w = &a->of[cosine ? 1 : 0];
    trig_oracle_set(&a->oracle, x, cosine);
    double result = cosine ? tact_cos(x) : tact_sin(x);
    double ulps = trig_oracle_ulps(&a->oracle, result);
    if (ulps > w->ulps) {
        w->ulps = ulps;
        w->ulps_at = x;
    }
    if (fabs(x) < TACTI_TRIG_LEAST)
        return;
    tacti_twofold value = cosine ? tacti_cosine(x) : tacti_sine(x);
    test_assert_same_bits(result, value.hi);
    double relative = trig_oracle_relative(&a->oracle, value.hi, value.lo);
    if (relative > w->relative) {
        w->relative = relative;
        w->relative_at = x;
    }
}

/* Measures both functions at x and checks their symmetry. */
static void measure(accuracy *a, double x) {
    if (x == 0)
        return;
    double sine = tact_sin(x), cosine = tact_cos(x);
    test_assert_same_bits(tact_sin(-x), -sine);
    test_assert_same_bits(tact_cos(-x), cosine);
    assert_true(fabs(sine) <= 1 && fabs(cosine) <= 1);
    measure_one(a, x, false);
    measure_one(a, x, true);
    a->count++;
}

static void measure_around(accuracy *a, double x) {
    measure(a, x);
    measure(a, nextafter(x, 0));
    if (nextafter(x, INFINITY) < INFINITY)
        measure(a, nextafter(x, INFINITY));
}

static void test_all_magnitudes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("trig_all_magnitudes");
    accuracy a;
    accuracy_start(&a);
    for (uint64_t i = test_case_count(40000, 400000); i > 0; i--)
        measure(&a, test_rng_any_double(&rng));
    accuracy_end(&a, "any bit pattern");
}

static void test_usual_sizes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("trig_usual_sizes");
    accuracy a;
    accuracy_start(&a);
    for (uint64_t i = test_case_count(15000, 150000); i > 0; i--)
        measure(&a, test_rng_between(&rng, -0.8, 0.8));
    for (uint64_t i = test_case_count(15000, 150000); i > 0; i--)
        measure(&a, test_rng_between(&rng, -10, 10));
    for (uint64_t i = test_case_count(5000, 50000); i > 0; i--)
        measure(&a, ldexp(test_rng_between(&rng, 1, 2), (int)test_rng_below(&rng, 90) - 60));
    accuracy_end(&a, "usual sizes");
}

/* The doubles next to k pi/2, for k of every length. */
static void test_near_multiples_of_half_pi(void **state) {
    (void)state;
    test_rng rng = test_rng_start("trig_near_multiples");
    accuracy a;
    accuracy_start(&a);
    mpz_t multiple;
    mpz_init(multiple);
    for (uint64_t i = test_case_count(8000, 80000); i > 0; i--) {
        test_mpz_set_u64(multiple, test_rng_next(&rng) | 1);
        uint32_t bits = 1 + test_rng_below(&rng, 1022);
        if (bits < 64)
            mpz_tdiv_q_2exp(multiple, multiple, 64 - bits);
        else
            mpz_mul_2exp(multiple, multiple, bits - 64);
        mpz_mul(multiple, multiple, a.oracle.half_pi);
        long exponent;
        double mantissa = mpz_get_d_2exp(&exponent, multiple);
        double x = ldexp(mantissa, (int)(exponent - ORACLE_BITS));
        if (x < INFINITY)
            measure_around(&a, x);
    }
    mpz_clear(multiple);
    accuracy_end(&a, "next to multiples of pi/2");
}

static void test_chosen_arguments(void **state) {
    (void)state;
    accuracy a;
    accuracy_start(&a);
    double hardest = ldexp(6381956970095103.0, 797);
    measure_around(&a, hardest);
    measure_around(&a, 0x1.fffffffffffffp+1023);
    measure_around(&a, 0x1.921fb54442d18p-1);
    measure_around(&a, 0x1p-27);
    for (int k = -1074; k < 1024; k++)
        measure_around(&a, ldexp(1, k));
    for (int k = 0; k <= 1000; k++) {
        measure_around(&a, 1 + k);
        measure_around(&a, (1 + k) * 0x1.921fb54442d18p-1);
    }
    accuracy_end(&a, "chosen arguments");
    /* cos of the worst case, from the literature: -4.687165924254624e-19 */
    assert_true(fabs(fabs(tact_cos(hardest)) / 4.687165924254624e-19 - 1) < 1e-14);
    /* and the classic test of a reduction */
    assert_true(tact_sin(1e22) == -0.8522008497671888);
}

static void test_special_values(void **state) {
    (void)state;
    test_assert_same_bits(tact_sin(0.0), 0.0);
    test_assert_same_bits(tact_sin(-0.0), -0.0);
    test_assert_same_bits(tact_cos(0.0), 1.0);
    test_assert_same_bits(tact_cos(-0.0), 1.0);
    test_assert_same_bits(tact_sin(0x1p-1074), 0x1p-1074);
    test_assert_same_bits(tact_sin(-0x1.8p-1040), -0x1.8p-1040);
    test_assert_same_bits(tact_cos(0x1p-1074), 1.0);
    assert_true(isnan(tact_sin(NAN)) && isnan(tact_cos(NAN)));
    assert_true(isnan(tact_sin(INFINITY)) && isnan(tact_cos(INFINITY)));
    assert_true(isnan(tact_sin(-INFINITY)) && isnan(tact_cos(-INFINITY)));
}

/* The words of the table are the bits of 2/pi. */
static void test_table(void **state) {
    (void)state;
    const unsigned bits = 64 * (TACTI_TWO_OVER_PI_WORDS - 1);
    trig_oracle o;
    trig_oracle_init(&o);
    mpz_t ratio, word;
    mpz_inits(ratio, word, NULL);
    mpz_set_ui(ratio, 1);
    mpz_mul_2exp(ratio, ratio, bits + ORACLE_BITS);
    mpz_fdiv_q(ratio, ratio, o.half_pi); /* 1 / (pi/2) in units of 2^-bits */
    assert_true(tacti_two_over_pi[0] == 0);
    for (unsigned i = 1; i < TACTI_TWO_OVER_PI_WORDS; i++) {
        mpz_fdiv_q_2exp(word, ratio, bits - 64 * i);
        mpz_fdiv_r_2exp(word, word, 64);
        uint64_t expected = 0;
        mpz_export(&expected, NULL, -1, sizeof expected, 0, 0, word);
        assert_true(tacti_two_over_pi[i] == expected);
    }
    printf("  %u words of 2/pi recomputed\n", TACTI_TWO_OVER_PI_WORDS - 1);
    mpz_clears(ratio, word, NULL);
    trig_oracle_clear(&o);
}

/* The least distance of m 2^e (2/pi) to an integer over all m below 2^53, as log2, and the m. The
 * convergents q of a continued fraction come closest among all numbers up to the next q, and their
 * distances are the remainders of Euclid's algorithm. */
static double least_distance(const mpz_t two_over_pi, mp_bitcnt_t bits, int e, double *at) {
    mpz_t whole, rest, quotient, q, q_before, swap;
    mpz_inits(whole, rest, quotient, q, q_before, swap, NULL);
    mpz_set_ui(whole, 1);
    mpz_mul_2exp(whole, whole, bits);
    if (e >= 0)
        mpz_mul_2exp(rest, two_over_pi, (mp_bitcnt_t)e);
    else
        mpz_fdiv_q_2exp(rest, two_over_pi, (mp_bitcnt_t)-e);
    mpz_fdiv_r_2exp(rest, rest, bits);
    mpz_set_ui(q, 1);
    double distance = 0;
    while (mpz_sgn(rest) != 0 && mpz_sizeinbase(q, 2) <= 53) {
        long exponent;
        double mantissa = mpz_get_d_2exp(&exponent, rest);
        distance = log2(mantissa) + (double)(exponent - (long)bits);
        *at = mpz_get_d(q);
        mpz_fdiv_qr(quotient, swap, whole, rest);
        mpz_set(whole, rest);
        mpz_set(rest, swap);
        mpz_addmul(q_before, quotient, q);
        mpz_swap(q, q_before);
    }
    mpz_clears(whole, rest, quotient, q, q_before, swap, NULL);
    return distance;
}

static void test_least_distance_to_a_multiple(void **state) {
    (void)state;
    const mp_bitcnt_t bits = 1400;
    trig_oracle o;
    trig_oracle_init(&o);
    mpz_t ratio;
    mpz_init_set_ui(ratio, 1);
    mpz_mul_2exp(ratio, ratio, bits + ORACLE_BITS);
    mpz_fdiv_q(ratio, ratio, o.half_pi);
    double least = 0, least_at = 0;
    int least_e = 0;
    for (int e = -53; e <= 971; e++) {
        double at = 0;
        double distance = least_distance(ratio, bits, e, &at);
        if (distance < least) {
            least = distance;
            least_at = at;
            least_e = e;
        }
    }
    printf("  least distance to an integer 2^%.3f quarter turns, at %.0f * 2^%d\n", least, least_at,
           least_e);
    assert_true(least >= -61.6 && least <= -61.4);
    assert_true(least_at == 6381956970095103.0 && least_e == 797);
    mpz_clear(ratio);
    trig_oracle_clear(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_magnitudes),
        cmocka_unit_test(test_usual_sizes),
        cmocka_unit_test(test_near_multiples_of_half_pi),
        cmocka_unit_test(test_chosen_arguments),
        cmocka_unit_test(test_special_values),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_least_distance_to_a_multiple),
    };
    return cmocka_run_group_tests_name("math: sine and cosine", tests, NULL, NULL);
}
