/* SPDX-License-Identifier: MIT */
/* The corners of the intersection of two triangles as pairs of features, without positions. */
#ifndef TACTI_PRIM_INTERSECT_H
#define TACTI_PRIM_INTERSECT_H

#include "prim/flat.h"

/* A corner of the intersection, and what determines its position. */
typedef struct tacti_corner {
    tact_feature a, b; /* the parts that hold it */
    int edge_a;        /* the edge of a that it lies inside of, or -1 */
    int edge_b;        /* the edge of b that it lies inside of, or -1 */
} tacti_corner;

typedef struct tacti_corners {
    int count;
    tacti_corner corner[TACT_OVERLAP_MAX_POINTS];
} tacti_corners;

/* sides->of[s][i]: on which side of the other's plane corner i of side s (0 for a, 1 for b) lies.
 * All zero if the other is not a proper triangle. */
typedef struct tacti_sides {
    int of[2][3];
} tacti_sides;

/* All corners of the intersection, in no particular order. The coordinates must be finite. */
tacti_corners tacti_intersection_corners(const tacti_flat *a, const tacti_flat *b,
                                         const tacti_sides *sides);

#endif
