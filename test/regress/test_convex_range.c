/* SPDX-License-Identifier: MIT */
/* Distances and depths at the ends of the exponent range. There this library once returned wrong
 * bounds, infinite distances, NaN, or what an earlier call had left on the stack. Expected values
 * are derived next to each case. */
#include "support.h"

#include <math.h>
#include <string.h>
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

#define LEAST 0x1p-1074

static tacti_placed_shape at(const tact_shape *shape, double x, double y, double z) {
    tacti_placed_shape placed = {shape, tact_pose_identity()};
    placed.pose.m[3] = x;
    placed.pose.m[7] = y;
    placed.pose.m[11] = z;
    return placed;
}

static tacti_convex_distance_answer distance_of(const tacti_placed_shape *a,
                                                const tacti_placed_shape *b) {
    tacti_convex_distance_answer s;
    assert_int_equal(tacti_convex_distance(a, b, NULL, &s), TACT_OK);
    return s;
}

static tacti_convex_depth_answer depth_of(const tacti_placed_shape *a,
                                          const tacti_placed_shape *b) {
    tacti_convex_depth_answer d;
    assert_int_equal(tacti_convex_depth(a, b, NULL, &d), TACT_OK);
    return d;
}

/* Fills the stack that the next call uses with a number. */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
static void
fill_stack(double x) {
    volatile double stack[8000];
    for (int i = 0; i < 8000; i++)
        stack[i] = x;
    (void)stack[0];
}

/* ---- One answer after another ------------------------------------------------------------- */

/* Balls of 10^-300 at a distance of 9 10^-300 are 7 10^-300 apart. */
static void test_tiny_balls_are_apart(void **state) {
    (void)state;
    tact_shape ball = tact_shape_sphere(1e-300);
    tacti_placed_shape a = at(&ball, 0, 0, 0), b = at(&ball, 9e-300, 0, 0);
    tacti_convex_distance_answer s = distance_of(&a, &b);
    assert_int_equal(s.outcome, TACT_OUTCOME_APART);
    assert_true(s.lower <= 7e-300 * (1 + 1e-15) && s.upper >= 7e-300 * (1 - 1e-15));
    assert_true(s.lower >= 7e-300 * (1 - 1e-12) && s.upper <= 7e-300 * (1 + 1e-12));
}

/* With e the least double, the segment begins 2 e away from the rectangle, runs away from its edge,
 * and comes nearer by less than e / 2 only far beyond the edge. So the cores are less than 2 e and
 * more than e apart, and the gap is above 0 and below e: below every double above 0. */
static void test_gap_below_the_least_double(void **state) {
    (void)state;
    tact_shape segment = tact_shape_segment((tact_vec3){-2 * LEAST, -0.5, -LEAST},
                                            (tact_vec3){0, -0x1p+304, 0}, LEAST);
    tact_shape box = tact_shape_box(0, 0.5, 1);
    tacti_placed_shape a = at(&segment, 0, 0, 0), b = at(&box, 0, 0, 0);
    tacti_convex_distance_answer s = distance_of(&a, &b);
    assert_int_equal(s.outcome, TACT_OUTCOME_APART);
    assert_true(s.lower == 0 && s.distance == LEAST && s.upper >= LEAST && s.upper <= 4 * LEAST);
    /* Without the radius it is between e and 2 e. */
    segment.radius = 0;
    s = distance_of(&a, &b);
    assert_int_equal(s.outcome, TACT_OUTCOME_APART);
    assert_true(s.lower <= 2 * LEAST && s.upper >= LEAST && s.upper <= 4 * LEAST);
}

/* A box and itself. The box has no extent along z, so the cores separate along z without motion,
 * and the depth is the sum of the radii. Earlier contents of the stack do not matter. */
