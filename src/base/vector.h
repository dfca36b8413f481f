/* SPDX-License-Identifier: MIT */
/* Which intrinsics the file being compiled may use. TACTI_VECTOR_BYTES is the width of the vector
 * registers on x86: 64 (AVX-512), 32 (AVX2), 16 (SSE2), or 0 without them. TACTI_NEON is defined on
 * 64-bit ARM, whose processors all have them. The flags of the compiler decide, unless the build
 * asks for plain C everywhere (-DTACT_SIMD=scalar). The header of the intrinsics is included. */
#ifndef TACTI_BASE_VECTOR_H
#define TACTI_BASE_VECTOR_H

#if defined(TACTI_SCALAR)
#define TACTI_VECTOR_BYTES 0
#elif defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define TACTI_VECTOR_BYTES 64
#elif defined(__AVX2__)
#define TACTI_VECTOR_BYTES 32
#elif defined(__SSE2__)
#define TACTI_VECTOR_BYTES 16
#else
#define TACTI_VECTOR_BYTES 0
#if defined(__aarch64__) && defined(__ARM_NEON)
#define TACTI_NEON
#endif
#endif

/* The header of all instructions takes longer to parse than the rest of a file. */
#if TACTI_VECTOR_BYTES >= 32
#include <immintrin.h>
#elif TACTI_VECTOR_BYTES == 16
#include <emmintrin.h>
#elif defined(TACTI_NEON)
#include <arm_neon.h>
#endif

#endif
