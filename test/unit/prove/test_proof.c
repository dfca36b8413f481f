/* SPDX-License-Identifier: MIT */
/* Proofs: on random and adversarial pairs of meshes every verdict and every lower bound comes with
 * a proof that the verifier accepts, at every SIMD level. The answer is the same as without a
 * proof.
 */
#include "proofs.h"

#include <tact/mesh_generators.h>
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include "bvh/bvh.h"
#include "verify/verify.h"
#include "surface/surface.h"

typedef struct fixture {
    contexts all;
    tact_proof *proof; /* written again and again */
} fixture;

static void check_scene(const fixture *f, uint64_t number, const soup_pair *pair) {
    truth t = truth_find_contacts(&pair->a, pair->pose_a, &pair->b, pair->pose_b);
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.builder = (tact_bvh_builder)(number % 3);
    tact_context *context = f->all.alone[number % f->all.level_count];
    body a = body_make(context, &pair->a, &desc), b = body_make(context, &pair->b, &desc);
    tacti_placed placed_a = {a.bvh, pair->pose_a}, placed_b = {b.bvh, pair->pose_b};
    check_proofs(&t, &placed_a, &placed_b, f->proof);
    body_free(&a);
    body_free(&b);
    truth_free(&t);
}

/* ---- Scenes ------------------------------------------------------------------------------- */

static void test_random_soups(void **state) {
    const fixture *f = *state;
    test_rng rng = test_rng_start("proof_soups");
    uint64_t count = test_case_count(1000, 50000);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = {.a = soup_random(&rng, 60)};
        pair.b = soup_random(&rng, 60);
        double reach = 4 * test_rng_unit(&rng);
        pair.pose_a = pose_random(&rng, reach);
        pair.pose_b = pose_skewed(&rng, reach);
        check_scene(f, i, &pair);
        soup_pair_free(&pair);
    }
}

static void test_nearly_touching(void **state) {
    const fixture *f = *state;
    test_rng rng = test_rng_start("proof_nearly_touching");
    uint64_t count = test_case_count(1500, 100000);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = soup_pair_nearly_touching(&rng, true);
        check_scene(f, i, &pair);
        soup_pair_free(&pair);
    }
}

static void test_sizes(void **state) {
    const fixture *f = *state;
    test_rng rng = test_rng_start("proof_sizes");
    uint64_t count = test_case_count(800, 50000);
    static const int exponents[] = {0, -400, 400, 30, -30, 200, -200, 12};
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = soup_pair_sized(&rng, exponents, 8, 2);
        check_scene(f, i, &pair);
        soup_pair_free(&pair);
    }
}

static void test_far_apart(void **state) {
    const fixture *f = *state;
    test_rng rng = test_rng_start("proof_far_apart");
    uint64_t count = test_case_count(500, 20000);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = soup_pair_far_apart(&rng, 30, 400);
        check_scene(f, i, &pair);
        soup_pair_free(&pair);
    }
}

/* Meshes with nodes above nodes, in rotated frames. The caller sets their poses. */
static soup_pair torus_and_blob(uint64_t seed) {
    soup_pair pair;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 30, 12, &mesh), TACT_OK);
    pair.a = soup_take(mesh);
    assert_int_equal(tact_mesh_create_blob(NULL, 1, 0.3, 8, seed, &mesh), TACT_OK);
    pair.b = soup_take(mesh);
    return pair;
}

static void test_solids_far_apart(void **state) {
    const fixture *f = *state;
    test_rng rng = test_rng_start("proof_solids_far_apart");
    uint64_t count = test_case_count(16, 500);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = torus_and_blob(i);
        double away = ldexp(1, 9 + (int)test_rng_below(&rng, 60));
        pair.pose_a = pose_random(&rng, 1);
        pair.pose_b = pose_skewed(&rng, away);
        check_scene(f, i, &pair);
        soup_pair_free(&pair);
    }
}

