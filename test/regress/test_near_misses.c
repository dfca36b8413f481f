/* SPDX-License-Identifier: MIT */
/* Triangles, points and rays that nearly meet or just meet, with the numbers of public reports:
 * parry#253 (two triangles, expanding polytope fails), parry#75 (a point beside a triangle counted
 * as inside), embree#298 (a ray in the plane of a triangle not reported). */
#include "shapes.h"
#include "support.h"

/* The point (-2.349647, 1, 11.037681) of b is in the plane y = 1 of a, just outside a's edge from
 * v[2] to v[0]; b's edge from there to v[0] runs downward under it. The two lines come nearest at
 * the parameters 0.66 and 1.3e-10, inside both edges, at |r . n| / |n| with n the cross product of
 * the edges and r any vector between them. Rational numbers give the value below. */
static void test_vertex_beside_an_edge(void **state) {
    (void)state;
    tact_triangle a = {
        {{-13.174434, 1, 8.736801}, {3.5251038, 1, 12.1}, {3.2048466, 1, 12.218325}}};
    tact_triangle b = {{{-1.63, 0, 11.19}, {-2.349647, 0, 11.037681}, {-2.349647, 1, 11.037681}}};
    assert_int_equal(count_meeting(&a, 1, &b, 1), 0);
    assert_gap(tact_triangle_distance(&a, &b), 2.0373232802402248e-07);
}

/* The same numbers rounded to float, as the report's program saw them. */
static void test_vertex_beside_an_edge_in_float(void **state) {
    (void)state;
    tact_triangle a = {{{(double)-13.174434f, 1, (double)8.736801f},
                        {(double)3.5251038f, 1, (double)12.1f},
                        {(double)3.2048466f, 1, (double)12.218325f}}};
    tact_triangle b = {{{(double)-1.63f, 0, (double)11.19f},
                        {(double)-2.349647f, 0, (double)11.037681f},
                        {(double)-2.349647f, 1, (double)11.037681f}}};
    assert_int_equal(count_meeting(&a, 1, &b, 1), 0);
    assert_gap(tact_triangle_distance(&a, &b), 4.0671142743163024e-08);
}

/* The triangle stands upright over the line x + z = const; the point is at the height of its upper
 * edge, from (21.94, 0) to (22.255, -0.315) in x and z, and 0.221 / sqrt(2) away from it. (Rational
 * numbers, for the doubles nearest to these decimals, give the value below.) */
static void test_point_beside_a_triangle_is_not_in_it(void **state) {
    (void)state;
    tact_triangle a = {{{21.94, 3.7, 0}, {22.255, 3.7, -0.315}, {22.255, 3.5, -0.315}}};
    tact_vec3 point = {22.01, 3.7, -0.291};
    assert_false(tact_triangle_contains(&a, point, NULL));
    tact_gap gap = tact_triangle_distance_point(&a, point);
    assert_gap(gap, 0.15627059864222587);
    assert_int_equal(gap.feature_a, TACT_FEATURE_EDGE_0);
}

/* From (-1, 1/2, 0) along x the ray enters through the edge x = 0 at parameter 1 and leaves through
 * the edge x + y = 1 at parameter 3/2. */
static void test_ray_in_the_plane_is_reported(void **state) {
    (void)state;
    tact_triangle a = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    tact_ray_hit hit = tact_triangle_intersect_ray(&a, (tact_ray){{-1, 0.5, 0}, {1, 0, 0}});
    assert_int_equal(hit.kind, TACT_OVERLAP_SEGMENT);
    test_assert_same_bits(hit.t_enter, 1);
    test_assert_same_bits(hit.t_exit, 1.5);
    assert_int_equal(hit.enter, TACT_FEATURE_EDGE_2);
    assert_int_equal(hit.exit, TACT_FEATURE_EDGE_1);

    tact_segment segment = {{-1, 0.5, 0}, {1, 0.5, 0}};
    tact_overlap overlap = tact_triangle_intersect_segment(&a, segment);
    assert_int_equal(overlap.kind, TACT_OVERLAP_SEGMENT);
    for (int i = 0; i < 2; i++) {
        tact_overlap_point point = overlap.points[i];
        assert_true(point.a == TACT_FEATURE_EDGE_1 || point.a == TACT_FEATURE_EDGE_2);
        assert_true(point.position.x == (point.a == TACT_FEATURE_EDGE_2 ? 0 : 0.5));
        assert_int_equal(point.b, TACT_FEATURE_EDGE_0);
    }
    assert_true(overlap.points[0].a != overlap.points[1].a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vertex_beside_an_edge),
        cmocka_unit_test(test_vertex_beside_an_edge_in_float),
        cmocka_unit_test(test_point_beside_a_triangle_is_not_in_it),
        cmocka_unit_test(test_ray_in_the_plane_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
