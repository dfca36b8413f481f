/* SPDX-License-Identifier: MIT */
/* The error bounds of the search, each compared with exact numbers on input that needs it: support
 * points are furthest up to the slack, products with support points and lower bounds do not exceed
 * the least product of all differences, upper bounds are not below the distance, and what counts as
 * certain is true. */
#include <math.h>
#include <stdlib.h>

#include "convex_pairs.h"
#include "whole_pair.h"
#include "wide_value.h"

#include "search/gjk_begin.h"
#include "search/gjk_first.h"
#include "search/gjk_simplex.h"
#include "search/gjk_support.h"
#include "search/portal.h"
#include "search/sat_box.h"

typedef struct fixture {
    test_rng rng;
    tact_hull *hull;
    wide_values wide;
    mpf_t value, length, bound;
} fixture;

static fixture *start(const char *name) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    f->rng = test_rng_start(name);
    tact_vec3 points[12];
    for (int i = 0; i < 12; i++)
        points[i] = pairs_random_direction(&f->rng);
    assert_int_equal(tact_hull_create(NULL, points, 12, &f->hull), TACT_OK);
    wide_values_init(&f->wide, WIDE_FEW_BITS);
    mpf_init2(f->value, WIDE_FEW_BITS);
    mpf_init2(f->length, WIDE_FEW_BITS);
    mpf_init2(f->bound, WIDE_FEW_BITS);
    return f;
}

static void end(fixture *f) {
    mpf_clears(f->value, f->length, f->bound, NULL);
    wide_values_clear(&f->wide);
    tact_hull_destroy(f->hull);
    free(f);
}

/* ---- Shapes ------------------------------------------------------------------------------- */

static tact_shape make_shape(fixture *f, uint32_t kind, double size) {
    double s[9];
    for (int i = 0; i < 9; i++)
        s[i] = test_rng_between(&f->rng, -size, size);
    switch (kind % 7) {
    case 0:
        return tact_shape_segment((tact_vec3){s[0], s[1], s[2]}, (tact_vec3){s[3], s[4], s[5]}, 0);
    case 1:
        return tact_shape_triangle(
            (tact_triangle){{{s[0], s[1], s[2]}, {s[3], s[4], s[5]}, {s[6], s[7], s[8]}}});
    case 2:
        return tact_shape_box(fabs(s[0]), fabs(s[1]), fabs(s[2]));
    case 3:
        return size == 1 ? tact_shape_hull(f->hull)
                         : tact_shape_box(fabs(s[0]), fabs(s[1]), 0.01 * fabs(s[2]));
    case 4:
        return tact_shape_cylinder(fabs(s[0]), fabs(s[1]));
    case 5:
        return tact_shape_cone(fabs(s[0]), fabs(s[1]));
    default:
        return tact_shape_ellipsoid(fabs(s[0]), fabs(s[1]), fabs(s[2]));
    }
}

/* A direction at right angles to a face or an edge of the shape, up to rounding, or any. */
static tact_vec3 make_direction(fixture *f, const tacti_placed_shape *placed) {
    tact_vec3 n = pairs_random_direction(&f->rng);
    const double *m = placed->pose.m;
    uint32_t i = test_rng_below(&f->rng, 3);
    if (test_rng_below(&f->rng, 4) == 0)
        return n;
    tact_vec3 axis = {m[i], m[4 + i], m[8 + i]};
    if (placed->shape->kind == TACT_SHAPE_SEGMENT || placed->shape->kind == TACT_SHAPE_TRIANGLE) {
        const tact_vec3 *v = placed->shape->core.triangle.v;
        axis = tact_pose_rotate(placed->pose, tact_vec3_sub(v[1], v[0]));
        return tact_vec3_normalize(tact_vec3_cross(axis, n));
    }
    if (test_rng_below(&f->rng, 2) == 0)
        axis = tact_vec3_cross(axis, n);
    double off = ldexp(1, -40 - (int)test_rng_below(&f->rng, 20));
    return tact_vec3_normalize(tact_vec3_add(axis, tact_vec3_scale(n, off)));
}

/* ---- Support points ----------------------------------------------------------------------- */

/* A support point is at most the slack per unit of |n| below every point of the core, and in the
 * core up to the slack. Small shapes far away need what the slack has for the translation, shapes
 * at the origin need the rest of it. */
