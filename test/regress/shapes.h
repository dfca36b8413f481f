/* SPDX-License-Identifier: MIT */
/* Shapes that several regression tests use, and brute-force queries on sets of triangles. */
#ifndef TACT_TEST_REGRESS_SHAPES_H
#define TACT_TEST_REGRESS_SHAPES_H

#include <stdbool.h>

#include <tact/tact.h>
#include "bvh/bvh.h"
#include "inside/interiors.h"

#define BOX_TRIANGLES 12

/* The surface of the box as twelve triangles, normals outward. The two triangles of the side
 * lo.x are 0 and 1, then hi.x, lo.y, hi.y, lo.z, hi.z. */
void box_triangles(tact_vec3 lo, tact_vec3 hi, tact_triangle out[BOX_TRIANGLES]);

/* A filled mesh. */
typedef struct solid {
    tact_mesh *mesh;
    tacti_bvh *bvh;
    tacti_interior *interior;
} solid;

solid solid_make(const tact_triangle *triangles, uint32_t count);
void solid_free(solid *s);

/* How many of the pairs meet. */
uint32_t count_meeting(const tact_triangle *a, uint32_t count_a, const tact_triangle *b,
                       uint32_t count_b);

/* The pair with the least distance. */
tact_gap least_gap(const tact_triangle *a, uint32_t count_a, const tact_triangle *b,
                   uint32_t count_b);

/* Whether the triangles have a corner in common, by coordinates. */
bool share_corner(const tact_triangle *a, const tact_triangle *b);

/* Fails the test unless truth is within the bounds and the distance is positive. */
void assert_gap(tact_gap gap, double truth);

#endif
