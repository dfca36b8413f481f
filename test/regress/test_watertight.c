/* SPDX-License-Identifier: MIT */
/* Ordinary solids whose edges have four triangles: two cubes that share an edge, a face or a part
 * of a face, in one mesh. They are watertight, so they have an inside. Also the relations of
 * triangles and segments that touch a filled mesh. */
#include "shapes.h"
#include "support.h"
#include "bvh/bvh.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "object/object.h"

/* The unit cube and a second box in one mesh. */
static solid make_two(tact_vec3 lo, tact_vec3 hi) {
    tact_triangle triangles[2 * BOX_TRIANGLES];
    box_triangles((tact_vec3){0, 0, 0}, (tact_vec3){1, 1, 1}, triangles);
    box_triangles(lo, hi, triangles + BOX_TRIANGLES);
    return solid_make(triangles, 2 * BOX_TRIANGLES);
}

static void check_point(const solid *s, double x, double y, double z, int right) {
    tacti_filled filled = {s->interior, tact_pose_identity()};
    tacti_winding w;
    assert_int_equal(tacti_winding_number(&filled, (tact_vec3){x, y, z}, 0, NULL, &w), TACT_OK);
    assert_true(w.is_exact && w.number == right && !w.is_on_surface);
}

/* In each case the middle of either box is inside, and (1.5, 0.25, -0.5) is outside. A tiny box in
 * the second one is in contact with the filled mesh and at distance 0, although it is far from the
 * surface. */
static void two_boxes_in_one_mesh_are_filled(void **state) {
    (void)state;
    static const tact_vec3 lo[] = {{1, 1, 0}, {1, 0, 0}, {1, 0.25, 0.25}, {1, 1, 1}};
    static const tact_vec3 hi[] = {{2, 2, 1}, {2, 1, 1}, {2, 0.75, 0.75}, {2, 2, 2}};
    static const bool is_closed[] = {false, false, true, true};
    for (int i = 0; i < 4; i++) {
        solid s = make_two(lo[i], hi[i]);
        tacti_interior_info info = tacti_interior_inspect(s.interior);
        assert_true(info.is_watertight && tacti_bvh_is_solid(s.bvh));
        assert_int_equal(info.is_closed, is_closed[i]);
        tact_vec3 middle = {(lo[i].x + hi[i].x) / 2, (lo[i].y + hi[i].y) / 2,
                            (lo[i].z + hi[i].z) / 2};
        check_point(&s, 0.5, 0.5, 0.5, 1);
        check_point(&s, middle.x, middle.y, middle.z, 1);
        check_point(&s, 1.5, 0.25, -0.5, 0);
        tact_mesh *mesh;
        tacti_bvh *bvh;
        tacti_bvh_desc desc = tacti_bvh_desc_default();
        desc.solid = true;
        assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){0.125, 0.125, 0.125}, 1, &mesh),
                         TACT_OK);
        assert_int_equal(tacti_bvh_create(NULL, mesh, &desc, &bvh), TACT_OK);
        tacti_placed a = {s.bvh, tact_pose_identity()}, b = {bvh, tact_pose_identity()};
        b.pose.m[3] = middle.x;
        b.pose.m[7] = middle.y;
        b.pose.m[11] = middle.z;
        tacti_query_desc with = tacti_query_desc_default();
        with.solid = true;
        tacti_mesh_collision hit;
        tacti_mesh_distance_answer gap;
        assert_int_equal(tacti_mesh_collide(&a, &b, &with, NULL, &hit), TACT_OK);
        assert_true(hit.outcome == TACT_OUTCOME_CONTACT && hit.is_contained);
        assert_int_equal(tacti_mesh_distance(&a, &b, &with, NULL, &gap), TACT_OK);
        assert_true(gap.distance == 0);
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(mesh);
        solid_free(&s);
    }
}

