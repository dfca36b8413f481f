/* SPDX-License-Identifier: MIT */
/* What all stages share: a question with its vertices in an order that does not depend on the
 * caller's, the same in a frame of size 1, and what a stage finds. */
#ifndef TACTI_FEATURE_FRAME_H
#define TACTI_FEATURE_FRAME_H

#include <tact/feature.h>

/* The vertices in order: the corners of a face, the ends of an edge and the two edges are sorted by
 * their coordinates. So the order in which the caller gives them changes no bit of an answer. */
typedef struct tacti_impact_question {
    tact_impact_kind kind;
    tact_vec3 start[4], end[4];
    uint32_t order[4]; /* the caller's number of each vertex */
    const tact_impact_options *options;
} tacti_impact_question;

/* The vectors from vertex 0 to the others at time 0 and 1, times a power of two that brings the
 * largest coordinate into [1/2, 1). Each coordinate is the true one times (1 + d), |d| <= 2^-53,
 * plus at most 2^-1074. If all are 0, the vertices move as one, and nothing is scaled. */
typedef struct tacti_impact_frame {
    tact_impact_kind kind;
    double at[2][3][3]; /* [time][vector][axis] */
    double separation;  /* scaled and rounded up; infinite if too large */
} tacti_impact_frame;

/* What a stage says. Undecided: lower is a proven bound, u and v are where. */
typedef struct tacti_impact_verdict {
    tact_outcome outcome;
    tact_impact_ending ending;
    double lower, upper;
    tact_feature a, b;
    bool has_place; /* u and v are known */
    double u, v;
} tacti_impact_verdict;

tacti_impact_question tacti_impact_question_make(tact_impact_kind kind,
                                                 const tact_vec3 *const start[4],
                                                 const tact_vec3 *const end[4],
                                                 const tact_impact_options *options);

void tacti_impact_frame_make(const tacti_impact_question *question, tacti_impact_frame *out);

tacti_impact_verdict tacti_impact_apart(tact_impact_ending ending);

#endif
