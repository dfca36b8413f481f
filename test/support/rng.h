/* SPDX-License-Identifier: MIT */
/* Seeded random numbers. They need nothing but the C library, so that a program for a platform
 * without test libraries can use them. */
#ifndef TACT_TEST_RNG_H
#define TACT_TEST_RNG_H

#include <stdint.h>

/* A small fast generator (splitmix64) that gives the same numbers on every machine. */
typedef struct test_rng {
    uint64_t state;
} test_rng;

/* Starts a generator from TACT_SEED if it is set, otherwise from a fixed default, mixed with the
 * test's name. Prints the seed, so that a failure can be repeated. */
test_rng test_rng_start(const char *test_name);
uint64_t test_rng_next(test_rng *rng);
/* Uniform in [0, bound). */
uint32_t test_rng_below(test_rng *rng, uint32_t bound);
/* Uniform in [0, 1), 53 bits. */
double test_rng_unit(test_rng *rng);
/* Uniform in [lo, hi). */
double test_rng_between(test_rng *rng, double lo, double hi);
/* Any finite double; all bit patterns are equally likely. */
double test_rng_any_double(test_rng *rng);

#endif
