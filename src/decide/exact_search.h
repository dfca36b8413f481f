/* SPDX-License-Identifier: MIT */
/* The search of gjk.h in exact arithmetic, for pairs of polytopes that floating point leaves open.
 */
#ifndef TACTI_DECIDE_EXACT_SEARCH_H
#define TACTI_DECIDE_EXACT_SEARCH_H

#include <tact/prim.h>

#include "search/gjk.h"

/* In: the bodies, and pairs of vertices to begin with (none for any). Out: what is true. */
typedef struct tacti_exact_pair {
    const tacti_bodies *bodies;
    bool wants_distance; /* else the search ends as soon as the verdict is known */
    int count;           /* of vertex pairs that the nearest point is a combination of, */
    uint32_t at[4][2];   /* their vertices, */
    double weight[4];    /* and the weights, each right up to a few roundings */
    tact_outcome outcome;
    tact_vec3 direction; /* apart: from a to b, rounded, its largest coordinate about 1 */
    uint32_t extreme[2]; /* apart: vertices that are furthest along it */
    /* Apart: direction as rounded separates too, exactly; otherwise only the exact one does. */
    bool is_direction_enough;
    /* With wants_distance: of the shapes with their radii, rounded to a double above 0 where they
     * are apart, and proven bounds of it. */
    double distance, lower, upper;
    uint32_t iterations; /* grows */
} tacti_exact_pair;

/* Never fails. */
void tacti_exact_search(tacti_exact_pair *pair);

/* Prepares the exact search with the simplex that another one ended with. */
void tacti_exact_begin(const tacti_gjk *gjk, tacti_exact_pair *pair);

#endif
