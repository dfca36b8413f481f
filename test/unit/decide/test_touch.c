/* SPDX-License-Identifier: MIT */
/* The last stage of verdicts on smooth shapes. Its parts: signs of numbers less square roots and
 * gaps along directions, against many bits of GMP; points in shapes, against rational numbers. The
 * whole: shapes on a common axis, whose gap is a rational number, within a few units in the last
 * place of touching; none may be undecided. Shapes in any pose that nearly touch: contact comes
 * with a common point. */
#include <gmp.h>
#include <math.h>

#include "decide/touch.h"
#include "convex_levels.h"
#include "convex_pairs.h"
#include "oracle_touch.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "object/object.h"
#include "pair/pair_depth.h"

enum { BITS = 6000 };

static tact_shape random_smooth(test_rng *rng) {
    double a = test_rng_between(rng, 0.2, 2), b = test_rng_between(rng, 0.2, 2);
    switch (test_rng_below(rng, 3)) {
    case 0:
        return tact_shape_cylinder(a, b);
    case 1:
        return tact_shape_cone(a, b);
    default:
        return tact_shape_ellipsoid(a, b, test_rng_between(rng, 0.2, 2));
    }
}

/* ---- Signs -------------------------------------------------------------------------------- */

/* Roots that cancel the plain part exactly, up to one unit, or not at all: squares of whole numbers
 * times a number that is not a square. */
static void test_signs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("touch_signs");
    size_t count = test_case_count(20000, 1000000);
    tacti_dyadic_store store;
    size_t zeros = 0;
    for (size_t i = 0; i < count; i++) {
        tacti_dyadic_start(&store);
        int roots = (int)test_rng_below(&rng, 4);
        double sum = 0, scale = ldexp(1, (int)test_rng_below(&rng, 1000) - 500);
        tacti_gap gap = {.root_count = roots};
        for (int k = 0; k < roots; k++) {
            double root = test_rng_below(&rng, 1 << 20);
            sum += root;
            tacti_dyadic r = tacti_dyadic_from(&store, root * scale);
            gap.root[k] = tacti_dyadic_mul(&store, r, r);
        }
        int off = (int)test_rng_below(&rng, 3) - 1;
        if (test_rng_below(&rng, 4) == 0)
            off = (int)test_rng_below(&rng, 1 << 24) - (1 << 23);
        gap.plain = tacti_dyadic_from(&store, (sum + off) * scale);
        int expected = off > 0 ? 1 : off < 0 ? -1 : 0;
        zeros += expected == 0;
        assert_int_equal(tacti_gap_sign(&store, &gap), expected);
        assert_false(store.is_full);
    }
    assert_true(zeros > count / 8);
}

/* ---- Gaps along directions ---------------------------------------------------------------- */

/* out += factor |v| for two or three coordinates. */
static void add_length(mpf_t out, double factor, mpf_t v[], int count) {
    mpf_t sum, part;
    mpf_init2(sum, BITS);
    mpf_init2(part, BITS);
    for (int i = 0; i < count; i++) {
        mpf_mul(part, v[i], v[i]);
        mpf_add(sum, sum, part);
    }
    mpf_sqrt(sum, sum);
    mpf_set_d(part, factor);
    mpf_mul(sum, sum, part);
    mpf_add(out, out, sum);
    mpf_clears(sum, part, NULL);
}

/* out += the greatest product of a smooth core with sign d. */
static void add_support(mpf_t out, const tacti_placed_shape *placed, tact_vec3 d, int sign) {
    const double *m = placed->pose.m, n[3] = {sign * d.x, sign * d.y, sign * d.z};
    const tact_shape *shape = placed->shape;
    const double half[3] = {shape->core.half_extents.x, shape->core.half_extents.y,
                            shape->core.half_extents.z};
    mpf_t local[3], part, rim;
    mpf_init2(part, BITS);
    mpf_init2(rim, BITS);
    for (int k = 0; k < 4; k++) {
        if (k < 3)
            mpf_init2(local[k], BITS);
        for (int i = 0; i < 3; i++) {
            mpf_t product;
            mpf_init2(product, BITS);
            mpf_set_d(part, n[i]);
            mpf_set_d(product, m[4 * i + k]);
            mpf_mul(product, product, part);
            mpf_add(k < 3 ? local[k] : out, k < 3 ? local[k] : out, product);
            mpf_clear(product);
        }
    }
    if (shape->kind == TACT_SHAPE_ELLIPSOID) {
        for (int k = 0; k < 3; k++) {
            mpf_set_d(part, half[k]);
            mpf_mul(local[k], local[k], part);
        }
        add_length(out, 1, local, 3);
    } else {
        mpf_set_d(part, shape->core.round.half_height);
        mpf_mul(part, part, local[2]);
        add_length(rim, shape->core.round.radius, local, 2);
        if (shape->kind == TACT_SHAPE_CYLINDER) {
            mpf_abs(part, part);
            mpf_add(part, part, rim);
        } else {
            mpf_sub(rim, rim, part);
            if (mpf_cmp(rim, part) > 0)
                mpf_set(part, rim);
        }
        mpf_add(out, out, part);
    }
    mpf_clears(local[0], local[1], local[2], part, rim, NULL);
}

