/* SPDX-License-Identifier: MIT */
/* Inputs of the benchmarks: the types of one item, and the families that fill arrays of items. */
#ifndef TACT_BENCH_INPUTS_H
#define TACT_BENCH_INPUTS_H

#include "bench.h"

#include <tact/math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct points2 {
    tact_vec2 a, b, c;
} points2;

typedef struct points3 {
    tact_vec3 a, b, c, d;
} points3;

typedef struct triangle_pair {
    tact_triangle a, b;
} triangle_pair;

typedef struct triangle_ray {
    tact_triangle a;
    tact_ray ray;
} triangle_ray;

typedef struct triangle_box {
    tact_triangle a;
    tact_box box;
} triangle_box;

extern const bench_family points2_random, points2_float, points2_near, points2_degenerate;
extern const bench_family points3_random, points3_float, points3_near, points3_degenerate;

extern const bench_family pairs_random, pairs_close, pairs_far;
extern const bench_family pairs_share_edge, pairs_share_vertex;
extern const bench_family pairs_coplanar, pairs_near_coplanar;

extern const bench_family rays_random, rays_aimed, rays_at_edges;
extern const bench_family boxes_random, boxes_close, boxes_grid;

/* A point uniform in the unit cube. */
tact_vec3 inputs_point(bench_rng *rng);
/* A triangle of three such points. */
tact_triangle inputs_triangle(bench_rng *rng);
/* A unit vector, uniform on the sphere. */
tact_vec3 inputs_direction(bench_rng *rng);

#ifdef __cplusplus
}
#endif

#endif
