/* SPDX-License-Identifier: MIT */
/* The test as it is taught and as many cloth programs have it: the roots of the coplanarity cubic
 * in double, and a test of the position at each root with a tolerance. It proves nothing. It is
 * here to count its wrong answers. */
#ifndef TACT_BENCH_FEATURES_LECTURE_H
#define TACT_BENCH_FEATURES_LECTURE_H

#include <tact/tact.h>

/* Whether the features meet, as this test says. */
bool lecture_meets(tact_impact_kind kind, const tact_impact_motion *motion, double tolerance);

#endif
