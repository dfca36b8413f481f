/* SPDX-License-Identifier: MIT */
/* The certified test: every proof is accepted by the rational checker and by the library's own,
 * verdicts equal those of a rational linear program, and do not depend on order, scale or cache. */
#include "convex_levels.h"
#include "convex_pairs.h"
#include "oracle_convex.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "pair/pair.h"

/* Case counts and endings, for the log. */
typedef struct tally {
    uint64_t cases, contacts, by_exact, exact_directions, programs;
    uint32_t most_iterations;
} tally;

static const char *family_name(pairs_family family) {
    static const char *const names[] = {"random", "identity", "near", "grid",
                                        "nudged", "thin",     "far",  "same"};
    return names[family];
}

static tacti_convex_collision collide(const convex_pair *pair, tacti_convex_cache *cache) {
    tacti_convex_collision answer;
    assert_int_equal(tacti_convex_collide(&pair->placed[0], &pair->placed[1], cache, &answer),
                     TACT_OK);
    return answer;
}

static void check_proof(const convex_pair *pair, const tacti_convex_collision *answer) {
    bool holds = false;
    assert_int_not_equal(answer->outcome, TACT_OUTCOME_UNDECIDED);
    assert_true(oracle_proof_holds(&pair->placed[0], &pair->placed[1], answer));
    assert_int_equal(tacti_convex_check(&pair->placed[0], &pair->placed[1], answer, &holds),
                     TACT_OK);
    assert_true(holds);
}

static void check_program(const convex_pair *pair, const tacti_convex_collision *answer) {
    tact_vec3 vertices[2][64];
    uint32_t count[2];
    for (int side = 0; side < 2; side++)
        count[side] = oracle_vertices(&pair->placed[side], vertices[side], 64);
    bool meet = oracle_hulls_meet(vertices[0], count[0], vertices[1], count[1]);
    assert_int_equal(meet, answer->outcome == TACT_OUTCOME_CONTACT);
}

/* Swapping the shapes does not change the verdict. */
static void check_swapped(const convex_pair *pair, tact_outcome outcome) {
    tacti_convex_collision answer;
    assert_int_equal(tacti_convex_collide(&pair->placed[1], &pair->placed[0], NULL, &answer),
                     TACT_OK);
    assert_int_equal(answer.outcome, outcome);
}

/* A cache of this or another pair does not change the verdict. */
static void check_cached(const convex_pair *pair, tacti_convex_cache *stale, tact_outcome outcome) {
    for (int i = 0; i < 2; i++) {
        tacti_convex_collision answer = collide(pair, stale);
        assert_int_equal(answer.outcome, outcome);
        check_proof(pair, &answer);
    }
}

static tally run_family(test_rng *rng, const pairs_pool *pool, pairs_family family, bool radii,
                        uint64_t count) {
    tally t = {0};
    tacti_convex_cache cache = {0};
    for (uint64_t i = 0; i < count; i++) {
        convex_pair pair;
        pairs_make(rng, pool, family, radii, &pair);
        tacti_convex_collision answer = collide(&pair, NULL);
        check_proof(&pair, &answer);
        check_swapped(&pair, answer.outcome);
        if (i % 4 == 0)
            check_cached(&pair, &cache, answer.outcome);
        check_some_levels(i, 32, &pair.placed[0], &pair.placed[1]);
        bool is_round = pair.shape[0].radius > 0 || pair.shape[1].radius > 0;
        if (i % 8 == 0 && !is_round) {
            check_program(&pair, &answer);
            t.programs++;
        }
        t.cases++;
        t.contacts += answer.outcome == TACT_OUTCOME_CONTACT;
        t.by_exact += answer.ending == TACTI_CONVEX_BY_EXACT;
        t.exact_directions += answer.outcome == TACT_OUTCOME_APART && answer.proof.pair_count > 0;
        if (answer.iterations > t.most_iterations)
            t.most_iterations = answer.iterations;
    }
    return t;
}

