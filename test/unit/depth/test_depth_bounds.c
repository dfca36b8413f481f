/* SPDX-License-Identifier: MIT */
/* The error bounds of the depth, each compared with exact numbers on input that needs it: upper
 * bounds from support points, lower bounds from faces, boxes, and the answers to pairs far from the
 * origin and of the least sizes. */
#include <math.h>
#include <stdlib.h>

#include "convex_pairs.h"
#include "whole_pair.h"
#include "wide_value.h"

#include "depth/depth.h"
#include "pair/pair_depth.h"

typedef struct fixture {
    test_rng rng;
    wide_values wide;
    whole_pair whole;
    mpf_t value, length, bound, n[9];
    tacti_expansion e;
} fixture;

static fixture *start(const char *name, mp_bitcnt_t bits) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    f->rng = test_rng_start(name);
    wide_values_init(&f->wide, bits);
    whole_pair_init(&f->whole);
    mpf_init2(f->value, bits);
    mpf_init2(f->length, bits);
    mpf_init2(f->bound, bits);
    for (int i = 0; i < 9; i++)
        mpf_init2(f->n[i], bits);
    return f;
}

static void end(fixture *f) {
    for (int i = 0; i < 9; i++)
        mpf_clear(f->n[i]);
    mpf_clears(f->value, f->length, f->bound, NULL);
    whole_pair_clear(&f->whole);
    wide_values_clear(&f->wide);
    free(f);
}

static double between(fixture *f, double lo, double hi) {
    return test_rng_between(&f->rng, lo, hi);
}

/* The sign of the value less x times the length. */
static int compare_value(fixture *f, double x) {
    mpf_set_d(f->bound, x);
    mpf_mul(f->bound, f->bound, f->length);
    return mpf_cmp(f->value, f->bound);
}

/* value = n . w and length = |n|, exactly. */
static void set_product(fixture *f, tact_vec3 n, tact_vec3 w) {
    const double u[3] = {n.x, n.y, n.z}, v[3] = {w.x, w.y, w.z};
    mpf_set_ui(f->value, 0);
    mpf_set_ui(f->length, 0);
    for (int k = 0; k < 3; k++) {
        mpf_set_d(f->n[0], u[k]);
        mpf_set_d(f->n[1], v[k]);
        mpf_mul(f->n[1], f->n[0], f->n[1]);
        mpf_add(f->value, f->value, f->n[1]);
        mpf_mul(f->n[0], f->n[0], f->n[0]);
        mpf_add(f->length, f->length, f->n[0]);
    }
    mpf_sqrt(f->length, f->length);
}

/* ---- Upper bounds ------------------------------------------------------------------------- */

/* Two boxes, one of them far from its place or not, and the direction of a face up to rounding. */
static tact_vec3 make_boxes(fixture *f, double size, double away, tact_shape shape[2],
                            tacti_placed_shape placed[2]) {
    for (int side = 0; side < 2; side++) {
        shape[side] = tact_shape_box(size * between(f, 0.1, 1), size * between(f, 0.1, 1),
                                     size * between(f, 0.1, 1));
        placed[side] = (tacti_placed_shape){&shape[side], pairs_random_pose(&f->rng, away)};
    }
    for (int k = 3; k < 12; k += 4)
        placed[1].pose.m[k] = placed[0].pose.m[k] + between(f, -0.05, 0.05);
    const double *m = placed[test_rng_below(&f->rng, 2)].pose.m;
    return (tact_vec3){m[0], m[4], m[8]};
}

/* The bound of a direction is not below the greatest n . w / |n| of all differences: as it is found
 * with the support points, and computed anew from all vertices. */
static void check_upper(fixture *f, const tacti_placed_shape placed[2], tact_vec3 n) {
    tacti_bodies bodies;
    assert_int_equal(tacti_bodies_make(&placed[0], &placed[1], &bodies), TACT_OK);
    tacti_expansion *e = &f->e;
    tacti_depth_begin(&bodies, e);
    tacti_depth_probe(e, n);
    wide_values_set(&f->wide, &placed[0], &placed[1]);
    wide_value_along(&f->wide, e->best_direction, f->value, f->length);
    mpf_set_d(f->bound, -e->scale);
    mpf_mul(f->value, f->value, f->bound);
    assert_true(compare_value(f, e->upper) <= 0);
    double first = e->upper;
    e->upper = tacti_infinity();
    tacti_depth_sharpen(e);
    assert_true(compare_value(f, e->upper) <= 0);
    /* If vertices are far from the origin, this is the better one. */
    assert_true(bodies.body[0].shift < 1e4 || e->upper <= first);
}

