/* SPDX-License-Identifier: MIT */
/* The square root as one instruction. Where sqrt() may have to set errno, compilers keep a call of
 * the library beside it, or nothing else, and save all registers around it. */
#ifndef TACTI_BASE_ROOT_H
#define TACTI_BASE_ROOT_H

#include <math.h>

#include "base/inline.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Rounded correctly, as that of the library; NaN for negative numbers. */
TACTI_ALWAYS_INLINE double tacti_root(double x) {
#if defined(__SSE2__)
    __m128d all = _mm_set_sd(x);
    return _mm_cvtsd_f64(_mm_sqrt_sd(all, all));
#else
    return sqrt(x);
#endif
}

#endif
