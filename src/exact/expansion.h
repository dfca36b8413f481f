/* SPDX-License-Identifier: MIT */
/* Expansions: a real number as an unevaluated sum of doubles, least first, that do not overlap.
 * Sums and products of expansions are exact as long as nothing over- or underflows, which callers
 * check first (see det.c). Zero components are dropped, so that numbers with short mantissas stay
 * short, and 0 is the expansion of no components.
 *
 * After J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
 * predicates" (1997). All expansions here are strongly nonoverlapping, a property that sum and
 * scale keep under round-to-nearest-even. Products are split by Veltkamp's method instead of a
 * fused multiply-add: baseline processors lack one, and the bits are the same. */
#ifndef TACT_EXACT_EXPANSION_H
#define TACT_EXACT_EXPANSION_H

/* sum + *error = a + b exactly. */
static inline double tacti_two_sum(double a, double b, double *error) {
    double sum = a + b;
    double b_part = sum - a;
    double a_part = sum - b_part;
    *error = (a - a_part) + (b - b_part);
    return sum;
}

/* sum + *error = a + b exactly, for |a| >= |b| or a = 0. */
static inline double tacti_fast_two_sum(double a, double b, double *error) {
    double sum = a + b;
    *error = b - (sum - a);
    return sum;
}

/* difference + *error = a - b exactly. */
static inline double tacti_two_diff(double a, double b, double *error) {
    return tacti_two_sum(a, -b, error);
}

/* *high + *low = a with at most 26 bits in each. */
static inline void tacti_split(double a, double *high, double *low) {
    double c = 0x1.0000002p27 * a; /* 2^27 + 1 */
    *high = c - (c - a);
    *low = a - *high;
}

/* product + *error = a * b exactly. */
static inline double tacti_two_product(double a, double b, double *error) {
    double product = a * b;
    double a_high, a_low, b_high, b_low;
    tacti_split(a, &a_high, &a_low);
    tacti_split(b, &b_high, &b_low);
    double rest = ((a_high * b_high - product) + a_high * b_low) + a_low * b_high;
    *error = rest + a_low * b_low;
    return product;
}

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
