/* SPDX-License-Identifier: MIT */
/* The state while a hull is built: the points, and a surface of triangles around those that were
 * added so far. The steps are hull_start.c (range, dimension, the first tetrahedron), hull_grow.c
 * (point after point) and hull_faces.c (joins triangles of one plane to one face). */
#ifndef TACTI_HULL_HULL_BUILD_H
#define TACTI_HULL_HULL_BUILD_H

#include "base/array.h"
#include "exact/det.h"

#include "hull/hull.h"

#define TACTI_NONE UINT32_MAX

/* A triangle of the surface, counterclockwise seen from outside. Edge i runs from corner i to the
 * next. normal and bound are those of the filter of tacti_orient3d(), the bound for all points. */
typedef struct tacti_facet {
    tact_vec3 normal, anchor;
    double bound;
    double best_height; /* of point best, as a multiple of the distance */
    uint32_t corner[3];
    uint32_t neighbour[3]; /* across edge i */
    uint32_t first, last;  /* list of the points above this triangle; or TACTI_NONE */
    uint32_t best;         /* about the highest point of the list */
    uint32_t size;         /* length of the list */
    uint32_t mark;         /* the step of the last test and its result; see hull_grow.c */
    int8_t level;          /* the axis along which all corners are equal, or TACTI_LEVEL_x */
    int8_t up;             /* the sign of the normal along that axis */
} tacti_facet;

#define TACTI_FACET_DEAD UINT32_MAX
#define TACTI_LEVEL_NONE 3 /* the plane is not perpendicular to an axis */
#define TACTI_LEVEL_BASE 4 /* the plane of flat input: contains all points but the apex */

TACTI_ARRAY_DEFINE(tacti_facets, tacti_facet);
TACTI_ARRAY_DEFINE(tacti_numbers, uint32_t);

typedef struct tacti_hull_build {
    const tact_context *context;
    const tact_vec3 *input;
    uint32_t count;
    tact_vec3 *points;  /* the input times a power of two; then the apex of flat input */
    uint32_t *next;     /* of each point the next one in its list */
    uint32_t *at;       /* per point: see hull_grow.c and hull_faces.c */
    uint32_t dimension; /* of the input */
    uint32_t corner[4]; /* dimension + 1 points that span the input, and the apex */
    uint32_t levels;    /* the number of axes along which all points are equal */
    double reach;       /* bounds the sum of coordinate differences of two points */
    uint32_t mark;      /* the number of the current step */
    tacti_facets facets;
    tacti_numbers spare;   /* dead triangles */
    tacti_numbers pending; /* triangles that had many points above them when made */
    tacti_numbers late;    /* triangles that had few points above them */
    tacti_numbers visible; /* triangles that the current point sees */
    tacti_numbers horizon; /* edges around the visible triangles: 4 * triangle + edge */
} tacti_hull_build;

/* tacti_facet_side() for a point that its filter cannot decide. */
int tacti_facet_side_close(const tacti_hull_build *build, const tacti_facet *facet, uint32_t point);

/* The side of the plane of a triangle on which a point lies: 1 is above. *height is computed. */
static inline int tacti_facet_side(const tacti_hull_build *build, const tacti_facet *facet,
                                   uint32_t point, double *height) {
    TACTI_ASSERT(point <= build->count);
    const tact_vec3 *p = &build->points[point];
    double x = p->x - facet->anchor.x, y = p->y - facet->anchor.y, z = p->z - facet->anchor.z;
    double det = (x * facet->normal.x + y * facet->normal.y) + z * facet->normal.z;
    *height = det;
    if (det > facet->bound)
        return 1;
    if (det < -facet->bound)
        return -1;
    return tacti_facet_side_close(build, facet, point);
}

/* Copies the points, scaled to a good range, and computes their dimension. */
void tacti_hull_start(tacti_hull_build *build);

/* Adds all points, beginning with a tetrahedron. */
tact_status tacti_hull_grow(tacti_hull_build *build);

/* Steps of tacti_hull_grow() that hull_seed.c uses too. */

/* Gives a point to the first of some triangles that it lies above. */
void tacti_hull_place(tacti_hull_build *build, const uint32_t *among, size_t count, uint32_t point);
/* Adds a point to the list of a triangle. */
void tacti_hull_give(tacti_hull_build *build, tacti_facet *facet, uint32_t point, double height);
/* Queues those of some triangles that have points. */
tact_status tacti_hull_queue(tacti_hull_build *build, const uint32_t *facets, size_t count);
/* Adds points to the hull until no triangle has any. */
tact_status tacti_hull_settle_points(tacti_hull_build *build);

/* Gives every point to a triangle of the first tetrahedron or, if there are many points, of the
 * hull of a few points that lie far out. */
tact_status tacti_hull_seed(tacti_hull_build *build);

/* Makes the hull from the surface. */
tact_status tacti_hull_finish(tacti_hull_build *build, tact_hull **out);

/* Allocates a hull of this size. Its arrays are not set. NULL if there is no memory. */
tact_hull *tacti_hull_allocate(const tact_context *context, uint32_t vertex_count,
                               uint32_t face_count, uint32_t corner_count);

#endif
