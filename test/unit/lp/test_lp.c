/* SPDX-License-Identifier: MIT */
/* Linear programs: small integer programs against all their vertices, programs of many random
 * constraints against their multipliers, and degenerate programs with known results. */
#include "convex_pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Every vertex, in integers ------------------------------------------------------------ */

#define MOST_ROWS 20

/* rows[i] . x <= limits[i], including the box. */
typedef struct whole_program {
    int variables, count;
    int64_t row[MOST_ROWS][4], limit[MOST_ROWS], goal[4];
} whole_program;

static int64_t determinant(int n, int64_t m[4][4]) {
    if (n == 1)
        return m[0][0];
    int64_t sum = 0;
    for (int k = 0; k < n; k++) {
        int64_t minor[4][4];
        for (int i = 1; i < n; i++)
            for (int j = 0, to = 0; j < n; j++)
                if (j != k)
                    minor[i - 1][to++] = m[i][j];
        sum += (k % 2 == 0 ? 1 : -1) * m[0][k] * determinant(n - 1, minor);
    }
    return sum;
}

/* The common point x[j] / x[4] of as many planes as there are variables, by Cramer's rule. False if
 * there is none or more than one. */
static bool meet(const whole_program *p, const int *at, int64_t x[5]) {
    int n = p->variables;
    for (int column = n; column >= 0; column--) {
        int64_t m[4][4];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                m[i][j] = j == column ? p->limit[at[i]] : p->row[at[i]][j];
        x[column == n ? 4 : column] = determinant(n, m);
    }
    if (x[4] == 0)
        return false;
    for (int j = 0; j < 5 && x[4] < 0; j++)
        if (j < n)
            x[j] = -x[j];
    x[4] = llabs(x[4]);
    return true;
}

static bool is_feasible(const whole_program *p, const int64_t x[5]) {
    for (int i = 0; i < p->count; i++) {
        int64_t sum = -p->limit[i] * x[4];
        for (int j = 0; j < p->variables; j++)
            sum += p->row[i][j] * x[j];
        if (sum > 0)
            return false;
    }
    return true;
}

/* The best value over all vertices. False if there is no vertex: then the program is infeasible,
 * because the box is part of it. */
static bool best_of_vertices(const whole_program *p, double *value) {
    int at[4] = {0, 1, 2, 3}, n = p->variables;
    bool is_any = false;
    for (;;) {
        int64_t x[5] = {0};
        if (meet(p, at, x) && is_feasible(p, x)) {
            int64_t sum = 0;
            for (int j = 0; j < n; j++)
                sum += p->goal[j] * x[j];
            double own = (double)sum / (double)x[4];
            *value = !is_any || own > *value ? own : *value;
            is_any = true;
        }
        int k = n - 1;
        while (k >= 0 && at[k] == p->count - n + k)
            k--;
        if (k < 0)
            return is_any;
        at[k]++;
        for (int j = k + 1; j < n; j++)
            at[j] = at[j - 1] + 1;
    }
}

static int64_t small(test_rng *rng, uint32_t most) {
    return (int64_t)test_rng_below(rng, 2 * most + 1) - (int64_t)most;
}

static void make_program(test_rng *rng, whole_program *p, int64_t box) {
    uint32_t limits = 1 + test_rng_below(rng, 8);
    int rows = (int)test_rng_below(rng, 11);
    p->variables = 1 + (int)test_rng_below(rng, 4);
    p->count = 0;
    for (int j = 0; j < p->variables; j++)
        p->goal[j] = small(rng, 3);
    for (int i = 0; i < rows; i++, p->count++) {
        for (int j = 0; j < p->variables; j++)
            p->row[i][j] = small(rng, 3);
        p->limit[i] = test_rng_below(rng, 4) == 0 ? small(rng, limits)
                                                  : (int64_t)test_rng_below(rng, limits + 1);
        if (i > 0 && test_rng_below(rng, 6) == 0) /* the same plane again, or its other side */
            for (int j = 0, sign = test_rng_below(rng, 2) ? 1 : -1; j < p->variables; j++) {
                p->row[i][j] = sign * p->row[i - 1][j];
                p->limit[i] = sign * p->limit[i - 1];
            }
    }
    for (int j = 0; j < 2 * p->variables; j++, p->count++) {
        for (int k = 0; k < 4; k++)
            p->row[p->count][k] = k == j / 2 ? 1 - j % 2 * 2 : 0;
        p->limit[p->count] = box;
    }
}

