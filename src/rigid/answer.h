/* SPDX-License-Identifier: MIT */
/* The answer about no pair. */
#ifndef TACTI_RIGID_ANSWER_H
#define TACTI_RIGID_ANSWER_H

#include <tact/rigid.h>

#include <math.h>

/* Apart, without sites. */
static inline tact_rigid_result tacti_rigid_nothing(void) {
    tact_site none = {.element = TACT_NO_TRIANGLE, .feature = TACT_NO_FEATURE};
    return (tact_rigid_result){.outcome = TACT_OUTCOME_APART,
                               .ending = TACT_RIGID_ENDED_LIMIT,
                               .lower = HUGE_VAL,
                               .upper = HUGE_VAL,
                               .a = none,
                               .b = none};
}

#endif
