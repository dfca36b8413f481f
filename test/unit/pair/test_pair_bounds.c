/* SPDX-License-Identifier: MIT */
/* The error bounds of the queries on two shapes, each compared with exact numbers on input that
 * needs it: distances with a cache, verdicts before a search, and sizes outside the usual range. */
#include <math.h>
#include <stdlib.h>

#include "convex_pairs.h"
#include "whole_pair.h"
#include "wide_value.h"

#include "pair/pair.h"
#include "pair/pair_depth.h"
#include "shape/body.h"

typedef struct fixture {
    test_rng rng;
    wide_values wide;
    whole_pair whole;
    mpf_t value, length, bound;
    tact_shape shape[2];
    tacti_placed_shape placed[2];
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
    for (int side = 0; side < 2; side++)
        f->placed[side] = (tacti_placed_shape){&f->shape[side], tact_pose_identity()};
    return f;
}

static void end(fixture *f) {
    mpf_clears(f->value, f->length, f->bound, NULL);
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

static void move_by(tact_pose *pose, tact_vec3 d, double by) {
    pose->m[3] += by * d.x;
    pose->m[7] += by * d.y;
    pose->m[11] += by * d.z;
}

static tact_vec3 column_of(const tact_pose *pose, int i) {
    return (tact_vec3){pose->m[i], pose->m[4 + i], pose->m[8 + i]};
}

/* The sign of the value less x times the length. */
static int compare_value(fixture *f, double x) {
    if (isinf(x))
        return x > 0 ? -1 : 1;
    mpf_set_d(f->bound, x);
    mpf_mul(f->bound, f->bound, f->length);
    return mpf_cmp(f->value, f->bound);
}

/* Sets the value to the separation along a direction. */
static void set_along(fixture *f, tact_vec3 n) {
    wide_values_set(&f->wide, &f->placed[0], &f->placed[1]);
    wide_value_along(&f->wide, n, f->value, f->length);
}

/* The same along the exact image of the normal of a plane in the frame of a side. */
static void set_across(fixture *f, int side, tact_vec3 n) {
    wide_values_set(&f->wide, &f->placed[0], &f->placed[1]);
    wide_value_across(&f->wide, side, n, f->value, f->length);
}

static tact_outcome verdict_of(const fixture *f) {
    tacti_shape_facts facts[2];
    tacti_shape_at at[2];
    for (int side = 0; side < 2; side++) {
        facts[side] = tacti_shape_facts_of(&f->shape[side]);
        at[side] = (tacti_shape_at){&f->shape[side], &f->placed[side].pose, &facts[side]};
    }
    tacti_convex_cache cache = {0};
    tacti_convex_verdict verdict;
    assert_int_equal(tacti_convex_verdict_at(&at[0], &at[1], &cache, &verdict), TACT_OK);
    return verdict.outcome;
}

/* ---- Distances with a cache --------------------------------------------------------------- */

/* The answer of a pair that moved a little since the last one. */
static void check_distance(fixture *f, tacti_convex_cache *cache) {
    tacti_convex_distance_answer s;
    assert_int_equal(tacti_convex_distance(&f->placed[0], &f->placed[1], cache, &s), TACT_OK);
    whole_pair_set(&f->whole, &f->placed[0], &f->placed[1]);
    bool is_apart = whole_pair_compare_distance(&f->whole, 0) > 0;
    assert_int_equal(s.outcome, is_apart ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
    if (!is_apart)
        return;
    assert_true(whole_pair_compare_distance(&f->whole, s.lower) >= 0);
    assert_true(whole_pair_compare_distance(&f->whole, s.upper) <= 0);
}

/* Triangles near each other, and boxes that face each other, at the origin and far from it. */
static void distances_with_a_cache(void **state) {
    (void)state;
    fixture *f = start("distances_with_a_cache", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(600, 50000); i++) {
        double away = i % 2 == 0 ? 1 : 1e5;
        for (int side = 0; side < 2; side++) {
            f->shape[side] = tact_shape_triangle(
                (tact_triangle){{point_within(f, 1), point_within(f, 1), point_within(f, 1)}});
            if (i % 3 == 0)
                f->shape[side] =
                    tact_shape_box(between(f, 0, 1), between(f, 0, 1), between(f, 0, 1));
            f->placed[side].pose = pairs_random_pose(&f->rng, away);
        }
        tact_vec3 d = column_of(&f->placed[0].pose, 2);
        f->placed[1].pose = f->placed[0].pose;
        move_by(&f->placed[1].pose, d, 4);
        tacti_convex_cache cache = {0};
        for (int k = 0; k < 6; k++) {
            tacti_convex_distance_answer s;
            check_distance(f, &cache);
            assert_int_equal(tacti_convex_distance(&f->placed[0], &f->placed[1], NULL, &s),
                             TACT_OK);
            /* Nearer by powers of ten. */
            move_by(&f->placed[1].pose, s.direction, -(1 - pow(10, -k)) * s.distance);
        }
    }
    end(f);
}

/* ---- Verdicts before a search ------------------------------------------------------------- */

/* Segments end to end, so far away that their ends are rounded toward each other by half of their
 * length: their balls seem to be apart, but they touch. */
static void balls_do_not_miss_rounded_ends(void **state) {
    (void)state;
    fixture *f = start("balls_do_not_miss_rounded_ends", WIDE_FEW_BITS);
    double unit = 0x1p-32, half = 0.6 * unit; /* 2^20 is 2^52 units */
    for (int side = 0; side < 2; side++) {
        f->shape[side] = tact_shape_segment((tact_vec3){-half, 0, 0}, (tact_vec3){half, 0, 0}, 0);
        f->placed[side].pose.m[3] = 0x1p20 + 2 * side * unit;
    }
    assert_int_equal(verdict_of(f), TACT_OUTCOME_CONTACT);
    end(f);
}

/* Boxes whose poses are as far from rotations as they may be, with faces that touch up to that: a
 * verdict agrees with the placed corners. */
static void boxes_in_skewed_poses(void **state) {
    (void)state;
    fixture *f = start("boxes_in_skewed_poses", WIDE_FEW_BITS);
    uint64_t apart = 0, cases = test_case_count(1000, 50000);
    for (uint64_t i = 0; i < cases; i++) {
        for (int side = 0; side < 2; side++) {
            f->shape[side] =
                tact_shape_box(between(f, 0.5, 1), between(f, 0.5, 1), between(f, 0.5, 1));
            f->placed[side].pose = pairs_random_pose(&f->rng, 1);
        }
        f->placed[1].pose = f->placed[0].pose;
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 12; k++)
                if (k % 4 < 3)
                    f->placed[side].pose.m[k] += between(f, -1.5e-7, 1.5e-7);
        double by = f->shape[0].core.half_extents.z + f->shape[1].core.half_extents.z;
        move_by(&f->placed[1].pose, column_of(&f->placed[0].pose, 2), by + between(f, -1e-7, 3e-7));
        whole_pair_set(&f->whole, &f->placed[0], &f->placed[1]);
        bool is_apart = whole_pair_compare_distance(&f->whole, 0) > 0;
        assert_int_equal(verdict_of(f), is_apart ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
        apart += is_apart;
    }
    assert_true(apart * 4 > cases && apart * 4 < 3 * cases);
    end(f);
}

/* A ball above the end of a cylinder whose pose is as far from a rotation as it may be: the exact
 * normal of the end decides. */
static void balls_on_skewed_cylinders(void **state) {
    (void)state;
    fixture *f = start("balls_on_skewed_cylinders", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        double radius = between(f, 0.1, 1), height = between(f, 0.5, 1);
        f->shape[0] = tact_shape_cylinder(1, height);
        f->shape[1] = tact_shape_sphere(radius);
        tact_pose *pose = &f->placed[0].pose;
        *pose = pairs_random_pose(&f->rng, 1);
        for (int k = 0; k < 12; k++)
            if (k % 4 < 3)
                pose->m[k] *= 1 + (i % 2 == 0 ? 4e-7 : -4e-7);
        tact_vec3 at = {between(f, -0.3, 0.3), between(f, -0.3, 0.3),
                        height + radius * (1 + between(f, -1e-6, 1e-6))};
        tact_vec3 c = tact_pose_place(*pose, at);
        f->placed[1].pose = tact_pose_identity();
        move_by(&f->placed[1].pose, c, 1);
        set_across(f, 0, (tact_vec3){0, 0, 1});
        tact_outcome truth = mpf_sgn(f->value) > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
        tact_outcome found = verdict_of(f);
        assert_true(found == truth || found == TACT_OUTCOME_UNDECIDED);
        tacti_convex_collision answer;
        assert_int_equal(tacti_convex_collide(&f->placed[0], &f->placed[1], NULL, &answer),
                         TACT_OK);
        assert_true(answer.outcome == truth || answer.outcome == TACT_OUTCOME_UNDECIDED);
        if (answer.outcome != TACT_OUTCOME_APART)
            continue;
        set_along(f, answer.proof.direction);
        assert_true(mpf_sgn(f->value) > 0);
    }
    end(f);
}

/* The same in poses that are orthonormal up to rounding, with gaps of a few roundings. */
static void balls_that_touch_cylinders(void **state) {
    (void)state;
    fixture *f = start("balls_that_touch_cylinders", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(2000, 100000); i++) {
        double radius = between(f, 0.1, 1), height = between(f, 0.5, 1);
        f->shape[0] = tact_shape_cylinder(1, height);
        f->shape[1] = tact_shape_sphere(radius);
        f->placed[0].pose = pairs_random_pose(&f->rng, 1);
        tact_vec3 at = {between(f, -0.3, 0.3), between(f, -0.3, 0.3),
                        height + radius + between(f, -64, 64) * 0x1p-53};
        tact_vec3 c = tact_pose_place(f->placed[0].pose, at);
        f->placed[1].pose = tact_pose_identity();
        move_by(&f->placed[1].pose, c, 1);
        set_across(f, 0, (tact_vec3){0, 0, 1});
        tact_outcome truth = mpf_sgn(f->value) > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
        tact_outcome found = verdict_of(f);
        assert_true(found == truth || found == TACT_OUTCOME_UNDECIDED);
    }
    end(f);
}

/* Ellipsoids that touch up to rounding on a common axis: a direction that is said to separate them
 * does so. */
static void ellipsoids_on_an_axis(void **state) {
    (void)state;
    fixture *f = start("ellipsoids_on_an_axis", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(4000, 200000); i++) {
        for (int side = 0; side < 2; side++)
            f->shape[side] =
                tact_shape_ellipsoid(between(f, 0.5, 1), between(f, 0.5, 1), between(f, 0.5, 1));
        f->placed[0].pose = f->placed[1].pose = pairs_random_pose(&f->rng, 1);
        double by = f->shape[0].core.half_extents.x + f->shape[1].core.half_extents.x;
        move_by(&f->placed[1].pose, column_of(&f->placed[0].pose, 0),
                by + between(f, -4, 4) * 0x1p-53);
        tacti_convex_collision answer;
        assert_int_equal(tacti_convex_collide(&f->placed[0], &f->placed[1], NULL, &answer),
                         TACT_OK);
        if (answer.outcome != TACT_OUTCOME_APART)
            continue;
        set_along(f, answer.proof.direction);
        assert_true(mpf_sgn(f->value) > 0);
    }
    end(f);
}

/* ---- Sizes outside the usual range --------------------------------------------------------- */

/* Along any direction the separation is at least the value, and no two points are nearer than it.
 */
static void judge_value(fixture *f, const tacti_convex_distance_answer *s,
                        const tacti_convex_depth_answer *d) {
    assert_true(compare_value(f, s->upper) <= 0);
    bool is_apart = mpf_sgn(f->value) > 0;
    assert_false(is_apart &&
                 (s->outcome == TACT_OUTCOME_CONTACT || d->outcome == TACT_OUTCOME_CONTACT));
    assert_true(d->lower == 0 || compare_value(f, -d->lower) <= 0);
}

static void check_range(fixture *f) {
    tacti_convex_distance_answer s;
    tacti_convex_depth_answer d;
    const tacti_placed_shape *a = &f->placed[0], *b = &f->placed[1];
    assert_int_equal(tacti_convex_distance(a, b, NULL, &s), TACT_OK);
    assert_int_equal(tacti_convex_depth(a, b, NULL, &d), TACT_OK);
    for (int k = 0; k < 6; k++) {
        double sign = k < 3 ? 1 : -1;
        tact_vec3 n = {k % 3 == 0 ? sign : 0, k % 3 == 1 ? sign : 0, k % 3 == 2 ? sign : 0};
        set_along(f, n);
        judge_value(f, &s, &d);
        for (int side = 0; side < 2; side++) {
            set_across(f, side, n);
            judge_value(f, &s, &d);
        }
    }
    if (d.outcome == TACT_OUTCOME_CONTACT) {
        set_along(f, d.direction);
        judge_value(f, &s, &d);
        double most = d.upper * (1 + 1e-9) + 4 * (d.upper - d.lower);
        assert_true(compare_value(f, -most) >= 0);
    }
    if (s.outcome != TACT_OUTCOME_APART)
        return;
    set_along(f, s.direction);
    judge_value(f, &s, &d);
    wide_value_between(&f->wide, s.direction, 8, f->value);
    mpf_set_ui(f->length, 1);
    assert_true(compare_value(f, s.lower) >= 0 && mpf_sgn(f->value) > 0);
}

static tact_shape make_solid(fixture *f, double unit) {
    double s[3];
    for (int k = 0; k < 3; k++)
        s[k] = unit * (double)(1 + test_rng_below(&f->rng, 40));
    switch (test_rng_below(&f->rng, 3)) {
    case 0:
        return tact_shape_cylinder(s[0], s[1]);
    case 1:
        return tact_shape_cone(s[0], s[1]);
    default:
        return tact_shape_ellipsoid(s[0], s[1], s[2]);
    }
}

/* Sizes and places of a few of the least doubles: placed vertices are rounded, and so are bounds
 * that are scaled back. */
static void least_sizes(void **state) {
    (void)state;
    fixture *f = start("least_sizes", WIDE_BITS);
    const double unit = 0x1p-1074;
    tact_hull *hull;
    tact_vec3 corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = (tact_vec3){unit * (k == 0 ? 9 : -3), unit * (k == 1 ? 7 : -2),
                                unit * (k == 2 ? 5 : 1)};
    assert_int_equal(tact_hull_create(NULL, corner, 4, &hull), TACT_OK);
    for (uint64_t i = 0; i < test_case_count(400, 20000); i++) {
        f->shape[0] = make_solid(f, unit);
        double v[6];
        for (int k = 0; k < 6; k++)
            v[k] = unit * ((double)test_rng_below(&f->rng, 41) - 20);
        f->shape[1] = i % 4 == 0   ? make_solid(f, unit)
                      : i % 4 == 1 ? tact_shape_segment((tact_vec3){v[0], v[1], v[2]},
                                                        (tact_vec3){v[3], v[4], v[5]}, 0)
                      : i % 4 == 2 ? tact_shape_box(fabs(v[0]), fabs(v[1]), fabs(v[2]))
                                   : tact_shape_hull(hull);
        if (i % 3 == 0)
            f->shape[1].radius = unit * (double)test_rng_below(&f->rng, 10);
        for (int side = 0; side < 2; side++) {
            f->placed[side].pose = pairs_random_pose(&f->rng, 0);
            for (int k = 3; k < 12; k += 4)
                f->placed[side].pose.m[k] = unit * ((double)test_rng_below(&f->rng, 81) - 40);
        }
        check_range(f);
    }
    tact_hull_destroy(hull);
    end(f);
}

/* Cores that vanish beside the radii: in the middle of each other they are deeper than the radii,
 * beside each other less deep. */
static void radii_beside_which_cores_vanish(void **state) {
    (void)state;
    fixture *f = start("radii_beside_which_cores_vanish", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(100, 5000); i++) {
        for (int side = 0; side < 2; side++) {
            f->shape[side] = tact_shape_cylinder(between(f, 1, 2), between(f, 1, 2));
            f->shape[side].radius = ldexp(between(f, 1, 2), 200);
            f->placed[side].pose = tact_pose_identity();
        }
        tacti_convex_depth_answer d;
        assert_int_equal(tacti_convex_depth(&f->placed[0], &f->placed[1], NULL, &d), TACT_OK);
        /* Each core reaches at least 1 along every direction. */
        mpf_set_d(f->value, f->shape[0].radius);
        mpf_set_d(f->bound, f->shape[1].radius);
        mpf_add(f->value, f->value, f->bound);
        mpf_add_ui(f->value, f->value, 2);
        mpf_set_ui(f->length, 1);
        assert_true(compare_value(f, d.upper) <= 0);
        f->placed[1].pose.m[11] = 8;
        assert_int_equal(tacti_convex_depth(&f->placed[0], &f->placed[1], NULL, &d), TACT_OK);
        set_along(f, (tact_vec3){0, 0, 1});
        assert_true(compare_value(f, -d.lower) <= 0);
    }
    end(f);
}

/* Cylinders on one axis, apart by 2^100 beside sizes of 2^300, with radii that exceed the gap but
 * vanish beside the sizes. */
static void radii_that_vanish_beside_cores(void **state) {
    (void)state;
    fixture *f = start("radii_that_vanish_beside_cores", WIDE_FEW_BITS);
    f->shape[0] = tact_shape_cylinder(0x1p300, 0x1p300);
    f->shape[1] = tact_shape_cylinder(0x1p300, 0x1p248);
    f->placed[0].pose.m[11] = -0x1p100;
    f->placed[1].pose.m[11] = 0x1p300 + 0x1p248;
    for (int k = 0; k < 2; k++) {
        f->shape[0].radius = f->shape[1].radius = k == 0 ? 0 : 0x1p140;
        set_along(f, (tact_vec3){0, 0, 1});
        assert_int_equal(mpf_sgn(f->value), k == 0 ? 1 : -1);
        tacti_convex_collision answer;
        assert_int_equal(tacti_convex_collide(&f->placed[0], &f->placed[1], NULL, &answer),
                         TACT_OK);
        assert_int_not_equal(answer.outcome, k == 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    }
    end(f);
}

/* A hull far away beside a solid: support points are rounded by more than the gap's own digits. */
static void huge_hulls(void **state) {
    (void)state;
    fixture *f = start("huge_hulls", WIDE_FEW_BITS * 3);
    const double unit = 0x1p300;
    for (uint64_t i = 0; i < test_case_count(200, 10000); i++) {
        tact_vec3 corner[8];
        for (int k = 0; k < 8; k++)
            corner[k] = (tact_vec3){unit * (k & 1 ? 1 : -1), unit * (k & 2 ? 1 : -1),
                                    unit * (k & 4 ? 1 : -1)};
        tact_hull *hull;
        assert_int_equal(tact_hull_create(NULL, corner, 8, &hull), TACT_OK);
        f->shape[0] = tact_shape_hull(hull);
        f->shape[1] = tact_shape_cylinder(unit, unit * between(f, 1, 2));
        for (int side = 0; side < 2; side++)
            f->placed[side].pose = tact_pose_identity();
        move_by(&f->placed[0].pose, point_within(f, 1), unit * 1e6);
        f->placed[1].pose = f->placed[0].pose;
        f->placed[1].pose.m[11] += unit * between(f, 4, 6);
        check_range(f);
        tact_hull_destroy(hull);
    }
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_with_a_cache),
        cmocka_unit_test(balls_do_not_miss_rounded_ends),
        cmocka_unit_test(boxes_in_skewed_poses),
        cmocka_unit_test(balls_on_skewed_cylinders),
        cmocka_unit_test(balls_that_touch_cylinders),
        cmocka_unit_test(ellipsoids_on_an_axis),
        cmocka_unit_test(least_sizes),
        cmocka_unit_test(radii_beside_which_cores_vanish),
        cmocka_unit_test(radii_that_vanish_beside_cores),
        cmocka_unit_test(huge_hulls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
