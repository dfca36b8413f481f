/* SPDX-License-Identifier: MIT */
/* Matrices and the symmetric eigenproblem. Residuals are measured in long double. */
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static tact_mat3 random_mat(test_rng *rng) {
    tact_mat3 a;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a.m[i][j] = test_rng_between(rng, -1, 1);
    return a;
}

static double plain_row_times_column(const double row[3], double c0, double c1, double c2) {
    volatile double x = row[0] * c0;
    volatile double y = row[1] * c1;
    volatile double z = row[2] * c2;
    volatile double xy = x + y;
    volatile double sum = xy + z;
    return sum;
}

static double plain_determinant(const tact_mat3 *a) {
    double minors[3];
    for (int k = 0; k < 3; k++) {
        int i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
        volatile double left = a->m[1][i] * a->m[2][j];
        volatile double right = a->m[1][j] * a->m[2][i];
        minors[k] = left - right;
    }
    volatile double t0 = a->m[0][0] * minors[0];
    volatile double t1 = a->m[0][1] * minors[1];
    volatile double t2 = a->m[0][2] * minors[2];
    volatile double difference = t0 - t1;
    return difference + t2;
}

static void test_plain_operations(void **state) {
    (void)state;
    test_rng rng = test_rng_start("mat_plain");
    tact_mat3 identity = tact_mat3_identity();
    for (uint64_t n = test_case_count(20000, 200000); n > 0; n--) {
        tact_mat3 a = random_mat(&rng), b = random_mat(&rng);
        tact_mat3 product = tact_mat3_multiply(a, b), flipped = tact_mat3_transpose(a);
        tact_mat3 same = tact_mat3_multiply(identity, a);
        tact_vec3 v = {b.m[0][0], b.m[0][1], b.m[0][2]}, turned = tact_mat3_apply(a, v);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                test_assert_same_bits(
                    product.m[i][j],
                    plain_row_times_column(a.m[i], b.m[0][j], b.m[1][j], b.m[2][j]));
                test_assert_same_bits(flipped.m[i][j], a.m[j][i]);
                test_assert_same_bits(same.m[i][j], a.m[i][j]);
            }
        test_assert_same_bits(turned.x, plain_row_times_column(a.m[0], v.x, v.y, v.z));
        test_assert_same_bits(turned.y, plain_row_times_column(a.m[1], v.x, v.y, v.z));
        test_assert_same_bits(turned.z, plain_row_times_column(a.m[2], v.x, v.y, v.z));
        test_assert_same_bits(tact_mat3_determinant(a), plain_determinant(&a));
    }
    tact_mat3 known = {{{2, 0, 1}, {1, 3, 2}, {1, 1, 4}}};
    assert_true(tact_mat3_determinant(known) == 18);
    assert_true(tact_mat3_determinant(identity) == 1);
}

/* ---- Eigenproblem ------------------------------------------------------------------------- */

typedef struct eigen_worst {
    double residual; /* |A v - value v| over the largest entry */
    double defect;   /* the largest entry of |V V^T - I| */
} eigen_worst;

static double largest_entry(const tact_mat3 *a) {
    double largest = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            largest = fmax(largest, fabs(a->m[i][j]));
    return largest;
}

static void check_signs(const tact_mat3 *vectors) {
    for (int i = 0; i < 2; i++) {
        int largest = 0;
        for (int k = 1; k < 3; k++)
            if (fabs(vectors->m[i][k]) > fabs(vectors->m[i][largest]))
                largest = k;
        assert_true(vectors->m[i][largest] > 0);
    }
    assert_true(tact_mat3_determinant(*vectors) > 0);
}

