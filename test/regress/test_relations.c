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
#include "relation/classify.h"
#include "inside/interiors.h"

static solid make_box(tact_vec3 lo, tact_vec3 hi) {
    tact_triangle triangles[BOX_TRIANGLES];
    box_triangles(lo, hi, triangles);
    return solid_make(triangles, BOX_TRIANGLES);
}

static tact_relation swap(tact_relation r) {
    return r == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : r == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                       : r;
}

/* In both orders. */
static tacti_classification expect(const solid *a, const solid *b, tact_relation expected) {
    tacti_filled placed_a = {a->interior, tact_pose_identity()};
    tacti_filled placed_b = {b->interior, tact_pose_identity()};
    tacti_classification ab, ba;
    assert_int_equal(tacti_mesh_classify(NULL, &placed_a, &placed_b, NULL, &ab), TACT_OK);
    assert_int_equal(tacti_mesh_classify(NULL, &placed_b, &placed_a, NULL, &ba), TACT_OK);
    assert_int_equal(ab.relation, expected);
    assert_int_equal(ba.relation, swap(expected));
    assert_int_equal(ab.surfaces_meet, ba.surfaces_meet);
    return ab;
}

static tacti_classification expect_boxes(const tact_vec3 a[2], const tact_vec3 b[2],
                                         tact_relation expected) {
    solid solid_a = make_box(a[0], a[1]), solid_b = make_box(b[0], b[1]);
    tacti_classification got = expect(&solid_a, &solid_b, expected);
    solid_free(&solid_a);
    solid_free(&solid_b);
    return got;
}

/* A cube of edge 0.5 in one of edge 2: in its middle, touching from within, and outside. */
static void test_cube_in_cube(void **state) {
    (void)state;
    const tact_vec3 big[2] = {{-1, -1, -1}, {1, 1, 1}};
    tact_vec3 small[2] = {{-0.25, -0.25, -0.25}, {0.25, 0.25, 0.25}};
    tacti_classification got = expect_boxes(big, small, TACT_RELATION_B_IN_A);
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

/* Walls 4 m long, 0.2 m thick and 3 m high, one after the other. If they overlap in line, no
 * triangle goes through another. If one is moved sideways by 2 mm, some do. */
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
    tacti_classification got = expect_boxes(wall, beyond, TACT_RELATION_APART);
    assert_true(fabs(got.clearance.distance - 0.05) < 1e-12);
    /* A part of a wall is in the wall, with five of its sides in sides of the wall. */
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
    return solid_make(t, count);
}

static void test_cube_in_notch(void **state) {
    (void)state;
    solid l = make_notched();
    tacti_interior_info info = tacti_interior_inspect(l.interior);
    assert_true(info.is_closed && info.is_simple);
    solid cube = make_box((tact_vec3){1.25, 1.25, 0.25}, (tact_vec3){1.75, 1.75, 0.75});
    tacti_classification got = expect(&l, &cube, TACT_RELATION_APART);
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
            tacti_classification got = expect_boxes(a, b,
                                                    direction < 0    ? TACT_RELATION_CROSSING
                                                    : direction == 0 ? TACT_RELATION_TOUCHING
                                                                     : TACT_RELATION_APART);
            if (direction > 0)
                assert_true(got.clearance.lower <= near - hi && near - hi <= got.clearance.upper);
            /* The same from within: b is a's last slice, which may stick out by one unit. */
            double end = direction == 0 ? hi : nextafter(hi, direction * HUGE_VAL);
            const tact_vec3 slice[2] = {{lo + 0.5, lo, lo}, {end, hi, hi}};
            expect_boxes(a, slice, direction > 0 ? TACT_RELATION_CROSSING : TACT_RELATION_B_IN_A);
        }
}

/* A box whose edge from (0,0,0) to (1,0,0) has a vertex in its middle on one side only; a triangle
 * of zero area closes the gap. It touches its neighbours along its whole length, so the mesh counts
 * as one that touches itself. But the mesh does not cross itself, so its relations are those of the
 * plain box. */
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
    solid box = solid_make(t, count);
    tacti_interior_info info = tacti_interior_inspect(box.interior);
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
    expect(&box, &beside, TACT_RELATION_TOUCHING);
    solid_free(&box);
    solid_free(&inner);
    solid_free(&far);
    solid_free(&across);
    solid_free(&beside);
}

/* Eight corners near those of a cube, and parts of it. */
static const tact_vec3 corners[8] = {
    {0.039093144057954617, 0.053746877910285547, 0.030330909164646376},
    {-0.047774551282654905, 0.045949979642112733, 0.98441979999737728},
    {-0.041338006591051822, 0.99411604951208066, -0.033023815569675694},
    {0.040160716326546574, 1.0268307988492924, 0.99304414212231062},
    {1.034601116404839, -0.0028491033679438199, 0.038548332433867134},
    {0.97150424172034278, -0.026208549922343852, 0.95435372395919127},
    {0.97744940061686802, 1.0185520283410572, 0.0256887545419534},
    {1.0253372917683883, 0.99589960850543535, 0.99528223296142793}};

static solid make_from_corners(const int (*faces)[3], uint32_t count) {
    tact_triangle t[16];
    for (uint32_t i = 0; i < 3 * count; i++)
        t[i / 3].v[i % 3] = corners[faces[i / 3][i % 3]];
    return solid_make(t, count);
}

/* The union of six tetrahedra around the diagonal from corner 0 to corner 7, and two of them, 0 5 1
 * 7 and 0 6 4 7, which share only that diagonal, so four faces meet there. The two are part of the
 * union, with six of their eight faces on its surface. */
