/* SPDX-License-Identifier: MIT */
/* Whether the gap or the overlap of two solids is at most a tolerance. The relation itself is exact
 * and has no tolerance. */
#ifndef TACT_CLI_TOLERANCE_H
#define TACT_CLI_TOLERANCE_H

#include <tact/tact.h>

/* Whether it is proved that a gap or an overlap is at most the tolerance, for two instances and
 * their relation. A gap is the distance. An overlap is at most the tolerance if no point of b needs
 * to move further for the two to be apart or touching. False if that is not proved: also for an
 * estimate and for an undecided relation. options are those of the question. */
bool tolerance_is_met(const tact_instance *a, const tact_instance *b,
                      const tact_classify_result *relation, double tolerance,
                      const tact_options *options);

#endif
