/* SPDX-License-Identifier: MIT */
/* Sine and cosine without libm, so that a rotation has the same bits on every machine. The
 * reduction to [-pi/4, pi/4] is in trig_reduce.c; this file has the two series, in double-double
 * arithmetic.
 *
 * Error: the Taylor series end when the next term is below 2^-86 of the result. (Taylor
 * coefficients, because their remainder is bounded without a search.) With z = r^2 <= 0.617, the
 * terms from z^4 on are at most 2^-17.6 of the result, and summed in double with a relative error
 * below 2^-52: in Horner's scheme each step adds to a coefficient at most 2^-7 of it, so hardly
 * more than the last rounding counts. The other terms have relative errors of a few 2^-102.
 * Together with the reduction (2^-75) the value before the last rounding is off by less than 2^-69
 * of itself, and the result by less than 0.5 + 2^-16 units in the last place. */
#include <tact/math.h>

#include "math/trig.h"

/* From this value on the reduction is used; any value near pi/4 would do. */
#define QUARTER_PI 0x1.921fb54442d18p-1

/* c + z rest; c dominates. */
static tacti_twofold horner_step(tacti_twofold c, tacti_twofold z, tacti_twofold rest) {
    return tacti_twofold_add(c, tacti_twofold_multiply(z, rest));
}

/* r^2 */
static tacti_twofold square(tacti_twofold r) {
    tacti_twofold z = tacti_twofold_product(r.hi, r.hi);
    return tacti_twofold_fast_sum(z.hi, z.lo + 2 * (r.hi * r.lo));
}

/* r - r^3/3! + r^5/5! - ... - r^23/23! */
static tacti_twofold sine_series(tacti_twofold r) {
    tacti_twofold z = square(r);
    double tail = -0x1.761b41316381ap-75; /* -1/23! */
    tail = 0x1.71b8ef6dcf572p-66 + z.hi * tail;
    tail = -0x1.2f49b46814157p-57 + z.hi * tail;
    tail = 0x1.952c77030ad4ap-49 + z.hi * tail;
    tail = -0x1.ae7f3e733b81fp-41 + z.hi * tail;
    tail = 0x1.6124613a86d09p-33 + z.hi * tail;
    tail = -0x1.ae64567f544e4p-26 + z.hi * tail;
    tail = 0x1.71de3a556c734p-19 + z.hi * tail; /* 1/9! */
    const tacti_twofold c7 = {-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73};
    const tacti_twofold c5 = {0x1.1111111111111p-7, 0x1.1111111111111p-63};
    const tacti_twofold c3 = {-0x1.5555555555555p-3, -0x1.5555555555555p-57};
    tacti_twofold sum = horner_step(c7, z, (tacti_twofold){tail, 0});
    sum = horner_step(c5, z, sum);
    sum = horner_step(c3, z, sum);
    return tacti_twofold_add(r, tacti_twofold_multiply(r, tacti_twofold_multiply(z, sum)));
}

/* 1 - r^2/2! + r^4/4! - ... - r^22/22! */
static tacti_twofold cosine_series(tacti_twofold r) {
    tacti_twofold z = square(r);
    double tail = -0x1.0ce396db7f853p-70; /* -1/22! */
    tail = 0x1.e542ba4020225p-62 + z.hi * tail;
    tail = -0x1.6827863b97d97p-53 + z.hi * tail;
    tail = 0x1.ae7f3e733b81fp-45 + z.hi * tail;
    tail = -0x1.93974a8c07c9dp-37 + z.hi * tail;
    tail = 0x1.1eed8eff8d898p-29 + z.hi * tail;
    tail = -0x1.27e4fb7789f5cp-22 + z.hi * tail;
    tail = 0x1.a01a01a01a01ap-16 + z.hi * tail; /* 1/8! */
    const tacti_twofold c6 = {-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65};
    const tacti_twofold c4 = {0x1.5555555555555p-5, 0x1.5555555555555p-59};
    const tacti_twofold c2 = {-0x1p-1, 0};
    tacti_twofold sum = horner_step(c6, z, (tacti_twofold){tail, 0});
    sum = horner_step(c4, z, sum);
    sum = horner_step(c2, z, sum);
    return horner_step((tacti_twofold){1, 0}, z, sum);
}

/* The remainder of |x|. */
static tacti_remainder reduce(double size) {
    if (size < QUARTER_PI)
        return (tacti_remainder){{size, 0}, 0};
    return tacti_reduce_quarter_turns(size);
}

static tacti_twofold negate_if(bool negative, tacti_twofold a) {
    return negative ? (tacti_twofold){-a.hi, -a.lo} : a;
}

tacti_twofold tacti_sine(double x) {
    tacti_remainder remainder = reduce(tacti_abs(x));
    bool negative = (remainder.turns >= 2) != (x < 0);
    if (remainder.turns % 2 == 0)
        return negate_if(negative, sine_series(remainder.rest));
    return negate_if(negative, cosine_series(remainder.rest));
}

tacti_twofold tacti_cosine(double x) {
    tacti_remainder remainder = reduce(tacti_abs(x));
    bool negative = remainder.turns == 1 || remainder.turns == 2;
    if (remainder.turns % 2 == 0)
        return negate_if(negative, cosine_series(remainder.rest));
    return negate_if(negative, sine_series(remainder.rest));
}

double tact_sin(double x) {
    if (!tacti_is_finite(x))
        return tacti_nan();
    return tacti_abs(x) < TACTI_TRIG_LEAST ? x : tacti_sine(x).hi;
}

double tact_cos(double x) {
    if (!tacti_is_finite(x))
        return tacti_nan();
    return tacti_abs(x) < TACTI_TRIG_LEAST ? 1 : tacti_cosine(x).hi;
}
