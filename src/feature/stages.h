/* SPDX-License-Identifier: MIT */
/* The stages of a question, one file each. Every stage says apart or contact only if that is
 * proven, and undecided otherwise. */
#ifndef TACTI_FEATURE_STAGES_H
#define TACTI_FEATURE_STAGES_H

#include "feature/frame.h"

/* cubic.c: the roots of the coplanarity cubic in double with error bounds. Separation 0. */
tacti_impact_verdict tacti_impact_cubic(const tacti_impact_frame *frame, double limit);

/* inclusion.c: boxes from time first on. Adds the number of boxes to *boxes. */
tacti_impact_verdict tacti_impact_inclusion(const tacti_impact_frame *frame,
                                            const tact_impact_options *options, double first,
                                            uint32_t *boxes);

/* exact.c: exact arithmetic on the given coordinates. Separation 0. Undecided only if a number
 * needs more digits than there is room for, which cannot be the case if all coordinates are 0 or
 * between 2^-300 and 2^300 in magnitude. */
tacti_impact_verdict tacti_impact_exact(const tacti_impact_question *question, bool by_parity);

/* advance.c: conservative advancement. If undecided, lower is how far it came. */
tacti_impact_verdict tacti_impact_advance(const tacti_impact_question *question,
                                          const tacti_impact_frame *frame);

/* advance.c: a time in [from, limit] at which the features are certainly within the positive
 * separation, and shortly before which they are not; negative if none was found. */
double tacti_impact_time_within(const tacti_impact_frame *frame, double from, double limit);

#endif
