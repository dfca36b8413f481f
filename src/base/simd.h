/* SPDX-License-Identifier: MIT */
/* SIMD levels. A file of hot code is compiled once for each level that the compiler knows
 * (tact_add_leveled_sources() in src/CMakeLists.txt) and gives its outer functions a name of their
 * own with TACTI_LEVELED(); a table per room, with one entry per level, chooses at run time. */
#ifndef TACTI_BASE_SIMD_H
#define TACTI_BASE_SIMD_H

#include <stdatomic.h>

#include <tact/base.h>

/* How many levels this build has code for: the baseline alone, or all three. */
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define TACTI_SIMD_LEVELS 3
#else
#define TACTI_SIMD_LEVELS 1
#endif

/* The level that the context asks for, never above what the processor has. */
tact_simd_level tacti_simd_level(const tact_context *context);

/* The only writable global of the library: the best level plus 1, 0 while it is not yet known. Any
 * number of threads may find it out at once, since all write the same value. */
extern atomic_int tacti_known_level;

/* tact_simd_level_best() for short questions: a load, if it was called before. */
static inline tact_simd_level tacti_simd_level_now(void) {
    int known = atomic_load_explicit(&tacti_known_level, memory_order_relaxed);
    return known != 0 ? (tact_simd_level)(known - 1) : tact_simd_level_best();
}

/* The name of this file's function at the level that the file is being compiled for. */
#if !defined(TACTI_LEVEL)
#define TACTI_LEVEL baseline
#endif
#define TACTI_JOIN_LEVEL(name, level) name##_##level
#define TACTI_JOIN_LEVEL_NOW(name, level) TACTI_JOIN_LEVEL(name, level)
#define TACTI_LEVELED(name) TACTI_JOIN_LEVEL_NOW(name, TACTI_LEVEL)

#endif
