/* SPDX-License-Identifier: MIT */
/* Points of segments against rationals: their order along the segment and on which sides of lines
 * and planes they lie. Coordinates are small whole numbers, which make points coincide, or doubles
 * with mixed exponents from the whole range that cuts support. */
#include "support.h"

#include "exact/cut.h"

#include <gmp.h>
#include <math.h>

/* ---- Rational points ---------------------------------------------------------------------- */

typedef struct point {
    mpq_t x[3];
} point;

static void point_init(point *p) {
    for (int k = 0; k < 3; k++)
        mpq_init(p->x[k]);
}

static void point_clear(point *p) {
    for (int k = 0; k < 3; k++)
        mpq_clear(p->x[k]);
}

static void point_set(point *p, tact_vec3 v) {
    mpq_set_d(p->x[0], v.x);
    mpq_set_d(p->x[1], v.y);
    mpq_set_d(p->x[2], v.z);
}

/* out = det(b - a, c - a) without an axis. */
static void area(mpq_t out, const point *a, const point *b, const point *c, unsigned axis) {
    unsigned next = (axis + 1) % 3, last = (axis + 2) % 3;
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    mpq_sub(left, b->x[next], a->x[next]);
    mpq_sub(right, c->x[last], a->x[last]);
    mpq_mul(out, left, right);
    mpq_sub(left, b->x[last], a->x[last]);
    mpq_sub(right, c->x[next], a->x[next]);
    mpq_mul(left, left, right);
    mpq_sub(out, out, left);
    mpq_clears(left, right, NULL);
}

/* out = det(d - a, b - a, c - a). */
static void volume(mpq_t out, const point *a, const point *b, const point *c, const point *d) {
    mpq_t minor, edge;
    mpq_inits(minor, edge, NULL);
    mpq_set_ui(out, 0, 1);
    for (unsigned axis = 0; axis < 3; axis++) {
        area(minor, a, b, c, axis);
        mpq_sub(edge, d->x[axis], a->x[axis]);
        mpq_mul(edge, edge, minor);
        mpq_add(out, out, edge);
    }
    mpq_clears(minor, edge, NULL);
}

/* The value of a cutter at a point. */
static void value_at(mpq_t out, const tacti_cut *cut, const point *x) {
    point by[3];
    for (int i = 0; i < 3; i++) {
        point_init(&by[i]);
        point_set(&by[i], cut->by[i]);
    }
    if (cut->degree == 3)
        volume(out, &by[0], &by[1], &by[2], x);
    else if (cut->degree == 2)
        area(out, &by[0], &by[1], x, cut->axis);
    else
        mpq_sub(out, x->x[cut->axis], by[0].x[cut->axis]);
    for (int i = 0; i < 3; i++)
        point_clear(&by[i]);
}

/* How far along the segment a cut is, from 0 to 1, and the point. */
static void solve(const tacti_cut *cut, mpq_t share, point *out) {
    point end[2];
    mpq_t at_start, at_end;
    mpq_inits(at_start, at_end, NULL);
    for (int i = 0; i < 2; i++) {
        point_init(&end[i]);
        point_set(&end[i], cut->end[i]);
    }
    mpq_set_ui(share, 0, 1);
    if (cut->degree > 0) {
        value_at(at_start, cut, &end[0]);
        value_at(at_end, cut, &end[1]);
        mpq_sub(at_end, at_start, at_end);
        mpq_div(share, at_start, at_end);
    }
    for (int k = 0; k < 3; k++) {
        mpq_sub(out->x[k], end[1].x[k], end[0].x[k]);
        mpq_mul(out->x[k], out->x[k], share);
        mpq_add(out->x[k], out->x[k], end[0].x[k]);
    }
    point_clear(&end[0]);
    point_clear(&end[1]);
    mpq_clears(at_start, at_end, NULL);
}

/* ---- Random cuts -------------------------------------------------------------------------- */

static double random_coordinate(test_rng *rng, bool is_mixed) {
    if (!is_mixed)
        return (double)test_rng_below(rng, 7) - 3;
    if (test_rng_below(rng, 6) == 0)
        return 0;
    double mantissa = test_rng_between(rng, -1, 1);
    return ldexp(mantissa, (int)test_rng_below(rng, 1074 + 500) - 1074);
}

static tact_vec3 random_point(test_rng *rng, bool is_mixed) {
    return (tact_vec3){random_coordinate(rng, is_mixed), random_coordinate(rng, is_mixed),
                       random_coordinate(rng, is_mixed)};
}

/* Signs of the cutter at the ends of the segment; false unless they differ. */
static bool is_cutting(const tacti_cut *cut) {
    point end;
    mpq_t value;
    int sign[2];
    mpq_init(value);
    point_init(&end);
    for (int i = 0; i < 2; i++) {
        point_set(&end, cut->end[i]);
        value_at(value, cut, &end);
        sign[i] = mpq_sgn(value);
    }
    point_clear(&end);
    mpq_clear(value);
    return sign[0] * sign[1] <= 0 && sign[0] != sign[1];
}

