/* SPDX-License-Identifier: MIT */
/* Wrong proofs about shapes: each field is changed, and the verifier is compared with the oracle.
 * Also proofs that are made to take long, allocations that fail, arguments, and what has no proof.
 */
#include "object/object_proof.h"

#include <tact/mesh_generators.h>

#include "shape_proofs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bvh/bvh.h"
#include "object_shapes.h"
#include "oracle_shape_proof.h"
#include "object/object.h"
#include "proof/proof.h"
#include "solids.h"

/* ---- Changed fields ----------------------------------------------------------------------- */

typedef struct wrong_counts {
    uint64_t refused, accepted;
} wrong_counts;

/* A new value for a number of a proof. */
static double change_number(test_rng *rng, double x) {
    switch (test_rng_below(rng, 7)) {
    case 0:
        return -x;
    case 1:
        return 0;
    case 2:
        return nextafter(x, test_rng_below(rng, 2) ? HUGE_VAL : -HUGE_VAL);
    case 3:
        return x * test_rng_between(rng, 0.5, 2);
    case 4:
        return x + test_rng_between(rng, -1, 1);
    case 5:
        return (double)INFINITY;
    default:
        return (double)NAN;
    }
}

static uint32_t change_word(test_rng *rng, uint32_t x) {
    switch (test_rng_below(rng, 4)) {
    case 0:
        return x + 1;
    case 1:
        return x - 1;
    case 2:
        return x ^ (1U << test_rng_below(rng, 32));
    default:
        return (uint32_t)test_rng_next(rng);
    }
}

static void change_contact(test_rng *rng, tact_proof *proof) {
    tacti_convex_proof *contact = &proof->contact;
    uint32_t at = test_rng_below(rng, contact->pair_count > 0 ? contact->pair_count : 1);
    uint32_t *words[5] = {&contact->pair_count, &contact->a[at], &contact->b[at], &proof->a,
                          &proof->b};
    uint32_t *word = words[test_rng_below(rng, 5)];
    *word = test_rng_below(rng, 2) ? test_rng_below(rng, 8) : change_word(rng, *word);
}

static void change_simplex(test_rng *rng, tacti_proof_simplex *simplex) {
    uint32_t *words[3] = {&simplex->count, &simplex->a[test_rng_below(rng, 3)],
                          &simplex->b[test_rng_below(rng, 3)]};
    uint32_t *word = words[test_rng_below(rng, 3)];
    *word = test_rng_below(rng, 2) ? test_rng_below(rng, 4) : change_word(rng, *word);
}

/* Changes one field; mesh_order is a copy of the order of the mesh, if there is one. */
static void change_field(test_rng *rng, tact_proof *proof, uint32_t *mesh_order, uint32_t count) {
    if (proof->claim == TACT_CLAIM_CONTACT && test_rng_below(rng, 8) != 0) {
        change_contact(rng, proof);
        return;
    }
    switch (test_rng_below(rng, 8)) {
    case 0:
        proof->lower = test_rng_below(rng, 2) ? change_number(rng, proof->lower)
                                              : nextafter(proof->lower, HUGE_VAL);
        break;
    case 1:
        proof->claim = (tact_claim)test_rng_below(rng, 4);
        break;
    case 2:
        if (test_rng_below(rng, 2))
            proof->kind = (tact_proof_kind)test_rng_below(rng, 4);
        else
            proof->count[test_rng_below(rng, 2)] += 1;
        break;
    case 3:
        if (count > 1)
            mesh_order[test_rng_below(rng, count)] = test_rng_below(rng, count + 1);
        break;
    case 4:
        if (proof->words.count > 0 && test_rng_below(rng, 2))
            proof->words.count--;
        else if (proof->simplices.count > 0)
            change_simplex(
                rng,
                &proof->simplices.items[test_rng_below(rng, (uint32_t)proof->simplices.count)]);
        break;
    case 5:
        if (proof->numbers.count > 0) {
            uint32_t at = test_rng_below(rng, (uint32_t)proof->numbers.count);
            proof->numbers.items[at] = change_number(rng, proof->numbers.items[at]);
        }
        break;
    default:
        if (proof->words.count > 0) {
            uint32_t at = test_rng_below(rng, (uint32_t)proof->words.count);
            proof->words.items[at] = change_word(rng, proof->words.items[at]);
        }
        break;
    }
}

