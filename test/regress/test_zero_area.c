/* SPDX-License-Identifier: MIT */
/* Triangles of zero area, which act as a point or a segment. In other libraries such a triangle
 * makes every query answer "intersecting" (three-mesh-bvh#762) or breaks the whole result
 * (fcl#395). */
#include "shapes.h"
#include "support.h"

static tact_triangle point_triangle(double x, double y, double z) {
    tact_vec3 p = {x, y, z};
    return (tact_triangle){{p, p, p}};
}

static void make_cube(tact_triangle out[BOX_TRIANGLES]) {
    box_triangles((tact_vec3){-0.5, -0.5, -0.5}, (tact_vec3){0.5, 0.5, 0.5}, out);
}

/* The middle of the cube is half an edge away from all six sides. */
static void test_point_in_the_middle_meets_nothing(void **state) {
    (void)state;
    tact_triangle cube[BOX_TRIANGLES], point = point_triangle(0, 0, 0);
    make_cube(cube);
    assert_int_equal(count_meeting(cube, BOX_TRIANGLES, &point, 1), 0);
    for (int i = 0; i < BOX_TRIANGLES; i++)
        assert_gap(tact_triangle_distance(&cube[i], &point), 0.5);
}

static void test_point_far_away_meets_nothing(void **state) {
    (void)state;
    tact_triangle cube[BOX_TRIANGLES], point = point_triangle(10, 0, 0);
    make_cube(cube);
    assert_int_equal(count_meeting(cube, BOX_TRIANGLES, &point, 1), 0);
    assert_gap(least_gap(cube, BOX_TRIANGLES, &point, 1), 9.5);
}

/* (0.5, 0, 0) is the middle of the side hi.x, on the cut between its two triangles, numbers 2 and
 * 3. In triangle 2 (corners 1, 3, 7 of the box) the cut 1-7 is the edge from v[2] to v[0]; in
 * triangle 3 (1, 7, 5) it is the edge from v[0] to v[1]. */
static void test_point_on_a_side_meets_that_side(void **state) {
    (void)state;
    tact_triangle cube[BOX_TRIANGLES], point = point_triangle(0.5, 0, 0);
    make_cube(cube);
    assert_int_equal(count_meeting(cube, BOX_TRIANGLES, &point, 1), 2);
    for (int i = 2; i < 4; i++) {
        tact_overlap overlap = tact_triangle_intersect(&cube[i], &point);
        assert_int_equal(overlap.kind, TACT_OVERLAP_POINT);
        assert_int_equal(overlap.points[0].a, i == 2 ? TACT_FEATURE_EDGE_2 : TACT_FEATURE_EDGE_0);
        assert_int_equal(overlap.points[0].b, TACT_FEATURE_VERTEX_0);
    }
}

/* Three points on a line above the cube's top, the middle one nearest: (0, 0, 0.75), 0.25 away. */
static void test_collinear_triangle_outside_meets_nothing(void **state) {
    (void)state;
    tact_triangle cube[BOX_TRIANGLES];
    tact_triangle segment = {{{0, 0, 1}, {0, 0, 0.75}, {0, 0, 2}}};
    make_cube(cube);
    assert_int_equal(count_meeting(cube, BOX_TRIANGLES, &segment, 1), 0);
    assert_gap(least_gap(cube, BOX_TRIANGLES, &segment, 1), 0.25);
}

/* The sliver in a mesh whose vertex sits on an edge: corners A, M, B with M between A
 * and B, next to triangle A, B, C. They share the edge AB, which is the whole sliver. */
static void test_sliver_meets_its_neighbour_along_the_edge(void **state) {
    (void)state;
    tact_triangle neighbour = {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}};
    tact_triangle sliver = {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
    assert_true(tact_is_collinear(&sliver.v[0], &sliver.v[1], &sliver.v[2]));
    tact_overlap overlap = tact_triangle_intersect(&neighbour, &sliver);
    assert_int_equal(overlap.kind, TACT_OVERLAP_SEGMENT);
    assert_int_equal(overlap.point_count, 2);
    double sum = overlap.points[0].position.x + overlap.points[1].position.x;
    assert_true(sum == 2); /* the ends are (0, 0, 0) and (2, 0, 0) in some order */
    for (int i = 0; i < 2; i++) {
        double x = overlap.points[i].position.x;
        assert_true(x == 0 || x == 2);
        assert_int_equal(overlap.points[i].a,
                         x == 0 ? TACT_FEATURE_VERTEX_0 : TACT_FEATURE_VERTEX_1);
        assert_int_equal(overlap.points[i].b,
                         x == 0 ? TACT_FEATURE_VERTEX_0 : TACT_FEATURE_VERTEX_2);
    }
}

/* The same sliver lifted by the least positive double: apart. */
static void test_sliver_lifted_by_the_least_double_is_apart(void **state) {
    (void)state;
    double least = 0x1p-1074;
    tact_triangle neighbour = {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}};
    tact_triangle sliver = {{{0, 0, least}, {1, 0, least}, {2, 0, least}}};
    assert_int_equal(count_meeting(&neighbour, 1, &sliver, 1), 0);
    assert_gap(tact_triangle_distance(&neighbour, &sliver), least);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_point_in_the_middle_meets_nothing),
        cmocka_unit_test(test_point_far_away_meets_nothing),
        cmocka_unit_test(test_point_on_a_side_meets_that_side),
        cmocka_unit_test(test_collinear_triangle_outside_meets_nothing),
        cmocka_unit_test(test_sliver_meets_its_neighbour_along_the_edge),
        cmocka_unit_test(test_sliver_lifted_by_the_least_double_is_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
