/* SPDX-License-Identifier: MIT */
/* The search of gjk.h in exact arithmetic, for polytopes that floating point leaves open. */
#ifndef TACTI_DECIDE_EXACT_SEARCH_H
#define TACTI_DECIDE_EXACT_SEARCH_H

#include <tact/prim.h>

#include "search/gjk.h"

/* In: bodies, wants_distance, iterations, and count pairs of vertices in at to begin with; count
 * may be 0. Out: everything else, and the pairs of the nearest point. */
typedef struct tacti_exact_pair {
    const tacti_bodies *bodies;
    bool wants_distance; /* otherwise the search ends as soon as the verdict is known */
    int count;           /* number of vertex pairs whose combination is the nearest point */
    uint32_t at[4][2];   /* the vertices of the pairs */
    double weight[4];    /* the weights of the pairs, each exact up to a few roundings */
    tact_outcome outcome;
    tact_vec3 direction; /* apart: from a to b, rounded, its largest coordinate about 1 */
    uint32_t extreme[2]; /* apart: the vertices of a and b that face each other along it */
    /* Apart: the rounded direction separates the bodies, too; otherwise only the exact one does. */
    bool is_direction_enough;
    /* With wants_distance: the distance of the shapes with their radii, rounded, and proven bounds
     * of it. If the shapes are apart, distance is above 0. */
    double distance, lower, upper;
    uint32_t iterations; /* the steps of this search are added */
} tacti_exact_pair;

/* Decides every pair of polytopes. */
void tacti_exact_search(tacti_exact_pair *pair);

/* Prepares the exact search with the simplex of a floating-point search. */
void tacti_exact_begin(const tacti_gjk *gjk, tacti_exact_pair *pair);

#endif