/* The verifier accepts a changed proof if and only if the oracle does. */
static void check_changes(test_rng *rng, const tacti_object *a, const tacti_object *b,
                          bool is_distance, wrong_counts *counts) {
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_placed_side side[2] = {side_of_object(a), side_of_object(b)};
    const tacti_bvh *bvh = a->bvh != NULL ? a->bvh : b->bvh;
    int mesh_side = a->bvh != NULL ? 0 : 1;
    uint32_t triangles = bvh != NULL ? tact_mesh_triangle_count(tacti_bvh_mesh(bvh)) : 0;
    uint32_t *order = calloc((size_t)triangles + 1, sizeof *order);
    assert_non_null(order);
    for (int i = 0; i < 10; i++) {
        tacti_object_collision c;
        tacti_object_distance_answer d;
        if (is_distance)
            assert_int_equal(tacti_object_distance(a, b, &desc, &d), TACT_OK);
        else
            assert_int_equal(tacti_object_collide(a, b, &desc, &c), TACT_OK);
        if (bvh != NULL) {
            memcpy(order, proof->order[mesh_side], triangles * sizeof *order);
            proof->order[mesh_side] = order;
        }
        change_field(rng, proof, order, triangles);
        tact_verification found;
        tacti_pace pace = tacti_pace_make(UINT64_MAX, NULL);
        assert_int_equal(tacti_verify_sides(NULL, &side[0], &side[1], proof, &pace, &found),
                         TACT_OK);
        bool holds = oracle_shape_proof_holds(&side[0], &side[1], proof);
        if (found.is_proven != holds)
            fail_msg("verifier %d, oracle %d: %s", found.is_proven, holds, found.text);
        counts->refused += !holds;
        counts->accepted += holds;
    }
    free(order);
    tact_proof_destroy(proof);
}

static void test_changed_fields(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_proof_changed");
    shapes_pool pool = shapes_pool_make(&rng);
    wrong_counts counts = {0};
    uint64_t count = test_case_count(1000, 30000);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, 20);
        body m = body_make(NULL, &s.soup, NULL);
        tact_shape shape[2];
        for (int k = 0; k < 2; k++)
            shape[k] = shape_random(
                &rng, &pool, (tact_shape_kind)test_rng_below(&rng, TACT_SHAPE_HULL + 1), s.factor);
        tacti_object a = {.shape = &shape[0], .pose = shape_pose_near(&rng, &shape[0], &s)};
        tacti_object b = {.shape = &shape[1], .pose = shape_pose_near(&rng, &shape[1], &s)};
        tacti_object mesh = {.bvh = m.bvh, .pose = s.pose};
        const tacti_object *pairs[3][2] = {{&a, &b}, {&a, &mesh}, {&mesh, &a}};
        check_changes(&rng, pairs[i % 3][0], pairs[i % 3][1], i % 2 == 0, &counts);
        body_free(&m);
        soup_free(&s.soup);
    }
    print_message("%.0f changed proofs refused, %.0f still true\n", (double)counts.refused,
                  (double)counts.accepted);
    assert_true(counts.refused > counts.accepted);
    shapes_pool_free(&pool);
}

