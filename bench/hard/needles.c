/* SPDX-License-Identifier: MIT */
/* Two bundles of needles, one along x and one along y, that go through each other or lie side by
 * side. A needle is a tetrahedron 2 long and 2e-3 thick. The boxes of needles that are not quite
 * parallel to an axis are large, and most of them overlap. */
#include "scenes.h"

#include <stdlib.h>

#define NEEDLES 2000
#define QUICK_NEEDLES 60
#define LENGTH 2
#define THICKNESS 2e-3
/* A bundle is this thick, and each needle is turned by about this angle. */
#define SPREAD 0.4
#define TURN 0.02

/* The value is the distance of the bundles; negative: they go through each other. */
static const hard_variant variants[] = {{"crossing", -1, 0, false},
                                        {"gap 1e-3", 1e-3, BENCH_NONE, false},
                                        {"gap 1e-1", 1e-1, BENCH_NONE, false}};

/* A needle along x: a small triangle at one end and a point at the other. */
static void make_needle(bench_rng *rng, tact_vec3 vertices[4]) {
    double y = bench_rng_between(rng, -SPREAD / 2, SPREAD / 2);
    double z = bench_rng_between(rng, -SPREAD / 2, SPREAD / 2);
    double by = bench_rng_between(rng, -TURN, TURN), bz = bench_rng_between(rng, -TURN, TURN);
    double end = LENGTH / 2.0;
    vertices[0] = tact_vec3_make(-end, y - by, z - bz);
    vertices[1] = tact_vec3_make(-end, y - by + THICKNESS, z - bz);
    vertices[2] = tact_vec3_make(-end, y - by, z - bz + THICKNESS);
    vertices[3] = tact_vec3_make(end, y + by, z + bz);
}

static tact_mesh *make_bundle(bool quick, bool along_y, uint64_t seed) {
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    uint32_t needles = quick ? QUICK_NEEDLES : NEEDLES;
    tact_vec3 *vertices = bench_allocate(4 * (size_t)needles, sizeof *vertices);
    uint32_t *indices = bench_allocate(12 * (size_t)needles, sizeof *indices);
    bench_rng rng = {seed};
    for (uint32_t i = 0; i < needles; i++) {
        tact_vec3 *v = vertices + 4 * (size_t)i;
        make_needle(&rng, v);
        for (int k = 0; along_y && k < 4; k++)
            v[k] = tact_vec3_make(-v[k].y, v[k].x, v[k].z);
        for (uint32_t k = 0; k < 12; k++)
            indices[12 * (size_t)i + k] = 4 * i + faces[k];
    }
    tact_mesh_arrays arrays = {.positions = vertices,
                               .vertex_count = 4 * needles,
                               .indices = indices,
                               .triangle_count = 4 * needles};
    tact_mesh *mesh = NULL;
    bench_must(tact_mesh_create(NULL, &arrays, NULL, &mesh), "needles");
    free(vertices);
    free(indices);
    return mesh;
}

static void make(const hard_scene *scene, bool quick, mesh_model *a, mesh_model *b) {
    (void)scene;
    *a = mesh_describe("needles along x", make_bundle(quick, false, 11));
    *b = mesh_describe("needles along y", make_bundle(quick, true, 13));
}

/* Bundles that do not cross slide towards each other along z, up to the gap. */
static bool place_once(const hard_stage *stage, bench_rng *rng, pose_pair *out) {
    double gap = stage->variant->value * hard_size(stage->a, stage->b);
    tact_vec3 by = {bench_rng_between(rng, -0.1, 0.1), 0, 0};
    by.y = bench_rng_between(rng, -0.1, 0.1);
    *out = hard_pair_at(hard_motion(rng), hard_shift(by));
    if (gap <= 0)
        return true;
    pose_line line = {.a = out->a,
                      .b = out->b,
                      .direction = tact_pose_rotate(out->a, tact_vec3_make(0, 0, 1)),
                      .start = 2 * LENGTH};
    double t = line.start;
    bool is_found = pose_line_slide(&line, stage->oracle, gap, &t);
    *out = pose_line_at(&line, t);
    return is_found;
}

static void place(const hard_stage *stage, bench_rng *rng, size_t count, pose_pair *out) {
    hard_place_each(stage, rng, place_once, count, out);
}

const hard_scene hard_needles = {.name = "needles",
                                 .variants = variants,
                                 .count = sizeof variants / sizeof variants[0],
                                 .make = make,
                                 .place = place};