/* Two cubes that share the edge x = y = 1. The position of each shape determines its relation. */
static void flat_shapes_have_a_relation(void **state) {
    (void)state;
    solid s = make_two((tact_vec3){1, 1, 0}, (tact_vec3){2, 2, 1});
    const struct {
        tact_triangle t;
        tact_relation relation;
    } cases[] = {
        /* In the upper face of the first cube; reaching beyond it. */
        {{{{0.25, 0.25, 1}, {0.75, 0.25, 1}, {0.25, 0.75, 1}}}, TACT_RELATION_A_IN_B},
        {{{{0.25, 0.25, 1}, {1.75, 0.25, 1}, {0.25, 0.75, 1}}}, TACT_RELATION_TOUCHING},
        /* From one cube to the other, through the shared edge. */
        {{{{0.5, 0.5, 0.5}, {1.5, 1.5, 0.5}, {1.5, 1.5, 0.5}}}, TACT_RELATION_A_IN_B},
        /* Across the shared edge on the empty side: only the edge is met. */
        {{{{0.5, 1.5, 0.5}, {1.5, 0.5, 0.5}, {1.5, 0.5, 0.5}}}, TACT_RELATION_TOUCHING},
        /* Along the shared edge, and beyond its end. */
        {{{{1, 1, 0.25}, {1, 1, 0.5}, {1, 1, 0.75}}}, TACT_RELATION_A_IN_B},
        {{{{1, 1, 0.25}, {1, 1, 0.5}, {1, 1, 1.5}}}, TACT_RELATION_TOUCHING},
        /* From inside a cube to outside. */
        {{{{0.5, 0.5, 0.5}, {0.5, 0.5, 1.5}, {0.25, 0.5, 1.5}}}, TACT_RELATION_CROSSING},
        /* A corner on a corner. */
        {{{{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}}, TACT_RELATION_TOUCHING},
        {{{{-1, 0, 0.5}, {-1, -1, 0.5}, {-1, 0, 1.5}}}, TACT_RELATION_APART},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tact_shape shape = tact_shape_triangle(cases[i].t);
        tacti_object a = {.shape = &shape, .pose = tact_pose_identity()};
        tacti_object b = {.bvh = s.bvh, .interior = s.interior, .pose = a.pose};
        tacti_object_relation found;
        assert_int_equal(tacti_object_classify(NULL, &a, &b, NULL, &found), TACT_OK);
        assert_int_equal(found.relation, cases[i].relation);
        assert_false(found.is_estimate);
    }
    solid_free(&s);
}

/* A box that is stored twice, once reversed, bounds nothing. Its corners in the other solid do not
 * prove that insides meet. This was once wrongly reported if two other boxes of the mesh cross each
 * other. */
static void sheets_of_a_mesh_that_crosses_itself_prove_nothing(void **state) {
    (void)state;
    tact_triangle t[4 * BOX_TRIANGLES];
    box_triangles((tact_vec3){0, 0, 0}, (tact_vec3){2, 2, 2}, t);
    for (int i = 0; i < BOX_TRIANGLES; i++) {
        tact_triangle turned = {{t[i].v[0], t[i].v[2], t[i].v[1]}};
        t[BOX_TRIANGLES + i] = turned;
    }
    box_triangles((tact_vec3){10, 0, 0}, (tact_vec3){13, 3, 3}, t + 2 * BOX_TRIANGLES);
    box_triangles((tact_vec3){11, 1, 1}, (tact_vec3){14, 4, 4}, t + 3 * BOX_TRIANGLES);
    solid sheets = solid_make(t, 4 * BOX_TRIANGLES);
    assert_true(tacti_interior_inspect(sheets.interior).crosses_itself);
    box_triangles((tact_vec3){1, 1, 1}, (tact_vec3){3, 3, 3}, t);
    solid box = solid_make(t, BOX_TRIANGLES);
    for (int order = 0; order < 2; order++) {
        tacti_filled a = {order == 0 ? sheets.interior : box.interior, tact_pose_identity()};
        tacti_filled b = {order == 0 ? box.interior : sheets.interior, tact_pose_identity()};
        tacti_classification got;
        assert_int_equal(tacti_mesh_classify(NULL, &a, &b, NULL, &got), TACT_OK);
        assert_int_equal(got.relation, TACT_RELATION_UNDECIDED);
        assert_int_equal(got.reason, TACT_REASON_NOT_SIMPLE);
    }
    solid_free(&box);
    solid_free(&sheets);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheets_of_a_mesh_that_crosses_itself_prove_nothing),
        cmocka_unit_test(two_boxes_in_one_mesh_are_filled),
        cmocka_unit_test(flat_shapes_have_a_relation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
