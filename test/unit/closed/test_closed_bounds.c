/* SPDX-License-Identifier: MIT */
/* The error bounds of closed forms, each compared with exact numbers on input that needs it: pairs
 * far from the origin, poses that are far from rotations, sizes that differ much, and points near
 * surfaces. */
#include <math.h>
#include <stdlib.h>

#include "convex_pairs.h"
#include "oracle_certificate.h"
#include "whole_pair.h"
#include "wide_value.h"

#include "closed/closed.h"
#include "pair/pair.h"

typedef struct fixture {
    test_rng rng;
    wide_values wide;
    whole_pair whole;
    mpf_t value, length, bound, t, n[8];
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
    mpf_init2(f->t, bits);
    for (int i = 0; i < 8; i++)
        mpf_init2(f->n[i], bits);
    return f;
}

static void end(fixture *f) {
    for (int i = 0; i < 8; i++)
        mpf_clear(f->n[i]);
    mpf_clears(f->value, f->length, f->bound, f->t, NULL);
    whole_pair_clear(&f->whole);
    wide_values_clear(&f->wide);
    free(f);
}

static double between(fixture *f, double lo, double hi) {
    return test_rng_between(&f->rng, lo, hi);
}

static tact_vec3 point_within(fixture *f, double size) {
    return (tact_vec3){between(f, -size, size), between(f, -size, size), between(f, -size, size)};
}

static void move_to(tact_pose *pose, tact_vec3 t) {
    pose->m[3] = t.x;
    pose->m[7] = t.y;
    pose->m[11] = t.z;
}

/* Makes a pose as far from a rotation as off says, by lengths or by angles. */
static void spoil(fixture *f, tact_pose *pose, double off) {
    bool stretches = test_rng_below(&f->rng, 2) == 0;
    double by = test_rng_below(&f->rng, 2) == 0 ? off : -off;
    tact_pose old = *pose;
    for (int k = 0; k < 12; k += 4)
        for (int i = 0; i < 3; i++)
            pose->m[k + i] = old.m[k + i] + by * old.m[k + (stretches ? i : (i + 1) % 3)];
}

/* The sign of the value less x times the length. */
static int compare_value(fixture *f, double x) {
    mpf_set_d(f->bound, x);
    mpf_mul(f->bound, f->bound, f->length);
    return mpf_cmp(f->value, f->bound);
}

/* ---- Radii -------------------------------------------------------------------------------- */

/* Bounds that are the separation of the cores itself, less two radii. */
static void radii_are_taken_off(void **state) {
    (void)state;
    fixture *f = start("radii_are_taken_off", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        tacti_bodies bodies = {.radius = 0};
        double separation = between(f, -2, 2);
        mpf_set_d(f->value, separation);
        for (int side = 0; side < 2; side++) {
            bodies.body[side].radius = between(f, 0, 1);
            bodies.radius += bodies.body[side].radius;
            mpf_set_d(f->bound, bodies.body[side].radius);
            mpf_sub(f->value, f->value, f->bound);
        }
        tacti_closed out;
        mpf_set_ui(f->length, 1);
        tacti_closed_finish(&bodies, separation, separation, &out);
        assert_true(compare_value(f, out.lower) >= 0 && compare_value(f, out.upper) <= 0);
    }
    end(f);
}

/* ---- Polytopes ---------------------------------------------------------------------------- */

/* Balls, segments, triangles and boxes; b is a ball or a segment. */
static tact_shape make_polytope(fixture *f, uint32_t kind, double size) {
    tact_vec3 p = point_within(f, size), q = point_within(f, size), r = point_within(f, size);
    switch (kind % 4) {
    case 0:
        return tact_shape_sphere(0);
    case 1:
        return tact_shape_segment(p, q, 0);
    case 2:
        return tact_shape_triangle((tact_triangle){{p, q, r}});
    default:
        return tact_shape_box(fabs(p.x), fabs(p.y), fabs(p.z));
    }
}

static void check_whole(fixture *f, const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tacti_bodies bodies;
    tacti_closed out;
    assert_int_equal(tacti_bodies_make(a, b, &bodies), TACT_OK);
    if (!tacti_closed_find(&bodies, TACTI_CLOSED_DISTANCE, &out))
        return;
    whole_pair_set(&f->whole, a, b);
    if (whole_pair_cores_meet(&f->whole))
        return;
    assert_true(whole_pair_compare_distance(&f->whole, out.lower) >= 0);
    assert_true(whole_pair_compare_distance(&f->whole, out.upper) <= 0);
}

