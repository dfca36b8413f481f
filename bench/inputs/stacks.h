/* SPDX-License-Identifier: MIT */
/* Bodies that rest on each other, face on face, and slide, spin and rock a little from frame to
 * frame. */
#ifndef TACT_BENCH_STACKS_H
#define TACT_BENCH_STACKS_H

#include "convex.h"

typedef enum stack_kind {
    STACK_BOXES,
    STACK_PRISM16, /* two equal prisms of 16 sides */
    STACK_PRISM32,
    STACK_HULL32, /* random hulls of 32 vertices on their largest faces */
    STACK_KINDS
} stack_kind;

/* "box-stack" and so on. */
const char *stack_kind_name(stack_kind kind);

/* Makes the frames of count pairs of equal bodies, frame by frame. b lies with a face on a face of
 * a, sunk in by 1e-3 of the size. From frame to frame b spins by one degree and slides by 1 % of
 * the size to and fro, sinks by up to 1e-4 of the size more or less, and leans by up to 1e-4
 * radians to a side. out has frames * count elements, whose memory is zero at first. */
void stack_motion_make(bench_rng *rng, stack_kind kind, size_t count, size_t frames,
                       convex_input *out);

/* Destroys the shared hulls. Inputs keep their models, but not the hulls in their shapes. */
void stack_hulls_release(void);

#endif