/* Other poses, radii and sizes than those of the query. */
static void test_other_objects(void **state) {
    (void)state;
    soup s = soup_make(3, 1);
    for (uint32_t i = 0; i < 3; i++) {
        s.vertices[i] = (tact_vec3){i == 1, i == 2, 0};
        s.indices[i] = i;
    }
    body m = body_make(NULL, &s, NULL);
    tact_shape box = tact_shape_box(1, 1, 1), other = box;
    tacti_object a = {.shape = &box, .pose = pose_at(0, 0, 3)};
    tacti_object b = {.bvh = m.bvh, .pose = tact_pose_identity()};
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_object_distance_answer d;
    assert_int_equal(tacti_object_distance(&a, &b, &desc, &d), TACT_OK);
    assert_true(d.lower > 1.999 && verify_objects(&a, &b, proof).is_proven);
    tacti_object moved = a;
    moved.pose.m[11] = 2.5;
    assert_false(verify_objects(&moved, &b, proof).is_proven);
    other.radius = 0.25;
    moved = (tacti_object){.shape = &other, .pose = a.pose};
    assert_false(verify_objects(&moved, &b, proof).is_proven);
    other = tact_shape_box(1, 1, 1.5);
    assert_false(verify_objects(&moved, &b, proof).is_proven);
    assert_false(verify_objects(&b, &a, proof).is_proven); /* the other order */
    assert_false(verify_objects(&a, &a, proof).is_proven); /* another kind */
    assert_false(verify_objects(&b, &b, proof).is_proven);
    other = tact_shape_segment((tact_vec3){0, 0, 0}, (tact_vec3){1, 0, 0}, 0);
    assert_false(verify_objects(&moved, &b, proof).is_proven); /* other vertices */
    tact_proof_destroy(proof);
    body_free(&m);
    soup_free(&s);
}

/* ---- Proofs that take long ---------------------------------------------------------------- */

/* Far above what any case takes, also on a slow machine. */
#define MOST_SECONDS 120.0

static void push(tact_proof *proof, uint32_t word) {
    assert_int_equal(tacti_proof_words_push(&proof->words, word), TACT_OK);
}

/* The direction (1, 1, 1) times a sum of 16 terms that make exact numbers long, for the cells in a
 * mask. */
static void push_long_direction(tact_proof *proof, uint32_t mask) {
    push(proof, (uint32_t)proof->numbers.count);
    push(proof, 16);
    push(proof, mask);
    push(proof, 0);
    for (int i = 0; i < 48; i++)
        assert_int_equal(tacti_proof_numbers_push(&proof->numbers, ldexp(1, -66 * (i % 16))),
                         TACT_OK);
    proof->directions++;
    proof->range_pairs++;
}

/* A sheet of triangles in the plane x + y + z = 1 and a flat hull of many vertices in the plane
 * x + y + z = 0. They are so large that only exact arithmetic tells them apart, and every corner is
 * an extreme one. Each record cuts off one triangle. */
