/* SPDX-License-Identifier: MIT */
/* The verdict on two small polytopes without a cache, by the quick search. Compiled for each SIMD
 * level. */
#include "pair/pair.h"

#include "base/simd.h"
#include "closed/closed.h"
#include "pair/pair_first.h"
#include "pair/pair_parts.h"
#include "search/gjk_quick.h"

TACTI_ALWAYS_INLINE bool is_quick(const tacti_shape_at *at) {
    return tacti_is_quick(at->shape->kind, at->facts->hull);
}

/* Searches from the line between the middles. False if the search gives up. */
bool TACTI_LEVELED(tacti_verdict_cold)(const tacti_shape_at *a, const tacti_shape_at *b,
                                       tact_outcome *out) {
    tacti_look look;
    uint32_t at[2] = {UINT32_MAX, UINT32_MAX};
    if (!(is_quick(a) && is_quick(b) && !tacti_has_closed_form(a->shape->kind, b->shape->kind) &&
          tacti_look_begin(a, b, &look)))
        return false;
    tact_vec3 x = tacti_look_middles(&look.bodies);
    *out = TACT_OUTCOME_APART;
    if (tacti_look_along(&look, x, false, at))
        return true;
    tacti_quick quick;
    tacti_quick_prepare(&quick, &look.bodies);
    tacti_quick_begin(&quick, at);
    tacti_quick_ending ending = tacti_quick_search(&quick, false, 0);
    if (ending == TACTI_QUICK_APART)
        return true;
    *out = TACT_OUTCOME_CONTACT;
    return tacti_quick_is_contact(&quick, ending);
}
