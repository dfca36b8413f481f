/* SPDX-License-Identifier: MIT */
/* Building a hull: points, and a surface of triangles around those that were added so far. The
 * steps are hull_start.c (range, dimension, the first tetrahedron), hull_grow.c (point after point)
 * and hull_faces.c (triangles of one plane become one face). */
#ifndef TACTI_HULL_HULL_BUILD_H
#define TACTI_HULL_HULL_BUILD_H

#include "base/array.h"
#include "exact/det.h"

#include "hull/hull.h"

#define TACTI_NONE UINT32_MAX

/* A triangle of the surface, counterclockwise seen from outside. Edge i runs from corner i to the
 * next. normal and bound are those of tacti_orient3d()'s filter, the bound for any point. */
typedef struct tacti_facet {
    tact_vec3 normal, anchor;
    double bound;
    double best_height; /* of the point below, as a multiple of the distance */
    uint32_t corner[3];
    uint32_t neighbour[3]; /* across edge i */
    uint32_t first, last;  /* the points that lie above this triangle, a list; or TACTI_NONE */
    uint32_t best;         /* about the highest of them */
    uint32_t size;         /* how many they are */
    uint32_t mark;         /* when it was last looked at, and the finding; see hull_grow.c */
    int8_t level;          /* the axis along which all corners are equal, or one of those below */
    int8_t up;             /* the sign of the normal along that axis */
} tacti_facet;

#define TACTI_FACET_DEAD UINT32_MAX
#define TACTI_LEVEL_NONE 3 /* the plane is at no right angle to an axis */
#define TACTI_LEVEL_BASE                                                                           \
    4 /* the plane is that of flat input: all points but the apex are in it                        \
       */

TACTI_ARRAY_DEFINE(tacti_facets, tacti_facet);
TACTI_ARRAY_DEFINE(tacti_numbers, uint32_t);

typedef struct tacti_hull_build {
    const tact_context *context;
    const tact_vec3 *input;
    uint32_t count;
    tact_vec3 *points; /* the input times a power of two; one more behind, the apex of flat input */
    uint32_t *next;    /* the list that a point is in */
    uint32_t *at;      /* by point: see hull_grow.c and hull_faces.c */
    uint32_t dimension; /* of the input */
    uint32_t corner[4]; /* points that show the dimension: dimension + 1 of them, and the apex */
    uint32_t levels;    /* along how many axes all points are equal */
    double reach;       /* no two points are further apart in the sum of coordinates */
    uint32_t mark;      /* the number of the current step */
    tacti_facets facets;
    tacti_numbers spare;   /* triangles that are dead */
    tacti_numbers pending; /* triangles that many points were above when they were made */
    tacti_numbers late;    /* triangles that few points were above */
    tacti_numbers visible; /* triangles that the current point sees */
    tacti_numbers horizon; /* edges around them: 4 * triangle + edge */
} tacti_hull_build;

/* The same as the function that follows, where its filter leaves the side open. */
int tacti_facet_side_close(const tacti_hull_build *build, const tacti_facet *facet, uint32_t point);

/* The side of a triangle's plane on which a point lies, 1 above, with its height. */
static inline int tacti_facet_side(const tacti_hull_build *build, const tacti_facet *facet,
                                   uint32_t point, double *height) {
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

/* Copies the points into a good range and finds out their dimension. */
void tacti_hull_start(tacti_hull_build *build);

/* Adds all points, from a tetrahedron on. */
tact_status tacti_hull_grow(tacti_hull_build *build);

/* The parts of that which hull_seed.c needs: gives a point to the first of some triangles that it
 * lies above; notes those of some triangles that have points; and adds points until no triangle has
 * any. */
void tacti_hull_place(tacti_hull_build *build, const uint32_t *among, size_t count, uint32_t point);
void tacti_hull_give(tacti_hull_build *build, tacti_facet *facet, uint32_t point, double height);
tact_status tacti_hull_queue(tacti_hull_build *build, const uint32_t *facets, size_t count);
tact_status tacti_hull_settle_points(tacti_hull_build *build);

/* Gives every point to a triangle of the first tetrahedron or, where there are many, of the hull of
 * a few that lie far out. */
tact_status tacti_hull_seed(tacti_hull_build *build);

/* Makes the hull out of the surface. */
tact_status tacti_hull_finish(tacti_hull_build *build, tact_hull **out);

/* A hull with room for so much, its arrays unset; NULL for no memory. */
tact_hull *tacti_hull_allocate(const tact_context *context, uint32_t vertex_count,
                               uint32_t face_count, uint32_t corner_count);

#endif
