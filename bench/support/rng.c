/* SPDX-License-Identifier: MIT */
/* Random numbers for inputs: splitmix64. It uses only integer and IEEE operations, so a seed gives
 * the same inputs on every machine. */
#include "bench.h"

bench_rng bench_rng_named(uint64_t seed, const char *name) {
    bench_rng rng = {seed};
    for (const char *c = name; *c != '\0'; c++)
        rng.state = bench_rng_next(&rng) ^ (unsigned char)*c;
    return rng;
}

uint64_t bench_rng_next(bench_rng *rng) {
    uint64_t x = rng->state += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

uint32_t bench_rng_below(bench_rng *rng, uint32_t bound) {
    return (uint32_t)(((bench_rng_next(rng) >> 32) * bound) >> 32);
}

int32_t bench_rng_integer(bench_rng *rng, int32_t lo, int32_t hi) {
    uint32_t span = (uint32_t)((int64_t)hi - lo) + 1;
    return (int32_t)(lo + (int64_t)bench_rng_below(rng, span));
}

double bench_rng_unit(bench_rng *rng) {
    return (double)(bench_rng_next(rng) >> 11) * 0x1p-53;
}

double bench_rng_between(bench_rng *rng, double lo, double hi) {
    return lo + (hi - lo) * bench_rng_unit(rng);
}
