/* SPDX-License-Identifier: MIT */
/* Shapes against meshes whose coordinates are a few units of the least double, 2^-1074. A direction
 * in which one triangle is apart from the shape was tried on the next triangle without a term for
 * products that underflow. So triangles that share a corner with the shape were left out, and the
 * verdict was "apart". */
#include "shapes.h"
#include "support.h"

#include "object/object.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_common_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
