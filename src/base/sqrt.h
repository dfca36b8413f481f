/* SPDX-License-Identifier: MIT */
/* The square root as one instruction. If sqrt() may set errno, compilers emit a library call
 * besides or instead of the instruction, and save all registers around it. */
#ifndef TACTI_BASE_SQRT_H
#define TACTI_BASE_SQRT_H

#include <math.h>

#include "base/inline.h"
#include "base/vector.h"

/* Correctly rounded, like sqrt(); NaN for negative numbers. */
TACTI_ALWAYS_INLINE double tacti_sqrt(double x) {
#if TACTI_VECTOR_BYTES > 0
    __m128d all = _mm_set_sd(x);
    return _mm_cvtsd_f64(_mm_sqrt_sd(all, all));
#elif defined(TACTI_NEON)
    return vget_lane_f64(vsqrt_f64(vdup_n_f64(x)), 0);
#else
    return sqrt(x);
#endif
}

#endif
