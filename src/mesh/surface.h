/* SPDX-License-Identifier: MIT */
/* How the triangles of a surface hang together, for the doctor: what is wrong at its edges, which
 * triangles are there twice, how many pieces it has, and its genus. All by vertex numbers, which
 * must be in range. */
#ifndef TACT_MESH_SURFACE_H
#define TACT_MESH_SURFACE_H

#include "base/arena.h"
#include "mesh/sides.h"

typedef struct tacti_surface {
    const uint32_t *indices; /* three a triangle */
    uint32_t triangle_count;
    uint32_t vertex_count; /* more than any number in indices */
    uint32_t used_count;   /* different numbers in indices */
} tacti_surface;

/* See tact_mesh_report; a loop is an edge here that all its sides run along the same way. */
typedef struct tacti_edge_survey {
    uint32_t edge_count;
    tact_finding open;
    tact_finding nonmanifold;
    tact_finding misoriented;
    tact_finding duplicate_triangles;
    bool is_balanced; /* every edge is run along as often one way as the other */
    bool is_closed;
    bool is_watertight; /* triangles exist, and it is balanced */
} tacti_edge_survey;

/* No finding yet. */
static inline tact_finding tacti_finding_none(void) {
    return (tact_finding){0, UINT32_MAX};
}

/* One more finding, in any order. */
static inline void tacti_finding_add(tact_finding *finding, uint32_t number) {
    finding->count++;
    if (number < finding->first)
        finding->first = number;
}

/* Sorts the sides, which must have room for the surface, and looks at every edge. Unless the
 * surface is closed, the order of the sides is lost. TACT_OUT_OF_MEMORY. */
tact_status tacti_surface_survey(const tacti_surface *surface, tacti_sides *sides,
                                 tacti_edge_survey *out);

/* How many sets of triangles are connected over shared vertices. */
tact_status tacti_surface_components(const tacti_surface *surface, tacti_arena *arena,
                                     uint32_t *out);

/* The genus of a closed surface with the given number of edges and of components; the sides are
 * those that the survey left. */
tact_status tacti_surface_genus(const tacti_surface *surface, const tacti_sides *sides,
                                tacti_arena *arena, uint32_t components, int64_t *out);

#endif
