/* SPDX-License-Identifier: MIT */
/* Points for convex hulls: one large set per family. */
#ifndef TACT_BENCH_HULLS_H
#define TACT_BENCH_HULLS_H

#include "bench.h"

#include <tact/math.h>

/* A set of points. All inputs of a family are the same set, which exists until the program ends. */
typedef struct hull_points {
    const tact_vec3 *points;
    size_t count;
} hull_points;

/* 1,000, 10,000 and 100,000 points on a sphere; 1,000,000 points in a ball, in a cube, and of a
 * grid of 100^3; 100,000 points of which all but one are in one plane; 100,000 points exactly in
 * one plane. These sizes are used if the number of inputs is 4096 or more. Otherwise sets have a
 * hundredth of the size, at least 100 points. */
extern const bench_family hull_sphere_1k, hull_sphere_10k, hull_sphere_100k, hull_ball, hull_cube,
    hull_grid, hull_pyramid, hull_flat;

#endif
