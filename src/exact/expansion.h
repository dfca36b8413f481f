/* SPDX-License-Identifier: MIT */
/* Expansions: a real number as an unevaluated sum of doubles, least first, that do not overlap.
 * Sums and products of expansions are exact as long as nothing over- or underflows, which callers
 * check first (see det.c). Zero components are dropped, so numbers with short mantissas stay short,
 * and 0 has no components.
 *
 * After J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
 * predicates" (1997). The components of a result do not overlap, so the last one has its sign and
 * nearly its value. test/unit/exact/test_expansion.c checks this, and exactness, on chains as long
 * as the determinants need. */
#ifndef TACTI_EXACT_EXPANSION_H
#define TACTI_EXACT_EXPANSION_H

/* h = a - b as an expansion of at most 2 components; returns their number. */
int tacti_expansion_from_difference(double a, double b, double *h);

/* h = e + f; h needs room for e_count + f_count components and is neither e nor f. */
int tacti_expansion_sum(int e_count, const double *e, int f_count, const double *f, double *h);

/* h = e * b; h needs room for 2 * e_count components and is not e. */
int tacti_expansion_scale(int e_count, const double *e, double b, double *h);

/* e = -e. */
void tacti_expansion_negate(int e_count, double *e);

/* The value rounded to double, within 2 units in the last place; 0 only for the number 0. */
double tacti_expansion_estimate(int e_count, const double *e);

#endif
