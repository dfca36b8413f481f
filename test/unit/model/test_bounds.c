/* SPDX-License-Identifier: MIT */
/* The bounds of instances are rounded outward: no placed vertex is outside, however large the pose
 * makes the rounding errors. */
#include "models.h"

#include <math.h>

#include "math/vec.h"

static void assert_in_box(tact_vec3 p, const tact_box *box) {
    assert_true(p.x >= box->lo.x && p.y >= box->lo.y && p.z >= box->lo.z);
    assert_true(p.x <= box->hi.x && p.y <= box->hi.y && p.z <= box->hi.z);
}

/* The corners of a box that is not around the origin are vertices, so that every error shows. Some
 * boxes have sizes of a few units of the least double, 2^-1074. */
static void test_vertices_are_inside(void **state) {
    (void)state;
    test_rng rng = test_rng_start("model bounds");
    for (uint64_t i = test_case_count(2000, 100000); i > 0; i--) {
        bool is_least = i % 4 == 0;
        tact_vec3 lo = vec3_random(&rng, 2), size = tacti_vec3_abs(vec3_random(&rng, 1));
        if (is_least) {
            lo = tact_vec3_scale(lo, 0x1p-1069);
            size = tact_vec3_scale(size, 0x1p-1069);
        }
        soup s = soup_make(8, 3);
        for (uint32_t k = 0; k < 8; k++)
            s.vertices[k] = (tact_vec3){lo.x + (k & 1 ? size.x : 0), lo.y + (k & 2 ? size.y : 0),
                                        lo.z + (k & 4 ? size.z : 0)};
        for (uint32_t k = 0; k < 9; k++)
            s.indices[k] = k % 8;
        tact_model *mesh = model_of_soup(NULL, &s, TACT_INTERIOR_NONE);
        tact_instance one = instance_random(&rng, mesh, 3);
        if (is_least)
            one.pose.m[3] = one.pose.m[7] = one.pose.m[11] = 0;
        else
            one.pose.m[3] += ldexp(1, (int)test_rng_below(&rng, 60));
        tact_model *compound = model_of_parts(&one, 1);
        tact_instance whole = tact_instance_make(compound);
        tact_box box[2];
        assert_int_equal(tact_instance_bounds(&one, &box[0]), TACT_OK);
        assert_int_equal(tact_instance_bounds(&whole, &box[1]), TACT_OK);
        for (uint32_t k = 0; k < 8; k++) {
            assert_in_box(tacti_pose_place(&one.pose, s.vertices[k]), &box[0]);
            assert_in_box(tacti_pose_place(&one.pose, s.vertices[k]), &box[1]);
        }
        tact_model_destroy(compound);
        tact_model_destroy(mesh);
        soup_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vertices_are_inside)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
