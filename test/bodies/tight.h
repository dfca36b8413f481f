/* SPDX-License-Identifier: MIT */
/* Hierarchies made by hand, whose boxes are tighter than any builder makes them: a triangle may
 * touch a side of its box. So nothing hides the rounding of the walks but their own error terms.
 * The mesh has one or two triangles. The root has a node per triangle, and that node has the
 * triangle. */
#ifndef TACT_TEST_TIGHT_H
#define TACT_TEST_TIGHT_H

#include "support.h"
#include "bvh/node.h"

typedef struct tight_mesh {
    tacti_bvh bvh; /* refers to the rest, so a mesh must not be moved */
    tacti_node nodes[3];
    tact_vec3 vertices[6];
    uint32_t indices[6], order[2];
} tight_mesh;

/* A mesh of triangles that are the local origin, with a random frame of the root. Local coordinates
 * are those of the mesh. The boxes of the root are not set yet. */
void tight_mesh_start(test_rng *rng, uint32_t triangle_count, tight_mesh *m);

/* Sets the grid of the root: coordinate n along axis k of its frame is origin[k] + n 2^exponent,
 * with random origins between two bounds, multiples of 2^-23. */
void tight_mesh_set_grid(test_rng *rng, int exponent, double least, double most, tight_mesh *m);
double tight_mesh_grid(const tight_mesh *m, int axis, int n);

/* Sets the box of a triangle along an axis: from grid coordinate lo to hi, 0 to 255. */
void tight_mesh_set_box(tight_mesh *m, uint32_t triangle, int axis, int lo, int hi);

/* A point with these coordinates in the frame of the root, within 2^-50. */
tact_vec3 tight_mesh_point(const tight_mesh *m, const double y[3]);

/* The coordinates of a point in the frame of the root, within 2^-51. */
void tight_mesh_coordinates(const tight_mesh *m, tact_vec3 x, double y[3]);

/* Makes a triangle a single point. */
void tight_mesh_set_point(tight_mesh *m, uint32_t triangle, tact_vec3 x);

/* Gives the node of each triangle the box that the root has of it. Until then it is large. */
void tight_mesh_tighten(tight_mesh *m);

/* Gives the node of a triangle that is a point a box of 2^-22 with that point. */
void tight_mesh_shrink_leaf(tight_mesh *m, uint32_t triangle);

/* Makes both triangles points beside each other, to be seen from far below along a direction. The
 * second is on the grid, with a box that is this point, and lower by a given length. The box of the
 * first is larger, so a walk looks at the first before. */
void tight_mesh_lie_side_by_side(test_rng *rng, tight_mesh *m, tact_vec3 direction, double by);

/* Fails the test unless the boxes of the root hold the corners of their triangles, up to 2^-49.
 * Walks allow for TACTI_NODE_RESIDUAL, so a box may be a single point. */
void tight_mesh_check(const tight_mesh *m);

#endif