static void check_support(fixture *f, uint32_t kind, double size, double away) {
    tact_shape shape = make_shape(f, kind, size), dot = tact_shape_sphere(0);
    tacti_placed_shape a = {&shape, pairs_random_pose(&f->rng, away)};
    tacti_placed_shape b = {&dot, tact_pose_identity()};
    tact_vec3 n = make_direction(f, &a);
    tacti_bodies bodies;
    assert_int_equal(tacti_bodies_make(&a, &b, &bodies), TACT_OK);
    const tacti_body *body = &bodies.body[0];
    tact_vec3 p = tacti_body_furthest(&bodies, 0, n);
    wide_values_set(&f->wide, &a, &b);
    wide_value_reach(&f->wide, 0, n, f->value);
    const double from[3] = {n.x, n.y, n.z}, to[3] = {p.x, p.y, p.z};
    for (int k = 0; k < 3; k++) {
        mpf_set_d(f->bound, from[k]);
        mpf_set_d(f->length, to[k]);
        mpf_mul(f->bound, f->bound, f->length);
        mpf_sub(f->value, f->value, f->bound);
    }
    mpf_set_d(f->bound, body->slack);
    mpf_set_d(f->length, tacti_sum_of(n));
    mpf_mul(f->bound, f->bound, f->length);
    assert_true(mpf_cmp(f->value, f->bound) <= 0);
    if (body->count > 0)
        return;
    mpf_neg(f->bound, f->bound);
    assert_true(mpf_cmp(f->value, f->bound) >= 0);
}

static void support_points_are_furthest(void **state) {
    (void)state;
    fixture *f = start("support_points_are_furthest");
    for (uint64_t i = 0; i < test_case_count(6000, 600000); i++) {
        check_support(f, (uint32_t)i, 1, 0);
        check_support(f, (uint32_t)i, 0x1p-30, 1);
    }
    end(f);
}

/* ---- Bounds from support points ----------------------------------------------------------- */

/* Whether x times the length is at most the value, or with sign -1 at least. */
static bool is_beyond(fixture *f, double x, int sign) {
    mpf_set_d(f->bound, x);
    mpf_mul(f->bound, f->bound, f->length);
    return mpf_cmp(f->value, f->bound) * sign >= 0;
}

/* The support pair along x: no difference of points of both bodies is less far along x than x . w
 * less its error, the lower bound of the cores' distance holds, and so does the upper bound from
 * the pair alone. */
static void check_pair(fixture *f, const tacti_placed_shape *a, const tacti_placed_shape *b,
                       tact_vec3 x) {
    tacti_bodies bodies;
    assert_int_equal(tacti_bodies_make(a, b, &bodies), TACT_OK);
    uint32_t begin[2] = {UINT32_MAX, UINT32_MAX};
    tacti_gjk gjk = {.bodies = &bodies, .count = 1, .weight = {1}};
    tacti_point_pair *pair = &gjk.pair[0];
    tacti_gjk_support_at(tact_simd_level_best())(&bodies, x, begin, pair);
    wide_values_set(&f->wide, a, b);
    wide_value_along(&f->wide, tact_vec3_scale(x, -1), f->value, f->length);
    assert_true(is_beyond(f, tacti_gjk_lower_bound(&bodies, x, pair->w), 1));
    double upper = tacti_gjk_upper_bound(&gjk);
    assert_true(is_beyond(f, upper, -1));
    double certain = tact_vec3_dot(x, pair->w) - tacti_gjk_error(&bodies, x, pair->w);
    mpf_set_ui(f->length, 1);
    assert_true(is_beyond(f, certain, 1));
    if (tacti_largest(pair->w) > 0) {
        wide_value_along(&f->wide, tact_vec3_scale(pair->w, -1), f->value, f->length);
        assert_true(is_beyond(f, upper, -1));
    }
    if (!bodies.is_exact)
        return;
    uint32_t at[2] = {UINT32_MAX, UINT32_MAX};
    wide_value_along(&f->wide, tact_vec3_scale(x, -1), f->value, f->length);
    (void)tacti_least_along(&bodies, x, at, &certain);
    mpf_set_ui(f->length, 1);
    assert_true(is_beyond(f, certain, 1));
}

static void bounds_of_support_pairs_hold(void **state) {
    (void)state;
    fixture *f = start("bounds_of_support_pairs_hold");
    for (uint64_t i = 0; i < test_case_count(12000, 1000000); i++) {
        double away = i % 3 == 0 ? 1 : 1e6;
        tact_shape shape[2] = {make_shape(f, (uint32_t)i, 1), make_shape(f, (uint32_t)(i / 7), 1)};
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&f->rng, away)};
        tacti_placed_shape b = {&shape[1], pairs_random_pose(&f->rng, away)};
        if (i % 3 > 0)
            for (int k = 3; k < 12; k += 4)
                b.pose.m[k] = a.pose.m[k] + test_rng_between(&f->rng, -3, 3);
        check_pair(f, &a, &b, make_direction(f, i % 2 == 0 ? &a : &b));
    }
    end(f);
}

