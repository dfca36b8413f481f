/* SPDX-License-Identifier: MIT */
/* Dyadic numbers: integers times powers of two, of any length that fits in a store. Sums and
 * products are exact, whatever the exponents of the doubles that they come from. Used for
 * polynomials of a degree too high for wide integers (wide.h), on inputs with mostly similar
 * exponents: a number is only as long as its bits reach.
 *
 * All digits are in a store that the caller provides, usually on the stack; nothing is allocated.
 * If a store runs out of room, it records that and numbers become 0. A sign is valid only if its
 * store is not full at the end. */
#ifndef TACTI_EXACT_DYADIC_H
#define TACTI_EXACT_DYADIC_H

#include <stdbool.h>
#include <stdint.h>

/* 32 KiB. Proofs of what fits are beside the code that needs them. */
#define TACTI_DYADIC_STORE 8192

typedef struct tacti_dyadic_store {
    int used;
    bool is_full;
    uint32_t digit[TACTI_DYADIC_STORE];
} tacti_dyadic_store;

/* sign * sum of digit[i] 2^(32 (exponent + i)). The first and the last digit are not 0. */
typedef struct tacti_dyadic {
    int sign;     /* -1, 0 or 1 */
    int count;    /* digits; 0 for the number 0 */
    int exponent; /* of 2^32 */
    const uint32_t *digit;
} tacti_dyadic;

/* Empties a store. */
static inline void tacti_dyadic_start(tacti_dyadic_store *store) {
    store->used = 0;
    store->is_full = false;
}

/* A finite double: at most three digits. */
tacti_dyadic tacti_dyadic_from(tacti_dyadic_store *store, double x);

/* a + b, a - b: as many digits as the bits of both span, and at most one more. */
tacti_dyadic tacti_dyadic_add(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic b);
tacti_dyadic tacti_dyadic_sub(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic b);

/* a b: at most as many digits as both together. */
tacti_dyadic tacti_dyadic_mul(tacti_dyadic_store *store, tacti_dyadic a, tacti_dyadic b);

/* Frees the digits taken since the store had used digits in use, except those of a, which was made
 * since then. */
tacti_dyadic tacti_dyadic_keep(tacti_dyadic_store *store, int used, tacti_dyadic a);

static inline tacti_dyadic tacti_dyadic_negate(tacti_dyadic a) {
    a.sign = -a.sign;
    return a;
}

static inline tacti_dyadic tacti_dyadic_abs(tacti_dyadic a) {
    a.sign = a.sign < 0 ? 1 : a.sign;
    return a;
}

/* The value rounded to double, within 2 units in the last place if that is a normal number; 0 or
 * infinite if it is too small or too large. */
double tacti_dyadic_estimate(tacti_dyadic a);

#endif
