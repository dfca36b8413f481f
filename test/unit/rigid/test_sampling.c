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

/* Whether bodies meet by more than rounding, as far as the oracle knows. */
static bool is_deep(const sampled_body *a, const sampled_body *b, double time) {
    sampled_gap gap = sampled_gap_at(a, b, time);
    return gap.is_contact && !(gap.upper < 0 && gap.upper >= -NOISE);
}

static void check_free(const sampled_body *a, const sampled_body *b, double until, double from,
                       double to) {
    for (int i = 0; i <= SAMPLES; i++) {
        double time = from + (to - from) * i / SAMPLES;
        if (time <= until && is_deep(a, b, time))
            fail_msg("contact at %.17g, but free until %.17g", time, until);
    }
    /* Most mistakes would be just before the end. */
    for (int i = 1; i <= SAMPLES_NEAR; i++) {
        double time = until - (until - from) * ldexp(1, -2 * i);
        if (until <= to && time >= from && is_deep(a, b, time))
            fail_msg("contact at %.17g, but free until %.17g", time, until);
    }
}

/* Between lower and 1e-6 before upper, rounded shapes overlap by no more than 1e-9. Of others the
 * oracle has no depth, but contacts that begin and last would show. */
static void check_doubt(const sampled_body *a, const sampled_body *b,
                        const tact_rigid_result *result) {
    double from = result->lower, to = result->upper - LATE;
    int in_contact = 0;
    for (int i = 1; i < SAMPLES && from < to; i++) {
        sampled_gap gap = sampled_gap_at(a, b, from + (to - from) * i / SAMPLES);
        if (gap.upper < -DEPTH)
            fail_msg("overlap by %.3Lg between %.17g and %.17g", -gap.upper, from, to);
        in_contact = gap.is_contact ? in_contact + 1 : 0;
        if (in_contact > SAMPLES / 4)
            fail_msg("contact between %.17g and %.17g", from, to);
    }
}

static void check_result(const sampled_body *a, const sampled_body *b,
                         const tact_rigid_result *result, tally *sum) {
    switch (result->outcome) {
    case TACT_OUTCOME_APART:
        sum->apart++;
        assert_true(isinf(result->lower) && isinf(result->upper));
        check_free(a, b, 1, 0, 1);
        return;
    case TACT_OUTCOME_CONTACT:
        sum->contact++;
        sum->start += result->ending == TACT_RIGID_ENDED_START;
        assert_true(result->lower <= result->upper && result->lower >= 0 && result->upper <= 1);
        assert_true(sampled_gap_at(a, b, result->upper).lower <= NOISE);
        if (result->ending == TACT_RIGID_ENDED_CONTACT || result->ending == TACT_RIGID_ENDED_EXACT)
            assert_true(result->upper - result->lower <= LATE);
        break;
    default:
        sum->undecided++;
        sum->budget += result->ending == TACT_RIGID_ENDED_BUDGET;
    }
    if (result->ending != TACT_RIGID_ENDED_START)
        check_free(a, b, result->lower, 0, 1);
    if (result->ending != TACT_RIGID_ENDED_BUDGET)
        check_doubt(a, b, result);
}

static bool is_plane(const sampled_body *body) {
    return body->pieces[0].shape.kind == TACT_SHAPE_HALF_SPACE;
}

static void check_pair(test_rng *rng, sampled_form form_a, sampled_form form_b, tally *sum) {
    sampled_body a, b;
    double size = pow(10, test_rng_between(rng, -2, 0));
    sampled_body_random(rng, form_a, size, &a);
    sampled_body_random(rng, form_b, size, &b);
    /* The bodies have moved, so functions look up their poses in them. */
    if (a.motion.kind == TACT_RIGID_FUNCTION)
        a.motion.user = &a.steady;
    if (b.motion.kind == TACT_RIGID_FUNCTION)
        b.motion.user = &b.steady;
    tact_moving moving_a = tact_moving_make(a.model, &a.motion);
    tact_moving moving_b = tact_moving_make(b.model, &b.motion);
    tact_rigid_result result;
    if (!is_plane(&a) || !is_plane(&b)) {
        assert_int_equal(tact_first_contact(&moving_a, &moving_b, NULL, NULL, &result), TACT_OK);
        check_result(&a, &b, &result, sum);
    }
    sampled_body_free(&a);
    sampled_body_free(&b);
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