static void upper_bounds_hold(void **state) {
    (void)state;
    fixture *f = start("upper_bounds_hold", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(3000, 200000); i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        tact_vec3 n = make_boxes(f, 1, 1e5, shape, placed);
        check_upper(f, placed, n);
        /* Long edges, and a corner next to a corner. */
        n = make_boxes(f, 1e3, 0, shape, placed);
        shape[1] = tact_shape_sphere(0);
        tact_vec3 p = tact_pose_place(placed[0].pose, shape[0].core.half_extents);
        placed[1].pose = tact_pose_identity();
        placed[1].pose.m[3] = p.x;
        placed[1].pose.m[7] = p.y;
        placed[1].pose.m[11] = p.z;
        check_upper(f, placed, n);
    }
    end(f);
}

/* Two points, whose difference has any exponent, and any direction. */
static void check_points(fixture *f, tact_vec3 a, tact_vec3 b, tact_vec3 n) {
    tact_shape dot = tact_shape_sphere(0);
    tacti_placed_shape placed[2] = {{&dot, tact_pose_identity()}, {&dot, tact_pose_identity()}};
    const double p[3] = {a.x, a.y, a.z}, q[3] = {b.x, b.y, b.z};
    for (int k = 0; k < 3; k++) {
        placed[0].pose.m[4 * k + 3] = p[k];
        placed[1].pose.m[4 * k + 3] = q[k];
    }
    check_upper(f, placed, n);
}

/* Without slack: nearly at right angles; numbers that underflow; and numbers for which the
 * roundings of the product, of the length and of the quotient are nearly all in one direction. */
static void products_err_by_their_bound(void **state) {
    (void)state;
    fixture *f = start("products_err_by_their_bound", WIDE_BITS);
    tact_vec3 n = {0x1.9bff9e8e97404p+2, 0x1.5ce46422363f7p+2, 0x1.6efc4c252a7b9p+0};
    tact_vec3 w = {0x1.7eb712dc3ef1fp+1, 0x1.b5b71d3c67284p+1, 0x1.efbdb33fea6ccp+1};
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        double value;
        f->e.slack = 0;
        set_product(f, n, w);
        assert_true(compare_value(f, tacti_depth_bound(&f->e, n, w, &value)) <= 0);
        n = pairs_random_direction(&f->rng);
        w = tact_vec3_cross(n, pairs_random_direction(&f->rng));
        if (i % 8 == 1)
            check_points(f, w, (tact_vec3){0, 0, 0}, n);
        if (i % 2 == 0)
            w = tact_vec3_scale(w, ldexp(1, -1060 - (int)test_rng_below(&f->rng, 12)));
    }
    end(f);
}

/* Two points whose difference is rounded down, and a direction for which everything else is, too.
 */
static void sharp_bounds_cover_the_quotient(void **state) {
    (void)state;
    fixture *f = start("sharp_bounds_cover_the_quotient", WIDE_FEW_BITS);
    tact_vec3 w = {0x1.24753fcba2ffcp+1, 0x1.e9a3523a641fap+1, 0x1.45dc137e85bffp+0};
    tact_vec3 rest = {-0.499 * (nextafter(w.x, 10) - w.x), -0.499 * (nextafter(w.y, 10) - w.y),
                      -0.499 * (nextafter(w.z, 10) - w.z)};
    check_points(f, w, rest,
                 (tact_vec3){0x1.c80be9f2b92ccp+0, 0x1.1190869effbcdp+0, 0x1.4f22d72abd928p-1});
    end(f);
}

/* Sizes of a few of the least doubles: points are scaled, and products before that underflow. */
static void tiny_upper_bounds_hold(void **state) {
    (void)state;
    fixture *f = start("tiny_upper_bounds_hold", WIDE_BITS);
    for (uint64_t i = 0; i < test_case_count(300, 20000); i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        make_boxes(f, 1, 0, shape, placed);
        for (int side = 0; side < 2; side++) {
            shape[side] = tact_shape_box(ldexp((double)test_rng_below(&f->rng, 9), -1074),
                                         ldexp((double)test_rng_below(&f->rng, 9), -1074),
                                         ldexp((double)test_rng_below(&f->rng, 9), -1074));
            for (int k = 3; k < 12; k += 4)
                placed[side].pose.m[k] = ldexp((double)test_rng_below(&f->rng, 5) - 2, -1074);
        }
        check_upper(f, placed, pairs_random_direction(&f->rng));
    }
    end(f);
}

/* ---- Faces -------------------------------------------------------------------------------- */

