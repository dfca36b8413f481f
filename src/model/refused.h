/* SPDX-License-Identifier: MIT */
/* The first question of a batch that was refused, whichever worker finds it first. */
#ifndef TACTI_MODEL_REFUSED_H
#define TACTI_MODEL_REFUSED_H

#include <stdatomic.h>

#include <tact/base.h>

/* The number of the question times 256, plus its status; UINT64_MAX for none. The status is kept
 * because asking once more for the reason may succeed: memory that was missing can be there again.
 */
typedef atomic_uint_least64_t tacti_refused;

static inline void tacti_refused_clear(tacti_refused *first) {
    atomic_init(first, UINT64_MAX);
}

static inline void tacti_refused_note(tacti_refused *first, size_t question, tact_status status) {
    uint64_t note = (uint64_t)question << 8 | (uint64_t)status, least = atomic_load(first);
    while (note < least && !atomic_compare_exchange_weak(first, &least, note)) {
    }
}

/* Whether there is one; then *question and *status say which. */
static inline bool tacti_refused_read(const tacti_refused *first, size_t *question,
                                      tact_status *status) {
    uint64_t note = atomic_load(first);
    *question = (size_t)(note >> 8);
    *status = (tact_status)(note & 255);
    return note != UINT64_MAX;
}

#endif