static void test_depth_of_a_flat_box(void **state) {
    (void)state;
    static const double left[3] = {1234.5, -7, 0};
    tact_shape box = tact_shape_box(LEAST, 3, 0);
    box.radius = 3;
    tacti_placed_shape a = at(&box, 0, 0, 0);
    for (int i = 0; i < 3; i++) {
        fill_stack(left[i]);
        tacti_convex_depth_answer d = depth_of(&a, &a);
        assert_int_equal(d.outcome, TACT_OUTCOME_CONTACT);
        assert_true(d.lower <= 6 && 6 <= d.upper && d.upper - d.lower < 1e-13);
        assert_true(fabs(d.direction.z) == 1 && d.direction.x == 0 && d.direction.y == 0);
        assert_true(fabs(d.point_a.z - d.point_b.z) <= 6 + 1e-13);
    }
}

/* The triangle is a segment that begins on the upper face of the box, at z = 2 e, and goes up from
 * there: they touch, and the depth is 0. */
static void test_depth_of_a_subnormal_box(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(LEAST, 3 * LEAST, 2 * LEAST);
    tact_vec3 low = {0, 0, 2 * LEAST}, high = {-0x1p-373, -1, 0x1.a4e4a3b24c02p-311};
    tact_shape triangle = tact_shape_triangle((tact_triangle){{low, high, low}});
    tacti_placed_shape a = at(&box, 0, 0, 0), b = at(&triangle, 0, 0, 0);
    for (int swapped = 0; swapped < 2; swapped++) {
        tacti_convex_depth_answer d = swapped ? depth_of(&b, &a) : depth_of(&a, &b);
        assert_int_equal(d.outcome, TACT_OUTCOME_CONTACT);
        assert_true(d.lower == 0 && d.upper < 1e-14);
        assert_true(fabs(tact_vec3_length(d.direction) - 1) < 1e-12);
    }
}

/* The plane is at z = -2.5 / 9.4e-323, about -2.6e322, lower than any double, and the box is above
 * it. With the other sign the box is as deep below it. */
static void test_half_space_beyond_every_double(void **state) {
    (void)state;
    tact_shape below = tact_shape_half_space((tact_vec3){0, 0, 9.4e-323}, -2.5);
    tact_shape above = tact_shape_half_space((tact_vec3){0, 0, 9.4e-323}, 2.5);
    tact_shape box = tact_shape_box(1, 1, 1);
    tacti_placed_shape a = at(&below, 0, 0, 0), b = at(&box, 0, 0, 0), c = at(&above, 0, 0, 0);
    tacti_convex_distance_answer s = distance_of(&a, &b);
    assert_int_equal(s.outcome, TACT_OUTCOME_APART);
    assert_true(s.lower > 1e300 && s.distance < INFINITY && s.upper == INFINITY);
    assert_int_equal(depth_of(&a, &b).outcome, TACT_OUTCOME_APART);
    assert_true(depth_of(&a, &b).upper == 0);
    tacti_convex_depth_answer d = depth_of(&b, &c);
    assert_int_equal(d.outcome, TACT_OUTCOME_CONTACT);
    assert_true(d.lower > 1e300 && d.depth < INFINITY && d.upper == INFINITY);
    /* A normal of (1, 1, 0) least doubles and an offset of 2 of them: the plane is at sqrt(2). */
    tact_shape slanted = tact_shape_half_space((tact_vec3){LEAST, LEAST, 0}, 2 * LEAST);
    tact_shape point = tact_shape_sphere(0);
    tacti_placed_shape e = at(&slanted, 0, 0, 0), f = at(&point, 2, 2, 0);
    s = distance_of(&e, &f);
    assert_true(fabs(s.distance - sqrt(2)) < 1e-15);
}

/* Two half-spaces whose planes are further apart than the greatest double, one of them with a
 * radius that is scaled down: lower was NaN, the distance infinite. */
static void test_half_spaces_further_apart_than_every_double(void **state) {
    (void)state;
    tact_shape near = tact_shape_half_space((tact_vec3){0, -0x3p-1074, 0}, 0x1p-1073);
    tact_shape far = tact_shape_half_space((tact_vec3){0, 0x1p-1073, 0}, -1);
    far.radius = 0x1p497;
    tacti_placed_shape a = {&near, tact_pose_identity()}, b = {&far, tact_pose_identity()};
    a.pose.m[3] = -0x1p-1073;
    a.pose.m[7] = 0x3p-1074;
    b.pose.m[3] = -1;
    b.pose.m[11] = 0x1p497;
    for (int order = 0; order < 2; order++) {
        tacti_convex_distance_answer s;
        assert_int_equal(
            tacti_convex_distance(order == 0 ? &a : &b, order == 0 ? &b : &a, NULL, &s), TACT_OK);
        assert_true(0 <= s.lower && s.lower <= s.distance && s.distance <= s.upper);
        assert_true(isfinite(s.distance));
    }
}

