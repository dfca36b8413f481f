/* SPDX-License-Identifier: MIT */
/* The truth about two triangles, computed in rational numbers (GMP) by brute force: every candidate
 * point is constructed and tested for membership. It shares no code and no method with the library,
 * which never constructs a point before it has decided. */
#ifndef TACT_TEST_ORACLE_TRIANGLE_H
#define TACT_TEST_ORACLE_TRIANGLE_H

#include <tact/prim.h>

#include <gmp.h>

typedef struct oracle_corner {
    tact_feature a, b;
    double position[3]; /* computed from the rational one, right to a few units in the last place */
} oracle_corner;

typedef struct oracle_overlap {
    int dimension; /* -1 for nothing in common, otherwise 0, 1 or 2 */
    int count;
    oracle_corner corner[16]; /* for dimension 1, in lexicographic order of their positions */
} oracle_overlap;

oracle_overlap oracle_triangle_intersect(const tact_triangle *a, const tact_triangle *b);

/* The largest exponent such that every coordinate is a multiple of 2^exponent. */
int oracle_common_exponent(const tact_triangle *a, const tact_triangle *b);

/* out = x / 2^exponent, an integer. */
void oracle_to_integer(mpz_t out, double x, int exponent);

#endif