/* out = x . w; changes bound. */
static void set_product(fixture *f, const double x[3], const double w[3], mpf_t out) {
    mpf_t other;
    mpf_init2(other, WIDE_FEW_BITS);
    mpf_set_ui(out, 0);
    for (int k = 0; k < 3; k++) {
        mpf_set_d(f->bound, x[k]);
        mpf_set_d(other, w[k]);
        mpf_mul(f->bound, f->bound, other);
        mpf_add(out, out, f->bound);
    }
    mpf_clear(other);
}

/* Without slack, five units of the magnitudes of the products cover the roundings of x . w. */
static void products_err_by_their_bound(void **state) {
    (void)state;
    fixture *f = start("products_err_by_their_bound");
    const tacti_bodies bodies = {.slack = 0};
    for (uint64_t i = 0; i < test_case_count(20000, 1000000); i++) {
        double x[3], w[3];
        for (int k = 0; k < 3; k++) {
            x[k] = test_rng_between(&f->rng, -1, 1);
            w[k] = test_rng_between(&f->rng, -1, 1);
        }
        if (i % 2 == 0) /* nearly at right angles */
            w[2] = -(x[0] * w[0] + x[1] * w[1]) / x[2];
        tact_vec3 at = {x[0], x[1], x[2]}, to = {w[0], w[1], w[2]};
        set_product(f, x, w, f->value);
        mpf_set_ui(f->length, 1);
        double certain = tact_vec3_dot(at, to) - tacti_gjk_error(&bodies, at, to);
        assert_true(is_beyond(f, certain, 1));
    }
    end(f);
}

/* The roundings of x . w, of the length of x and of their quotient add up to more than five units,
 * so that the lower bound needs its last factor. */
static void lower_bounds_cover_the_quotient(void **state) {
    (void)state;
    fixture *f = start("lower_bounds_cover_the_quotient");
    const tacti_bodies bodies = {.slack = 0};
    const double x[3] = {0x1.7e705912712f9p+1, 0x1.cbdb8295765f8p+2, 0x1.6aa14d9e67722p+1};
    const double w[3] = {0x1.cd88532ab64f2p+0, 0x1.36b854c2af124p+2, 0x1.74fd09871edf1p+0};
    set_product(f, x, w, f->value);
    set_product(f, x, x, f->length);
    mpf_sqrt(f->length, f->length);
    double lower = tacti_gjk_lower_bound(&bodies, (tact_vec3){x[0], x[1], x[2]},
                                         (tact_vec3){w[0], w[1], w[2]});
    assert_true(is_beyond(f, lower, 1));
    end(f);
}

/* ---- Upper bounds ------------------------------------------------------------------------- */

/* A point close to a triangle of much larger coordinates: the combination of the corners that is
 * nearest to it is rounded by more than its length. */
static void upper_bounds_of_simplices_hold(void **state) {
    (void)state;
    fixture *f = start("upper_bounds_of_simplices_hold");
    whole_pair *whole = malloc(sizeof *whole);
    assert_non_null(whole);
    whole_pair_init(whole);
    for (uint64_t i = 0; i < test_case_count(2000, 200000); i++) {
        tact_shape shape = make_shape(f, 1, 1), dot = tact_shape_sphere(0);
        tacti_placed_shape a = {&shape, tact_pose_identity()}, b = {&dot, tact_pose_identity()};
        const tact_vec3 *v = shape.core.triangle.v;
        double s = test_rng_unit(&f->rng), t = test_rng_unit(&f->rng) * (1 - s);
        double off = ldexp(1, -30 - (int)test_rng_below(&f->rng, 30));
        tact_vec3 p = tact_vec3_scale(pairs_random_direction(&f->rng), off);
        p = tact_vec3_add(p, tact_vec3_scale(v[0], (1 - s) - t));
        p = tact_vec3_add(p, tact_vec3_add(tact_vec3_scale(v[1], s), tact_vec3_scale(v[2], t)));
        b.pose.m[3] = p.x;
        b.pose.m[7] = p.y;
        b.pose.m[11] = p.z;
        tacti_bodies bodies;
        assert_int_equal(tacti_bodies_make(&a, &b, &bodies), TACT_OK);
        tacti_gjk gjk = {.bodies = &bodies, .count = 3};
        for (uint32_t k = 0; k < 3; k++)
            tacti_place_pair(&bodies, (uint32_t[2]){k, 0}, &gjk.pair[k]);
        tacti_near_point nearest = {0};
        bool is_certain;
        tacti_find_nearest(gjk.pair, 3, &nearest, &is_certain);
        tacti_gjk_reduce(&gjk, &nearest);
        whole_pair_set(whole, &a, &b);
        assert_true(whole_pair_compare_distance(whole, tacti_gjk_upper_bound(&gjk)) <= 0);
    }
    whole_pair_clear(whole);
    free(whole);
    end(f);
}

