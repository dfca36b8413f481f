/* SPDX-License-Identifier: MIT */
/* Energy certificates of a step; energy.h has the proof. In this file, u is 2^-53. */
#include "deform/energy.h"

#include <math.h>

#include "math/bits.h"

/* ---- Sums --------------------------------------------------------------------------------- */

static void subtract(const tact_vec3 *a, const tact_vec3 *b, double out[3]) {
    out[0] = a->x - b->x;
    out[1] = a->y - b->y;
    out[2] = a->z - b->z;
}

static double square_of(const double a[3]) {
    return (a[0] * a[0] + a[1] * a[1]) + a[2] * a[2];
}

static void add_spring(const tact_deform *d, uint32_t i, uint32_t j, tacti_strain *to) {
    const tact_vec3 *at[2] = {d->start, d->end};
    double rest[3], now[3];
    subtract(&d->rest->at[i], &d->rest->at[j], rest);
    to->rest += square_of(rest);
    for (int t = 0; t < 2; t++) {
        subtract(&at[t][i], &at[t][j], now);
        to->squares[t] += square_of(now);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                to->products[t][a][b] += now[a] * rest[b];
    }
}

tacti_strain tacti_strain_of_faces(const tact_deform *d, const tacti_patch *patch) {
    tacti_strain sum = {0};
    for (uint32_t i = patch->face_begin; i < patch->face_end; i++) {
        const uint32_t *c = d->triangles[d->patches.faces[i]];
        for (int k = 0; k < 3; k++)
            add_spring(d, c[k], c[(k + 1) % 3], &sum);
    }
    return sum;
}

tacti_strain tacti_strain_add(const tacti_strain *parts, uint32_t count) {
    tacti_strain sum = parts[0];
    for (uint32_t i = 1; i < count; i++) {
        sum.rest += parts[i].rest;
        for (int t = 0; t < 2; t++) {
            sum.squares[t] += parts[i].squares[t];
            for (int k = 0; k < 9; k++)
                sum.products[t][k / 3][k % 3] += parts[i].products[t][k / 3][k % 3];
        }
    }
    return sum;
}

/* ---- The matrix --------------------------------------------------------------------------- */

static void cofactors(const double m[3][3], double out[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            out[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
}

static double norm_of(const double m[3][3]) {
    return sqrt((square_of(m[0]) + square_of(m[1])) + square_of(m[2]));
}

/* Iterations of Newton's method; some eight reach the rounding of doubles. */
#define MOST_ITERATIONS 24

/* The rotation of the polar decomposition of the products at an end of the step, by Newton's method
 * with scaling (N. J. Higham, 1986). The proof holds for any matrix, so it does not need to be
 * accurate. False if there is none. */
static bool find_rotation(const tacti_strain *s, int end, double r[3][3]) {
    for (int k = 0; k < 9; k++)
        r[k / 3][k % 3] = s->products[end][k / 3][k % 3];
    double scale = norm_of((const double(*)[3])r);
    if (!(scale > 0x1p-900 && scale < 0x1p900))
        return false;
    for (int k = 0; k < 9; k++)
        r[k / 3][k % 3] /= scale;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        double c[3][3], change = 0;
        cofactors((const double(*)[3])r, c);
        double det = (r[0][0] * c[0][0] + r[0][1] * c[0][1]) + r[0][2] * c[0][2];
        if (!(det > 0x1p-200))
            return false;
        double balance =
            sqrt(norm_of((const double(*)[3])c) / det / norm_of((const double(*)[3])r));
        for (int k = 0; k < 9; k++) {
            double *x = &r[k / 3][k % 3], old = *x;
            *x = 0.5 * (balance * old + c[k / 3][k % 3] / (balance * det));
            change += tacti_abs(*x - old);
        }
        if (change < 0x1p-48)
            break;
    }
    return true;
}

/* A bound of the Frobenius norm of R^T R - I. Entries of R are at most 2 if the computed ones of
 * the product are near those of I, so each of those is off by at most 3 * 4 u * 3 = 36 u, and their
 * norm by 3 times as much: 2^-45 = 256 u is more. */
static double defect_of(const double r[3][3]) {
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double x = (r[0][i] * r[0][j] + r[1][i] * r[1][j]) + r[2][i] * r[2][j];
            sum += (x - (i == j)) * (x - (i == j));
        }
    return sqrt(sum) * (1 + 0x1p-45) + 0x1p-45;
}

/* ---- The two conditions ------------------------------------------------------------------- */

