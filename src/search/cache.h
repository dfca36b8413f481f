/* SPDX-License-Identifier: MIT */
/* The cache that a pair of convex shapes keeps from query to query, and the list of what may end a
 * query. */
#ifndef TACTI_SEARCH_CACHE_H
#define TACTI_SEARCH_CACHE_H

#include <tact/prim.h>

#include "shape/placed.h"

/** The most corners of a polytope that a cache holds, */
#define TACTI_CONVEX_CACHE_CORNERS 44
/** and the most faces. */
#define TACTI_CONVEX_CACHE_FACES 84

/** What a pair remembers from query to query, in the caller's memory (504 bytes); all zero is
 * empty. It makes queries faster if poses change little. It never changes a verdict. Its numbers
 * are hints that every query checks, so that a cache may even be used with another pair of shapes.
 * Only tacti_convex_depth() and tacti_convex_manifold() read the members after outcome. */
typedef struct tacti_convex_cache {
    tact_vec3 direction;  /**< From a to b; 0 for none. */
    uint32_t pair_count;  /**< How many pairs of vertices follow. */
    uint32_t a[4];        /**< Vertices of a, */
    uint32_t b[4];        /**< and those of b they were paired with. */
    uint32_t extreme_a;   /**< The vertex of a that was furthest along direction, */
    uint32_t extreme_b;   /**< and that of b that was least far along it. */
    tact_outcome outcome; /**< Of the last query. */
    uint8_t corner_count; /**< Corners of the last polytope in the difference of a and b, */
    uint8_t face_count;   /**< and its faces; 0 for none. */
    uint8_t is_swapped;   /**< If odd, corners and faces are those of b and a. */
    uint8_t unused;       /**< Fills the word. */
    uint16_t corner_a[TACTI_CONVEX_CACHE_CORNERS]; /**< Vertices of a, */
    uint16_t corner_b[TACTI_CONVEX_CACHE_CORNERS]; /**< less those of b. */
    uint8_t faces[TACTI_CONVEX_CACHE_FACES][3];    /**< Corners, counterclockwise from outside. */
} tacti_convex_cache;

/** What ended a query. */
typedef enum tacti_convex_ending {
    TACTI_CONVEX_BY_CACHE, /**< What the cache remembered still holds. */
    TACTI_CONVEX_BY_FLOAT, /**< Floating-point search whose result proven error bounds confirm. */
    TACTI_CONVEX_BY_EXACT, /**< Exact arithmetic, if these bounds left it open. */
    TACTI_CONVEX_BY_LIMIT  /**< Smooth shapes only: precision or the limit of steps. */
} tacti_convex_ending;

/** A short lower-case name such as "exact"; "unknown ending" for other values. */
const char *tacti_convex_ending_name(tacti_convex_ending ending);

#endif
