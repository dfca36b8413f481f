/* SPDX-License-Identifier: MIT */
/* The answer to the question how deep two placed convex shapes are in each other. The search of
 * this room and tacti_convex_depth() of pair/pair_depth.h both fill it.
 *
 * The depth is the length of the shortest translation of b after which the shapes share no inner
 * point. */
#ifndef TACTI_DEPTH_DEPTH_ANSWER_H
#define TACTI_DEPTH_DEPTH_ANSWER_H

#include "search/cache.h"

/** The answer of tacti_convex_depth(). */
typedef struct tacti_convex_depth_answer {
    tact_outcome outcome; /**< As of tacti_convex_collide(). For smooth shapes it may be decided
                             although that is undecided. */
    tacti_convex_ending ending; /**< How it was found. BY_LIMIT if the bounds differ by more than
                                   1e-6 of the depth plus rounding. */
    uint32_t iterations;        /**< Steps of the search. */
    double depth;               /**< Rounded; 0 if the shapes are apart or just touch. */
    double lower;               /**< Proven: the true depth is at least this, */
    double upper; /**< and at most this. Includes what the rounding of a motion by upper may cost.
                     Infinite for two half-spaces that meet, and for one whose plane is further away
                     than 2^1010. */
    tact_vec3 direction; /**< From a to b, of length 1 up to rounding. In contact, b moved along it
                            by upper (1 + 1e-9) is apart from a; smooth shapes may need 4 times the
                            width of the bounds more. 0 if the shapes are apart. */
    tact_vec3 point_a;   /**< The point of a that is deepest in b: point_a - point_b is depth
                              times direction, up to rounding; */
    tact_vec3 point_b;   /**< and the point of b that it meets after the motion. */
} tacti_convex_depth_answer;

#endif
