/* SPDX-License-Identifier: MIT */
/* The fast paths of collide and distance: two valid instances of shapes without options, compiled
 * for each SIMD level. */
#ifndef TACTI_MODEL_PLAIN_H
#define TACTI_MODEL_PLAIN_H

#include <string.h>

#include "base/inline.h"
#include "base/simd.h"
#include "model/ask.h"

typedef tact_status tacti_collide_plain(const tact_instance *a, const tact_instance *b,
                                        const tact_cache *cache, tact_collide_result *out);
typedef tact_status tacti_distance_plain(const tact_instance *a, const tact_instance *b,
                                         const tact_cache *cache, tact_distance_result *out);
TACTI_DECLARE_LEVELS(tacti_collide_plain, tacti_collide_plain)
TACTI_DECLARE_LEVELS(tacti_distance_plain, tacti_distance_plain)

/* The row of a table of levels for two instances of shapes. */
static inline unsigned tacti_plain_row(const tact_instance *a, const tact_instance *b) {
    return (unsigned)tacti_simd_lower(a->model->level, b->model->level);
}

/* Whether the distance is at most the limit, according to its bounds. */
static inline tact_outcome tacti_compare_distance(const tact_distance_result *result,
                                                  double limit) {
    if (result->outcome == TACT_OUTCOME_CONTACT || result->upper <= limit)
        return TACT_OUTCOME_CONTACT;
    return result->lower > limit || (limit == 0 && result->outcome == TACT_OUTCOME_APART)
               ? TACT_OUTCOME_APART
               : TACT_OUTCOME_UNDECIDED;
}

/* Sets the result of two shapes. */
TACTI_ALWAYS_INLINE void tacti_set_distance(const tacti_convex_distance_answer *found, double limit,
                                            tact_distance_result *out) {
    memset(out, 0, sizeof *out);
    out->outcome = found->outcome;
    out->ending = tacti_ending_of(found->ending);
    out->flags = TACT_RESULT_POINT;
    out->distance = found->distance;
    out->lower = found->lower;
    out->upper = found->upper;
    out->direction = found->direction;
    tacti_site_begin(0, &out->a);
    tacti_site_begin(0, &out->b);
    out->a.point = found->point_a;
    out->b.point = found->point_b;
    out->within = tacti_compare_distance(out, limit);
}

#endif
