/* SPDX-License-Identifier: MIT */
/* Answers about several pairs of one question as one answer. */
#include <math.h>

#include "rigid/search.h"

void tacti_rigid_join(tact_rigid_result *sum, const tact_rigid_result *found) {
    if (found->outcome == TACT_OUTCOME_APART)
        return;
    tact_rigid_result old = *sum;
    bool had_contact = old.outcome == TACT_OUTCOME_CONTACT;
    bool has_contact = found->outcome == TACT_OUTCOME_CONTACT;
    if (found->lower < old.lower || (has_contact && !had_contact))
        *sum = *found;
    sum->outcome = had_contact || has_contact ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_UNDECIDED;
    sum->lower = fmin(old.lower, found->lower);
    sum->upper = has_contact && had_contact ? fmin(old.upper, found->upper)
                 : has_contact              ? found->upper
                 : had_contact              ? old.upper
                               : fmax(found->upper, old.upper < HUGE_VAL ? old.upper : 0);
    if (sum->lower != found->lower || sum->lower != old.lower)
        sum->distance = 0;
}
