/* SPDX-License-Identifier: MIT */
/* SIMD levels. A file of hot code is compiled once for each level that the compiler knows
 * (tact_add_leveled_sources() in src/CMakeLists.txt). The file gives its outer functions a name per
 * level with TACTI_LEVELED(). A table with one row per level chooses at run time:
 *
 *     typedef void tacti_search(tacti_thing *thing);            in the header
 *     TACTI_DECLARE_LEVELS(tacti_search, tacti_search)
 *
 *     void TACTI_LEVELED(tacti_search)(tacti_thing *thing) {    in the leveled file
 *
 *     static tacti_search *const table[] = TACTI_LEVEL_TABLE(tacti_search);
 *     table[tacti_simd_row(level)](thing); */
#ifndef TACTI_BASE_SIMD_H
#define TACTI_BASE_SIMD_H

#include <stdatomic.h>
#include <stdint.h>

#include <tact/base.h>

/* TACTI_EACH_LEVEL_OF(X, ...) is X(level, ...) for each level, the baseline first. The build
 * defines it, as cmake/tact_levels.cmake says. A file that is compiled without the build has the
 * baseline. */
#if !defined(TACTI_EACH_LEVEL_OF)
#define TACTI_EACH_LEVEL_OF(X, ...) X(baseline, __VA_ARGS__)
#endif

/* X(level) for each level. */
#define TACTI_EACH_LEVEL(X) TACTI_EACH_LEVEL_OF(TACTI_CALL_WITH_LEVEL, X)
#define TACTI_CALL_WITH_LEVEL(level, X) X(level)

/* How many levels this build has code for. */
#define TACTI_SIMD_LEVELS (0 TACTI_EACH_LEVEL(TACTI_ONE_LEVEL))
#define TACTI_ONE_LEVEL(level) +1

/* Declares name_baseline and so on, each of the given type: that of a function, or extern and the
 * type of an object. No semicolon follows. */
#define TACTI_DECLARE_LEVELS(type, name) TACTI_EACH_LEVEL_OF(TACTI_DECLARE_LEVEL, type, name)
#define TACTI_DECLARE_LEVEL(level, type, name) type name##_##level;

/* The initialiser of an array of pointers to name_baseline and so on, functions or objects. */
#define TACTI_LEVEL_TABLE(name)                                                                    \
    { TACTI_EACH_LEVEL_OF(TACTI_LEVEL_ROW, name) }
#define TACTI_LEVEL_ROW(level, name) &name##_##level,

/* The row of a level in such a table; an unknown level has the row of the baseline. */
static inline unsigned tacti_simd_row(tact_simd_level level) {
    return (unsigned)level < TACTI_SIMD_LEVELS ? (unsigned)level : TACT_SIMD_BASELINE;
}

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

/* The lower of two levels: what runs for two objects that were made with different contexts. */
static inline tact_simd_level tacti_simd_lower(tact_simd_level a, tact_simd_level b) {
    return a < b ? a : b;
}

/* The highest level that may run: a level plus 1, or TACTI_NO_LIMIT. What a query makes by itself,
 * such as a point or a triangle of a mesh, has no limit and so leaves the level to the object of
 * the caller. */
typedef uint32_t tacti_simd_limit;
#define TACTI_NO_LIMIT 0

/* The limit at a level that the processor has. */
static inline tacti_simd_limit tacti_simd_limit_at(tact_simd_level level) {
    return (tacti_simd_limit)level + 1;
}

/* The lower of two limits. TACTI_NO_LIMIT less 1 wraps around to the greatest number. */
static inline tacti_simd_limit tacti_simd_limit_lower(tacti_simd_limit a, tacti_simd_limit b) {
    return a - 1 < b - 1 ? a : b;
}

/* The best level within a limit. */
static inline tact_simd_level tacti_simd_level_within(tacti_simd_limit limit) {
    return limit == TACTI_NO_LIMIT ? tacti_simd_level_now() : (tact_simd_level)(limit - 1);
}

/* The name of this file's function at the level that the file is being compiled for. */
#if !defined(TACTI_LEVEL)
#define TACTI_LEVEL baseline
#endif
#define TACTI_JOIN_LEVEL(name, level) name##_##level
#define TACTI_JOIN_LEVEL_NOW(name, level) TACTI_JOIN_LEVEL(name, level)
#define TACTI_LEVELED(name) TACTI_JOIN_LEVEL_NOW(name, TACTI_LEVEL)

/* The level that the file is being compiled for, as a number. */
#define TACTI_LEVEL_NUMBER(level) tacti_level_number_##level,
enum tacti_level_number { TACTI_EACH_LEVEL(TACTI_LEVEL_NUMBER) };
#define TACTI_LEVEL_HERE ((tact_simd_level)TACTI_LEVELED(tacti_level_number))

#endif
