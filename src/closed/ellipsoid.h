/* SPDX-License-Identifier: MIT */
/* Two placed ellipsoids. With M = diag(half axes) R^T, the core of a body is {c + M^T e : |e| <=
 * 1}, its reach along n is h(n) = |M n|, and its furthest point is c + M^T M n / h. This holds for
 * every matrix R, so nothing here depends on how exact rotations are. */
#ifndef TACTI_CLOSED_ELLIPSOID_H
#define TACTI_CLOSED_ELLIPSOID_H

#include "closed/closed.h"

/* A symmetric matrix. */
typedef struct tacti_sym3 {
    double xx, yy, zz, xy, yz, zx;
} tacti_sym3;

typedef struct tacti_ellipsoids {
    const tacti_bodies *bodies;
    tact_vec3 row[2][3]; /* of M */
    tacti_sym3 q[2];     /* M^T M */
    double least[2];     /* the least half axis */
    tact_vec3 d;         /* the centre of b less that of a */
    double size;         /* bounds |d| plus both reaches */
} tacti_ellipsoids;

/* The reach of both ellipsoids along a direction n. */
typedef struct tacti_reach {
    tact_vec3 turned[2]; /* M n */
    double h[2];         /* |M n| */
    double value;        /* n . d - h_a - h_b; this is f(n) if n has length 1 */
} tacti_reach;

/* A bound of the error of value per unit of |n|: d and the coordinates of M n are rounded by
 * 5 u |n| |d| and 8 u |n| V, lengths and sums by the rest. */
static inline double tacti_reach_error(const tacti_ellipsoids *e) {
    return 0x10p-53 * e->size;
}

static inline tact_vec3 tacti_rows_times(const tact_vec3 row[3], tact_vec3 n) {
    return (tact_vec3){tacti_vec3_dot(row[0], n), tacti_vec3_dot(row[1], n),
                       tacti_vec3_dot(row[2], n)};
}

/* M^T e. */
static inline tact_vec3 tacti_rows_back(const tact_vec3 row[3], tact_vec3 e) {
    return (tact_vec3){(row[0].x * e.x + row[1].x * e.y) + row[2].x * e.z,
                       (row[0].y * e.x + row[1].y * e.y) + row[2].y * e.z,
                       (row[0].z * e.x + row[1].z * e.y) + row[2].z * e.z};
}

/* Scales n to length 1 and sets the reach along it. An n that is too short becomes (1, 0, 0). */
void tacti_ellipsoids_unit(const tacti_ellipsoids *e, tact_vec3 *n, tacti_reach *reach);

/* Climbs by Newton's method from n, of length 1, to the greatest f that it reaches. Sets n and the
 * reach to those of the result. between is the difference of the support points; its component
 * along n is f. Returns false if a reach is 0. */
bool tacti_ellipsoids_climb(const tacti_ellipsoids *e, tact_vec3 *n, tacti_reach *reach,
                            tact_vec3 *between);

/* The answer for a direction n of length 1, the reach along it and an upper bound of the cores'
 * separation. */
void tacti_ellipsoids_answer(const tacti_ellipsoids *e, tact_vec3 n, const tacti_reach *reach,
                             double upper, tacti_closed *out);

/* Bounds of the depth of two ellipsoids whose cores overlap. n is a direction of length 1 along
 * which the overlap is small. Returns false if a climb fails. */
bool tacti_ellipsoids_depth(const tacti_ellipsoids *e, tact_vec3 n, tacti_closed *out);

/* M^T M. */
tacti_sym3 tacti_sym3_of(const tact_vec3 row[3]);

/* Adds s v v^T. */
void tacti_sym3_add_square(tacti_sym3 *a, tact_vec3 v, double s);

/* a^-1 v. Returns false if the matrix a is not certainly regular. */
bool tacti_sym3_solve(const tacti_sym3 *a, tact_vec3 v, tact_vec3 *out);

#endif