static void test_four_faces_at_an_edge(void **state) {
    (void)state;
    static const int whole[12][3] = {{0, 1, 3}, {0, 5, 1}, {0, 3, 2}, {0, 2, 6},
                                     {0, 6, 4}, {0, 4, 7}, {0, 7, 5}, {1, 7, 3},
                                     {1, 5, 7}, {2, 3, 7}, {2, 7, 6}, {4, 6, 7}};
    static const int part[8][3] = {{0, 5, 1}, {0, 1, 7}, {0, 6, 4}, {0, 4, 7},
                                   {0, 7, 5}, {0, 7, 6}, {1, 5, 7}, {4, 6, 7}};
    solid a = make_from_corners(whole, 12), b = make_from_corners(part, 8);
    tacti_interior_info info = tacti_interior_inspect(b.interior);
    assert_true(info.is_watertight && !info.is_closed && !info.crosses_itself);
    tacti_classification got = expect(&a, &b, TACT_RELATION_B_IN_A);
    assert_true(got.surfaces_meet && !got.is_estimate);
    got = expect(&b, &b, TACT_RELATION_IDENTICAL);
    assert_false(got.is_estimate);
    solid_free(&a);
    solid_free(&b);
}

/* The triangles of two boxes as one mesh. */
static solid make_two_boxes(const tact_vec3 one[2], const tact_vec3 other[2]) {
    tact_triangle t[2 * BOX_TRIANGLES];
    box_triangles(one[0], one[1], t);
    box_triangles(other[0], other[1], t + BOX_TRIANGLES);
    return solid_make(t, 2 * BOX_TRIANGLES);
}

/* A small box that stands in the middle of the top of a large one. The wall between them is part of
 * a larger side, so no triangles match. The wall bounds nothing. */
static void test_box_on_box(void **state) {
    (void)state;
    const tact_vec3 large[2] = {{0, 0, 0}, {8, 8, 4}}, small[2] = {{2, 2, 4}, {6, 6, 8}};
    solid tower = make_two_boxes(large, small);
    tacti_interior_info info = tacti_interior_inspect(tower.interior);
    assert_true(info.is_closed && !info.is_simple && !info.crosses_itself);
    /* Across the wall, and on it from above. */
    solid across = make_box((tact_vec3){3, 3, 3}, (tact_vec3){5, 5, 5});
    assert_true(expect(&tower, &across, TACT_RELATION_B_IN_A).surfaces_meet);
    solid above = make_box((tact_vec3){3, 3, 4}, (tact_vec3){5, 5, 5});
    expect(&tower, &above, TACT_RELATION_B_IN_A);
    /* Beside the small box, on the large one; then one unit in the last place into it. */
    solid beside = make_box((tact_vec3){6, 2, 4}, (tact_vec3){8, 6, 8});
    expect(&tower, &beside, TACT_RELATION_TOUCHING);
    solid deeper = make_box((tact_vec3){6, 2, nextafter(4, 0)}, (tact_vec3){8, 6, 8});
    expect(&tower, &deeper, TACT_RELATION_CROSSING);
    /* The wall is in a cavity of the other solid, and everything else is inside that solid. */
    const tact_vec3 outer[2] = {{-1, -1, -1}, {9, 9, 9}}, hole[2] = {{3, 5, 3}, {5, 3, 5}};
    solid hollow = make_two_boxes(outer, hole);
    assert_int_equal(tacti_interior_inspect(hollow.interior).cavity_count, 1);
    expect(&tower, &hollow, TACT_RELATION_CROSSING);
    solid *all[] = {&tower, &across, &above, &beside, &deeper, &hollow};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        solid_free(all[i]);
}

/* Two tetrahedra in a cube, each on four of its corners, intersect in an octahedron that contains
 * no edge of either. One of them has an inner wall, stored in both orientations. The faces that the
 * wall touches have to be examined piece by piece. */
static void test_octahedron(void **state) {
    (void)state;
    static const tact_vec3 v[4] = {{0, 0, 0}, {4, 4, 0}, {4, 0, 4}, {0, 4, 4}};
    static const int side[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    tact_triangle one[4], other[4], divided[8];
    const tact_vec3 middle = {2, 2, 0}; /* of the edge from v[0] to v[1] */
    for (int i = 0; i < 12; i++) {
        tact_vec3 p = v[side[i / 3][i % 3]];
        one[i / 3].v[i % 3] = p;
        other[i / 3].v[2 - i % 3] = (tact_vec3){p.x, p.y, 4 - p.z};
        for (int half = 0; half < 2; half++) /* corner half moved to the middle */
            divided[4 * half + i / 3].v[i % 3] = side[i / 3][i % 3] == half ? middle : p;
    }
    solid a = solid_make(one, 4), b = solid_make(other, 4), c = solid_make(divided, 8);
    expect(&a, &b, TACT_RELATION_CROSSING);
    expect(&c, &b, TACT_RELATION_CROSSING);
    tacti_filled placed[2] = {{a.interior, tact_pose_identity()},
                              {c.interior, tact_pose_identity()}};
    tacti_classification got;
    assert_int_equal(tacti_mesh_classify(NULL, &placed[0], &placed[1], NULL, &got), TACT_OK);
    assert_int_equal(got.relation, TACT_RELATION_A_IN_B); /* equal as sets */
    solid_free(&a);
    solid_free(&b);
    solid_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cube_in_cube),
        cmocka_unit_test(test_cubes_that_share_a_face),
        cmocka_unit_test(test_walls_in_line),
        cmocka_unit_test(test_cube_in_notch),
        cmocka_unit_test(test_flush_cubes),
        cmocka_unit_test(test_zero_area),
        cmocka_unit_test(test_four_faces_at_an_edge),
        cmocka_unit_test(test_box_on_box),
        cmocka_unit_test(test_octahedron),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
