/* SPDX-License-Identifier: MIT */
/* Rounded shapes without volume that touch or nearly touch; one of them is a cylinder, cone or
 * ellipsoid. The differences of their cores' points lie in one plane, and four of them form a
 * tetrahedron without volume. This library once took the origin, far from that plane, to be inside
 * such a tetrahedron, and reported contact for shapes that are apart. */
#include "support.h"

#include <math.h>

#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

/* The separation of a pair is between low and high, which are on the same side of 0. The answer
 * must not be contact if low is above 0, and not apart otherwise. Bounds must allow for the
 * interval. Returns how many of six answers are decided. */
static int check_pair(const tacti_placed_shape *a, const tacti_placed_shape *b, double low,
                      double high) {
    tact_outcome wrong = low > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    int decided = 0;
    for (int order = 0; order < 2; order++) {
        const tacti_placed_shape *p = order == 0 ? a : b, *q = order == 0 ? b : a;
        tacti_convex_collision c;
        tacti_convex_distance_answer s;
        tacti_convex_depth_answer d;
        assert_int_equal(tacti_convex_collide(p, q, NULL, &c), TACT_OK);
        assert_int_equal(tacti_convex_distance(p, q, NULL, &s), TACT_OK);
        assert_int_equal(tacti_convex_depth(p, q, NULL, &d), TACT_OK);
        assert_int_not_equal(c.outcome, wrong);
        assert_int_not_equal(s.outcome, wrong);
        assert_int_not_equal(d.outcome, wrong);
        assert_true(s.lower <= fmax(high, 0) && s.upper >= fmax(low, 0));
        assert_true(d.lower <= fmax(-low, 0) && d.upper >= fmax(-high, 0));
        decided += (c.outcome != TACT_OUTCOME_UNDECIDED) + (s.outcome != TACT_OUTCOME_UNDECIDED) +
                   (d.outcome != TACT_OUTCOME_UNDECIDED);
    }
    return decided;
}

/* Let h be the height and radius of the cone, whose core stays within 2 of its axis. The capsule
 * extends from x = h + 2048 on. So along x the cores are at least h + 2046 apart, and the shapes h
 * + 2046 - (h + 1) = 2045. The point (1, 0, 0) of the cone is less than h + 2047 + 2^-500 from the
 * capsule's core, so the distance is at most 2046 + 2^-500. */
static void test_needle_and_capsule(void **state) {
    (void)state;
    const double h = 0x1.976dba1fd2dbep+63;
    tact_shape cone = tact_shape_cone(2, h);
    cone.radius = h;
    tact_vec3 far = {h, 0x1.4f03221a0f9dfp-577, 0};
    tact_vec3 near = {0x1.4f03221a0f9ep-577, 0x1.4f03221a0f9ep-577, -0x1.4f03221a0f9e1p-577};
    tact_shape capsule = tact_shape_segment(far, near, 1);
    tact_pose turned = {{0x1.a0de162bbf69bp-1, 0x1.619ba2f23e236p-2, 0x1.ddefbd13e023bp-2,
                         0x1.976dba1fd2dbfp+63, -0x1.80aded16081a4p-5, 0x1.ae4c7a221bd6fp-1,
                         -0x1.146bf47379543p-1, -0x1.beb0bd0d7e4a5p-577, -0x1.284a180a64172p-1,
                         0x1.abadd8401fcb6p-2, 0x1.66a62fcf08f01p-1, 0}};
    tacti_placed_shape a = {&cone, tact_pose_identity()}, b = {&capsule, turned};
    assert_int_equal(check_pair(&a, &b, 2045, 2046.5), 6);
}

/* ---- Parallel planes ---------------------------------------------------------------------- */

/* A core without volume in the plane z = 0 that contains the origin. */
static tact_shape flat_disc(test_rng *rng) {
    double r = test_rng_between(rng, 0.1, 1), s = test_rng_between(rng, 0.1, 1);
    switch (test_rng_below(rng, 3)) {
    case 0:
        return tact_shape_cylinder(r, 0);
    case 1:
        return tact_shape_cone(r, 0);
    default:
        return tact_shape_ellipsoid(r, s, 0);
    }
}

/* The same on the z axis. */
static tact_shape flat_needle(test_rng *rng) {
    double h = test_rng_between(rng, 0.1, 1);
    switch (test_rng_below(rng, 3)) {
    case 0:
        return tact_shape_cylinder(0, h);
    case 1:
        return tact_shape_cone(0, h);
    default:
        return tact_shape_ellipsoid(0, 0, h);
    }
}

