/* SPDX-License-Identifier: MIT */
/* Makes points for convex hulls; see hulls.h. */
#include "hulls.h"

#include "fail.h"

#include <math.h>
#include <stdlib.h>

#define MOST_SETS 16

static tact_vec3 *sets[MOST_SETS];
static size_t set_count;

static void free_sets(void) {
    while (set_count > 0)
        free(sets[--set_count]);
}

static tact_vec3 *take_set(size_t count) {
    tact_vec3 *points = bench_allocate(count, sizeof *points);
    if (set_count == MOST_SETS)
        bench_fail("there are more than %d sets of points", MOST_SETS);
    if (set_count == 0)
        atexit(free_sets);
    sets[set_count++] = points;
    return points;
}

typedef tact_vec3 make_point(bench_rng *rng, size_t index, size_t count);

static void make_set(bench_rng *rng, make_point *make, size_t size, hull_points *inputs,
                     size_t count) {
    size = count >= 4096 ? size : size / 100 < 100 ? 100 : size / 100;
    tact_vec3 *points = take_set(size);
    for (size_t i = 0; i < size; i++)
        points[i] = make(rng, i, size);
    for (size_t i = 0; i < count; i++)
        inputs[i] = (hull_points){points, size};
}

static tact_vec3 in_cube(bench_rng *rng, size_t index, size_t count) {
    (void)index;
    (void)count;
    return (tact_vec3){bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1),
                       bench_rng_between(rng, -1, 1)};
}

static tact_vec3 in_ball(bench_rng *rng, size_t index, size_t count) {
    for (;;) {
        tact_vec3 p = in_cube(rng, index, count);
        if (p.x * p.x + p.y * p.y + p.z * p.z <= 1)
            return p;
    }
}

static tact_vec3 on_sphere(bench_rng *rng, size_t index, size_t count) {
    for (;;) {
        tact_vec3 p = in_ball(rng, index, count);
        double length = sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
        if (length > 0.1)
            return (tact_vec3){p.x / length, p.y / length, p.z / length};
    }
}

static tact_vec3 on_grid(bench_rng *rng, size_t index, size_t count) {
    (void)rng;
    size_t side = (size_t)(cbrt((double)count) + 0.5);
    return (tact_vec3){(double)(index % side), (double)(index / side % side),
                       (double)(index / side / side)};
}

static tact_vec3 in_plane(bench_rng *rng, size_t index, size_t count) {
    tact_vec3 p = in_cube(rng, index, count);
    return (tact_vec3){p.x, p.y, 0.3};
}

static tact_vec3 in_pyramid(bench_rng *rng, size_t index, size_t count) {
    tact_vec3 p = in_plane(rng, index, count);
    return index == 0 ? (tact_vec3){0, 0, 1} : p;
}

#define FAMILY(name, size, make, about)                                                            \
    static void make_##name(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {          \
        (void)truth;                                                                               \
        make_set(rng, make, size, inputs, count);                                                  \
    }                                                                                              \
    const bench_family hull_##name = {"points/" #name, about, sizeof(hull_points), make_##name}

FAMILY(sphere_1k, 1000, on_sphere, "1,000 points on a sphere");
FAMILY(sphere_10k, 10000, on_sphere, "10,000 points on a sphere");
FAMILY(sphere_100k, 100000, on_sphere, "100,000 points on a sphere");
FAMILY(ball, 1000000, in_ball, "1,000,000 points in a ball");
FAMILY(cube, 1000000, in_cube, "1,000,000 points in a cube");
FAMILY(grid, 1000000, on_grid, "a grid of 100 x 100 x 100 points");
FAMILY(pyramid, 100000, in_pyramid, "100,000 points, all but one in a plane");
FAMILY(flat, 100000, in_plane, "100,000 points in a plane");
