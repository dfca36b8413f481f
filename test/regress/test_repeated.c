/* SPDX-License-Identifier: MIT */
/* Meshes in which the same triangles occur thousands of times. The distance of two files of 8,000
 * equal triangles once took 9.5 s, and with 200,000 it never ended: every copy was measured against
 * every copy.
 *
 * Expected: a copy changes no answer, so the distance of the meshes is that of the pattern, and the
 * witness is the first copy, since ties go to the least (a, b). Work is counted, not time: for
 * 200,000 triangles it must stay below 100,000 tests, whereas all pairs would be 2 * 10^10. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"
#include "verify/verify.h"
#include "relation/classify.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "contacts/contacts.h"
#include "probe/points.h"
#include "ray_hits.h"
#include "contacts/self_contacts.h"

enum { COPIES = 200000, MOST_WORK = 100000 };

typedef struct body {
    double *positions;
    tact_mesh *mesh;
    tacti_bvh *bvh;
} body;

/* Triangles that occur repeatedly, one after the other. */
typedef struct pattern {
    uint32_t count;
    tact_triangle triangles[12];
} pattern;

static body body_make(const pattern *p, uint32_t count, tact_bvh_builder builder) {
    body b = {.positions = malloc((size_t)count * sizeof(tact_triangle))};
    assert_non_null(b.positions);
    for (uint32_t i = 0; i < count; i++)
        memcpy(b.positions + 9 * (size_t)i, &p->triangles[i % p->count], sizeof(tact_triangle));
    tact_mesh_arrays arrays = {
        .positions = b.positions, .vertex_count = 3 * count, .triangle_count = count};
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.builder = builder;
    desc.solid = true;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &b.mesh), TACT_OK);
    assert_int_equal(tacti_bvh_create(NULL, b.mesh, &desc, &b.bvh), TACT_OK);
    assert_int_equal(tacti_bvh_validate(b.bvh, NULL), TACT_OK);
    return b;
}

static void body_free(body *b) {
    tacti_bvh_destroy(b->bvh);
    tact_mesh_destroy(b->mesh);
    free(b->positions);
}

/* One triangle, and the same with its corners turned and mirrored. */
static pattern pattern_turned(uint32_t count) {
    static const tact_vec3 corner[3] = {{0, 0, 0}, {1, 0.25, 0}, {0.5, 1, 0.125}};
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    pattern p = {.count = count};
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            p.triangles[i].v[k] = corner[order[i][k]];
    return p;
}

/* A cube of 12 triangles. The two halves of a side have the same centre, so only their corners
 * distinguish them. */
static pattern pattern_cube(void) {
    pattern p = {.count = 12};
    for (uint32_t side = 0; side < 6; side++)
        for (uint32_t half = 0; half < 2; half++)
            for (uint32_t k = 0; k < 3; k++) {
                static const double square[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}},
                                                       {{0, 0}, {1, 1}, {0, 1}}};
                double *x = &p.triangles[2 * side + half].v[k].x;
                x[side % 3] = side / 3;
                x[(side + 1) % 3] = square[half][k][0];
                x[(side + 2) % 3] = square[half][k][1];
            }
    return p;
}

static uint64_t work_of(tact_work work) {
    return work.box_tests + work.triangle_tests;
}

/* The proof of an answer for many copies is small, and the verifier accepts it. */
static void check_proof(const body *a, const body *b, tact_pose pose) {
    tacti_placed x = {a->bvh, tact_pose_identity()}, y = {b->bvh, pose};
    tacti_placed_mesh mesh_x = {a->mesh, x.pose}, mesh_y = {b->mesh, pose};
    tacti_query_desc desc = tacti_query_desc_default();
    assert_int_equal(tact_proof_create(NULL, &desc.proof), TACT_OK);
    tacti_mesh_distance_answer distance;
    tacti_mesh_collision collision;
    tact_verification verdict;
    assert_int_equal(tacti_mesh_distance(&x, &y, &desc, NULL, &distance), TACT_OK);
    assert_int_equal(tacti_verify_proof(NULL, &mesh_x, &mesh_y, desc.proof, &verdict), TACT_OK);
    assert_true(verdict.is_proven);
    assert_int_equal(tacti_mesh_collide(&x, &y, &desc, NULL, &collision), TACT_OK);
    assert_int_equal(tacti_verify_proof(NULL, &mesh_x, &mesh_y, desc.proof, &verdict), TACT_OK);
    assert_true(verdict.is_proven);
    tact_proof_destroy(desc.proof);
}