/* Touching in a vertex, moved by a unit in the last place or not. */
static void test_solids(void **state) {
    const fixture *f = *state;
    test_rng rng = test_rng_start("proof_solids");
    uint64_t count = test_case_count(12, 500);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = torus_and_blob(i);
        if (i % 4 == 3)
            soup_move(&pair.b, 0x1p-6, (tact_vec3){0, 0, 0});
        pair.pose_a = pose_skewed(&rng, 1);
        pair.pose_b = pose_random(&rng, 1);
        soup_tips tips = soup_pair_tips(&rng, &pair);
        if (i % 3 == 1)
            tips.a.x = nextafter(tips.a.x, tips.direction.x * HUGE_VAL);
        if (i % 3 == 2)
            tips.a = tact_vec3_add(tips.a, tact_vec3_scale(tips.direction, 0.01));
        pose_bring(&pair.pose_b, tips.b, tips.a);
        check_scene(f, i, &pair);
        soup_pair_free(&pair);
    }
}

static void test_parallel_cloths(void **state) {
    const fixture *f = *state;
    soup_pair pair = soup_pair_cloths();
    for (uint64_t i = 0; i < 3; i++) {
        pair.pose_b.m[11] = i == 0 ? 1 : i == 1 ? 0x1p-30 : 0;
        check_scene(f, i, &pair);
    }
    soup_pair_free(&pair);
}

/* ---- What is claimed ---------------------------------------------------------------------- */

static void test_empty_meshes(void **state) {
    const fixture *f = *state;
    soup nothing = soup_make(0, 0);
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 2, &mesh), TACT_OK);
    soup ball = soup_take(mesh);
    body empty = body_make(NULL, &nothing, NULL), full = body_make(NULL, &ball, NULL);
    tacti_placed a = {empty.bvh, tact_pose_identity()}, b = {full.bvh, tact_pose_identity()};
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = f->proof;
    tacti_mesh_collision collision;
    assert_int_equal(tacti_mesh_collide(&a, &b, &desc, NULL, &collision), TACT_OK);
    assert_int_equal(tact_proof_inspect(f->proof).claim, TACT_CLAIM_APART);
    assert_true(is_proven(&a, &b, f->proof));
    assert_false(is_proven(&b, &b, f->proof)); /* another mesh */
    tacti_mesh_distance_answer separation;
    assert_int_equal(tacti_mesh_distance(&b, &a, &desc, NULL, &separation), TACT_OK);
    assert_int_equal(tact_proof_inspect(f->proof).claim, TACT_CLAIM_DISTANCE);
    assert_true(tact_proof_inspect(f->proof).lower == HUGE_VAL);
    assert_true(is_proven(&b, &a, f->proof));
    assert_false(is_proven(&b, &b, f->proof));
    body_free(&empty);
    body_free(&full);
    soup_free(&nothing);
    soup_free(&ball);
}

