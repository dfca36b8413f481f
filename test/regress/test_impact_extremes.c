/* SPDX-License-Identifier: MIT */
/* Moving features that are tiny beside something else. Squares of lengths underflowed, so a
 * separation was compared with a length of 0; and large coordinates were halved twice before they
 * were subtracted, which lost the digits of small ones. Both put features apart that are not. */
#include "support.h"

#include <math.h>

/* A face of size 2^-270 at a distance of 1, and edges at that distance. */
static void test_tiny_features_within_a_separation(void **state) {
    (void)state;
    for (int i = 0; i < 64; i++) {
        double s = ldexp(1 + i / 64.0, -270);
        tact_impact_motion m = {{{0, 0, 0}, {0, 1, 0}, {s, 1, 0}, {0, 1, s}}, {{0, 0, 0}}};
        if (i % 2 == 1) {
            m.start[1] = (tact_vec3){s, 0, 0};
            m.start[2] = (tact_vec3){0, 1, 0};
        }
        for (int k = 0; k < 4; k++)
            m.end[k] = m.start[k];
        tact_impact_options options = tact_impact_options_default();
        options.separation = 1.05;
        for (int method = 0; method < 4; method++) {
            tact_impact_result found;
            options.method = (tact_impact_method)method;
            assert_int_equal(i % 2 == 0 ? tact_impact_vertex_face(&m, &options, &found)
                                        : tact_impact_edge_edge(&m, &options, &found),
                             TACT_OK);
            assert_int_not_equal(found.outcome, TACT_OUTCOME_APART);
        }
    }
}

/* Points of a lattice of 2^-1074, all at x = 2^1001, against the same lattice of whole numbers. */
static void test_small_beside_large(void **state) {
    (void)state;
    test_rng rng = test_rng_start("small beside large");
    for (int i = 0; i < 2000; i++) {
        tact_impact_motion whole, tiny;
        for (int k = 0; k < 8; k++) {
            tact_vec3 *p = k < 4 ? &whole.start[k] : &whole.end[k - 4];
            tact_vec3 *q = k < 4 ? &tiny.start[k] : &tiny.end[k - 4];
            *p = (tact_vec3){0, test_rng_below(&rng, 7), test_rng_below(&rng, 7)};
            *q = (tact_vec3){0x1p1001, p->y * 0x1p-1074, p->z * 0x1p-1074};
        }
        for (int method = 0; method < 4; method++) {
            tact_impact_options options = tact_impact_options_default();
            tact_impact_result truth, found;
            bool is_face = i % 2 == 0;
            assert_int_equal(is_face ? tact_impact_vertex_face(&whole, NULL, &truth)
                                     : tact_impact_edge_edge(&whole, NULL, &truth),
                             TACT_OK);
            options.method = (tact_impact_method)method;
            assert_int_equal(is_face ? tact_impact_vertex_face(&tiny, &options, &found)
                                     : tact_impact_edge_edge(&tiny, &options, &found),
                             TACT_OK);
            if (found.outcome != TACT_OUTCOME_UNDECIDED)
                assert_int_equal(found.outcome, truth.outcome);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiny_features_within_a_separation),
        cmocka_unit_test(test_small_beside_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
