/* SPDX-License-Identifier: MIT */
/* The certified test on millions of pairs: every proof is accepted by a checker in integers, one
 * verdict in a hundred is compared with that of a rational linear program, and the checker itself
 * agrees with a plainer one. Nine tenths are random pairs, half of them placed by the identity. A
 * tenth are built to touch or nearly touch. TACT_TEST_LONG=1 checks 10^7 pairs. A number as the
 * argument checks that many pairs. Progress is printed. */
#include "convex_pairs.h"
#include "oracle_certificate.h"
#include "oracle_convex.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "pair/pair.h"

static uint64_t asked_for; /* from the command line; 0 if the environment decides */

typedef struct tally {
    uint64_t pairs, contacts, by_exact, exact_directions, programs, compared, rounded;
} tally;

static const char *const names[] = {"random", "identity", "near", "grid",
                                    "nudged", "thin",     "far",  "same"};

static void fail_with(const convex_pair *pair, const char *what) {
    printf("%s: a pair of kinds %d and %d\n", what, (int)pair->shape[0].kind,
           (int)pair->shape[1].kind);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 12; i++)
            printf("%a%c", pair->placed[side].pose.m[i], i == 11 ? '\n' : ' ');
    fail();
}

/* The rational linear program on the pair's vertices. */
static bool meets(const convex_pair *pair) {
    tact_vec3 vertices[2][64];
    uint32_t count[2];
    for (int side = 0; side < 2; side++)
        count[side] = oracle_vertices(&pair->placed[side], vertices[side], 64);
    return oracle_hulls_meet(vertices[0], count[0], vertices[1], count[1]);
}

static void check_pair(const convex_pair *pair, uint64_t i, tally *t) {
    const tacti_placed_shape *a = &pair->placed[0], *b = &pair->placed[1];
    bool is_round = pair->shape[0].radius > 0 || pair->shape[1].radius > 0;
    tacti_convex_collision answer;
    assert_int_equal(tacti_convex_collide(a, b, NULL, &answer), TACT_OK);
    if (!oracle_certificate_holds(a, b, &answer))
        fail_with(pair, "the proof does not hold");
    if (i % 64 == 7) { /* the plain checker and the library's own */
        bool holds = false;
        assert_int_equal(tacti_convex_check(a, b, &answer, &holds), TACT_OK);
        if (!holds || !oracle_proof_holds(a, b, &answer))
            fail_with(pair, "checkers disagree");
        t->compared++;
    }
    if (i % 50 == 0 && !is_round) {
        if (meets(pair) != (answer.outcome == TACT_OUTCOME_CONTACT))
            fail_with(pair, "the rational program disagrees");
        t->programs++;
    }
    t->pairs++;
    t->rounded += is_round;
    t->contacts += answer.outcome == TACT_OUTCOME_CONTACT;
    t->by_exact += answer.ending == TACTI_CONVEX_BY_EXACT;
    t->exact_directions += answer.outcome == TACT_OUTCOME_APART && answer.proof.pair_count > 0;
}

static void print_tally(const char *name, const tally *t) {
    printf("%-9s %9llu pairs (%llu with radii), %llu in contact, %llu by exact arithmetic, "
           "%llu exact directions, %llu programs, %llu with all checkers\n",
           name, (unsigned long long)t->pairs, (unsigned long long)t->rounded,
           (unsigned long long)t->contacts, (unsigned long long)t->by_exact,
           (unsigned long long)t->exact_directions, (unsigned long long)t->programs,
           (unsigned long long)t->compared);
    (void)fflush(stdout);
}

static tally run_family(test_rng *rng, pairs_family family, uint64_t count) {
    enum { POOL_LIFE = 20000 };
    tally t = {0};
    pairs_pool pool = pairs_pool_make(rng);
    for (uint64_t i = 0; i < count; i++) {
        convex_pair pair;
        if (i % POOL_LIFE == POOL_LIFE - 1) { /* new hulls */
            pairs_pool_free(&pool);
            pool = pairs_pool_make(rng);
        }
        pairs_make(rng, &pool, family, i % 4 == 3, &pair);
        check_pair(&pair, i, &t);
        if (i % 500000 == 499999)
            printf("%-9s %9llu of %llu, %.0f s of processor time\n", names[family],
                   (unsigned long long)(i + 1), (unsigned long long)count,
                   (double)clock() / CLOCKS_PER_SEC);
        (void)fflush(stdout);
    }
    pairs_pool_free(&pool);
    return t;
}

static void certificates_hold(void **state) {
    (void)state;
    test_rng rng = test_rng_start("certificates_hold");
    uint64_t pairs = asked_for > 0 ? asked_for : test_case_count(20000, 10000000);
    tally all = {0};
    for (pairs_family family = 0; family < PAIRS_FAMILIES; family++) {
        bool is_plain = family == PAIRS_RANDOM || family == PAIRS_IDENTITY;
        /* Rounded up, so that the sum is at least the number asked for. */
        uint64_t count = is_plain ? (9 * pairs + 19) / 20 : (pairs + 59) / 60;
        tally t = run_family(&rng, family, count);
        print_tally(names[family], &t);
        /* The promise is 0.1 % for bodies of some size. These pairs include points and segments. */
        assert_true(!is_plain || t.by_exact * 1000 <= t.pairs + 1000);
        all.pairs += t.pairs;
        all.rounded += t.rounded;
        all.contacts += t.contacts;
        all.by_exact += t.by_exact;
        all.exact_directions += t.exact_directions;
        all.programs += t.programs;
        all.compared += t.compared;
    }
    print_tally("all", &all);
    printf("%.0f s of processor time\n", (double)clock() / CLOCKS_PER_SEC);
}

/* Spoilt proofs: both checkers agree on each, and refuse many. */
static void checkers_agree(void **state) {
    (void)state;
    test_rng rng = test_rng_start("checkers_agree");
    pairs_pool pool = pairs_pool_make(&rng);
    uint64_t refused = 0, cases = test_case_count(4000, 200000);
    for (uint64_t i = 0; i < cases; i++) {
        convex_pair pair;
        tacti_convex_collision answer;
        pairs_make(&rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 3 == 0, &pair);
        const tacti_placed_shape *a = &pair.placed[0], *b = &pair.placed[1];
        assert_int_equal(tacti_convex_collide(a, b, NULL, &answer), TACT_OK);
        switch (i / PAIRS_FAMILIES % 5) {
        case 0: /* the other verdict */
            answer.outcome =
                answer.outcome == TACT_OUTCOME_APART ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
            break;
        case 1:
            answer.proof.direction.x += test_rng_between(&rng, -1e-3, 1e-3);
            break;
        case 2: /* other pairs of vertices */
            answer.proof.pair_count = 1 + test_rng_below(&rng, 4);
            for (int k = 0; k < 4; k++) {
                answer.proof.a[k] = test_rng_below(&rng, oracle_vertices(a, NULL, 0));
                answer.proof.b[k] = test_rng_below(&rng, oracle_vertices(b, NULL, 0));
            }
            break;
        case 3:
            answer.proof.pair_count = test_rng_below(&rng, 6);
            break;
        default:
            break;
        }
        bool holds = oracle_certificate_holds(a, b, &answer);
        assert_int_equal(holds, oracle_proof_holds(a, b, &answer));
        refused += !holds;
    }
    assert_true(refused * 4 > cases && refused * 10 < cases * 9);
    pairs_pool_free(&pool);
}

int main(int argc, char **argv) {
    if (argc > 1)
        asked_for = strtoull(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkers_agree),
        cmocka_unit_test(certificates_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
