/* SPDX-License-Identifier: MIT */
/* Rays over the whole range of double, mainly degenerate ones, compared with integers: kind, parts,
 * and parameters to a few units in the last place. */
#include "mixed_numbers.h"
#include "support.h"

#include "oracle_ray.h"

#include <float.h>
#include <math.h>

static mpq_t t_enter, t_exit, got, bound;
static uint64_t tally[3];

static int setup(void **state) {
    (void)state;
    mpq_inits(t_enter, t_exit, got, bound, NULL);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    print_message("%llu misses, %llu points, %llu segments\n", (unsigned long long)tally[0],
                  (unsigned long long)tally[1], (unsigned long long)tally[2]);
    mpq_clears(t_enter, t_exit, got, bound, NULL);
    return tally[0] > 0 && tally[1] > 0 && tally[2] > 0 ? 0 : 1;
}

/* Within 2^-49 of the truth, or half a unit among subnormal numbers. A parameter beyond every
 * double must be the greatest double. */
static bool is_close(double t, mpq_t truth) {
    if (!(t >= 0 && t <= DBL_MAX))
        return false;
    mpq_set_d(bound, DBL_MAX);
    if (mpq_cmp(truth, bound) >= 0)
        return t >= DBL_MAX * (1 - 0x1p-49);
    mpq_set_d(got, t);
    mpq_sub(got, got, truth);
    mpq_abs(got, got);
    mpq_div_2exp(bound, truth, 49);
    if (mpq_cmp(got, bound) <= 0)
        return true;
    mpq_set_d(bound, 0x1p-1074);
    return mpq_cmp(got, bound) <= 0;
}

static void check(const tact_triangle *t, tact_ray ray) {
    oracle_hit truth = oracle_triangle_intersect_ray(t, ray, t_enter, t_exit);
    tact_ray_hit hit = tact_triangle_intersect_ray(t, ray);
    tally[truth.dimension + 1]++;
    bool is_right = (int)hit.kind == truth.dimension + 1;
    if (is_right && truth.dimension >= 0)
        is_right = hit.enter == truth.enter && hit.exit == truth.exit &&
                   hit.t_enter <= hit.t_exit && is_close(hit.t_enter, t_enter) &&
                   is_close(hit.t_exit, t_exit);
    if (is_right)
        return;
    for (int i = 0; i < 3; i++)
        print_error("v%d = {%a, %a, %a}\n", i, t->v[i].x, t->v[i].y, t->v[i].z);
    print_error("origin {%a, %a, %a}, direction {%a, %a, %a}\n", ray.origin.x, ray.origin.y,
                ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z);
    fail_msg("got kind %d, t %a to %a, %s to %s; true kind %d, t %g to %g, %s to %s", hit.kind,
             hit.t_enter, hit.t_exit, tact_feature_name(hit.enter), tact_feature_name(hit.exit),
             truth.dimension + 1, truth.dimension < 0 ? 0 : mpq_get_d(t_enter),
             truth.dimension < 0 ? 0 : mpq_get_d(t_exit), tact_feature_name(truth.enter),
             tact_feature_name(truth.exit));
}

static tact_vec3 lattice_point(test_rng *rng, uint32_t side, int middle) {
    return (tact_vec3){(int)test_rng_below(rng, side) - middle,
                       (int)test_rng_below(rng, side) - middle,
                       (int)test_rng_below(rng, side) - middle};
}

static tact_vec3 scaled(tact_vec3 p, int k) {
    return (tact_vec3){ldexp(p.x, k), ldexp(p.y, k), ldexp(p.z, k)};
}

/* Small whole numbers, degenerate more often than not, at every scale; the direction at another. */
static void test_scaled_lattices(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_scaled_lattices");
    uint64_t count = test_case_count(40000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        int scale = n % 2 == 0 ? 0 : (int)test_rng_below(&rng, 2090) - 1074;
        int direction_scale = n % 3 == 0 ? 0 : (int)test_rng_below(&rng, 2090) - 1074;
        tact_triangle t;
        for (int i = 0; i < 3; i++)
            t.v[i] = scaled(lattice_point(&rng, 4, 1), scale);
        tact_ray ray = {scaled(lattice_point(&rng, 4, 1), scale),
                        scaled(lattice_point(&rng, 5, 2), direction_scale)};
        check(&t, ray);
    }
}

