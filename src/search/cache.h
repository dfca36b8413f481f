/* SPDX-License-Identifier: MIT */
/* The cache of a pair of convex shapes, and the ways in which a query can end. */
#ifndef TACTI_SEARCH_CACHE_H
#define TACTI_SEARCH_CACHE_H

#include <tact/prim.h>

#include "shape/placed.h"

/** The most corners of a polytope that a cache holds. */
#define TACTI_CONVEX_CACHE_CORNERS 43
/** The most faces of a polytope that a cache holds. */
#define TACTI_CONVEX_CACHE_FACES 82

/** What a pair remembers from query to query, in the caller's memory (504 bytes). A cache that is
 * all zero is empty. A cache makes queries on poses that change little faster. It never changes a
 * verdict: its numbers are hints that every query checks, and a cache of another pair is allowed.
 * Only
 * tacti_convex_depth() and tacti_convex_manifold() use the fields after outcome. */
typedef struct tacti_convex_cache {
    tact_vec3 direction;  /**< From a to b; 0 if there is none. */
    uint32_t pair_count;  /**< Number of vertex pairs in a and b: 0 to 4. */
    uint32_t a[4];        /**< The vertices of a. */
    uint32_t b[4];        /**< The vertices of b that they are paired with. */
    uint32_t extreme_a;   /**< The vertex of a that was furthest along direction. */
    uint32_t extreme_b;   /**< The vertex of b that was least far along direction. */
    tact_outcome outcome; /**< Of the last query. */
    uint32_t reference;   /**< Of the last manifold: 0, 2^31 if its normal is across edges a and b,
                             or 1 plus twice the face that gave it, plus 1 if that is of b. */
    uint8_t corner_count; /**< Corners of the last polytope in the difference of a and b. */
    uint8_t face_count;   /**< Faces of that polytope; 0 if there is none. */
    uint8_t is_swapped;   /**< If odd, corners and faces belong to the difference of b and a. */
    uint8_t unused;       /**< Fills the word. */
    /** Corner i is vertex corner_a[i] of a less vertex corner_b[i] of b. */
    uint16_t corner_a[TACTI_CONVEX_CACHE_CORNERS];
    uint16_t corner_b[TACTI_CONVEX_CACHE_CORNERS];
    uint8_t faces[TACTI_CONVEX_CACHE_FACES][3]; /**< Corners, counterclockwise from outside. */
} tacti_convex_cache;

/** How a query ended. */
typedef enum tacti_convex_ending {
    TACTI_CONVEX_BY_CACHE, /**< The result in the cache still holds. */
    TACTI_CONVEX_BY_FLOAT, /**< Floating-point search; proven error bounds confirm the result. */
    TACTI_CONVEX_BY_EXACT, /**< Exact arithmetic, because the bounds left the result open. */
    TACTI_CONVEX_BY_LIMIT /**< Smooth shapes only: precision or the limit of steps ended the search.
                           */
} tacti_convex_ending;

/** A short lower-case name such as "exact"; "unknown ending" for other values. */
const char *tacti_convex_ending_name(tacti_convex_ending ending);

#endif
