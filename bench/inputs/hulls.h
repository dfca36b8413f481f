/* SPDX-License-Identifier: MIT */
/* Points to wrap: one large set a family. */
#ifndef TACT_BENCH_HULLS_H
#define TACT_BENCH_HULLS_H

#include "bench.h"

#include <tact/math.h>

/* A set of points; all inputs of a family are the same set, which lives until the program ends. */
typedef struct hull_points {
    const tact_vec3 *points;
    size_t count;
} hull_points;

/* The sizes below where the benchmark's count is 4096 or more, else a hundredth of them, at least
 * 100. 10,000 and 100,000 on a sphere; 1,000,000 in a ball, in a cube, and of a grid of 100^3;
 * 100,000 in one plane but for one; 100,000 exactly in one plane; 1,000 on a sphere. */
extern const bench_family hull_sphere_1k, hull_sphere_10k, hull_sphere_100k, hull_ball, hull_cube,
    hull_grid, hull_pyramid, hull_flat;

#endif