/* At least E at an end of the step. With g at least the norm of R^T R - I, |R D|^2 <= (1 + g)
 * |D|^2. Let S = sum |d|^2 + sum |D|^2. Each addend of a sum is off by 5 u of what it is made of,
 * and a sum of n additions one after the other by n u of the sum of absolute values, at most S / 2
 * for all |R_ab d_a D_b| and entries of |R| with the norm 2. So E is off by (n + 20) u (S + S) and
 * the rounding of the last few operations, 16 u S: (n + 64) 2^-51 S = 4 (n + 64) u S is more. */
static double energy_bound(const tacti_strain *s, int end, const double r[3][3], double defect,
                           uint32_t depth) {
    double product = 0, all = s->squares[end] + s->rest;
    for (int k = 0; k < 9; k++)
        product += r[k / 3][k % 3] * s->products[end][k / 3][k % 3];
    double energy = 0.5 * (s->squares[end] + (1 + defect) * s->rest) - product;
    return energy + ((double)depth + 64) * 0x1p-51 * all + 0x1p-1000;
}

/* R X, and more than the rounding of x - R X - t for any x and t that are added to size. */
static void rotate(const double r[3][3], const tact_vec3 *p, double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = (r[i][0] * p->x + r[i][1] * p->y) + r[i][2] * p->z;
}

static double largest(const double a[3], double most) {
    for (int i = 0; i < 3; i++)
        most = tacti_abs(a[i]) > most ? tacti_abs(a[i]) : most;
    return most;
}

/* More than the greatest displacement at an end of the step, t being the mean of x - R X over the
 * corners. Let C be at least the coordinates of x, 6 times those of X (rows of |R| add up to at
 * most 4) and those of t. A coordinate of y is off by 8 u C, y by 14 u C, and its length, rounded,
 * by a little more: 2^-48 C = 32 u C. */
static double displacement_bound(const tact_deform *d, const tacti_patch *patch, int end,
                                 const double r[3][3]) {
    const tact_vec3 *at = end ? d->end : d->start;
    double mean[3] = {0, 0, 0}, size = 0, most = 0,
           count = 3.0 * (patch->face_end - patch->face_begin);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = patch->face_begin; i < patch->face_end; i++)
            for (int k = 0; k < 3; k++) {
                uint32_t v = d->triangles[d->patches.faces[i]][k];
                double now[3] = {at[v].x, at[v].y, at[v].z}, y[3];
                double rest[3] = {6 * d->rest->at[v].x, 6 * d->rest->at[v].y, 6 * d->rest->at[v].z};
                rotate(r, &d->rest->at[v], y);
                size = largest(rest, largest(now, size));
                for (int m = 0; m < 3; m++) {
                    y[m] = now[m] - y[m];
                    if (pass == 0)
                        mean[m] += y[m] / count;
                    y[m] -= mean[m];
                }
                double square = pass == 1 ? square_of(y) : 0;
                most = square > most ? square : most;
            }
        size = largest(mean, size);
    }
    return sqrt(most) * (1 + 0x1p-48) + 0x1p-48 * size + 0x1p-500;
}

/* At most s^2, and so at most s, which is at most 1; negative if there are no rotations. */
static double least_stretch(const tacti_strain *s, double r[2][3][3], double *defect) {
    double change = 0;
    if (!find_rotation(s, 0, r[0]) || !find_rotation(s, 1, r[1]))
        return -1;
    double of[2] = {defect_of((const double(*)[3])r[0]), defect_of((const double(*)[3])r[1])};
    *defect = of[0] > of[1] ? of[0] : of[1];
    for (int k = 0; k < 9; k++) {
        double x = r[1][k / 3][k % 3] - r[0][k / 3][k % 3];
        change += x * x;
    }
    /* The change is a sum of nine rounded squares of at most 4. */
    return *defect < 0x1p-20 ? (1 - 0x1p-45) - *defect - 0.25 * change : -1;
}

bool tacti_strain_is_safe(const tact_deform *d, uint32_t index, const tacti_strain *s) {
    const tacti_rest *rest = d->rest;
    double r[2][3][3], defect = 0;
    double part = rest->threshold[index] > 0 ? least_stretch(s, r, &defect) : -1;
    if (!(part > 0))
        return false;
    for (int end = 0; end < 2; end++)
        if (!(energy_bound(s, end, (const double(*)[3])r[end], defect, rest->depth[index]) <
              part * rest->threshold[index]))
            return false;
    const tacti_patch *patch = &d->patches.patches.items[index];
    for (int end = 0; end < 2; end++)
        if (!(2 * displacement_bound(d, patch, end, (const double(*)[3])r[end]) <
              part * rest->near))
            return false;
    return true;
}
