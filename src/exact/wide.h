/* SPDX-License-Identifier: MIT */
/* Wide integers: enough fixed-size arithmetic to evaluate a 3x3 determinant of differences of any
 * finite doubles exactly, and products of six differences of doubles below 2^501. Doubles become
 * integers by a common power of two. Used where exponents are too far out for expansions, which is
 * rare, so the code is plain: sign and magnitude, 32-bit digits, schoolbook products, no
 * allocation. */
#ifndef TACTI_EXACT_WIDE_H
#define TACTI_EXACT_WIDE_H

#include <stdint.h>

/* A difference of two doubles has bits from 2^-1074 up to 2^1024: 2099 bits. The product of three
 * of them has at most 6297 bits, a sum of six such products 6300 bits: 197 digits. A difference of
 * doubles below 2^501 has 1577 bits, the square of such a determinant less than 9472: 296 digits;
 * four more are for what sums and edges of differences add. */
#define TACTI_WIDE_DIGITS 304

typedef struct tacti_wide {
    int sign;                          /* -1, 0 or 1 */
    int count;                         /* digits in use; 0 for the number 0 */
    uint32_t digit[TACTI_WIDE_DIGITS]; /* least first; above count undefined */
} tacti_wide;

/* A real number mantissa * 2^exponent, for values beyond the range of double. */
typedef struct tacti_scaled {
    double mantissa;
    int exponent;
} tacti_scaled;

/* The exponent of the lowest bit that a finite double may have set: x is a multiple of 2^result.
 * For 0 the result is INT_MAX. */
int tacti_wide_lowest_exponent(double x);

/* out = x / 2^exponent, which must be an integer (exponent <= tacti_wide_lowest_exponent(x)). */
void tacti_wide_from_double(double x, int exponent, tacti_wide *out);

/* out = a + b and out = a - b; out may be a or b. */
void tacti_wide_add(const tacti_wide *a, const tacti_wide *b, tacti_wide *out);
void tacti_wide_sub(const tacti_wide *a, const tacti_wide *b, tacti_wide *out);

/* out = a * b; out is neither a nor b. */
void tacti_wide_mul(const tacti_wide *a, const tacti_wide *b, tacti_wide *out);

/* a * 2^exponent, within 2 units in the last place of the mantissa. */
tacti_scaled tacti_wide_to_scaled(const tacti_wide *a, int exponent);

#endif