/* Checks everything that the header says about the eigenvectors of the upper triangle of a. */
static void check_eigen(tact_mat3 a, eigen_worst *worst) {
    tact_eigen3 e = tact_mat3_symmetric_eigen(a);
    const double values[3] = {e.values.x, e.values.y, e.values.z};
    double largest = largest_entry(&a);
    assert_true(values[0] >= values[1] && values[1] >= values[2]);
    check_signs(&e.vectors);
    for (int i = 0; i < 3; i++) {
        const double *v = e.vectors.m[i];
        long double square = 0;
        for (int row = 0; row < 3; row++) {
            long double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += (long double)(row <= k ? a.m[row][k] : a.m[k][row]) * v[k];
            sum -= (long double)values[i] * v[row];
            square += largest > 0 ? (sum / largest) * (sum / largest) : sum * sum;
        }
        long double spacing = largest > 0 ? 0x1p-1074L / largest : 0;
        worst->residual = fmax(worst->residual, (double)(sqrtl(square) - spacing));
        for (int j = 0; j < 3; j++) {
            const double *u = e.vectors.m[j];
            long double dot = (long double)u[0] * v[0] + (long double)u[1] * v[1] +
                              (long double)u[2] * v[2] - (i == j ? 1 : 0);
            worst->defect = fmax(worst->defect, (double)fabsl(dot));
        }
    }
    /* The same input gives the same bits, and the lower triangle is not read. */
    a.m[1][0] = a.m[2][0] = a.m[2][1] = NAN;
    tact_eigen3 again = tact_mat3_symmetric_eigen(a);
    assert_memory_equal(&e, &again, sizeof e);
}

static tact_mat3 symmetric(double xx, double xy, double xz, double yy, double yz, double zz) {
    return (tact_mat3){{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}};
}

/* V^T diag V with a random rotation, rounded. */
static tact_mat3 with_values(test_rng *rng, double a, double b, double c) {
    tact_quat q = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                   test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1)};
    tact_pose pose;
    assert_int_equal(tact_pose_from_quat(q, (tact_vec3){0, 0, 0}, &pose), TACT_OK);
    const double *m = pose.m;
    tact_mat3 v = {{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}};
    tact_mat3 d = {{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
    return tact_mat3_multiply(tact_mat3_transpose(v), tact_mat3_multiply(d, v));
}

static tact_mat3 random_symmetric(test_rng *rng, uint64_t kind) {
    double u = test_rng_between(rng, -1, 1), v = test_rng_between(rng, -1, 1),
           w = test_rng_between(rng, -1, 1);
    switch (kind % 7) {
    case 0:
        return random_mat(rng);
    case 1: /* a double value */
        return with_values(rng, u, u, v);
    case 2: /* values almost the same */
        return with_values(rng, 1, 1 + 1e-14 * u, 1 - 1e-14 * v);
    case 3: /* diagonal */
        return symmetric(u, 0, 0, v, 0, w);
    case 4: /* rank 1 */
        return symmetric(u * u, u * v, u * w, v * v, v * w, w * w);
    case 5: /* sizes far apart */
        return symmetric(u, 1e-9 * v, 1e-17 * w, 1e-18 * u, 1e-26 * v, 1e-34 * w);
    default: /* small integers, with zeros and repeats */
        return symmetric(rint(3 * u), rint(2 * v), rint(2 * w), rint(3 * v), rint(2 * u),
                         rint(3 * w));
    }
}

static void scale_all(tact_mat3 *a, int k) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a->m[i][j] = ldexp(a->m[i][j], k);
}

static void test_eigen_random(void **state) {
    (void)state;
    test_rng rng = test_rng_start("eigen_random");
    eigen_worst worst = {0, 0};
    const int scales[] = {0, 0, 1020, 1000, -1000, -1022, -1040, -1070};
    uint64_t count = test_case_count(70000, 700000);
    for (uint64_t n = 0; n < count; n++) {
        tact_mat3 a = random_symmetric(&rng, n);
        scale_all(&a, scales[test_rng_below(&rng, 8)]);
        check_eigen(a, &worst);
    }
    printf("  %llu matrices: worst residual %.3g of the largest entry, worst orthogonality %.3g\n",
           (unsigned long long)count, worst.residual, worst.defect);
    assert_true(worst.residual < 1e-14 && worst.defect < 1e-14);
    assert_true(worst.residual > 1e-17 && worst.defect > 1e-17); /* it measures something */
}

