/* SPDX-License-Identifier: MIT */
/* Random balls, boxes and tetrahedra that move along lines, turn and screw, against dense sampling
 * with an oracle of its own: no penetration before `lower`, contact at `upper`, and `upper` not
 * after the first penetration that sampling finds. */
#include "oracle_motion.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define SAMPLES 1000

typedef struct tally {
    uint64_t contact, apart, undecided, steps, distances, most_steps;
    double widest;
} tally;

static void check_samples(const oracle_body *a, const oracle_body *b, const tact_rigid_result *r) {
    double limit = r->outcome == TACT_OUTCOME_APART ? 1 : r->upper;
    for (int i = 0; i <= SAMPLES; i++) {
        double time = (double)i / SAMPLES;
        double gap = oracle_separation(a, b, time);
        if (time < r->lower && gap < -1e-12)
            fail_msg("depth %g at %.17g, free up to %.17g", -gap, time, r->lower);
        if (gap < -1e-12 && time + 1e-6 < limit)
            fail_msg("depth %g at %.17g, upper is %.17g", -gap, time, r->upper);
    }
    if (r->outcome == TACT_OUTCOME_CONTACT)
        assert_true(oracle_separation(a, b, r->upper) < 1e-12);
    if (r->outcome != TACT_OUTCOME_APART && r->lower > 0)
        assert_true(oracle_separation(a, b, r->lower) > -1e-12);
}

static void check_pair(const oracle_body *a, const oracle_body *b, tally *sum) {
    tact_model *model[2];
    assert_int_equal(tact_model_create_shape(NULL, &a->shape, &model[0]), TACT_OK);
    assert_int_equal(tact_model_create_shape(NULL, &b->shape, &model[1]), TACT_OK);
    tact_moving moving[2] = {tact_moving_make(model[0], &a->motion),
                             tact_moving_make(model[1], &b->motion)};
    tact_rigid_result r, swapped;
    assert_int_equal(tact_first_contact(&moving[0], &moving[1], NULL, NULL, &r), TACT_OK);
    check_samples(a, b, &r);
    if (r.outcome == TACT_OUTCOME_CONTACT) {
        assert_true(r.lower <= r.upper && r.upper - r.lower <= 1e-6);
        sum->widest = fmax(sum->widest, r.upper - r.lower);
    }
    assert_int_equal(tact_first_contact(&moving[1], &moving[0], NULL, NULL, &swapped), TACT_OK);
    if (r.outcome != TACT_OUTCOME_UNDECIDED && swapped.outcome != TACT_OUTCOME_UNDECIDED) {
        assert_int_equal(r.outcome, swapped.outcome);
        if (r.outcome == TACT_OUTCOME_CONTACT)
            assert_true(r.lower <= swapped.upper && swapped.lower <= r.upper);
    }
    sum->contact += r.outcome == TACT_OUTCOME_CONTACT;
    sum->apart += r.outcome == TACT_OUTCOME_APART;
    sum->undecided += r.outcome == TACT_OUTCOME_UNDECIDED;
    sum->steps += r.steps;
    sum->distances += r.distances;
    sum->most_steps = r.steps > sum->most_steps ? r.steps : sum->most_steps;
    tact_model_destroy(model[0]);
    tact_model_destroy(model[1]);
}

static void test_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("rigid pairs");
    tally sum = {0};
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t i = count; i > 0; i--) {
        oracle_body a = oracle_body_random(&rng, 1);
        oracle_body b = oracle_body_random(&rng, i % 2 == 0 ? 1 : 0.1);
        check_pair(&a, &b, &sum);
        oracle_body_free(&a);
        oracle_body_free(&b);
    }
    printf("%" PRIu64 " contact, %" PRIu64 " apart, %" PRIu64
           " undecided; %.1f steps, %.1f distances, at "
           "most %" PRIu64 " steps; widest %.3g\n",
           sum.contact, sum.apart, sum.undecided, (double)sum.steps / (double)count,
           (double)sum.distances / (double)count, sum.most_steps, sum.widest);
    assert_true(sum.contact > count / 10 && sum.apart > count / 10 &&
                sum.undecided * 1000 <= count);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
