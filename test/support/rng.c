/* SPDX-License-Identifier: MIT */
/* Seeded random numbers; see rng.h. */
#include "rng.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

test_rng test_rng_start(const char *test_name) {
    const char *text = getenv("TACT_SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 0) : 20260101;
    printf("%s: TACT_SEED=%" PRIu64 "\n", test_name, seed);
    test_rng rng = {seed};
    for (const char *c = test_name; *c != '\0'; c++)
        rng.state = test_rng_next(&rng) ^ (unsigned char)*c;
    return rng;
}

uint64_t test_rng_next(test_rng *rng) {
    uint64_t x = rng->state += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

uint32_t test_rng_below(test_rng *rng, uint32_t bound) {
    return (uint32_t)(((test_rng_next(rng) >> 32) * bound) >> 32);
}

double test_rng_unit(test_rng *rng) {
    return (double)(test_rng_next(rng) >> 11) * 0x1p-53;
}

double test_rng_between(test_rng *rng, double lo, double hi) {
    return lo + (hi - lo) * test_rng_unit(rng);
}

double test_rng_any_double(test_rng *rng) {
    for (;;) {
        uint64_t bits = test_rng_next(rng);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (isfinite(x))
            return x;
    }
}
