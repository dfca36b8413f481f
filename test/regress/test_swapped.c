/* SPDX-License-Identifier: MIT */
/* Swapping a and b must change nothing but names. Four pairs of triangles in ten once had a
 * distance whose last bits changed if the two were swapped: the arithmetic is relative to a corner
 * of the first triangle and measures edges from the first. Expected here: every bit of distance,
 * lower and upper is the same, and points and features are swapped. No oracle is needed: the two
 * orders are compared with each other, and test/unit/prim/test_distance.c checks the values. */
#include "support.h"

#include <math.h>
#include <string.h>
#include "bvh/bvh.h"
#include "surface/surface.h"

enum { GENERAL, LATTICE, ONE_COORDINATE, FLAT, MIXED, FAMILIES };

/* A double of any sign with an exponent from the subnormal numbers up to most. */
static double mixed_double(test_rng *rng, int most) {
    int exponent = (int)test_rng_below(rng, (uint32_t)(most + 1075)) - 1074;
    double x = ldexp(1 + test_rng_unit(rng), exponent);
    return test_rng_below(rng, 2) == 0 ? x : -x;
}

/* Coordinates of any size reach 2^most. */
static void make_pair(test_rng *rng, uint64_t family, int most, tact_triangle t[2]) {
    for (int i = 0; i < 18; i++) {
        double *x = &t[i / 9].v[0].x + i % 9;
        switch (family) {
        case LATTICE:
            *x = test_rng_below(rng, 4);
            break;
        case MIXED:
            *x = test_rng_below(rng, 8) == 0 ? 0 : mixed_double(rng, most);
            break;
        default:
            *x = test_rng_between(rng, -1, 1) + (i >= 9 && i % 3 == 0 ? 1 : 0);
            break;
        }
    }
    if (family == ONE_COORDINATE) /* a later coordinate decides the order */
        for (uint32_t i = 0, same = test_rng_below(rng, 9); i < same; i++)
            (&t[1].v[0].x)[i] = (&t[0].v[0].x)[i];
    if (family == FLAT) { /* a segment or a point */
        tact_triangle *flat = &t[test_rng_below(rng, 2)];
        flat->v[test_rng_below(rng, 3)] = flat->v[0];
        flat->v[1 + test_rng_below(rng, 2)] = flat->v[0];
    }
}

static bool has_same_bits(const void *x, const void *y, size_t bytes) {
    return memcmp(x, y, bytes) == 0;
}

static void fail_pair(const tact_triangle t[2], const char *what) {
    for (int i = 0; i < 6; i++) {
        tact_vec3 v = t[i / 3].v[i % 3];
        print_error("%s%d = {%a, %a, %a}\n", i < 3 ? "a" : "b", i % 3, v.x, v.y, v.z);
    }
    fail_msg("%s: swapping a and b changes the answer", what);
}

static void check_triangles(const tact_triangle t[2]) {
    tact_gap x = tact_triangle_distance(&t[0], &t[1]), y = tact_triangle_distance(&t[1], &t[0]);
    if (has_same_bits(&x.distance, &y.distance, 3 * sizeof(double)) &&
        has_same_bits(&x.point_a, &y.point_b, sizeof x.point_a) &&
        has_same_bits(&x.point_b, &y.point_a, sizeof x.point_b) && x.feature_a == y.feature_b &&
        x.feature_b == y.feature_a)
        return;
    fail_pair(t, "tact_triangle_distance");
}

static void test_triangles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("swapped_triangles");
    uint64_t count = test_case_count(10000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        make_pair(&rng, n % FAMILIES, 1022, t);
        check_triangles(t);
    }
}

/* ---- Meshes of one triangle ---------------------------------------------------------------- */

typedef struct body {
    tact_mesh *mesh;
    tacti_bvh *bvh;
} body;

