/* SPDX-License-Identifier: MIT */
/* Expansions against GMP: differences, sums and products are exact, stay within their documented
 * sizes, and do not overlap, whatever their components are. */
#include "mixed_numbers.h"
#include "support.h"

#include "exact/expansion.h"

#include <gmp.h>
#include <math.h>

enum { LEAST_EXPONENT = -1074, GUARD = 4, MOST_COUNT = 64 };

static const double guard_value = 12345.0;

static mpz_t a, b, truth;

static int setup(void **state) {
    (void)state;
    mpz_inits(a, b, truth, NULL);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    mpz_clears(a, b, truth, NULL);
    return 0;
}

/* out = the components' sum / 2^LEAST_EXPONENT. */
static void value_of(mpz_t out, int count, const double *e) {
    mpz_t part;
    mpz_init(part);
    mpz_set_ui(out, 0);
    for (int i = 0; i < count; i++) {
        int exponent;
        double mantissa = frexp(e[i], &exponent);
        mpz_set_d(part, ldexp(mantissa, 53));
        int shift = exponent - 53 - LEAST_EXPONENT;
        if (shift >= 0)
            mpz_mul_2exp(part, part, (mp_bitcnt_t)shift);
        else
            mpz_tdiv_q_2exp(part, part, (mp_bitcnt_t)-shift);
        mpz_add(out, out, part);
    }
    mpz_clear(part);
}

/* The exponent of the lowest set bit. */
static int lowest_bit(double x) {
    int exponent;
    double mantissa = frexp(x, &exponent);
    while (mantissa != floor(mantissa)) {
        mantissa *= 2;
        exponent--;
    }
    return exponent;
}

static int highest_bit(double x) {
    int exponent;
    (void)frexp(x, &exponent);
    return exponent - 1;
}

/* Least first, none of them 0, and the bits of no two overlap: then the last one has the sign. */
static bool is_nonoverlapping(int count, const double *e) {
    for (int i = 0; i < count; i++)
        if (e[i] == 0 || (i > 0 && highest_bit(e[i - 1]) >= lowest_bit(e[i])))
            return false;
    return true;
}

static void check(int count, int most, const double *h) {
    assert_true(count >= 0 && count <= most);
    for (int i = 0; i < GUARD; i++)
        assert_true(h[most + i] == guard_value);
    assert_true(is_nonoverlapping(count, h));
    value_of(a, count, h);
    if (mpz_cmp(a, truth) != 0)
        fail_msg("an expansion of %d components is not exact", count);
    double estimate = tacti_expansion_estimate(count, h);
    assert_int_equal((estimate > 0) - (estimate < 0), mpz_sgn(truth));
    if (count == 0)
        return;
    value_of(b, 1, &estimate);
    mpz_sub(b, b, truth);
    mpz_mul_2exp(b, b, 51);
    assert_true(mpz_cmpabs(b, truth) <= 0);
}

static void set_guards(double *h, int most) {
    for (int i = 0; i < GUARD; i++)
        h[most + i] = guard_value;
}

/* Numbers with short and long mantissas, ties and runs of ones, in the range that det.c allows. */
static double component(test_rng *rng, int spread) {
    static const double shape[] = {1,
                                   1,
                                   0x1.8p0,
                                   0x1.0000000000001p0,
                                   0x1.fffffffffffffp0,
                                   0x1.8000000000001p0,
                                   0x1.0000001p0};
    uint32_t choice = test_rng_below(rng, 9);
    double x = choice < 7 ? shape[choice] : test_rng_between(rng, 1, 2);
    x = ldexp(x, (int)test_rng_below(rng, (uint32_t)spread) - spread / 2);
    return test_rng_below(rng, 2) == 0 ? x : -x;
}

/* A random expansion, made of differences summed and scaled. */
static int random_expansion(test_rng *rng, int spread, double *e) {
    double next[2], all[MOST_COUNT];
    int count = tacti_expansion_from_difference(component(rng, spread), component(rng, spread), e);
    int steps = (int)test_rng_below(rng, 6);
    for (int i = 0; i < steps; i++) {
        int next_count =
            tacti_expansion_from_difference(component(rng, spread), component(rng, spread), next);
        int all_count = tacti_expansion_sum(count, e, next_count, next, all);
        for (count = 0; count < all_count; count++)
            e[count] = all[count];
    }
    return count;
}

