/* SPDX-License-Identifier: MIT */
/* Distances at the ends of the range of double: corners at the greatest and the least numbers,
 * extents that overflow, everything subnormal, and the tightness of the bounds. */
#include "mixed_numbers.h"
#include "support.h"

#include "oracle_distance.h"

#include <float.h>
#include <math.h>

static mpq_t square, bound, other;

static int setup(void **state) {
    (void)state;
    mpq_inits(square, bound, other, NULL);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    mpq_clears(square, bound, other, NULL);
    return 0;
}

/* bound = x + sign * (2^-k times the largest extent + 2^-1072), x being a double. */
static void set_with_slack(double x, const tact_triangle t[2], unsigned k, int sign) {
    mpq_t extent, p, q;
    mpq_inits(extent, p, q, NULL);
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 36; i++) {
            mpq_set_d(p, (&t[i / 6 / 3].v[i / 6 % 3].x)[axis]);
            mpq_set_d(q, (&t[i % 6 / 3].v[i % 6 % 3].x)[axis]);
            mpq_sub(p, p, q);
            if (mpq_cmp(p, extent) > 0)
                mpq_set(extent, p);
        }
    mpq_div_2exp(extent, extent, k);
    mpq_set_d(p, 0x1p-1072);
    mpq_add(extent, extent, p);
    mpq_set_d(bound, x);
    if (sign > 0)
        mpq_add(bound, bound, extent);
    else
        mpq_sub(bound, bound, extent);
    mpq_clears(extent, p, q, NULL);
}

/* Whether bound is at least (sign 1) or at most (sign -1) the true distance. */
static bool bounds_truth(int sign) {
    if (mpq_sgn(bound) < 0)
        return sign < 0;
    mpq_mul(other, bound, bound);
    return sign > 0 ? mpq_cmp(other, square) >= 0 : mpq_cmp(other, square) <= 0;
}

static bool is_right(const tact_triangle t[2], const tact_gap *gap) {
    bool meets = mpq_sgn(square) == 0;
    if ((gap->distance == 0) != meets || !(gap->lower >= 0 && gap->lower <= DBL_MAX) ||
        !(gap->lower <= gap->distance && gap->distance <= gap->upper))
        return false;
    mpq_set_d(bound, gap->lower);
    if (!bounds_truth(-1))
        return false;
    if (gap->upper <= DBL_MAX) {
        mpq_set_d(bound, gap->upper);
        if (!bounds_truth(1))
            return false;
        set_with_slack(gap->lower, t, 45, 1); /* upper is at most this */
        mpq_set_d(other, gap->upper);
        if (mpq_cmp(other, bound) > 0)
            return false;
    }
    /* The distance itself: infinite only beyond every double. */
    set_with_slack(fmin(gap->distance, DBL_MAX), t, 46, -1);
    if (!bounds_truth(-1))
        return false;
    set_with_slack(fmin(gap->distance, DBL_MAX), t, 46, 1);
    return gap->distance > DBL_MAX || bounds_truth(1);
}

static void check(const tact_triangle t[2]) {
    oracle_triangle_distance_square(&t[0], &t[1], square);
    tact_gap gap = tact_triangle_distance(&t[0], &t[1]);
    tact_gap swapped = tact_triangle_distance(&t[1], &t[0]);
    if (is_right(t, &gap) && is_right(t, &swapped))
        return;
    for (int i = 0; i < 6; i++) {
        tact_vec3 v = t[i / 3].v[i % 3];
        print_error("%s%d = {%a, %a, %a}\n", i < 3 ? "a" : "b", i % 3, v.x, v.y, v.z);
    }
    fail_msg("distance %a in [%a, %a], swapped %a in [%a, %a]", gap.distance, gap.lower, gap.upper,
             swapped.distance, swapped.lower, swapped.upper);
}

/* Every mixture of the ends of the range and the middle. */
static void test_mixed_ends(void **state) {
    (void)state;
    static const double ends[] = {0,      1,       -1,       0x1p-1074,   -0x1p-1074, 0x1p-1022,
                                  1e-200, DBL_MAX, -DBL_MAX, DBL_MAX / 3, -0x1p1022,  0x1p500};
    test_rng rng = test_rng_start("test_mixed_ends");
    uint64_t count = test_case_count(500, 50000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] =
                ends[n % 2 == 0 ? test_rng_below(&rng, 12) : 7 + test_rng_below(&rng, 4)];
        check(t);
    }
}