static void run_all(const char *name, bool radii) {
    test_rng rng = test_rng_start(name);
    pairs_pool pool = pairs_pool_make(&rng);
    for (pairs_family family = 0; family < PAIRS_FAMILIES; family++) {
        tally t = run_family(&rng, &pool, family, radii, test_case_count(1000, 200000));
        printf("%-9s %8llu pairs, %8llu contacts, %7llu by exact arithmetic, %6llu exact "
               "directions, %llu programs, at most %u steps\n",
               family_name(family), (unsigned long long)t.cases, (unsigned long long)t.contacts,
               (unsigned long long)t.by_exact, (unsigned long long)t.exact_directions,
               (unsigned long long)t.programs, t.most_iterations);
        if (family == PAIRS_RANDOM) /* 0.1 % is the promise for bodies of some size */
            assert_true(t.by_exact * 200 <= t.cases);
    }
    pairs_pool_free(&pool);
}

static void proofs_hold(void **state) {
    (void)state;
    run_all("proofs_hold", false);
}

static void proofs_hold_with_radii(void **state) {
    (void)state;
    run_all("proofs_hold_with_radii", true);
}

/* ---- Scale -------------------------------------------------------------------------------- */

static void scale_shape(tact_shape *shape, double factor) {
    shape->radius *= factor;
    if (shape->kind == TACT_SHAPE_SEGMENT) {
        shape->core.segment.a = tact_vec3_scale(shape->core.segment.a, factor);
        shape->core.segment.b = tact_vec3_scale(shape->core.segment.b, factor);
    } else if (shape->kind == TACT_SHAPE_TRIANGLE)
        for (int i = 0; i < 3; i++)
            shape->core.triangle.v[i] = tact_vec3_scale(shape->core.triangle.v[i], factor);
    else if (shape->kind == TACT_SHAPE_BOX)
        shape->core.half_extents = tact_vec3_scale(shape->core.half_extents, factor);
}

/* Scaling by powers of two up to the ends of the range, at which only wide integers work. */
static void scale_does_not_matter(void **state) {
    (void)state;
    static const int powers[] = {-400, -230, -30, 30, 190, 300, 480};
    test_rng rng = test_rng_start("scale_does_not_matter");
    pairs_pool pool = pairs_pool_make(&rng);
    for (uint64_t i = 0; i < test_case_count(2000, 40000); i++) {
        convex_pair pair;
        do
            pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 2 == 0, &pair);
        while (pair.shape[0].kind == TACT_SHAPE_HULL || pair.shape[1].kind == TACT_SHAPE_HULL);
        tact_outcome outcome = collide(&pair, NULL).outcome;
        double factor = ldexp(1, powers[i % (sizeof powers / sizeof *powers)]);
        for (int side = 0; side < 2; side++) {
            scale_shape(&pair.shape[side], factor);
            for (int row = 0; row < 3; row++)
                pair.placed[side].pose.m[4 * row + 3] *= factor;
        }
        tacti_convex_collision answer = collide(&pair, NULL);
        assert_int_equal(answer.outcome, outcome);
        check_proof(&pair, &answer);
        check_some_levels(i, 32, &pair.placed[0], &pair.placed[1]);
    }
    pairs_pool_free(&pool);
}

/* ---- Many vertices ------------------------------------------------------------------------ */

/* Hulls that are climbed instead of scanned (round, flat, with large faces) at gaps down to
 * rounding: every proof holds, and the distance agrees. */
