/* SPDX-License-Identifier: MIT */
/* What is true of two triangles, computed in rational numbers (GMP) by brute force: every candidate
 * point is constructed and tested for membership. Shares no code and no idea with the library's own
 * tests, which never construct a point before they have decided. */
#ifndef TACT_TEST_ORACLE_TRIANGLE_H
#define TACT_TEST_ORACLE_TRIANGLE_H

#include <tact/prim.h>

typedef struct oracle_corner {
    tact_feature a, b;
    double position[3]; /* correctly computed from the rational one to a few units */
} oracle_corner;

typedef struct oracle_overlap {
    int dimension; /* -1 for nothing in common, else 0, 1 or 2 */
    int count;
    oracle_corner corner[16];
} oracle_overlap;

oracle_overlap oracle_triangle_intersect(const tact_triangle *a, const tact_triangle *b);

/* The distance of two triangles: the exact squared distance, its root correct to a unit. */
double oracle_triangle_distance(const tact_triangle *a, const tact_triangle *b);

/* Whether lower <= the true distance <= upper, in rational numbers. */
int oracle_distance_is_between(const tact_triangle *a, const tact_triangle *b, double lower,
                               double upper);

#endif