/* The answers for many copies are those for one, with little work. */
static void check_pair(const body *a, const body *b, const body one[2], tact_pose pose) {
    tacti_placed many_a = {a->bvh, tact_pose_identity()}, many_b = {b->bvh, pose};
    tacti_placed one_a = {one[0].bvh, tact_pose_identity()}, one_b = {one[1].bvh, pose};
    tacti_mesh_distance_answer expected, got;
    tacti_mesh_collision collision, expected_collision;
    tacti_pair_cache memory = tacti_pair_cache_empty(), *cache = &memory;
    assert_int_equal(tacti_mesh_distance(&one_a, &one_b, NULL, NULL, &expected), TACT_OK);
    for (int i = 0; i < 3; i++) { /* cold, with an empty cache, with a full one */
        assert_int_equal(tacti_mesh_distance(&many_a, &many_b, NULL, i == 0 ? NULL : cache, &got),
                         TACT_OK);
        test_assert_same_bits(got.distance, expected.distance);
        test_assert_same_bits(got.lower, expected.lower);
        test_assert_same_bits(got.upper, expected.upper);
        if (got.distance > 0) {
            assert_int_equal(got.a, expected.a);
            assert_int_equal(got.b, expected.b);
        }
        assert_true(work_of(got.work) < MOST_WORK);
    }
    tact_outcome outcome;
    double radius = expected.distance * 1.5;
    assert_int_equal(tacti_mesh_within(&many_a, &many_b, radius, NULL, NULL, &outcome, &got),
                     TACT_OK);
    assert_int_equal(outcome, TACT_OUTCOME_CONTACT);
    assert_true(work_of(got.work) < MOST_WORK);
    assert_int_equal(tacti_mesh_lower_bound(&many_a, &many_b, NULL, NULL, &got), TACT_OK);
    assert_true((got.lower > 0) == (expected.distance > 0));
    assert_true(work_of(got.work) < MOST_WORK);
    assert_int_equal(tacti_mesh_collide(&one_a, &one_b, NULL, NULL, &expected_collision), TACT_OK);
    assert_int_equal(tacti_mesh_collide(&many_a, &many_b, NULL, NULL, &collision), TACT_OK);
    assert_int_equal(collision.outcome, expected_collision.outcome);
    assert_true(work_of(collision.work) < MOST_WORK);
}

static void check_pattern(const pattern *p, tact_bvh_builder builder, uint32_t copies) {
    body one[2] = {body_make(p, p->count, builder), body_make(p, p->count, builder)};
    body a = body_make(p, copies, builder), b = body_make(p, copies / 2, builder);
    tact_pose pose = tact_pose_identity();
    for (int i = 0; i < 4; i++) {
        /* Apart by boxes; apart though the boxes overlap, for a triangle; touching. */
        static const double shift[4][3] = {
            {3, 0.5, 0.25}, {0.6, -0.5, 0.0625}, {1, 0, 0}, {0, 0, 0}};
        for (int k = 0; k < 3; k++)
            pose.m[4 * k + 3] = shift[i][k];
        check_pair(&a, &b, one, pose);
        check_proof(&a, &b, pose);
    }
    assert_int_equal(
        tact_pose_from_axis_angle((tact_vec3){1, 2, 3}, 0.7, (tact_vec3){2, 0.1, 0.3}, &pose),
        TACT_OK);
    check_pair(&a, &b, one, pose);
    body_free(&a);
    body_free(&b);
    body_free(&one[0]);
    body_free(&one[1]);
}

static void test_one_triangle(void **state) {
    (void)state;
    for (uint32_t copies = 2000; copies <= COPIES; copies *= 10) {
        pattern p = pattern_turned(1);
        check_pattern(&p, TACT_BVH_BINNED, copies);
        check_pattern(&p, TACT_BVH_SWEEP, copies / 10);
        check_pattern(&p, TACT_BVH_MORTON, copies / 10);
    }
}

static void test_turned_corners(void **state) {
    (void)state;
    pattern p = pattern_turned(6);
    check_pattern(&p, TACT_BVH_BINNED, COPIES);
    check_pattern(&p, TACT_BVH_SWEEP, COPIES / 10);
    check_pattern(&p, TACT_BVH_MORTON, COPIES / 10);
}

static void test_cubes(void **state) {
    (void)state;
    pattern p = pattern_cube();
    check_pattern(&p, TACT_BVH_BINNED, COPIES);
    check_pattern(&p, TACT_BVH_SWEEP, COPIES / 10);
    check_pattern(&p, TACT_BVH_MORTON, COPIES / 10);
}