/* Coordinates from the ends of the range and the middle, in every mixture. */
static void test_mixed_ends(void **state) {
    (void)state;
    static const double ends[] = {0, 0, DBL_MAX, -DBL_MAX, 0x1p-1074, -0x1p-1074, 1, -1};
    test_rng rng = test_rng_start("test_mixed_ends");
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t;
        tact_ray ray;
        for (int i = 0; i < 9; i++)
            (&t.v[0].x)[i] =
                n % 2 == 0 ? ends[test_rng_below(&rng, 8)] : ends[1 + test_rng_below(&rng, 3)] / 2;
        for (int i = 0; i < 6; i++)
            *(i < 3 ? &ray.origin.x + i : &ray.direction.x + (i - 3)) =
                ends[test_rng_below(&rng, n % 4 < 2 ? 8 : 4)];
        if (n % 5 == 0)
            ray.origin = t.v[n % 3];
        check(&t, ray);
    }
}

/* Any doubles, aimed at a corner as well as rounding allows, or starting from one. */
static void test_any_doubles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_any_doubles");
    uint64_t count = test_case_count(1000, 100000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t;
        tact_vec3 p;
        for (int i = 0; i < 12; i++)
            *(i < 9 ? &t.v[0].x + i : &p.x + (i - 9)) = test_rng_any_double(&rng) / 4;
        tact_vec3 d = tact_vec3_sub(t.v[n % 3], p);
        check(&t, (tact_ray){p, d});
        check(&t, (tact_ray){t.v[n % 3], d});
        t.v[(n + 1) % 3] = t.v[(n + 2) % 3];
        check(&t, (tact_ray){p, d});
    }
}

/* Coordinates from the mixed family: rays from anywhere, from a corner and towards one. */
static void test_mixed_family(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_family");
    uint64_t count = test_case_count(5000, 100000);
    for (uint64_t n = 0; n < count; n++) {
        mixed_palette palette = mixed_palette_make(&rng, 1023);
        tact_triangle t = mixed_triangle(&rng, &palette, 1023);
        tact_ray ray = {mixed_point(&rng, &palette, 1023), mixed_point(&rng, &palette, 1023)};
        if (n % 4 == 0)
            ray.direction = tact_vec3_sub(t.v[n / 4 % 3], ray.origin);
        if (n % 5 == 0)
            ray.origin = t.v[n / 5 % 3];
        check(&t, ray);
    }
}

static double nudged(test_rng *rng, double x) {
    uint32_t step = test_rng_below(rng, 3);
    return step == 0 ? x : nextafter(x, step == 1 ? HUGE_VAL : -HUGE_VAL);
}

/* Lattice rays in general position, moved by a unit in the last place or not at all: along edges,
 * nearly along edges, in the plane up to rounding. */
static void test_nearly_degenerate(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_nearly_degenerate");
    uint64_t count = test_case_count(40000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t;
        double offset = n % 2 == 0 ? 0 : test_rng_between(&rng, 1, 100);
        for (int i = 0; i < 9; i++)
            (&t.v[0].x)[i] = nudged(&rng, test_rng_below(&rng, 3) / 3.0 + offset);
        tact_vec3 p = t.v[n % 3], q = t.v[(n + 1) % 3], d = tact_vec3_sub(q, p);
        tact_ray ray = {p, d};
        if (n % 4 != 0)
            ray.origin = tact_vec3_sub(p, tact_vec3_scale(d, n % 4 == 1 ? 1 : -0.25));
        if (n % 5 == 0)
            ray.direction.x = nudged(&rng, d.x);
        check(&t, ray);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scaled_lattices),   cmocka_unit_test(test_mixed_ends),
        cmocka_unit_test(test_any_doubles),       cmocka_unit_test(test_mixed_family),
        cmocka_unit_test(test_nearly_degenerate),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
