/* SPDX-License-Identifier: MIT */
/* The step from code of a SIMD level to code of the baseline. Processors keep the upper halves of
 * vector registers for code that was compiled without them; on some of them that costs about 100
 * ns. Compilers clear the halves at the ends of functions and before most calls, but not after a
 * call within the file. tools/check_transitions.sh finds the places. */
#ifndef TACTI_BASE_SIMD_LEAVE_H
#define TACTI_BASE_SIMD_LEAVE_H

/* Clears the upper halves. */
static inline void tacti_simd_leave(void) {
#if defined(__AVX__)
    __builtin_ia32_vzeroupper();
#endif
}

#endif
