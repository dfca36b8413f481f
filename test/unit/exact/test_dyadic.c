/* SPDX-License-Identifier: MIT */
/* Dyadic numbers against GMP: conversion of every double, sums, differences and products over the
 * whole range of exponents, keeping one number of a store, and a store that is full. */
#include "support.h"

#include "exact/dyadic.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

static void value_of(mpq_t out, tacti_dyadic a) {
    mpz_t digits;
    mpz_init(digits);
    if (a.count > 0) {
        assert_true(a.digit[0] != 0 && a.digit[a.count - 1] != 0);
        mpz_import(digits, (size_t)a.count, -1, sizeof a.digit[0], 0, 0, a.digit);
    }
    assert_int_equal(a.sign == 0, a.count == 0);
    if (a.sign < 0)
        mpz_neg(digits, digits);
    mpq_set_z(out, digits);
    if (a.exponent >= 0)
        mpq_mul_2exp(out, out, (mp_bitcnt_t)(32 * a.exponent));
    else
        mpq_div_2exp(out, out, (mp_bitcnt_t)(-32 * a.exponent));
    mpz_clear(digits);
}

static void assert_same(tacti_dyadic a, mpq_t truth) {
    mpq_t value;
    mpq_init(value);
    value_of(value, a);
    if (!mpq_equal(value, truth))
        fail_msg("%s", "the dyadic number differs from GMP's");
    mpq_clear(value);
}

/* Ends of the range, whole numbers, and any double. */
static double random_double(test_rng *rng) {
    static const double special[] = {0, -0.0, 0x1p-1074, -0x1p-1074, 0x1.fffffffffffffp1023, 1, -3};
    uint32_t which = test_rng_below(rng, 16);
    if (which < 7)
        return special[which];
    return which < 10 ? (double)test_rng_below(rng, 1000) - 500 : test_rng_any_double(rng);
}

static void test_conversion(void **state) {
    (void)state;
    test_rng rng = test_rng_start("dyadic_conversion");
    tacti_dyadic_store store;
    mpq_t truth;
    mpq_init(truth);
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        tacti_dyadic_start(&store);
        double x = random_double(&rng);
        tacti_dyadic a = tacti_dyadic_from(&store, x);
        mpq_set_d(truth, x);
        assert_same(a, truth);
        assert_true(tacti_dyadic_estimate(a) == x);
        assert_true(a.count <= 3);
    }
    mpq_clear(truth);
}

/* A number from a chain of sums and products, and the same from GMP. */
static tacti_dyadic random_chain(test_rng *rng, tacti_dyadic_store *store, mpq_t truth) {
    mpq_t next;
    mpq_init(next);
    double x = random_double(rng);
    tacti_dyadic a = tacti_dyadic_from(store, x);
    mpq_set_d(truth, x);
    for (uint32_t steps = test_rng_below(rng, 6); steps > 0; steps--) {
        x = random_double(rng);
        tacti_dyadic b = tacti_dyadic_from(store, x);
        mpq_set_d(next, x);
        switch (test_rng_below(rng, 3)) {
        case 0:
            a = tacti_dyadic_add(store, a, b);
            mpq_add(truth, truth, next);
            break;
        case 1:
            a = tacti_dyadic_sub(store, b, a);
            mpq_sub(truth, next, truth);
            break;
        default:
            a = tacti_dyadic_mul(store, a, b);
            mpq_mul(truth, truth, next);
        }
    }
    mpq_clear(next);
    return a;
}

static void test_chains(void **state) {
    (void)state;
    test_rng rng = test_rng_start("dyadic_chains");
    tacti_dyadic_store store;
    mpq_t a_truth, b_truth, truth;
    mpq_inits(a_truth, b_truth, truth, NULL);
    for (uint64_t i = 0; i < test_case_count(10000, 100000); i++) {
        tacti_dyadic_start(&store);
        tacti_dyadic a = random_chain(&rng, &store, a_truth);
        int used = store.used;
        tacti_dyadic b = random_chain(&rng, &store, b_truth);
        b = tacti_dyadic_keep(&store, used, b);
        assert_int_equal(store.used, used + b.count);
        assert_same(b, b_truth);
        assert_same(a, a_truth);
        mpq_add(truth, a_truth, b_truth);
        assert_same(tacti_dyadic_add(&store, a, b), truth);
        mpq_sub(truth, a_truth, b_truth);
        assert_same(tacti_dyadic_sub(&store, a, b), truth);
        mpq_mul(truth, a_truth, b_truth);
        assert_same(tacti_dyadic_mul(&store, a, b), truth);
        assert_int_equal(tacti_dyadic_sub(&store, a, a).sign, 0);
        assert_false(store.is_full);
    }
    mpq_clears(a_truth, b_truth, truth, NULL);
}

/* Squares double in length until nothing more fits; nothing is written beyond the store. */
static void test_full(void **state) {
    (void)state;
    struct {
        tacti_dyadic_store store;
        uint32_t guard[4];
    } room;
    memset(room.guard, 7, sizeof room.guard);
    tacti_dyadic_start(&room.store);
    tacti_dyadic a = tacti_dyadic_from(&room.store, 1 + 0x1p-52);
    int steps = 0;
    while (!room.store.is_full && steps < 100) {
        a = tacti_dyadic_mul(&room.store, a, a);
        steps++;
    }
    assert_true(room.store.is_full && steps > 8 && steps < 20);
    assert_int_equal(a.sign, 0);
    assert_true(room.store.used <= TACTI_DYADIC_STORE);
    for (int i = 0; i < 4; i++)
        assert_true(room.guard[i] == 0x07070707);
    /* Doubles, until not even one fits. */
    tacti_dyadic_start(&room.store);
    for (int i = 0; i <= TACTI_DYADIC_STORE / 3; i++)
        a = tacti_dyadic_from(&room.store, 1 + 0x1p-52);
    assert_true(room.store.is_full);
    assert_int_equal(a.sign, 0);
    for (int i = 0; i < 4; i++)
        assert_true(room.guard[i] == 0x07070707);
    tacti_dyadic_start(&room.store);
    assert_int_equal(tacti_dyadic_from(&room.store, -2).sign, -1);
    assert_false(room.store.is_full);
}

/* A sum without room is 0, and the store says so. */
static void test_full_sum(void **state) {
    (void)state;
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_dyadic a = tacti_dyadic_from(&store, 3), b = tacti_dyadic_from(&store, -0.5);
    while (store.used + 3 <= TACTI_DYADIC_STORE)
        assert_int_equal(tacti_dyadic_from(&store, 7).sign, 1);
    while (!store.is_full)
        a = tacti_dyadic_add(&store, a, b);
    assert_int_equal(a.sign, 0);
    assert_true(store.used <= TACTI_DYADIC_STORE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversion),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_full_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
