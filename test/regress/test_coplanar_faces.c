/* SPDX-License-Identifier: MIT */
/* Two walls in one line whose side faces lie in common planes: overlapping by 50 mm, abutting, and
 * 50 mm apart. Tools that drop coplanar pairs miss the overlap (IfcOpenShell#4594). */
#include "shapes.h"
#include "support.h"

#define FRONT 4 /* first triangle of the side lo.y */

static void make_walls(double second_start, tact_triangle a[BOX_TRIANGLES],
                       tact_triangle b[BOX_TRIANGLES]) {
    box_triangles((tact_vec3){0, -0.1, 0}, (tact_vec3){4, 0.1, 3}, a);
    box_triangles((tact_vec3){second_start, -0.1, 0}, (tact_vec3){8, 0.1, 3}, b);
}

static void assert_polygon_in_strip(const tact_triangle *a, const tact_triangle *b,
                                    uint32_t corners) {
    tact_overlap overlap = tact_triangle_intersect(a, b);
    assert_int_equal(overlap.kind, TACT_OVERLAP_POLYGON);
    assert_int_equal(overlap.point_count, corners);
    for (uint32_t i = 0; i < corners; i++) {
        tact_vec3 p = overlap.points[i].position;
        assert_true(p.x >= 3.95 - 1e-14 && p.x <= 4 + 1e-14);
        assert_true(p.y >= -0.1 - 1e-14 && p.y <= -0.1 + 1e-14);
        assert_true(p.z >= -1e-14 && p.z <= 3 + 1e-14);
    }
}

/* In the front plane the first wall is cut along z = 3x/4 (its triangle 4 lies below, 5 above), the
 * second along z = 3(x - 3.95)/4.05. Over the strip 3.95 <= x <= 4 the first cut runs from 2.9625
 * to 3 and the second from 0 to 0.037, so:
 *   below first, below second: the corners (3.95, 0), (4, 0), (4, 0.037): a triangle;
 *   below first, above second: between the two cuts: a quadrilateral;
 *   above first, above second: (3.95, 2.9625), (4, 3), (3.95, 3): a triangle;
 *   above first, below second: nothing. */
static void test_overlap_of_50_mm_is_found_in_the_common_plane(void **state) {
    (void)state;
    tact_triangle a[BOX_TRIANGLES], b[BOX_TRIANGLES];
    make_walls(3.95, a, b);
    assert_polygon_in_strip(&a[FRONT], &b[FRONT], 3);
    assert_polygon_in_strip(&a[FRONT], &b[FRONT + 1], 4);
    assert_polygon_in_strip(&a[FRONT + 1], &b[FRONT + 1], 3);
    assert_false(tact_triangle_overlaps(&a[FRONT + 1], &b[FRONT]));
    assert_true(count_meeting(a, BOX_TRIANGLES, b, BOX_TRIANGLES) > 0);
}

/* The same with the second wall moved aside by 2 mm, so that only top and bottom faces are
 * coplanar: the end of each wall is inside the other, except for a strip of 2 mm. */
static void test_overlap_is_found_when_nudged_aside(void **state) {
    (void)state;
    tact_triangle a[BOX_TRIANGLES], b[BOX_TRIANGLES];
    make_walls(3.95, a, b);
    for (int i = 0; i < BOX_TRIANGLES; i++)
        for (int k = 0; k < 3; k++)
            b[i].v[k].y += 0.002;
    assert_true(count_meeting(a, BOX_TRIANGLES, b, BOX_TRIANGLES) > 0);
    /* b's front (y = -0.098) crosses a's end (x = 4): two of their triangles share a segment. */
    uint32_t segments = 0;
    for (int i = 2; i < 4; i++)
        for (int j = FRONT; j < FRONT + 2; j++)
            segments += tact_triangle_intersect(&a[i], &b[j]).kind == TACT_OVERLAP_SEGMENT;
    assert_true(segments > 0);
}

/* The ends are the same square at x = 4, so triangles meet if they share one of its corners (see
 * test_flush_cubes.c). */
static void test_abutting_walls_touch(void **state) {
    (void)state;
    tact_triangle a[BOX_TRIANGLES], b[BOX_TRIANGLES];
    make_walls(4, a, b);
    for (int i = 0; i < BOX_TRIANGLES; i++)
        for (int j = 0; j < BOX_TRIANGLES; j++)
            assert_int_equal(tact_triangle_overlaps(&a[i], &b[j]), share_corner(&a[i], &b[j]));
    assert_true(count_meeting(a, BOX_TRIANGLES, b, BOX_TRIANGLES) > 0);
}

static void test_walls_50_mm_apart_are_that_far_apart(void **state) {
    (void)state;
    tact_triangle a[BOX_TRIANGLES], b[BOX_TRIANGLES];
    make_walls(4.05, a, b);
    assert_int_equal(count_meeting(a, BOX_TRIANGLES, b, BOX_TRIANGLES), 0);
    assert_gap(least_gap(a, BOX_TRIANGLES, b, BOX_TRIANGLES), 4.05 - 4); /* exact: Sterbenz */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overlap_of_50_mm_is_found_in_the_common_plane),
        cmocka_unit_test(test_overlap_is_found_when_nudged_aside),
        cmocka_unit_test(test_abutting_walls_touch),
        cmocka_unit_test(test_walls_50_mm_apart_are_that_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