static void bounds_of_polytopes_hold(void **state) {
    (void)state;
    fixture *f = start("bounds_of_polytopes_hold", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        tact_shape shape[2] = {make_polytope(f, (uint32_t)i, 1),
                               make_polytope(f, i % 4 < 2 ? (uint32_t)i : 0, 1)};
        double away = i / 4 % 2 == 0 ? 2 : 1e5;
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&f->rng, away)};
        tacti_placed_shape b = {&shape[1], pairs_random_pose(&f->rng, 1)};
        for (int k = 3; k < 12; k += 4)
            b.pose.m[k] = a.pose.m[k] + between(f, -3, 3);
        check_whole(f, &a, &b);
        /* A box and a distant ball: the normal is not of length 1 if the pose stretches. */
        shape[0] = make_polytope(f, 3, 1);
        a.pose = pairs_random_pose(&f->rng, 1);
        spoil(f, &a.pose, 100 * 0x1p-53);
        shape[1] = tact_shape_sphere(0);
        move_to(&b.pose, point_within(f, 1e4));
        check_whole(f, &a, &b);
    }
    end(f);
}

/* A ball with a tiny radius inside a box, at a place where the simplices of corners meet: if the
 * answer is contact, its proof holds. */
static void corners_around_centres_are_proofs(void **state) {
    (void)state;
    fixture *f = start("corners_around_centres_are_proofs", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        double s = between(f, -0.9, 0.9), t = between(f, -0.9, 0.9);
        tact_shape shape[2] = {make_polytope(f, 3, 1), tact_shape_sphere(1e-30)};
        tact_vec3 h = shape[0].core.half_extents;
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&f->rng, 1)};
        tacti_placed_shape b = {&shape[1], tact_pose_identity()};
        move_to(&b.pose, tact_pose_place(a.pose, (tact_vec3){s * h.x, s * h.y, t * h.z}));
        tacti_convex_collision answer;
        assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_OK);
        assert_true(oracle_certificate_holds(&a, &b, &answer));
    }
    end(f);
}

/* ---- Balls and solids --------------------------------------------------------------------- */

/* Every direction gives a lower bound of the separation: here those of the answer, and the exact
 * normals of the solid's ends. A pair of points gives an upper bound. */
static void check_solid(fixture *f, const tacti_placed_shape *solid,
                        const tacti_placed_shape *ball) {
    tacti_bodies bodies;
    tacti_closed out;
    assert_int_equal(tacti_bodies_make(solid, ball, &bodies), TACT_OK);
    if (!tacti_closed_find(&bodies, TACTI_CLOSED_DEPTH, &out))
        return;
    wide_values_set(&f->wide, solid, ball);
    wide_value_along(&f->wide, out.direction, f->value, f->length);
    assert_true(compare_value(f, out.upper) <= 0);
    for (int k = 0; k < 6; k++) {
        double sign = k < 3 ? 1 : -1;
        tact_vec3 n = {k % 3 == 0 ? sign : 0, k % 3 == 1 ? sign : 0, k % 3 == 2 ? sign : 0};
        wide_value_across(&f->wide, 0, n, f->value, f->length);
        assert_true(compare_value(f, out.upper) <= 0);
    }
    if (out.lower <= 0)
        return;
    wide_value_between(&f->wide, out.direction, 1, f->value);
    mpf_set_ui(f->length, 1);
    assert_true(compare_value(f, out.lower) >= 0);
}

static tact_shape make_solid(fixture *f, uint64_t kind) {
    double s[3] = {between(f, 0.1, 1), between(f, 0.1, 1), between(f, 0.1, 1)};
    return kind % 3 == 0   ? tact_shape_cylinder(s[0], s[1])
           : kind % 3 == 1 ? tact_shape_cone(s[0], s[1])
                           : tact_shape_ellipsoid(s[0], s[1], s[2]);
}

static void bounds_of_solids_hold(void **state) {
    (void)state;
    fixture *f = start("bounds_of_solids_hold", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        tact_shape shape[2] = {make_solid(f, i), tact_shape_sphere(0)};
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&f->rng, i % 5 == 0 ? 1e5 : 1)};
        tacti_placed_shape b = {&shape[1], tact_pose_identity()};
        if (i % 2 == 0) /* at most what a closed form accepts: 2^-44 */
            spoil(f, &a.pose, between(f, 0, 100) * 0x1p-53);
        tact_vec3 at = point_within(f, i % 7 == 0 ? 1e4 : 1.5);
        if (i % 3 == 0) /* above an end */
            at.x = at.y = 0;
        move_to(&b.pose, tact_pose_place(a.pose, at));
        check_solid(f, &a, &b);
    }
    end(f);
}

