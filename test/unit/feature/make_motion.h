/* SPDX-License-Identifier: MIT */
/* Random questions about moving features, of every kind that is hard. */
#ifndef TACT_TEST_MAKE_MOTION_H
#define TACT_TEST_MAKE_MOTION_H

#include "support.h"

enum { MOTION_FAMILIES = 14 };

/* The name of a family, below MOTION_FAMILIES. */
const char *motion_family_name(unsigned family);
tact_impact_motion make_motion(test_rng *rng, unsigned family, tact_impact_kind kind);
/* Gives all or a few of the coordinates other exponents, from -most to most, and some all digits or
 * the value of another one. */
void spread_exponents(test_rng *rng, tact_impact_motion *motion, int most);

/* The same question with its corners, ends and edges in another order. */
tact_impact_motion shuffle_motion(test_rng *rng, const tact_impact_motion *motion,
                                  tact_impact_kind kind);

tact_status ask_impact(tact_impact_kind kind, const tact_impact_motion *motion,
                       const tact_impact_options *options, tact_impact_result *out);

#endif
