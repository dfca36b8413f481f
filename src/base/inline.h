/* SPDX-License-Identifier: MIT */
/* For the few functions where the compiler's own judgement of inlining was measured to cost: hot
 * ones that it leaves out of line, and rare ones that it drags into hot code. Also
 * for memory that is known to be needed soon. */
#ifndef TACT_BASE_INLINE_H
#define TACT_BASE_INLINE_H

#include <tact/base.h>

#if defined(__GNUC__)
#define TACTI_ALWAYS_INLINE __attribute__((always_inline)) static inline
#define TACTI_NEVER_INLINE __attribute__((noinline)) static
#define TACTI_PREFETCH(address) __builtin_prefetch(address)
#else
#define TACTI_ALWAYS_INLINE static inline
#define TACTI_NEVER_INLINE static
#define TACTI_PREFETCH(address) ((void)(address))
#endif

/* Before a loop of a few rounds: unrolls it, so that arrays in it become registers. */
#if defined(__clang__)
#define TACTI_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define TACTI_UNROLL _Pragma("GCC unroll 16")
#else
#define TACTI_UNROLL
#endif

#endif