static void large_hulls(void **state) {
    (void)state;
    test_rng rng = test_rng_start("large_hulls");
    tact_hull *hull[4];
    for (int i = 0; i < 4; i++) {
        tact_vec3 points[900];
        for (int k = 0; k < 900; k++) {
            tact_vec3 p = pairs_random_direction(&rng);
            points[k] = (tact_vec3){p.x, p.y, i == 1 ? 1e-3 * p.z : p.z};
            if (i == 2) /* a drum: two faces of many corners */
                points[k] = (tact_vec3){tact_cos(k), tact_sin(k), k % 2 == 0 ? 0.5 : -0.5};
            if (i == 3) /* whole numbers: many faces of several corners */
                points[k] = (tact_vec3){floor(40 * p.x), floor(40 * p.y), floor(40 * p.z)};
        }
        assert_int_equal(tact_hull_create(NULL, points, 900, &hull[i]), TACT_OK);
        assert_true(tact_hull_inspect(hull[i]).vertex_count > 256);
    }
    tacti_convex_cache cache = {0};
    uint64_t contacts = 0, cases = test_case_count(400, 20000);
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        for (int side = 0; side < 2; side++) {
            pair.shape[side] = tact_shape_hull(hull[test_rng_below(&rng, 4)]);
            pair.placed[side] = (tacti_placed_shape){&pair.shape[side], pairs_random_pose(&rng, 1)};
        }
        if (i % 2 == 0)
            pair.placed[1].pose = pair.placed[0].pose;
        double gap = pow(10, test_rng_between(&rng, -17, 0)) * (i % 3 == 0 ? -1 : 1);
        tact_vec3 n = tact_pose_rotate(pair.placed[0].pose, (tact_vec3){0, 0, 1});
        pairs_move_to_gap(&pair, i % 4 == 0 ? n : pairs_random_direction(&rng), gap);
        tacti_convex_collision answer = collide(&pair, NULL);
        check_proof(&pair, &answer);
        check_swapped(&pair, answer.outcome);
        check_cached(&pair, &cache, answer.outcome);
        tacti_convex_distance_answer separation;
        assert_int_equal(tacti_convex_distance(&pair.placed[0], &pair.placed[1], NULL, &separation),
                         TACT_OK);
        assert_int_equal(separation.outcome, answer.outcome);
        contacts += answer.outcome == TACT_OUTCOME_CONTACT;
        check_some_levels(i, 16, &pair.placed[0], &pair.placed[1]);
    }
    assert_true(contacts > cases / 20 && contacts < cases - cases / 20);
    for (int i = 0; i < 4; i++)
        tact_hull_destroy(hull[i]);
}

/* ---- The checker must be able to refuse --------------------------------------------------- */

static void wrong_proofs_are_refused(void **state) {
    (void)state;
    test_rng rng = test_rng_start("wrong_proofs_are_refused");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t refused = 0, cases = test_case_count(2000, 20000);
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        pairs_make(&rng, &pool, PAIRS_RANDOM, i % 2 == 0, &pair);
        tacti_convex_collision answer = collide(&pair, NULL);
        bool holds;
        if (i % 3 == 0)
            answer.outcome =
                answer.outcome == TACT_OUTCOME_APART ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
        else if (i % 3 == 1)
            answer.proof.direction = pairs_random_direction(&rng);
        else
            answer.proof.pair_count = answer.outcome == TACT_OUTCOME_APART ? 0 : 1;
        tact_status status = tacti_convex_check(&pair.placed[0], &pair.placed[1], &answer, &holds);
        if (status != TACT_OK)
            continue;
        assert_int_equal(holds, oracle_proof_holds(&pair.placed[0], &pair.placed[1], &answer));
        refused += !holds;
    }
    assert_true(refused * 4 > cases);
    pairs_pool_free(&pool);
}

static void by_hand(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), ball = tact_shape_sphere(1);
    convex_pair pair = {{box, ball}, {{NULL, tact_pose_identity()}, {NULL, tact_pose_identity()}}};
    pair.placed[0].shape = &pair.shape[0];
    pair.placed[1].shape = &pair.shape[1];
    pair.placed[1].pose.m[3] = 2;
    assert_int_equal(collide(&pair, NULL).outcome, TACT_OUTCOME_CONTACT);
    pair.placed[1].pose.m[3] = nextafter(2, 3);
    assert_int_equal(collide(&pair, NULL).outcome, TACT_OUTCOME_APART);
    pair.shape[1] = box;
    assert_int_equal(collide(&pair, NULL).outcome, TACT_OUTCOME_APART);
    pair.placed[1].pose.m[3] = 2;
    pair.placed[1].pose.m[7] = 2;
    pair.placed[1].pose.m[11] = -2;
    assert_int_equal(collide(&pair, NULL).outcome, TACT_OUTCOME_CONTACT); /* corner to corner */
    pair.placed[1].pose.m[11] = nextafter(-2, -3);
    assert_int_equal(collide(&pair, NULL).outcome, TACT_OUTCOME_APART);
    assert_string_equal(tacti_convex_ending_name(TACTI_CONVEX_BY_EXACT), "exact");
    assert_string_equal(tacti_convex_ending_name((tacti_convex_ending)9), "unknown ending");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(proofs_hold),
        cmocka_unit_test(proofs_hold_with_radii),
        cmocka_unit_test(scale_does_not_matter),
        cmocka_unit_test(large_hulls),
        cmocka_unit_test(wrong_proofs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
