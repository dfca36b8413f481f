/* SPDX-License-Identifier: MIT */
/* Watertight solids that touch themselves but do not cross themselves, and what is true of them.
 *
 * Space is cut into cells of one unit, and each cell into the six tetrahedra x_i >= x_j >= x_k (the
 * subdivision of H. W. Kuhn). A solid is a sum of blocks: boxes, sets of cells and sets of
 * tetrahedra. Two blocks have no tetrahedron in common, or one holds the other. Blocks meet in
 * vertices, in edges (which then have four triangles or more), in faces (inner walls) and in parts
 * of faces. A block inside another adds to the winding number or makes a cavity, which may reach
 * the surface. Some blocks come twice, and some inner faces exist in both directions.
 *
 * The planes x_i = n / 2 and x_i - x_j = n / 2 cut the tetrahedra into those of half the size, and
 * poses of touching_pose() map these to themselves. So two placed solids are sums of the same small
 * tetrahedra, and points are shared if and only if a corner of the small tetrahedra is. */
#ifndef TACT_TEST_QUERY_TOUCHING_SOLIDS_H
#define TACT_TEST_QUERY_TOUCHING_SOLIDS_H

#include "bodies.h"

/* A solid lies in a cube around the origin with this many cells along each axis. */
#define TOUCHING_CELLS 3
/* Corners of small tetrahedra along each axis. */
#define TOUCHING_CORNERS (2 * TOUCHING_CELLS + 1)

typedef struct touching_solid {
    soup soup; /* each triangle has its own vertices */
    int winding[TOUCHING_CELLS][TOUCHING_CELLS][TOUCHING_CELLS][6];
    /* Corners of small tetrahedra that a triangle holds. */
    bool is_on_surface[TOUCHING_CORNERS][TOUCHING_CORNERS][TOUCHING_CORNERS];
    bool has_inside;   /* a winding number is not 0 */
    bool has_membrane; /* a part of the surface has winding number 0 on both sides: it belongs to
                          the filled mesh, but not to the closure of its inside */
} touching_solid;

touching_solid touching_solid_make(test_rng *rng);
/* Only solids with an inside and without membranes. */
touching_solid touching_solid_make_regular(test_rng *rng);
void touching_solid_free(touching_solid *s);

/* One of six rotations and a shift by half units, at most reach of them along each axis. */
tact_pose touching_pose(test_rng *rng, int reach);

/* The winding number around a point in the solid's own coordinates that is in no plane of the
 * subdivision. */
int touching_winding(const touching_solid *s, tact_vec3 point);

/* ---- Two placed solids --------------------------------------------------------------------- */

typedef struct touching_truth {
    bool meets;         /* the filled meshes (surface and inside) share a point */
    bool closures_meet; /* the closures of the insides share a point */
    bool has_common;    /* a small tetrahedron is inside both, */
    bool has_only_a;    /* inside a alone, */
    bool has_only_b;    /* inside b alone */
} touching_truth;

touching_truth touching_truth_find(const touching_solid *a, tact_pose pose_a,
                                   const touching_solid *b, tact_pose pose_b);

/* How the closures of the insides relate. Equal closures are TACT_RELATION_A_IN_B. */
tact_relation touching_relation(const touching_truth *t);

#endif
