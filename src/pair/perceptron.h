/* SPDX-License-Identifier: MIT */
/* The plain perceptron, which searches for a plane between two polytopes. */
#ifndef TACTI_PAIR_PERCEPTRON_H
#define TACTI_PAIR_PERCEPTRON_H

#include "shape/placed.h"

/** Options of tacti_convex_perceptron(). */
typedef struct tacti_perceptron_desc {
    double rate;             /**< The first step, for a normal of length 1. Default: 0.1. */
    double decay;            /**< The step is multiplied by this each time. Default: 0.97. */
    uint32_t max_iterations; /**< Default: 300. */
} tacti_perceptron_desc;

/** The defaults. */
tacti_perceptron_desc tacti_perceptron_desc_default(void);

/** The answer of tacti_convex_perceptron(). */
typedef struct tact_perceptron_result {
    bool found_plane;    /**< A plane was found with all vertices of a below, all of b above it. */
    uint32_t iterations; /**< Steps taken. */
    tact_plane plane;    /**< The last plane tried, in the common frame. */
} tact_perceptron_result;

/**
 * Searches for a plane between two polytopes by the perceptron rule on the extreme vertices, in
 * coordinates around the middle of the pair and scaled by its size. A step is at least long enough
 * to bring the vertex to the right side. This is a heuristic: if it finds no plane the shapes may
 * still be apart, and a plane that it finds is right up to rounding only. Radii are ignored. For
 * verdicts use tacti_convex_collide().
 * @param a    one shape
 * @param b    the other
 * @param desc NULL for the defaults
 * @param out  receives the result
 * @return the statuses of tacti_convex_collide(); TACT_INVALID_ARGUMENT also for shapes that are
 * not polytopes.
 */
tact_status tacti_convex_perceptron(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                    const tacti_perceptron_desc *desc, tact_perceptron_result *out);

#endif
