/* SPDX-License-Identifier: MIT */
/* Queries that end early: by their budget, by an allowed error, by the visitor. Their answers must
 * hold, and must be the same each time. */
#include "bodies.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "surface/surface.h"
#include "contacts/contacts.h"

typedef struct scene {
    soup a, b;
    body body_a, body_b;
    tacti_placed placed_a, placed_b;
    truth t;
} scene;

static scene scene_make(soup a, tact_pose pose_a, soup b, tact_pose pose_b) {
    scene s = {.a = a, .b = b};
    s.body_a = body_make(NULL, &s.a, NULL);
    s.body_b = body_make(NULL, &s.b, NULL);
    s.placed_a = (tacti_placed){s.body_a.bvh, pose_a};
    s.placed_b = (tacti_placed){s.body_b.bvh, pose_b};
    s.t = truth_find(&s.a, pose_a, &s.b, pose_b);
    return s;
}

static void scene_free(scene *s) {
    truth_free(&s->t);
    body_free(&s->body_a);
    body_free(&s->body_b);
    soup_free(&s->a);
    soup_free(&s->b);
}

enum { SCENES = 9 };

static soup make_sphere(double radius) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, radius, 3, &mesh), TACT_OK);
    return soup_take(mesh);
}

static soup make_torus(void) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.25, 18, 8, &mesh), TACT_OK);
    return soup_take(mesh);
}

/* Deep, barely, not, by far not in contact; one inside the other; random soups. */
static scene scene_number(test_rng *rng, int number) {
    tact_pose here = tact_pose_identity(), there = pose_random(rng, 0.1);
    switch (number) {
    case 0:
        return scene_make(make_sphere(1), here, make_torus(), there);
    case 1:
        there.m[3] = 1.99;
        return scene_make(make_sphere(1), here, make_sphere(1), there);
    case 2:
        there.m[3] = 2.5;
        return scene_make(make_torus(), here, make_torus(), there);
    case 3:
        there.m[3] = 1e4;
        return scene_make(make_torus(), here, make_sphere(1), there);
    case 4:
        return scene_make(make_sphere(0.25), here, make_sphere(1), there);
    case 5: /* so far apart that squares of the distance in units leave the range of float */
        there.m[7] = 0x1p90;
        return scene_make(make_sphere(1), here, make_torus(), there);
    case 6:
        there.m[7] = 0x1p140;
        return scene_make(make_sphere(0x1p-30), here, make_torus(), there);
    default:
        return scene_make(soup_random(rng, 60), here, soup_random(rng, 60), there);
    }
}

/* 1, 2, 3, ... and then in growing steps until the query does not need more. */
static uint64_t next_budget(uint64_t budget) {
    return budget + 1 + budget / 8;
}

#define MOST_BUDGET UINT64_C(4000000)

static void test_collide(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_budget_collide");
    for (int number = 0; number < SCENES; number++) {
        scene s = scene_number(&rng, number);
        tact_outcome right = s.t.contact_count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
        bool was_decided = false;
        for (uint64_t budget = 0; budget < MOST_BUDGET && !was_decided;
             budget = next_budget(budget)) {
            tacti_query_desc desc = tacti_query_desc_default();
            desc.budget = budget;
            tacti_mesh_collision first, second;
            assert_int_equal(tacti_mesh_collide(&s.placed_a, &s.placed_b, &desc, NULL, &first),
                             TACT_OK);
            assert_int_equal(tacti_mesh_collide(&s.placed_a, &s.placed_b, &desc, NULL, &second),
                             TACT_OK);
            assert_true(first.outcome == TACT_OUTCOME_UNDECIDED || first.outcome == right);
            assert_int_equal(first.outcome, second.outcome);
            assert_int_equal(first.a, second.a);
            assert_int_equal(first.b, second.b);
            assert_int_equal(first.work.box_tests, second.work.box_tests);
            /* No more is begun than the budget; a pair of nodes has at most 16 + 64 tests of boxes
             * and 64 of triangles, and seven may have waited. */
            uint64_t done = first.work.box_tests + first.work.triangle_tests;
            assert_true(done < budget + 160 || budget == 0);
            if (number == 3 || number == 5 || number == 6) /* far apart */
                assert_int_equal(done, 0);
            was_decided = first.outcome != TACT_OUTCOME_UNDECIDED;
        }
        assert_true(was_decided);
        scene_free(&s);
    }
}