static void test_budgets_caches_and_filled_meshes(void **state) {
    const fixture *f = *state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 6, &mesh), TACT_OK);
    soup ball = soup_take(mesh);
    tacti_bvh_desc solid = tacti_bvh_desc_default();
    solid.solid = true;
    body big = body_make(NULL, &ball, &solid);
    soup_move(&ball, 0.25, (tact_vec3){0, 0, 0});
    body small = body_make(NULL, &ball, &solid);
    tacti_placed a = {big.bvh, tact_pose_identity()}, b = {small.bvh, tact_pose_identity()};
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = f->proof;
    desc.solid = true;
    tacti_mesh_collision collision;
    tacti_mesh_distance_answer separation;
    /* One inside the other: the surfaces are apart, and that is what is proven. */
    assert_int_equal(tacti_mesh_collide(&a, &b, &desc, NULL, &collision), TACT_OK);
    assert_true(collision.is_contained);
    assert_int_equal(tact_proof_inspect(f->proof).claim, TACT_CLAIM_APART);
    assert_true(is_proven(&a, &b, f->proof));
    assert_int_equal(tacti_mesh_distance(&a, &b, &desc, NULL, &separation), TACT_OK);
    assert_true(separation.distance == 0);
    assert_int_equal(tact_proof_inspect(f->proof).claim, TACT_CLAIM_DISTANCE);
    assert_true(tact_proof_inspect(f->proof).lower > 0.7);
    assert_true(is_proven(&a, &b, f->proof));
    /* If the budget runs out, the proof claims nothing. */
    desc.solid = false;
    desc.budget = 3;
    assert_int_equal(tacti_mesh_collide(&a, &b, &desc, NULL, &collision), TACT_OK);
    assert_int_equal(collision.outcome, TACT_OUTCOME_UNDECIDED);
    assert_int_equal(tact_proof_inspect(f->proof).claim, TACT_CLAIM_NOTHING);
    assert_false(is_proven(&a, &b, f->proof));
    assert_int_equal(tacti_mesh_distance(&a, &b, &desc, NULL, &separation), TACT_OK);
    assert_int_equal(tact_proof_inspect(f->proof).claim, TACT_CLAIM_NOTHING);
    /* With a cache the contact that it remembers is the proof. */
    desc.budget = UINT64_MAX;
    tacti_pair_cache memory = tacti_pair_cache_empty(), *cache = &memory;
    b.pose.m[3] = 1;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tacti_mesh_collide(&a, &b, &desc, cache, &collision), TACT_OK);
        tact_proof_summary said = tact_proof_inspect(f->proof);
        assert_int_equal(said.claim, TACT_CLAIM_CONTACT);
        assert_int_equal(said.a, collision.a);
        assert_int_equal(said.b, collision.b);
        assert_true(is_proven(&a, &b, f->proof));
    }
    body_free(&big);
    body_free(&small);
    soup_free(&ball);
}

/* Contact by the verifier's own arithmetic against the exact predicate. */
static void test_contacts_of_triangles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_triangles");
    uint64_t count = test_case_count(800, 30000), touching = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup sa = soup_random(&rng, 4), sb = soup_random(&rng, 4);
        body a = body_make(NULL, &sa, NULL), b = body_make(NULL, &sb, NULL);
        tacti_placed placed_a = {a.bvh, tact_pose_identity()};
        tacti_placed placed_b = {b.bvh, pose_signed_permutation(&rng)};
        if (i % 2 == 0)
            pose_bring(&placed_b.pose, sb.vertices[soup_vertex_in_use(&rng, &sb)],
                       sa.vertices[soup_vertex_in_use(&rng, &sa)]);
        tacti_placed_mesh ma = placed_mesh(&placed_a), mb = placed_mesh(&placed_b);
        truth t = truth_find_contacts(&sa, placed_a.pose, &sb, placed_b.pose);
        for (uint32_t k = 0; k < t.count_a * t.count_b; k++) {
            tact_verification found;
            assert_int_equal(tacti_verify_contact(&ma, &mb, k / t.count_b, k % t.count_b, &found),
                             TACT_OK);
            assert_int_equal(found.is_proven, t.touches[k]);
            touching += t.touches[k];
        }
        tact_verification found;
        assert_int_equal(tacti_verify_contact(&ma, &mb, t.count_a, 0, &found), TACT_OK);
        assert_false(found.is_proven);
        truth_free(&t);
        body_free(&a);
        body_free(&b);
        soup_free(&sa);
        soup_free(&sb);
    }
    assert_true(touching > count / 20);
}

static int set_up(void **state) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    contexts_make(&f->all);
    assert_int_equal(tact_proof_create(NULL, &f->proof), TACT_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    tact_proof_destroy(f->proof);
    contexts_free(&f->all);
    free(f);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_soups),
        cmocka_unit_test(test_nearly_touching),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_far_apart),
        cmocka_unit_test(test_solids),
        cmocka_unit_test(test_solids_far_apart),
        cmocka_unit_test(test_parallel_cloths),
        cmocka_unit_test(test_empty_meshes),
        cmocka_unit_test(test_budgets_caches_and_filled_meshes),
        cmocka_unit_test(test_contacts_of_triangles),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
