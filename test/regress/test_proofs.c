/* SPDX-License-Identifier: MIT */
/* Proofs that the library wrote and the verifier rejected, and proofs that kept the verifier busy
 * for minutes. */
#include "support.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"
#include "verify/verify.h"
#include "surface/surface.h"

/* ---- Written and refused ------------------------------------------------------------------ */

static tact_mesh *mesh_of(const tact_vec3 *corners, uint32_t triangles) {
    uint32_t indices[64];
    assert_true(3 * triangles <= 64);
    for (uint32_t i = 0; i < 3 * triangles; i++)
        indices[i] = i;
    tact_mesh_arrays arrays = {.positions = corners,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = 3 * triangles,
                               .indices = indices,
                               .triangle_count = triangles};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    return mesh;
}

static void check_proof(const tacti_placed *a, const tacti_placed *b, const tact_proof *proof,
                        tact_claim claim) {
    tacti_placed_mesh ma = {tacti_bvh_mesh(a->bvh), a->pose},
                      mb = {tacti_bvh_mesh(b->bvh), b->pose};
    tact_verification found;
    assert_int_equal(tact_proof_inspect(proof).claim, claim);
    assert_int_equal(tacti_verify_proof(NULL, &ma, &mb, proof, &found), TACT_OK);
    if (!found.is_proven)
        fail_msg("%s", found.text);
}

/* Asks all questions about two meshes that are apart, with proofs. */
static void check_apart(const tact_mesh *mesh_a, const tact_mesh *mesh_b, double distance) {
    tacti_bvh *bvh_a, *bvh_b;
    assert_int_equal(tacti_bvh_create(NULL, mesh_a, NULL, &bvh_a), TACT_OK);
    assert_int_equal(tacti_bvh_create(NULL, mesh_b, NULL, &bvh_b), TACT_OK);
    tacti_placed a = {bvh_a, tact_pose_identity()}, b = {bvh_b, tact_pose_identity()};
    tacti_query_desc desc = tacti_query_desc_default();
    assert_int_equal(tact_proof_create(NULL, &desc.proof), TACT_OK);
    tacti_mesh_collision collision;
    tacti_mesh_distance_answer gap;
    tact_outcome outcome;
    assert_int_equal(tacti_mesh_collide(&a, &b, &desc, NULL, &collision), TACT_OK);
    check_proof(&a, &b, desc.proof, TACT_CLAIM_APART);
    assert_int_equal(tacti_mesh_distance(&a, &b, &desc, NULL, &gap), TACT_OK);
    assert_true(gap.lower <= distance && distance <= gap.upper);
    assert_true(gap.lower > 0.999 * distance);
    check_proof(&a, &b, desc.proof, TACT_CLAIM_DISTANCE);
    assert_int_equal(tacti_mesh_lower_bound(&a, &b, &desc, NULL, &gap), TACT_OK);
    check_proof(&a, &b, desc.proof, TACT_CLAIM_DISTANCE);
    assert_int_equal(tacti_mesh_within(&a, &b, 0.5 * distance, &desc, NULL, &outcome, &gap),
                     TACT_OK);
    check_proof(&a, &b, desc.proof, TACT_CLAIM_DISTANCE);
    tact_proof_destroy(desc.proof);
    tacti_bvh_destroy(bvh_a);
    tacti_bvh_destroy(bvh_b);
}

/* Two segments in the planes z = 0.5 and z = 2.5 that are parallel up to 5e-274. The cross product
 * of their edges is (0, 0, 1e-273), whose square is 0 in double, so every gap along it seemed long
 * enough. The direction of both is (2, 3, 0) up to 5e-274. The nearest points lie beside each other
 * across it: with r = (-6, 6, 2) from a corner of a to a corner of b, r . (2, 3,
 * 0) = 6, and the square of the distance is 76 - 36 / 13 = 952 / 13. */
static void test_nearly_parallel_segments(void **state) {
    (void)state;
    static const tact_vec3 a[3] = {{2, -3, 0.5}, {0, -6, 0.5}, {2, -3, 0.5}};
    static const tact_vec3 b[3] = {{-4, 3, 2.5}, {-6, 5e-274, 2.5}, {-4, 3, 2.5}};
    tact_mesh *mesh_a = mesh_of(a, 1), *mesh_b = mesh_of(b, 1);
    check_apart(mesh_a, mesh_b, sqrt(952.0 / 13));
    check_apart(mesh_b, mesh_a, sqrt(952.0 / 13));
    tact_mesh_destroy(mesh_a);
    tact_mesh_destroy(mesh_b);
}

/* The same with the smallest possible edges: length 2^-1074, 1 apart. */
static void test_least_edges(void **state) {
    (void)state;
    const double e = 0x1p-1074;
    const tact_vec3 a[3] = {{0, 0, 0}, {e, 0, 0}, {0, e, 0}};
    const tact_vec3 b[3] = {{0, 0, 1}, {0, e, 1}, {e, 0, 1}};
    tact_mesh *mesh_a = mesh_of(a, 1), *mesh_b = mesh_of(b, 1);
    check_apart(mesh_a, mesh_b, 1);
    tact_mesh_destroy(mesh_a);
    tact_mesh_destroy(mesh_b);
}

/* Corners from 2^-891 to 2^406, and a copy whose z is the next double: the copies are apart, since
 * along the normal of the plane z rises and nothing else changes. The bits of the coordinates of
 * that normal span more than the range of double, so the proof has to name two edges. */
