/* SPDX-License-Identifier: MIT */
/* How solids relate in situations in which other libraries answered wrongly: a mesh inside another
 * (fcl#492), cubes that share a face (fcl#503), walls in one line that overlap by 50 mm with all
 * their side faces coplanar (IfcOpenShell#4594), a cube in the notch of an L (mujoco#2192,
 * python-fcl#22), flush cubes one unit in the last place apart or deep, also far from the origin
 * (ifc-lite#2594, ifc-lite#2604), a triangle of zero area in a mesh (three-mesh-bvh#762). */
#include "shapes.h"
#include "support.h"

#include <math.h>
#include <string.h>

typedef struct solid {
    tact_mesh *mesh;
    tact_bvh *bvh;
    tact_interior *interior;
} solid;

static solid make_solid(const tact_triangle *triangles, uint32_t count) {
    tact_mesh_arrays arrays = {
        .positions = triangles, .vertex_count = 3 * count, .triangle_count = count};
    tact_bvh_desc desc = tact_bvh_desc_default();
    desc.solid = true;
    solid s;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &s.mesh), TACT_OK);
    assert_int_equal(tact_bvh_create(NULL, s.mesh, &desc, &s.bvh), TACT_OK);
    assert_int_equal(tact_interior_create(NULL, s.bvh, &s.interior), TACT_OK);
    return s;
}

static void solid_free(solid *s) {
    tact_interior_destroy(s->interior);
    tact_bvh_destroy(s->bvh);
    tact_mesh_destroy(s->mesh);
}

static solid make_box(tact_vec3 lo, tact_vec3 hi) {
    tact_triangle triangles[BOX_TRIANGLES];
    box_triangles(lo, hi, triangles);
    return make_solid(triangles, BOX_TRIANGLES);
}

static tact_relation swap(tact_relation r) {
    return r == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : r == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                       : r;
}

/* In both orders. */
static tact_classification expect(const solid *a, const solid *b, tact_relation expected) {
    tact_filled placed_a = {a->interior, tact_pose_identity()};
    tact_filled placed_b = {b->interior, tact_pose_identity()};
    tact_classification ab, ba;
    assert_int_equal(tact_classify(NULL, &placed_a, &placed_b, NULL, &ab), TACT_OK);
    assert_int_equal(tact_classify(NULL, &placed_b, &placed_a, NULL, &ba), TACT_OK);
    assert_int_equal(ab.relation, expected);
    assert_int_equal(ba.relation, swap(expected));
    assert_int_equal(ab.surfaces_meet, ba.surfaces_meet);
    return ab;
}

static tact_classification expect_boxes(const tact_vec3 a[2], const tact_vec3 b[2],
                                        tact_relation expected) {
    solid solid_a = make_box(a[0], a[1]), solid_b = make_box(b[0], b[1]);
    tact_classification got = expect(&solid_a, &solid_b, expected);
    solid_free(&solid_a);
    solid_free(&solid_b);
    return got;
}

/* A cube of edge 0.5 in one of edge 2: in its middle, touching from within, and outside. */
static void test_cube_in_cube(void **state) {
    (void)state;
    const tact_vec3 big[2] = {{-1, -1, -1}, {1, 1, 1}};
    tact_vec3 small[2] = {{-0.25, -0.25, -0.25}, {0.25, 0.25, 0.25}};
    tact_classification got = expect_boxes(big, small, TACT_RELATION_B_IN_A);
    assert_false(got.surfaces_meet);
    assert_true(got.clearance.distance == 0.75);
    small[0].x += 0.75;
    small[1].x += 0.75;
    got = expect_boxes(big, small, TACT_RELATION_B_IN_A);
    assert_true(got.surfaces_meet);
    small[0].x += 0.25;
    small[1].x += 0.25;
    expect_boxes(big, small, TACT_RELATION_CROSSING);
    small[0].x += 0.25;
    small[1].x += 0.25;
    expect_boxes(big, small, TACT_RELATION_TOUCHING);
    small[0].x += 2;
    small[1].x += 2;
    expect_boxes(big, small, TACT_RELATION_APART);
}

