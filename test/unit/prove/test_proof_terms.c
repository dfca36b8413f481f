/* SPDX-License-Identifier: MIT */
/* The error terms with which proofs are written, each alone: a direction that plain arithmetic
 * takes for one that separates, and that does not, makes the verifier refuse the proof. Boxes that
 * are single points, sheets a few roundings apart, numbers that underflow, and poses that stretch
 * large distances. */
#include "proofs.h"
#include "scenes.h"
#include "tight.h"

#include <math.h>
#include <string.h>

#include "prove/prove_pair.h"
#include "surface/surface.h"

/* ---- Boxes -------------------------------------------------------------------------------- */

/* A point whose box is that point, as a mesh. */
static tact_mesh *make_point(test_rng *rng, tight_mesh *m) {
    double y[3];
    tight_mesh_start(rng, 1, m);
    tight_mesh_set_grid(rng, -22, -0.55, 0.55, m);
    for (int k = 0; k < 3; k++) {
        y[k] = tight_mesh_grid(m, k, 0);
        tight_mesh_set_box(m, 0, k, 0, 0);
    }
    tight_mesh_set_point(m, 0, tight_mesh_point(m, y));
    tight_mesh_check(m);
    tact_mesh_arrays arrays = {.positions = m->vertices,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = 3,
                               .indices = m->indices,
                               .triangle_count = 1};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    m->bvh.mesh = mesh;
    return mesh;
}

/* Asks whether two bodies touch, and for their distance, with proofs. */
static void check_both(const tacti_placed *a, const tacti_placed *b, tact_proof *proof) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_mesh_collision collision;
    tacti_mesh_distance_answer near;
    assert_int_equal(tacti_mesh_collide(a, b, &desc, NULL, &collision), TACT_OK);
    assert_true(is_proven(a, b, proof));
    assert_int_equal(tacti_mesh_distance(a, b, &desc, NULL, &near), TACT_OK);
    assert_true(is_proven(a, b, proof));
}

/* Points that are nearer to each other than boxes can show, and points that are many sizes apart
 * with poses that stretch the distance by more than the sizes. */
static void test_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_boxes");
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        tight_mesh a, b;
        tact_mesh *mesh[2] = {make_point(&rng, &a), make_point(&rng, &b)};
        bool is_far = i % 2 == 0;
        tact_pose pose_a = is_far ? pose_skewed(&rng, 0) : tact_pose_identity();
        tact_pose pose_b = is_far ? pose_skewed(&rng, 0) : pose_random(&rng, 0);
        double distance =
            exp2(is_far ? test_rng_between(&rng, 11, 30) : test_rng_between(&rng, -28, -12));
        tact_vec3 to = tact_pose_place(pose_a, a.vertices[0]);
        to = tact_vec3_sub(to, tact_pose_rotate(pose_b, b.vertices[0]));
        to = tact_vec3_add(to, vec3_random_direction(&rng, distance));
        pose_b.m[3] = to.x;
        pose_b.m[7] = to.y;
        pose_b.m[11] = to.z;
        tacti_placed one = {&a.bvh, pose_a}, other = {&b.bvh, pose_b};
        check_both(&one, &other, proof);
        tact_mesh_destroy(mesh[0]);
        tact_mesh_destroy(mesh[1]);
    }
    tact_proof_destroy(proof);
}

/* ---- Sheets ------------------------------------------------------------------------------- */

/* Triangles at multiples of a height. */
static soup make_sheet(test_rng *rng, uint32_t count, double height, uint32_t most) {
    soup s = soup_make(3 * count, count);
    for (uint32_t i = 0; i < 3 * count; i++) {
        s.indices[i] = i;
        s.vertices[i] = (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                                    height * (1 + test_rng_below(rng, most))};
    }
    return s;
}

/* Triangles whose coordinates are a few units of the least double. */
static soup_pair make_dust(test_rng *rng, uint32_t count) {
    soup_pair pair = {soup_make(3 * count, count), soup_make(3 * count, count),
                      tact_pose_identity(), tact_pose_identity()};
    for (uint32_t i = 0; i < count; i++) {
        tact_triangle t[2];
        triangles_of_dust(rng, t);
        memcpy(pair.a.vertices + (size_t)3 * i, t[0].v, sizeof t[0].v);
        memcpy(pair.b.vertices + (size_t)3 * i, t[1].v, sizeof t[1].v);
    }
    for (uint32_t i = 0; i < 3 * count; i++)
        pair.a.indices[i] = pair.b.indices[i] = i;
    return pair;
}

