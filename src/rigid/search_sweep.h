/* SPDX-License-Identifier: MIT */
/* A walk over the hierarchies of a moving pair: all pairs of triangles that may touch within a
 * time.
 */
#ifndef TACTI_RIGID_SEARCH_SWEEP_H
#define TACTI_RIGID_SEARCH_SWEEP_H

#include "rigid/search.h"

typedef struct tacti_sweep_answer {
    bool is_complete;        /* false if the walk took too many steps: nothing is known then */
    tact_rigid_result found; /* of the first pair that touches; apart if none does */
} tacti_sweep_answer;

/* About how long the edges of the triangles of a pair are; 0 if it has no hierarchy to walk over.
 */
double tacti_sweep_edge(const tacti_search *search);

/* Searches all pairs of triangles from one time, at which the pair is apart, to another. A shape
 * counts as one triangle. Takes at most some `most` steps. */
tact_status tacti_sweep(tacti_search *search, double from, double to, uint64_t most,
                        tacti_sweep_answer *out);

/* The first contact of one triangle of each mesh, or the shape, from one time to another. */
tact_status tacti_sweep_elements(tacti_search *search, const uint32_t element[2], double from,
                                 double to, tact_rigid_result *out);

#endif