static tacti_cut random_cut(test_rng *rng, const tact_vec3 end[2], bool is_mixed) {
    for (;;) {
        tact_vec3 by[3];
        for (int i = 0; i < 3; i++)
            by[i] = random_point(rng, is_mixed);
        unsigned axis = test_rng_below(rng, 3);
        tacti_cut cut = {.end = {end[0], end[1]},
                         .degree = 1 + (int)test_rng_below(rng, 3),
                         .by = {by[0], by[1], by[2]},
                         .axis = axis};
        if (test_rng_below(rng, 16) == 0)
            return tacti_cut_start(&end[0], &end[1]);
        if (!is_cutting(&cut))
            continue;
        return cut.degree == 3   ? tacti_cut_by_plane(end, by)
               : cut.degree == 2 ? tacti_cut_by_line(end, by, axis)
                                 : tacti_cut_at(end, by, axis);
    }
}

/* ---- Tests -------------------------------------------------------------------------------- */

static int sign(int x) {
    return (x > 0) - (x < 0);
}

static void check_sides(test_rng *rng, const tacti_cut *cut, const point *x, bool is_mixed) {
    tact_vec3 v[3];
    point p[3];
    mpq_t value;
    mpq_init(value);
    for (int i = 0; i < 3; i++) {
        v[i] = random_point(rng, is_mixed);
        point_init(&p[i]);
        point_set(&p[i], v[i]);
    }
    volume(value, &p[0], &p[1], &p[2], x);
    assert_int_equal(tacti_cut_orient3d(&v[0], &v[1], &v[2], cut), mpq_sgn(value));
    for (unsigned axis = 0; axis < 3; axis++) {
        area(value, &p[0], &p[1], x, axis);
        assert_int_equal(tacti_cut_orient2d(&v[0], &v[1], cut, axis), mpq_sgn(value));
    }
    /* The cutter itself is 0 there. */
    if (cut->degree == 3)
        assert_int_equal(tacti_cut_orient3d(&cut->by[0], &cut->by[1], &cut->by[2], cut), 0);
    mpq_clear(value);
    for (int i = 0; i < 3; i++)
        point_clear(&p[i]);
}

static void check_rounding(const tacti_cut *cut, const point *x) {
    double error;
    tact_vec3 rounded = tacti_cut_round(cut, &error);
    point r;
    mpq_t bound;
    mpq_init(bound);
    point_init(&r);
    point_set(&r, rounded);
    mpq_set_d(bound, error);
    for (int k = 0; k < 3; k++) {
        mpq_sub(r.x[k], r.x[k], x->x[k]);
        mpq_abs(r.x[k], r.x[k]);
        assert_true(mpq_cmp(r.x[k], bound) <= 0);
    }
    mpq_clear(bound);
    point_clear(&r);
}

static void test_random_cuts(void **state) {
    (void)state;
    test_rng rng = test_rng_start("cut");
    uint64_t count = test_case_count(4000, 100000);
    point x[2];
    mpq_t share[2];
    mpq_inits(share[0], share[1], NULL);
    point_init(&x[0]);
    point_init(&x[1]);
    uint32_t equal_count = 0;
    for (uint64_t i = 0; i < count; i++) {
        bool is_mixed = test_rng_below(&rng, 2) == 0;
        tact_vec3 end[2] = {random_point(&rng, is_mixed), random_point(&rng, is_mixed)};
        if (end[0].x == end[1].x && end[0].y == end[1].y && end[0].z == end[1].z)
            continue;
        tacti_cut cut[2];
        for (int k = 0; k < 2; k++) {
            cut[k] = random_cut(&rng, end, is_mixed);
            solve(&cut[k], share[k], &x[k]);
            check_sides(&rng, &cut[k], &x[k], is_mixed);
            check_rounding(&cut[k], &x[k]);
        }
        int order = sign(mpq_cmp(share[0], share[1]));
        assert_int_equal(tacti_cut_compare(&cut[0], &cut[1]), order);
        assert_int_equal(tacti_cut_compare(&cut[1], &cut[0]), -order);
        equal_count += order == 0;
    }
    assert_true(count < 1000 || equal_count > count / 100);
    mpq_clears(share[0], share[1], NULL);
    point_clear(&x[0]);
    point_clear(&x[1]);
}

/* Points between neighbouring multiples of the least double cannot be rounded any better. */
static void test_least_segments(void **state) {
    (void)state;
    test_rng rng = test_rng_start("cut_least");
    uint64_t count = test_case_count(2000, 50000);
    point x;
    mpq_t share;
    mpq_init(share);
    point_init(&x);
    for (uint64_t i = 0; i < count; i++) {
        tact_vec3 end[2];
        for (int k = 0; k < 2; k++)
            end[k] = tact_vec3_scale((tact_vec3){(k == 0 ? -4.0 : 4.0), test_rng_below(&rng, 9),
                                                 test_rng_below(&rng, 9)},
                                     0x1p-1074);
        tact_vec3 by = {0x1p-1074 * ((double)test_rng_below(&rng, 9) - 4), 0, 0};
        tacti_cut cut = tacti_cut_at(end, &by, 0);
        solve(&cut, share, &x);
        check_rounding(&cut, &x);
    }
    mpq_clear(share);
    point_clear(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_cuts),
        cmocka_unit_test(test_least_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
