/* SPDX-License-Identifier: MIT */
/* Vectors in two lanes: the operations of math/vec.h in the same order, on two at a time. */
#ifndef TACTI_MATH_VEC3X2_H
#define TACTI_MATH_VEC3X2_H

#include <tact/math.h>

#include "base/lanes2.h"

typedef struct tacti_vec3x2 {
    tacti_d2 x, y, z;
} tacti_vec3x2;

TACTI_ALWAYS_INLINE tacti_vec3x2 tacti_vec3x2_of(const tact_vec3 *lo, const tact_vec3 *hi) {
    return (tacti_vec3x2){tacti_d2_make(lo->x, hi->x), tacti_d2_make(lo->y, hi->y),
                          tacti_d2_make(lo->z, hi->z)};
}

TACTI_ALWAYS_INLINE tacti_vec3x2 tacti_vec3x2_swap(tacti_vec3x2 a) {
    return (tacti_vec3x2){tacti_d2_swap(a.x), tacti_d2_swap(a.y), tacti_d2_swap(a.z)};
}

TACTI_ALWAYS_INLINE tacti_vec3x2 tacti_vec3x2_add(tacti_vec3x2 a, tacti_vec3x2 b) {
    return (tacti_vec3x2){tacti_d2_add(a.x, b.x), tacti_d2_add(a.y, b.y), tacti_d2_add(a.z, b.z)};
}

TACTI_ALWAYS_INLINE tacti_vec3x2 tacti_vec3x2_sub(tacti_vec3x2 a, tacti_vec3x2 b) {
    return (tacti_vec3x2){tacti_d2_sub(a.x, b.x), tacti_d2_sub(a.y, b.y), tacti_d2_sub(a.z, b.z)};
}

TACTI_ALWAYS_INLINE tacti_vec3x2 tacti_vec3x2_scale(tacti_vec3x2 a, tacti_d2 s) {
    return (tacti_vec3x2){tacti_d2_mul(a.x, s), tacti_d2_mul(a.y, s), tacti_d2_mul(a.z, s)};
}

TACTI_ALWAYS_INLINE tacti_d2 tacti_vec3x2_dot(tacti_vec3x2 a, tacti_vec3x2 b) {
    return tacti_d2_add(tacti_d2_add(tacti_d2_mul(a.x, b.x), tacti_d2_mul(a.y, b.y)),
                        tacti_d2_mul(a.z, b.z));
}

/* a d - b c. */
TACTI_ALWAYS_INLINE tacti_d2 tacti_d2_minor(tacti_d2 a, tacti_d2 d, tacti_d2 b, tacti_d2 c) {
    return tacti_d2_sub(tacti_d2_mul(a, d), tacti_d2_mul(b, c));
}

TACTI_ALWAYS_INLINE tacti_vec3x2 tacti_vec3x2_cross(tacti_vec3x2 a, tacti_vec3x2 b) {
    return (tacti_vec3x2){tacti_d2_minor(a.y, b.z, a.z, b.y), tacti_d2_minor(a.z, b.x, a.x, b.z),
                          tacti_d2_minor(a.x, b.y, a.y, b.x)};
}

/* (|x| + |y|) + |z|. */
TACTI_ALWAYS_INLINE tacti_d2 tacti_vec3x2_sum(tacti_vec3x2 a) {
    return tacti_d2_add(tacti_d2_add(tacti_d2_abs(a.x), tacti_d2_abs(a.y)), tacti_d2_abs(a.z));
}

#endif
