/* SPDX-License-Identifier: MIT */
/* SIMD levels. A file of hot code is compiled once for each level that the compiler knows
 * (tact_add_leveled_sources() in src/CMakeLists.txt) and gives its outer functions a name of their
 * own with TACTI_LEVELED(); a table per room, one entry a level, chooses at run time. */
#ifndef TACTI_BASE_SIMD_H
#define TACTI_BASE_SIMD_H

#include <tact/base.h>

/* How many levels this build has code for: the baseline alone, or all three. */
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define TACTI_SIMD_LEVELS 3
#else
#define TACTI_SIMD_LEVELS 1
#endif

/* The level that the context asks for, never above what the processor has. */
tact_simd_level tacti_simd_level(const tact_context *context);

/* The name of this file's function at the level that the file is being compiled for. */
#if !defined(TACTI_LEVEL)
#define TACTI_LEVEL baseline
#endif
#define TACTI_JOIN_LEVEL(name, level) name##_##level
#define TACTI_JOIN_LEVEL_NOW(name, level) TACTI_JOIN_LEVEL(name, level)
#define TACTI_LEVELED(name) TACTI_JOIN_LEVEL_NOW(name, TACTI_LEVEL)

#endif
