/* SPDX-License-Identifier: MIT */
/* See trig_oracle.h. */
#include "trig_oracle.h"

#include <math.h>

/* The significant bits of the remainder that the series keeps. */
#define SERIES_BITS 200

/* sum = arctan(1/n) in units of 2^-ORACLE_BITS. */
static void arctan_inverse(mpz_t sum, unsigned long n) {
    mpz_t power, term;
    mpz_inits(power, term, NULL);
    mpz_set_ui(power, 1);
    mpz_mul_2exp(power, power, ORACLE_BITS);
    mpz_tdiv_q_ui(power, power, n);
    mpz_set_ui(sum, 0);
    for (unsigned long k = 1; mpz_sgn(power) != 0; k += 2) {
        mpz_tdiv_q_ui(term, power, k);
        if (k % 4 == 1)
            mpz_add(sum, sum, term);
        else
            mpz_sub(sum, sum, term);
        mpz_tdiv_q_ui(power, power, n * n);
    }
    mpz_clears(power, term, NULL);
}

void trig_oracle_init(trig_oracle *o) {
    mpz_inits(o->half_pi, o->x, o->turns, o->rest, o->square, o->term, o->sum, o->value, o->part,
              NULL);
    /* pi/2 = 8 arctan(1/5) - 2 arctan(1/239) */
    arctan_inverse(o->half_pi, 5);
    mpz_mul_ui(o->half_pi, o->half_pi, 8);
    arctan_inverse(o->term, 239);
    mpz_submul_ui(o->half_pi, o->term, 2);
}

void trig_oracle_clear(trig_oracle *o) {
    mpz_clears(o->half_pi, o->x, o->turns, o->rest, o->square, o->term, o->sum, o->value, o->part,
               NULL);
}

/* out = x 2^bits, which is an integer for every double if bits is at least 1074. */
static void scaled_double(mpz_t out, double x, long bits) {
    int exponent;
    mpz_set_d(out, ldexp(frexp(x, &exponent), 53));
    long shift = bits + exponent - 53;
    if (shift >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-shift);
}

/* sum = sine or cosine of rest, both in units of 2^-bits. */
static void series(trig_oracle *o, bool cosine, mp_bitcnt_t bits) {
    mpz_mul(o->square, o->rest, o->rest);
    mpz_tdiv_q_2exp(o->square, o->square, bits);
    if (cosine) {
        mpz_set_ui(o->term, 1);
        mpz_mul_2exp(o->term, o->term, bits);
    } else {
        mpz_set(o->term, o->rest);
    }
    mpz_set(o->sum, o->term);
    for (unsigned long k = cosine ? 1 : 2; mpz_sgn(o->term) != 0; k += 2) {
        mpz_mul(o->term, o->term, o->square);
        mpz_tdiv_q_2exp(o->term, o->term, bits);
        mpz_tdiv_q_ui(o->term, o->term, k * (k + 1));
        mpz_neg(o->term, o->term);
        mpz_add(o->sum, o->sum, o->term);
    }
}

void trig_oracle_set(trig_oracle *o, double x, bool cosine) {
    scaled_double(o->x, x, ORACLE_BITS);
    /* turns = floor(x / (pi/2) + 1/2); the error of pi/2 times turns stays below 2^-470. */
    mpz_mul_2exp(o->turns, o->x, 1);
    mpz_add(o->turns, o->turns, o->half_pi);
    mpz_mul_2exp(o->term, o->half_pi, 1);
    mpz_fdiv_q(o->turns, o->turns, o->term);
    mpz_set(o->rest, o->x);
    mpz_submul(o->rest, o->turns, o->half_pi);
    /* Keep SERIES_BITS bits of the remainder; bits is the scale from here on. */
    mp_bitcnt_t bits = ORACLE_BITS;
    size_t size = mpz_sizeinbase(o->rest, 2);
    if (size > SERIES_BITS) {
        mpz_tdiv_q_2exp(o->rest, o->rest, size - SERIES_BITS);
        bits -= size - SERIES_BITS;
    }
    unsigned long quadrant = mpz_fdiv_ui(o->turns, 4);
    series(o, cosine != (quadrant % 2 == 1), bits);
    if (cosine ? quadrant == 1 || quadrant == 2 : quadrant >= 2)
        mpz_neg(o->sum, o->sum);
    /* A scale at which every double is an integer. */
    o->bits = (long)bits > 1100 ? (long)bits : 1100;
    mpz_mul_2exp(o->sum, o->sum, (mp_bitcnt_t)o->bits - bits);
}

/* |hi + lo - exact| as a mantissa and a power of two. */
static double distance(trig_oracle *o, double hi, double lo, long *power) {
    scaled_double(o->value, hi, o->bits);
    scaled_double(o->part, lo, o->bits);
    mpz_add(o->value, o->value, o->part);
    mpz_sub(o->value, o->value, o->sum);
    double mantissa = fabs(mpz_get_d_2exp(power, o->value));
    *power -= o->bits;
    return mantissa;
}

double trig_oracle_ulps(trig_oracle *o, double result) {
    long exponent = (long)mpz_sizeinbase(o->sum, 2) - 1 - o->bits;
    long unit = exponent - 52 < -1074 ? -1074 : exponent - 52;
    long power;
    double mantissa = distance(o, result, 0, &power);
    return ldexp(mantissa, (int)(power - unit));
}

double trig_oracle_relative(trig_oracle *o, double hi, double lo) {
    long power, exact_power;
    double mantissa = distance(o, hi, lo, &power);
    double exact = fabs(mpz_get_d_2exp(&exact_power, o->sum));
    return log2(mantissa / exact) + (double)(power - exact_power + o->bits);
}
