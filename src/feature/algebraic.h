/* SPDX-License-Identifier: MIT */
/* Real roots of polynomials of degree 3 and less with dyadic coefficients, and exact signs at them.
 * No intervals and no iteration: everything is decided by signs of polynomials at rational numbers
 * and at roots of quadratics, so the cost is fixed. */
#ifndef TACTI_FEATURE_ALGEBRAIC_H
#define TACTI_FEATURE_ALGEBRAIC_H

#include "exact/dyadic.h"

/* c[0] + c[1] t + ...; c[degree] is not 0. The polynomial 0 has degree -1. */
typedef struct tacti_polynomial {
    int degree;
    tacti_dyadic c[4];
} tacti_polynomial;

/* A real number: a fraction, or a root of a polynomial of degree 2 or 3 with simple roots. */
typedef struct tacti_root {
    const tacti_polynomial *of;          /* NULL for a fraction */
    int number;                          /* the root's number among the real ones, from 0 */
    int real_count;                      /* of the real roots */
    tacti_dyadic numerator, denominator; /* the denominator is positive */
    bool is_odd;                         /* of odd multiplicity */
} tacti_root;

/* Sets the degree from the coefficients. */
void tacti_polynomial_trim(tacti_polynomial *p);

/* Distinct real roots, ascending unless they are fractions, at most 3; p is not 0. */
int tacti_polynomial_roots(tacti_dyadic_store *store, const tacti_polynomial *p,
                           tacti_root roots[3]);

/* The sign of a polynomial of degree at most 2 at a root. */
int tacti_root_sign(tacti_dyadic_store *store, const tacti_root *root, const tacti_polynomial *p);

/* The sign of root - x. */
int tacti_root_compare(tacti_dyadic_store *store, const tacti_root *root, double x);

#endif