static void test_cubes_that_share_a_face(void **state) {
    (void)state;
    const tact_vec3 a[2] = {{-2, -1, 0}, {0, 1, 2}}, b[2] = {{0, -1, 0}, {2, 1, 2}};
    expect_boxes(a, b, TACT_RELATION_TOUCHING);
}

/* Walls 4 m long, 0.2 m thick and 3 m high, one after the other: no triangle goes through another
 * where they overlap in line. Nudged by 2 mm across, some do. */
static void test_walls_in_line(void **state) {
    (void)state;
    const tact_vec3 wall[2] = {{0, -0.1, 0}, {4, 0.1, 3}};
    tact_vec3 next[2] = {{3.95, -0.1, 0}, {8, 0.1, 3}};
    expect_boxes(wall, next, TACT_RELATION_CROSSING);
    next[0].y += 0.002;
    next[1].y += 0.002;
    expect_boxes(wall, next, TACT_RELATION_CROSSING);
    const tact_vec3 abutting[2] = {{4, -0.1, 0}, {8, 0.1, 3}};
    expect_boxes(wall, abutting, TACT_RELATION_TOUCHING);
    const tact_vec3 beyond[2] = {{4.05, -0.1, 0}, {8, 0.1, 3}};
    tact_classification got = expect_boxes(wall, beyond, TACT_RELATION_APART);
    assert_true(fabs(got.clearance.distance - 0.05) < 1e-12);
    /* The part of a wall is in it, with five of its sides in those of the wall. */
    const tact_vec3 part[2] = {{0, -0.1, 0}, {1, 0.1, 3}};
    expect_boxes(wall, part, TACT_RELATION_B_IN_A);
}

/* The walls of an L with corners (0,0), (2,0), (2,1), (1,1), (1,2), (0,2) and height 1. */
static solid make_notched(void) {
    static const double corner[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    tact_triangle t[20];
    uint32_t count = 0;
    for (int i = 0; i < 6; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % 6];
        tact_vec3 low[2] = {{p[0], p[1], 0}, {q[0], q[1], 0}};
        tact_vec3 high[2] = {{p[0], p[1], 1}, {q[0], q[1], 1}};
        t[count++] = (tact_triangle){{low[0], low[1], high[1]}};
        t[count++] = (tact_triangle){{low[0], high[1], high[0]}};
        /* Fans around (1, 1) would do as well; these go around (0, 0). */
        if (i == 0 || i == 5)
            continue;
        t[count++] = (tact_triangle){{{0, 0, 1}, high[0], high[1]}};
        t[count++] = (tact_triangle){{{0, 0, 0}, low[1], low[0]}};
    }
    assert_int_equal(count, 20);
    return make_solid(t, count);
}

static void test_cube_in_notch(void **state) {
    (void)state;
    solid l = make_notched();
    tact_interior_info info = tact_interior_inspect(l.interior);
    assert_true(info.is_closed && info.is_simple);
    solid cube = make_box((tact_vec3){1.25, 1.25, 0.25}, (tact_vec3){1.75, 1.75, 0.75});
    tact_classification got = expect(&l, &cube, TACT_RELATION_APART);
    assert_true(got.clearance.distance == 0.25);
    solid_free(&cube);
    cube = make_box((tact_vec3){1, 1, 0}, (tact_vec3){2, 2, 1});
    expect(&l, &cube, TACT_RELATION_TOUCHING);
    solid_free(&cube);
    cube = make_box((tact_vec3){0, 0, 0}, (tact_vec3){2, 2, 1});
    expect(&l, &cube, TACT_RELATION_A_IN_B);
    solid_free(&cube);
    cube = make_box((tact_vec3){0, 1, 0}, (tact_vec3){1, 2, 1});
    expect(&l, &cube, TACT_RELATION_B_IN_A);
    solid_free(&cube);
    cube = make_box((tact_vec3){0, 1, 0}, (tact_vec3){nextafter(1, 2), 2, 1});
    expect(&l, &cube, TACT_RELATION_CROSSING);
    solid_free(&cube);
    solid_free(&l);
}

/* Unit cubes side by side at 0, 5 and 50 km: touching, one unit in the last place apart and deep.
 */