/* ---- A point and an ellipsoid -------------------------------------------------------------- */

/* The sum of (a_i y_i / (a_i^2 + t))^2; with length, the length of the vector y_i / (a_i^2 + t). */
static void ellipsoid_sum(fixture *f, const double a[3], const double y[3], mpf_t sum,
                          mpf_t length) {
    mpf_set_ui(sum, 0);
    mpf_set_ui(length, 0);
    for (int i = 0; i < 3; i++) {
        mpf_set_d(f->n[0], a[i]);
        mpf_mul(f->n[1], f->n[0], f->n[0]);
        mpf_add(f->n[1], f->n[1], f->t);
        mpf_set_d(f->n[2], y[i]);
        mpf_div(f->n[2], f->n[2], f->n[1]);
        mpf_mul(f->n[3], f->n[2], f->n[2]);
        mpf_add(length, length, f->n[3]);
        mpf_mul(f->n[2], f->n[2], f->n[0]);
        mpf_mul(f->n[3], f->n[2], f->n[2]);
        mpf_add(sum, sum, f->n[3]);
    }
    mpf_sqrt(length, length);
}

/* Sets value to the signed distance of y: t times the length at the root of the sum less 1, found
 * by bisection. y has no coordinate 0. */
static void ellipsoid_truth(fixture *f, const double a[3], const double y[3]) {
    double least = fmin(fmin(a[0], a[1]), a[2]), most = 0;
    for (int i = 0; i < 3; i++)
        most += a[i] + fabs(y[i]);
    mpf_set_d(f->n[4], least);
    mpf_mul(f->n[4], f->n[4], f->n[4]);
    mpf_neg(f->n[4], f->n[4]);
    mpf_set_d(f->n[5], 4 * most * most);
    for (int i = 0; i < 240; i++) {
        mpf_add(f->t, f->n[4], f->n[5]);
        mpf_div_2exp(f->t, f->t, 1);
        ellipsoid_sum(f, a, y, f->n[6], f->n[7]);
        mpf_set(mpf_cmp_ui(f->n[6], 1) > 0 ? f->n[4] : f->n[5], f->t);
    }
    mpf_mul(f->value, f->t, f->n[7]);
}

static void points_and_ellipsoids(void **state) {
    (void)state;
    fixture *f = start("points_and_ellipsoids", 400);
    for (uint64_t i = 0; i < test_case_count(1500, 100000); i++) {
        double a[3], y[3], square = 0;
        for (int k = 0; k < 3; k++)
            a[k] = ldexp(between(f, 1, 2), -(int)test_rng_below(&f->rng, 10));
        if (i % 2 == 0) { /* near the surface, also near the tips of long ellipsoids */
            tact_vec3 n = pairs_random_direction(&f->rng);
            double off = 1 + ldexp(between(f, -1, 1), -(int)test_rng_below(&f->rng, 20));
            y[0] = off * n.x * a[0];
            y[1] = off * n.y * a[1];
            y[2] = off * n.z * a[2];
        } else
            for (int k = 0; k < 3; k++)
                y[k] = between(f, -3, 3) * a[k];
        for (int k = 0; k < 3; k++)
            square += fabs(y[k]);
        tacti_point_gap gap;
        if (!(square > 0) || !tacti_point_ellipsoid((tact_vec3){a[0], a[1], a[2]},
                                                    (tact_vec3){y[0], y[1], y[2]}, &gap))
            continue;
        ellipsoid_truth(f, a, y);
        mpf_set_ui(f->length, 1);
        assert_true(compare_value(f, gap.lower) >= 0);
        assert_true(compare_value(f, gap.upper) <= 0);
    }
    end(f);
}

/* ---- Half-spaces -------------------------------------------------------------------------- */

static void check_half_space(fixture *f, const tacti_placed_shape *plane,
                             const tacti_placed_shape *other) {
    tacti_bodies bodies;
    tacti_closed out;
    assert_int_equal(tacti_bodies_make(plane, other, &bodies), TACT_OK);
    assert_true(tacti_closed_find(&bodies, TACTI_CLOSED_DEPTH, &out));
    wide_values_set(&f->wide, plane, other);
    wide_value_along(&f->wide, out.direction, f->value, f->length);
    assert_true(compare_value(f, out.lower) >= 0);
    assert_true(compare_value(f, out.upper) <= 0);
}