static void test_gaps(void **state) {
    (void)state;
    test_rng rng = test_rng_start("touch_gaps");
    size_t count = test_case_count(2000, 100000);
    mpf_t sum, v[3];
    mpf_init2(sum, BITS);
    for (int k = 0; k < 3; k++)
        mpf_init2(v[k], BITS);
    for (size_t i = 0; i < count; i++) {
        tact_shape shape[2] = {random_smooth(&rng), random_smooth(&rng)};
        if (test_rng_below(&rng, 2))
            shape[0].radius = test_rng_between(&rng, 0.1, 1);
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&rng, 2)};
        tacti_placed_shape b = {&shape[1], pairs_random_pose(&rng, 2)};
        tact_vec3 n = pairs_random_direction(&rng);
        /* Along n they touch up to rounding. */
        tact_vec3 p = tacti_shape_support(&a, n);
        tact_vec3 q = tacti_shape_support(&b, tact_vec3_scale(n, -1));
        double along = tact_vec3_dot(n, tact_vec3_sub(p, q));
        for (int k = 0; k < 3; k++)
            b.pose.m[4 * k + 3] += along * (k == 0 ? n.x : k == 1 ? n.y : n.z);
        mpf_set_d(sum, 0);
        add_support(sum, &a, n, 1);
        add_support(sum, &b, n, -1);
        const double coordinates[3] = {n.x, n.y, n.z};
        for (int k = 0; k < 3; k++)
            mpf_set_d(v[k], coordinates[k]);
        add_length(sum, shape[0].radius, v, 3);
        tacti_bodies bodies;
        assert_int_equal(tacti_bodies_make(&a, &b, &bodies), TACT_OK);
        tacti_dyadic_store store;
        tacti_dyadic_start(&store);
        tacti_gap gap;
        tacti_dyadic3 d = tacti_dyadic3_from(&store, n);
        tacti_gap_along(&store, &bodies, d, &gap);
        double error, rounded = tacti_gap_estimate(&gap, d, &error);
        assert_int_equal(tacti_gap_sign(&store, &gap), -mpf_sgn(sum));
        assert_false(store.is_full);
        double truth = -mpf_get_d(sum) / tact_vec3_length(n);
        assert_true(fabs(rounded - truth) <= error && error < 1e-12);
    }
    mpf_clears(sum, v[0], v[1], v[2], NULL);
}

/* ---- Points ------------------------------------------------------------------------------- */

/* Support points, rounded: in about half of the cases inside. */
static void test_points(void **state) {
    (void)state;
    test_rng rng = test_rng_start("touch_points");
    size_t count = test_case_count(5000, 100000), inside = 0;
    for (size_t i = 0; i < count; i++) {
        tact_shape shape = random_smooth(&rng);
        if (test_rng_below(&rng, 16) == 0) /* flat */
            shape.core.half_extents.y = 0;
        tacti_placed_shape placed = {&shape, pairs_random_pose(&rng, 2)};
        if (test_rng_below(&rng, 4) == 0)
            placed.pose = tact_pose_identity();
        tacti_bodies bodies;
        assert_int_equal(tacti_bodies_make(&placed, &placed, &bodies), TACT_OK);
        tacti_touch_point point = {NULL,
                                   tacti_shape_support(&placed, pairs_random_direction(&rng))};
        bool is_in = oracle_smooth_holds(&placed, NULL, point.at);
        inside += is_in;
        assert_int_equal(tacti_touch_holds(&bodies, 0, &point), is_in);
        /* The same from another frame, and in the shape's own. */
        tact_pose other = pairs_random_pose(&rng, 1);
        const tact_pose *frame = test_rng_below(&rng, 2) ? &other : bodies.body[0].pose;
        point = (tacti_touch_point){frame, tact_pose_place(tact_pose_inverse(*frame), point.at)};
        is_in = oracle_smooth_holds(&placed, frame, point.at);
        assert_int_equal(tacti_touch_holds(&bodies, 0, &point), is_in);
    }
    assert_true(inside > count / 8 && inside < count - count / 8);
}

/* ---- Shapes on an axis -------------------------------------------------------------------- */

enum { AXIS_KINDS = 9 };