static void test_differences(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_differences");
    uint64_t count = test_case_count(200000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        int spread = n % 2 == 0 ? 120 : 500;
        double x = component(&rng, spread), y = n % 7 == 0 ? x : component(&rng, spread);
        double h[2 + GUARD];
        set_guards(h, 2);
        int parts = tacti_expansion_from_difference(x, y, h);
        double both[2] = {x, -y};
        value_of(truth, 2, both);
        check(parts, 2, h);
        assert_int_equal(parts == 0, x == y);
    }
}

static void test_sums(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_sums");
    uint64_t count = test_case_count(150000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        int spread = n % 3 == 0 ? 60 : n % 3 == 1 ? 200 : 500;
        double e[MOST_COUNT], f[MOST_COUNT], h[2 * MOST_COUNT + GUARD];
        int e_count = random_expansion(&rng, spread, e), f_count;
        if (n % 5 == 0) { /* cancels completely, or all but a part */
            f_count = 0;
            for (int i = 0; i < e_count; i++)
                f[f_count++] = e[i];
            tacti_expansion_negate(f_count, f);
            if (n % 2 == 0 && f_count > 0)
                f_count--;
        } else {
            f_count = random_expansion(&rng, spread, f);
        }
        set_guards(h, e_count + f_count);
        int h_count = tacti_expansion_sum(e_count, e, f_count, f, h);
        value_of(truth, e_count, e);
        value_of(b, f_count, f);
        mpz_add(truth, truth, b);
        check(h_count, e_count + f_count, h);
    }
}

static void check_product(int e_count, const double *e, double factor) {
    double h[2 * MOST_COUNT + GUARD];
    set_guards(h, 2 * e_count);
    int h_count = tacti_expansion_scale(e_count, e, factor, h);
    /* The values are integer multiples of 2^-1074 times a factor; divide by the factor's power of
     * two. */
    int exponent;
    double mantissa = ldexp(frexp(factor, &exponent), 53);
    value_of(truth, e_count, e);
    mpz_set_d(b, mantissa);
    mpz_mul(truth, truth, b);
    exponent -= 53;
    if (exponent >= 0)
        mpz_mul_2exp(truth, truth, (mp_bitcnt_t)exponent);
    else
        mpz_tdiv_q_2exp(truth, truth, (mp_bitcnt_t)-exponent);
    check(h_count, 2 * e_count, h);
}

static void test_products(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_products");
    uint64_t count = test_case_count(150000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        int spread = n % 3 == 0 ? 60 : n % 3 == 1 ? 200 : 500;
        double e[MOST_COUNT];
        int e_count = random_expansion(&rng, spread, e);
        check_product(e_count, e, component(&rng, spread));
    }
}

/* A number of the mixed family in the range that det.c allows; smaller ones become 2^-242 or less.
 */
static double mixed_component(test_rng *rng, const mixed_palette *palette) {
    double x = mixed_number(rng, palette, 300);
    return x == 0 || fabs(x) >= 0x1p-250 ? x : ldexp(x < 0 ? -1 : 1, -250 + (int)(palette->count));
}

/* Two differences of the mixed family, their sum, and its product with a number. */
static void test_mixed_family(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_family");
    uint64_t count = test_case_count(20000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        mixed_palette palette = mixed_palette_make(&rng, 300);
        double x[4], e[2], f[2], sum[4 + GUARD];
        for (int i = 0; i < 4; i++)
            x[i] = mixed_component(&rng, &palette);
        int e_count = tacti_expansion_from_difference(x[0], x[1], e);
        int f_count = tacti_expansion_from_difference(x[2], x[3], f);
        set_guards(sum, e_count + f_count);
        int sum_count = tacti_expansion_sum(e_count, e, f_count, f, sum);
        double all[4] = {x[0], -x[1], x[2], -x[3]};
        value_of(truth, 4, all);
        check(sum_count, e_count + f_count, sum);
        check_product(sum_count, sum, mixed_component(&rng, &palette));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_mixed_family),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