/* ---- What is certain ---------------------------------------------------------------------- */

/* A lower bound of x . w that is R |x| up to some units in the last place. */
static void lengths_exceed_radii_for_certain(void **state) {
    (void)state;
    fixture *f = start("lengths_exceed_radii_for_certain");
    uint64_t exceeding = 0, cases = test_case_count(20000, 1000000);
    for (uint64_t i = 0; i < cases; i++) {
        tact_vec3 x =
            tact_vec3_scale(pairs_random_direction(&f->rng), test_rng_between(&f->rng, 1, 4));
        double radius = test_rng_between(&f->rng, 1, 4);
        double certain = radius * tact_vec3_length(x);
        certain *= 1 + ldexp((double)test_rng_below(&f->rng, 65) - 32, -52);
        if (!tacti_exceeds_radius(certain, x, radius))
            continue;
        exceeding++;
        const double c[3] = {x.x, x.y, x.z};
        set_product(f, c, c, f->value);
        mpf_set_d(f->bound, radius);
        mpf_mul(f->bound, f->bound, f->bound);
        mpf_mul(f->value, f->value, f->bound);
        mpf_set_d(f->bound, certain);
        mpf_mul(f->bound, f->bound, f->bound);
        assert_true(mpf_cmp(f->bound, f->value) > 0);
    }
    assert_true(exceeding * 4 > cases);
    end(f);
}

/* The sign of the determinant of three points. */
static int volume_sign(tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_vec3 zero = {0, 0, 0};
    return tact_orient3d(&zero, &a, &b, &c);
}

/* Tetrahedra with the origin nearly on a face: if their volumes count as certain, the origin is
 * inside. */
static void tetrahedra_contain_the_origin_for_certain(void **state) {
    (void)state;
    fixture *f = start("tetrahedra_contain_the_origin_for_certain");
    uint64_t certain = 0, cases = test_case_count(40000, 2000000);
    for (uint64_t i = 0; i < cases; i++) {
        tact_vec3 w[4];
        for (int k = 0; k < 4; k++)
            w[k] = pairs_random_direction(&f->rng);
        double s = test_rng_unit(&f->rng), t = test_rng_unit(&f->rng);
        double off =
            ldexp(test_rng_between(&f->rng, -1, 1), -40 - (int)test_rng_below(&f->rng, 20));
        w[3] = tact_vec3_add(tact_vec3_scale(w[0], -s), tact_vec3_scale(w[1], -t));
        w[3] = tact_vec3_add(w[3], tact_vec3_scale(w[2], off));
        double volume[4];
        if (!tacti_simplex_volumes(w, volume))
            continue;
        certain++;
        int sign = volume_sign(w[1], w[2], w[3]);
        assert_int_not_equal(sign, 0);
        assert_int_equal(volume_sign(w[0], w[3], w[2]), sign);
        assert_int_equal(volume_sign(w[0], w[1], w[3]), sign);
        assert_int_equal(volume_sign(w[0], w[2], w[1]), sign);
    }
    assert_true(certain * 8 > cases);
    end(f);
}

/* ---- Smooth shapes far away ---------------------------------------------------------------- */

/* Two cylinders or cones end to end, so far from the origin that their rounded support points
 * overlap while the shapes are apart. */