static void check_long_proof(uint32_t triangles, uint32_t vertices) {
    soup s = soup_make(3 * triangles, triangles);
    for (uint32_t i = 0; i < 3 * triangles; i++) {
        double u = 0x1p30 * (i / 3 + (i % 3 == 1)), v = 0x1p30 * (i % 3 == 2);
        s.vertices[i] = (tact_vec3){u, v, 1 - u - v};
        s.indices[i] = i;
    }
    tact_vec3 *points = calloc(vertices, sizeof *points);
    assert_non_null(points);
    for (uint32_t i = 0; i < vertices; i++)
        points[i] = (tact_vec3){0x1p30 * i, 0x1p30 * i * i, -(0x1p30 * i + 0x1p30 * i * i)};
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, points, vertices, &hull), TACT_OK);
    tact_shape shape = tact_shape_hull(hull);
    body m = body_make(NULL, &s, NULL);
    tacti_object a = {.shape = &shape, .pose = tact_pose_identity()};
    tacti_object b = {.bvh = m.bvh, .pose = tact_pose_identity()};
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_object_collision c;
    assert_int_equal(tacti_object_collide(&a, &b, &desc, &c), TACT_OK);
    assert_true(verify_objects(&a, &b, proof).is_proven);
    proof->words.count = proof->numbers.count = 0;
    proof->range_pairs = proof->directions = 0;
    for (uint32_t i = 1; i < triangles; i++) {
        bool is_last = i + 1 == triangles;
        push(proof, 1 | 2 << 8 | (is_last ? 2 : 1) << 16);
        push(proof, i);
        push_long_direction(proof, 1);
        if (is_last)
            push_long_direction(proof, 2);
    }
    clock_t start = clock();
    tact_verification found = verify_objects(&a, &b, proof);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%u triangles, %u vertices: work %.3g of %.3g, %.2f s: %s\n", triangles, vertices,
                  (double)found.work, (double)tacti_proof_budget(proof), seconds, found.text);
    assert_true(found.is_proven || found.is_out_of_budget);
    assert_true(found.work <= tacti_proof_budget(proof) + 2 * ((uint64_t)vertices + 3));
    assert_true(seconds < MOST_SECONDS);
    tacti_placed_side side[2] = {side_of_object(&a), side_of_object(&b)};
    uint64_t work = found.work;
    tacti_pace pace = tacti_pace_make(work / 2, NULL);
    assert_int_equal(tacti_verify_sides(NULL, &side[0], &side[1], proof, &pace, &found), TACT_OK);
    assert_true(!found.is_proven && found.is_out_of_budget);
    assert_non_null(strstr(found.text, "the budget of "));
    tact_proof_destroy(proof);
    body_free(&m);
    soup_free(&s);
    tact_hull_destroy(hull);
    free(points);
}

static void test_long_proofs(void **state) {
    (void)state;
    check_long_proof(40, 30);
    check_long_proof(400, 300);
}

/* ---- What has no proof -------------------------------------------------------------------- */

