/* SPDX-License-Identifier: MIT */
/* The SIMD level of this processor, determined once per process. */
#include "base/simd.h"

#include <stdlib.h>
#include <string.h>

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

static tact_simd_level level_of_processor(void) {
#if TACTI_SIMD_LEVELS == 3
    if (!__builtin_cpu_supports("avx2"))
        return TACT_SIMD_BASELINE;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512dq"))
        return TACT_SIMD_AVX2;
    return TACT_SIMD_AVX512;
#else
    return TACT_SIMD_BASELINE;
#endif
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
    return (tact_simd_level)(known - 1);
}
