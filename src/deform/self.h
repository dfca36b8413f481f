/* SPDX-License-Identifier: MIT */
/* Whether two features of one body intersect beyond what they share. Features are rows of three
 * vertex numbers: a face; an edge, whose last two are equal; or a point. */
#ifndef TACTI_DEFORM_SELF_H
#define TACTI_DEFORM_SELF_H

#include <tact/prim.h>

#include "base/simd.h"
#include "prim/batch.h"

/* How many vertices two rows share: matches[i][j] summed. A row with equal numbers counts some of
 * them more than once. */
static inline uint32_t tacti_count_matches(const uint32_t a[3], const uint32_t b[3]) {
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        count += (uint32_t)(a[i] == b[0]) + (a[i] == b[1]) + (a[i] == b[2]);
    return count;
}

/* The triangle of a row. */
tact_triangle tacti_row_triangle(const tact_vec3 *at, const uint32_t row[3]);

/* Whether two features have a common point outside what their common vertices span. Exact, for all
 * rows. */
bool tacti_meets_beyond(const tact_vec3 *at, const uint32_t a[3], const uint32_t b[3]);

/* The same for two faces if their shared vertices are their only corners at the same places. If
 * both have an area, that is the rule for self pairs of a mesh, which takes signs only. */
bool tacti_plain_meets_beyond(const tact_vec3 *at, const uint32_t a[3], const uint32_t b[3]);

/* Up to eight pairs of faces, each with three different vertices, that share one or two of them. */
typedef struct tacti_adjacent {
    tacti_triangle_batch pairs;
    uint32_t one, two; /* bit i: pair i shares so many */
} tacti_adjacent;

/* Of the pairs, those that certainly meet beyond what they share, and those that may. If as many
 * corners are at the same places as vertices are shared, an open pair is plain. */
typedef struct tacti_beyond {
    uint32_t meets, open, plain;
} tacti_beyond;

typedef tacti_beyond tacti_adjacent_filter(const tacti_triangle_source *faces,
                                           const tacti_adjacent *adjacent);
TACTI_DECLARE_LEVELS(tacti_adjacent_filter, tacti_adjacent_filter)

#endif