static void test_normal_beyond_double(void **state) {
    (void)state;
    const tact_vec3 a[3] = {
        {-0x1.feebc682da1c2p+406, -0x1.055239cce6d8bp-891, -0x1p-309},
        {-0x1.6fd35d83d00bdp+406, 0x1.0902192c8721bp-891, -0x1.9a887f440dec8p+406},
        {0x1p-891, 0x1p-891, 0x1p-891}};
    tact_vec3 b[3];
    for (int i = 0; i < 3; i++)
        b[i] = (tact_vec3){a[i].x, a[i].y, nextafter(a[i].z, HUGE_VAL)};
    tact_mesh *mesh_a = mesh_of(a, 1), *mesh_b = mesh_of(b, 1);
    tacti_bvh *bvh_a, *bvh_b;
    assert_int_equal(tacti_bvh_create(NULL, mesh_a, NULL, &bvh_a), TACT_OK);
    assert_int_equal(tacti_bvh_create(NULL, mesh_b, NULL, &bvh_b), TACT_OK);
    tacti_placed at = {bvh_a, tact_pose_identity()}, beside = {bvh_b, tact_pose_identity()};
    tacti_query_desc desc = tacti_query_desc_default();
    assert_int_equal(tact_proof_create(NULL, &desc.proof), TACT_OK);
    tacti_mesh_collision collision;
    assert_int_equal(tacti_mesh_collide(&at, &beside, &desc, NULL, &collision), TACT_OK);
    assert_int_equal(collision.outcome, TACT_OUTCOME_APART);
    check_proof(&at, &beside, desc.proof, TACT_CLAIM_APART);
    /* The proof proves nothing about a triangle and itself. */
    tacti_placed_mesh same = {mesh_a, tact_pose_identity()};
    tact_verification found;
    assert_int_equal(tacti_verify_proof(NULL, &same, &same, desc.proof, &found), TACT_OK);
    assert_false(found.is_proven);
    assert_false(found.is_out_of_budget);
    tact_proof_destroy(desc.proof);
    tacti_bvh_destroy(bvh_a);
    tacti_bvh_destroy(bvh_b);
    tact_mesh_destroy(mesh_a);
    tact_mesh_destroy(mesh_b);
}

/* ---- Busy for minutes --------------------------------------------------------------------- */

#define ROWS 2000
#define COLUMNS 21

/* Parallel strips, a at z = 0 and b at z = 1. */
static tact_mesh *strips(uint32_t count, double z) {
    tact_vec3 *corners = malloc((size_t)3 * count * sizeof *corners);
    uint32_t *indices = malloc((size_t)3 * count * sizeof *indices);
    assert_true(corners != NULL && indices != NULL);
    for (uint32_t i = 0; i < 3 * count; i++) {
        corners[i] = (tact_vec3){(double)(i / 3) + (i % 3 == 2), i % 3 == 1, z};
        indices[i] = i;
    }
    tact_mesh_arrays arrays = {.positions = corners,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = 3 * count,
                               .indices = indices,
                               .triangle_count = count};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    free(corners);
    free(indices);
    return mesh;
}

static size_t put_order(char *text, const char *word, uint32_t count) {
    size_t used = (size_t)sprintf(text, "%s", word);
    for (uint32_t i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, " %u", i);
    return used + (size_t)sprintf(text + used, "\n");
}

/* Every record cuts off one column and claims it by 64 directions, which takes 64 times the work of
 * one direction. A proof that claims a cell twice is rejected after one direction. */
static void test_cells_claimed_again_and_again(void **state) {
    (void)state;
    char *text = malloc(200000);
    assert_non_null(text);
    size_t used = (size_t)sprintf(text,
                                  "tact-proof 1\nmesh_a %d 0000000000000000 a.obj\n"
                                  "pose_a 1 0 0 0 0 1 0 0 0 0 1 0\n"
                                  "mesh_b %d 0000000000000000 b.obj\n"
                                  "pose_b 1 0 0 0 0 1 0 0 0 0 1 0\nclaim apart\n",
                                  ROWS, COLUMNS);
    used += put_order(text + used, "order_a", ROWS);
    used += put_order(text + used, "order_b", COLUMNS);
    for (int i = 1; i < COLUMNS; i++) {
        used += (size_t)sprintf(text + used, "grid 1 2 64 %d\n", i);
        for (int k = 0; k < 64; k++)
            used += (size_t)sprintf(text + used, "apart 0000000000000001 1 0 0 1\n");
    }
    used += (size_t)sprintf(text + used, "grid 1 1 1\napart 0000000000000001 1 0 0 1\n");
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < used; i++)
        sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    used += (size_t)sprintf(text + used, "end %016" PRIx64 "\n", sum);
    tact_mesh *a = strips(ROWS, 0), *b = strips(COLUMNS, 1);
    tacti_placed_mesh ma = {a, tact_pose_identity()}, mb = {b, tact_pose_identity()};
    tact_proof_file file;
    tact_verification found;
    assert_int_equal(tact_proof_parse(NULL, text, used, NULL, &file), TACT_OK);
    assert_int_equal(tacti_verify_proof(NULL, &ma, &mb, file.proof, &found), TACT_OK);
    assert_false(found.is_proven);
    assert_false(found.is_out_of_budget);
    assert_non_null(strstr(found.text, "a cell is claimed twice"));
    assert_true(found.work <= 3 * (ROWS + 1)); /* one direction, one column */
    tact_proof_destroy(file.proof);
    tact_mesh_destroy(a);
    tact_mesh_destroy(b);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearly_parallel_segments),
        cmocka_unit_test(test_least_edges),
        cmocka_unit_test(test_normal_beyond_double),
        cmocka_unit_test(test_cells_claimed_again_and_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
