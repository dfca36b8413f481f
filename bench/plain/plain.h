/* SPDX-License-Identifier: MIT */
/* The yardsticks: the same questions answered in plain double arithmetic, without filters, exact
 * stages or tolerances, as fast as straightforward code can be. They are right if rounding does not
 * matter, and may be wrong if it does. A yardstick that gives the same kind of answer as tact has
 * the same signature. Each one is called out of line, like tact. */
#ifndef TACT_BENCH_PLAIN_H
#define TACT_BENCH_PLAIN_H

#include <tact/prim.h>

int plain_orient2d(const tact_vec2 *a, const tact_vec2 *b, const tact_vec2 *c);
int plain_orient3d(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c, const tact_vec3 *d);

/* Whether the triangles share a point; they must not be degenerate. */
bool plain_triangle_overlaps(const tact_triangle *a, const tact_triangle *b);

/* The intersection of two triangles. */
typedef struct plain_overlap {
    tact_overlap_kind kind;
    uint32_t point_count;
    tact_vec3 points[9];
} plain_overlap;

plain_overlap plain_triangle_intersect(const tact_triangle *a, const tact_triangle *b);

/* The distance of two triangles, and the points that have it. */
typedef struct plain_gap {
    double distance;
    tact_vec3 point_a;
    tact_vec3 point_b;
} plain_gap;

plain_gap plain_triangle_distance(const tact_triangle *a, const tact_triangle *b);

/* Whether the ray meets the triangle from either side. t receives the parameter of the hit. A ray
 * in the plane of the triangle counts as a miss. */
bool plain_triangle_hit_by_ray(const tact_triangle *a, tact_ray ray, double *t);

bool plain_triangle_overlaps_box(const tact_triangle *a, tact_box box);

#endif
