/* SPDX-License-Identifier: MIT */
/* Verdicts and proofs on pairs whose numbers mix exponents from the least subnormal to the
 * documented top. Between polytopes every proof is accepted by tacti_convex_check() and by a
 * checker in integers (GMP) that shares nothing with it, so that every verdict is true. One verdict
 * in eight is also compared with a rational checker and, if there are no radii, with a rational
 * linear program. The library and the integer checker agree on proofs that were tampered with.
 * TACT_TEST_LONG=1 tries 10^6 pairs. A number as the argument tries that many pairs. */
#include "convex_levels.h"
#include "mixed_oracle.h"
#include "mixed_pairs.h"
#include "oracle_certificate.h"
#include "oracle_convex.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "pair/pair.h"

enum { POOL_LIFE = 2000 };

static uint64_t asked_for; /* from the command line; 0 if the environment decides */

static uint64_t case_count(uint64_t count, uint64_t long_count) {
    return asked_for != 0 ? asked_for : test_case_count(count, long_count);
}

static void fail_with(const mixed_pair *pair, const char *what) {
    mixed_pair_print(pair);
    fail_msg("%s", what);
}

static tacti_convex_collision collide(const mixed_pair *pair, tacti_convex_cache *cache) {
    tacti_convex_collision answer;
    if (tacti_convex_collide(&pair->placed[0], &pair->placed[1], cache, &answer) != TACT_OK)
        fail_with(pair, "the pair is refused");
    return answer;
}

/* ---- Polytopes ---------------------------------------------------------------------------- */

typedef struct tally {
    uint64_t pairs, contacts, by_exact, exact_directions, programs, refused, accepted;
} tally;

static void check_proof(const mixed_pair *pair, const tacti_convex_collision *answer) {
    bool holds = false;
    if (answer->outcome == TACT_OUTCOME_UNDECIDED)
        fail_with(pair, "undecided");
    if (!oracle_certificate_holds(&pair->placed[0], &pair->placed[1], answer))
        fail_with(pair, "the proof does not hold");
    if (tacti_convex_check(&pair->placed[0], &pair->placed[1], answer, &holds) != TACT_OK || !holds)
        fail_with(pair, "tacti_convex_check() refuses a true proof");
}

/* The plain rational checker, and the rational linear program if there are no radii. */
static void check_rationally(const mixed_pair *pair, const tacti_convex_collision *answer,
                             tally *t) {
    if (!oracle_proof_holds(&pair->placed[0], &pair->placed[1], answer))
        fail_with(pair, "the rational checker refuses the proof");
    if (pair->shape[0].radius > 0 || pair->shape[1].radius > 0)
        return;
    tact_vec3 vertices[2][64];
    uint32_t count[2];
    for (int side = 0; side < 2; side++)
        count[side] = oracle_vertices(&pair->placed[side], vertices[side], 64);
    bool meet = oracle_hulls_meet(vertices[0], count[0], vertices[1], count[1]);
    if (meet != (answer->outcome == TACT_OUTCOME_CONTACT))
        fail_with(pair, "the rational program disagrees");
    t->programs++;
}

/* Neither the order nor a cache, of this or another pair, changes the verdict. */
static void check_unchanged(const mixed_pair *pair, tacti_convex_cache *cache,
                            tact_outcome outcome) {
    tacti_convex_collision answer;
    assert_int_equal(tacti_convex_collide(&pair->placed[1], &pair->placed[0], NULL, &answer),
                     TACT_OK);
    if (answer.outcome != outcome)
        fail_with(pair, "the order changes the verdict");
    for (int i = 0; i < 2; i++) {
        answer = collide(pair, cache);
        if (answer.outcome != outcome)
            fail_with(pair, "the cache changes the verdict");
        check_proof(pair, &answer);
    }
}

static void tamper(test_rng *rng, tacti_convex_collision *answer) {
    tacti_convex_proof *proof = &answer->proof;
    switch (test_rng_below(rng, 6)) {
    case 0:
        answer->outcome =
            answer->outcome == TACT_OUTCOME_APART ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
        break;
    case 1: /* any direction of finite doubles */
        answer->outcome = TACT_OUTCOME_APART;
        proof->pair_count = 0;
        proof->direction = (tact_vec3){test_rng_any_double(rng), test_rng_any_double(rng),
                                       test_rng_any_double(rng)};
        break;
    case 2: /* the true direction, one coordinate of which is at an end of the range */
        proof->pair_count = 0;
        (&proof->direction.x)[test_rng_below(rng, 3)] =
            test_rng_below(rng, 2) ? -0x1.fffffffffffffp1023 : 0x1p-1074;
        break;
    case 3:
        proof->pair_count = test_rng_below(rng, 6);
        break;
    default: /* other pairs of vertices, most of which exist */
        answer->outcome = test_rng_below(rng, 2) ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
        proof->pair_count = 1 + test_rng_below(rng, 4);
        for (int i = 0; i < 4; i++) {
            proof->a[i] = test_rng_below(rng, 4);
            proof->b[i] = test_rng_below(rng, 4);
        }
        break;
    }
}

/* A proof that was tampered with is either an invalid argument or judged as by the integer checker.
 */
