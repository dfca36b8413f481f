/* SPDX-License-Identifier: MIT */
/* How batches begin and end. */
#include "model/batch_run.h"

#include "base/message.h"

tact_status tacti_batch_begin(tacti_batch_run *run, const tact_options *options, bool is_right,
                              const char *text) {
    bool takes_options = tacti_batch_takes(options);
    run->error = takes_options && options != NULL ? options->error : NULL;
    if (!is_right || !takes_options)
        return tacti_error_set(run->error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "%s", text);
    run->options = options != NULL ? *options : tact_options_default();
    run->options.error = NULL;
    atomic_init(&run->refused, UINT64_MAX);
    return TACT_OK;
}

tact_status tacti_batch_end(tacti_batch_run *run, tacti_batch_ask *ask, const void *batch) {
    uint64_t note = atomic_load(&run->refused);
    if (note == UINT64_MAX)
        return TACT_OK;
    size_t question = (size_t)(note >> 8);
    tact_status status = (tact_status)(note & 255);
    tact_error reason = {.text = ""};
    run->options.error = &reason;
    (void)ask(batch, &run->options, question);
    return tacti_error_set(run->error, status, 0, question, "question %zu of the batch: %s",
                           question, reason.text[0] != 0 ? reason.text : tact_status_text(status));
}
