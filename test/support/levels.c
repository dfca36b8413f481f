/* SPDX-License-Identifier: MIT */
#include "levels.h"

#include "support.h"

static uint64_t ask_at(test_level_question *ask, const void *about, tact_simd_level level) {
    tact_context_desc desc = tact_context_desc_default();
    tact_context *context;
    desc.simd_level = level;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    uint64_t hash = ask(about, context);
    tact_context_destroy(context);
    return hash;
}

void test_levels_agree(test_level_question *ask, const void *about) {
    uint64_t expected = ask_at(ask, about, TACT_SIMD_BASELINE);
    for (int level = 1; level <= (int)tact_simd_level_best(); level++)
        if (ask_at(ask, about, (tact_simd_level)level) != expected)
            fail_msg("level %s gives other bits than the baseline",
                     tact_simd_level_name((tact_simd_level)level));
}
