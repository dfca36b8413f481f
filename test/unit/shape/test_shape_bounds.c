/* SPDX-License-Identifier: MIT */
/* Bounds of single placed shapes, each compared with exact numbers on input that needs it: boxes
 * and balls contain the shape, and the skew of a pose bounds how far its rotation is from
 * orthogonal. */
#include <math.h>
#include <stdlib.h>

#include "convex_pairs.h"
#include "oracle_convex.h"
#include "wide_value.h"

#include "shape/ball.h"
#include "shape/body.h"

typedef struct fixture {
    test_rng rng;
    wide_values wide;
    mpf_t value, bound, sum;
} fixture;

static fixture *start(const char *name, mp_bitcnt_t bits) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    f->rng = test_rng_start(name);
    wide_values_init(&f->wide, bits);
    mpf_init2(f->value, bits);
    mpf_init2(f->bound, bits);
    mpf_init2(f->sum, bits);
    return f;
}

static void end(fixture *f) {
    mpf_clears(f->value, f->bound, f->sum, NULL);
    wide_values_clear(&f->wide);
    free(f);
}

static double size_between(fixture *f, double lo, double hi) {
    return test_rng_between(&f->rng, lo, hi);
}

static tact_shape make_shape(fixture *f, uint64_t kind, double size) {
    double s[3];
    for (int i = 0; i < 3; i++)
        s[i] = size_between(f, 0, size);
    switch (kind % 6) {
    case 0:
        return tact_shape_sphere(s[0]);
    case 1:
        return tact_shape_capsule(s[0], s[1]);
    case 2:
        return tact_shape_box(s[0], s[1], s[2]);
    case 3:
        return tact_shape_cylinder(s[0], s[1]);
    case 4:
        return tact_shape_cone(s[0], s[1]);
    default:
        return tact_shape_ellipsoid(s[0], s[1], s[2]);
    }
}

/* ---- Boxes around shapes ------------------------------------------------------------------ */

/* The shape reaches no further than its bounds along any axis. */
static void check_bounds(fixture *f, const tacti_placed_shape *placed) {
    tact_shape dot = tact_shape_sphere(0);
    tacti_placed_shape none = {&dot, tact_pose_identity()};
    tact_box box = tact_shape_bounds(placed->shape, &placed->pose);
    const double lo[3] = {box.lo.x, box.lo.y, box.lo.z}, hi[3] = {box.hi.x, box.hi.y, box.hi.z};
    wide_values_set(&f->wide, placed, &none);
    for (int k = 0; k < 6; k++) {
        double sign = k < 3 ? 1 : -1;
        tact_vec3 n = {k % 3 == 0 ? sign : 0, k % 3 == 1 ? sign : 0, k % 3 == 2 ? sign : 0};
        wide_value_reach(&f->wide, 0, n, f->value);
        mpf_set_d(f->bound, placed->shape->radius);
        mpf_add(f->value, f->value, f->bound);
        mpf_set_d(f->bound, k < 3 ? hi[k % 3] : -lo[k % 3]);
        assert_true(mpf_cmp(f->value, f->bound) <= 0);
    }
}

static void boxes_contain_shapes(void **state) {
    (void)state;
    fixture *f = start("boxes_contain_shapes", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(6000, 300000); i++) {
        tact_shape shape = make_shape(f, i, 1);
        if (i % 4 == 0)
            shape.radius = size_between(f, 0, 1);
        tacti_placed_shape placed = {&shape, pairs_random_pose(&f->rng, i % 2 == 0 ? 1e3 : 0)};
        check_bounds(f, &placed);
    }
    end(f);
}

