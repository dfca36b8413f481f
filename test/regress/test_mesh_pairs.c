/* SPDX-License-Identifier: MIT */
/* Situations with whole meshes in which other libraries answered wrongly: cubes that share a face
 * (fcl#503), a mesh inside another (fcl#492), flush cubes far from the origin (ifc-lite#2594,
 * ifc-lite#2604), a triangle of zero area in a mesh (three-mesh-bvh#762), two mesh boxes that move
 * together (python-fcl#38, fcl#555). */
#include "shapes.h"
#include "support.h"

#include <math.h>
#include <string.h>
#include "surface/surface.h"
#include "contacts/contacts.h"

static solid make_box(tact_vec3 lo, tact_vec3 hi) {
    tact_triangle triangles[BOX_TRIANGLES];
    box_triangles(lo, hi, triangles);
    return solid_make(triangles, BOX_TRIANGLES);
}

static tact_pose at(double x, double y, double z) {
    tact_pose pose = tact_pose_identity();
    pose.m[3] = x;
    pose.m[7] = y;
    pose.m[11] = z;
    return pose;
}

/* The verdict, which must be the same in both orders. */
static tact_outcome collide(const tacti_placed *a, const tacti_placed *b, bool is_solid) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.solid = is_solid;
    tacti_mesh_collision ab, ba;
    tacti_mesh_distance_answer d;
    assert_int_equal(tacti_mesh_collide(a, b, &desc, NULL, &ab), TACT_OK);
    assert_int_equal(tacti_mesh_collide(b, a, &desc, NULL, &ba), TACT_OK);
    assert_int_equal(ab.outcome, ba.outcome);
    assert_int_equal(tacti_mesh_distance(a, b, &desc, NULL, &d), TACT_OK);
    assert_int_equal(d.distance == 0, ab.outcome == TACT_OUTCOME_CONTACT);
    return ab.outcome;
}

/* ---- Cubes side by side ------------------------------------------------------------------- */

static uint32_t contact_count(const tacti_placed *a, const tacti_placed *b) {
    tact_contact_list *list;
    tacti_contact_summary summary;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    assert_int_equal(tacti_mesh_contacts_fill(a, b, NULL, TACT_CONTACT_GEOMETRY, list, &summary),
                     TACT_OK);
    uint32_t count = tact_contact_list_view(list).count;
    assert_int_equal(count, summary.pair_count);
    tact_contact_list_destroy(list);
    return count;
}

/* Cubes with edges 2, a from x = -2 to 0, b from 0 to 2: the face x = 0 is common. The pairs that
 * meet are counted triangle by triangle. */
static void test_cubes_that_share_a_face_touch(void **state) {
    (void)state;
    tact_vec3 lo[2] = {{-2, -1, 0}, {0, -1, 0}}, hi[2] = {{0, 1, 2}, {2, 1, 2}};
    tact_triangle ta[BOX_TRIANGLES], tb[BOX_TRIANGLES];
    box_triangles(lo[0], hi[0], ta);
    box_triangles(lo[1], hi[1], tb);
    solid a = solid_make(ta, BOX_TRIANGLES), b = solid_make(tb, BOX_TRIANGLES);
    tacti_placed pa = {a.bvh, tact_pose_identity()}, pb = {b.bvh, tact_pose_identity()};
    assert_int_equal(collide(&pa, &pb, false), TACT_OUTCOME_CONTACT);
    assert_int_equal(collide(&pa, &pb, true), TACT_OUTCOME_CONTACT);
    assert_int_equal(contact_count(&pa, &pb), count_meeting(ta, BOX_TRIANGLES, tb, BOX_TRIANGLES));
    solid_free(&a);
    solid_free(&b);
}

/* Unit cubes at (offset, offset, offset), b's near side moved by direction units in the last place:
 * once with these coordinates in the mesh, once moved there by a pose. */
