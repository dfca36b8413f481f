/* SPDX-License-Identifier: MIT */
/* 3x3 matrices: the plain operations, each entry as a dot product in the order of tact_vec3_dot().
 * Eigenvalues are in eigen.c. */
#include <tact/math.h>

tact_mat3 tact_mat3_identity(void) {
    return (tact_mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

tact_mat3 tact_mat3_multiply(tact_mat3 a, tact_mat3 b) {
    tact_mat3 product;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            product.m[i][j] =
                (a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j]) + a.m[i][2] * b.m[2][j];
    return product;
}

tact_mat3 tact_mat3_transpose(tact_mat3 a) {
    tact_mat3 transposed;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            transposed.m[i][j] = a.m[j][i];
    return transposed;
}

/* A row times a column. */
static double apply_row(const double row[3], tact_vec3 v) {
    return (row[0] * v.x + row[1] * v.y) + row[2] * v.z;
}

tact_vec3 tact_mat3_apply(tact_mat3 a, tact_vec3 v) {
    return (tact_vec3){apply_row(a.m[0], v), apply_row(a.m[1], v), apply_row(a.m[2], v)};
}

double tact_mat3_determinant(tact_mat3 a) {
    double minor0 = a.m[1][1] * a.m[2][2] - a.m[1][2] * a.m[2][1];
    double minor1 = a.m[1][0] * a.m[2][2] - a.m[1][2] * a.m[2][0];
    double minor2 = a.m[1][0] * a.m[2][1] - a.m[1][1] * a.m[2][0];
    return (a.m[0][0] * minor0 - a.m[0][1] * minor1) + a.m[0][2] * minor2;
}
