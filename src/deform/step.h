/* SPDX-License-Identifier: MIT */
/* Tests of candidates as they are found, chunk by chunk on the threads of the context. */
#ifndef TACTI_DEFORM_STEP_H
#define TACTI_DEFORM_STEP_H

#include "base/array.h"
#include "deform/candidates.h"
#include "feature/impact.h"

TACTI_ARRAY_DEFINE(tacti_deform_contacts, tact_deform_contact);

/* Whether a comes before b: by time, then by kind, then by features. */
static inline bool tacti_deform_is_before(const tact_deform_contact *a,
                                          const tact_deform_contact *b) {
    if (a->impact.lower != b->impact.lower)
        return a->impact.lower < b->impact.lower;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    if (a->swapped != b->swapped)
        return b->swapped;
    return a->a != b->a ? a->a < b->a : a->b < b->b;
}

/* What is known so far, of one chunk or of all. */
typedef struct tacti_deform_found {
    tact_deform_first first;        /* what came first */
    tacti_deform_contacts contacts; /* all of them, if they are wanted */
    uint64_t visits, culled;        /* of walks */
    bool lacks_memory;
} tacti_deform_found;

typedef struct tacti_deform_step {
    const tacti_deform_question *question;
    tact_impact_options options;
    tacti_impact_first *filter;
    bool keeps_all; /* otherwise only what is first matters, and the limit shrinks */
} tacti_deform_step;

/* Goes through all candidates. found->first is filled, and contacts, in no order, if the step keeps
 * all. TACT_OUT_OF_MEMORY. */
tact_status tacti_deform_step_run(const tacti_deform_step *step, tacti_deform_found *found);

#endif