/* A plane whose frame is far away along itself needs the error of the normal. A solid far away
 * needs its slack, if the plane is next to it. */
static void bounds_of_half_spaces_hold(void **state) {
    (void)state;
    fixture *f = start("bounds_of_half_spaces_hold", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        tact_vec3 n = tact_vec3_scale(pairs_random_direction(&f->rng), between(f, 1, 9));
        tact_shape shape[2] = {tact_shape_half_space(n, 0), tact_shape_sphere(0)};
        tacti_placed_shape plane = {&shape[0], pairs_random_pose(&f->rng, 1)};
        tacti_placed_shape other = {&shape[1], tact_pose_identity()};
        tact_vec3 along = tact_vec3_cross(n, point_within(f, 1e5));
        move_to(&plane.pose, tact_pose_rotate(plane.pose, along));
        check_half_space(f, &plane, &other);
        shape[1] = i % 4 == 3 ? make_polytope(f, 3, 1) : make_solid(f, i);
        other.pose = pairs_random_pose(&f->rng, 1e5);
        move_to(&plane.pose, (tact_vec3){other.pose.m[3], other.pose.m[7], other.pose.m[11]});
        /* Against an end of the solid, or against the face of a box. */
        shape[0].core.plane.normal = (tact_vec3){0, 0, between(f, 1, 9)};
        for (int k = 0; k < 12; k++)
            if (k % 4 < 3)
                plane.pose.m[k] = other.pose.m[k];
        check_half_space(f, &plane, &other);
        /* A plane far away: the offset is nearly all of the gap. */
        shape[0] = tact_shape_half_space(n, between(f, -1e6, 1e6));
        plane.pose = pairs_random_pose(&f->rng, 1);
        check_half_space(f, &plane, &other);
    }
    end(f);
}

/* Offsets of a few of the least doubles. */
static void tiny_offsets_of_half_spaces(void **state) {
    (void)state;
    fixture *f = start("tiny_offsets_of_half_spaces", WIDE_BITS);
    for (uint64_t i = 0; i < test_case_count(400, 20000); i++) {
        tact_vec3 n = pairs_random_direction(&f->rng);
        double offset = ldexp((double)test_rng_below(&f->rng, 40) - 20, -1074);
        tact_shape shape[2] = {tact_shape_half_space(n, offset), tact_shape_sphere(0)};
        tacti_placed_shape plane = {&shape[0], pairs_random_pose(&f->rng, 0)};
        tacti_placed_shape other = {&shape[1], tact_pose_identity()};
        check_half_space(f, &plane, &other);
    }
    end(f);
}

/* Two half-spaces with opposite normals, in frames far from each other or with large offsets. */
static void opposite_half_spaces(void **state) {
    (void)state;
    fixture *f = start("opposite_half_spaces", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(3000, 100000); i++) {
        tact_vec3 n = tact_vec3_scale(pairs_random_direction(&f->rng), between(f, 1, 9));
        double offset = i % 2 == 0 ? 0 : between(f, -1e6, 1e6);
        tact_shape shape[2] = {tact_shape_half_space(n, offset),
                               tact_shape_half_space(tact_vec3_scale(n, -1), 1e-3 - offset)};
        tacti_placed_shape a = {&shape[0], tact_pose_identity()};
        tacti_placed_shape b = {&shape[1], tact_pose_identity()};
        tact_vec3 t = i % 2 == 0 ? tact_vec3_cross(n, point_within(f, 1e5)) : point_within(f, 1);
        move_to(&b.pose, t);
        tacti_bodies bodies;
        tacti_closed out;
        assert_int_equal(tacti_bodies_make(&a, &b, &bodies), TACT_OK);
        assert_true(tacti_closed_find(&bodies, TACTI_CLOSED_DEPTH, &out));
        /* n . t less both offsets, over the length of n. */
        const double u[3] = {n.x, n.y, n.z}, v[3] = {t.x, t.y, t.z};
        mpf_set_d(f->value, -shape[0].core.plane.offset);
        mpf_set_d(f->bound, shape[1].core.plane.offset);
        mpf_sub(f->value, f->value, f->bound);
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
        assert_true(compare_value(f, out.lower) >= 0);
        assert_true(compare_value(f, out.upper) <= 0);
    }
    end(f);
}

/* The columns of one rotation in another order: the normals are opposite in real numbers, but not
 * as computed. The half-spaces are apart. */
