/* SPDX-License-Identifier: MIT */
/* Depths of polytopes against the explicit difference of both, and the promises about bounds,
 * directions and points. */
#include "convex_levels.h"
#include "convex_pairs.h"
#include "depth_oracle.h"
#include "oracle_convex.h"

#include <math.h>
#include <stdio.h>
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

/* ---- What holds for every answer ------------------------------------------------------------ */

static tacti_convex_depth_answer measure(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                         tacti_convex_cache *cache) {
    tacti_convex_depth_answer answer;
    assert_int_equal(tacti_convex_depth(a, b, cache, &answer), TACT_OK);
    return answer;
}

/* Moved by upper (1 + 1e-9), the pair is certified disjoint. */
static void check_parts(const tacti_placed_shape *a, const tacti_placed_shape *b,
                        const tacti_convex_depth_answer *answer) {
    tacti_placed_shape moved = *b;
    double step = answer->upper * (1 + 1e-9);
    moved.pose.m[3] += step * answer->direction.x;
    moved.pose.m[7] += step * answer->direction.y;
    moved.pose.m[11] += step * answer->direction.z;
    tacti_convex_collision verdict;
    bool holds;
    assert_int_equal(tacti_convex_collide(a, &moved, NULL, &verdict), TACT_OK);
    assert_int_equal(verdict.outcome, TACT_OUTCOME_APART);
    assert_int_equal(tacti_convex_check(a, &moved, &verdict, &holds), TACT_OK);
    assert_true(holds);
}

static void check_nothing(const tacti_convex_depth_answer *answer) {
    assert_true(answer->depth == 0 && answer->lower == 0 && answer->upper == 0);
    assert_true(tact_vec3_length(answer->direction) == 0);
}

/* True if the points have their usual precision. */
static bool check_answer(const convex_pair *pair, const tacti_convex_depth_answer *answer) {
    const tacti_placed_shape *a = &pair->placed[0], *b = &pair->placed[1];
    tacti_convex_collision verdict;
    assert_int_equal(tacti_convex_collide(a, b, NULL, &verdict), TACT_OK);
    assert_int_equal(answer->outcome, verdict.outcome);
    if (answer->outcome == TACT_OUTCOME_APART) {
        check_nothing(answer);
        return true;
    }
    double size = pairs_size(pair);
    assert_true(0 <= answer->lower && answer->lower <= answer->depth &&
                answer->depth <= answer->upper);
    assert_true(fabs(tact_vec3_length(answer->direction) - 1) < 1e-15);
    check_parts(a, b, answer);
    pairs_check_is_in(a, answer->point_a, 1e-13 * size);
    pairs_check_is_in(b, answer->point_b, 1e-13 * size);
    tact_vec3 between = tact_vec3_sub(answer->point_a, answer->point_b);
    tact_vec3 wanted = tact_vec3_scale(answer->direction, answer->depth);
    double off = tact_vec3_length(tact_vec3_sub(between, wanted));
    assert_true(off <= 1e-10 * size + (answer->upper - answer->lower));
    return off <= 1e-13 * size + (answer->upper - answer->lower);
}

/* ---- Against the difference ------------------------------------------------------------------ */

typedef struct tally {
    uint64_t deep, wide, limit, wide_small;
} tally;

static void check_truth(const convex_pair *pair, const tacti_convex_depth_answer *answer,
                        tally *counts) {
    depth_truth truth = depth_oracle(&pair->placed[0], &pair->placed[1]);
    double size = pairs_size(pair);
    assert_true(answer->lower <= truth.upper);
    assert_true(answer->upper >= truth.lower);
    counts->deep++;
    counts->limit += answer->ending == TACTI_CONVEX_BY_LIMIT;
    if (answer->upper - answer->lower > 1e-6 * answer->lower) {
        counts->wide++;
        counts->wide_small += answer->upper <= 1e-13 * size;
    }
}

