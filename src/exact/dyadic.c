/* SPDX-License-Identifier: MIT */
/* Dyadic numbers: sign and magnitude in 32-bit digits, schoolbook products; see dyadic.h. */
#include "exact/dyadic.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"

static const tacti_dyadic zero = {0, 0, 0, NULL};

/* Room for count digits; NULL if there is none. */
static uint32_t *take(tacti_dyadic_store *store, int count) {
    TACTI_ASSERT(count > 0 && store->used >= 0 && store->used <= TACTI_DYADIC_STORE);
    if (count > TACTI_DYADIC_STORE - store->used) {
        store->is_full = true;
        return NULL;
    }
    uint32_t *digit = store->digit + store->used;
    store->used += count;
    return digit;
}

/* A number from digits; some at the ends may be 0. */
static tacti_dyadic strip(int sign, int exponent, int count, const uint32_t *digit) {
    while (count > 0 && digit[count - 1] == 0)
        count--;
    int zeros = 0;
    while (zeros < count && digit[zeros] == 0)
        zeros++;
    if (count == 0)
        return zero;
    return (tacti_dyadic){sign, count - zeros, exponent + zeros, digit + zeros};
}

tacti_dyadic tacti_dyadic_from(tacti_dyadic_store *store, double x) {
    int exponent;
    double fraction = frexp(fabs(x), &exponent);
    uint64_t mantissa = (uint64_t)(fraction * 0x1p53);
    uint32_t *digit = take(store, 3);
    if (digit == NULL || mantissa == 0)
        return zero;
    /* Rounded down, with a remainder of 0 to 31 bits. */
    int low = exponent - 53, at = (low + 32 * 64) / 32 - 64, bits = low - 32 * at;
    TACTI_ASSERT(bits >= 0 && bits < 32);
    uint64_t less = (mantissa & 0xFFFFFFFF) << bits;
    uint64_t more = ((mantissa >> 32) << bits) + (less >> 32);
    digit[0] = (uint32_t)less;
    digit[1] = (uint32_t)more;
    digit[2] = (uint32_t)(more >> 32);
    return strip(x < 0 ? -1 : 1, at, 3, digit);
}

/* The digit of a at an exponent; 0 beyond its ends. */
static uint32_t digit_at(tacti_dyadic a, int exponent) {
    int i = exponent - a.exponent;
    return i >= 0 && i < a.count ? a.digit[i] : 0;
}

static int compare_magnitude(tacti_dyadic a, tacti_dyadic b) {
    int top = a.exponent + a.count, other = b.exponent + b.count;
    if (top != other)
        return top < other ? -1 : 1;
    int least = a.exponent < b.exponent ? a.exponent : b.exponent;
    for (int e = top - 1; e >= least; e--) {
        uint32_t x = digit_at(a, e), y = digit_at(b, e);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

tacti_dyadic tacti_dyadic_add(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic b) {
    if (a.sign == 0 || b.sign == 0)
        return a.sign == 0 ? b : a;
    if (compare_magnitude(a, b) < 0) {
        tacti_dyadic swap = a;
        a = b;
        b = swap;
    }
    int low = a.exponent < b.exponent ? a.exponent : b.exponent;
    int count = a.exponent + a.count - low;
    uint32_t *digit = take(store, count + 1);
    if (digit == NULL)
        return zero;
    if (a.sign == b.sign) {
        uint64_t carry = 0;
        for (int i = 0; i < count; i++) {
            carry += (uint64_t)digit_at(a, low + i) + digit_at(b, low + i);
            digit[i] = (uint32_t)carry;
            carry >>= 32;
        }
        digit[count] = (uint32_t)carry;
    } else {
        uint32_t borrow = 0;
        for (int i = 0; i < count; i++) {
            uint64_t have = digit_at(a, low + i), less = (uint64_t)digit_at(b, low + i) + borrow;
            borrow = have < less;
            digit[i] = (uint32_t)(have - less);
        }
        TACTI_ASSERT(borrow == 0);
        digit[count] = 0;
    }
    return strip(a.sign, low, count + 1, digit);
}

tacti_dyadic tacti_dyadic_sub(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic b) {
    return tacti_dyadic_add(store, a, tacti_dyadic_negate(b));
}

/* Adds x times the digits of b to those from digit[0] on; digit[b.count] is 0 before. */
static void add_row(uint32_t *digit, tacti_dyadic b, uint32_t x) {
    uint64_t carry = 0;
    for (int j = 0; j < b.count; j++) {
        carry += (uint64_t)x * b.digit[j] + digit[j];
        digit[j] = (uint32_t)carry;
        carry >>= 32;
    }
    digit[b.count] = (uint32_t)carry;
}

/* Two rows at once, x and then y one digit higher: neither waits for the carries of the other.
 * digit[b.count] and the next are 0 before. */
static void add_two_rows(uint32_t *digit, tacti_dyadic b, uint32_t x, uint32_t y) {
    uint64_t carry = (uint64_t)x * b.digit[0] + digit[0], other = 0;
    digit[0] = (uint32_t)carry;
    carry >>= 32;
    for (int j = 1; j < b.count; j++) {
        carry += (uint64_t)x * b.digit[j] + digit[j];
        other += (uint64_t)y * b.digit[j - 1] + (uint32_t)carry;
        digit[j] = (uint32_t)other;
        carry >>= 32;
        other >>= 32;
    }
    other += (uint64_t)y * b.digit[b.count - 1] + carry;
    digit[b.count] = (uint32_t)other;
    digit[b.count + 1] = (uint32_t)(other >> 32);
}

/* Long numbers are often sums of few doubles that are far apart, with zeros between them. */
tacti_dyadic tacti_dyadic_mul(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic b) {
    if (a.sign == 0 || b.sign == 0)
        return zero;
    uint32_t *digit = take(store, a.count + b.count);
    if (digit == NULL)
        return zero;
    memset(digit, 0, (size_t)(a.count + b.count) * sizeof digit[0]);
    for (int i = 0; i < a.count; i++) {
        if (a.digit[i] == 0)
            continue;
        if (i + 1 < a.count && a.digit[i + 1] != 0) {
            add_two_rows(digit + i, b, a.digit[i], a.digit[i + 1]);
            i++;
        } else {
            add_row(digit + i, b, a.digit[i]);
        }
    }
    return strip(a.sign * b.sign, a.exponent + b.exponent, a.count + b.count, digit);
}

tacti_dyadic tacti_dyadic_keep(tacti_dyadic_store *store, int used, tacti_dyadic a) {
    TACTI_ASSERT(used >= 0 && used + a.count <= TACTI_DYADIC_STORE);
    if (a.count > 0) {
        memmove(store->digit + used, a.digit, (size_t)a.count * sizeof a.digit[0]);
        a.digit = store->digit + used;
    }
    store->used = used + a.count;
    return a;
}

double tacti_dyadic_estimate(tacti_dyadic a) {
    /* Three digits hold at least 65 significant bits. */
    int first = a.count > 3 ? a.count - 3 : 0;
    double value = 0;
    for (int i = a.count - 1; i >= first; i--)
        value = value * 0x1p32 + a.digit[i];
    return ldexp(a.sign * value, 32 * (a.exponent + first));
}
