/* SPDX-License-Identifier: MIT */
/* The first stage: eight questions at a time, compiled for each level. */
#ifndef TACTI_FEATURE_FIRST_H
#define TACTI_FEATURE_FIRST_H

#include "base/simd.h"

#include <tact/feature.h>

#define TACTI_IMPACT_LANES 8

/* Bit i of the result is set if the features of question i are proven apart at all times from 0 to
 * 1. Questions are given by the numbers of their vertices. */
typedef uint32_t tacti_impact_first(tact_impact_kind kind, const tact_vec3 *start,
                                    const tact_vec3 *end, const uint32_t vertices[][4],
                                    double separation);
TACTI_DECLARE_LEVELS(tacti_impact_first, tacti_impact_first)

#endif
