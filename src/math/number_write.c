/* SPDX-License-Identifier: MIT */
/* Double to text: the shortest decimal that reads back as the same double, and among several of
 * that length the nearest one (the even one of two equally near).
 *
 * The method is Schubfach (Giulietti, "The Schubfach way to render doubles", 2020): all decimals
 * that round to x fill an interval around it; with the right power of ten, at most one of them has
 * one digit less than the others, and it or one of two neighbours is the answer. Everything is
 * decided in 64-bit numbers that are four times the scaled ones, with a last bit that says "and a
 * bit more" (rounding to odd). The paper proves that 126 bits of the power of ten are enough, and
 * we keep 128. Whole numbers below 2^53 are written without any of this. */
#include "base/assert.h"
#include "math/number.h"

#include <string.h>

#include "math/bits.h"
#include "math/number_power.h"

/* Numbers whose first digit has such an exponent are written without one: 1e-5 to 1e16. */
#define PLAIN_MIN (-5)
#define PLAIN_MAX 16

/* A decimal: digits * 10^exponent. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* g * c / 2^128 rounded to odd: truncated, with the last bit set if anything was lost. Since g may
 * be one unit too large, 1 in the middle word does not count as lost. */
static uint64_t scale_to_odd(tacti_power g, uint64_t c) {
    uint64_t middle, unused;
    uint64_t carry = tacti_multiply_wide(g.low, c, &unused);
    uint64_t high = tacti_multiply_wide(g.high, c, &middle);
    middle += carry;
    high += middle < carry;
    return high | (middle > 1);
}

/* The power of ten with 128 bits, rounded up; 10^0 to 10^55 are exact. */
static tacti_power power_rounded_up(int exponent) {
    TACTI_ASSERT(exponent >= TACTI_POWER_MIN && exponent <= TACTI_POWER_MAX);
    tacti_power g = tacti_powers[exponent - TACTI_POWER_MIN];
    if (exponent < 0 || exponent > 55) {
        g.low++;
        g.high += g.low == 0;
    }
    return g;
}

/* The shortest decimal of mantissa * 2^exponent; bits of a finite double that is not 0. */
static decimal shortest(uint64_t bits) {
    uint64_t field = bits >> 52;
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    /* Below a power of two the doubles are twice as dense, except for the least exponents. */
    bool is_lopsided = mantissa == 0 && field > 1;
    if (field > 0)
        mantissa |= UINT64_C(1) << 52;
    else
        field = 1;
    int exponent = (int)field - 1075;
    /* The interval of an even mantissa includes its ends, since ties round to it. */
    uint64_t open = mantissa & 1;
    int k = is_lopsided ? tacti_log10_of_three_quarters(exponent) : tacti_log10_of_two(exponent);
    int shift = exponent + tacti_log2_of_power(-k) + 1;
    TACTI_ASSERT(shift >= 0 && shift <= 8);
    tacti_power g = power_rounded_up(-k);
    uint64_t middle = 4 * mantissa;
    uint64_t lower = scale_to_odd(g, (middle - (is_lopsided ? 1 : 2)) << shift) + open;
    uint64_t upper = scale_to_odd(g, (middle + 2) << shift) - open;
    middle = scale_to_odd(g, middle << shift);

    uint64_t s = middle / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool has_low = lower <= 40 * tens;
        bool has_high = 40 * tens + 40 <= upper;
        if (has_low != has_high)
            return (decimal){tens + has_high, k + 1};
    }
    bool has_low = lower <= 4 * s;
    bool has_high = 4 * s + 4 <= upper;
    if (has_low != has_high)
        return (decimal){s + has_high, k};
    bool is_up = middle > 4 * s + 2 || (middle == 4 * s + 2 && (s & 1) != 0);
    return (decimal){s + is_up, k};
}

/* Writes the digits before end. Returns their start. */
static char *put_digits(char *end, uint64_t digits) {
    for (; digits >= 100000000; digits /= 100000000) {
        uint32_t part = (uint32_t)(digits % 100000000);
        for (int i = 0; i < 8; i++, part /= 10)
            *--end = (char)('0' + part % 10);
    }
    uint32_t part = (uint32_t)digits;
    do
        *--end = (char)('0' + part % 10);
    while ((part /= 10) != 0);
    return end;
}

static char *put_exponent(char *to, int exponent) {
    *to++ = 'e';
    if (exponent < 0)
        *to++ = '-';
    char buffer[8];
    char *end = buffer + sizeof buffer;
    char *start = put_digits(end, (uint64_t)(exponent < 0 ? -exponent : exponent));
    memcpy(to, start, (size_t)(end - start));
    return to + (end - start);
}

/* d.ddde-x, or without an exponent if that is short. */
static char *put_decimal(char *to, decimal number) {
    char buffer[24];
    char *end = buffer + sizeof buffer;
    const char *digits = put_digits(end, number.digits);
    int count = (int)(end - digits);
    TACTI_ASSERT(count >= 1 && count <= 17);
    for (; count > 1 && digits[count - 1] == '0'; count--)
        number.exponent++;
    int leading = number.exponent + count - 1; /* exponent of the first digit */
    size_t length = (size_t)count;
    if (leading < PLAIN_MIN || leading > PLAIN_MAX) {
        *to++ = digits[0];
        if (count > 1) {
            *to++ = '.';
            memcpy(to, digits + 1, length - 1);
            to += length - 1;
        }
        return put_exponent(to, leading);
    }
    if (leading < 0) {
        size_t zeros = (size_t)(-leading - 1);
        memcpy(to, "0.0000", 2 + zeros);
        memcpy(to + 2 + zeros, digits, length);
        return to + 2 + zeros + length;
    }
    size_t whole = (size_t)leading + 1;
    if (whole >= length) {
        memcpy(to, digits, length);
        memset(to + length, '0', whole - length);
        return to + whole;
    }
    memcpy(to, digits, whole);
    to[whole] = '.';
    memcpy(to + whole + 1, digits + whole, length - whole);
    return to + length + 1;
}

size_t tacti_write_double(char text[TACTI_DOUBLE_TEXT], double x) {
    char *to = text;
    double magnitude = tacti_abs(x);
    if (x != x) {
        memcpy(text, "nan", 4);
        return 3;
    }
    if (tacti_has_sign(x))
        *to++ = '-';
    if (!tacti_is_finite(x)) {
        memcpy(to, "inf", 3);
        to += 3;
    } else if (magnitude < 0x1p53 && magnitude == (double)(int64_t)magnitude) {
        to = put_decimal(to, (decimal){(uint64_t)magnitude, 0});
    } else {
        to = put_decimal(to, shortest(tacti_bits_from_double(magnitude)));
    }
    TACTI_ASSERT(to - text < TACTI_DOUBLE_TEXT);
    *to = '\0';
    return (size_t)(to - text);
}