static tact_lp_result solve_whole(const whole_program *p, int64_t box) {
    double rows[4 * MOST_ROWS], limits[MOST_ROWS], goal[4];
    int count = p->count - 2 * p->variables;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < p->variables; j++)
            rows[i * p->variables + j] = (double)p->row[i][j];
        limits[i] = (double)p->limit[i];
    }
    for (int j = 0; j < p->variables; j++)
        goal[j] = (double)p->goal[j];
    tact_lp lp = {(uint32_t)p->variables, (size_t)count, rows, limits, goal, (double)box};
    tact_lp_result result;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_OK);
    return result;
}

static void equals_the_best_vertex(void **state) {
    (void)state;
    enum { BOX = 1009 }; /* not a coordinate of a vertex */
    test_rng rng = test_rng_start("equals_the_best_vertex");
    uint64_t endings[4] = {0}, cases = test_case_count(2000, 50000);
    for (uint64_t i = 0; i < cases; i++) {
        whole_program p, wider;
        make_program(&rng, &p, BOX);
        tact_lp_result result = solve_whole(&p, BOX);
        double best, further;
        bool is_any = best_of_vertices(&p, &best);
        endings[result.ending]++;
        assert_int_equal(result.ending == TACT_LP_INFEASIBLE, !is_any);
        assert_int_not_equal(result.ending, TACT_LP_OPEN);
        if (!is_any)
            continue;
        assert_true(fabs(result.value - best) <= 1e-11 * (1 + fabs(best)));
        wider = p;
        for (int k = p.count - 2 * p.variables; k < p.count; k++)
            wider.limit[k] = 2 * (int64_t)BOX;
        assert_true(best_of_vertices(&wider, &further));
        assert_int_equal(result.ending == TACT_LP_UNBOUNDED, further > best + 1e-9);
    }
    printf("%llu optimal, %llu infeasible, %llu unbounded\n", (unsigned long long)endings[0],
           (unsigned long long)endings[1], (unsigned long long)endings[2]);
    assert_true(endings[TACT_LP_OPTIMAL] > cases / 10 && endings[TACT_LP_INFEASIBLE] > cases / 10 &&
                endings[TACT_LP_UNBOUNDED] > cases / 10);
}

/* ---- Many constraints --------------------------------------------------------------------- */

/* Solves rows^T y = goal for as many rows as variables, by elimination. */
static void multipliers(double m[4][5], int n) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(m[i][k]) > fabs(m[pivot][k]))
                pivot = i;
        for (int j = 0; j <= n; j++) {
            double keep = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = keep;
        }
        for (int i = 0; i < n; i++)
            for (int j = n; i != k && j >= k; j--)
                m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    }
    for (int k = 0; k < n; k++)
        m[k][n] /= m[k][k];
}

/* Constraints around a sphere: the point satisfies all of them. The goal is a combination of the
 * tight constraints with positive weights, so no point is better. */
static void has_positive_multipliers(void **state) {
    (void)state;
    enum { MOST = 2000 };
    static double rows[4 * MOST], limits[MOST];
    test_rng rng = test_rng_start("has_positive_multipliers");
    double evaluations[5] = {0}, all[5] = {0};
    for (uint64_t c = 0; c < test_case_count(400, 20000); c++) {
        uint32_t n = 1 + (uint32_t)(c % 4), count = 50 + test_rng_below(&rng, MOST - 50);
        double goal[4], offset = c % 8 < 4 ? 0 : test_rng_between(&rng, -1000, 1000);
        for (uint32_t j = 0; j < n; j++)
            goal[j] = test_rng_between(&rng, -1, 1);
        for (uint32_t i = 0; i < count; i++) {
            double square = 0, sum = 0;
            for (uint32_t j = 0; j < n; j++) {
                rows[i * n + j] = test_rng_between(&rng, -1, 1);
                square += rows[i * n + j] * rows[i * n + j];
                sum += rows[i * n + j];
            }
            limits[i] = sqrt(square) + offset * sum; /* tangent to the unit sphere at the offset */
        }
        tact_lp lp = {n, count, rows, limits, goal, 1e9};
        tact_lp_result result;
        assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_OK);
        assert_int_equal(result.ending, TACT_LP_OPTIMAL);
        assert_int_equal(result.tight_count, n);
        for (uint32_t i = 0; i < count; i++) {
            double value = 0;
            for (uint32_t j = 0; j < n; j++)
                value += rows[i * n + j] * result.x[j];
            assert_true(value <= limits[i] + 1e-12 * (1 + 4 * fabs(offset)));
        }
        double m[4][5];
        for (uint32_t j = 0; j < n; j++) {
            for (uint32_t k = 0; k < n; k++)
                m[j][k] = rows[result.tight[k] * n + j];
            m[j][n] = goal[j];
        }
        multipliers(m, (int)n);
        for (uint32_t k = 0; k < n; k++)
            assert_true(m[k][n] >= -1e-9);
        evaluations[n] += (double)result.evaluations;
        all[n] += count;
    }
    for (int n = 1; n <= 4; n++)
        printf("%d variables: %.1f evaluations per constraint\n", n, evaluations[n] / all[n]);
    assert_true(evaluations[4] <= 24 * all[4]);
}

