/* SPDX-License-Identifier: MIT */
/* For the few functions that the compiler's own choice of inlining was measured to slow down: hot
 * ones that it leaves out of line, and rare ones that it inlines into hot code. Also for memory
 * that is known to be needed soon. */
#ifndef TACT_BASE_INLINE_H
#define TACT_BASE_INLINE_H

#include <tact/base.h>

/* Sanitizers check every access. With all this inlining and unrolling, the compiler would take
 * minutes. */
#if defined(__SANITIZE_ADDRESS__)
#define TACTI_IS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TACTI_IS_SANITIZED
#endif
#endif

#if defined(__GNUC__)
#if defined(TACTI_IS_SANITIZED)
#define TACTI_ALWAYS_INLINE static inline
#else
#define TACTI_ALWAYS_INLINE __attribute__((always_inline)) static inline
#endif
#define TACTI_NEVER_INLINE __attribute__((noinline)) static
#define TACTI_PREFETCH(address) __builtin_prefetch(address)
#else
#define TACTI_ALWAYS_INLINE static inline
#define TACTI_NEVER_INLINE static
#define TACTI_PREFETCH(address) ((void)(address))
#endif

/* Before a loop of a few iterations: unrolls it, so that its arrays become registers; or leaves it
 * as it is, because its code is long. */
#if defined(TACTI_IS_SANITIZED)
#define TACTI_UNROLL
#define TACTI_NO_UNROLL
#elif defined(__clang__)
#define TACTI_UNROLL _Pragma("clang loop unroll(full)")
#define TACTI_NO_UNROLL _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__)
#define TACTI_UNROLL _Pragma("GCC unroll 16")
#define TACTI_NO_UNROLL _Pragma("GCC unroll 1")
#else
#define TACTI_UNROLL
#define TACTI_NO_UNROLL
#endif

#endif
