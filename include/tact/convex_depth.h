/* SPDX-License-Identifier: MIT */
/**
 * @file convex_depth.h
 * How deep two placed convex shapes are in each other, and along which direction they part with the
 * least motion.
 *
 * The depth is the length of the shortest translation of b after which the shapes share no inner
 * point. What convex_pair.h says about polytopes, poses and the range of coordinates holds here
 * too. Nothing allocates or keeps state.
 */
#ifndef TACT_CONVEX_DEPTH_H
#define TACT_CONVEX_DEPTH_H

#include <tact/convex_pair.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The answer of tact_convex_depth(). */
typedef struct tact_convex_penetration {
    tact_outcome outcome;      /**< As tact_convex_collide() says; of smooth shapes also where that
                                    leaves it open. */
    tact_convex_ending ending; /**< How it was found; by limit where the bounds stayed apart by more
                                    than 1e-6 and rounding. */
    uint32_t iterations;       /**< Steps of the search. */
    double depth;              /**< Rounded; 0 where the shapes are apart or just touch. */
    double lower;              /**< Proven: the true depth is at least this, */
    double upper;              /**< and at most this, with what rounding of a motion by it may cost;
                                    infinite for two half-spaces that meet, and for one whose plane
                                    is further away than 2^1010. */
    tact_vec3 direction;       /**< From a to b, of length 1 up to rounding: b moved along it by
                                    upper (1 + 1e-9) is apart from a. 0 where the shapes are apart. */
    tact_vec3 point_a;         /**< The point of a that is deepest in b: point_a - point_b is depth
                                    times direction, up to rounding; */
    tact_vec3 point_b;         /**< and the point of b it then meets. */
} tact_convex_penetration;

/**
 * The penetration depth of two placed convex shapes. Where they are apart, all but outcome, ending
 * and iterations is 0.
 * @param a     one shape
 * @param b     the other
 * @param cache NULL for none
 * @param out   receives the answer
 * @return the statuses of tact_convex_collide().
 */
TACT_API tact_status tact_convex_depth(const tact_placed_shape *a, const tact_placed_shape *b,
                                       tact_convex_cache *cache, tact_convex_penetration *out);

#ifdef __cplusplus
}
#endif

#endif