/* A cone without a radius is the segment from z = -1 to 1, one without a height a disc at z = 0. A
 * ball of radius 1 next to the end of the one, and next to the rim of the other, is 3 away. */
static void test_cones_without_extent(void **state) {
    (void)state;
    tact_shape needle = tact_shape_cone(0, 1), disc = tact_shape_cone(1, 0);
    tact_shape ball = tact_shape_sphere(1);
    tacti_placed_shape a = at(&needle, 0, 0, 0), b = at(&ball, 0, 0, 5);
    tacti_placed_shape c = at(&disc, 0, 0, 0), d = at(&ball, 5, 0, 0);
    tacti_convex_distance_answer s = distance_of(&a, &b), t = distance_of(&c, &d);
    assert_true(s.outcome == TACT_OUTCOME_APART && fabs(s.distance - 3) < 1e-14);
    assert_true(t.outcome == TACT_OUTCOME_APART && fabs(t.distance - 3) < 1e-14);
}

/* A ball around a point of a triangle without area: the way out is at a right angle to the
 * triangle, and as long as the radius. */
static void test_direction_out_of_a_needle(void **state) {
    (void)state;
    tact_vec3 low = {0, 0, -0x1p188}, high = {0, 0, 0x1p188};
    tact_shape needle = tact_shape_triangle((tact_triangle){{low, high, high}});
    tact_shape ball = tact_shape_sphere(0x1p187);
    tacti_placed_shape a = at(&ball, 0, 0, 0), b = at(&needle, 0, 0, 0);
    tacti_convex_depth_answer d = depth_of(&a, &b);
    assert_int_equal(d.outcome, TACT_OUTCOME_CONTACT);
    assert_true(fabs(tact_vec3_length(d.direction) - 1) < 1e-12 && fabs(d.direction.z) < 1e-12);
    assert_true(d.lower <= 0x1p187 && 0x1p187 <= d.upper && d.upper <= 0x1p187 * (1 + 1e-12));
}

/* What a cache keeps about a smooth pair that is apart depends on the pair alone. */
static void test_cache_of_smooth_shapes(void **state) {
    (void)state;
    tact_shape cylinder = tact_shape_cylinder(1, 1), cone = tact_shape_cone(1, 1);
    cylinder.radius = 0;
    for (int i = 0; i < 40; i++) {
        tacti_placed_shape a = at(&cylinder, 0, 0, 0), b = at(&cone, 2 + i * 1e-9, 0, -2 + i * 0.1);
        cone.radius = i % 2 == 0 ? 0 : 1e-3;
        tacti_convex_cache cache[2];
        memset(cache, 0, sizeof cache);
        for (int k = 0; k < 2; k++) {
            tacti_convex_depth_answer d;
            fill_stack(k == 0 ? 1234.5 : -7);
            assert_int_equal(tacti_convex_depth(&a, &b, &cache[k], &d), TACT_OK);
        }
        assert_memory_equal(&cache[0], &cache[1], sizeof cache[0]);
    }
}

/* ---- Every kind on both sides of every border --------------------------------------------- */

/* Exponents around those at which the method of computation changes, and the ends of the range. */
static const int powers[] = {
    -1073, -1072, -1040, -1022, -1021, -1001, -1000, -999, -953, -952, -951, -950, -949,
    -948,  -601,  -540,  -500,  -452,  -450,  -448,  -402, -400, -398, -392, -390, -388,
    -302,  -300,  -298,  -203,  -202,  -201,  -200,  -199, -198, -152, -150, -148, -102,
    -101,  -100,  -99,   0,     97,    98,    99,    100,  101,  150,  196,  197,  198,
    199,   200,   201,   300,   400,   494,   495,   496,  497};
#define POWERS (sizeof powers / sizeof *powers)

#define KINDS 9

