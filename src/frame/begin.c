/* SPDX-License-Identifier: MIT */
/* The checks that begin every query about two placed meshes, and the names of outcomes. */
#include "frame/begin.h"

#include "base/assert.h"

const char *tact_outcome_name(tact_outcome outcome) {
    switch (outcome) {
    case TACT_OUTCOME_APART:
        return "apart";
    case TACT_OUTCOME_CONTACT:
        return "contact";
    case TACT_OUTCOME_UNDECIDED:
        return "undecided";
    }
    return "unknown outcome";
}

tacti_query_desc tacti_query_desc_default(void) {
    return (tacti_query_desc){.budget = UINT64_MAX};
}

tact_status tacti_query_begin(const tacti_placed *a, const tacti_placed *b,
                              const tacti_query_desc *desc, tacti_pair *pair) {
    TACTI_ASSERT(pair != NULL);
    if (desc != NULL && (!(desc->relative_error >= 0) || !(desc->absolute_error >= 0)))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_pair_make(a, b, pair);
    if (status != TACT_OK)
        return status;
    if (desc != NULL && desc->solid && (!a->bvh->has_solid_data || !b->bvh->has_solid_data))
        return TACT_INVALID_ARGUMENT;
    return TACT_OK;
}
