/* SPDX-License-Identifier: MIT */
/* Run-time asserts for invariants of the library itself, never for what a caller passes in. They
 * are on in builds without NDEBUG (dev, sanitizers, fuzzing), and cost nothing in release builds.
 */
#ifndef TACTI_BASE_ASSERT_H
#define TACTI_BASE_ASSERT_H

#include <assert.h>

/* The condition must have no side effect: with NDEBUG it is compiled, but not evaluated. */
#ifdef NDEBUG
#define TACTI_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#else
#define TACTI_ASSERT(condition) assert(condition)
#endif

#endif