static void check_tampered(test_rng *rng, const mixed_pair *pair, tacti_convex_collision answer,
                           tally *t) {
    bool holds = false;
    tamper(rng, &answer);
    tact_status status = tacti_convex_check(&pair->placed[0], &pair->placed[1], &answer, &holds);
    bool truth = oracle_certificate_holds(&pair->placed[0], &pair->placed[1], &answer);
    if (status == TACT_OK ? holds != truth : status != TACT_INVALID_ARGUMENT || truth)
        fail_with(pair, "a proof that was tampered with is judged wrongly");
    t->refused += !truth;
    t->accepted += truth;
}

static void check_polytopes(test_rng *rng, const mixed_pair *pair, tacti_convex_cache *cache,
                            tally *t) {
    tacti_convex_collision answer = collide(pair, NULL);
    check_proof(pair, &answer);
    check_unchanged(pair, cache, answer.outcome);
    check_tampered(rng, pair, answer, t);
    if (t->pairs % 8 == 0)
        check_rationally(pair, &answer, t);
    t->pairs++;
    t->contacts += answer.outcome == TACT_OUTCOME_CONTACT;
    t->by_exact += answer.ending == TACTI_CONVEX_BY_EXACT;
    t->exact_directions += answer.outcome == TACT_OUTCOME_APART && answer.proof.pair_count > 0;
}

static void polytopes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("polytopes");
    tally t = {0};
    tacti_convex_cache cache = {0};
    uint64_t count = case_count(10000, 1000000);
    mixed_pool pool = mixed_pool_make(&rng);
    for (uint64_t i = 0; i < count; i++) {
        mixed_pair pair;
        if (i % POOL_LIFE == POOL_LIFE - 1) {
            mixed_pool_free(&pool);
            pool = mixed_pool_make(&rng);
        }
        mixed_pair_make(&rng, &pool, false, &pair);
        check_polytopes(&rng, &pair, &cache, &t);
        check_some_levels(i, 64, &pair.placed[0], &pair.placed[1]);
    }
    mixed_pool_free(&pool);
    printf("%llu pairs, %llu in contact, %llu by exact arithmetic, %llu exact directions, %llu "
           "programs; tampered: %llu refused, %llu still true\n",
           (unsigned long long)t.pairs, (unsigned long long)t.contacts,
           (unsigned long long)t.by_exact, (unsigned long long)t.exact_directions,
           (unsigned long long)t.programs, (unsigned long long)t.refused,
           (unsigned long long)t.accepted);
    /* The family has both verdicts, and directions that doubles cannot represent. */
    if (t.pairs >= 1000) {
        assert_true(t.contacts * 10 > t.pairs && t.contacts * 10 < t.pairs * 9);
        assert_true(t.exact_directions > 0 && t.refused * 4 > t.pairs && t.accepted > 0);
    }
}

/* ---- Smooth kinds ------------------------------------------------------------------------- */

/* A verdict does not contradict rational points inside the shapes and boxes around them, in both
 * orders, and its direction is finite. */
static void smooth_kinds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("smooth_kinds");
    uint64_t count = case_count(10000, 1000000), decided = 0, certain[3] = {0};
    tacti_convex_cache cache = {0};
    mixed_pool pool = mixed_pool_make(&rng);
    for (uint64_t i = 0; i < count; i++) {
        mixed_pair pair;
        if (i % POOL_LIFE == POOL_LIFE - 1) {
            mixed_pool_free(&pool);
            pool = mixed_pool_make(&rng);
        }
        mixed_pair_make(&rng, &pool, true, &pair);
        tact_outcome truth = mixed_oracle_certain(&pair.placed[0], &pair.placed[1]);
        certain[truth]++;
        for (int turn = 0; turn < 3; turn++) {
            tacti_convex_collision answer;
            const tacti_placed_shape *a = &pair.placed[turn % 2], *b = &pair.placed[1 - turn % 2];
            if (tacti_convex_collide(a, b, turn == 2 ? &cache : NULL, &answer) != TACT_OK)
                fail_with(&pair, "the pair is refused");
            if (!tact_vec3_is_finite(answer.proof.direction))
                fail_with(&pair, "the direction is not finite");
            if (truth != TACT_OUTCOME_UNDECIDED && answer.outcome != TACT_OUTCOME_UNDECIDED &&
                answer.outcome != truth)
                fail_with(&pair, "the verdict is wrong");
            decided += answer.outcome != TACT_OUTCOME_UNDECIDED;
        }
        check_some_levels(i, 64, &pair.placed[0], &pair.placed[1]);
    }
    mixed_pool_free(&pool);
    printf("%llu pairs: %llu of 3 answers each decided; certainly apart %llu, in contact %llu\n",
           (unsigned long long)count, (unsigned long long)decided,
           (unsigned long long)certain[TACT_OUTCOME_APART],
           (unsigned long long)certain[TACT_OUTCOME_CONTACT]);
    if (count >= 1000)
        assert_true(certain[TACT_OUTCOME_APART] * 10 > count &&
                    certain[TACT_OUTCOME_CONTACT] * 10 > count);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polytopes),
        cmocka_unit_test(smooth_kinds),
    };
    if (argc > 1)
        asked_for = strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
