/* SPDX-License-Identifier: MIT */
/* What reading and writing numbers share: the leading 128 bits of the powers of ten, products of
 * 64-bit numbers, and logarithms rounded down. Nothing here rounds a double. */
#ifndef TACTI_MATH_NUMBER_POWER_H
#define TACTI_MATH_NUMBER_POWER_H

#include <stdint.h>

/* 128 bits; the highest is 1. */
typedef struct tacti_power {
    uint64_t high;
    uint64_t low;
} tacti_power;

/* Reading needs 10^-342 to 10^308, writing 10^-292 to 10^324. */
#define TACTI_POWER_MIN (-342)
#define TACTI_POWER_MAX 324

/* tacti_powers[e - TACTI_POWER_MIN] is floor(10^e * 2^(127 - tacti_log2_of_power(e))). */
extern const tacti_power tacti_powers[TACTI_POWER_MAX - TACTI_POWER_MIN + 1];

/* floor(x / 2^bits) for |x| < 2^40, also below zero. */
static inline int tacti_shift_down(int64_t x, int bits) {
    return (int)((x + (INT64_C(1) << 40)) >> bits) - (int)((INT64_C(1) << 40) >> bits);
}

/* floor(log2(10^e)), for the exponents of the table. */
static inline int tacti_log2_of_power(int e) {
    return tacti_shift_down((int64_t)e * 217706, 16);
}

/* floor(log10(2^e)) for |e| <= 1100. */
static inline int tacti_log10_of_two(int e) {
    return tacti_shift_down((int64_t)e * 315653, 20);
}

/* floor(log10(3/4 * 2^e)) for |e| <= 1100. */
static inline int tacti_log10_of_three_quarters(int e) {
    return tacti_shift_down((int64_t)e * 631305 - 261663, 21);
}

/* The high and low half of a * b, by schoolbook on halves. */
static inline uint64_t tacti_multiply_halves(uint64_t a, uint64_t b, uint64_t *low) {
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    uint64_t middle = (p00 >> 32) + (p01 & UINT32_MAX) + (p10 & UINT32_MAX);
    *low = (middle << 32) | (p00 & UINT32_MAX);
    return p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
}

/* The same, in one instruction if the compiler has a type for it. */
static inline uint64_t tacti_multiply_wide(uint64_t a, uint64_t b, uint64_t *low) {
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    return tacti_multiply_halves(a, b, low);
#endif
}

#endif
