/* SPDX-License-Identifier: MIT */
/* Pairs of convex shapes at poses as inputs of benchmarks: kinds of pairs, gaps and motions. */
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
    tact_instance instance[2]; /* of models of these shapes; the input owns a reference to each */
    double size;               /* the largest half extent of both shapes */
    tact_vec3 line;            /* the direction from a to b */
} convex_input;

/* Drops the references of inputs to their models. Functions that make an input first drop its old
 * references, so memory for inputs must be zero at first. */
void convex_inputs_drop(convex_input *inputs, size_t count);
/* Gives one side of an input another shape. The pose stays. */
void convex_input_reshape(convex_input *input, int side, tact_shape shape);

/* Makes pairs whose distance is the gap times their size, up to 1e-6. With a negative gap, b moves
 * by this length along its line into a from where both touch: the depth is at most this length. */
void convex_inputs_make(bench_rng *rng, convex_kind kind, double gap, size_t count,
                        convex_input *out);

/* Makes the frames of a motion of count pairs, frame by frame. From frame to frame b turns by one
 * degree about a fixed axis, moves by 1 % of the size sideways around a, and moves along its line
 * so that the gap stays the same. out has frames * count elements. */
void convex_motion_make(bench_rng *rng, convex_kind kind, double gap, size_t count, size_t frames,
                        convex_input *out);

/* A random pair: random rotations, and random positions at which the shapes may meet. */
void convex_input_random(bench_rng *rng, convex_kind kind, convex_input *out);

/* Memory of a cache that supports every question. */
typedef struct convex_cache {
    uint64_t memory[TACT_CACHE_DEPTH_BYTES / 8];
} convex_cache;

static inline tact_cache convex_cache_open(convex_cache *cache) {
    tact_cache opened = {cache->memory, sizeof cache->memory};
    return opened;
}

/* Destroys the shared hulls and their models. */
void convex_inputs_release(void);

#ifdef __cplusplus
}
#endif

#endif
