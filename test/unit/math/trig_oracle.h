/* SPDX-License-Identifier: MIT */
/* Sine and cosine from GMP integers: pi from Machin's formula, a division for the remainder, and
 * the Taylor series with 200 bits. Shares nothing with the library. */
#ifndef TACT_TEST_TRIG_ORACLE_H
#define TACT_TEST_TRIG_ORACLE_H

#include <gmp.h>
#include <stdbool.h>

/* Numbers are integers in units of 2^-ORACLE_BITS, exact for every double. */
#define ORACLE_BITS 1500

typedef struct trig_oracle {
    mpz_t half_pi; /* in units of 2^-ORACLE_BITS, truncated */
    mpz_t x, turns, rest, square, term, sum, value, part;
    long bits; /* sum, the exact result, is in units of 2^-bits */
} trig_oracle;

void trig_oracle_init(trig_oracle *oracle);
void trig_oracle_clear(trig_oracle *oracle);

/* Computes the sine (or cosine) of a finite x other than 0, to about 2^-190 of itself. */
void trig_oracle_set(trig_oracle *oracle, double x, bool cosine);

/* How far result is from the exact value, in units in the last place of the exact value. */
double trig_oracle_ulps(trig_oracle *oracle, double result);

/* log2 of the relative distance of hi + lo from the exact value. */
double trig_oracle_relative(trig_oracle *oracle, double hi, double lo);

#endif
