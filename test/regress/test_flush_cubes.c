/* SPDX-License-Identifier: MIT */
/* Unit cubes side by side: touching, one unit in the last place apart, and one deep, at the origin
 * and 5 and 50 km away from it. Clash tools that compute in float, or with a fixed epsilon, report
 * their own rounding errors there (ifc-lite#2594, ifc-lite#2604). Also two cubes that share a face
 * (fcl#503).
 */
#include "shapes.h"
#include "support.h"

#include <math.h>

static const double offsets[] = {0, 5000, 50000};
#define OFFSETS (sizeof offsets / sizeof *offsets)

typedef struct cube_pair {
    double wall; /* the greater x of a */
    double gap;  /* from there to the lesser x of b: 0, or one unit in the last place of wall */
    tact_triangle a[BOX_TRIANGLES], b[BOX_TRIANGLES];
} cube_pair;

/* Cubes with edges 1 at (offset, offset, offset), b beyond a in x. direction moves b's near side by
 * one unit in the last place away from a (1) or into it (-1). */
static cube_pair make_pair(double offset, int direction) {
    cube_pair pair;
    double lo = offset, hi = offset + 1;
    double near = direction == 0 ? hi : nextafter(hi, direction * HUGE_VAL);
    pair.wall = hi;
    pair.gap = near - hi;
    box_triangles((tact_vec3){lo, lo, lo}, (tact_vec3){hi, hi, hi}, pair.a);
    box_triangles((tact_vec3){near, lo, lo}, (tact_vec3){hi + 1, hi, hi}, pair.b);
    return pair;
}

/* All common points are in the plane x = wall. A triangle of a cube meets this plane in a corner, a
 * side or a half of the square. Two such sets meet only if they have a corner of the square in
 * common: a half has three of the four corners, so it shares one with every side and half. */
static void test_touching_cubes_meet_where_they_share_corners(void **state) {
    (void)state;
    for (size_t k = 0; k < OFFSETS; k++) {
        cube_pair pair = make_pair(offsets[k], 0);
        uint32_t expected = 0;
        for (int i = 0; i < BOX_TRIANGLES; i++)
            for (int j = 0; j < BOX_TRIANGLES; j++) {
                bool meets = tact_triangle_overlaps(&pair.a[i], &pair.b[j]);
                assert_int_equal(meets, share_corner(&pair.a[i], &pair.b[j]));
                expected += meets;
            }
        assert_true(expected > 0);
        assert_int_equal(count_meeting(pair.a, BOX_TRIANGLES, pair.b, BOX_TRIANGLES), expected);
    }
}

/* The halves of the common square: triangles 2 and 3 of a, 0 and 1 of b, both cut from the least to
 * the greatest corner. Equal halves coincide; unequal ones share the cut. */
static void test_shared_face_is_two_triangles_and_a_diagonal(void **state) {
    (void)state;
    for (size_t k = 0; k < OFFSETS; k++) {
        cube_pair pair = make_pair(offsets[k], 0);
        uint32_t polygons = 0, segments = 0;
        for (int i = 2; i < 4; i++)
            for (int j = 0; j < 2; j++) {
                tact_overlap overlap = tact_triangle_intersect(&pair.a[i], &pair.b[j]);
                polygons += overlap.kind == TACT_OVERLAP_POLYGON && overlap.point_count == 3;
                segments += overlap.kind == TACT_OVERLAP_SEGMENT;
                for (uint32_t p = 0; p < overlap.point_count; p++) {
                    assert_true(overlap.points[p].a <= TACT_FEATURE_VERTEX_2);
                    assert_true(overlap.points[p].b <= TACT_FEATURE_VERTEX_2);
                    test_assert_same_bits(overlap.points[p].position.x, pair.wall);
                }
            }
        assert_int_equal(polygons, 2);
        assert_int_equal(segments, 2);
    }
}

/* The sides x = wall and x = wall + gap are parallel squares that face each other. */
static void test_one_ulp_apart_is_apart_by_one_ulp(void **state) {
    (void)state;
    for (size_t k = 0; k < OFFSETS; k++) {
        cube_pair pair = make_pair(offsets[k], 1);
        assert_true(pair.gap > 0);
        assert_int_equal(count_meeting(pair.a, BOX_TRIANGLES, pair.b, BOX_TRIANGLES), 0);
        assert_gap(least_gap(pair.a, BOX_TRIANGLES, pair.b, BOX_TRIANGLES), pair.gap);
    }
}

/* b's near side is inside a, so a's side x = wall cuts b's four long sides, while the two parallel
 * squares stay apart by one unit. The long sides lie in common planes and share strips. */
static void test_one_ulp_deep_meets(void **state) {
    (void)state;
    for (size_t k = 0; k < OFFSETS; k++) {
        cube_pair pair = make_pair(offsets[k], -1);
        assert_true(pair.gap < 0);
        assert_true(count_meeting(pair.a, BOX_TRIANGLES, pair.b, BOX_TRIANGLES) > 0);
        assert_int_equal(count_meeting(pair.a + 2, 2, pair.b, 2), 0);
        assert_gap(least_gap(pair.a + 2, 2, pair.b, 2), -pair.gap);
        for (int side = 4; side < BOX_TRIANGLES; side += 2) {
            assert_true(count_meeting(pair.a + 2, 2, pair.b + side, 2) > 0);
            uint32_t polygons = 0;
            for (int i = side; i < side + 2; i++)
                for (int j = side; j < side + 2; j++)
                    polygons += tact_triangle_intersect(&pair.a[i], &pair.b[j]).kind ==
                                TACT_OVERLAP_POLYGON;
            assert_true(polygons > 0);
        }
    }
}

/* Coordinates that went through float: at 50 km the wall snaps to a multiple of 2^-8. The answer is
 * the one for the given numbers, whichever way they snapped. */
static void test_float_noise_is_judged_as_given(void **state) {
    (void)state;
    double wall = (double)(float)50000.7, other = (double)nextafterf((float)50000.7, 60000.0f);
    tact_triangle a[BOX_TRIANGLES], b[BOX_TRIANGLES];
    box_triangles((tact_vec3){49999, 0, 0}, (tact_vec3){wall, 1, 1}, a);
    box_triangles((tact_vec3){other, 0, 0}, (tact_vec3){50002, 1, 1}, b);
    assert_int_equal(count_meeting(a, BOX_TRIANGLES, b, BOX_TRIANGLES), 0);
    assert_gap(least_gap(a, BOX_TRIANGLES, b, BOX_TRIANGLES), 0x1p-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_touching_cubes_meet_where_they_share_corners),
        cmocka_unit_test(test_shared_face_is_two_triangles_and_a_diagonal),
        cmocka_unit_test(test_one_ulp_apart_is_apart_by_one_ulp),
        cmocka_unit_test(test_one_ulp_deep_meets),
        cmocka_unit_test(test_float_noise_is_judged_as_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
