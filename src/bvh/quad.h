/* SPDX-License-Identifier: MIT */
/* Four floats at a time, for boxes while a hierarchy is built: the baseline instructions of x86-64
 * or 64-bit ARM, or plain C elsewhere. Minimum and maximum return the second argument if the two
 * are equal. The fourth lane is not part of a box, but its value must not slow arithmetic down (see
 * tacti_record).
 */
#ifndef TACTI_BVH_QUAD_H
#define TACTI_BVH_QUAD_H

#include "base/inline.h"
#include "base/vector.h"

#include <stdint.h>

#if TACTI_VECTOR_BYTES > 0

typedef __m128 tacti_quad;
#define tacti_quad_load(p) _mm_loadu_ps(p)
#define tacti_quad_store(p, a) _mm_storeu_ps(p, a)
#define tacti_quad_set(x) _mm_set1_ps(x)
#define tacti_quad_add(a, b) _mm_add_ps(a, b)
#define tacti_quad_sub(a, b) _mm_sub_ps(a, b)
#define tacti_quad_mul(a, b) _mm_mul_ps(a, b)
#define tacti_quad_min(a, b) _mm_min_ps(a, b)
#define tacti_quad_max(a, b) _mm_max_ps(a, b)

/* Each lane as a whole number, rounded towards 0. */
TACTI_ALWAYS_INLINE void tacti_quad_to_ints(int32_t ints[4], tacti_quad a) {
    _mm_storeu_si128((__m128i *)(void *)ints, _mm_cvttps_epi32(a));
}

#elif defined(TACTI_NEON)

typedef float32x4_t tacti_quad;
#define tacti_quad_load(p) vld1q_f32(p)
#define tacti_quad_store(p, a) vst1q_f32(p, a)
#define tacti_quad_set(x) vdupq_n_f32(x)
#define tacti_quad_add(a, b) vaddq_f32(a, b)
#define tacti_quad_sub(a, b) vsubq_f32(a, b)
#define tacti_quad_mul(a, b) vmulq_f32(a, b)
#define tacti_quad_min(a, b) vbslq_f32(vcltq_f32(a, b), a, b)
#define tacti_quad_max(a, b) vbslq_f32(vcgtq_f32(a, b), a, b)

TACTI_ALWAYS_INLINE void tacti_quad_to_ints(int32_t ints[4], tacti_quad a) {
    vst1q_s32(ints, vcvtq_s32_f32(a));
}

#else

typedef struct tacti_quad {
    float lane[4];
} tacti_quad;

TACTI_ALWAYS_INLINE tacti_quad tacti_quad_load(const float *p) {
    return (tacti_quad){{p[0], p[1], p[2], p[3]}};
}

TACTI_ALWAYS_INLINE void tacti_quad_store(float *p, tacti_quad a) {
    for (int i = 0; i < 4; i++)
        p[i] = a.lane[i];
}

TACTI_ALWAYS_INLINE tacti_quad tacti_quad_set(float x) {
    return (tacti_quad){{x, x, x, x}};
}

#define TACTI_QUAD_BINARY(op, expression)                                                          \
    TACTI_ALWAYS_INLINE tacti_quad tacti_quad_##op(tacti_quad a, tacti_quad b) {                   \
        tacti_quad r;                                                                              \
        for (int i = 0; i < 4; i++) {                                                              \
            float x = a.lane[i], y = b.lane[i];                                                    \
            r.lane[i] = expression;                                                                \
        }                                                                                          \
        return r;                                                                                  \
    }
TACTI_QUAD_BINARY(add, x + y)
TACTI_QUAD_BINARY(sub, x - y)
TACTI_QUAD_BINARY(mul, x *y)
TACTI_QUAD_BINARY(min, x < y ? x : y)
TACTI_QUAD_BINARY(max, x > y ? x : y)
#undef TACTI_QUAD_BINARY

/* The fourth lane may hold any value, so it is not converted. */
TACTI_ALWAYS_INLINE void tacti_quad_to_ints(int32_t ints[4], tacti_quad a) {
    for (int i = 0; i < 3; i++)
        ints[i] = (int32_t)a.lane[i];
    ints[3] = 0;
}

#endif

#endif