/* A shape of each kind, of size 1 times 2^power; all numbers are multiples of 1/2. */
static tact_shape shape_of(int kind, int power, tact_hull **hull) {
    double one = ldexp(1, power), half = ldexp(1, power - 1);
    tact_vec3 corner[8];
    tact_shape shape;
    switch (kind) {
    case 0:
        return tact_shape_sphere(one);
    case 1:
        return tact_shape_segment((tact_vec3){-half, 0, 0}, (tact_vec3){half, half, 0}, half);
    case 2:
        shape =
            tact_shape_triangle((tact_triangle){{{-one, -one, 0}, {one, 0, half}, {-one, one, 0}}});
        shape.radius = half;
        return shape;
    case 3:
        return tact_shape_box(one, half, one);
    case 4:
        return tact_shape_cylinder(one, half);
    case 5:
        return tact_shape_cone(one, one);
    case 6:
        return tact_shape_ellipsoid(one, half, one);
    case 7:
        return tact_shape_half_space((tact_vec3){-one, 0, 0}, 0);
    default:
        for (int i = 0; i < 8; i++)
            corner[i] = (tact_vec3){i & 1 ? one : -one, i & 2 ? half : -half, i & 4 ? one : -half};
        assert_int_equal(tact_hull_create(NULL, corner, 8, hull), TACT_OK);
        return tact_shape_hull(*hull);
    }
}

typedef struct answers {
    tacti_convex_collision collision;
    tacti_convex_distance_answer separation;
    tacti_convex_depth_answer penetration;
} answers;

static void ask(const tacti_placed_shape *a, const tacti_placed_shape *b, answers *out) {
    tacti_manifold manifold;
    tacti_convex_gradient_answer gradient;
    assert_int_equal(tacti_convex_collide(a, b, NULL, &out->collision), TACT_OK);
    out->separation = distance_of(a, b);
    out->penetration = depth_of(a, b);
    assert_int_equal(tacti_convex_manifold(a, b, 0, NULL, &manifold), TACT_OK);
    assert_int_equal(tacti_convex_gradient(a, b, NULL, &gradient), TACT_OK);
    assert_true(manifold.separation == manifold.separation &&
                gradient.separation == gradient.separation);
    assert_true(fabs(tact_vec3_length(manifold.normal) - 1) < 1e-5);
    assert_true(isfinite(gradient.of_a.translation.x + gradient.of_b.rotation.x));
}

/* The truth about a scaled pair is that of the pair itself, scaled, so it lies within the bounds of
 * both. */
static void check_scaled(const answers *one, const answers *scaled, int power, bool is_coarse) {
    const tacti_convex_distance_answer *s = &one->separation, *t = &scaled->separation;
    const tacti_convex_depth_answer *d = &one->penetration, *e = &scaled->penetration;
    double unit = ldexp(1, power), room = ldexp(1e-6, power) + 0x1p-1050;
    assert_true(t->lower <= t->distance && t->distance <= t->upper);
    assert_true(e->lower <= e->depth && e->depth <= e->upper);
    assert_true(t->lower <= ldexp(s->upper, power) + LEAST);
    assert_true(t->upper >= ldexp(s->lower, power) - LEAST);
    assert_true(e->lower <= ldexp(d->upper, power) + LEAST);
    assert_true(e->upper >= ldexp(d->lower, power) - LEAST);
    assert_true((t->distance > 0) == (t->outcome == TACT_OUTCOME_APART));
    assert_true(isfinite(t->upper) && isfinite(e->upper));
    assert_true(t->upper <= 100 * unit + 0x1p-998 && e->upper <= 100 * unit + 0x1p-998);
    if (is_coarse)
        return;
    assert_int_equal(scaled->collision.outcome, one->collision.outcome);
    assert_int_equal(t->outcome, s->outcome);
    assert_int_equal(e->outcome, d->outcome);
    assert_true(t->upper - t->lower <= room && e->upper - e->lower <= room);
}

static bool is_smooth(int kind) {
    return kind >= 4 && kind <= 6;
}

/* Verdicts by bounds alone need room for the absolute errors of subnormal numbers; those of a
 * half-space are 2^-1000. Vertices that are placed exactly add no error. A hull against a smooth
 * shape is measured coarsely. */