static void test_distance(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_budget_distance");
    for (int number = 0; number < SCENES; number++) {
        scene s = scene_number(&rng, number);
        bool was_complete = false;
        double last_upper = HUGE_VAL;
        for (uint64_t budget = 0; budget < MOST_BUDGET && !was_complete;
             budget = next_budget(budget)) {
            tacti_query_desc desc = tacti_query_desc_default();
            desc.budget = budget;
            tacti_mesh_distance_answer got, again;
            assert_int_equal(tacti_mesh_distance(&s.placed_a, &s.placed_b, &desc, NULL, &got),
                             TACT_OK);
            assert_int_equal(tacti_mesh_distance(&s.placed_a, &s.placed_b, &desc, NULL, &again),
                             TACT_OK);
            if (!(got.lower <= s.t.upper && got.upper >= s.t.lower))
                fail_msg("scene %d, budget %u: bounds [%a, %a], the truth is in [%a, %a]", number,
                         (unsigned)budget, got.lower, got.upper, s.t.lower, s.t.upper);
            assert_true(got.lower <= got.distance && got.distance <= got.upper);
            assert_true(got.upper <= last_upper + 1e-12 * last_upper);
            assert_true(got.a != TACT_NO_TRIANGLE || got.upper == HUGE_VAL);
            test_assert_same_bits(got.distance, again.distance);
            test_assert_same_bits(got.lower, again.lower);
            assert_int_equal(got.a, again.a);
            if (got.is_complete)
                test_assert_same_bits(got.distance, s.t.distance);
            last_upper = got.upper;
            was_complete = got.is_complete;
        }
        assert_true(was_complete);
        scene_free(&s);
    }
}

/* Queries with a limit and for the lower bound may end undecided, but never wrong. */
static void test_within_and_greedy(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_budget_within");
    for (int number = 0; number < SCENES; number++) {
        scene s = scene_number(&rng, number);
        for (uint64_t budget = 0; budget < 20000; budget = next_budget(budget)) {
            tacti_query_desc desc = tacti_query_desc_default();
            desc.budget = budget;
            tacti_mesh_distance_answer got;
            assert_int_equal(tacti_mesh_lower_bound(&s.placed_a, &s.placed_b, &desc, NULL, &got),
                             TACT_OK);
            assert_true(got.lower <= s.t.upper && got.upper >= s.t.lower);
            if (got.is_complete)
                assert_int_equal(got.lower == 0, s.t.contact_count > 0);
            const double radii[] = {0, s.t.distance * 0.9, s.t.distance, s.t.distance * 1.1 + 0.1};
            for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
                tact_outcome outcome;
                assert_int_equal(tacti_mesh_within(&s.placed_a, &s.placed_b, radii[i], &desc, NULL,
                                                   &outcome, &got),
                                 TACT_OK);
                assert_true(got.lower <= s.t.upper && got.upper >= s.t.lower);
                if (outcome == TACT_OUTCOME_CONTACT)
                    assert_true(s.t.lower <= radii[i]);
                if (outcome == TACT_OUTCOME_APART)
                    assert_true(s.t.upper > radii[i]);
            }
        }
        scene_free(&s);
    }
}

