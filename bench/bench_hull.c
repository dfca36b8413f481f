/* SPDX-License-Identifier: MIT */
/* Convex hulls compared with Qhull: the time to build one, and its number of vertices. The promise:
 * tact takes at most as long as Qhull. */
#include "bench.h"
#include "hulls.h"

#ifdef TACT_BENCH_HAS_QHULL
#include "qhull.h"
#endif

#include <tact/shape.h>

static void run_tact(const void *inputs, size_t count, bench_answers answers) {
    const hull_points *sets = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_hull *hull = NULL;
        if (tact_hull_create(NULL, sets[i].points, sets[i].count, &hull) == TACT_OK)
            answers.verdict[i] = (int32_t)tact_hull_inspect(hull).vertex_count;
        tact_hull_destroy(hull);
    }
}

static const bench_contender contenders[] = {
    {.name = "tact", .run = run_tact, .count_limit = 1},
#ifdef TACT_BENCH_HAS_QHULL
    {.name = "qhull",
     .run = peer_qhull_build,
     .count_limit = 1,
     .note = "merges faces by a tolerance, so it may drop true vertices"},
#endif
};

#define CASE(points)                                                                               \
    .name = "hull/" #points, .family = &hull_##points, .contenders = contenders,                   \
    .contender_count = sizeof contenders / sizeof contenders[0]

static const bench_case cases[] = {
    {CASE(sphere_1k), .bar = {"qhull", 1}},
    {CASE(sphere_10k), .bar = {"qhull", 1}},
    {CASE(sphere_100k), .bar = {"qhull", 1}},
    {CASE(ball), .bar = {"qhull", 1}},
    {CASE(cube), .bar = {"qhull", 1}},
    {CASE(grid), .bar = {"qhull", 1}},
    {CASE(pyramid), .bar = {"qhull", 1}},
    /* Qhull refuses points in one plane. */
    {.name = "hull/flat", .family = &hull_flat, .contenders = contenders, .contender_count = 1},
};

int main(int argc, char **argv) {
    return bench_main(argc, argv, "bench_hull", cases, sizeof cases / sizeof cases[0]);
}