/* ---- By hand ------------------------------------------------------------------------------ */

static tact_lp_result solve(uint32_t variables, size_t count, const double *rows,
                            const double *limits, const double *goal) {
    tact_lp lp = {variables, count, rows, limits, goal, 1e6};
    tact_lp_result result;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_OK);
    return result;
}

static void by_hand(void **state) {
    (void)state;
    const double x[2] = {1, 0}, none[2] = {0, 0};
    tact_lp_result r = solve(2, 0, NULL, NULL, x);
    assert_int_equal(r.ending, TACT_LP_UNBOUNDED);
    test_assert_same_bits(r.x[0], 1e6);
    test_assert_same_bits(r.x[1], 0);
    r = solve(2, 0, NULL, NULL, none);
    assert_int_equal(r.ending, TACT_LP_OPTIMAL);
    /* One constraint, along the goal and across it. */
    const double row[2] = {2, 0}, across[2] = {0, 2}, limit[1] = {6};
    r = solve(2, 1, row, limit, x);
    assert_int_equal(r.ending, TACT_LP_OPTIMAL);
    test_assert_same_bits(r.x[0], 3);
    assert_int_equal(r.tight_count, 1);
    assert_int_equal(solve(2, 1, across, limit, x).ending, TACT_LP_UNBOUNDED);
    /* A side of the box is not a constraint. */
    for (int side = 0; side < 4; side++) {
        const double goal[2] = {side == 0   ? 1
                                : side == 1 ? -1
                                            : 0,
                                side == 2   ? 1
                                : side == 3 ? -1
                                            : 0};
        r = solve(2, 0, NULL, NULL, goal);
        assert_int_equal(r.ending, TACT_LP_UNBOUNDED);
        assert_int_equal(r.tight_count, 0);
    }
    /* x + y <= 1 and -x - y <= -1 - u: infeasible by a unit in the last place, or touching. */
    const double slabs[4] = {1, 1, -1, -1}, apart[2] = {1, -nextafter(1, 2)}, touch[2] = {1, -1};
    assert_int_equal(solve(2, 2, slabs, apart, x).ending, TACT_LP_INFEASIBLE);
    r = solve(2, 2, slabs, touch, x);
    assert_int_equal(r.ending, TACT_LP_UNBOUNDED); /* along the line */
    const double line[2] = {1, -1};
    assert_int_equal(solve(1, 2, line, apart, x).ending, TACT_LP_INFEASIBLE);
    r = solve(1, 2, line, touch, x);
    assert_int_equal(r.ending, TACT_LP_OPTIMAL);
    test_assert_same_bits(r.x[0], 1);
    /* A row of zeros depends on its limit only. */
    const double zeros[4] = {0, 0, 0, 0}, both[2] = {0, 1}, below[2] = {1, -1e-300};
    assert_int_equal(solve(2, 2, zeros, both, none).ending, TACT_LP_OPTIMAL);
    assert_int_equal(solve(2, 2, zeros, below, none).ending, TACT_LP_INFEASIBLE);
    /* Outside the box. */
    const double far[1] = {-1e7};
    assert_int_equal(solve(2, 1, row, far, x).ending, TACT_LP_INFEASIBLE);
    assert_string_equal(tact_lp_ending_name(TACT_LP_INFEASIBLE), "infeasible");
    assert_string_equal(tact_lp_ending_name(TACT_LP_OPTIMAL), "optimal");
    assert_string_equal(tact_lp_ending_name(TACT_LP_UNBOUNDED), "unbounded");
    assert_string_equal(tact_lp_ending_name(TACT_LP_OPEN), "open");
    assert_string_equal(tact_lp_ending_name((tact_lp_ending)7), "unknown ending");
}

