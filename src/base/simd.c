/* SPDX-License-Identifier: MIT */
/* The SIMD level of this processor, determined once per process. */
#include "base/simd.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"

atomic_int tacti_known_level;

const char *tact_simd_level_name(tact_simd_level level) {
    switch (level) {
    case TACT_SIMD_BASELINE:
        return "baseline";
    case TACT_SIMD_AVX2:
        return "avx2";
    case TACT_SIMD_AVX512:
        return "avx512";
    }
    return "unknown level";
}

#define PROCESSOR_HAS_baseline true
#define PROCESSOR_HAS_avx2 __builtin_cpu_supports("avx2")
#define PROCESSOR_HAS_avx512                                                                       \
    __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&                     \
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
#define PROCESSOR_HAS(level) PROCESSOR_HAS_##level,

/* A level above one that the processor lacks does not count. */
static tact_simd_level level_of_processor(void) {
    bool has[] = {TACTI_EACH_LEVEL(PROCESSOR_HAS)};
    int level = TACT_SIMD_BASELINE;
    while (level + 1 < TACTI_SIMD_LEVELS && has[level + 1])
        level++;
    return (tact_simd_level)level;
}

/* A name that is not a level, or a level above the processor's, changes nothing. */
static tact_simd_level level_wanted(tact_simd_level most) {
    const char *name = getenv("TACT_SIMD");
    for (tact_simd_level level = TACT_SIMD_BASELINE; name != NULL && level < most; level++)
        if (strcmp(name, tact_simd_level_name(level)) == 0)
            return level;
    return most;
}

tact_simd_level tact_simd_level_best(void) {
    int known = atomic_load_explicit(&tacti_known_level, memory_order_relaxed);
    if (known == 0) {
        known = (int)level_wanted(level_of_processor()) + 1;
        atomic_store_explicit(&tacti_known_level, known, memory_order_relaxed);
    }
    TACTI_ASSERT(known >= 1 && known <= TACTI_SIMD_LEVELS);
    return (tact_simd_level)(known - 1);
}