static void set_difference(fixture *f, int to, tact_vec3 a, tact_vec3 b) {
    const double p[3] = {a.x, a.y, a.z}, q[3] = {b.x, b.y, b.z};
    for (int k = 0; k < 3; k++) {
        mpf_set_d(f->n[to + k], p[k]);
        mpf_set_d(f->bound, q[k]);
        mpf_sub(f->n[to + k], f->n[to + k], f->bound);
    }
}

/* The lower bound of a face is not above the distance of the plane through its corners: value over
 * length. */
static void check_face(fixture *f, uint32_t face) {
    const tacti_expansion *e = &f->e;
    tact_vec3 a = e->point[e->corner[face][0]].w, b = e->point[e->corner[face][1]].w;
    tact_vec3 c = e->point[e->corner[face][2]].w, zero = {0, 0, 0};
    mpf_set_ui(f->value, 0);
    mpf_set_ui(f->length, 0);
    set_difference(f, 0, b, a);
    set_difference(f, 3, c, a);
    set_difference(f, 6, a, zero);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpf_t normal;
        mpf_init2(normal, mpf_get_prec(f->value));
        mpf_mul(normal, f->n[i], f->n[3 + j]);
        mpf_mul(f->bound, f->n[j], f->n[3 + i]);
        mpf_sub(normal, normal, f->bound);
        mpf_mul(f->bound, normal, f->n[6 + k]);
        mpf_add(f->value, f->value, f->bound);
        mpf_mul(normal, normal, normal);
        mpf_add(f->length, f->length, normal);
        mpf_clear(normal);
    }
    mpf_sqrt(f->length, f->length);
    assert_true(compare_value(f, e->lower[face]) >= 0);
}

/* Sets the faces of a tetrahedron. The search ends at once, because its upper bound is below all
 * lower bounds. */
static void check_faces(fixture *f, const tact_vec3 w[4]) {
    tact_shape dot = tact_shape_sphere(1);
    tacti_placed_shape a = {&dot, tact_pose_identity()};
    tacti_bodies bodies;
    assert_int_equal(tacti_bodies_make(&a, &a, &bodies), TACT_OK);
    tacti_expansion *e = &f->e;
    tacti_depth_begin(&bodies, e);
    int order = tact_orient3d(&w[0], &w[1], &w[2], &w[3]) > 0;
    for (int i = 0; i < 4; i++)
        e->point[i] = (tacti_point_pair){.w = w[i < 2 ? (i ^ order) : i]};
    e->point_count = 4;
    e->upper = -0x1p100;
    double lower;
    assert_int_equal(tacti_depth_expand_at(tact_simd_level_best())(e, &lower),
                     TACTI_DEPTH_CONVERGED);
    for (uint32_t face = 0; face < 4; face++)
        check_face(f, face);
    for (uint32_t face = 0; face < 4; face++) {
        tacti_depth_thin_face(e, face);
        check_face(f, face);
    }
}

static void lower_bounds_of_faces_hold(void **state) {
    (void)state;
    fixture *f = start("lower_bounds_of_faces_hold", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(1000, 50000); i++) {
        tact_vec3 w[4];
        for (int k = 0; k < 4; k++)
            w[k] = pairs_random_direction(&f->rng);
        check_faces(f, w);
        /* The origin nearly in the plane of a face. */
        double s = between(f, 0, 1), t = between(f, 0, 1);
        w[2] = tact_vec3_add(tact_vec3_scale(w[0], -s), tact_vec3_scale(w[1], -t));
        check_faces(f, w);
    }
    end(f);
}

/* Faces whose products underflow. */
static void lower_bounds_of_tiny_faces_hold(void **state) {
    (void)state;
    fixture *f = start("lower_bounds_of_tiny_faces_hold", WIDE_BITS);
    for (uint64_t i = 0; i < test_case_count(200, 20000); i++) {
        tact_vec3 w[4];
        int power = i % 2 == 0 ? -255 - (int)test_rng_below(&f->rng, 15) : -190;
        for (int k = 0; k < 4; k++)
            w[k] = tact_vec3_scale(pairs_random_direction(&f->rng), ldexp(1, power));
        if (i % 2 == 1) /* a corner next to the origin, for the products with it */
            for (int k = 0; k < 4; k++)
                w[k] = tact_vec3_scale(w[k], k == 1 ? ldexp(1, -640) : 1);
        check_faces(f, w);
        /* A plane so near to the origin that its distance is not a normal number. */
        double u = ldexp((double)(1 + test_rng_below(&f->rng, 9)), -1072);
        tact_vec3 flat[4] = {{1, -1, u}, {-1, 0, 1}, {0, 1, -1}, {-1, -1, -1}};
        check_faces(f, flat);
    }
    end(f);
}

