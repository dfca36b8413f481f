/* SPDX-License-Identifier: MIT */
/* Two doubles at a time, with instructions that every processor of the architecture has. For code
 * that is compiled once and computes the same for two things. Wider lanes, chosen at run time, are
 * in base/lanes.h. Every operation is the IEEE one on each lane. */
#ifndef TACTI_BASE_LANES2_H
#define TACTI_BASE_LANES2_H

#include "base/inline.h"
#include "base/vector.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if TACTI_VECTOR_BYTES > 0

typedef __m128d tacti_d2;
#define tacti_d2_make(lo, hi) _mm_set_pd(hi, lo)
#define tacti_d2_set(x) _mm_set1_pd(x)
#define tacti_d2_lo(a) _mm_cvtsd_f64(a)
#define tacti_d2_hi(a) _mm_cvtsd_f64(_mm_unpackhi_pd(a, a))
#define tacti_d2_swap(a) _mm_shuffle_pd(a, a, 1)
#define tacti_d2_add(a, b) _mm_add_pd(a, b)
#define tacti_d2_sub(a, b) _mm_sub_pd(a, b)
#define tacti_d2_mul(a, b) _mm_mul_pd(a, b)
#define tacti_d2_div(a, b) _mm_div_pd(a, b)
#define tacti_d2_min(a, b) _mm_min_pd(a, b)
#define tacti_d2_max(a, b) _mm_max_pd(a, b)
#define tacti_d2_abs(a) _mm_andnot_pd(_mm_set1_pd(-0.0), a)
/* Bit i is set if lane i of a exceeds that of b. */
#define tacti_d2_exceeds(a, b) ((unsigned)_mm_movemask_pd(_mm_cmpgt_pd(a, b)))
/* x in lanes where q is positive, 0 elsewhere. */
#define tacti_d2_where_positive(q, x) _mm_and_pd(_mm_cmpgt_pd(q, _mm_setzero_pd()), x)
#define tacti_d2_store(p, x) _mm_storeu_pd(p, x)
/* a without the low 27 bits of its significand; 26 bits are left. */
#define tacti_d2_leading(a)                                                                        \
    _mm_and_pd(a, _mm_castsi128_pd(_mm_set1_epi64x((long long)0xFFFFFFFFF8000000)))

#elif defined(TACTI_NEON)

typedef float64x2_t tacti_d2;
#define tacti_d2_make(lo, hi) ((float64x2_t){lo, hi})
#define tacti_d2_set(x) vdupq_n_f64(x)
#define tacti_d2_lo(a) vgetq_lane_f64(a, 0)
#define tacti_d2_hi(a) vgetq_lane_f64(a, 1)
#define tacti_d2_swap(a) vextq_f64(a, a, 1)
#define tacti_d2_add(a, b) vaddq_f64(a, b)
#define tacti_d2_sub(a, b) vsubq_f64(a, b)
#define tacti_d2_mul(a, b) vmulq_f64(a, b)
#define tacti_d2_div(a, b) vdivq_f64(a, b)
/* As in base/lanes.h, the second argument if the two are equal or one is NaN. */
#define tacti_d2_min(a, b) vbslq_f64(vcltq_f64(a, b), a, b)
#define tacti_d2_max(a, b) vbslq_f64(vcgtq_f64(a, b), a, b)
#define tacti_d2_abs(a) vabsq_f64(a)
TACTI_ALWAYS_INLINE unsigned tacti_d2_exceeds(tacti_d2 a, tacti_d2 b) {
    uint64x2_t exceeds = vcgtq_f64(a, b);
    return (unsigned)(vgetq_lane_u64(exceeds, 0) & 1) | (unsigned)(vgetq_lane_u64(exceeds, 1) & 2);
}
#define tacti_d2_where_positive(q, x)                                                              \
    vreinterpretq_f64_u64(vandq_u64(vcgtzq_f64(q), vreinterpretq_u64_f64(x)))
#define tacti_d2_store(p, x) vst1q_f64(p, x)
#define tacti_d2_leading(a)                                                                        \
    vreinterpretq_f64_u64(vandq_u64(vreinterpretq_u64_f64(a), vdupq_n_u64(0xFFFFFFFFF8000000)))

#else

typedef struct tacti_d2 {
    double lo, hi;
} tacti_d2;

#define TACTI_D2_EACH(name, lo_value, hi_value)                                                    \
    TACTI_ALWAYS_INLINE tacti_d2 tacti_d2_##name(tacti_d2 a, tacti_d2 b) {                         \
        return (tacti_d2){lo_value, hi_value};                                                     \
    }
TACTI_D2_EACH(add, a.lo + b.lo, a.hi + b.hi)
TACTI_D2_EACH(sub, a.lo - b.lo, a.hi - b.hi)
TACTI_D2_EACH(mul, a.lo *b.lo, a.hi *b.hi)
TACTI_D2_EACH(div, a.lo / b.lo, a.hi / b.hi)
TACTI_D2_EACH(min, a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi)
TACTI_D2_EACH(max, a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi)
#undef TACTI_D2_EACH

TACTI_ALWAYS_INLINE double tacti_d2_leading_one(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= 0xFFFFFFFFF8000000;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

#define tacti_d2_make(lo, hi) ((tacti_d2){lo, hi})
#define tacti_d2_set(x) ((tacti_d2){x, x})
#define tacti_d2_lo(a) ((a).lo)
#define tacti_d2_hi(a) ((a).hi)
#define tacti_d2_swap(a) ((tacti_d2){(a).hi, (a).lo})
#define tacti_d2_abs(a) ((tacti_d2){fabs((a).lo), fabs((a).hi)})
#define tacti_d2_where_positive(q, x) ((tacti_d2){(q).lo > 0 ? (x).lo : 0, (q).hi > 0 ? (x).hi : 0})
#define tacti_d2_store(p, x) ((p)[0] = (x).lo, (p)[1] = (x).hi)
#define tacti_d2_exceeds(a, b) ((unsigned)((a).lo > (b).lo) | (unsigned)((a).hi > (b).hi) << 1)
#define tacti_d2_leading(a) ((tacti_d2){tacti_d2_leading_one((a).lo), tacti_d2_leading_one((a).hi)})

#endif

#endif