/* Queries on one mesh examine each copy at most once, and the first copy is the answer. */
static void test_rays_and_points(void **state) {
    (void)state;
    pattern p = pattern_cube();
    body one = body_make(&p, 12, TACT_BVH_BINNED), many = body_make(&p, COPIES, TACT_BVH_BINNED);
    tacti_placed placed_one = {one.bvh, tact_pose_identity()};
    tacti_placed placed = {many.bvh, tact_pose_identity()};
    tact_ray ray = {{-1, 0.25, 0.375}, {1, 0.0625, 0.125}};
    tacti_mesh_hit hit, expected_hit;
    assert_int_equal(tacti_ray_first(&placed_one, ray, HUGE_VAL, NULL, &expected_hit), TACT_OK);
    assert_int_equal(tacti_ray_first(&placed, ray, HUGE_VAL, NULL, &hit), TACT_OK);
    assert_memory_equal(&hit, &expected_hit, sizeof hit);
    ray_hits list = {.capacity = 0};
    assert_int_equal(ray_hits_collect(&placed, ray, HUGE_VAL, NULL, &list), TACT_OK);
    /* It enters through triangle 0 or 1 and leaves through 6 or 7. There are 12 * 16,666 + 8
     * triangles, so each of the first eight has one copy more than the rest. */
    assert_int_equal(list.count, 2 * (COPIES / 12 + 1));
    tacti_nearest nearest, expected_nearest;
    tact_vec3 point = {3, 2, 0.5};
    assert_int_equal(tacti_closest_point(&placed_one, point, HUGE_VAL, NULL, &expected_nearest),
                     TACT_OK);
    assert_int_equal(tacti_closest_point(&placed, point, HUGE_VAL, NULL, &nearest), TACT_OK);
    test_assert_same_bits(nearest.distance, expected_nearest.distance);
    assert_int_equal(nearest.triangle, expected_nearest.triangle);
    body_free(&one);
    body_free(&many);
}

static bool count_pair(void *user, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ++*(uint64_t *)user;
    return true;
}

/* There are n^2 pairs of n equal triangles, so these two queries need a budget. They end soon after
 * that many tests, and what they found until then is right. */
static void test_all_pairs_need_a_budget(void **state) {
    (void)state;
    pattern p = pattern_turned(1);
    body many = body_make(&p, COPIES, TACT_BVH_BINNED);
    tacti_placed placed = {many.bvh, tact_pose_identity()};
    tacti_query_desc desc = tacti_query_desc_default();
    desc.budget = 1000000;
    tacti_contact_summary summary;
    for (int i = 0; i < 2; i++) {
        uint64_t count = 0;
        if (i == 0)
            assert_int_equal(tacti_self_visit(many.bvh, &desc, count_pair, &count, &summary),
                             TACT_OK);
        else
            assert_int_equal(
                tacti_mesh_contacts_visit(&placed, &placed, &desc, count_pair, &count, &summary),
                TACT_OK);
        assert_int_equal(summary.outcome, TACT_OUTCOME_UNDECIDED);
        assert_int_equal(summary.pair_count, count);
        assert_true(count > 0 && work_of(summary.work) < desc.budget + 1000);
    }
    body_free(&many);
}

/* The relation of solids that consist of many copies of the same cube. */
static void test_classify(void **state) {
    (void)state;
    pattern p = pattern_cube();
    body many = body_make(&p, COPIES / 12 * 12, TACT_BVH_BINNED);
    tacti_interior *interior;
    assert_int_equal(tacti_interior_create(NULL, many.bvh, &interior), TACT_OK);
    tacti_filled a = {interior, tact_pose_identity()}, b = a;
    tacti_classification got;
    b.pose.m[3] = 3;
    assert_int_equal(tacti_mesh_classify(NULL, &a, &b, NULL, &got), TACT_OK);
    assert_int_equal(got.relation, TACT_RELATION_APART);
    b.pose.m[3] = b.pose.m[7] = b.pose.m[11] = 0.5;
    assert_int_equal(tacti_mesh_classify(NULL, &a, &b, NULL, &got), TACT_OK);
    assert_int_equal(got.relation, TACT_RELATION_CROSSING);
    tacti_interior_destroy(interior);
    body_free(&many);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rays_and_points), cmocka_unit_test(test_all_pairs_need_a_budget),
        cmocka_unit_test(test_classify),        cmocka_unit_test(test_one_triangle),
        cmocka_unit_test(test_turned_corners),  cmocka_unit_test(test_cubes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
