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

/* is_free says that the volume does not depend on the reference point; then a point near the
 * surface is used, otherwise the origin. bounds is the box of the vertices in use, which must be
 * finite. */
tact_status tacti_surface_measure(const tacti_surface *surface, const tact_vec3 *vertices,
                                  tact_box bounds, bool is_free, tacti_arena *arena,
                                  tacti_measures *out);

#endif