/* Allowed errors: bounds hold, and the distance is too large by no more than was allowed. */
static void test_allowances(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_allowances");
    static const double errors[] = {0, 1e-6, 0.01, 0.3, 1, 5, HUGE_VAL};
    enum { ERRORS = sizeof errors / sizeof *errors };
    for (int number = 0; number < SCENES; number++) {
        scene s = scene_number(&rng, number);
        for (int i = 0; i < ERRORS * ERRORS; i++) {
            tacti_query_desc desc = tacti_query_desc_default();
            desc.relative_error = errors[i % ERRORS];
            desc.absolute_error = errors[i / ERRORS];
            tacti_mesh_distance_answer got;
            assert_int_equal(tacti_mesh_distance(&s.placed_a, &s.placed_b, &desc, NULL, &got),
                             TACT_OK);
            assert_true(got.is_complete);
            assert_true(got.lower <= s.t.upper && got.upper >= s.t.lower);
            assert_int_equal(got.distance == 0, s.t.contact_count > 0);
            assert_true(got.distance < HUGE_VAL && got.a != TACT_NO_TRIANGLE);
            double allowed = fmax(desc.relative_error * got.distance, desc.absolute_error);
            if (got.distance > 0 && got.distance - allowed > s.t.upper * (1 + 1e-9))
                fail_msg("scene %d: distance %a is not %a, with errors %g and %g", number,
                         got.distance, s.t.distance, desc.relative_error, desc.absolute_error);
            if (i == 0)
                test_assert_same_bits(got.distance, s.t.distance);
        }
        scene_free(&s);
    }
}

/* A large permitted error of either kind saves most of the work. */
static void test_allowances_save_work(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 4, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    body b = body_make(NULL, &s, NULL);
    tacti_placed left = {b.bvh, tact_pose_identity()}, right = {b.bvh, pose_at(2.5, 1.5, 1)};
    uint64_t work[3];
    for (int i = 0; i < 3; i++) {
        tacti_query_desc desc = tacti_query_desc_default();
        desc.relative_error = i == 1 ? 0.9 : 0;
        desc.absolute_error = i == 2 ? 0.9 : 0;
        tacti_mesh_distance_answer got;
        assert_int_equal(tacti_mesh_distance(&left, &right, &desc, NULL, &got), TACT_OK);
        work[i] = got.work.box_tests + got.work.triangle_tests;
    }
    assert_true(2 * work[1] < work[0] && 2 * work[2] < work[0]);
    body_free(&b);
    soup_free(&s);
}

/* ---- Lists and visitors ------------------------------------------------------------------- */

static void test_lists_hold_what_was_found(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_budget_lists");
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    for (int number = 0; number < SCENES; number++) {
        scene s = scene_number(&rng, number);
        bool was_complete = false;
        for (uint64_t budget = 0; budget < MOST_BUDGET && !was_complete;
             budget = next_budget(budget)) {
            tacti_query_desc desc = tacti_query_desc_default();
            desc.budget = budget;
            tacti_contact_summary got;
            assert_int_equal(tacti_mesh_contacts_fill(&s.placed_a, &s.placed_b, &desc,
                                                      TACT_CONTACT_GEOMETRY, list, &got),
                             TACT_OK);
            assert_int_equal(tact_contact_list_view(list).count, got.pair_count);
            for (uint32_t i = 0; i < got.pair_count; i++) {
                tact_contact c = tact_contact_list_view(list).contacts[i];
                assert_true(s.t.touches[(size_t)c.a * s.t.count_b + c.b]);
            }
            was_complete = got.outcome != TACT_OUTCOME_UNDECIDED;
            if (was_complete)
                assert_int_equal(got.pair_count, s.t.contact_count);
        }
        assert_true(was_complete);
        scene_free(&s);
    }
    tact_contact_list_destroy(list);
}

static bool stop_at(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    int *left = user;
    assert_true(*left > 0);
    return --*left > 0;
}

static void test_visitor_that_ends_the_query_is_not_called_again(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_visitor");
    for (int number = 0; number < SCENES; number++) {
        scene s = scene_number(&rng, number);
        for (int calls = 1; calls < 40 && calls <= (int)s.t.contact_count; calls++) {
            int left = calls;
            tacti_contact_summary got;
            assert_int_equal(
                tacti_mesh_contacts_visit(&s.placed_a, &s.placed_b, NULL, stop_at, &left, &got),
                TACT_OK);
            assert_int_equal(left, 0);
            assert_int_equal(got.pair_count, calls);
            assert_int_equal(got.outcome, TACT_OUTCOME_UNDECIDED);
        }
        scene_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collide),
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_within_and_greedy),
        cmocka_unit_test(test_allowances),
        cmocka_unit_test(test_allowances_save_work),
        cmocka_unit_test(test_lists_hold_what_was_found),
        cmocka_unit_test(test_visitor_that_ends_the_query_is_not_called_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