/* Any bit patterns: the range of exponents is that of doubles. */
static void test_eigen_any_doubles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("eigen_any");
    eigen_worst worst = {0, 0};
    for (uint64_t n = test_case_count(20000, 200000); n > 0; n--) {
        tact_mat3 a;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                a.m[i][j] = test_rng_any_double(&rng) * 0x1p-2;
        check_eigen(a, &worst);
    }
    printf("  worst residual %.3g of the largest entry, worst orthogonality %.3g\n", worst.residual,
           worst.defect);
    assert_true(worst.residual < 1e-14 && worst.defect < 1e-14);
}

static void assert_rows(const tact_eigen3 *e, const double values[3], const double rows[3][3]) {
    assert_true(e->values.x == values[0] && e->values.y == values[1] && e->values.z == values[2]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_true(e->vectors.m[i][j] == rows[i][j]);
}

static void test_eigen_chosen(void **state) {
    (void)state;
    const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tact_eigen3 e = tact_mat3_symmetric_eigen((tact_mat3){{{0}}});
    assert_rows(&e, (const double[3]){0, 0, 0}, unit);
    e = tact_mat3_symmetric_eigen(tact_mat3_identity());
    assert_rows(&e, (const double[3]){1, 1, 1}, unit);
    /* Swapping two axes needs the third one reversed. */
    e = tact_mat3_symmetric_eigen(symmetric(1, 0, 0, 2, 0, -3));
    assert_rows(&e, (const double[3]){2, 1, -3},
                (const double[3][3]){{0, 1, 0}, {1, 0, 0}, {0, 0, -1}});
    e = tact_mat3_symmetric_eigen(symmetric(-DBL_MAX, 0, 0, 1, 0, DBL_MAX));
    assert_rows(&e, (const double[3]){DBL_MAX, 1, -DBL_MAX},
                (const double[3][3]){{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}});
    /* 2 and 0 in the plane of x and y, on the diagonals */
    e = tact_mat3_symmetric_eigen(symmetric(1, 1, 0, 1, 0, 1));
    assert_true(fabs(e.values.x - 2) < 1e-15 && fabs(e.values.y - 1) < 1e-15 &&
                fabs(e.values.z) < 1e-15);
    assert_true(fabs(e.vectors.m[0][0] - sqrt(0.5)) < 1e-15);
    assert_true(fabs(e.vectors.m[0][1] - sqrt(0.5)) < 1e-15);
    assert_true(e.vectors.m[1][2] == 1);
    /* Values that overflow are infinite; the vectors stay right. */
    e = tact_mat3_symmetric_eigen(symmetric(DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX));
    assert_true(e.values.x == INFINITY && fabs(e.vectors.m[0][1] - sqrt(1.0 / 3)) < 1e-15);
}

static void test_eigen_not_finite(void **state) {
    (void)state;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int n = 0; n < 3; n++)
        for (int i = 0; i < 3; i++)
            for (int j = i; j < 3; j++) {
                tact_mat3 a = tact_mat3_identity();
                a.m[i][j] = bad[n];
                tact_eigen3 e = tact_mat3_symmetric_eigen(a);
                assert_true(isnan(e.values.x) && isnan(e.values.y) && isnan(e.values.z));
                for (int k = 0; k < 9; k++)
                    assert_true(isnan(e.vectors.m[k / 3][k % 3]));
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_operations),  cmocka_unit_test(test_eigen_random),
        cmocka_unit_test(test_eigen_any_doubles), cmocka_unit_test(test_eigen_chosen),
        cmocka_unit_test(test_eigen_not_finite),
    };
    return cmocka_run_group_tests_name("math: matrices", tests, NULL, NULL);
}
