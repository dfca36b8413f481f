/* SPDX-License-Identifier: MIT */
/* Distance in motion with a cache that is empty at each frame, as in a program that keeps no cache
 * per pair but passes one. The poses are those of a model that turns by one degree per frame. */
#include "scenes.h"

#define TRIANGLES 70000
#define QUICK_TRIANGLES 2000

/* The value is the gap, as a fraction of the size. */
static const hard_variant variants[] = {{"gap 1e-1", 1e-1, BENCH_NONE, false},
                                        {"gap 1e-2", 1e-2, BENCH_NONE, false},
                                        {"gap 1e-3", 1e-3, BENCH_NONE, false}};

static void make(const hard_scene *scene, bool quick, mesh_model *a, mesh_model *b) {
    mesh_shape shape = scene->value > 0 ? MESH_KNOT : MESH_BLOB;
    uint32_t triangles = quick ? QUICK_TRIANGLES : TRIANGLES;
    *a = mesh_generate(shape, triangles);
    *b = mesh_generate(shape, triangles);
}

static void place(const hard_stage *stage, bench_rng *rng, size_t count, pose_pair *out) {
    pose_spin_make(rng, stage->a, stage->oracle, stage->variant->value, count, out);
}

#define WIPED                                                                                      \
    .is_motion = true, .variants = variants, .count = sizeof variants / sizeof variants[0],        \
    .make = make, .place = place

const hard_scene hard_wiped_blob = {WIPED, .name = "wiped-blob", .value = 0};
const hard_scene hard_wiped_knot = {WIPED, .name = "wiped-knot", .value = 1};
