/* SPDX-License-Identifier: MIT */
/* What is true of two triangles, computed in rational numbers (GMP) by brute force: every candidate
 * point is constructed and tested for membership. Shares no code and no idea with the library's own
 * tests, which never construct a point before they have decided. */
#ifndef TACT_TEST_ORACLE_TRIANGLE_H
#define TACT_TEST_ORACLE_TRIANGLE_H

#include <tact/prim.h>

#include <gmp.h>

typedef struct oracle_corner {
    tact_feature a, b;
    double position[3]; /* correctly computed from the rational one to a few units */
} oracle_corner;

typedef struct oracle_overlap {
    int dimension; /* -1 for nothing in common, else 0, 1 or 2 */
    int count;
    oracle_corner corner[16]; /* of dimension 1: in lexicographic order of their positions */
} oracle_overlap;

oracle_overlap oracle_triangle_intersect(const tact_triangle *a, const tact_triangle *b);

/* The largest exponent such that every coordinate is a multiple of 2^exponent. */
int oracle_common_exponent(const tact_triangle *a, const tact_triangle *b);

/* out = x / 2^exponent, an integer. */
void oracle_to_integer(mpz_t out, double x, int exponent);

#endif
