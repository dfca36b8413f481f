/* SPDX-License-Identifier: MIT */
/* The corners of the intersection of two triangles as pairs of features, without positions. */
#ifndef TACTI_PRIM_INTERSECT_H
#define TACTI_PRIM_INTERSECT_H

#include "prim/flat.h"

/* A corner of the intersection, and what its position follows from. */
typedef struct tacti_corner {
    tact_feature a, b; /* the parts that hold it */
    int edge_a;        /* the edge of a that it lies inside of, else -1 */
    int edge_b;        /* the edge of b that it lies inside of, else -1 */
} tacti_corner;

typedef struct tacti_corners {
    int count;
    tacti_corner corner[TACT_OVERLAP_MAX_POINTS];
} tacti_corners;

/* All corners of the intersection, in no particular order. */
tacti_corners tacti_intersection_corners(const tacti_flat *a, const tacti_flat *b);

#endif
