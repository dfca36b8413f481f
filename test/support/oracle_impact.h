/* SPDX-License-Identifier: MIT */
/* When moving features touch, in exact arithmetic by other means than the library's: Sturm
 * sequences isolate the roots of the coplanarity cubic, and barycentric coordinates in space decide
 * at a root. Slow. */
#ifndef TACT_TEST_ORACLE_IMPACT_H
#define TACT_TEST_ORACLE_IMPACT_H

#include <tact/tact.h>

/* Whether the features touch at a time in [0, ends[i]], or in [0, ends[i]) if is_open[i]. */
void oracle_impact(tact_impact_kind kind, const tact_impact_motion *motion, int count,
                   const double ends[], const bool is_open[], bool touches[]);

#endif