/* Sizes of a few of the least doubles: every product is rounded by a large part of itself. */
static void boxes_contain_tiny_shapes(void **state) {
    (void)state;
    fixture *f = start("boxes_contain_tiny_shapes", WIDE_BITS);
    for (uint64_t i = 0; i < test_case_count(3000, 100000); i++) {
        tact_shape shape = make_shape(f, 3 + i % 3, 1);
        double *sizes = &shape.core.half_extents.x;
        for (int k = 0; k < (shape.kind == TACT_SHAPE_ELLIPSOID ? 3 : 2); k++)
            sizes[k] = ldexp((double)(1 + test_rng_below(&f->rng, 40)), -1074);
        tacti_placed_shape placed = {&shape, pairs_random_pose(&f->rng, 0)};
        check_bounds(f, &placed);
    }
    end(f);
}

/* ---- Balls around shapes ------------------------------------------------------------------ */

/* Every vertex, with the radius of the shape around it, lies in the ball around the placed centre.
 */
static void check_ball(fixture *f, const tacti_placed_shape *placed) {
    tacti_ball ball = tacti_shape_ball(placed->shape);
    tact_vec3 c = tact_pose_place(placed->pose, ball.centre), v[8];
    uint32_t count = oracle_vertices(placed, v, 8);
    for (uint32_t i = 0; i < count; i++) {
        const double from[3] = {c.x, c.y, c.z}, to[3] = {v[i].x, v[i].y, v[i].z};
        mpf_set_ui(f->sum, 0);
        for (int k = 0; k < 3; k++) {
            mpf_set_d(f->value, to[k]);
            mpf_set_d(f->bound, from[k]);
            mpf_sub(f->value, f->value, f->bound);
            mpf_mul(f->value, f->value, f->value);
            mpf_add(f->sum, f->sum, f->value);
        }
        mpf_sqrt(f->sum, f->sum);
        mpf_set_d(f->value, placed->shape->radius);
        mpf_add(f->sum, f->sum, f->value);
        mpf_set_d(f->value, ball.radius);
        mpf_set_d(f->bound, TACTI_BALL_ERROR * tacti_sum_of(c));
        mpf_add(f->bound, f->bound, f->value);
        assert_true(mpf_cmp(f->sum, f->bound) <= 0);
    }
}

static tact_vec3 far_point(fixture *f, double away) {
    return (tact_vec3){size_between(f, -away, away), size_between(f, -away, away),
                       size_between(f, -away, away)};
}

static void balls_contain_shapes(void **state) {
    (void)state;
    fixture *f = start("balls_contain_shapes", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        tact_shape shape = make_shape(f, 1 + i % 2, 1);
        tacti_placed_shape placed = {&shape, pairs_random_pose(&f->rng, 1)};
        if (i % 2 == 0) /* as far from a rotation as a plain pose may be */
            for (int k = 0; k < 12; k++)
                if (k % 4 < 3)
                    placed.pose.m[k] *= 1 + 4e-7;
        check_ball(f, &placed);
        /* A short segment far from the origin of its frame, placed at the common origin. */
        tact_vec3 at = far_point(f, 1e6), by = far_point(f, 1e-9);
        shape = tact_shape_segment(at, tact_vec3_add(at, by), 0);
        placed.pose = pairs_random_pose(&f->rng, 0);
        tact_vec3 back = tact_pose_place(placed.pose, at);
        placed.pose.m[3] = -back.x;
        placed.pose.m[7] = -back.y;
        placed.pose.m[11] = -back.z;
        check_ball(f, &placed);
        /* A radius beside which the length of the segment is mostly rounded away. */
        shape = tact_shape_capsule(ldexp(size_between(f, 1, 2), -50), 1);
        placed.pose = tact_pose_identity();
        check_ball(f, &placed);
        /* A segment so short that its square is 0. */
        shape = tact_shape_capsule(ldexp(size_between(f, 1, 2), -600), 0);
        check_ball(f, &placed);
    }
    end(f);
}

/* ---- The skew of poses -------------------------------------------------------------------- */

