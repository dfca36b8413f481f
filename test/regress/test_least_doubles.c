/* SPDX-License-Identifier: MIT */
/* Shapes against meshes whose coordinates are a few units of the least double, 2^-1074. A direction
 * in which one triangle is apart from the shape was tried on the next triangle without a term for
 * products that underflow. So triangles that share a corner with the shape were left out, and the
 * verdict was "apart". */
#include "shapes.h"
#include "support.h"

#include <math.h>

#include "math/vec.h"
#include "object/object.h"
#include <tact/model.h>

#define LEAST 0x1p-1074

/* Three triangles: the shape, one that is apart from it, and one that has a corner of it. */
static const double cases[][3][9] = {
    {{1, 5, 1, 5, 5, 2, 4, 3, 0}, {1, 0, 4, 2, 0, 3, 0, 0, 2}, {4, 3, 0, 3, 2, 0, 1, 4, 5}},
};

static tact_triangle triangle_of(const double x[9], double unit) {
    tact_triangle t;
    for (int i = 0; i < 3; i++)
        t.v[i] = (tact_vec3){x[3 * i] * unit, x[3 * i + 1] * unit, x[3 * i + 2] * unit};
    return t;
}

/* The last triangle and the shape have the corner (4, 3, 0) in common, so they touch at any scale.
 */
static void test_common_corner(void **state) {
    (void)state;
    const double units[] = {LEAST, 4 * LEAST, 0x1p-1022, 1};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            tact_triangle t[3];
            for (int j = 0; j < 3; j++)
                t[j] = triangle_of(cases[k][j], units[i]);
            assert_false(tact_triangle_overlaps(&t[0], &t[1]));
            assert_true(share_corner(&t[0], &t[2]));
            tact_shape shape = tact_shape_triangle(t[0]);
            solid mesh = solid_make(t + 1, 2);
            tacti_object a = {.shape = &shape, .pose = tact_pose_identity()};
            tacti_object b = {.bvh = mesh.bvh, .pose = tact_pose_identity()};
            tacti_object_collision hit;
            tacti_object_distance_answer gap;
            assert_int_equal(tacti_object_collide(&a, &b, NULL, &hit), TACT_OK);
            assert_int_equal(hit.outcome, TACT_OUTCOME_CONTACT);
            assert_int_equal(tacti_object_distance(&a, &b, NULL, &gap), TACT_OK);
            assert_int_equal(gap.outcome, TACT_OUTCOME_CONTACT);
            solid_free(&mesh);
        }
}

/* Boxes without extent, at the origin and at a place that is not a power of two away. The
 * covariance of equal corners is rounding alone; scaled to a trace of 1 it overflowed, and what is
 * not a number was converted to an integer. By hand: the unit ball at 3 on the y axis is 2 - y from
 * corners at (x, y, z), up to rounding. */
static void test_coinciding_corners(void **state) {
    (void)state;
    static const uint32_t box[36] = {0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7,
                                     2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 2, 3};
    const tact_vec3 place = {-0x1.b4ae95fccf685p-956, 0x1.000cce34014ccp-887, 0xef22p-1074};
    uint32_t indices[105];
    for (int i = 0; i < 105; i++) /* the first box has one triangle less */
        indices[i] = i < 33 ? box[i] : box[(i - 33) % 36] + 8 * (1 + (uint32_t)(i - 33) / 36);
    for (int power = 0; power < 880; power += 20) {
        tact_vec3 vertices[24] = {{0, 0, 0}};
        for (int i = 0; i < 8; i++)
            vertices[i] = tacti_vec3_scale(place, ldexp(1, power));
        tact_mesh_arrays arrays = {
            .positions = vertices, .vertex_count = 24, .indices = indices, .triangle_count = 35};
        tact_shape ball = tact_shape_sphere(1);
        tact_model *models[2];
        assert_int_equal(tact_model_create_mesh(NULL, &arrays, NULL, NULL, &models[0]), TACT_OK);
        assert_int_equal(tact_model_create_shape(NULL, &ball, &models[1]), TACT_OK);
        tact_instance a = tact_instance_make(models[0]), b = tact_instance_make(models[1]);
        b.pose.m[7] = 3;
        tact_distance_result got;
        assert_int_equal(tact_distance(&a, &b, NULL, NULL, &got), TACT_OK);
        assert_true(fabs(got.distance - (2 - vertices[0].y)) < 1e-12);
        tact_model_destroy(models[0]);
        tact_model_destroy(models[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_common_corner),
        cmocka_unit_test(test_coinciding_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
