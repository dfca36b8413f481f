/* SPDX-License-Identifier: MIT */
/* Triangles that cross in general position: compares the fast path to their common segment with the
 * rational oracle, and checks that other cases are left open. */
#include "mixed_numbers.h"
#include "support.h"

#include "oracle_triangle.h"

#include "prim/crossing.h"

#include <math.h>

static tact_triangle random_triangle(test_rng *rng, double size) {
    tact_triangle t;
    for (int i = 0; i < 9; i++)
        (&t.v[0].x)[i] = test_rng_between(rng, -size, size);
    return t;
}

static tact_triangle scaled(tact_triangle t, int power) {
    for (int i = 0; i < 9; i++)
        (&t.v[0].x)[i] = ldexp((&t.v[0].x)[i], power);
    return t;
}

static double largest_coordinate(const tact_triangle *a, const tact_triangle *b) {
    double most = 0;
    for (int i = 0; i < 9; i++)
        most = fmax(most, fmax(fabs((&a->v[0].x)[i]), fabs((&b->v[0].x)[i])));
    return most;
}

static void check_end(const tact_overlap_point *end, const oracle_overlap *truth,
                      double tolerance) {
    for (int i = 0; i < truth->count; i++) {
        const oracle_corner *corner = &truth->corner[i];
        if (corner->a != end->a || corner->b != end->b)
            continue;
        for (int k = 0; k < 3; k++)
            assert_true(fabs((&end->position.x)[k] - corner->position[k]) <= tolerance);
        return;
    }
    fail_msg("there is no corner on %s of a and %s of b", tact_feature_name(end->a),
             tact_feature_name(end->b));
}

/* Edges of a before edges of b, by number; the other side is always the face. */
static int place_in_order(const tact_overlap_point *end) {
    assert_true((end->a == TACT_FEATURE_FACE) != (end->b == TACT_FEATURE_FACE));
    return end->b == TACT_FEATURE_FACE ? (int)end->a : 3 + (int)end->b;
}

/* Returns what was found, after comparing it with the truth. */
static tacti_crossing check_pair(const tact_triangle *a, const tact_triangle *b) {
    tact_overlap_point end[2];
    tacti_crossing crossing = tacti_find_crossing(a, b, end);
    if (crossing == TACTI_CROSSING_OPEN)
        return crossing;
    oracle_overlap truth = oracle_triangle_intersect(a, b);
    assert_int_equal(truth.dimension, crossing == TACTI_CROSSING_SEGMENT ? 1 : -1);
    if (crossing == TACTI_CROSSING_SEGMENT) {
        double tolerance = 6 * 0x1p-53 * largest_coordinate(a, b);
        check_end(&end[0], &truth, tolerance);
        check_end(&end[1], &truth, tolerance);
        assert_true(place_in_order(&end[0]) < place_in_order(&end[1]));
    }
    return crossing;
}

/* Nearly all pairs in general position are decided, at every ratio of sizes. */
static void test_general_position(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_general_position");
    uint64_t count = test_case_count(60000, 1000000), found[3] = {0, 0, 0};
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle a = random_triangle(&rng, 1);
        tact_triangle b = random_triangle(&rng, ldexp(1, -(int)(n % 5)));
        if (n % 2 == 0)
            found[check_pair(&a, &b)]++;
        else
            found[check_pair(&b, &a)]++;
    }
    assert_true(found[TACTI_CROSSING_OPEN] * 50 < count);
    assert_true(found[TACTI_CROSSING_SEGMENT] * 20 > count);
    assert_true(found[TACTI_CROSSING_APART] * 4 > count);
}

/* Magnitudes beyond the limits may be left open, but are never wrong. */
static void test_all_magnitudes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_all_magnitudes");
    uint64_t count = test_case_count(20000, 200000), found[3] = {0, 0, 0};
    for (uint64_t n = 0; n < count; n++) {
        int power = (int)test_rng_below(&rng, 2000) - 1000;
        tact_triangle a = scaled(random_triangle(&rng, 1), power);
        tact_triangle b = scaled(random_triangle(&rng, 1), power);
        found[check_pair(&a, &b)]++;
    }
    assert_true(found[0] > 0 && found[1] > 0 && found[2] > 0);
}

/* Coordinates from the mixed family: every decision must be right. */
static void test_mixed_family(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_family");
    uint64_t count = test_case_count(5000, 100000);
    for (uint64_t n = 0; n < count; n++) {
        mixed_palette palette = mixed_palette_make(&rng, 1023);
        tact_triangle a = mixed_triangle(&rng, &palette, 1023);
        tact_triangle b = mixed_triangle_beside(&rng, &palette, 1023, &a);
        check_pair(&a, &b);
    }
}

/* Small shifts off degenerate positions: every decision must be right. */
static void test_nearly_degenerate(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_nearly_degenerate");
    uint64_t count = test_case_count(60000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        double shift = ldexp(1, -(int)test_rng_below(&rng, 56));
        for (int i = 0; i < 18; i++)
            (&t[i / 9].v[0].x)[i % 9] =
                test_rng_below(&rng, 4) + shift * test_rng_between(&rng, -1, 1);
        check_pair(&t[0], &t[1]);
    }
}

/* Two planes that cross at a small angle. The determinants at the corners are small differences of
 * large products, so that a position from them is inaccurate unless their error is known to be
 * small. Scaled down, they are a few units of the least double. */
static void test_small_angles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_small_angles");
    uint64_t count = test_case_count(20000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2] = {random_triangle(&rng, 1), random_triangle(&rng, 1)};
        double s = test_rng_between(&rng, -1, 1), r = test_rng_between(&rng, -1, 1);
        double u = test_rng_between(&rng, -1, 1), v = test_rng_between(&rng, -0.5, 0.5);
        double angle = ldexp(1, -(int)test_rng_below(&rng, 50));
        for (int i = 0; i < 6; i++) {
            tact_vec3 *p = &t[i / 3].v[i % 3];
            p->z = s * p->x + r * p->y;
            if (i >= 3)
                p->z += angle * (p->x + u * p->y - v);
        }
        int power = n % 2 == 0 ? 0 : -320 - (int)test_rng_below(&rng, 40);
        t[0] = scaled(t[0], power);
        t[1] = scaled(t[1], power);
        check_pair(&t[0], &t[1]);
    }
}

/* Pairs with a sign that is exactly 0 are not in general position. */
static void test_contact_is_left_open(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_contact_is_left_open");
    for (int n = 0; n < 2000; n++) {
        tact_triangle a = random_triangle(&rng, 1), b = random_triangle(&rng, 1);
        b.v[n % 3] = a.v[n / 3 % 3];
        assert_int_equal(check_pair(&a, &b), TACTI_CROSSING_OPEN);
        for (int i = 0; i < 3; i++)
            a.v[i].y = b.v[i].y = 0.5;
        assert_int_equal(check_pair(&a, &b), TACTI_CROSSING_OPEN);
        b.v[2] = b.v[1];
        assert_int_equal(check_pair(&a, &b), TACTI_CROSSING_OPEN);
        b.v[0].x = n % 2 == 0 ? NAN : INFINITY;
        tact_overlap_point end[2];
        assert_int_equal(tacti_find_crossing(&a, &b, end), TACTI_CROSSING_OPEN);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_general_position),     cmocka_unit_test(test_all_magnitudes),
        cmocka_unit_test(test_nearly_degenerate),    cmocka_unit_test(test_mixed_family),
        cmocka_unit_test(test_contact_is_left_open), cmocka_unit_test(test_small_angles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
