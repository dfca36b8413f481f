/* SPDX-License-Identifier: MIT */
/* Exact numbers for the verifier: integers of any length times a power of two. The verifier has its
 * own exact numbers, so that its conclusions rest on nothing of the search. The writer of proofs
 * uses them too: to check a direction before it records it, and for directions that double-double
 * cannot hold.
 *
 * Capacity. The verifier multiplies at most four differences of doubles, or two sums of products of
 * two doubles, or the squares of two doubles. Bits of a double are of 2^-1074 to 2^1023, so those
 * of a result are of 2^-4296 to 2^4110: 8406 bits, 263 limbs. A simplex of a shape's proof
 * (proof/proof.h) gives a direction of degree 3 in coordinates, and the square of a gap along it
 * has degree 8. Placed coordinates of shapes are at most 2^502, and the coefficients of that square
 * sum to at most 1152^2 (exact/wide.h): bits of 2^-8592 to 2^4037, 12629 bits, 395 limbs and 2 more
 * because the exponents of factors differ. A larger number is lost, and proves nothing. */
#ifndef TACTI_VERIFY_VERIFY_EXACT_H
#define TACTI_VERIFY_VERIFY_EXACT_H

#include <stdbool.h>
#include <stdint.h>

#define TACTI_BIG_LIMBS 416

/* sign * (limb[0] + limb[1] 2^32 + ...) * 2^exponent. The highest limb is not 0. The number 0 has
 * no limbs. */
typedef struct tacti_big {
    int sign; /* -1, 0 or 1 */
    int exponent;
    int count;
    bool is_lost; /* the value did not fit and means nothing */
    uint32_t limb[TACTI_BIG_LIMBS];
} tacti_big;

/* out = x; lost if x is not finite. */
void tacti_big_set(double x, tacti_big *out);
/* out = x. */
void tacti_big_copy(const tacti_big *x, tacti_big *out);
/* out = a + b; out may be a or b. */
void tacti_big_add(const tacti_big *a, const tacti_big *b, tacti_big *out);
/* out = a - b; out may be a or b. */
void tacti_big_sub(const tacti_big *a, const tacti_big *b, tacti_big *out);
/* out = a b; out may be a or b. */
void tacti_big_mul(const tacti_big *a, const tacti_big *b, tacti_big *out);

#endif
