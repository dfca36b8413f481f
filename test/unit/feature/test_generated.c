/* SPDX-License-Identifier: MIT */
/* Moving features of hard families against exact arithmetic: no contact is missed by any method,
 * and the exact method reports none that is not there. Times bound the exact first one. */
#include "make_motion.h"
#include "oracle_impact.h"

#include <stdio.h>
#include <string.h>

static void fail_with(const char *what, tact_impact_kind kind, const tact_impact_motion *m) {
    printf("%s: %s\n", what, tact_impact_kind_name(kind));
    for (int i = 0; i < 8; i++) {
        const tact_vec3 *p = i < 4 ? &m->start[i] : &m->end[i - 4];
        printf("%a %a %a\n", p->x, p->y, p->z);
    }
    fail_msg("%s", what);
}

static void check_method(tact_impact_kind kind, const tact_impact_motion *m,
                         tact_impact_method method, bool touches, test_rng *rng) {
    tact_impact_options options = tact_impact_options_default();
    options.method = method;
    options.budget = 512;
    tact_impact_result r, shuffled;
    assert_int_equal(ask_impact(kind, m, &options, &r), TACT_OK);
    if (touches && r.outcome == TACT_OUTCOME_APART)
        fail_with("a contact is missed", kind, m);
    if (!touches && r.outcome == TACT_OUTCOME_CONTACT)
        fail_with("a contact is not there", kind, m);
    if (method == TACT_IMPACT_EXACT && r.outcome == TACT_OUTCOME_UNDECIDED)
        fail_with("the exact method leaves a question open", kind, m);
    if (touches) {
        double ends[2] = {r.lower, r.upper};
        bool is_open[2] = {true, false}, found[2];
        oracle_impact(kind, m, 2, ends, is_open, found);
        if (found[0] || !found[1])
            fail_with("the times do not bound the first contact", kind, m);
        if (method == TACT_IMPACT_EXACT && r.upper - r.lower > 0x1p-16)
            fail_with("the bounds are far apart", kind, m);
    }
    tact_impact_motion other = shuffle_motion(rng, m, kind);
    assert_int_equal(ask_impact(kind, &other, &options, &shuffled), TACT_OK);
    if (r.outcome != shuffled.outcome)
        fail_with("the order of the vertices changes the verdict", kind, m);
}

static void test_families(void **state) {
    (void)state;
    test_rng rng = test_rng_start("generated motions");
    uint64_t cases = test_case_count(10000, 10000000), contacts[MOTION_FAMILIES] = {0};
    for (uint64_t i = 0; i < cases; i++) {
        unsigned family = (unsigned)(i % MOTION_FAMILIES);
        tact_impact_kind kind = (tact_impact_kind)(i / MOTION_FAMILIES % 2);
        tact_impact_motion m = make_motion(&rng, family, kind);
        double end = 1;
        bool is_open = false, touches;
        oracle_impact(kind, &m, 1, &end, &is_open, &touches);
        contacts[family] += touches;
        check_method(kind, &m, TACT_IMPACT_EXACT, touches, &rng);
        if (i % 8 == 0) {
            check_method(kind, &m, TACT_IMPACT_INCLUSION, touches, &rng);
            check_method(kind, &m, TACT_IMPACT_CUBIC, touches, &rng);
            check_method(kind, &m, TACT_IMPACT_ADVANCE, touches, &rng);
        }
    }
    for (unsigned i = 0; i < MOTION_FAMILIES; i++)
        printf("%s: %llu of %llu touch\n", motion_family_name(i), (unsigned long long)contacts[i],
               (unsigned long long)(cases / MOTION_FAMILIES));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_families)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