/* Coordinates from the mixed family. */
static void test_mixed_family(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_family");
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t n = 0; n < count; n++) {
        mixed_palette palette = mixed_palette_make(&rng, 1024);
        tact_triangle t[2];
        t[0] = mixed_triangle(&rng, &palette, 1024);
        t[1] = mixed_triangle_beside(&rng, &palette, 1024, &t[0]);
        check(t);
    }
}

/* Lattices over the last doubles before infinity, where extents and distances overflow. */
static void test_greatest(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_greatest");
    uint64_t count = test_case_count(2500, 200000);
    uint64_t infinite = 0;
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] =
                DBL_MAX / (n % 2 == 0 ? 2 : 4) * ((int)test_rng_below(&rng, 5) - 2);
        if (n % 3 == 0) /* along a diagonal, apart by more than any double */
            for (int i = 0; i < 9; i++) {
                (&t[0].v[0].x)[i] = DBL_MAX * test_rng_between(&rng, 0.5, 1);
                (&t[1].v[0].x)[i] = -DBL_MAX * test_rng_between(&rng, 0.1, 1);
            }
        check(t);
        infinite += tact_triangle_distance(&t[0], &t[1]).distance > DBL_MAX;
    }
    assert_true(count < 100 || (infinite > 0 && infinite < count));
}

/* Small multiples of the least double, and of numbers just above the subnormal ones. */
static void test_least(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_least");
    uint64_t count = test_case_count(7000, 500000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        int exponent = n % 2 == 0 ? -1074 : -1074 + (int)test_rng_below(&rng, 120);
        uint32_t side = n % 3 == 0 ? 5 : 1000;
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] = ldexp(test_rng_below(&rng, side), exponent);
        check(t);
    }
}

/* The closest points lie on the parts that hold them (exactly, for a corner) and are as far apart
 * as the distance, even if extents overflow. Everything is compared at an eighth of its size. */
static void check_witnesses(const tact_triangle t[2]) {
    tact_gap gap = tact_triangle_distance(&t[0], &t[1]);
    double most = 0;
    for (int i = 0; i < 18; i++)
        most = fmax(most, fabs((&t[i / 9].v[0].x)[i % 9]));
    for (int s = 0; s < 2; s++) {
        tact_feature feature = s == 0 ? gap.feature_a : gap.feature_b;
        tact_vec3 point = s == 0 ? gap.point_a : gap.point_b;
        assert_true(feature <= TACT_FEATURE_FACE);
        if (gap.distance == 0 || feature > TACT_FEATURE_VERTEX_2)
            continue;
        const tact_vec3 *corner = &t[s].v[feature];
        assert_true(point.x == corner->x && point.y == corner->y && point.z == corner->z);
    }
    tact_vec3 a = tact_vec3_scale(gap.point_a, 0.125), b = tact_vec3_scale(gap.point_b, 0.125);
    double length = tact_vec3_length(tact_vec3_sub(a, b));
    assert_true(gap.distance > DBL_MAX || /* the length of what overflows is not comparable */
                fabs(length - 0.125 * gap.distance) <= 0x1p-45 * most);
}

static void test_witnesses(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_witnesses");
    uint64_t count = test_case_count(60000, 1000000);
    uint64_t at_corner[3] = {0};
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        double size = n % 4 == 0 ? 0.7 * DBL_MAX : 1;
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] =
                size * (n % 2 == 0 ? test_rng_between(&rng, -1, 1)
                                   : 0.25 * ((int)test_rng_below(&rng, 7) - 3));
        if (n % 8 == 0) /* apart along x by more than any double, close otherwise */
            for (int i = 0; i < 3; i++) {
                t[0].v[i] = (tact_vec3){-size, t[0].v[i].y * 0.1, t[0].v[i].z * 0.1};
                t[1].v[i] = (tact_vec3){size * 0.6, t[1].v[i].y * 0.1, t[1].v[i].z * 0.1};
            }
        check_witnesses(t);
        tact_gap gap = tact_triangle_distance(&t[0], &t[1]);
        if (gap.distance > 0 && gap.feature_a <= TACT_FEATURE_VERTEX_2)
            at_corner[gap.feature_a]++;
    }
    for (int i = 0; i < 3; i++)
        assert_true(at_corner[i] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_witnesses),    cmocka_unit_test(test_mixed_ends),
        cmocka_unit_test(test_mixed_family), cmocka_unit_test(test_greatest),
        cmocka_unit_test(test_least),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
