/* SPDX-License-Identifier: MIT */
/* Eigenvalues and eigenvectors of a symmetric 3x3 matrix by cyclic Jacobi rotations (C. G. J.
 * Jacobi, 1846; the stable formulas for an angle after H. Rutishauser, 1966). The matrix is first
 * scaled by a power of two, so that nothing overflows or underflows on the way, whatever the size
 * of the entries. Only the values can, when they are scaled back. The input alone determines signs
 * and order. */
#include <tact/math.h>

#include <math.h>

#include "base/assert.h"
#include "math/vec.h"

/* Convergence is quadratic: 3 to 6 sweeps are usual. The cap only guarantees an end. */
#define SWEEP_CAP 40

/* The state: a is symmetric, with both triangles stored; row i of v is the i-th vector. */
typedef struct jacobi {
    double a[3][3];
    double v[3][3];
} jacobi;

/* Whether a[p][q] is too small to change either of its diagonal entries. */
static bool is_negligible(const jacobi *work, int p, int q) {
    double least = tacti_min(tacti_abs(work->a[p][p]), tacti_abs(work->a[q][q]));
    return tacti_abs(work->a[p][q]) <= 0x1p-55 * least;
}

/* Rotates in the plane of axes p and q so that a[p][q] becomes 0; r is the third axis. */
static void rotate(jacobi *work, int p, int q, int r) {
    double apq = work->a[p][q];
    if (is_negligible(work, p, q)) {
        work->a[p][q] = work->a[q][p] = 0;
        return;
    }
    TACTI_ASSERT(apq != 0);
    /* t is the smaller root of t^2 + 2 theta t - 1, the tangent of an angle up to pi/4. */
    double theta = (work->a[q][q] - work->a[p][p]) / (2 * apq);
    double t = 1 / (tacti_abs(theta) + sqrt(theta * theta + 1));
    if (theta < 0)
        t = -t;
    double c = 1 / sqrt(t * t + 1);
    double s = t * c;
    work->a[p][p] -= t * apq;
    work->a[q][q] += t * apq;
    work->a[p][q] = work->a[q][p] = 0;
    double arp = work->a[r][p], arq = work->a[r][q];
    work->a[r][p] = work->a[p][r] = c * arp - s * arq;
    work->a[r][q] = work->a[q][r] = s * arp + c * arq;
    for (int k = 0; k < 3; k++) {
        double vp = work->v[p][k], vq = work->v[q][k];
        work->v[p][k] = c * vp - s * vq;
        work->v[q][k] = s * vp + c * vq;
    }
}

static bool is_diagonal(const jacobi *work) {
    return work->a[0][1] == 0 && work->a[0][2] == 0 && work->a[1][2] == 0;
}

/* Swaps values and vectors i and j if they are out of order. */
static void order(jacobi *work, int i, int j) {
    if (!(work->a[i][i] < work->a[j][j]))
        return;
    double value = work->a[i][i];
    work->a[i][i] = work->a[j][j];
    work->a[j][j] = value;
    for (int k = 0; k < 3; k++) {
        double entry = work->v[i][k];
        work->v[i][k] = work->v[j][k];
        work->v[j][k] = entry;
    }
}

static void negate_row(double row[3]) {
    for (int k = 0; k < 3; k++)
        row[k] = 0 - row[k]; /* not -row[k]: no entry becomes -0 */
}

/* Makes the largest entry (the first of equals) positive. */
static void fix_sign(double row[3]) {
    int largest = 0;
    for (int k = 1; k < 3; k++)
        if (tacti_abs(row[k]) > tacti_abs(row[largest]))
            largest = k;
    if (row[largest] < 0)
        negate_row(row);
}

/* Descending values; the signs of rows 0 and 1 by fix_sign(), that of row 2 such that the rows are
 * right-handed. */
static void bring_into_order(jacobi *work) {
    order(work, 0, 1);
    order(work, 1, 2);
    order(work, 0, 1);
    fix_sign(work->v[0]);
    fix_sign(work->v[1]);
    tact_mat3 vectors;
    memcpy(vectors.m, work->v, sizeof vectors.m);
    if (tact_mat3_determinant(vectors) < 0)
        negate_row(work->v[2]);
}

static tact_eigen3 not_finite_result(void) {
    tact_eigen3 result;
    double nan = tacti_nan();
    result.values = (tact_vec3){nan, nan, nan};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            result.vectors.m[i][j] = nan;
    return result;
}

tact_eigen3 tact_mat3_symmetric_eigen(tact_mat3 a) {
    double largest = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            if (!tacti_is_finite(a.m[i][j]))
                return not_finite_result();
            largest = tacti_max(largest, tacti_abs(a.m[i][j]));
        }
    int exponent = largest == 0 ? 0 : tacti_exponent(largest);
    jacobi work = {.v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            work.a[i][j] = work.a[j][i] = tacti_scale_by_power(a.m[i][j], -exponent);
    for (int sweep = 0; sweep < SWEEP_CAP && !is_diagonal(&work); sweep++) {
        rotate(&work, 0, 1, 2);
        rotate(&work, 0, 2, 1);
        rotate(&work, 1, 2, 0);
    }
    bring_into_order(&work);
    tact_eigen3 result;
    result.values = (tact_vec3){tacti_scale_by_power(work.a[0][0], exponent),
                                tacti_scale_by_power(work.a[1][1], exponent),
                                tacti_scale_by_power(work.a[2][2], exponent)};
    memcpy(result.vectors.m, work.v, sizeof result.vectors.m);
    return result;
}
