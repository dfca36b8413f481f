/* SPDX-License-Identifier: MIT */
/* The fast paths of collide and distance: two valid instances of shapes without options, compiled
 * for each SIMD level. */
#ifndef TACTI_MODEL_PLAIN_H
#define TACTI_MODEL_PLAIN_H

#include "base/simd.h"
#include "model/ask.h"

typedef tact_status tacti_collide_plain(const tact_instance *a, const tact_instance *b,
                                        const tact_cache *cache, tact_collide_result *out);
TACTI_DECLARE_LEVELS(tacti_collide_plain, tacti_collide_plain)

/* The row of a table of levels for two instances of shapes. */
static inline unsigned tacti_plain_row(const tact_instance *a, const tact_instance *b) {
    return (unsigned)tacti_simd_lower(a->model->level, b->model->level);
}

#endif
