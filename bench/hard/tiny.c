/* SPDX-License-Identifier: MIT */
/* A tiny bumpy sphere near the surface of a huge one. A search that opens both hierarchies in step
 * opens the tiny one to its leaves while the boxes of the huge one still hold all of it. */
#include "scenes.h"

#include <tact/mesh_generators.h>

/* 20 n^2 triangles: 80,000 and 5,120. */
#define HUGE_FREQUENCY 63
#define TINY_FREQUENCY 16
#define QUICK_HUGE_FREQUENCY 12
#define QUICK_TINY_FREQUENCY 4
#define AMPLITUDE 0.2

/* The value is the distance in sizes of the tiny one, negative for a translation beyond contact. */
static const hard_variant variants[] = {{"gap of its size", 1, BENCH_NONE, false},
                                        {"gap of a tenth", 0.1, BENCH_NONE, false},
                                        {"touching", -0.1, 0, false}};

/* So close that the rest of the way to contact does not matter. */
#define NEAR 0.01

static mesh_model make_ball(const char *name, double radius, uint32_t frequency, uint64_t seed) {
    tact_mesh *mesh = NULL;
    bench_must(tact_mesh_create_blob(NULL, radius, AMPLITUDE * radius, frequency, seed, &mesh),
               name);
    return mesh_describe(name, mesh);
}

static void make(const hard_scene *scene, bool quick, mesh_model *a, mesh_model *b) {
    *a = make_ball("huge", 1, quick ? QUICK_HUGE_FREQUENCY : HUGE_FREQUENCY, 3);
    *b = make_ball("tiny", scene->value, quick ? QUICK_TINY_FREQUENCY : TINY_FREQUENCY, 5);
}

/* The tiny one slides towards the centre of the huge one. Returns false if it slips through the
 * surface between two steps. */
static bool place_once(const hard_stage *stage, bench_rng *rng, pose_pair *out) {
    double wanted = stage->variant->value, size = stage->b->size;
    const pose_oracle *oracle = stage->oracle;
    pose_line line = pose_line_make(rng, stage->a, stage->b);
    double t = line.start;
    if (!pose_line_slide(&line, oracle, fmax(wanted, NEAR) * size, &t))
        return false;
    *out = pose_line_at(&line, t + fmin(wanted, 0) * size);
    return wanted > 0 || oracle->contender->distance(oracle->pair, &out->a, &out->b) <= 0;
}

static void place(const hard_stage *stage, bench_rng *rng, size_t count, pose_pair *out) {
    hard_place_each(stage, rng, place_once, count, out);
}

#define TINY                                                                                       \
    .variants = variants, .count = sizeof variants / sizeof variants[0], .make = make,             \
    .place = place

const hard_scene hard_tiny_2 = {TINY, .name = "tiny-1e-2", .value = 1e-2};
const hard_scene hard_tiny_3 = {TINY, .name = "tiny-1e-3", .value = 1e-3};
const hard_scene hard_tiny_4 = {TINY, .name = "tiny-1e-4", .value = 1e-4};
