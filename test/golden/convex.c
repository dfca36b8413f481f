/* SPDX-License-Identifier: MIT */
/* tact's own answers on a pair of convex shapes: verdict with its proof, distance and depth with
 * their bounds, in both orders, with and without a cache. */
#include "golden.h"

#include <math.h>
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

static void judge_verdict(golden_report *report, const tacti_placed_shape *a,
                          const tacti_placed_shape *b, const golden_convex_truth *truth) {
    tacti_convex_cache cache = {0};
    for (int round = 0; round < 3; round++) {
        tacti_convex_collision answer = {.outcome = TACT_OUTCOME_UNDECIDED};
        bool holds = true;
        tact_status status = tacti_convex_collide(a, b, round == 0 ? NULL : &cache, &answer);
        if (status == TACT_OK && truth->is_exact)
            status = tacti_convex_check(a, b, &answer, &holds);
        if (status != TACT_OK)
            golden_fail(report, "convex collide: %s", tact_status_text(status));
        else if (!holds)
            golden_fail(report, "the proof of %s does not hold", tact_outcome_name(answer.outcome));
        else if (answer.outcome == TACT_OUTCOME_UNDECIDED
                     ? truth->is_exact
                     : (answer.outcome == TACT_OUTCOME_CONTACT) != truth->intersect)
            golden_fail(report, "convex collide expected %d, got %s", truth->intersect,
                        tact_outcome_name(answer.outcome));
    }
}

static void judge_distance(golden_report *report, const tacti_placed_shape *a,
                           const tacti_placed_shape *b, const golden_convex_truth *truth) {
    tacti_convex_cache cache = {0};
    for (int round = 0; round < 3; round++) {
        tacti_convex_distance_answer answer = {.outcome = TACT_OUTCOME_UNDECIDED};
        tact_status status = tacti_convex_distance(a, b, round == 0 ? NULL : &cache, &answer);
        double slack = truth->is_exact ? 1e-13 * truth->distance : truth->tolerance;
        if (status != TACT_OK)
            golden_fail(report, "convex distance: %s", tact_status_text(status));
        else if (truth->is_exact && (answer.distance == 0) != truth->intersect)
            golden_fail(report, "convex distance %.17g, intersect %d", answer.distance,
                        truth->intersect);
        else if (!isnan(truth->distance) &&
                 (answer.lower > truth->distance + slack ||
                  answer.upper < truth->distance - slack ||
                  !(fabs(answer.distance - truth->distance) <= truth->tolerance)))
            golden_fail(report, "convex distance expected %.17g, got %.17g in [%.17g, %.17g]",
                        truth->distance, answer.distance, answer.lower, answer.upper);
    }
}

/* Whether the polytopes are apart after moving one by the upper bound and a billionth of it. */
static bool parts(const tacti_placed_shape *a, const tacti_placed_shape *b,
                  const tacti_convex_depth_answer *answer) {
    tacti_placed_shape moved = *b;
    double step = answer->upper * (1 + 1e-9);
    tacti_convex_collision verdict;
    moved.pose.m[3] += step * answer->direction.x;
    moved.pose.m[7] += step * answer->direction.y;
    moved.pose.m[11] += step * answer->direction.z;
    return tacti_convex_collide(a, &moved, NULL, &verdict) == TACT_OK &&
           verdict.outcome == TACT_OUTCOME_APART;
}

static void judge_depth(golden_report *report, const tacti_placed_shape *a,
                        const tacti_placed_shape *b, const golden_convex_truth *truth) {
    tacti_convex_cache cache = {0};
    for (int round = 0; round < 3; round++) {
        tacti_convex_depth_answer answer = {.outcome = TACT_OUTCOME_UNDECIDED};
        tact_status status = tacti_convex_depth(a, b, round == 0 ? NULL : &cache, &answer);
        double slack = truth->is_exact ? 1e-13 * truth->depth : truth->depth_tolerance;
        if (status != TACT_OK)
            golden_fail(report, "convex depth: %s", tact_status_text(status));
        else if (truth->is_exact && (answer.outcome == TACT_OUTCOME_CONTACT) != truth->intersect)
            golden_fail(report, "convex depth says %s, intersect %d",
                        tact_outcome_name(answer.outcome), truth->intersect);
        else if (!isnan(truth->depth) &&
                 (answer.lower > truth->depth + slack || answer.upper < truth->depth - slack ||
                  !(fabs(answer.depth - truth->depth) <= truth->depth_tolerance)))
            golden_fail(report, "convex depth expected %.17g, got %.17g in [%.17g, %.17g]",
                        truth->depth, answer.depth, answer.lower, answer.upper);
        else if (truth->is_exact && truth->intersect && !parts(a, b, &answer))
            golden_fail(report, "moved by %.17g they are not apart", answer.upper);
    }
}

void golden_convex_judge(golden_report *report, const tacti_placed_shape *a,
                         const tacti_placed_shape *b, const golden_convex_truth *truth) {
    judge_verdict(report, a, b, truth);
    judge_verdict(report, b, a, truth);
    judge_distance(report, a, b, truth);
    judge_distance(report, b, a, truth);
    judge_depth(report, a, b, truth);
    judge_depth(report, b, a, truth);
}
