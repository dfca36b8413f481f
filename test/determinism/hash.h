/* SPDX-License-Identifier: MIT */
/* Hashes over the bits of results (FNV-1a). */
#ifndef TEST_DETERMINISM_HASH_H
#define TEST_DETERMINISM_HASH_H

#include <tact/math_interval.h>
#include <tact/math_morton.h>
#include <tact/mesh_generators.h>
#include <tact/tact.h>

static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static inline uint64_t hash_number(uint64_t hash, double x) {
    return hash_bytes(hash, &x, sizeof x);
}

static inline uint64_t hash_integer(uint64_t hash, int64_t x) {
    return hash_bytes(hash, &x, sizeof x);
}

static inline uint64_t hash_vector(uint64_t hash, tact_vec3 v) {
    return hash_number(hash_number(hash_number(hash, v.x), v.y), v.z);
}

/* The hash over the front door at all SIMD levels; 0 if something fails or levels differ. */
uint64_t hash_door(tact_executor executor);

#endif
