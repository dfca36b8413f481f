/* SPDX-License-Identifier: MIT */
/* First contacts of random pairs of every kind, in motions of every kind, against dense sampling by
 * an oracle in extended precision: no penetration before `lower`, contact at `upper`, and none that
 * is deeper than 1e-9 more than 1e-6 before `upper`. */
#include "sampled.h"

#include <inttypes.h>
#include <math.h>

#define SAMPLES 160
#define SAMPLES_NEAR 24

/* What the oracle may miss, and what rounding of poses may add. */
#define NOISE 1e-11
#define DEPTH 1e-9
#define LATE 1e-6

typedef struct tally {
    uint64_t contact, start, apart, undecided, budget;
} tally;

/* A question: contact is to be at most `separation` apart. */
typedef struct pair {
    sampled_body a, b;
    double separation;
} pair;

/* What the oracle knows of a pair, with the separation taken off. */
static sampled_gap gap_at(const pair *p, double time) {
    sampled_gap gap = sampled_gap_at(&p->a, &p->b, time);
    gap.lower -= p->separation;
    gap.upper -= p->separation;
    gap.is_contact = gap.is_contact || gap.upper < 0;
    return gap;
}

/* Whether bodies meet by more than rounding, as far as the oracle knows. */
static bool is_deep(const pair *p, double time) {
    sampled_gap gap = gap_at(p, time);
    return gap.is_contact && !(gap.upper < 0 && gap.upper >= -NOISE);
}

static void check_free(const pair *p, double until, double from, double to) {
    for (int i = 0; i <= SAMPLES; i++) {
        double time = from + (to - from) * i / SAMPLES;
        if (time <= until && is_deep(p, time))
            fail_msg("contact at %.17g, but free until %.17g", time, until);
    }
    /* Most mistakes would be just before the end. */
    for (int i = 1; i <= SAMPLES_NEAR; i++) {
        double time = until - (until - from) * ldexp(1, -2 * i);
        if (until <= to && time >= from && is_deep(p, time))
            fail_msg("contact at %.17g, but free until %.17g", time, until);
    }
}

/* Between lower and 1e-6 before upper, rounded shapes overlap by no more than 1e-9. Of others the
 * oracle has no depth, but contacts that begin and last would show. */
static void check_doubt(const pair *p, const tact_rigid_result *result) {
    double from = result->lower, to = result->upper - LATE;
    int in_contact = 0;
    for (int i = 1; i < SAMPLES && from < to; i++) {
        sampled_gap gap = gap_at(p, from + (to - from) * i / SAMPLES);
        if (gap.upper < -DEPTH)
            fail_msg("overlap by %.3Lg between %.17g and %.17g", -gap.upper, from, to);
        in_contact = gap.is_contact ? in_contact + 1 : 0;
        if (in_contact > SAMPLES / 4)
            fail_msg("contact between %.17g and %.17g", from, to);
    }
}

static void check_result(const pair *p, const tact_rigid_result *result, tally *sum) {
    switch (result->outcome) {
    case TACT_OUTCOME_APART:
        sum->apart++;
        assert_true(isinf(result->lower) && isinf(result->upper));
        check_free(p, 1, 0, 1);
        return;
    case TACT_OUTCOME_CONTACT:
        sum->contact++;
        sum->start += result->ending == TACT_RIGID_ENDED_START;
        assert_true(result->lower <= result->upper && result->lower >= 0 && result->upper <= 1);
        assert_true(gap_at(p, result->upper).lower <= NOISE);
        if (result->ending == TACT_RIGID_ENDED_CONTACT || result->ending == TACT_RIGID_ENDED_EXACT)
            assert_true(result->upper - result->lower <= LATE);
        break;
    default:
        sum->undecided++;
        sum->budget += result->ending == TACT_RIGID_ENDED_BUDGET;
    }
    if (result->ending != TACT_RIGID_ENDED_START)
        check_free(p, result->lower, 0, 1);
    if (result->ending != TACT_RIGID_ENDED_BUDGET)
        check_doubt(p, result);
}

static bool is_plane(const sampled_body *body) {
    return body->pieces[0].shape.kind == TACT_SHAPE_HALF_SPACE;
}

/* Functions look up their poses in the body, at the place that it has now. */
static tact_moving moving_of(sampled_body *body) {
    if (body->motion.kind == TACT_RIGID_FUNCTION)
        body->motion.user = &body->steady;
    return tact_moving_make(body->model, &body->motion);
}

/* Asks in both orders, first without a cache and then with one. */
static void ask(pair *p, tally *sum) {
    uint64_t memory[TACT_CACHE_DEPTH_BYTES / 8] = {0};
    tact_cache cache = {memory, sizeof memory};
    tact_rigid_options options = tact_rigid_options_default();
    tact_moving a = moving_of(&p->a), b = moving_of(&p->b);
    tact_rigid_result result, swapped;
    options.separation = p->separation;
    assert_int_equal(tact_first_contact(&a, &b, &options, NULL, &result), TACT_OK);
    check_result(p, &result, sum);
    assert_int_equal(tact_first_contact(&b, &a, &options, &cache, &swapped), TACT_OK);
    if (result.outcome != TACT_OUTCOME_UNDECIDED && swapped.outcome != TACT_OUTCOME_UNDECIDED) {
        assert_int_equal(result.outcome, swapped.outcome);
        if (result.outcome == TACT_OUTCOME_CONTACT)
            assert_true(result.lower <= swapped.upper && swapped.lower <= result.upper);
    }
}

static void check_pair(test_rng *rng, sampled_form form_a, sampled_form form_b, tally *sum) {
    pair p;
    double size = pow(10, test_rng_between(rng, -2, 0));
    sampled_body_random(rng, form_a, size, &p.a);
    sampled_body_random(rng, form_b, size, &p.b);
    p.separation = test_rng_below(rng, 4) == 0 ? size * test_rng_between(rng, 0.001, 0.2) : 0;
    if (!is_plane(&p.a) || !is_plane(&p.b))
        ask(&p, sum);
    sampled_body_free(&p.a);
    sampled_body_free(&p.b);
}

static void test_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid sampling");
    tally sum = {0};
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t i = 0; i < count; i++)
        check_pair(&rng, (sampled_form)(i % SAMPLED_FORMS),
                   (sampled_form)(i / SAMPLED_FORMS % SAMPLED_FORMS), &sum);
    print_message("%" PRIu64 " pairs: %" PRIu64 " in contact (%" PRIu64 " at the start), %" PRIu64
                  " apart, %" PRIu64 " undecided (%" PRIu64 " by budget)\n",
                  count, sum.contact, sum.start, sum.apart, sum.undecided, sum.budget);
    assert_true(sum.contact - sum.start > count / 20);
    assert_true(sum.apart > count / 20);
    assert_true(sum.undecided <= count / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
