/* SPDX-License-Identifier: MIT */
/* Two edges that meet near a double root of their coplanarity cubic, moved off it by an ulp. The
 * cubic in double proved the contact, but its times were more than 1/64 apart. */
#include "support.h"

static const tact_impact_motion motion = {{{0x1p-18, 0, -0x1.8p-18},
                                           {-0x1p-18, 0x1p-19, 0x1p-18},
                                           {-0x1.8p-18, 0x1.8p-18, -0x1p-18},
                                           {0x1p-18, 0x1.0000000000003p-52, -0x1.8p-18}},
                                          {{-0x1p-19, -0x1p-18, 0x1.8p-18},
                                           {0x1p-19, 0x1p-19, 0},
                                           {-0x1p-18, -0x1.8p-18, 0},
                                           {-0x1p-19, -0x1p-18, 0x1.8p-18}}};

static void test_times_are_near(void **state) {
    (void)state;
    tact_impact_result found;
    assert_int_equal(tact_impact_edge_edge(&motion, NULL, &found), TACT_OK);
    assert_int_equal(found.outcome, TACT_OUTCOME_CONTACT);
    assert_true(found.lower <= found.upper);
    assert_true(found.upper - found.lower <= 0x1p-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_times_are_near)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