static void turned_half_spaces_do_not_seem_to_meet(void **state) {
    (void)state;
    fixture *f = start("turned_half_spaces_do_not_seem_to_meet", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(300, 10000); i++) {
        tact_vec3 n = point_within(f, 1);
        tact_shape shape[2] = {tact_shape_half_space(n, -1),
                               tact_shape_half_space((tact_vec3){-n.y, -n.z, -n.x}, -1)};
        tacti_placed_shape a = {&shape[0], pairs_random_pose(&f->rng, 0)};
        tacti_placed_shape b = {&shape[1], a.pose};
        for (int k = 0; k < 12; k += 4)
            for (int j = 0; j < 3; j++)
                b.pose.m[k + j] = a.pose.m[k + (j + 1) % 3];
        tacti_convex_collision answer;
        assert_int_equal(tacti_convex_collide(&a, &b, NULL, &answer), TACT_OK);
        assert_int_equal(answer.outcome, TACT_OUTCOME_APART);
    }
    end(f);
}

/* ---- Ellipsoids --------------------------------------------------------------------------- */

/* Along the direction of the answer, support points of both ellipsoids are as far apart as the
 * ellipsoids, up to a square of the direction's error. */
static void check_ellipsoids(fixture *f, const tacti_placed_shape *a, const tacti_placed_shape *b) {
    tacti_bodies bodies;
    tacti_closed out;
    assert_int_equal(tacti_bodies_make(a, b, &bodies), TACT_OK);
    if (!tacti_closed_find(&bodies, TACTI_CLOSED_DEPTH, &out))
        return;
    wide_values_set(&f->wide, a, b);
    wide_value_along(&f->wide, out.direction, f->value, f->length);
    assert_true(compare_value(f, out.upper) <= 0);
    if (out.lower > 0) { /* the separation is at most the distance of two points */
        wide_value_between(&f->wide, out.direction, 1, f->value);
        mpf_set_ui(f->length, 1);
        assert_true(compare_value(f, out.lower) >= 0);
    }
    bool is_apart = mpf_sgn(f->value) > 0;
    assert_true(tacti_closed_find(&bodies, TACTI_CLOSED_SIGN, &out));
    assert_false(out.upper <= 0 && is_apart);
    if (out.lower > 0) {
        wide_value_along(&f->wide, out.direction, f->value, f->length);
        assert_true(mpf_sgn(f->value) > 0);
    }
}

/* Moves b along the separation found, until a gap is left. */
static void move_to_gap(const tacti_placed_shape *a, tacti_placed_shape *b, double gap) {
    tacti_bodies bodies;
    tacti_closed out;
    assert_int_equal(tacti_bodies_make(a, b, &bodies), TACT_OK);
    if (!tacti_closed_find(&bodies, TACTI_CLOSED_DEPTH, &out))
        return;
    double by = gap - 0.5 * (out.lower + out.upper);
    b->pose.m[3] += by * out.direction.x;
    b->pose.m[7] += by * out.direction.y;
    b->pose.m[11] += by * out.direction.z;
}

static void bounds_of_ellipsoids_hold(void **state) {
    (void)state;
    fixture *f = start("bounds_of_ellipsoids_hold", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(3000, 200000); i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        for (int side = 0; side < 2; side++) {
            double s[3];
            for (int k = 0; k < 3; k++)
                s[k] = ldexp(between(f, 1, 2), -(int)test_rng_below(&f->rng, i % 3 == 0 ? 1 : 8));
            shape[side] = tact_shape_ellipsoid(s[0], s[1], s[2]);
            placed[side] = (tacti_placed_shape){&shape[side], pairs_random_pose(&f->rng, 2)};
        }
        check_ellipsoids(f, &placed[0], &placed[1]);
        for (int k = 0; k < 3; k++)
            move_to_gap(&placed[0], &placed[1], ldexp(between(f, -1, 1), -45 - 5 * k));
        check_ellipsoids(f, &placed[0], &placed[1]);
    }
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(radii_are_taken_off),
        cmocka_unit_test(bounds_of_polytopes_hold),
        cmocka_unit_test(corners_around_centres_are_proofs),
        cmocka_unit_test(bounds_of_solids_hold),
        cmocka_unit_test(points_and_ellipsoids),
        cmocka_unit_test(bounds_of_half_spaces_hold),
        cmocka_unit_test(tiny_offsets_of_half_spaces),
        cmocka_unit_test(opposite_half_spaces),
        cmocka_unit_test(turned_half_spaces_do_not_seem_to_meet),
        cmocka_unit_test(bounds_of_ellipsoids_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
