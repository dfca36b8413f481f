/* SPDX-License-Identifier: MIT */
/* The error terms with which proofs about shapes are written (prove/prove_cell.c,
 * object/object_proof_walk.c), each alone: triangles that lie on each other but for rounding, boxes
 * of nodes that seem to be as far away as is claimed, and sheets just above a face. A direction
 * that does not show the claim makes the verifier refuse the proof. */
#include "scenes.h"
#include "shape_proofs.h"
#include "tight.h"

#include <math.h>
#include <string.h>

/* ---- Two shapes --------------------------------------------------------------------------- */

static void test_shapes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_proof_shapes");
    shape_proof_counts counts = {0};
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    for (uint64_t i = 0; i < test_case_count(1000, 50000); i++) {
        tact_triangle t[2];
        (i % 2 == 0 ? triangles_edge_on_face : triangles_of_dust)(&rng, t);
        tact_shape shape[2] = {tact_shape_triangle(t[0]), tact_shape_triangle(t[1])};
        tacti_object a = {.shape = &shape[0], .pose = tact_pose_identity()};
        tacti_object b = {.shape = &shape[1], .pose = tact_pose_identity()};
        check_object_proofs(&a, &b, proof, &counts);
    }
    tact_proof_destroy(proof);
}

/* ---- Boxes of nodes ----------------------------------------------------------------------- */

static tact_mesh *mesh_of(tight_mesh *m) {
    tact_mesh_arrays arrays = {.positions = m->vertices,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = 6,
                               .indices = m->indices,
                               .triangle_count = 2};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    m->bvh.mesh = mesh;
    return mesh;
}

/* Two points whose boxes are these points. */
static void make_points(test_rng *rng, tight_mesh *m) {
    tight_mesh_start(rng, 2, m);
    tight_mesh_set_grid(rng, -9, -0.4, 0, m);
    for (uint32_t i = 0; i < 2; i++) {
        double y[3];
        for (int k = 0; k < 3; k++) {
            int n = 20 + (int)test_rng_below(rng, 150);
            y[k] = tight_mesh_grid(m, k, n);
            tight_mesh_set_box(m, i, k, n, n);
        }
        tight_mesh_set_point(m, i, tight_mesh_point(m, y));
    }
    tight_mesh_check(m);
}

/* The shape is a point. The first point of the mesh is nearest to it. The second is far beside the
 * first, and along the direction to the first it is a little less far than that. So this direction
 * does not show the claim for the second, although its box may seem to. */
static void test_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_proof_boxes");
    shape_proof_counts counts = {0};
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        tight_mesh m;
        make_points(&rng, &m);
        bool is_far = i % 2 == 1;
        tact_vec3 between = tact_vec3_sub(m.vertices[3], m.vertices[0]);
        double square = tact_vec3_dot(between, between);
        if (!(square > 0x1p-8))
            continue;
        double less = exp2(test_rng_between(&rng, is_far ? -15 : -28, is_far ? -11 : -23));
        tact_vec3 n = tact_vec3_normalize(tact_vec3_cross(between, vec3_random_direction(&rng, 1)));
        n = tact_vec3_normalize(tact_vec3_sub(n, tact_vec3_scale(between, less / square)));
        tact_vec3 p = tact_vec3_sub(m.vertices[0], tact_vec3_scale(n, 0x1p-5));
        tact_pose pose = tact_pose_identity();
        if (is_far) {
            tact_vec3 far = vec3_random_direction(&rng, 0x1p43);
            pose = pose_random(&rng, 0);
            pose_set_shift(&pose, far);
        }
        p = tact_pose_place(pose, p);
        tact_shape point = tact_shape_triangle((tact_triangle){{p, p, p}});
        tact_mesh *mesh = mesh_of(&m);
        tacti_object a = {.shape = &point, .pose = tact_pose_identity()};
        tacti_object b = {.bvh = &m.bvh, .pose = pose};
        check_object_proofs(&a, &b, proof, &counts);
        tact_mesh_destroy(mesh);
    }
    tact_proof_destroy(proof);
}

/* ---- Triangles of a node ------------------------------------------------------------------ */

/* Triangles a few roundings above a face of a turned box, or a few units of the least double above
 * a triangle. The direction of one is tried on the others. */
static void test_sheets(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_proof_sheets");
    shape_proof_counts counts = {0};
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    for (uint64_t i = 0; i < test_case_count(1000, 50000); i++) {
        bool is_least = i % 2 == 1;
        tact_shape shape = tact_shape_box(1, 1, 1);
        tact_pose pose = is_least ? tact_pose_identity() : pose_random(&rng, 0);
        soup s = soup_make(18, 6);
        for (uint32_t k = 0; k < 18; k++) {
            s.indices[k] = k;
            tact_vec3 x = {test_rng_between(&rng, -1, 1), test_rng_between(&rng, -1, 1), 1};
            tact_vec3 up = {pose.m[2], pose.m[6], pose.m[10]};
            up = tact_vec3_scale(up, 0x1p-53 * (2 + test_rng_below(&rng, 4)));
            s.vertices[k] = tact_vec3_add(tact_pose_place(pose, x), up);
        }
        tact_triangle t[2];
        for (uint32_t k = 0; k < 6 && is_least; k++) {
            triangles_of_dust(&rng, t);
            memcpy(s.vertices + (size_t)3 * k, t[1].v, sizeof t[1].v);
            shape = tact_shape_triangle(t[0]);
        }
        body b = body_make(NULL, &s, NULL);
        tacti_object one = {.shape = &shape, .pose = pose};
        tacti_object other = {.bvh = b.bvh, .pose = tact_pose_identity()};
        check_object_proofs(&one, &other, proof, &counts);
        body_free(&b);
        soup_free(&s);
    }
    tact_proof_destroy(proof);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_sheets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
