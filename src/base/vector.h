/* SPDX-License-Identifier: MIT */
/* TACTI_VECTOR_BYTES: how wide the vector registers are that the file being compiled may use by
 * intrinsics: 64 (AVX-512), 32 (AVX2), 16 (SSE2), or 0 for plain C. The flags of the compiler
 * decide, unless the build asks for plain C everywhere (-DTACT_SIMD=scalar). The header of the
 * intrinsics is included. */
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
#endif

/* The header of all instructions takes longer to parse than the rest of a file. */
#if TACTI_VECTOR_BYTES >= 32
#include <immintrin.h>
#elif TACTI_VECTOR_BYTES == 16
#include <emmintrin.h>
#endif

#endif