/* A shape around its own origin that holds the whole axis from there to its end, both ways. */
typedef struct axis_shape {
    tact_shape shape;
    double reach[3]; /* of the core along x, y, z; less than 0 if the axis does not count */
    double down;     /* of the core along -z */
    bool is_smooth;
} axis_shape;

static axis_shape make_axis_shape(test_rng *rng, int kind, tact_hull *const *hulls, double scale) {
    double a = test_rng_between(rng, 0.2, 2) * scale, b = test_rng_between(rng, 0.2, 2) * scale;
    double c = test_rng_between(rng, 0.2, 2) * scale;
    tact_vec3 up = {0, 0, b}, low = {0, 0, -b};
    switch (kind) {
    case 0:
        return (axis_shape){tact_shape_cylinder(a, b), {a, a, b}, b, true};
    case 1:
        return (axis_shape){tact_shape_cone(a, b), {-1, -1, b}, b, true};
    case 2:
        return (axis_shape){tact_shape_ellipsoid(a, b, c), {a, b, c}, c, true};
    case 3:
        return (axis_shape){tact_shape_sphere(a), {0, 0, 0}, 0, false};
    case 4:
        return (axis_shape){tact_shape_segment(low, up, a), {0, 0, b}, b, false};
    case 5:
        return (axis_shape){tact_shape_box(a, b, c), {a, b, c}, c, false};
    case 6:
        return (axis_shape){tact_shape_segment(low, up, 0), {0, 0, b}, b, false};
    case 7:
        return (axis_shape){
            tact_shape_triangle((tact_triangle){{{-a, -a, 0}, {a, -a, 0}, {0, b, 0}}}),
            {-1, -1, 0},
            0,
            false};
    default: { /* an octahedron of sides 1, 2, 3 */
        double power = ldexp(1, ilogb(scale));
        return (axis_shape){tact_shape_hull(hulls[power < 1   ? 0
                                                  : power > 1 ? 2
                                                              : 1]),
                            {power, 2 * power, 3 * power},
                            3 * power,
                            false};
    }
    }
}

static tact_hull *make_octahedron(double scale) {
    tact_vec3 points[6] = {{-scale, 0, 0},    {scale, 0, 0},      {0, -2 * scale, 0},
                           {0, 2 * scale, 0}, {0, 0, -3 * scale}, {0, 0, 3 * scale}};
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, points, 6, &hull), TACT_OK);
    return hull;
}

/* A turn that takes the given axis of a shape to the x axis of the world, or its negative, and the
 * others anywhere. */
static tact_pose pose_with(int axis, int sign, bool flips) {
    tact_pose pose = {{0}};
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    double s = flips ? -1 : 1;
    pose.m[axis] = sign;
    pose.m[4 + j] = s;
    pose.m[8 + k] = sign * s;
    return pose;
}

/* The rational gap between the ends: what b's end is beyond a's, less the radii. */
static int sign_of_gap(const tacti_placed_shape placed[2], const double reach[2],
                       const bool is_smooth[2]) {
    mpq_t gap, part;
    mpq_inits(gap, part, NULL);
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? -1 : 1, x = placed[side].pose.m[3];
        /* Vertices are placed and so rounded; smooth shapes are not. */
        double parts[3] = {sign * x, -reach[side], -placed[side].shape->radius};
        if (!is_smooth[side]) {
            parts[0] = sign * (x - sign * reach[side]);
            parts[1] = 0;
        }
        for (int i = 0; i < 3; i++) {
            mpq_set_d(part, parts[i]);
            mpq_add(gap, gap, part);
        }
    }
    int sign = mpq_sgn(gap);
    mpq_clears(gap, part, NULL);
    return sign;
}

static double step_ulps(double x, int steps) {
    for (int i = 0; i < (steps < 0 ? -steps : steps); i++)
        x = nextafter(x, steps < 0 ? -HUGE_VAL : HUGE_VAL);
    return x;
}

static void ask_all(const tacti_placed_shape placed[2], tact_outcome expected) {
    for (int order = 0; order < 2; order++) {
        const tacti_placed_shape *a = &placed[order], *b = &placed[1 - order];
        tacti_convex_collision hit;
        tacti_convex_distance_answer gap;
        tacti_convex_depth_answer deep;
        tacti_object p = {.shape = a->shape, .pose = a->pose};
        tacti_object q = {.shape = b->shape, .pose = b->pose};
        tacti_object_collision object;
        assert_int_equal(tacti_convex_collide(a, b, NULL, &hit), TACT_OK);
        assert_int_equal(hit.outcome, expected);
        assert_int_equal(tacti_convex_distance(a, b, NULL, &gap), TACT_OK);
        assert_int_equal(gap.outcome, expected);
        assert_true((gap.distance > 0) == (expected == TACT_OUTCOME_APART));
        assert_true(gap.lower <= gap.distance && gap.distance <= gap.upper);
        assert_int_equal(tacti_convex_depth(a, b, NULL, &deep), TACT_OK);
        assert_int_equal(deep.outcome, expected);
        assert_true(deep.lower <= deep.upper);
        assert_int_equal(tacti_object_collide(&p, &q, NULL, &object), TACT_OK);
        assert_int_equal(object.outcome, expected);
    }
}

