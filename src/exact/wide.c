/* SPDX-License-Identifier: MIT */
/* Wide integers: sign and magnitude in 32-bit digits; see wide.h. A proof that everything fits is
 * there; builds without NDEBUG also assert it wherever digits are written. */
#include "exact/wide.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"

/* Splits a finite double: |x| = mantissa * 2^exponent with an integer mantissa below 2^53. */
static uint64_t double_parts(double x, int *exponent) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int biased = (int)((bits >> 52) & 0x7FF);
    uint64_t fraction = bits & 0xFFFFFFFFFFFFF;
    *exponent = (biased == 0 ? 1 : biased) - 1075;
    return biased == 0 ? fraction : fraction | 0x10000000000000;
}

int tacti_wide_lowest_exponent(double x) {
    int exponent;
    uint64_t mantissa = double_parts(x, &exponent);
    return mantissa == 0 ? INT_MAX : exponent;
}

static void drop_leading_zeros(tacti_wide *a) {
    while (a->count > 0 && a->digit[a->count - 1] == 0)
        a->count--;
    if (a->count == 0)
        a->sign = 0;
}

void tacti_wide_from_double(double x, int exponent, tacti_wide *out) {
    int own;
    uint64_t mantissa = double_parts(x, &own);
    out->sign = mantissa == 0 ? 0 : (x < 0 ? -1 : 1);
    out->count = 0;
    if (mantissa == 0)
        return;
    int shift = own - exponent;
    int zeros = shift / 32;
    TACTI_ASSERT(shift >= 0 && zeros + 3 <= TACTI_WIDE_DIGITS);
    for (int i = 0; i < zeros; i++)
        out->digit[i] = 0;
    /* The mantissa moved up by less than a digit fills at most three. */
    int bits = shift % 32;
    uint64_t low = (mantissa & 0xFFFFFFFF) << bits;
    uint64_t high = ((mantissa >> 32) << bits) + (low >> 32);
    out->digit[zeros] = (uint32_t)low;
    out->digit[zeros + 1] = (uint32_t)high;
    out->digit[zeros + 2] = (uint32_t)(high >> 32);
    out->count = zeros + 3;
    drop_leading_zeros(out);
}

void tacti_wide_copy(const tacti_wide *a, tacti_wide *out) {
    TACTI_ASSERT(a->count >= 0 && a->count <= TACTI_WIDE_DIGITS);
    out->sign = a->sign;
    out->count = a->count;
    memmove(out->digit, a->digit, (size_t)a->count * sizeof out->digit[0]);
}

static int compare_magnitude(const tacti_wide *a, const tacti_wide *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->digit[i] != b->digit[i])
            return a->digit[i] < b->digit[i] ? -1 : 1;
    return 0;
}

static void add_magnitude(const tacti_wide *a, const tacti_wide *b, tacti_wide *out) {
    const tacti_wide *longer = a->count >= b->count ? a : b;
    const tacti_wide *shorter = longer == a ? b : a;
    int longer_count = longer->count, shorter_count = shorter->count;
    uint64_t carry = 0;
    for (int i = 0; i < longer_count; i++) {
        carry += longer->digit[i];
        if (i < shorter_count)
            carry += shorter->digit[i];
        out->digit[i] = (uint32_t)carry;
        carry >>= 32;
    }
    out->count = longer_count;
    if (carry != 0) {
        TACTI_ASSERT(out->count < TACTI_WIDE_DIGITS);
        out->digit[out->count++] = (uint32_t)carry;
    }
}

/* |greater| - |less| for |greater| >= |less|. */
static void sub_magnitude(const tacti_wide *greater, const tacti_wide *less, tacti_wide *out) {
    TACTI_ASSERT(greater->count >= less->count);
    int greater_count = greater->count, less_count = less->count;
    uint32_t borrow = 0;
    for (int i = 0; i < greater_count; i++) {
        uint64_t take = (uint64_t)borrow + (i < less_count ? less->digit[i] : 0);
        uint64_t have = greater->digit[i];
        borrow = have < take;
        out->digit[i] = (uint32_t)(have - take);
    }
    TACTI_ASSERT(borrow == 0);
    out->count = greater_count;
}

static void add_signed(const tacti_wide *a, const tacti_wide *b, int b_sign, tacti_wide *out) {
    int a_sign = a->sign;
    if (b_sign == 0 || a_sign == 0) {
        int sign = b_sign == 0 ? a_sign : b_sign;
        const tacti_wide *source = b_sign == 0 ? a : b;
        int count = source->count;
        memmove(out->digit, source->digit, (size_t)count * sizeof out->digit[0]);
        out->count = count;
        out->sign = sign;
    } else if (a_sign == b_sign) {
        add_magnitude(a, b, out);
        out->sign = a_sign;
    } else if (compare_magnitude(a, b) >= 0) {
        sub_magnitude(a, b, out);
        out->sign = a_sign;
    } else {
        sub_magnitude(b, a, out);
        out->sign = b_sign;
    }
    drop_leading_zeros(out);
}

void tacti_wide_add(const tacti_wide *a, const tacti_wide *b, tacti_wide *out) {
    add_signed(a, b, b->sign, out);
}

void tacti_wide_sub(const tacti_wide *a, const tacti_wide *b, tacti_wide *out) {
    add_signed(a, b, -b->sign, out);
}

void tacti_wide_mul(const tacti_wide *a, const tacti_wide *b, tacti_wide *out) {
    TACTI_ASSERT(out != a && out != b && a->count + b->count <= TACTI_WIDE_DIGITS);
    out->count = a->count + b->count;
    for (int i = 0; i < out->count; i++)
        out->digit[i] = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        /* In a double with a large exponent all but three digits are 0. */
        if (a->digit[i] == 0)
            continue;
        for (int j = 0; j < b->count; j++) {
            carry += (uint64_t)a->digit[i] * b->digit[j] + out->digit[i + j];
            out->digit[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        out->digit[i + b->count] = (uint32_t)carry;
    }
    out->sign = a->sign * b->sign;
    drop_leading_zeros(out);
}

tacti_scaled tacti_wide_to_scaled(const tacti_wide *a, int exponent) {
    /* Three digits hold at least 65 significant bits; the rest is below half a unit. */
    int first = a->count > 3 ? a->count - 3 : 0;
    double value = 0;
    for (int i = a->count - 1; i >= first; i--)
        value = value * 0x1p32 + a->digit[i];
    return (tacti_scaled){a->sign * value, exponent + 32 * first};
}
