/* SPDX-License-Identifier: MIT */
/* How the triangles of a surface are connected, for doctor.c: defects at edges, duplicate
 * triangles, the number of pieces, and the genus. All by vertex numbers, which must be in range. */
#ifndef TACT_MESH_SURFACE_H
#define TACT_MESH_SURFACE_H

#include "base/arena.h"
#include "mesh/sides.h"

typedef struct tacti_surface {
    const uint32_t *indices; /* three per triangle */
    uint32_t triangle_count;
    uint32_t vertex_count; /* more than any number in indices */
    uint32_t used_count;   /* different numbers in indices */
} tacti_surface;

/* See tact_mesh_report. A loop counts as an edge here, and all its sides have the same direction.
 */
typedef struct tacti_edge_survey {
    uint32_t edge_count;
    tact_finding open;
    tact_finding nonmanifold;
    tact_finding misoriented;
    tact_finding duplicate_triangles;
    bool is_balanced; /* every edge has as many sides in one direction as in the other */
    bool is_closed;
    bool is_watertight; /* triangles exist, and is_balanced */
} tacti_edge_survey;

/* No finding yet. */
static inline tact_finding tacti_finding_none(void) {
    return (tact_finding){0, UINT32_MAX};
}

/* Adds one more finding, in any order. */
static inline void tacti_finding_add(tact_finding *finding, uint32_t number) {
    finding->count++;
    if (number < finding->first)
        finding->first = number;
}

/* Sorts the sides, which must have memory for the surface, and examines every edge. Unless the
 * surface is closed, the order of the sides is lost. Fails with TACT_OUT_OF_MEMORY. */
tact_status tacti_surface_survey(const tacti_surface *surface, tacti_sides *sides,
                                 tacti_edge_survey *out);

/* Counts the sets of triangles connected by shared vertices. */
tact_status tacti_surface_components(const tacti_surface *surface, tacti_arena *arena,
                                     uint32_t *out);

/* Computes the genus of a closed surface with the given number of components. The sides must be as
 * the survey left them. */
tact_status tacti_surface_genus(const tacti_surface *surface, const tacti_sides *sides,
                                tacti_arena *arena, uint32_t components, int64_t *out);

#endif
