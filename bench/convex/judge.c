/* SPDX-License-Identifier: MIT */
/* Judging answers; see convex_judge.h. */
#include "convex_judge.h"

#include <tact/convex_depth.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *convex_question_name(convex_question question) {
    static const char *const names[CONVEX_QUESTIONS] = {"collide", "distance", "depth"};
    return names[question];
}

static void check(tact_status status) {
    if (status == TACT_OK)
        return;
    fprintf(stderr, "bench_convex: a pair is refused: %s\n", tact_status_text(status));
    exit(2);
}

bool convex_is_asked(convex_question question, double gap) {
    return question == CONVEX_COLLIDE || (question == CONVEX_DISTANCE) == (gap > 0);
}

convex_truth convex_truth_find(const convex_input *input) {
    const tact_placed_shape *a = &input->placed[0], *b = &input->placed[1];
    tact_convex_separation separation;
    tact_convex_penetration penetration;
    check(tact_convex_distance(a, b, NULL, &separation));
    if (separation.outcome == TACT_APART)
        return (convex_truth){separation.lower, separation.upper, input->size};
    check(tact_convex_depth(a, b, NULL, &penetration));
    /* Undecided: they may be that far apart too. */
    double upper = separation.outcome == TACT_CONTACT ? -penetration.lower : separation.upper;
    return (convex_truth){-penetration.upper, upper, input->size};
}

static convex_judgement judge_verdict(const convex_truth *truth, int32_t verdict) {
    double margin = CONVEX_VERDICT_MARGIN * truth->size;
    if (truth->lower > margin)
        return verdict == 0 ? CONVEX_RIGHT : CONVEX_WRONG;
    if (truth->upper < -margin)
        return verdict == 1 ? CONVEX_RIGHT : CONVEX_WRONG;
    return CONVEX_OPEN;
}

convex_judgement convex_judge(const convex_truth *truth, convex_question question, int32_t verdict,
                              double number) {
    if (question == CONVEX_COLLIDE)
        return judge_verdict(truth, verdict);
    bool is_depth = question == CONVEX_DEPTH;
    double least = fmax(is_depth ? -truth->upper : truth->lower, 0);
    double most = fmax(is_depth ? -truth->lower : truth->upper, 0);
    double margin = CONVEX_NUMBER_MARGIN * truth->size;
    if (!(number >= least - margin && number <= most + margin)) /* NaN is wrong */
        return CONVEX_WRONG;
    return most - least <= margin ? CONVEX_RIGHT : CONVEX_OPEN;
}
