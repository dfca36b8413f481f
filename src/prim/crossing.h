/* SPDX-License-Identifier: MIT */
/* By far the most common cases of intersection: two triangles in general position that cross in a
 * segment, or that do not meet. */
#ifndef TACTI_PRIM_CROSSING_H
#define TACTI_PRIM_CROSSING_H

#include <tact/prim.h>

typedef enum tacti_crossing {
    TACTI_CROSSING_OPEN,   /* not known: anything may be true */
    TACTI_CROSSING_APART,  /* nothing in common */
    TACTI_CROSSING_SEGMENT /* a segment; at both ends an edge pierces a face */
} tacti_crossing;

/* Decides as far as the filters of exact/det.h can. For a segment, end receives its two ends, those
 * on edges of a before those on edges of b, by the number of the edge. */
tacti_crossing tacti_find_crossing(const tact_triangle *a, const tact_triangle *b,
                                   tact_overlap_point end[2]);

#endif