static body body_make(const tact_context *context, const tact_triangle *t) {
    tact_mesh_arrays arrays = {.positions = &t->v[0].x, .vertex_count = 3, .triangle_count = 1};
    body b;
    assert_int_equal(tact_mesh_create(context, &arrays, NULL, &b.mesh), TACT_OK);
    assert_int_equal(tacti_bvh_create(context, b.mesh, NULL, &b.bvh), TACT_OK);
    return b;
}

static void body_free(body *b) {
    tacti_bvh_destroy(b->bvh);
    tact_mesh_destroy(b->mesh);
}

static void check_meshes(const tact_context *context, const tact_triangle t[2]) {
    body a = body_make(context, &t[0]), b = body_make(context, &t[1]);
    tacti_placed x = {a.bvh, tact_pose_identity()}, y = {b.bvh, tact_pose_identity()};
    tacti_mesh_distance_answer s, u;
    assert_int_equal(tacti_mesh_distance(&x, &y, NULL, NULL, &s), TACT_OK);
    assert_int_equal(tacti_mesh_distance(&y, &x, NULL, NULL, &u), TACT_OK);
    tact_gap gap = tact_triangle_distance(&t[0], &t[1]);
    test_assert_same_bits(s.distance, gap.distance);
    if (!has_same_bits(&s.distance, &u.distance, sizeof(double)) ||
        !has_same_bits(&s.lower, &u.lower, sizeof(double)) ||
        !has_same_bits(&s.upper, &u.upper, sizeof(double)) ||
        !has_same_bits(&s.point_a, &u.point_b, sizeof s.point_a) ||
        !has_same_bits(&s.point_b, &u.point_a, sizeof s.point_b))
        fail_pair(t, "tacti_mesh_distance");
    body_free(&a);
    body_free(&b);
}

/* Each level of SIMD orders the triangles in lanes of its own. */
static void test_meshes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("swapped_meshes");
    uint64_t count = test_case_count(10000, 1000000);
    uint32_t levels = (uint32_t)tact_simd_level_best() + 1;
    tact_context *context[3];
    assert_true(levels <= 3);
    for (uint32_t i = 0; i < levels; i++) {
        tact_context_desc desc = tact_context_desc_default();
        desc.simd_level = (tact_simd_level)i;
        assert_int_equal(tact_context_create(&desc, &context[i]), TACT_OK);
    }
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        make_pair(&rng, n / levels % FAMILIES, 490, t);
        check_meshes(context[n % levels], t);
    }
    for (uint32_t i = 0; i < levels; i++)
        tact_context_destroy(context[i]);
}

/* Shapes of one kind and size at one pose. Two half-spaces that meet once took the normal of
 * whichever came first. */
static void test_manifolds_at_one_pose(void **state) {
    (void)state;
    tact_shape shapes[2][2] = {
        {tact_shape_half_space((tact_vec3){1, 1, 1}, 1),
         tact_shape_half_space((tact_vec3){-2, -1, -1}, 0)},
        {tact_shape_box(1, 2, 3), tact_shape_box(3, 1, 2)},
    };
    for (int i = 0; i < 2; i++) {
        tact_model *models[2];
        assert_int_equal(tact_model_create_shape(NULL, &shapes[i][0], &models[0]), TACT_OK);
        assert_int_equal(tact_model_create_shape(NULL, &shapes[i][1], &models[1]), TACT_OK);
        tact_instance a = tact_instance_make(models[0]), b = tact_instance_make(models[1]);
        tact_options options = tact_options_default();
        options.margin = HUGE_VAL;
        tact_manifold_result x, y;
        assert_int_equal(tact_manifold(&a, &b, &options, NULL, &x), TACT_OK);
        assert_int_equal(tact_manifold(&b, &a, &options, NULL, &y), TACT_OK);
        assert_int_equal(x.point_count, y.point_count);
        assert_true(x.normal.x == -y.normal.x && x.normal.y == -y.normal.y &&
                    x.normal.z == -y.normal.z);
        tact_model_destroy(models[0]);
        tact_model_destroy(models[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triangles),
        cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_manifolds_at_one_pose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
