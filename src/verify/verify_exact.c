/* SPDX-License-Identifier: MIT */
/* Exact sums and products by schoolbook algorithms: the verifier needs few of them. */
#include "verify/verify_exact.h"
#include "base/assert.h"

#include <string.h>

/* ---- Limbs -------------------------------------------------------------------------------- */

static void set_zero(tacti_big *out) {
    out->sign = 0;
    out->exponent = 0;
    out->count = 0;
    out->is_lost = false;
}

static void set_lost(tacti_big *out) {
    set_zero(out);
    out->is_lost = true;
}

/* Drops limbs that are 0 at both ends. */
static void trim(tacti_big *x) {
    TACTI_ASSERT(x->count >= 0 && x->count <= TACTI_BIG_LIMBS);
    while (x->count > 0 && x->limb[x->count - 1] == 0)
        x->count--;
    int low = 0;
    while (low < x->count && x->limb[low] == 0)
        low++;
    if (low > 0) {
        memmove(x->limb, x->limb + low, (size_t)(x->count - low) * sizeof x->limb[0]);
        x->count -= low;
        x->exponent += 32 * low;
    }
    if (x->count == 0)
        set_zero(x);
}

/* Sets out to the same number with an exponent that is not greater. */
static void lower_exponent(const tacti_big *x, int exponent, tacti_big *out) {
    int shift = x->exponent - exponent, limbs = shift / 32, bits = shift % 32;
    TACTI_ASSERT(shift >= 0);
    if (limbs + x->count + 1 > TACTI_BIG_LIMBS) {
        set_lost(out);
        return;
    }
    out->sign = x->sign;
    out->exponent = exponent;
    out->is_lost = false;
    memset(out->limb, 0, (size_t)limbs * sizeof out->limb[0]);
    uint64_t carry = 0;
    for (int i = 0; i < x->count; i++) {
        carry |= (uint64_t)x->limb[i] << bits;
        out->limb[limbs + i] = (uint32_t)carry;
        carry >>= 32;
    }
    out->limb[limbs + x->count] = (uint32_t)carry;
    out->count = limbs + x->count + 1;
}

/* Compares |a| and |b|. The exponents are equal. Leading zeros are allowed. */
static int compare_limbs(const tacti_big *a, const tacti_big *b) {
    TACTI_ASSERT(a->exponent == b->exponent);
    for (int i = (a->count > b->count ? a->count : b->count) - 1; i >= 0; i--) {
        uint32_t x = i < a->count ? a->limb[i] : 0, y = i < b->count ? b->limb[i] : 0;
        if (x != y)
            return x > y ? 1 : -1;
    }
    return 0;
}

/* |a| + |b|. The exponents are equal. */
static void add_limbs(const tacti_big *a, const tacti_big *b, tacti_big *out) {
    TACTI_ASSERT(a->exponent == b->exponent);
    int count = a->count > b->count ? a->count : b->count;
    if (count + 1 > TACTI_BIG_LIMBS) {
        set_lost(out);
        return;
    }
    uint64_t carry = 0;
    for (int i = 0; i < count; i++) {
        carry += (uint64_t)(i < a->count ? a->limb[i] : 0) + (i < b->count ? b->limb[i] : 0);
        out->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    out->limb[count] = (uint32_t)carry;
    out->count = count + 1;
    out->exponent = a->exponent;
    out->is_lost = false;
}

/* |a| - |b|, which is not negative. The exponents are equal. */
static void subtract_limbs(const tacti_big *a, const tacti_big *b, tacti_big *out) {
    TACTI_ASSERT(a->exponent == b->exponent);
    int64_t borrow = 0;
    int count = a->count > b->count ? a->count : b->count;
    for (int i = 0; i < count; i++) {
        borrow += (int64_t)(i < a->count ? a->limb[i] : 0) - (i < b->count ? b->limb[i] : 0);
        out->limb[i] = (uint32_t)borrow;
        borrow = borrow < 0 ? -1 : 0;
    }
    TACTI_ASSERT(borrow == 0);
    out->count = count;
    out->exponent = a->exponent;
    out->is_lost = false;
}

/* ---- Numbers ------------------------------------------------------------------------------ */

void tacti_big_set(double x, tacti_big *out) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff);
    set_zero(out);
    if (exponent == 0x7ff) {
        out->is_lost = true;
        return;
    }
    if (exponent > 0)
        mantissa |= UINT64_C(1) << 52;
    else
        exponent = 1;
    out->sign = bits >> 63 ? -1 : 1;
    out->exponent = exponent - 1075;
    out->limb[0] = (uint32_t)mantissa;
    out->limb[1] = (uint32_t)(mantissa >> 32);
    out->count = 2;
    trim(out);
}

/* Only the limbs in use are copied, which saves most of the time for short numbers. */
void tacti_big_copy(const tacti_big *x, tacti_big *out) {
    TACTI_ASSERT(x->count >= 0 && x->count <= TACTI_BIG_LIMBS);
    if (x == out)
        return;
    out->sign = x->sign;
    out->exponent = x->exponent;
    out->count = x->count;
    out->is_lost = x->is_lost;
    memcpy(out->limb, x->limb, (size_t)x->count * sizeof x->limb[0]);
}

static void add_signed(const tacti_big *a, const tacti_big *b, int sign_b, tacti_big *out) {
    if (a->is_lost || b->is_lost) {
        set_lost(out);
        return;
    }
    if (sign_b == 0) {
        tacti_big_copy(a, out);
        return;
    }
    if (a->sign == 0) {
        tacti_big_copy(b, out);
        out->sign = sign_b;
        return;
    }
    tacti_big shifted;
    const tacti_big *x = a, *y = b;
    int exponent = a->exponent < b->exponent ? a->exponent : b->exponent;
    if (a->exponent > exponent) {
        lower_exponent(a, exponent, &shifted);
        x = &shifted;
    } else if (b->exponent > exponent) {
        lower_exponent(b, exponent, &shifted);
        y = &shifted;
    }
    if (x->is_lost || y->is_lost) {
        set_lost(out);
        return;
    }
    tacti_big result;
    if (a->sign == sign_b) {
        add_limbs(x, y, &result);
        result.sign = sign_b;
    } else {
        bool a_is_larger = compare_limbs(x, y) >= 0;
        subtract_limbs(a_is_larger ? x : y, a_is_larger ? y : x, &result);
        result.sign = a_is_larger ? a->sign : sign_b;
    }
    if (!result.is_lost)
        trim(&result);
    tacti_big_copy(&result, out);
}

void tacti_big_add(const tacti_big *a, const tacti_big *b, tacti_big *out) {
    add_signed(a, b, b->sign, out);
}

void tacti_big_sub(const tacti_big *a, const tacti_big *b, tacti_big *out) {
    add_signed(a, b, -b->sign, out);
}

void tacti_big_mul(const tacti_big *a, const tacti_big *b, tacti_big *out) {
    if (a->is_lost || b->is_lost || a->count + b->count > TACTI_BIG_LIMBS) {
        set_lost(out);
        return;
    }
    tacti_big result;
    result.sign = a->sign * b->sign;
    result.exponent = a->exponent + b->exponent;
    result.count = a->count + b->count;
    result.is_lost = false;
    memset(result.limb, 0, (size_t)result.count * sizeof result.limb[0]);
    for (int i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->count; j++) {
            carry += (uint64_t)a->limb[i] * b->limb[j] + result.limb[i + j];
            result.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        result.limb[i + b->count] = (uint32_t)carry;
    }
    trim(&result);
    tacti_big_copy(&result, out);
}
