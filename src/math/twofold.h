/* SPDX-License-Identifier: MIT */
/* Error-free transformations: the rounding error of one operation as a double of its own, and the
 * double-double numbers made of such pairs. Sums after Dekker and Knuth, products after Dekker and
 * Veltkamp (T. J. Dekker, A floating-point technique for extending the available precision, 1971).
 * Round to nearest is assumed. No fused multiply-add is used, so machines with and without it give
 * the same bits. */
#ifndef TACTI_MATH_TWOFOLD_H
#define TACTI_MATH_TWOFOLD_H

#include "math/bits.h"

/* An unevaluated sum hi + lo with hi = fl(hi + lo). */
typedef struct tacti_twofold {
    double hi;
    double lo;
} tacti_twofold;

/* a + b exactly, if |a| >= |b| or a = 0. No step overflows unless a + b does. */
static inline tacti_twofold tacti_twofold_fast_sum(double a, double b) {
    double sum = a + b;
    return (tacti_twofold){sum, b - (sum - a)};
}

/* a + b exactly, whichever is larger, if both are at most 2^1022. */
static inline tacti_twofold tacti_twofold_sum(double a, double b) {
    double sum = a + b;
    double b_part = sum - a;
    double a_part = sum - b_part;
    return (tacti_twofold){sum, (a - a_part) + (b - b_part)};
}

/* a b exactly, if |a| and |b| are at most 2^990 and |a b| is 0 or between 2^-960 and 2^1000. Then
 * the halves do not overflow, and the error, a multiple of at least 2^-1074, is a double. */
static inline tacti_twofold tacti_twofold_product(double a, double b) {
    const double splitter = 0x1p27 + 1;
    double product = a * b;
    double wide_a = splitter * a;
    double wide_b = splitter * b;
    double a_hi = wide_a - (wide_a - a);
    double b_hi = wide_b - (wide_b - b);
    double a_lo = a - a_hi;
    double b_lo = b - b_hi;
    double error = ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo;
    return (tacti_twofold){product, error};
}

/* a + b with a relative error below 2^-103, if |a| is well above |b|. */
static inline tacti_twofold tacti_twofold_add(tacti_twofold a, tacti_twofold b) {
    tacti_twofold sum = tacti_twofold_fast_sum(a.hi, b.hi);
    return tacti_twofold_fast_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

/* a b with a relative error below 2^-102, in the range of tacti_twofold_product(). */
static inline tacti_twofold tacti_twofold_multiply(tacti_twofold a, tacti_twofold b) {
    tacti_twofold product = tacti_twofold_product(a.hi, b.hi);
    return tacti_twofold_fast_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

#endif
