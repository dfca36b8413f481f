/* SPDX-License-Identifier: MIT */
/* 64-bit numbers for GMP, whose own functions take unsigned long, which may have 32 bits. */
#ifndef TACT_TEST_MPZ64_H
#define TACT_TEST_MPZ64_H

#include <gmp.h>
#include <stdint.h>

static inline void test_mpz_set_u64(mpz_t out, uint64_t x) {
    mpz_import(out, 1, 1, sizeof x, 0, 0, &x);
}

#endif
