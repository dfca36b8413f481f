/* SPDX-License-Identifier: MIT */
/* Judges answers about a convex pair by the proven interval that contains its separation. */
#ifndef TACT_BENCH_CONVEX_JUDGE_H
#define TACT_BENCH_CONVEX_JUDGE_H

#include "convex.h"

typedef enum convex_question {
    CONVEX_COLLIDE,  /* contact or not */
    CONVEX_DISTANCE, /* the distance, 0 in contact */
    CONVEX_DEPTH,    /* the penetration depth, 0 if apart */
    CONVEX_QUESTIONS
} convex_question;

const char *convex_question_name(convex_question question);
/* Whether a question is asked about pairs with this gap: no depth if apart, no distance if not. */
bool convex_is_asked(convex_question question, double gap);

/* Verdicts are judged if the separation differs from 0 by more than the first fraction of the size.
 * Numbers are right if they are off by at most the second fraction. */
#define CONVEX_VERDICT_MARGIN 1e-6
#define CONVEX_NUMBER_MARGIN 1e-4

/* The separation of a pair is the distance, or the depth times -1. */
typedef struct convex_truth {
    double lower, upper; /* proven bounds of the separation */
    double size;
} convex_truth;

typedef enum convex_judgement { CONVEX_RIGHT, CONVEX_WRONG, CONVEX_OPEN } convex_judgement;

/* The truth from the proven bounds of tact_distance() and tact_depth(). */
convex_truth convex_truth_find(const convex_input *input);

/* CONVEX_COLLIDE judges the verdict, which is 1 for contact; the other questions judge the number.
 * CONVEX_OPEN if the bounds are too wide, or too close to 0 for a verdict. */
convex_judgement convex_judge(const convex_truth *truth, convex_question question, int32_t verdict,
                              double number);

#endif