static void test_flush_cubes(void **state) {
    (void)state;
    static const double offsets[] = {0, 5000, 50000};
    for (size_t k = 0; k < 3; k++)
        for (int direction = -1; direction <= 1; direction++) {
            double lo = offsets[k], hi = lo + 1;
            double near = direction == 0 ? hi : nextafter(hi, direction * HUGE_VAL);
            const tact_vec3 a[2] = {{lo, lo, lo}, {hi, hi, hi}};
            const tact_vec3 b[2] = {{near, lo, lo}, {hi + 1, hi, hi}};
            tact_classification got = expect_boxes(a, b,
                                                   direction < 0    ? TACT_RELATION_CROSSING
                                                   : direction == 0 ? TACT_RELATION_TOUCHING
                                                                    : TACT_RELATION_APART);
            if (direction > 0)
                assert_true(got.clearance.lower <= near - hi && near - hi <= got.clearance.upper);
            /* The same from within: b is a's last slice, and sticks out by one unit or not. */
            double end = direction == 0 ? hi : nextafter(hi, direction * HUGE_VAL);
            const tact_vec3 slice[2] = {{lo + 0.5, lo, lo}, {end, hi, hi}};
            expect_boxes(a, slice, direction > 0 ? TACT_RELATION_CROSSING : TACT_RELATION_B_IN_A);
        }
}

/* A box whose edge from (0,0,0) to (1,0,0) has a vertex in its middle on one side only; a triangle
 * of zero area closes the gap. It touches its neighbours all along, so the mesh counts as one that
 * touches itself: what vertices prove is answered, what they do not is left open. */
static void test_zero_area(void **state) {
    (void)state;
    tact_triangle t[BOX_TRIANGLES + 2];
    tact_vec3 from = {0, 0, 0}, to = {1, 0, 0}, middle = {0.5, 0, 0};
    uint32_t count = BOX_TRIANGLES;
    box_triangles(from, (tact_vec3){1, 1, 1}, t);
    for (uint32_t i = 0; i < BOX_TRIANGLES; i++)
        for (uint32_t k = 0; k < 3 && count == BOX_TRIANGLES; k++) {
            tact_vec3 *p = &t[i].v[k], *q = &t[i].v[(k + 1) % 3], *r = &t[i].v[(k + 2) % 3];
            if (memcmp(p, &from, sizeof from) != 0 || memcmp(q, &to, sizeof to) != 0)
                continue;
            t[count++] = (tact_triangle){{middle, to, *r}};
            t[count++] = (tact_triangle){{from, to, middle}};
            *q = middle;
        }
    assert_int_equal(count, BOX_TRIANGLES + 2);
    solid box = make_solid(t, count);
    tact_interior_info info = tact_interior_inspect(box.interior);
    assert_true(info.is_closed);
    assert_false(info.is_simple);
    solid inner = make_box((tact_vec3){0.25, 0.25, 0.25}, (tact_vec3){0.75, 0.75, 0.75});
    solid far = make_box((tact_vec3){4, 0, 0}, (tact_vec3){5, 1, 1});
    solid across = make_box((tact_vec3){0.25, -0.5, -0.5}, (tact_vec3){2, 0.5, 0.5});
    solid beside = make_box((tact_vec3){1, 0, 0}, (tact_vec3){2, 1, 1});
    expect(&box, &inner, TACT_RELATION_B_IN_A);
    expect(&box, &far, TACT_RELATION_APART);
    expect(&box, &across, TACT_RELATION_CROSSING);
    expect(&box, &box, TACT_RELATION_IDENTICAL);
    tact_classification got = expect(&box, &beside, TACT_RELATION_UNDECIDED);
    assert_int_equal(got.reason, TACT_REASON_NOT_SIMPLE);
    solid_free(&box);
    solid_free(&inner);
    solid_free(&far);
    solid_free(&across);
    solid_free(&beside);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cube_in_cube),  cmocka_unit_test(test_cubes_that_share_a_face),
        cmocka_unit_test(test_walls_in_line), cmocka_unit_test(test_cube_in_notch),
        cmocka_unit_test(test_flush_cubes),   cmocka_unit_test(test_zero_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