/* ---- Boxes -------------------------------------------------------------------------------- */

/* The depth by the axes of boxes. */
static void check_box_depth(fixture *f, const tacti_placed_shape placed[2]) {
    tacti_bodies bodies;
    tacti_core_depth core;
    assert_int_equal(tacti_bodies_make(&placed[0], &placed[1], &bodies), TACT_OK);
    tacti_box_ending ending = tacti_depth_boxes(&bodies, &core);
    if (ending == TACTI_BOXES_OPEN)
        return;
    whole_pair_set(&f->whole, &placed[0], &placed[1]);
    bool do_meet = whole_pair_cores_meet(&f->whole), proves;
    assert_int_equal(ending == TACTI_BOXES_DEEP, do_meet);
    if (!do_meet)
        return;
    assert_true(whole_pair_parts_along(&f->whole, core.direction, core.upper));
    wide_values_set(&f->wide, &placed[0], &placed[1]);
    wide_value_along(&f->wide, core.direction, f->value, f->length);
    assert_true(compare_value(f, -core.lower) <= 0);
    assert_false(whole_pair_is_less_deep(&f->whole, core.lower, core.upper, 30, &f->rng, &proves));
}

static void depths_of_boxes_are_within_their_bounds(void **state) {
    (void)state;
    fixture *f = start("depths_of_boxes_are_within_their_bounds", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(800, 50000); i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        make_boxes(f, 1, i % 2 == 0 ? 1 : 1e5, shape, placed);
        if (i % 3 == 0) /* as far from a rotation as a pose may be */
            for (int k = 0; k < 12; k++)
                if (k % 4 < 3)
                    placed[0].pose.m[k] += between(f, -2e-7, 2e-7);
        check_box_depth(f, placed);
    }
    end(f);
}

/* ---- Answers ------------------------------------------------------------------------------ */

/* The bounds of an answer on two small polytopes hold, by all directions that matter. */
static void check_answer(fixture *f, const tacti_placed_shape placed[2],
                         const tacti_convex_depth_answer *d) {
    whole_pair *whole = &f->whole;
    whole_pair_set(whole, &placed[0], &placed[1]);
    bool do_meet = whole_pair_compare_distance(whole, 0) <= 0, proves;
    assert_int_equal(d->outcome, do_meet ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    if (!do_meet)
        return;
    if (!whole_pair_cores_meet(whole)) { /* both radii less the distance */
        assert_true(whole_pair_compare_distance(whole, -d->lower) <= 0);
        assert_true(whole_pair_compare_distance(whole, -d->upper) >= 0);
        return;
    }
    assert_false(whole_pair_is_less_deep(whole, d->lower, d->upper, 4000, &f->rng, &proves));
    assert_true(proves);
}

static tact_hull *make_tetrahedron(fixture *f, double size) {
    tact_vec3 v[4];
    for (int i = 0; i < 4; i++)
        v[i] = tact_vec3_scale(pairs_random_direction(&f->rng), size);
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, v, 4, &hull), TACT_OK);
    return hull;
}

/* Asks without a cache and with that of the last pose. */
static void ask_twice(fixture *f, const tacti_placed_shape placed[2], tacti_convex_cache *cache,
                      tacti_convex_depth_answer *out) {
    assert_int_equal(tacti_convex_depth(&placed[0], &placed[1], NULL, out), TACT_OK);
    check_answer(f, placed, out);
    assert_int_equal(tacti_convex_depth(&placed[0], &placed[1], cache, out), TACT_OK);
    check_answer(f, placed, out);
}

/* Tetrahedra that overlap, then touch up to rounding: the planes of faces are then computed
 * exactly from rounded differences. */
static void depths_of_polytopes_are_within_their_bounds(void **state) {
    (void)state;
    fixture *f = start("depths_of_polytopes_are_within_their_bounds", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(60, 20000); i++) {
        tact_hull *hull[2] = {make_tetrahedron(f, 1), make_tetrahedron(f, 1)};
        tact_shape shape[2] = {tact_shape_hull(hull[0]), tact_shape_hull(hull[1])};
        tacti_placed_shape placed[2] = {{&shape[0], pairs_random_pose(&f->rng, 0.3)},
                                        {&shape[1], pairs_random_pose(&f->rng, 0.3)}};
        tacti_convex_cache cache = {0};
        tacti_convex_depth_answer d;
        ask_twice(f, placed, &cache, &d);
        for (int k = 0; k < 3; k++) {
            double by = d.depth - between(f, -2, 6) * 0x1p-53;
            placed[1].pose.m[3] += by * d.direction.x;
            placed[1].pose.m[7] += by * d.direction.y;
            placed[1].pose.m[11] += by * d.direction.z;
            ask_twice(f, placed, &cache, &d);
        }
        /* Cores that touch up to rounding, in radii whose sum is rounded. */
        shape[0].radius = between(f, 0, 1);
        shape[1].radius = between(f, 0, 1);
        ask_twice(f, placed, &cache, &d);
        tact_hull_destroy(hull[0]);
        tact_hull_destroy(hull[1]);
    }
    end(f);
}