static bool cores_overlap(const convex_pair *pair) {
    convex_pair bare = *pair;
    tacti_convex_collision verdict;
    for (int side = 0; side < 2; side++) {
        bare.shape[side].radius = 0;
        bare.placed[side].shape = &bare.shape[side];
    }
    assert_int_equal(tacti_convex_collide(&bare.placed[0], &bare.placed[1], NULL, &verdict),
                     TACT_OK);
    return verdict.outcome == TACT_OUTCOME_CONTACT;
}

static void depths(void **state) {
    (void)state;
    test_rng rng = test_rng_start("depths");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t cases = test_case_count(20000, 1000000);
    uint64_t poor = 0;
    tacti_convex_cache stale = {0};
    tally counts = {0};
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 3 == 0, &pair);
        tacti_convex_depth_answer answer = measure(&pair.placed[0], &pair.placed[1], NULL);
        poor += check_answer(&pair, &answer) ? 0 : 1;
        if (answer.outcome == TACT_OUTCOME_CONTACT && cores_overlap(&pair))
            check_truth(&pair, &answer, &counts);
        tacti_convex_depth_answer other = measure(&pair.placed[1], &pair.placed[0], NULL);
        assert_int_equal(other.outcome, answer.outcome);
        assert_true(other.lower <= answer.upper && answer.lower <= other.upper);
        check_some_levels(i / PAIRS_FAMILIES, 64, &pair.placed[0], &pair.placed[1]);
        if (i % 4 == 0)
            for (int round = 0; round < 2; round++) {
                answer = measure(&pair.placed[0], &pair.placed[1], &stale);
                check_answer(&pair, &answer);
            }
    }
    printf("%llu pairs, %llu deep, bounds differ by more than 1e-6 in %llu, %llu of them at "
           "rounding, %llu by limit\n",
           (unsigned long long)cases, (unsigned long long)counts.deep,
           (unsigned long long)counts.wide, (unsigned long long)counts.wide_small,
           (unsigned long long)counts.limit);
    assert_true((double)poor <= 1e-4 * (double)cases);
    pairs_pool_free(&pool);
}

/* Random hulls of up to 128 vertices, deep in each other: the bounds meet. */
static void random_hulls(void **state) {
    (void)state;
    test_rng rng = test_rng_start("random_hulls");
    tact_hull *hull[32];
    for (uint32_t i = 0; i < 32; i++) {
        tact_vec3 points[128];
        uint32_t count = i < 24 ? 4 + i : 16 * (i - 23);
        for (uint32_t k = 0; k < count; k++)
            points[k] = pairs_random_direction(&rng);
        assert_int_equal(tact_hull_create(NULL, points, count, &hull[i]), TACT_OK);
    }
    uint64_t cases = test_case_count(20000, 1000000), deep = 0, wide = 0, sampled = 0;
    tally counts = {0};
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        uint32_t at[2] = {test_rng_below(&rng, 32), test_rng_below(&rng, 32)};
        for (int side = 0; side < 2; side++) {
            pair.shape[side] = tact_shape_hull(hull[at[side]]);
            pair.placed[side] =
                (tacti_placed_shape){&pair.shape[side], pairs_random_pose(&rng, 0.6)};
        }
        tacti_convex_depth_answer answer = measure(&pair.placed[0], &pair.placed[1], NULL);
        assert_true(check_answer(&pair, &answer));
        check_some_levels(i, 256, &pair.placed[0], &pair.placed[1]);
        if (answer.outcome == TACT_OUTCOME_APART)
            continue;
        deep++;
        wide += answer.upper - answer.lower > 1e-6 * answer.lower;
        /* The difference of large hulls is slow. */
        if ((at[0] < 24 && at[1] < 24 && i % 4 == 0) || i % 200 == 0) {
            check_truth(&pair, &answer, &counts);
            sampled++;
        }
    }
    printf("%llu of %llu deep, %llu wide, %llu compared\n", (unsigned long long)deep,
           (unsigned long long)cases, (unsigned long long)wide, (unsigned long long)sampled);
    assert_true((double)wide <= 1e-4 * (double)deep);
    for (uint32_t i = 0; i < 32; i++)
        tact_hull_destroy(hull[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths),
        cmocka_unit_test(random_hulls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
