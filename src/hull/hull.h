/* SPDX-License-Identifier: MIT */
/* What a hull is made of, for the other files of this room, and the fast scan for the vertex that
 * is furthest along a direction. Building one is in hull_build.h. */
#ifndef TACTI_HULL_HULL_H
#define TACTI_HULL_HULL_H

#include "base/simd.h"
#include "base/alloc.h"

#include <tact/hull.h>

/* The columns are as long as a multiple of this, and the ends repeat vertex 0. */
#define TACTI_HULL_LANES 8

/* Up to so many vertices a scan of all of them beats climbing. */
#define TACTI_HULL_SCAN_MOST 96

/* Large hulls keep so many vertices in all directions, where a climb may begin. */
#define TACTI_HULL_SEEDS 64

/* Scans columns for the greatest of (x dx + y dy) + z dz, of equal ones the first. */
typedef uint32_t tacti_hull_scan_kernel(const double *column[3], uint32_t padded_count,
                                        tact_vec3 direction);

struct tact_hull {
    const tact_context *context;
    size_t bytes; /* of the whole allocation: struct and arrays */
    uint32_t dimension;
    uint32_t vertex_count;
    uint32_t face_count;
    uint32_t corner_count; /* of all faces; twice the number of edges, a segment has 2 */
    uint32_t seed_count;   /* 0 or TACTI_HULL_SEEDS */
    tact_vec3 *vertices;
    uint32_t *sources;         /* increasing */
    uint32_t *face_start;      /* where a face's corners begin, and their end */
    uint32_t *corners;         /* each face begins with its least vertex; faces in that order */
    uint32_t *neighbour_start; /* where a vertex' neighbours begin, and their end */
    uint32_t *neighbours;      /* counterclockwise seen from outside, the least first */
    double *column[3];         /* vertices coordinate by coordinate, times 2^scale */
    uint32_t padded_count;     /* length of the columns */
    int scale;                 /* 0 unless coordinates are so large or small that products fail */
    uint32_t *seeds;           /* vertices */
    double *seed_column[3];    /* as column */
    tact_box bounds;
    tact_vec3 interior; /* the mean of the vertices, rounded: deep inside of all but thin hulls */
    tacti_hull_scan_kernel *scan;
};

/* A hull with the same contents; NULL for no memory. */
tact_hull *tacti_hull_copy(const tact_context *context, const tact_hull *hull);

/* The kernel for the context's SIMD level. */
tacti_hull_scan_kernel *tacti_hull_scan_at(tact_simd_level level);
TACTI_DECLARE_LEVELS(tacti_hull_scan_kernel, tacti_hull_scan)

/* Sets all that follows from the vertices' places: columns, bounds, interior point, seeds. */
void tacti_hull_settle(tact_hull *hull);

/* The same directions on every machine, spread over the sphere; number below TACTI_HULL_SEEDS. */
tact_vec3 tacti_hull_seed_direction(uint32_t number);

/* A direction of the same line whose largest coordinate lies in [1, 2) where the given one is so
 * long or short that products may fail, otherwise itself. */
tact_vec3 tacti_hull_scale_direction(tact_vec3 direction);

/* The vertex that is furthest by the computed products, not proven: all vertices are scanned. */
static inline uint32_t tacti_hull_scan(const tact_hull *hull, tact_vec3 direction) {
    const double *column[3] = {hull->column[0], hull->column[1], hull->column[2]};
    return hull->scan(column, hull->padded_count, direction);
}

/* Climbs from a vertex to ever better ones until no neighbour is better, decided exactly: the
 * result is furthest. The direction comes from tacti_hull_scale_direction(). */
uint32_t tacti_hull_climb(const tact_hull *hull, tact_vec3 direction, uint32_t vertex);

/* What the exact check of a hull found; NULL where all is well. *element is the vertex or face to
 * blame. */
const char *tacti_hull_flaw(const tact_hull *hull, const tact_vec3 *positions, uint32_t *element);

#endif