/* A segment or triangle in the plane x = off or z = off that contains the foot of the origin.
 */
static tact_shape flat_polytope(test_rng *rng, bool is_along_x, double off) {
    tact_vec3 v[3];
    double p = test_rng_between(rng, -1, 1), q = test_rng_between(rng, -1, 1);
    double r = test_rng_between(rng, -1, 1), s = test_rng_between(rng, -1, 1);
    const double at[3][2] = {{p, q}, {-p, -q}, {r, s}};
    for (int i = 0; i < 3; i++)
        v[i] = is_along_x ? (tact_vec3){off, at[i][0], at[i][1]}
                          : (tact_vec3){at[i][0], at[i][1], off};
    if (test_rng_below(rng, 2))
        return tact_shape_segment(v[0], v[1], 0);
    return tact_shape_triangle((tact_triangle){{v[0], v[1], v[2]}});
}

/* A rotation that maps axes to axes: nothing is rounded. */
static tact_pose axis_pose(test_rng *rng) {
    tact_pose pose = {{0}};
    uint32_t first = test_rng_below(rng, 3);
    double s = test_rng_below(rng, 2) ? 1 : -1, t = test_rng_below(rng, 2) ? 1 : -1;
    pose.m[first] = s;
    pose.m[4 + (first + 1) % 3] = t;
    pose.m[8 + (first + 2) % 3] = s * t;
    return pose;
}

/* Cores in parallel planes at distance off, with points that face each other, so off is their
 * distance. Radii of 1 leave a separation of off - 2, a few units in the last place. */
static void test_parallel_planes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("parallel_planes");
    uint64_t count = test_case_count(3000, 300000);
    for (uint64_t i = 0; i < count; i++) {
        bool is_along_x = test_rng_below(&rng, 2) != 0;
        double gap = ((int)test_rng_below(&rng, 7) - 3) * 0x1p-51;
        tact_shape smooth = is_along_x ? flat_needle(&rng) : flat_disc(&rng);
        tact_shape polytope = flat_polytope(&rng, is_along_x, 2 + gap);
        smooth.radius = polytope.radius = 1;
        tact_pose pose = axis_pose(&rng);
        tacti_placed_shape a = {&smooth, pose}, b = {&polytope, pose};
        assert_int_equal(check_pair(&a, &b, gap, gap), 6);
    }
}

static tact_pose any_rotation(test_rng *rng) {
    tact_pose pose;
    tact_vec3 axis, zero = {0, 0, 0};
    double square;
    do {
        axis = (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                           test_rng_between(rng, -1, 1)};
        square = tact_vec3_dot(axis, axis);
    } while (!(square > 0.01 && square < 1));
    assert_int_equal(tact_pose_from_axis_angle(tact_vec3_normalize(axis),
                                               test_rng_between(rng, -3.2, 3.2), zero, &pose),
                     TACT_OK);
    return pose;
}

/* The same, rotated. No coordinate exceeds 2.01, so the placed vertices of the polytope are rounded
 * by less than 4.01 u 6.1 in each coordinate, 5e-15 in all. The columns of a rotation have length 1
 * and are at right angles up to 10^-15, which changes a distance of 2 by less than 5e-15. The gaps
 * are wider than that, but not so wide that the errors of a search could not hide them. */
static void test_turned_planes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("turned_planes");
    uint64_t count = test_case_count(10000, 1000000);
    for (uint64_t i = 0; i < count; i++) {
        bool is_along_x = test_rng_below(&rng, 2) != 0;
        double gap = test_rng_between(&rng, 1.5e-14, 1e-13);
        gap = test_rng_below(&rng, 4) ? gap : -gap;
        tact_shape smooth = is_along_x ? flat_needle(&rng) : flat_disc(&rng);
        tact_shape polytope = flat_polytope(&rng, is_along_x, 2 + gap);
        smooth.radius = polytope.radius = 1;
        tact_pose pose = any_rotation(&rng);
        tacti_placed_shape a = {&smooth, pose}, b = {&polytope, pose};
        check_pair(&a, &b, gap - 1e-14, gap + 1e-14);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_needle_and_capsule),
        cmocka_unit_test(test_parallel_planes),
        cmocka_unit_test(test_turned_planes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
