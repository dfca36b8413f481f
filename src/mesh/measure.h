/* SPDX-License-Identifier: MIT */
/* Area and volume of triangles, and which of them have no area. */
#ifndef TACT_MESH_MEASURE_H
#define TACT_MESH_MEASURE_H

#include "base/arena.h"
#include "mesh/surface.h"

typedef struct tacti_measures {
    tact_finding zero_area;
    double area;
    double volume;
} tacti_measures;

/* Where the surface's volume does not depend on the point that it is measured from, is_free says
 * so, and a point near the surface is taken; otherwise the origin. Bounds are those of the vertices
 * in use, which are finite. */
tact_status tacti_surface_measure(const tacti_surface *surface, const tact_vec3 *vertices,
                                  tact_box bounds, bool is_free, tacti_arena *arena,
                                  tacti_measures *out);

#endif
