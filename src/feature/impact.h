/* SPDX-License-Identifier: MIT */
/* The order of the stages, for single questions and batches. */
#ifndef TACTI_FEATURE_IMPACT_H
#define TACTI_FEATURE_IMPACT_H

#include "feature/first.h"

/* Checks given options, fills in what an older caller does not know, and writes them to *out. */
tact_status tacti_impact_options_read(const tact_impact_options *given, tact_impact_options *out);

/* Up to eight questions; vertices has eight rows, those beyond count equal to any other. */
void tacti_impact_answer(tacti_impact_first *first, tact_impact_kind kind, const tact_vec3 *start,
                         const tact_vec3 *end, const uint32_t vertices[][4], uint32_t count,
                         const tact_impact_options *options, tact_impact_result *results);

/* The first stage at a level. */
tacti_impact_first *tacti_impact_first_at(tact_simd_level level);

#endif