static void check_pair(soup_pair *pair, tact_proof *proof) {
    truth t = truth_find(&pair->a, pair->pose_a, &pair->b, pair->pose_b);
    body a = body_make(NULL, &pair->a, NULL), b = body_make(NULL, &pair->b, NULL);
    tacti_placed one = {a.bvh, pair->pose_a}, other = {b.bvh, pair->pose_b};
    check_proofs(&t, &one, &other, proof);
    body_free(&a);
    body_free(&b);
    truth_free(&t);
    soup_pair_free(pair);
}

/* Sheets a few roundings apart under one rotation, or a few units of the least double apart. */
static void test_sheets(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_sheets");
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    for (uint64_t i = 0; i < test_case_count(600, 30000); i++) {
        bool is_least = i % 2 == 0;
        double height = is_least ? 0x1p-1074 : ldexp(1, -40 - (int)test_rng_below(&rng, 14));
        soup_pair pair = {make_sheet(&rng, 3, -height, is_least ? 8 : 1),
                          make_sheet(&rng, 3, height, is_least ? 8 : 1),
                          is_least ? tact_pose_identity() : pose_random(&rng, 0),
                          tact_pose_identity()};
        pair.pose_b = pair.pose_a;
        check_pair(&pair, proof);
        soup_pair dust = make_dust(&rng, 3);
        check_pair(&dust, proof);
    }
    tact_proof_destroy(proof);
}

/* ---- Two triangles ------------------------------------------------------------------------ */

/* Nearly parallel triangles whose heights are a few units of the least double. */
static void make_least(test_rng *rng, tact_triangle t[2]) {
    for (int i = 0; i < 6; i++)
        t[i / 3].v[i % 3] = (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                                        0x1p-1074 * test_rng_below(rng, i < 3 ? 8 : 12)};
}

static void check_separator(const tact_triangle t[2], bool is_distance, double lower,
                            uint64_t number[3]) {
    tacti_pair_claim claim = {.is_distance = is_distance, .lower = lower};
    for (int i = 0; i < 6; i++)
        claim.corners[i / 3][i % 3] = t[i / 3].v[i % 3];
    tacti_separator found;
    tacti_separable end = tacti_separate_triangles(&t[0], &t[1], is_distance, lower, &found);
    number[end]++;
    if (end == TACTI_SEPARATED)
        assert_true(tacti_separator_holds(&claim, &found));
}

/* Every direction that is found separates, exactly. */
static void test_separators(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_separators");
    uint64_t number[3] = {0, 0, 0};
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        tact_triangle t[2];
        (i % 2 == 0 ? triangles_edge_on_face : make_least)(&rng, t);
        check_separator(t, false, 0, number);
        tact_gap gap = tact_triangle_distance(&t[0], &t[1]);
        check_separator(t, true, gap.lower, number);
        check_separator(t, true, gap.distance, number);
    }
    assert_true(number[TACTI_SEPARATED] > 0 && number[TACTI_TOUCHING] > 0);
}

/* Edges along two axes, at a distance of 2 along the third: the only direction that shows that
 * distance is the third axis, in one term each. */
static void test_edges_along_axes(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; axis++)
        for (int turn = 1; turn < 3; turn++) {
            int u = (axis + turn) % 3, v = (axis + 3 - turn) % 3;
            double x[2][3][3] = {{{0}}}; /* triangle, corner, axis */
            x[0][0][u] = -1, x[0][1][u] = 1.5, x[0][2][axis] = -1;
            x[1][0][v] = -1.25, x[1][1][v] = 1, x[1][2][axis] = 1;
            tact_triangle t[2];
            for (int i = 0; i < 6; i++) {
                double *c = x[i / 3][i % 3];
                c[axis] += i < 3 ? 0 : 2;
                t[i / 3].v[i % 3] = (tact_vec3){c[0], c[1], c[2]};
            }
            tacti_separator found;
            assert_int_equal(tacti_separate_triangles(&t[0], &t[1], true, 2 - 1e-9, &found),
                             TACTI_SEPARATED);
            assert_int_equal(found.term_count, 1);
            for (int k = 0; k < 3; k++)
                assert_true((found.terms[k] != 0) == (k == axis));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_sheets),
        cmocka_unit_test(test_separators),
        cmocka_unit_test(test_edges_along_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
