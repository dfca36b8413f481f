/* SPDX-License-Identifier: MIT */
/* How deep two placed convex shapes are in each other, and along which direction they part with the
 * least motion.
 *
 * The depth is the length of the shortest translation of b after which the shapes share no inner
 * point. What convex_pair.h says about polytopes, poses and the range of coordinates holds here
 * too. Nothing allocates or keeps state. */
#ifndef TACTI_DEPTH_DEPTH_ANSWER_H
#define TACTI_DEPTH_DEPTH_ANSWER_H

#include "search/cache.h"

/** The answer of tacti_convex_depth(). */
typedef struct tacti_convex_depth_answer {
    tact_outcome outcome; /**< As tacti_convex_collide() says; of smooth shapes also where that
                               leaves it open. */
    tacti_convex_ending ending; /**< How it was found; by limit where the bounds stayed apart by
                                   more than 1e-6 and rounding. */
    uint32_t iterations;        /**< Steps of the search. */
    double depth;               /**< Rounded; 0 where the shapes are apart or just touch. */
    double lower;               /**< Proven: the true depth is at least this, */
    double upper;        /**< and at most this, with what rounding of a motion by it may cost;
                              infinite for two half-spaces that meet, and for one whose plane
                              is further away than 2^1010. */
    tact_vec3 direction; /**< From a to b, of length 1 up to rounding. In contact, b moved along it
                            by upper (1 + 1e-9) is apart from a; smooth shapes may take 4 times the
                              width of the bounds more. 0 if the shapes are apart. */
    tact_vec3 point_a;   /**< The point of a that is deepest in b: point_a - point_b is depth
                              times direction, up to rounding; */
    tact_vec3 point_b;   /**< and the point of b it then meets. */
} tacti_convex_depth_answer;

#endif
