/* SPDX-License-Identifier: MIT */
/* Doubles as bit patterns: neighbours, exponents and scaling by powers of two, for every double.
 * Nothing here calls libm or depends on the rounding mode. Arithmetic that rounds is in twofold.h
 * and vec.h. */
#ifndef TACTI_MATH_BITS_H
#define TACTI_MATH_BITS_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/assert.h"

/* Every promise about bits needs IEEE doubles that are not computed wider than they are stored.
 */
_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024, "IEEE binary64");
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1, "double is computed as double");

#define TACTI_SIGN_BIT UINT64_C(0x8000000000000000)
#define TACTI_INFINITY_BITS UINT64_C(0x7FF0000000000000)
#define TACTI_NAN_BITS UINT64_C(0x7FF8000000000000)

static inline uint64_t tacti_bits_from_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double tacti_double_from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline double tacti_infinity(void) {
    return tacti_double_from_bits(TACTI_INFINITY_BITS);
}

/* The same NaN on every machine. The sign of a NaN from arithmetic differs between machines. */
static inline double tacti_nan(void) {
    return tacti_double_from_bits(TACTI_NAN_BITS);
}

static inline double tacti_abs(double x) {
#if defined(__GNUC__)
    return __builtin_fabs(x); /* one instruction, without a detour through other registers */
#else
    return tacti_double_from_bits(tacti_bits_from_double(x) & ~TACTI_SIGN_BIT);
#endif
}

/* True for -0 and for negative NaN too. */
static inline bool tacti_has_sign(double x) {
    return (tacti_bits_from_double(x) & TACTI_SIGN_BIT) != 0;
}

static inline bool tacti_is_finite(double x) {
    return (tacti_bits_from_double(x) & ~TACTI_SIGN_BIT) < TACTI_INFINITY_BITS;
}

/* The least double above x; NaN and +inf stay as they are. */
static inline double tacti_next_up(double x) {
    uint64_t bits = tacti_bits_from_double(x);
    if (!(x < tacti_infinity()))
        return x;
    if (x == 0)
        return tacti_double_from_bits(1);
    return tacti_double_from_bits((bits & TACTI_SIGN_BIT) != 0 ? bits - 1 : bits + 1);
}

/* The greatest double below x; NaN and -inf stay as they are. */
static inline double tacti_next_down(double x) {
    return -tacti_next_up(-x);
}

/* floor(log2 |x|) for a finite x other than 0, subnormal or not. */
static inline int tacti_exponent(double x) {
    uint64_t bits = tacti_bits_from_double(x) & ~TACTI_SIGN_BIT;
    int field = (int)(bits >> 52);
    if (field != 0)
        return field - 1023;
    int exponent = -1075;
    for (; bits != 0; bits >>= 1)
        exponent++;
    return exponent;
}

/* 2^k for k from -1074 to 1023; infinity for 1024. */
static inline double tacti_power_of_two(int k) {
    TACTI_ASSERT(k >= -1074 && k <= 1024);
    if (k >= -1022)
        return tacti_double_from_bits((uint64_t)(k + 1023) << 52);
    return tacti_double_from_bits(UINT64_C(1) << (k + 1074));
}

/* x 2^k for k from -1074 to 1100, rounded once. Only scaling up needs two steps; the first one is
 * exact, or overflows as the whole would. */
static inline double tacti_scale_by_power(double x, int k) {
    if (k > 1023)
        return x * tacti_power_of_two(1023) * tacti_power_of_two(k - 1023);
    return x * tacti_power_of_two(k);
}

#endif
