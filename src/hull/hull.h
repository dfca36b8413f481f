/* SPDX-License-Identifier: MIT */
/* The members of a hull, and the fast scan for the vertex that is furthest along a direction. How a
 * hull is built is in hull_build.h. */
#ifndef TACTI_HULL_HULL_H
#define TACTI_HULL_HULL_H

#include "base/simd.h"
#include "base/alloc.h"
#include "base/assert.h"

#include <tact/hull.h>

/* The length of the columns is a multiple of this. Vertex 0 fills the rest of a column. */
#define TACTI_HULL_LANES 8

/* For up to this number of vertices, a scan of all of them is faster than climbing. */
#define TACTI_HULL_SCAN_MOST 96

/* Larger hulls keep this number of vertices in all directions: a climb begins at one of them. */
#define TACTI_HULL_SEEDS 64

/* Returns the index of the greatest (x dx + y dy) + z dz in the columns; among equal ones the
 * first. */
typedef uint32_t tacti_hull_scan_kernel(const double *column[3], uint32_t padded_count,
                                        tact_vec3 direction);

/* What is known of a face: nothing, that all faces around it are tilted by more than
 * TACTI_HULL_TILT, that some are not, or that it is too thin to have a normal. */
#define TACTI_HULL_SIDES_UNKNOWN 0u
#define TACTI_HULL_SIDES_FALL 1u
#define TACTI_HULL_SIDES_LEVEL 2u
#define TACTI_HULL_FACE_IS_FLAT 4u

/* The number of an edge that is not known because its lesser vertex has very many edges. */
#define TACTI_HULL_EDGE_UNKNOWN UINT32_MAX

/* Faces within this angle count as one. */
#define TACTI_HULL_TILT 1e-5

struct tact_hull {
    const tact_context *context;
    size_t bytes; /* of the whole allocation: struct and arrays */
    uint32_t dimension;
    uint32_t vertex_count;
    uint32_t face_count;
    uint32_t corner_count; /* of all faces: twice the number of edges; 2 for a segment */
    uint32_t seed_count;   /* 0 or TACTI_HULL_SEEDS */
    tact_vec3 *vertices;
    uint32_t *sources;     /* increasing */
    uint32_t *face_start;  /* of each face its first corner; then the end of all */
    uint32_t *corners;     /* lowest vertex of a face first; faces sorted by two corners */
    uint32_t *corner_edge; /* of each corner: the number of the edge to the next one of its face,
                              or TACTI_HULL_EDGE_UNKNOWN */
    uint32_t *neighbour_start; /* of each vertex its first neighbour; then the end of all */
    uint32_t *neighbours;      /* counterclockwise seen from outside, the lowest first */
    uint32_t *neighbour_face;  /* of each neighbour: the face between it and the next */
    double *neighbour_length;  /* of each neighbour: how far it is */
    tact_vec3 *face_normal;    /* of length 1, or 0 */
    uint8_t *face_sides;       /* TACTI_HULL_SIDES_... of each face */
    double *column[3];         /* vertices coordinate by coordinate, times 2^scale */
    uint32_t padded_count;     /* length of the columns */
    int scale;                 /* 0 unless products of coordinates would overflow or underflow */
    uint32_t *seeds;           /* vertices */
    double *seed_column[3];    /* like column */
    tact_box bounds;
    tact_vec3 interior; /* the mean of the vertices, rounded: deep inside unless the hull is thin */
    tacti_hull_scan_kernel *scan;
};

/* Returns a copy of a hull, or NULL if there is no memory. */
tact_hull *tacti_hull_copy(const tact_context *context, const tact_hull *hull);

/* The kernel for the context's SIMD level. */
tacti_hull_scan_kernel *tacti_hull_scan_at(tact_simd_level level);
TACTI_DECLARE_LEVELS(tacti_hull_scan_kernel, tacti_hull_scan)

/* Sets all members that follow from the vertices: columns, bounds, interior point, seeds, normals
 * and lengths. */
void tacti_hull_settle(tact_hull *hull);
/* The part of it about faces and edges. */
void tacti_hull_settle_sides(tact_hull *hull);
/* Whether all faces around a face fall: TACTI_HULL_SIDES_FALL or LEVEL. */
uint8_t tacti_hull_compare_sides(const tact_hull *hull, uint32_t face);

/* The number of the edge between two neighbours: the place of the greater one among the neighbours
 * of the lesser one, after the neighbours of all vertices before that. */
uint32_t tacti_hull_edge_number(const tact_hull *hull, uint32_t from, uint32_t to);

/* What is wrong with the faces, lengths and normals that follow from a surface without flaws; NULL
 * if nothing is. *element is the vertex or face that it is about. */
const char *tacti_hull_sides_flaw(const tact_hull *hull, uint32_t *element);

/* The same as tacti_hull_compare_sides(), from what is known. For a hull of dimension 3. */
static inline bool tacti_hull_sides_fall(const tact_hull *hull, uint32_t face) {
    uint8_t sides = hull->face_sides[face] & (TACTI_HULL_SIDES_FALL | TACTI_HULL_SIDES_LEVEL);
    if (sides == TACTI_HULL_SIDES_UNKNOWN)
        sides = tacti_hull_compare_sides(hull, face);
    return sides == TACTI_HULL_SIDES_FALL;
}

/* A direction of a fixed set that is spread over the sphere. number is below TACTI_HULL_SEEDS. */
tact_vec3 tacti_hull_seed_direction(uint32_t number);

/* If a direction is so long or short that products may overflow or underflow, returns a multiple of
 * it whose largest coordinate lies in [1, 2). Otherwise returns the direction itself. */
tact_vec3 tacti_hull_scale_direction(tact_vec3 direction);

/* Scans all vertices. Returns the furthest one by computed products, which is not proven. */
static inline uint32_t tacti_hull_scan(const tact_hull *hull, tact_vec3 direction) {
    TACTI_ASSERT(hull->vertex_count > 0 && hull->padded_count % TACTI_HULL_LANES == 0);
    const double *column[3] = {hull->column[0], hull->column[1], hull->column[2]};
    return hull->scan(column, hull->padded_count, direction);
}

/* Climbs from a vertex to better neighbours until none is better. Exact comparisons decide, so the
 * result is furthest. The direction is scaled (tacti_hull_scale_direction()). */
uint32_t tacti_hull_climb(const tact_hull *hull, tact_vec3 direction, uint32_t vertex);

/* Checks a hull with its vertices at the given positions, exactly. Returns NULL if all is well,
 * otherwise a text that says what is wrong; *element is the vertex or face that it is about. */
const char *tacti_hull_flaw(const tact_hull *hull, const tact_vec3 *positions, uint32_t *element);

#endif
