/* SPDX-License-Identifier: MIT */
/* Where the points of a flat polytope lie in a filled mesh. */
#ifndef TACTI_OBJECT_OBJECT_FLAT_H
#define TACTI_OBJECT_OBJECT_FLAT_H

#include "object/object_mesh.h"

/* What is proven about a flat polytope F and a filled mesh B, the union of surface and inside. */
typedef struct tacti_flat_shape {
    bool is_inside;  /* F holds a point of the interior of B */
    bool is_outside; /* F holds a point that is not in B */
    bool is_unsure;  /* there may be points of either kind that were not found */
} tacti_flat_shape;

/* Locates the points of a polytope without radius that touches the surface of a watertight mesh.
 * Returns false if the placed polytope is not exactly flat, that is, if its vertices are not in one
 * plane, or if it has a radius. is_unsure is set only if the mesh is not simple, if a triangle
 * without area touches the polytope, or if a hull has more than 64 vertices. The result means
 * nothing if the meter is stopped. */
bool tacti_flat_shape_locate(const tacti_shape_mesh *pair, tacti_meter *meter,
                             tacti_flat_shape *out);

#endif
