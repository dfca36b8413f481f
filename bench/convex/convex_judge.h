/* SPDX-License-Identifier: MIT */
/* Which answers about a convex pair are right: judged by the proven interval that holds its
 * separation. */
#ifndef TACT_BENCH_CONVEX_JUDGE_H
#define TACT_BENCH_CONVEX_JUDGE_H

#include "convex.h"

typedef enum convex_question {
    CONVEX_COLLIDE,  /* contact or not */
    CONVEX_DISTANCE, /* the distance, 0 in contact */
    CONVEX_DEPTH,    /* the depth, 0 where apart */
    CONVEX_QUESTIONS
} convex_question;

const char *convex_question_name(convex_question question);
/* Whether a question is worth asking about pairs that are a gap apart. */
bool convex_is_asked(convex_question question, double gap);

/* Verdicts count where the separation is further from 0 than this part of the size, numbers are
 * right within this part of it. */
#define CONVEX_VERDICT_MARGIN 1e-6
#define CONVEX_NUMBER_MARGIN 1e-4

/* The separation of a pair is the distance, or the depth times -1. */
typedef struct convex_truth {
    double lower, upper; /* it is between these */
    double size;
} convex_truth;

typedef enum convex_judgement { CONVEX_RIGHT, CONVEX_WRONG, CONVEX_OPEN } convex_judgement;

/* What the proven bounds of tact_convex_distance() and tact_convex_depth() say. */
convex_truth convex_truth_find(const convex_input *input);

/* verdict: 1 for contact; it counts in the first question, the number in the others. Open: the
 * truth is not known well enough, or too close to 0 for a verdict. */
convex_judgement convex_judge(const convex_truth *truth, convex_question question, int32_t verdict,
                              double number);

#endif