/* Copies of a constraint change nothing: with up to 30 of them, 2 x + y <= 3 and 2 x + y >= 3 + u
 * stay infeasible by a unit in the last place, and 2 x + y >= 3 leaves the point x = 2 best of x
 * <= 2. */
static void copies_change_nothing(void **state) {
    (void)state;
    enum { MOST = 30 };
    const double goal[2] = {1, 0};
    for (size_t copies = 1; copies <= MOST; copies++)
        for (size_t at = 0; at <= copies; at++) {
            double rows[MOST + 2][2], limits[MOST + 2];
            for (size_t i = 0; i <= copies; i++) {
                rows[i][0] = i == at ? -2 : 2;
                rows[i][1] = i == at ? -1 : 1;
                limits[i] = i == at ? -nextafter(3, 4) : 3;
            }
            rows[copies + 1][0] = 1;
            rows[copies + 1][1] = 0;
            limits[copies + 1] = 2;
            assert_int_equal(solve(2, copies + 2, rows[0], limits, goal).ending,
                             TACT_LP_INFEASIBLE);
            limits[at] = -3;
            tact_lp_result r = solve(2, copies + 2, rows[0], limits, goal);
            assert_int_equal(r.ending, TACT_LP_OPTIMAL);
            test_assert_same_bits(r.x[0], 2);
            test_assert_same_bits(r.x[1], -1);
        }
}

static void refuses_what_is_wrong(void **state) {
    (void)state;
    double row[2] = {1, 0}, limit[1] = {1}, goal[2] = {1, 1};
    tact_lp lp = {2, 1, row, limit, goal, 10};
    tact_lp_result result = {.value = 5};
    assert_int_equal(tact_lp_solve(NULL, NULL, &result), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_lp_solve(NULL, &lp, NULL), TACT_INVALID_ARGUMENT);
    lp.variables = 0;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_INVALID_ARGUMENT);
    lp.variables = 5;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_INVALID_ARGUMENT);
    lp.variables = 2;
    lp.box = 0;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_INVALID_ARGUMENT);
    lp.box = INFINITY;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_NOT_FINITE);
    lp.box = 10;
    row[1] = (double)NAN;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_NOT_FINITE);
    row[1] = 0;
    limit[0] = INFINITY;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_NOT_FINITE);
    limit[0] = 1;
    lp.rows = NULL;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_INVALID_ARGUMENT);
    lp.rows = row;
    lp.count = SIZE_MAX;
    assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_TOO_LARGE);
    test_assert_same_bits(result.value, 5);
}

/* Numbers of the whole range of double: the call always returns, and an optimal point satisfies the
 * constraints. */
static void serves_any_double(void **state) {
    (void)state;
    test_rng rng = test_rng_start("serves_any_double");
    for (uint64_t c = 0; c < test_case_count(4000, 200000); c++) {
        double rows[24], limits[6], goal[4];
        uint32_t n = 1 + test_rng_below(&rng, 4), count = test_rng_below(&rng, 7);
        for (uint32_t i = 0; i < 24; i++)
            rows[i] = test_rng_any_double(&rng);
        for (uint32_t i = 0; i < 6; i++)
            limits[i] = test_rng_any_double(&rng);
        for (uint32_t i = 0; i < 4; i++)
            goal[i] = test_rng_any_double(&rng);
        tact_lp lp = {n, count, rows, limits, goal, fabs(test_rng_any_double(&rng)) + 1e-300};
        if (!isfinite(lp.box))
            continue;
        tact_lp_result result;
        assert_int_equal(tact_lp_solve(NULL, &lp, &result), TACT_OK);
        for (uint32_t j = 0; j < n; j++)
            assert_true(fabs(result.x[j]) <= lp.box * (1 + 1e-9));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(equals_the_best_vertex),
        cmocka_unit_test(has_positive_multipliers),
        cmocka_unit_test(copies_change_nothing),
        cmocka_unit_test(refuses_what_is_wrong),
        cmocka_unit_test(serves_any_double),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
