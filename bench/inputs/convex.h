/* SPDX-License-Identifier: MIT */
/* Pairs of placed convex shapes as inputs of benchmarks: kinds of pairs, how they stand, and how
 * they move. */
#ifndef TACT_BENCH_CONVEX_H
#define TACT_BENCH_CONVEX_H

#include "bench.h"

#include "convex/convex_pair.h"

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
    tacti_placed_shape placed[2]; /* of these shapes */
    double size;                  /* the largest half extent of both */
    tact_vec3 line;               /* b stands along this direction from a */
} convex_input;

/* Makes pairs that are a gap (in sizes) apart, up to 1e-6. With a negative gap b is moved so far
 * along its line into a from where both touch: the depth is this or less. The inputs point to
 * themselves and must stay where they are. */
void convex_inputs_make(bench_rng *rng, convex_kind kind, double gap, size_t count,
                        convex_input *out);

/* Makes frames of a motion of count pairs, frame by frame. From one to the next b turns by a
 * degree about an axis of its own, goes 1 % of the size sideways around a, and moves along its line
 * so that the gap stays. out has room for frames * count. */
void convex_motion_make(bench_rng *rng, convex_kind kind, double gap, size_t count, size_t frames,
                        convex_input *out);

/* A random pair: any turn, the places random within reach of each other. */
void convex_input_random(bench_rng *rng, convex_kind kind, convex_input *out);

/* Ends the hulls that were made. */
void convex_inputs_release(void);

#ifdef __cplusplus
}
#endif

#endif
