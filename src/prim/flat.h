/* SPDX-License-Identifier: MIT */
/* A triangle as the convex set that it really is: a point, a segment or a proper triangle. The
 * intersection of two of them is built from the exact answers of these functions. */
#ifndef TACTI_PRIM_FLAT_H
#define TACTI_PRIM_FLAT_H

#include <tact/prim.h>

typedef struct tacti_flat {
    const tact_triangle *triangle;
    int dimension; /* 0, 1 or 2 */
    int corner[3]; /* the dimension + 1 extreme corners; the first of equal ones */
    unsigned axis; /* dimension 1: along which the ends differ; 2: which to drop in projection */
    int turn;      /* dimension 2: sign of the corners' turn in that projection */
} tacti_flat;

tacti_flat tacti_flat_make(const tact_triangle *triangle);

/* How many edges the set has between its extreme corners: 0, 1 or 3. Edge e of dimension 1 and 2
 * runs from extreme corner e to extreme corner (e + 1) % (dimension + 1). */
static inline int tacti_flat_edge_count(const tacti_flat *flat) {
    return flat->dimension == 2 ? 3 : flat->dimension;
}

/* The part of the triangle that holds the point, or -1 if it lies outside. */
int tacti_flat_locate(const tacti_flat *flat, const tact_vec3 *point);

/* The same for a point that is known to lie in the plane of a proper triangle. */
int tacti_flat_locate_in_plane(const tacti_flat *flat, const tact_vec3 *point);

/* Whether all coordinates are finite. */
bool tacti_triangle_is_finite(const tact_triangle *triangle);

/* The part of the triangle that holds a point inside edge e. side[c] says on which side of the
 * point corner c lies (-1, 0, 1) as seen along the edge. It matters only for dimension 1: there the
 * third corner may lie on the edge too. */
tact_feature tacti_flat_edge_feature(const tacti_flat *flat, int edge, const int side[3]);

#endif
