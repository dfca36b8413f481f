/* SPDX-License-Identifier: MIT */
/* Wide integers: fixed-size arithmetic that is large enough for every exact value that the library
 * takes from doubles of any size; the table below says which. Doubles become integers by a common
 * power of two. Used if exponents are too large or too small for expansions. That is rare, so the
 * code is simple: sign and magnitude, 32-bit digits, schoolbook products, no allocation. */
#ifndef TACTI_EXACT_WIDE_H
#define TACTI_EXACT_WIDE_H

#include <stdint.h>

/* ---- How large they are --------------------------------------------------------------------
 *
 * Every value is a polynomial in integers made from doubles, so it is at most the sum of the
 * magnitudes of its coefficients times the largest integer to the power of its degree. Two ranges
 * of numbers occur. A finite double is a multiple of 2^-1074 below 2^1024, so its integer is below
 * 2^2098. A placed coordinate of a convex shape has at most the magnitude 2^502, so its integer is
 * at most 2^1576; radii are smaller. TACTI_WIDE_BITS() takes the degree in each of the two, and a
 * power of two that the sum of the coefficients does not exceed. The greatest value of every user,
 * where p is a placed coordinate, w a difference of two of them, d and e differences of two w:
 *
 * - exact/det.c: a 3x3 determinant of differences of doubles: 6 products of 3 differences, 48.
 * - exact/cut.c: two products of two such determinants, 2 * 48^2.
 * - lp/lp_prove.c: 5 weights times limits, and a box times 20 products of two doubles: 25.
 * - lp/lp_deepest.c: 4 offsets times determinants of 3 normals: 24 products of 4 doubles.
 * - decide/exact_search.c: (n . w)^2 with n = d x e has 192^2 and degree 6. A direction of doubles
 *   times a difference, squared: 6^2.
 * - pair/pair_check.c: the squared gap along n = w (d . d) - d (w . d), of degree 3 with 192: n
 *   times two coordinates has 1152, its square 1152^2 and degree 8. A direction of doubles, squared
 *   with its gap: 6^2.
 * - object/object_touch.c: the same gap along n = w (w' . d) - w' (w . d), with 96: 576^2. Or along
 *   a cross product of a difference with a direction of at most 96 bits.
 *
 * A product of a and b clears as many digits as a and b have together, at most (bits + 63) / 32 for
 * a result of so many bits. Sums and conversions need no more. A new use of wide integers is added
 * to this list. */
#define TACTI_WIDE_DOUBLE_BITS 2098
#define TACTI_WIDE_PLACED_BITS 1576
/* The largest magnitude of a placed coordinate: 2^TACTI_WIDE_PLACED_BITS times 2^-1074. */
#define TACTI_WIDE_MOST_PLACED 0x1p502

#define TACTI_WIDE_BITS(double_degree, placed_degree, coefficient_bits)                            \
    ((double_degree)*TACTI_WIDE_DOUBLE_BITS + (placed_degree)*TACTI_WIDE_PLACED_BITS +             \
     (coefficient_bits))

#define TACTI_WIDE_MOST_BITS TACTI_WIDE_BITS(0, 8, 21)
#define TACTI_WIDE_DIGITS ((TACTI_WIDE_MOST_BITS + 63) / 32)

_Static_assert(TACTI_WIDE_BITS(3, 0, 6) <= TACTI_WIDE_MOST_BITS, "exact/det.c");
_Static_assert(TACTI_WIDE_BITS(6, 0, 13) <= TACTI_WIDE_MOST_BITS, "exact/cut.c");
_Static_assert(TACTI_WIDE_BITS(3, 0, 5) <= TACTI_WIDE_MOST_BITS, "lp/lp_prove.c");
_Static_assert(TACTI_WIDE_BITS(4, 0, 5) <= TACTI_WIDE_MOST_BITS, "lp/lp_deepest.c");
_Static_assert(TACTI_WIDE_BITS(0, 6, 16) <= TACTI_WIDE_MOST_BITS, "decide/exact_search.c");
_Static_assert(TACTI_WIDE_BITS(2, 2, 6) <= TACTI_WIDE_MOST_BITS, "directions of doubles");
_Static_assert(TACTI_WIDE_BITS(0, 8, 21) <= TACTI_WIDE_MOST_BITS, "pair/pair_check.c");
_Static_assert(TACTI_WIDE_BITS(0, 8, 19) <= TACTI_WIDE_MOST_BITS,
               "object/object_touch.c, vertices");
_Static_assert(TACTI_WIDE_BITS(0, 4, 2 * 96 + 8) <= TACTI_WIDE_MOST_BITS, "and directions");

typedef struct tacti_wide {
    int sign;                          /* -1, 0 or 1 */
    int count;                         /* digits in use; 0 for the number 0 */
    uint32_t digit[TACTI_WIDE_DIGITS]; /* least first; undefined above count */
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

/* out = a; copies no more digits than are in use. */
void tacti_wide_copy(const tacti_wide *a, tacti_wide *out);

/* out = a + b and out = a - b; out may be a or b. */
void tacti_wide_add(const tacti_wide *a, const tacti_wide *b, tacti_wide *out);
void tacti_wide_sub(const tacti_wide *a, const tacti_wide *b, tacti_wide *out);

/* out = a * b; out is neither a nor b. */
void tacti_wide_mul(const tacti_wide *a, const tacti_wide *b, tacti_wide *out);

/* a * 2^exponent, within 2 units in the last place of the mantissa. */
tacti_scaled tacti_wide_to_scaled(const tacti_wide *a, int exponent);

#endif
