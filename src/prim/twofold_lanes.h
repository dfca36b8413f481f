/* SPDX-License-Identifier: MIT */
/* Error-free transformations of math/twofold.h in lanes, operation by operation.
 *
 * For files that are compiled once per SIMD level. */
#ifndef TACTI_PRIM_TWOFOLD_LANES_H
#define TACTI_PRIM_TWOFOLD_LANES_H

#include "base/lanes.h"

/* Magnitudes in this range, and 0, are safe in a determinant of three differences (exact/det.c). */
#define TACTI_LEAST_SAFE 0x1p-250
#define TACTI_MOST_SAFE 0x1p300

/* tacti_twofold in lanes. */
typedef struct tacti_twofold8 {
    tacti_d8 hi, lo;
} tacti_twofold8;

TACTI_ALWAYS_INLINE tacti_twofold8 tacti_twofold8_fast_sum(tacti_d8 a, tacti_d8 b) {
    tacti_d8 sum = tacti_d8_add(a, b);
    return (tacti_twofold8){sum, tacti_d8_sub(b, tacti_d8_sub(sum, a))};
}

TACTI_ALWAYS_INLINE tacti_twofold8 tacti_twofold8_sum(tacti_d8 a, tacti_d8 b) {
    tacti_d8 sum = tacti_d8_add(a, b);
    tacti_d8 b_part = tacti_d8_sub(sum, a), a_part = tacti_d8_sub(sum, b_part);
    return (tacti_twofold8){sum, tacti_d8_add(tacti_d8_sub(a, a_part), tacti_d8_sub(b, b_part))};
}

TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_leading_half(tacti_d8 a) {
    tacti_d8 wide = tacti_d8_mul(tacti_d8_set(0x1p27 + 1), a);
    return tacti_d8_sub(wide, tacti_d8_sub(wide, a));
}

TACTI_ALWAYS_INLINE tacti_twofold8 tacti_twofold8_product(tacti_d8 a, tacti_d8 b) {
    tacti_d8 product = tacti_d8_mul(a, b);
    tacti_d8 a_hi = tacti_d8_leading_half(a), b_hi = tacti_d8_leading_half(b);
    tacti_d8 a_lo = tacti_d8_sub(a, a_hi), b_lo = tacti_d8_sub(b, b_hi);
    tacti_d8 error = tacti_d8_sub(tacti_d8_mul(a_hi, b_hi), product);
    error = tacti_d8_add(error, tacti_d8_mul(a_hi, b_lo));
    error = tacti_d8_add(error, tacti_d8_mul(a_lo, b_hi));
    return (tacti_twofold8){product, tacti_d8_add(error, tacti_d8_mul(a_lo, b_lo))};
}

TACTI_ALWAYS_INLINE tacti_d8 tacti_d8_negative(tacti_d8 a) {
    return tacti_d8_mul(tacti_d8_set(-1), a);
}

/* Lanes whose magnitude is safe. */
TACTI_ALWAYS_INLINE tacti_m8 tacti_d8_is_safe(tacti_d8 x) {
    tacti_d8 magnitude = tacti_d8_abs(x);
    tacti_m8 is_zero = tacti_d8_ge(tacti_d8_set(0), magnitude);
    tacti_m8 is_middle = tacti_m8_and(tacti_d8_ge(magnitude, tacti_d8_set(TACTI_LEAST_SAFE)),
                                      tacti_d8_ge(tacti_d8_set(TACTI_MOST_SAFE), magnitude));
    return tacti_m8_or(is_zero, is_middle);
}

/* Rounds hi + lo, a determinant with a permanent. is_good receives the lanes in which the result is
 * certainly that of double-double arithmetic (face_ray.c has the proof). */
#define TACTI_FACE_ERROR 0x1p-96
#define TACTI_FACE_ACCURATE 0x1p-44
TACTI_ALWAYS_INLINE tacti_d8 tacti_face_round(tacti_d8 hi, tacti_d8 lo, tacti_d8 permanent,
                                              tacti_m8 *is_good) {
    tacti_d8 error = tacti_d8_mul(tacti_d8_set(TACTI_FACE_ERROR), permanent);
    tacti_d8 most = tacti_d8_add(hi, tacti_d8_add(lo, error));
    tacti_d8 least = tacti_d8_add(hi, tacti_d8_sub(lo, error));
    tacti_d8 needed = tacti_d8_mul(tacti_d8_set(TACTI_FACE_ACCURATE), permanent);
    *is_good = tacti_m8_and(tacti_d8_ge(least, most), tacti_d8_gt(tacti_d8_abs(most), needed));
    return most;
}

#endif