static void test_no_proof(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &mesh), TACT_OK);
    solid cube = solid_make_simple(soup_take(mesh));
    tact_shape ball = tact_shape_sphere(0.25), cone = tact_shape_cone(0.25, 0.25);
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_object filled = {
        .bvh = cube.body.bvh, .interior = cube.interior, .pose = tact_pose_identity()};
    tacti_object a = {.shape = &ball, .pose = tact_pose_identity()};
    tacti_object smooth = {.shape = &cone, .pose = pose_at(5, 0, 0)};
    tacti_object_collision c;
    tacti_object_distance_answer d;
    /* Inside a filled mesh: a proof about the surface would not prove the contact. */
    assert_int_equal(tacti_object_collide(&a, &filled, &desc, &c), TACT_OK);
    assert_true(c.outcome == TACT_OUTCOME_CONTACT && c.is_contained);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
    assert_false(verify_objects(&a, &filled, proof).is_proven);
    assert_int_equal(tacti_object_distance(&filled, &a, &desc, &d), TACT_OK);
    assert_int_equal(d.outcome, TACT_OUTCOME_CONTACT);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
    assert_false(verify_objects(&filled, &a, proof).is_proven);
    /* A file holds no shapes. */
    tacti_object far = {.shape = &ball, .pose = pose_at(5, 0, 0)};
    assert_int_equal(tacti_object_collide(&filled, &far, &desc, &c), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_APART);
    tacti_placed_mesh placed = {cube.body.mesh, tact_pose_identity()};
    tact_proof_names names = {"a.obj", "b.obj"};
    tact_error error;
    assert_int_equal(tacti_proof_save(proof, &placed, &placed, &names, "/nowhere/x", &error),
                     TACT_UNSUPPORTED);
    assert_string_equal(error.text,
                        "a file holds a proof about two meshes, not one about a mesh and a shape");
    /* Shapes that are not polytopes, and a budget that runs out. */
    assert_int_equal(tacti_object_collide(&smooth, &filled, &desc, &c), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
    assert_int_equal(tacti_object_distance(&a, &smooth, &desc, &d), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
    desc.budget = 0;
    assert_int_equal(tacti_object_distance(&a, &filled, &desc, &d), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
    assert_false(verify_objects(&a, &filled, proof).is_proven);
    tact_proof_destroy(proof);
    solid_free(&cube);
}

static void test_empty_mesh(void **state) {
    (void)state;
    soup s = soup_make(1, 0);
    s.vertices[0] = (tact_vec3){0, 0, 0};
    body m = body_make(NULL, &s, NULL);
    tact_shape box = tact_shape_box(1, 1, 1);
    tacti_object a = {.shape = &box, .pose = tact_pose_identity()};
    tacti_object b = {.bvh = m.bvh, .pose = tact_pose_identity()};
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    shape_proof_counts counts = {0};
    check_object_proofs(&a, &b, proof, &counts);
    check_object_proofs(&b, &a, proof, &counts);
    assert_int_equal(counts.apart + counts.distance, 4);
    tact_proof_destroy(proof);
    body_free(&m);
    soup_free(&s);
}

/* A false claim is not written. */
static void test_false_claims(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1);
    tacti_placed_shape a = {&box, tact_pose_identity()}, b = {&box, pose_at(3, 0, 0)};
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    assert_int_equal(tacti_proof_of_shapes(proof, &a, &b, nextafter(1, 2)), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
    assert_int_equal(tacti_proof_of_shapes(proof, &a, &b, 1), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_DISTANCE);
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    body m = body_make(NULL, &s, NULL);
    tacti_object shape = {.shape = &box, .pose = pose_at(3, 0, 0)};
    tacti_object other = {.bvh = m.bvh, .pose = tact_pose_identity()};
    tacti_object_distance_answer d;
    assert_int_equal(tacti_object_distance(&shape, &other, NULL, &d), TACT_OK);
    d.lower = nextafter(1, 2);
    assert_int_equal(tacti_object_prove_distance(&shape, &other, &d, proof), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
    d.lower = 1;
    assert_int_equal(tacti_object_prove_distance(&shape, &other, &d, proof), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_DISTANCE);
    assert_true(verify_objects(&shape, &other, proof).is_proven);
    tacti_object_collision c = {.outcome = TACT_OUTCOME_CONTACT, .a = TACT_NO_TRIANGLE, .b = 0};
    assert_int_equal(tacti_object_prove_collision(&shape, &other, &c, proof), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
    tact_proof_destroy(proof);
    body_free(&m);
    soup_free(&s);
}

static void test_arguments(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1), cone = tact_shape_cone(1, 1), bad = box;
    tacti_placed_side a = {.shape = &box, .pose = tact_pose_identity()}, b = a, o = {0};
    tacti_object shape = {.shape = &box, .pose = tact_pose_identity()};
    tacti_object_collision c = {.outcome = TACT_OUTCOME_CONTACT};
    tacti_object_distance_answer d = {.outcome = TACT_OUTCOME_CONTACT, .is_complete = true};
    tact_proof *proof;
    tact_verification found;
    tacti_pace none = tacti_pace_make(0, NULL);
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    assert_int_equal(tacti_object_prove_collision(&shape, &shape, &c, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_object_prove_collision(&shape, NULL, &c, proof), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_object_prove_distance(&shape, &shape, NULL, proof),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_object_prove_distance(&shape, &shape, &d, proof), TACT_OK);
    assert_int_equal(tacti_verify_sides(NULL, &a, &b, proof, &none, &found), TACT_OK);
    assert_true(found.is_proven); /* a contact takes no budget */
    assert_int_equal(tacti_verify_sides(NULL, &a, &b, NULL, &none, &found), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_verify_sides(NULL, &a, &b, proof, &none, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_verify_sides(NULL, &a, &b, proof, NULL, &found), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_verify_sides(NULL, NULL, &b, proof, &none, &found),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_verify_sides(NULL, &a, &o, proof, &none, &found), TACT_INVALID_ARGUMENT);
    o = a;
    o.shape = &cone;
    assert_int_equal(tacti_verify_sides(NULL, &a, &o, proof, &none, &found), TACT_INVALID_ARGUMENT);
    o.shape = &bad;
    bad.core.half_extents.y = (double)NAN;
    assert_int_equal(tacti_verify_sides(NULL, &a, &o, proof, &none, &found), TACT_NOT_FINITE);
    o = a;
    o.pose.m[3] = (double)NAN;
    assert_int_equal(tacti_verify_sides(NULL, &o, &b, proof, &none, &found), TACT_NOT_FINITE);
    o.pose = (tact_pose){{0}};
    assert_int_equal(tacti_verify_sides(NULL, &o, &b, proof, &none, &found), TACT_INVALID_POSE);
    for (int kind = 0; kind < 5; kind++)
        assert_true(tact_proof_kind_name((tact_proof_kind)kind)[0] != '\0');
    tact_proof_destroy(proof);
}

/* ---- Memory ------------------------------------------------------------------------------- */

/* Calls all that allocates, with one allocation that fails. Returns true if none failed. */
static bool run_with_failure(const tacti_object *a, const tacti_object *b,
                             const tact_context *context) {
    tact_proof *proof = NULL;
    tacti_query_desc desc = tacti_query_desc_default();
    tacti_placed_side side[2] = {side_of_object(a), side_of_object(b)};
    tacti_object_distance_answer d, before;
    tact_verification found;
    memset(&d, 0x5a, sizeof d);
    memcpy(&before, &d, sizeof before);
    tact_status status = tact_proof_create(context, &proof);
    if (status == TACT_OK) {
        desc.proof = proof;
        status = tacti_object_distance(a, b, &desc, &d);
        if (status != TACT_OK) {
            assert_memory_equal(&d, &before, sizeof d);
            assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
        }
    }
    tacti_pace pace = tacti_pace_make(UINT64_MAX, NULL);
    if (status == TACT_OK)
        status = tacti_verify_sides(context, &side[0], &side[1], proof, &pace, &found);
    assert_true(status != TACT_OK || found.is_proven);
    assert_true(status == TACT_OK || status == TACT_OUT_OF_MEMORY);
    tact_proof_destroy(proof);
    return status == TACT_OK;
}

static void check_memory(const tacti_object *a, const tacti_object *b, uint64_t least) {
    bool is_done = false;
    for (uint64_t fail_at = 1; !is_done; fail_at++) {
        test_allocator allocator;
        tact_context *context = test_context_make(&allocator);
        allocator.fail_at = allocator.calls + fail_at;
        is_done = run_with_failure(a, b, context);
        assert_true(!is_done || fail_at > least);
        tact_context_destroy(context);
        assert_int_equal(allocator.live, 0);
    }
}

static void test_memory_ends(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 40, 16, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    body m = body_make(NULL, &s, NULL);
    tact_shape box = tact_shape_box(0.25, 0.125, 0.25), ball = tact_shape_sphere(0.5);
    tacti_object a = {.shape = &box, .pose = pose_at(0.125, 0, 0)};
    tacti_object b = {.bvh = m.bvh, .pose = tact_pose_identity()};
    tacti_object c = {.shape = &ball, .pose = pose_at(4, 1, 2)};
    check_memory(&a, &b, 8);
    check_memory(&b, &a, 8);
    check_memory(&a, &c, 7);
    body_free(&m);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changed_fields), cmocka_unit_test(test_other_objects),
        cmocka_unit_test(test_long_proofs),    cmocka_unit_test(test_no_proof),
        cmocka_unit_test(test_empty_mesh),     cmocka_unit_test(test_false_claims),
        cmocka_unit_test(test_arguments),      cmocka_unit_test(test_memory_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
