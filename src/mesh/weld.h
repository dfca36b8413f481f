/* SPDX-License-Identifier: MIT */
/* Which vertices have equal coordinates. Equal means equal as numbers: +0 equals -0. A vertex with
 * a non-finite coordinate does not equal any other. */
#ifndef TACT_MESH_WELD_H
#define TACT_MESH_WELD_H

#include <tact/mesh.h>

#include "math/bits.h"

/* Sets first[i] to the least vertex that equals vertex i (i itself if there is none before it), and
 * *duplicate_count to the number of vertices with first[i] < i. Linear except for sorting; the same
 * for every number of workers. Fails with TACT_OUT_OF_MEMORY. */
tact_status tacti_weld_map(const tact_context *context, const tact_vec3 *vertices, uint32_t count,
                           uint32_t *first, uint32_t *duplicate_count);

/* A bijection of 64-bit words that spreads every bit over all others: shifts and odd factors. */
static inline uint64_t tacti_weld_mix(uint64_t x) {
    x = (x ^ x >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 29) * UINT64_C(0xD6E8FEB86659FD93);
    return x ^ x >> 32;
}

/* The bits of a coordinate, those of +0 for -0. */
static inline uint64_t tacti_weld_bits(double x) {
    return tacti_bits_from_double(x + 0.0);
}

/* Equal for equal vertices. Seldom equal for others, unless the input is hostile. */
static inline uint64_t tacti_weld_hash(tact_vec3 v) {
    uint64_t h = tacti_weld_mix(tacti_weld_bits(v.x));
    h = tacti_weld_mix(h + tacti_weld_bits(v.y));
    return tacti_weld_mix(h + tacti_weld_bits(v.z));
}

#endif
