/* SPDX-License-Identifier: MIT */
/* Judging answers; see convex_judge.h. */
#include "convex_judge.h"

#include "fail.h"

#include <math.h>

const char *convex_question_name(convex_question question) {
    static const char *const names[CONVEX_QUESTIONS] = {"collide", "distance", "depth"};
    return names[question];
}

bool convex_is_asked(convex_question question, double gap) {
    return question == CONVEX_COLLIDE || (question == CONVEX_DISTANCE) == (gap > 0);
}

convex_truth convex_truth_find(const convex_input *input) {
    const tact_instance *a = &input->instance[0], *b = &input->instance[1];
    tact_distance_result distance;
    tact_depth_result depth;
    bench_must(tact_distance(a, b, NULL, NULL, &distance), "the distance of a pair");
    if (distance.outcome == TACT_OUTCOME_APART)
        return (convex_truth){distance.lower, distance.upper, input->size};
    bench_must(tact_depth(a, b, NULL, NULL, &depth), "the depth of a pair");
    /* If the outcome is undecided, the shapes may also be apart by up to distance.upper. */
    double upper = distance.outcome == TACT_OUTCOME_CONTACT ? -depth.lower : distance.upper;
    return (convex_truth){-depth.upper, upper, input->size};
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