/* The sum of the six entries of |R^T R - I| is at most the skew. */
static void check_skew(fixture *f, const tact_pose *pose) {
    tact_shape dot = tact_shape_sphere(1);
    tacti_placed_shape a = {&dot, *pose}, b = {&dot, tact_pose_identity()};
    tacti_bodies bodies;
    assert_int_equal(tacti_bodies_make(&a, &b, &bodies), TACT_OK);
    mpf_set_ui(f->sum, 0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            mpf_set_si(f->value, -(i == j));
            for (int k = 0; k < 12; k += 4) {
                mpf_t other;
                mpf_init2(other, WIDE_FEW_BITS);
                mpf_set_d(f->bound, pose->m[k + i]);
                mpf_set_d(other, pose->m[k + j]);
                mpf_mul(f->bound, f->bound, other);
                mpf_add(f->value, f->value, f->bound);
                mpf_clear(other);
            }
            mpf_abs(f->value, f->value);
            mpf_add(f->sum, f->sum, f->value);
        }
    mpf_set_d(f->bound, bodies.skew);
    assert_true(mpf_cmp(f->sum, f->bound) <= 0);
}

/* Rotations whose columns are just below a limit as computed, and above it in truth. */
static const tact_pose at_the_limit[2] = {
    {{0x1.4d6dc87f5426bp-1, 0x1.65c951c1fb96ep-2, -0x1.58ea44689bea3p-1, 0, 0x1.82d31e6f66621p-1,
      -0x1.b852fa3e442bbp-3, 0x1.3cd928b1139e5p-1, 0, 0x1.2465911affd83p-4, -0x1.d2ee03e4c9361p-1,
      -0x1.9db07f4becbc5p-2, 0}},
    {{0x1.e224cbd4f9f45p-1, -0x1.96df522912a66p-3, 0x1.1619cb539db47p-2, 0, 0x1.b381aff7054acp-6,
      0x1.b26ebf5965f9cp-1, 0x1.0e9aff10d862dp-1, 0, -0x1.577d73e5ed0efp-2, -0x1.f6423704a47c0p-2,
      0x1.9bcd9d9321e4ap-1, 0}}};

static void skew_bounds_rotations(void **state) {
    (void)state;
    fixture *f = start("skew_bounds_rotations", WIDE_FEW_BITS);
    for (int i = 0; i < 2; i++)
        check_skew(f, &at_the_limit[i]);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        tact_pose pose = pairs_random_pose(&f->rng, 1);
        double off = i % 4 == 0 ? 0 : i % 4 == 1 ? 0x8p-53 : i % 4 == 2 ? 1e-7 : 3e-7;
        for (int k = 0; k < 12; k++)
            if (k % 4 < 3)
                pose.m[k] += test_rng_between(&f->rng, -off, off);
        if (tact_pose_validate(pose, NULL) == TACT_OK)
            check_skew(f, &pose);
    }
    end(f);
}

/* ---- Facts -------------------------------------------------------------------------------- */

/* A body by the facts of its shape is the body without them. */
static void facts_keep_the_slack(void **state) {
    (void)state;
    fixture *f = start("facts_keep_the_slack", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < 60; i++) {
        tact_shape shape = make_shape(f, i, 1);
        tact_pose pose = pairs_random_pose(&f->rng, 10);
        tacti_shape_facts facts = tacti_shape_facts_of(&shape);
        tacti_shape_at plain = {&shape, &pose, NULL}, known = {&shape, &pose, &facts};
        tacti_body expected, actual;
        tacti_body_set_at(&plain, &expected);
        tacti_body_set_at(&known, &actual);
        test_assert_same_bits(actual.slack, expected.slack);
        test_assert_same_bits(actual.reach, expected.reach);
        assert_int_equal(actual.count, expected.count);
    }
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_contain_shapes), cmocka_unit_test(boxes_contain_tiny_shapes),
        cmocka_unit_test(balls_contain_shapes), cmocka_unit_test(skew_bounds_rotations),
        cmocka_unit_test(facts_keep_the_slack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
