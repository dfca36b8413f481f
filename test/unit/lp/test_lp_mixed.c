/* SPDX-License-Identifier: MIT */
/* The exact promises of linear programs, on numbers that mix exponents of the whole range. Whether
 * two sets of points can be separated agrees with a rational program. A returned plane separates
 * the sets. A returned common point of half-spaces lies in all of them. Half-spaces or constraints
 * with a known common point are never called apart or infeasible. */
#include "mixed_numbers.h"
#include "oracle_convex.h"

#include <float.h>
#include <math.h>

static mpq_t sum, product, factor;

static int setup(void **state) {
    (void)state;
    mpq_inits(sum, product, factor, NULL);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    mpq_clears(sum, product, factor, NULL);
    return 0;
}

/* sum = u . v. */
static void dot(const double *u, const double *v, uint32_t count) {
    mpq_set_ui(sum, 0, 1);
    for (uint32_t k = 0; k < count; k++) {
        mpq_set_d(product, u[k]);
        mpq_set_d(factor, v[k]);
        mpq_mul(product, product, factor);
        mpq_add(sum, sum, product);
    }
}

/* The sign of normal . p - offset. */
static int side_of(const tact_plane *plane, tact_vec3 p) {
    dot(&plane->normal.x, &p.x, 3);
    mpq_set_d(product, plane->offset);
    return mpq_cmp(sum, product);
}

/* The least double that is at least sum; infinite if there is none. */
static double rounded_up(void) {
    double x = mpq_get_d(sum); /* towards 0 */
    if (!isfinite(x))
        return INFINITY;
    mpq_set_d(product, x);
    return mpq_cmp(product, sum) < 0 ? nextafter(x, INFINITY) : x;
}

/* ---- Points ------------------------------------------------------------------------------- */