static void check_flush(double offset, int direction) {
    double hi = offset + 1;
    double near = direction == 0 ? hi : nextafter(hi, direction * HUGE_VAL);
    solid a = make_box((tact_vec3){offset, offset, offset}, (tact_vec3){hi, hi, hi});
    solid b = make_box((tact_vec3){near, offset, offset}, (tact_vec3){hi + 1, hi, hi});
    tacti_placed pa = {a.bvh, tact_pose_identity()}, pb = {b.bvh, tact_pose_identity()};
    tact_outcome expected = direction > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
    assert_int_equal(collide(&pa, &pb, false), expected);
    assert_int_equal(collide(&pa, &pb, true), expected);
    assert_int_equal(contact_count(&pa, &pb) > 0, direction <= 0);
    tacti_mesh_distance_answer d;
    assert_int_equal(tacti_mesh_distance(&pa, &pb, NULL, NULL, &d), TACT_OK);
    if (direction > 0) {
        double gap = near - hi;
        assert_true(d.lower <= gap && gap <= d.upper);
        assert_true(fabs(d.distance - gap) <= 0x1p-45);
    }
    /* A cube at the origin, moved out by the pose: 1 + offset is exact. */
    solid c = make_box((tact_vec3){0, 0, 0}, (tact_vec3){1, 1, 1});
    tacti_placed pc = {c.bvh, at(near, offset, offset)};
    assert_int_equal(collide(&pa, &pc, true), expected);
    solid_free(&a);
    solid_free(&b);
    solid_free(&c);
}

static void test_flush_cubes(void **state) {
    (void)state;
    static const double offsets[] = {0, 5000, 50000, 5e6};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
        for (int direction = -1; direction <= 1; direction++)
            check_flush(offsets[i], direction);
}

/* ---- A mesh inside a mesh ----------------------------------------------------------------- */

/* The cube of edge 0.5 at (0.5, 0.25, 0) lies inside the cube from -1 to 1. Surfaces are apart by
 * 1 - 0.75 = 0.25; as solids they share all of the small one. */
static void test_mesh_inside_a_mesh(void **state) {
    (void)state;
    solid outer = make_box((tact_vec3){-1, -1, -1}, (tact_vec3){1, 1, 1});
    solid inner = make_box((tact_vec3){-0.25, -0.25, -0.25}, (tact_vec3){0.25, 0.25, 0.25});
    tacti_placed a = {outer.bvh, tact_pose_identity()}, b = {inner.bvh, at(0.5, 0.25, 0)};
    assert_int_equal(collide(&a, &b, false), TACT_OUTCOME_APART);
    assert_int_equal(collide(&a, &b, true), TACT_OUTCOME_CONTACT);
    tacti_mesh_distance_answer d;
    assert_int_equal(tacti_mesh_distance(&a, &b, NULL, NULL, &d), TACT_OK);
    assert_true(fabs(d.distance - 0.25) <= 0x1p-45);
    tacti_query_desc desc = tacti_query_desc_default();
    desc.solid = true;
    tacti_mesh_collision c;
    assert_int_equal(tacti_mesh_collide(&a, &b, &desc, NULL, &c), TACT_OK);
    assert_true(c.is_contained && c.a == TACT_NO_TRIANGLE && c.b < BOX_TRIANGLES);
    /* Beside it, and through its wall. */
    b.pose = at(1.5, 0, 0);
    assert_int_equal(collide(&a, &b, true), TACT_OUTCOME_APART);
    b.pose = at(1, 0, 0);
    assert_int_equal(collide(&a, &b, true), TACT_OUTCOME_CONTACT);
    assert_int_equal(collide(&a, &b, false), TACT_OUTCOME_CONTACT);
    solid_free(&outer);
    solid_free(&inner);
}

/* ---- A triangle of zero area -------------------------------------------------------------- */

/* The triangle acts as a segment (or a point): a shape that crosses it meets it, a shape that
 * passes beside it does not, and the other triangles of the mesh answer as without it. */