static bool is_coarse_pair(int a, int b, int power) {
    if ((a == 8 && is_smooth(b)) || (b == 8 && is_smooth(a)))
        return power < -190 || power > 190;
    if (a == 7 || b == 7)
        return power < -975;
    return (is_smooth(a) || is_smooth(b)) && power < -1040;
}

static void check_kinds(int kind_a, int kind_b) {
    static const double shifts[2] = {4, 0.5}; /* apart, and in each other */
    answers one[2], scaled;
    for (size_t i = 0; i <= POWERS; i++) {
        int power = i == 0 ? 0 : powers[i - 1];
        tact_hull *hull[2] = {NULL, NULL};
        tact_shape shape[2] = {shape_of(kind_a, power, &hull[0]),
                               shape_of(kind_b, power, &hull[1])};
        /* A half-space begins at its position and extends along x, so it is always b. */
        for (int k = 0; k < 2; k++) {
            tacti_placed_shape a = at(&shape[0], 0, 0, 0);
            tacti_placed_shape b =
                at(&shape[1], ldexp(shifts[k], power), ldexp(0.5, power), ldexp(0.5, power));
            if (kind_a == 7) {
                a = at(&shape[1], 0, 0, 0);
                b = at(&shape[0], ldexp(shifts[k] - 1, power), 0, 0);
            }
            ask(&a, &b, i == 0 ? &one[k] : &scaled);
            if (i > 0)
                check_scaled(&one[k], &scaled, power, is_coarse_pair(kind_a, kind_b, power));
        }
        tact_hull_destroy(hull[0]);
        tact_hull_destroy(hull[1]);
    }
    assert_int_equal(one[0].separation.outcome, TACT_OUTCOME_APART);
    assert_int_equal(one[1].penetration.outcome, TACT_OUTCOME_CONTACT);
}

static void test_every_kind_at_every_size(void **state) {
    (void)state;
    for (int a = 0; a < KINDS; a++)
        for (int b = 0; b < KINDS; b++)
            if (!(a == 7 && b == 7))
                check_kinds(a, b);
}

/* A cone that is as flat as doubles allow under a hull that lies on it. The deepest points of both,
 * 6 apart along the cone, were given as one point of contact. */
static void test_points_of_a_flat_cone(void **state) {
    (void)state;
    static const tact_vec3 points[] = {
        {-2, -1, -2}, {-2, -2, -2}, {-2, LEAST, LEAST}, {LEAST, LEAST, LEAST}};
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, points, 4, &hull), TACT_OK);
    tact_shape body = tact_shape_hull(hull), cone = tact_shape_cone(4.25, 3 * LEAST);
    cone.radius = 3 * LEAST;
    tacti_placed_shape a = at(&body, LEAST, LEAST, LEAST), b = at(&cone, LEAST, LEAST, LEAST);
    tacti_manifold got;
    assert_int_equal(tacti_convex_manifold(&a, &b, 0, NULL, &got), TACT_OK);
    assert_true(got.point_count > 0);
    for (uint32_t i = 0; i < got.point_count; i++) {
        tact_vec3 between = tact_vec3_sub(got.points[i].point_b, got.points[i].point_a);
        tact_vec3 step = tact_vec3_scale(got.normal, got.points[i].separation);
        assert_true(tact_vec3_length(tact_vec3_sub(between, step)) < 1e-12);
    }
    tact_hull_destroy(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiny_balls_are_apart),
        cmocka_unit_test(test_gap_below_the_least_double),
        cmocka_unit_test(test_depth_of_a_flat_box),
        cmocka_unit_test(test_depth_of_a_subnormal_box),
        cmocka_unit_test(test_half_space_beyond_every_double),
        cmocka_unit_test(test_half_spaces_further_apart_than_every_double),
        cmocka_unit_test(test_cones_without_extent),
        cmocka_unit_test(test_direction_out_of_a_needle),
        cmocka_unit_test(test_cache_of_smooth_shapes),
        cmocka_unit_test(test_points_of_a_flat_cone),
        cmocka_unit_test(test_every_kind_at_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