static void separates_points(void **state) {
    (void)state;
    test_rng rng = test_rng_start("separates_points");
    uint64_t count = test_case_count(2000, 100000), apart = 0, with_plane = 0;
    for (uint64_t n = 0; n < count; n++) {
        /* The top is 2^500, which the sets below contain as well. */
        mixed_palette palette = mixed_palette_make(&rng, 500);
        tact_vec3 points[2][6];
        uint32_t size[2];
        for (int s = 0; s < 2; s++) {
            size[s] = 1 + test_rng_below(&rng, 6);
            for (uint32_t i = 0; i < size[s]; i++)
                points[s][i] = mixed_point(&rng, &palette, 500);
        }
        if (test_rng_below(&rng, 4) == 0)
            points[1][0] = points[0][0];
        if (test_rng_below(&rng, 8) == 0)
            (&points[1][0].x)[n % 3] = test_rng_below(&rng, 2) ? 0x1p500 : -0x1p500;
        tact_lp_separating_result answer;
        assert_int_equal(
            tact_lp_separating_plane(NULL, points[0], size[0], points[1], size[1], &answer),
            TACT_OK);
        bool meet = oracle_hulls_meet(points[0], size[0], points[1], size[1]);
        assert_int_equal(answer.outcome, meet ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
        apart += !meet;
        with_plane += answer.has_plane;
        if (!answer.has_plane)
            continue;
        assert_false(meet);
        for (int s = 0; s < 2; s++)
            for (uint32_t i = 0; i < size[s]; i++)
                assert_int_equal(side_of(&answer.plane, points[s][i]) > 0 ? 1 : -1,
                                 s == 0 ? -1 : 1);
    }
    print_message("%llu pairs, %llu apart, %llu of these with a plane\n", (unsigned long long)count,
                  (unsigned long long)apart, (unsigned long long)with_plane);
    assert_true(count < 100 || (apart * 10 > count && apart * 10 < 9 * count && with_plane > 0));
}

/* ---- Half-spaces -------------------------------------------------------------------------- */

/* A returned common point lies in all half-spaces. Returns the outcome. */
static tact_outcome check_deepest(const tact_plane *planes, uint32_t count, double limit) {
    tact_lp_deepest_result answer;
    assert_int_equal(tact_lp_deepest_point(NULL, planes, count, limit, &answer), TACT_OK);
    for (uint32_t i = 0; i < count && answer.outcome == TACT_OUTCOME_CONTACT; i++)
        assert_true(side_of(&planes[i], answer.point) <= 0);
    return answer.outcome;
}

static void print_found(const char *what, uint64_t count, const uint64_t found[3]) {
    print_message("%llu %s: %llu apart, %llu with a common point, %llu undecided\n",
                  (unsigned long long)count, what, (unsigned long long)found[TACT_OUTCOME_APART],
                  (unsigned long long)found[TACT_OUTCOME_CONTACT],
                  (unsigned long long)found[TACT_OUTCOME_UNDECIDED]);
}

/* Half of the sets have a known common point: they are never apart. A returned common point lies in
 * all half-spaces. */
static void deepest_points(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deepest_points");
    uint64_t count = test_case_count(2000, 100000), found[3] = {0};
    for (uint64_t n = 0; n < count; n++) {
        mixed_palette palette = mixed_palette_make(&rng, 1020);
        tact_vec3 common = mixed_point(&rng, &palette, 400);
        tact_plane planes[6];
        uint32_t size = 1 + test_rng_below(&rng, 6);
        bool has_point = n % 2 == 0;
        for (uint32_t i = 0; i < size; i++) {
            do
                planes[i].normal = mixed_point(&rng, &palette, 600);
            while (planes[i].normal.x == 0 && planes[i].normal.y == 0 && planes[i].normal.z == 0);
            planes[i].offset = mixed_number(&rng, &palette, 1000);
            if (!has_point)
                continue;
            dot(&planes[i].normal.x, &common.x, 3);
            planes[i].offset = rounded_up();
            if (!isfinite(planes[i].offset))
                has_point = false;
        }
        for (uint32_t i = 0; i < size; i++)
            if (!isfinite(planes[i].offset))
                planes[i].offset = DBL_MAX;
        double limit = mixed_magnitude(&rng, 1000);
        tact_outcome outcome = check_deepest(planes, size, limit);
        found[outcome]++;
        assert_false(has_point && outcome == TACT_OUTCOME_APART);
    }
    print_found("sets", count, found);
    assert_true(count < 100 || (found[TACT_OUTCOME_APART] > 0 && found[TACT_OUTCOME_CONTACT] > 0));
}

/* Half-spaces whose planes pass within a unit in the last place of one point: the common part is as
 * small as rounding, or there is none. A returned common point lies in all of them, and a common
 * point that exists is never denied. */
static void deepest_points_of_slivers(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deepest_points_of_slivers");
    uint64_t count = test_case_count(20000, 200000), found[3] = {0};
    for (uint64_t n = 0; n < count; n++) {
        /* Some products of coordinates are near the least double. */
        double size = n % 4 == 0 ? ldexp(1, -(int)test_rng_below(&rng, 540)) : 1;
        double length = n % 4 == 0 ? 0x1p-1070 / size * (1 + test_rng_below(&rng, 16)) : 1;
        tact_vec3 common = {test_rng_between(&rng, -size, size),
                            test_rng_between(&rng, -size, size),
                            test_rng_between(&rng, -size, size)};
        tact_plane planes[6];
        uint32_t plane_count = 3 + test_rng_below(&rng, 4);
        bool has_point = true;
        for (uint32_t i = 0; i < plane_count; i++) {
            planes[i].normal = (tact_vec3){test_rng_between(&rng, -length, length),
                                           test_rng_between(&rng, -length, length),
                                           test_rng_between(&rng, -length, length)};
            dot(&planes[i].normal.x, &common.x, 3);
            planes[i].offset = rounded_up();
            if (test_rng_below(&rng, 4) == 0)
                planes[i].offset = nextafter(planes[i].offset, -INFINITY);
            has_point = has_point && side_of(&planes[i], common) <= 0;
        }
        tact_outcome outcome = check_deepest(planes, plane_count, size);
        found[outcome]++;
        assert_false(has_point && outcome == TACT_OUTCOME_APART);
    }
    print_found("slivers", count, found);
}

/* ---- Programs ----------------------------------------------------------------------------- */

/* Constraints that a known point of the box satisfies are never called infeasible. */
static void feasible_programs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("feasible_programs");
    uint64_t count = test_case_count(4000, 100000), endings[4] = {0};
    for (uint64_t n = 0; n < count; n++) {
        mixed_palette palette = mixed_palette_make(&rng, 500);
        uint32_t variables = 1 + test_rng_below(&rng, 4), size = test_rng_below(&rng, 7);
        double x[4], goal[4], rows[24], limits[6], box = mixed_magnitude(&rng, 500);
        bool has_point = n % 4 != 0;
        for (uint32_t k = 0; k < 4; k++) {
            x[k] = mixed_number(&rng, &palette, 500);
            goal[k] = mixed_number(&rng, &palette, 500);
            box = fmax(box, fabs(x[k]));
        }
        for (uint32_t i = 0; i < size; i++) {
            for (uint32_t k = 0; k < variables; k++)
                rows[i * variables + k] = mixed_number(&rng, &palette, 500);
            dot(&rows[i * variables], x, variables);
            limits[i] = has_point ? rounded_up() : mixed_number(&rng, &palette, 500);
        }
        tact_lp lp = {variables, size, rows, limits, goal, box};
        tact_lp_result result;
        assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_OK);
        assert_false(has_point && result.ending == TACT_LP_INFEASIBLE);
        for (uint32_t k = 0; k < variables; k++)
            assert_true(isfinite(result.x[k]));
        endings[result.ending]++;
    }
    print_message("%llu programs: %llu optimal, %llu infeasible, %llu unbounded, %llu open\n",
                  (unsigned long long)count, (unsigned long long)endings[TACT_LP_OPTIMAL],
                  (unsigned long long)endings[TACT_LP_INFEASIBLE],
                  (unsigned long long)endings[TACT_LP_UNBOUNDED],
                  (unsigned long long)endings[TACT_LP_OPEN]);
    assert_true(count < 100 || (endings[TACT_LP_OPTIMAL] > 0 && endings[TACT_LP_INFEASIBLE] > 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separates_points),
        cmocka_unit_test(deepest_points),
        cmocka_unit_test(deepest_points_of_slivers),
        cmocka_unit_test(feasible_programs),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