static void test_zero_area_in_a_mesh(void **state) {
    (void)state;
    tact_triangle triangles[BOX_TRIANGLES + 2];
    box_triangles((tact_vec3){0, 0, 0}, (tact_vec3){1, 1, 1}, triangles);
    triangles[BOX_TRIANGLES] = (tact_triangle){{{3, 0, 0}, {3, 2, 0}, {3, 1, 0}}};
    triangles[BOX_TRIANGLES + 1] = (tact_triangle){{{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}};
    solid mesh = solid_make(triangles, BOX_TRIANGLES + 2);
    tact_triangle probe = {{{-0.5, 0, -0.5}, {0.5, 0, -0.5}, {0, 0, 0.5}}};
    solid p = solid_make(&probe, 1);
    tacti_placed a = {mesh.bvh, tact_pose_identity()}, b = {p.bvh, tact_pose_identity()};
    static const struct {
        tact_vec3 place;
        tact_outcome expected;
        uint32_t triangle;
    } cases[] = {
        {{3, 1.5, 0}, TACT_OUTCOME_CONTACT, BOX_TRIANGLES},      /* across the segment */
        {{3, 2, 0}, TACT_OUTCOME_CONTACT, BOX_TRIANGLES},        /* at its end */
        {{3, 2.25, 0}, TACT_OUTCOME_APART, TACT_NO_TRIANGLE},    /* beyond it */
        {{3, 1, -0.75}, TACT_OUTCOME_APART, TACT_NO_TRIANGLE},   /* beside it */
        {{5, 5, 4.75}, TACT_OUTCOME_CONTACT, BOX_TRIANGLES + 1}, /* on the point */
        {{5, 5.25, 4.75}, TACT_OUTCOME_APART, TACT_NO_TRIANGLE}, /* not on it */
        {{0.5, 0.5, 2}, TACT_OUTCOME_APART, TACT_NO_TRIANGLE},   /* above the box */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        b.pose = at(cases[i].place.x, cases[i].place.y, cases[i].place.z);
        assert_int_equal(collide(&a, &b, false), cases[i].expected);
        tacti_mesh_collision c;
        assert_int_equal(tacti_mesh_collide(&a, &b, NULL, NULL, &c), TACT_OK);
        assert_int_equal(c.a, cases[i].triangle);
    }
    solid_free(&mesh);
    solid_free(&p);
}

/* ---- Two boxes that move together --------------------------------------------------------- */

/* Both get the same motion, so their relation stays: a gap of 0.1, a common face, an overlap. A
 * cache is used and must not keep stale answers. All turns are quarter turns, so placed coordinates
 * are exact if the numbers are. */
static void test_boxes_that_move_together(void **state) {
    (void)state;
    solid a = make_box((tact_vec3){-0.5, -0.5, -0.5}, (tact_vec3){0.5, 0.5, 0.5});
    static const double gaps[] = {0.125, 0, -0.25};
    for (int g = 0; g < 3; g++) {
        tacti_pair_cache memory = tacti_pair_cache_empty(), *cache = &memory;
        for (int step = 0; step < 400; step++) {
            double x = step * 0.25, away = 1 + gaps[g];
            tact_pose turn = tact_pose_identity();
            if (step % 2 == 1) { /* a quarter turn around z, the boxes side by side along y */
                turn.m[0] = turn.m[5] = 0;
                turn.m[1] = -1;
                turn.m[4] = 1;
            }
            tacti_placed pa = {a.bvh, turn}, pb = pa;
            pa.pose.m[3] = x;
            pb.pose.m[3] = step % 2 == 1 ? x : x + away;
            pb.pose.m[7] = step % 2 == 1 ? away : 0;
            tacti_mesh_collision c;
            tacti_mesh_distance_answer d;
            assert_int_equal(tacti_mesh_collide(&pa, &pb, NULL, cache, &c), TACT_OK);
            assert_int_equal(c.outcome, gaps[g] > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
            assert_int_equal(tacti_mesh_distance(&pa, &pb, NULL, cache, &d), TACT_OK);
            if (gaps[g] > 0)
                assert_true(fabs(d.distance - gaps[g]) <= 0x1p-45);
            else
                assert_true(d.distance == 0);
        }
    }
    solid_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cubes_that_share_a_face_touch),
        cmocka_unit_test(test_flush_cubes),
        cmocka_unit_test(test_mesh_inside_a_mesh),
        cmocka_unit_test(test_zero_area_in_a_mesh),
        cmocka_unit_test(test_boxes_that_move_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