static void test_axes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("touch_axes");
    size_t count = test_case_count(2000, 100000), met = 0;
    static const double scales[3] = {0x1p-180, 1, 0x1p180};
    tact_hull *hulls[3];
    for (int i = 0; i < 3; i++)
        hulls[i] = make_octahedron(scales[i]);
    for (size_t i = 0; i < count; i++) {
        double scale = scales[test_rng_below(&rng, 4) == 0 ? test_rng_below(&rng, 3) : 1];
        axis_shape shape[2];
        tacti_placed_shape placed[2];
        double reach[2], far = test_rng_below(&rng, 2) ? scale * test_rng_between(&rng, -5, 5) : 0;
        bool is_smooth[2];
        for (int side = 0; side < 2; side++) {
            int kind = (int)test_rng_below(&rng, side == 0 ? 3 : AXIS_KINDS);
            shape[side] = make_axis_shape(&rng, kind, hulls, scale);
            if (test_rng_below(&rng, 4) == 0)
                shape[side].shape.radius = test_rng_between(&rng, 0.1, 1) * scale;
            int axis = (int)test_rng_below(&rng, 3), sign = test_rng_below(&rng, 2) ? 1 : -1;
            axis = shape[side].reach[axis] < 0 ? 2 : axis;
            placed[side] = (tacti_placed_shape){&shape[side].shape,
                                                pose_with(axis, sign, test_rng_below(&rng, 2))};
            reach[side] = shape[side].reach[axis];
            is_smooth[side] = shape[side].is_smooth;
            placed[side].pose.m[3] = far;
            placed[side].pose.m[7] = 0.5 * far;
            placed[side].pose.m[11] = -far;
        }
        placed[1].pose.m[3] +=
            (reach[0] + shape[0].shape.radius) + (reach[1] + shape[1].shape.radius);
        placed[1].pose.m[3] = step_ulps(placed[1].pose.m[3], (int)test_rng_below(&rng, 9) - 4);
        bool is_apart = sign_of_gap(placed, reach, is_smooth) > 0;
        met += !is_apart;
        ask_all(placed, is_apart ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
        check_some_levels(i, 16, &placed[0], &placed[1]);
    }
    assert_true(met > count / 4 && met < count - count / 4);
    for (int i = 0; i < 3; i++)
        tact_hull_destroy(hulls[i]);
}

/* ---- Any pose ----------------------------------------------------------------------------- */

/* Shapes that touch up to rounding along the line of their centres or beside it. Contact that exact
 * arithmetic found is a point that both shapes hold. */
static void test_any_pose(void **state) {
    (void)state;
    test_rng rng = test_rng_start("touch_any_pose");
    size_t count = test_case_count(500, 50000), exact = 0;
    for (size_t i = 0; i < count; i++) {
        tact_shape shape[2] = {random_smooth(&rng), random_smooth(&rng)};
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&rng, 2)};
        tacti_placed_shape b = {&shape[1], pairs_random_pose(&rng, 2)};
        if (test_rng_below(&rng, 2))
            b.pose = a.pose;
        /* Along the axis of a, or anywhere. */
        tact_vec3 n = test_rng_below(&rng, 2) ? tact_pose_rotate(a.pose, (tact_vec3){0, 0, 1})
                                              : pairs_random_direction(&rng);
        tact_vec3 p = tacti_shape_support(&a, n);
        tact_vec3 q = tacti_shape_support(&b, tact_vec3_scale(n, -1));
        b.pose.m[3] += p.x - q.x;
        b.pose.m[7] += p.y - q.y;
        b.pose.m[11] += p.z - q.z;
        tacti_bodies bodies;
        tacti_touch touch;
        assert_int_equal(tacti_bodies_make(&a, &b, &bodies), TACT_OK);
        tacti_touch_decide(&bodies, &touch);
        check_some_levels(i, 8, &a, &b);
        if (touch.outcome != TACT_OUTCOME_CONTACT)
            continue;
        exact++;
        assert_true(touch.has_point);
        tacti_touch_point point = touch.point[0];
        assert_true(oracle_smooth_holds(&a, point.pose, point.at));
        assert_true(oracle_smooth_holds(&b, point.pose, point.at));
    }
    assert_true(exact > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs),    cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_points),   cmocka_unit_test(test_axes),
        cmocka_unit_test(test_any_pose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
