/* SPDX-License-Identifier: MIT */
/* The same question at every SIMD level of the processor: all must give the same bits. */
#ifndef TACT_TEST_LEVELS_H
#define TACT_TEST_LEVELS_H

#include "hash_bits.h"

/* Asks about something with a context, whose SIMD level the answer is computed at. Returns a hash
 * of all bits of the answer (hash_bits.h). */
typedef uint64_t test_level_question(const void *about, const tact_context *context);

/* Asks at each level. Fails the test if a level gives other bits than the baseline. */
void test_levels_agree(test_level_question *ask, const void *about);

#endif
