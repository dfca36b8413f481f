/* SPDX-License-Identifier: MIT */
/* Questions about one instance: what they share, and the questions with arguments that are known to
 * be right, for batches. */
#ifndef TACTI_MODEL_ONE_H
#define TACTI_MODEL_ONE_H

#include "model/ask.h"

/* Options of a question about one instance; NULL for a wrong argument. */
const tact_options *tacti_one_begin(const tact_instance *instance, const tact_options *options,
                                    tact_options *room, const void *out);
/* Says why a question about one instance was refused. */
tact_status tacti_one_refuse(tact_status status, tact_question question,
                             const tact_options *options, const tact_instance *instance,
                             const void *out);

/* Whether something may end a question before it is complete. */
static inline bool tacti_has_limits(const tact_options *options) {
    return options->budget != UINT64_MAX || options->cancel != NULL || options->seconds < HUGE_VAL;
}

/* What a question about one instance may spend, for all parts together. */
typedef struct tacti_allowance {
    tacti_asking asking;
    tacti_meter meter;
    tacti_meter *used; /* meter, or NULL if nothing ends the question */
} tacti_allowance;

static inline void tacti_allowance_begin(tacti_allowance *allowance, const tact_options *options) {
    allowance->used = NULL;
    if (!tacti_has_limits(options))
        return;
    tacti_asking_begin(&allowance->asking, options);
    allowance->meter = tacti_meter_make(options->budget, allowance->asking.desc.watch);
    allowance->used = &allowance->meter;
}

/* What ended the question so far; complete if nothing did. */
static inline tact_ending tacti_allowance_ending(const tacti_allowance *allowance) {
    return allowance->used == NULL ? TACT_ENDING_COMPLETE
                                   : tacti_ending_of_stop(allowance->used->pace.stop);
}

/* A site that is not known. */
static inline tact_site tacti_no_site(void) {
    return (tact_site){.element = TACT_NO_TRIANGLE, .feature = TACT_NO_FEATURE};
}

/* Answers about meshes as results. */
void tacti_raycast_of_hit(const tacti_mesh_hit *hit, uint32_t part, tact_raycast_result *out);
tact_nearest_result tacti_nearest_of(const tacti_nearest *found, uint32_t part);

#endif
