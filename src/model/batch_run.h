/* SPDX-License-Identifier: MIT */
/* What all batches share: the options of their questions, and the first question that is refused.
 * Handing out the questions to threads is left to each batch. */
#ifndef TACTI_MODEL_BATCH_RUN_H
#define TACTI_MODEL_BATCH_RUN_H

#include <stdatomic.h>

#include <tact/model.h>

#include "base/assert.h"

typedef struct tacti_batch_run {
    tact_options options; /* of each question; without a place for an error */
    tact_error *error;    /* of the whole batch; may be NULL */
    /* The first question that was refused, as its index times 256 plus its status; UINT64_MAX for
     * none. The status is kept because the question may succeed when it is asked again for the
     * reason: memory that was missing can be there again. */
    atomic_uint_least64_t refused;
} tacti_batch_run;

/* Whether a batch takes these options: none, or a struct of the library's own size. */
static inline bool tacti_batch_takes(const tact_options *options) {
    return options == NULL || options->size == sizeof *options;
}

/* Begins a batch with the caller's options. If is_right is false or the batch does not take the
 * options, the status is TACT_INVALID_ARGUMENT with this text. */
tact_status tacti_batch_begin(tacti_batch_run *run, const tact_options *options, bool is_right,
                              const char *text);

/* Notes that a question was refused. Any thread may call it. */
static inline void tacti_batch_note(tacti_batch_run *run, size_t question, tact_status status) {
    uint64_t number = question;
    TACTI_ASSERT(status > TACT_OK && (unsigned)status <= 255 && number < UINT64_C(1) << 56);
    uint64_t note = number << 8 | (uint64_t)status, least = atomic_load(&run->refused);
    while (note < least && !atomic_compare_exchange_weak(&run->refused, &least, note)) {
    }
}

/* Asks one question of a batch. */
typedef tact_status tacti_batch_ask(const void *batch, const tact_options *options,
                                    size_t question);

/* Finishes a batch, after all questions were asked. If one was refused, the first is asked again
 * for the reason, and gives the status. */
tact_status tacti_batch_end(tacti_batch_run *run, tacti_batch_ask *ask, const void *batch);

#endif