static bool make_far_pair(fixture *f, tact_shape shape[2], tacti_placed_shape placed[2]) {
    double away = ldexp(1, 20 + (int)test_rng_below(&f->rng, 24)), unit = away * 0x1p-52;
    double gap = test_rng_between(&f->rng, 0, 2) * unit;
    for (int side = 0; side < 2; side++) {
        double radius = test_rng_between(&f->rng, 0.5, 1.5);
        double height = test_rng_between(&f->rng, 0.5, 1.5);
        shape[side] = side == 1 && test_rng_below(&f->rng, 2) == 0
                          ? tact_shape_cone(radius, height)
                          : tact_shape_cylinder(radius, height);
        placed[side] = (tacti_placed_shape){&shape[side], pairs_random_pose(&f->rng, away)};
    }
    placed[1].pose = placed[0].pose;
    const double *m = placed[0].pose.m;
    double by = (shape[0].core.round.half_height + shape[1].core.round.half_height) + gap;
    for (int k = 0; k < 3; k++)
        placed[1].pose.m[4 * k + 3] += m[4 * k + 2] * by;
    wide_values_set(&f->wide, &placed[0], &placed[1]);
    wide_value_across(&f->wide, 0, (tact_vec3){0, 0, 1}, f->value, f->length);
    return mpf_sgn(f->value) > 0 && is_beyond(f, unit, -1);
}

static void far_shapes_do_not_seem_to_meet(void **state) {
    (void)state;
    fixture *f = start("far_shapes_do_not_seem_to_meet");
    uint64_t tried = 0, cases = test_case_count(3000, 300000);
    for (uint64_t i = 0; i < cases; i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        tacti_bodies bodies;
        if (!make_far_pair(f, shape, placed))
            continue;
        tried++;
        assert_int_equal(tacti_bodies_make(&placed[0], &placed[1], &bodies), TACT_OK);
        assert_false(tacti_surround(&bodies));
        tacti_gjk gjk;
        tacti_gjk_begin(&bodies, false, NULL, &gjk);
        assert_int_not_equal(tacti_gjk_at(tact_simd_level_best())(&gjk), TACTI_GJK_CONTACT);
    }
    assert_true(tried * 8 > cases);
    end(f);
}

/* ---- Boxes -------------------------------------------------------------------------------- */

/* A rotation that is off by a fraction in each entry. */
static tact_pose skewed_pose(fixture *f, double away, double off) {
    tact_pose pose = pairs_random_pose(&f->rng, away);
    for (int i = 0; i < 12; i++)
        if (i % 4 < 3)
            pose.m[i] += test_rng_between(&f->rng, -off, off);
    return pose;
}

/* The separation of the placed corners along each of the fifteen axes is as computed, up to the
 * margin. */
static void check_axes(fixture *f, const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tacti_bodies bodies;
    tacti_box_axes axes;
    assert_int_equal(tacti_bodies_make(a, b, &bodies), TACT_OK);
    tacti_box_axes_at(tact_simd_level_best())(&bodies, true, &axes);
    wide_values_set(&f->wide, a, b);
    for (int axis = 0; axis < TACTI_BOX_AXES; axis++) {
        if (axis % 4 == 3)
            continue;
        tact_vec3 n = tacti_box_axis(&a->pose, &b->pose, &axes, axis);
        wide_value_along(&f->wide, n, f->value, f->length);
        mpf_set_d(f->bound, axes.separation[axis]);
        mpf_sub(f->value, f->value, f->bound);
        mpf_abs(f->value, f->value);
        mpf_set_d(f->bound, axes.margin);
        assert_true(mpf_cmp(f->value, f->bound) <= 0);
    }
}

static void separations_of_boxes_err_by_the_margin(void **state) {
    (void)state;
    fixture *f = start("separations_of_boxes_err_by_the_margin");
    for (uint64_t i = 0; i < test_case_count(1000, 100000); i++) {
        /* A few roundings, as much as a plain pose may have, and as much as any pose may have. */
        double off = i % 3 == 0 ? 0 : i % 3 == 1 ? 1.5e-7 : 2e-7;
        tact_shape shape[2] = {make_shape(f, 2, 1), make_shape(f, 2, 1)};
        tacti_placed_shape a = {&shape[0], skewed_pose(f, 1, off)};
        tacti_placed_shape b = {&shape[1], skewed_pose(f, i % 2 == 0 ? 2 : 1e3, off)};
        check_axes(f, &a, &b);
    }
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(support_points_are_furthest),
        cmocka_unit_test(bounds_of_support_pairs_hold),
        cmocka_unit_test(products_err_by_their_bound),
        cmocka_unit_test(lower_bounds_cover_the_quotient),
        cmocka_unit_test(upper_bounds_of_simplices_hold),
        cmocka_unit_test(lengths_exceed_radii_for_certain),
        cmocka_unit_test(tetrahedra_contain_the_origin_for_certain),
        cmocka_unit_test(far_shapes_do_not_seem_to_meet),
        cmocka_unit_test(separations_of_boxes_err_by_the_margin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
