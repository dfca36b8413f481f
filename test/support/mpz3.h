/* SPDX-License-Identifier: MIT */
/* Vectors of three whole numbers (GMP), for the oracles. */
#ifndef TACT_TEST_MPZ3_H
#define TACT_TEST_MPZ3_H

#include <gmp.h>

/* out = u x v; out is neither. */
static inline void mpz3_cross(mpz_t *out, mpz_t *u, mpz_t *v) {
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        mpz_mul(out[k], u[l], v[m]);
        mpz_submul(out[k], u[m], v[l]);
    }
}

static inline void mpz3_dot(mpz_t out, mpz_t *u, mpz_t *v) {
    mpz_mul(out, u[0], v[0]);
    mpz_addmul(out, u[1], v[1]);
    mpz_addmul(out, u[2], v[2]);
}

/* out = u - v; out may be either. */
static inline void mpz3_subtract(mpz_t *out, mpz_t *u, mpz_t *v) {
    for (int k = 0; k < 3; k++)
        mpz_sub(out[k], u[k], v[k]);
}

#endif
