/* SPDX-License-Identifier: MIT */
/* Compounds: questions that end before all parts were asked, and compounds without parts. */
#include "support.h"

#include <math.h>

#include <tact/mesh_generators.h>

/* A cube of side 2 around (100, 0, 0) and a ball of radius 1 around the origin. The origin is the
 * centre of the ball, so it is inside. The signed distance from the cube once used up the budget
 * after the origin was found to be outside the cube. The ball was then not asked, and the answer
 * was "outside". */
static void test_inside_within_a_budget(void **state) {
    (void)state;
    tact_mesh *mesh;
    tact_model *parts[2], *compound;
    tact_shape ball = tact_shape_sphere(1);
    assert_int_equal(tact_mesh_create_box(NULL, tact_vec3_make(2, 2, 2), 4, &mesh), TACT_OK);
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model_options model_options = tact_model_options_default();
    model_options.interior = TACT_INTERIOR_REQUIRED;
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, &model_options, NULL, &parts[0]),
                     TACT_OK);
    assert_int_equal(tact_model_create_shape(NULL, &ball, &parts[1]), TACT_OK);
    tact_instance at[2] = {tact_instance_make(parts[0]), tact_instance_make(parts[1])};
    at[0].pose.m[3] = 100;
    assert_int_equal(tact_model_create_compound(NULL, at, 2, &compound), TACT_OK);
    tact_instance whole = tact_instance_make(compound);
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_SIGNED;
    int undecided = 0;
    for (options.budget = 0; options.budget < 400; options.budget++) {
        tact_inside_result got;
        assert_int_equal(tact_inside(&whole, tact_vec3_make(0, 0, 0), &options, &got), TACT_OK);
        assert_int_not_equal(got.outcome, TACT_OUTCOME_APART);
        assert_true(got.winding_lower <= 1 && got.winding_upper >= 1);
        assert_true(got.distance_lower <= -1);
        if (got.outcome == TACT_OUTCOME_UNDECIDED) {
            undecided++;
            assert_int_equal(got.flags & TACT_RESULT_EXACT, 0);
            assert_int_equal(got.ending, TACT_ENDING_BUDGET);
        }
    }
    assert_true(undecided > 0 && undecided < 400);
    tact_model_destroy(compound);
    tact_model_destroy(parts[0]);
    tact_model_destroy(parts[1]);
    tact_mesh_destroy(mesh);
}

/* Nothing is inside a mesh without triangles, and that is exact. It was an estimate. */
static void test_inside_an_empty_mesh(void **state) {
    (void)state;
    tact_mesh_arrays none = {.triangle_count = 0};
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_ESTIMATE;
    tact_model *empty, *compound;
    assert_int_equal(tact_model_create_mesh(NULL, &none, &options, NULL, &empty), TACT_OK);
    tact_instance at[2] = {tact_instance_make(empty)};
    assert_int_equal(tact_model_create_compound(NULL, at, 1, &compound), TACT_OK);
    at[1] = tact_instance_make(compound);
    for (int i = 0; i < 2; i++) {
        tact_inside_result got;
        assert_int_equal(tact_inside(&at[i], tact_vec3_make(0, 0, 0), NULL, &got), TACT_OK);
        assert_int_equal(got.outcome, TACT_OUTCOME_APART);
        assert_int_equal(got.flags, TACT_RESULT_EXACT);
        assert_true(got.winding == 0 && got.winding_lower == 0 && got.winding_upper == 0);
    }
    tact_model_destroy(compound);
    tact_model_destroy(empty);
}

/* Numbers that are not finite are refused, also if there is no part that would look at them. */
static void test_nothing_and_not_a_number(void **state) {
    (void)state;
    tact_model *empty;
    assert_int_equal(tact_model_create_compound(NULL, NULL, 0, &empty), TACT_OK);
    tact_instance nothing = tact_instance_make(empty);
    tact_vec3 zero = {0, 0, 0}, wrong[] = {{(double)NAN, 0, 0}, {0, HUGE_VAL, 0}};
    tact_nearest_result nearest;
    tact_inside_result inside;
    tact_raycast_result hit;
    tact_raycast_all_result all;
    for (int i = 0; i < 2; i++) {
        tact_ray rays[2] = {{wrong[i], zero}, {zero, wrong[i]}};
        assert_int_equal(tact_nearest(&nothing, wrong[i], NULL, &nearest), TACT_NOT_FINITE);
        assert_int_equal(tact_inside(&nothing, wrong[i], NULL, &inside), TACT_NOT_FINITE);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(tact_raycast(&nothing, rays[k], NULL, &hit), TACT_NOT_FINITE);
            assert_int_equal(tact_raycast_all(&nothing, rays[k], NULL, NULL, 0, &all),
                             TACT_NOT_FINITE);
        }
    }
    assert_int_equal(tact_nearest(&nothing, zero, NULL, &nearest), TACT_OK);
    assert_true(nearest.distance == HUGE_VAL);
    tact_model_destroy(empty);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inside_within_a_budget),
        cmocka_unit_test(test_inside_an_empty_mesh),
        cmocka_unit_test(test_nothing_and_not_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
