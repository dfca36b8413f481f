/* SPDX-License-Identifier: MIT */
/* Pairs of convex shapes at poses as inputs of benchmarks: kinds of pairs, how they stand, and how
 * they move. */
#ifndef TACT_BENCH_CONVEX_H
#define TACT_BENCH_CONVEX_H

#include "bench.h"

#include <tact/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum convex_kind {
    CONVEX_HULL8,
    CONVEX_HULL32,
    CONVEX_HULL128,
    CONVEX_HULL1024,
    CONVEX_BOXES,
    CONVEX_CAPSULE_BOX,
    CONVEX_SPHERE_CYLINDER,
    CONVEX_ELLIPSOIDS,
    CONVEX_KINDS
} convex_kind;

/* "hull8", "boxes" and so on. */
const char *convex_kind_name(convex_kind kind);

typedef struct convex_input {
    tact_shape shape[2];
    tact_instance instance[2]; /* of models of these shapes; the input holds a reference to each */
    double size;               /* the largest half extent of both */
    tact_vec3 line;            /* b stands along this direction from a */
} convex_input;

/* Whatever makes an input drops what it was before, so memory for inputs has to be zero at first.
 * At last convex_inputs_drop() drops the models. */
void convex_inputs_drop(convex_input *inputs, size_t count);
/* Gives one side of an input another shape; its pose stays. */
void convex_input_reshape(convex_input *input, int side, tact_shape shape);

/* Makes pairs that are a gap (in sizes) apart, up to 1e-6. With a negative gap b is moved so far
 * along its line into a from where both touch: the depth is this or less. */
void convex_inputs_make(bench_rng *rng, convex_kind kind, double gap, size_t count,
                        convex_input *out);

/* Makes frames of a motion of count pairs, frame by frame. From one to the next b turns by a
 * degree about an axis of its own, goes 1 % of the size sideways around a, and moves along its line
 * so that the gap stays. out has room for frames * count. */
void convex_motion_make(bench_rng *rng, convex_kind kind, double gap, size_t count, size_t frames,
                        convex_input *out);

/* A random pair: any turn, the places random within reach of each other. */
void convex_input_random(bench_rng *rng, convex_kind kind, convex_input *out);

/* Room for a cache that serves every question. */
typedef struct convex_cache {
    uint64_t memory[TACT_CACHE_DEPTH_BYTES / 8];
} convex_cache;

static inline tact_cache convex_cache_open(convex_cache *cache) {
    tact_cache opened = {cache->memory, sizeof cache->memory};
    return opened;
}

/* Destroys the hulls that were made, and their models. */
void convex_inputs_release(void);

#ifdef __cplusplus
}
#endif

#endif
