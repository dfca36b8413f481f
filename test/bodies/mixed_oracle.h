/* SPDX-License-Identifier: MIT */
/* A partial verdict on two placed shapes, smooth or not, by rational points inside and rational
 * boxes around them (GMP). Shares nothing with the library but the placement of vertices. */
#ifndef TACT_TEST_MIXED_ORACLE_H
#define TACT_TEST_MIXED_ORACLE_H

#include "pair/pair.h"

/* TACT_OUTCOME_CONTACT if the polytopes inscribed in the cores meet, or come within the radii at
 * two of their corners; TACT_OUTCOME_APART if the boxes around the shapes do not meet; else
 * TACT_OUTCOME_UNDECIDED. */
tact_outcome mixed_oracle_certain(const tacti_placed_shape *a, const tacti_placed_shape *b);

#endif