/* Coordinates of a few of the least doubles. */
static void tiny_depths_are_within_their_bounds(void **state) {
    (void)state;
    fixture *f = start("tiny_depths_are_within_their_bounds", WIDE_BITS);
    for (uint64_t i = 0; i < test_case_count(60, 20000); i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        for (int side = 0; side < 2; side++) {
            double v[9];
            for (int k = 0; k < 9; k++)
                v[k] = ldexp((double)test_rng_below(&f->rng, 41) - 20, -1074);
            shape[side] = side == 0
                              ? tact_shape_box(fabs(v[0]), fabs(v[1]), fabs(v[2]))
                              : tact_shape_triangle((tact_triangle){
                                    {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}}});
            placed[side] = (tacti_placed_shape){&shape[side], tact_pose_identity()};
        }
        tacti_convex_cache cache = {0};
        tacti_convex_depth_answer d;
        ask_twice(f, placed, &cache, &d);
        if (d.outcome != TACT_OUTCOME_CONTACT)
            continue;
        /* The way out is long enough although the motion is rounded. */
        placed[1].pose.m[3] += d.upper * d.direction.x;
        placed[1].pose.m[7] += d.upper * d.direction.y;
        placed[1].pose.m[11] += d.upper * d.direction.z;
        whole_pair_set(&f->whole, &placed[0], &placed[1]);
        assert_true(whole_pair_compare_distance(&f->whole, 0) > 0);
    }
    end(f);
}

/* A cylinder or cone stands in a box, or in another cylinder, far from the origin: support points
 * are rounded by more than all other errors. */
static void depths_of_far_solids_are_within_their_bounds(void **state) {
    (void)state;
    fixture *f = start("depths_of_far_solids_are_within_their_bounds", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(600, 50000); i++) {
        double h[2] = {between(f, 0.5, 1), between(f, 0.5, 1)};
        tact_shape shape[2] = {tact_shape_cylinder(1, h[0]), tact_shape_cylinder(0.5, h[1])};
        if (i % 2 == 0)
            shape[1] = tact_shape_cone(0.5, h[1]);
        tacti_placed_shape placed[2] = {{&shape[0], pairs_random_pose(&f->rng, 1e5)}};
        placed[1] = (tacti_placed_shape){&shape[1], placed[0].pose};
        const double *m = placed[0].pose.m;
        double by = (h[0] + h[1]) - between(f, 0.01, 0.1);
        for (int k = 0; k < 12; k += 4)
            placed[1].pose.m[k + 3] += by * m[k + 2];
        tacti_convex_depth_answer d;
        assert_int_equal(tacti_convex_depth(&placed[0], &placed[1], NULL, &d), TACT_OK);
        assert_int_equal(d.outcome, TACT_OUTCOME_CONTACT);
        wide_values_set(&f->wide, &placed[0], &placed[1]);
        wide_value_across(&f->wide, 0, (tact_vec3){0, 0, 1}, f->value, f->length);
        assert_true(compare_value(f, -d.lower) <= 0);
        wide_value_along(&f->wide, d.direction, f->value, f->length);
        assert_true(compare_value(f, -d.upper * (1 + 1e-9)) >= 0);
    }
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upper_bounds_hold),
        cmocka_unit_test(products_err_by_their_bound),
        cmocka_unit_test(sharp_bounds_cover_the_quotient),
        cmocka_unit_test(tiny_upper_bounds_hold),
        cmocka_unit_test(lower_bounds_of_faces_hold),
        cmocka_unit_test(lower_bounds_of_tiny_faces_hold),
        cmocka_unit_test(depths_of_boxes_are_within_their_bounds),
        cmocka_unit_test(depths_of_polytopes_are_within_their_bounds),
        cmocka_unit_test(tiny_depths_are_within_their_bounds),
        cmocka_unit_test(depths_of_far_solids_are_within_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
