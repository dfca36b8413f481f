/* SPDX-License-Identifier: MIT */
/* Numbers that are not finite, few and many, in every argument. Every call returns, stays within
 * its memory (the sanitizers check this), and returns one of the values of its type. */
#include "support.h"

#include <math.h>

static double odd_number(test_rng *rng) {
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    return odd[test_rng_below(rng, 3)];
}

static void check_calls(const tact_triangle t[2]) {
    tact_vec3 p = t[1].v[0], q = t[1].v[1];
    tact_overlap overlap = tact_triangle_intersect(&t[0], &t[1]);
    assert_true(overlap.kind <= TACT_OVERLAP_POLYGON);
    assert_true(overlap.point_count <= TACT_OVERLAP_MAX_POINTS);
    overlap = tact_triangle_intersect_segment(&t[0], (tact_segment){p, q});
    assert_true(overlap.point_count <= TACT_OVERLAP_MAX_POINTS);
    tact_gap gap = tact_triangle_distance(&t[0], &t[1]);
    assert_true(gap.feature_a <= TACT_FEATURE_FACE && gap.feature_b <= TACT_FEATURE_FACE);
    tact_ray_hit hit = tact_triangle_intersect_ray(&t[0], (tact_ray){p, q});
    assert_true(hit.kind <= TACT_OVERLAP_SEGMENT && hit.enter <= TACT_FEATURE_FACE &&
                hit.exit <= TACT_FEATURE_FACE);
    tact_feature feature = TACT_FEATURE_FACE;
    (void)tact_triangle_contains(&t[0], p, &feature);
    assert_true(feature <= TACT_FEATURE_FACE);
    (void)tact_triangle_overlaps_box(&t[0], (tact_box){p, q});
    int sign = tact_orient3d(&t[0].v[0], &t[0].v[1], &t[0].v[2], &p);
    assert_true(sign >= -1 && sign <= 1);
    (void)tact_is_collinear(&t[0].v[0], &t[0].v[1], &q);
}

static void test_calls_return(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_calls_return");
    for (int n = 0; n < 300000; n++) {
        tact_triangle t[2];
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] = test_rng_below(&rng, 3);
        uint32_t odd_count = 1 + test_rng_below(&rng, 18);
        for (uint32_t i = 0; i < odd_count; i++) {
            uint32_t where = test_rng_below(&rng, 18);
            (&t[where / 9].v[0].x)[where % 9] = odd_number(&rng);
        }
        (void)tact_triangle_overlaps(&t[0], &t[1]);
        (void)tact_triangle_overlaps(&t[1], &t[0]);
        if (n % 10 == 0)
            check_calls(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_calls_return)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
