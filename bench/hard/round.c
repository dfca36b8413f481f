/* SPDX-License-Identifier: MIT */
/* Two concentric spheres, one inside the other, and a ball in a spherical cup. The gap is nearly
 * the same everywhere, so nearly every triangle has a partner at almost the least distance, and
 * boxes on a curved surface are thicker than the gap. */
#include "scenes.h"

#include <tact/mesh_generators.h>

#include <stdlib.h>

/* 20 n^2 triangles: 44,180. */
#define FREQUENCY 47
#define QUICK_FREQUENCY 10
/* A cup holds the ball up to this height. */
#define RIM 0.3

static tact_mesh *make_sphere(bool quick) {
    tact_mesh *mesh = NULL;
    uint32_t frequency = quick ? QUICK_FREQUENCY : FREQUENCY;
    bench_must(tact_mesh_create_icosphere(NULL, 1, frequency, &mesh), "a sphere");
    return mesh;
}

static tact_mesh *make_scaled(tact_mesh *mesh, double factor) {
    tact_pose scale = tact_pose_identity();
    scale.m[0] = scale.m[5] = scale.m[10] = factor;
    return hard_mesh_placed(mesh, scale);
}

/* ---- Nested spheres -------------------------------------------------------------------------- */

/* The gap is the scene's value. The facets of a turned sphere do not face those of the other one.
 */
static const hard_variant nested_variants[] = {{"aligned", 0, BENCH_NONE, true},
                                               {"turned", 1, BENCH_NONE, true}};

static void make_nested(const hard_scene *scene, bool quick, mesh_model *a, mesh_model *b) {
    *a = mesh_describe("outer", make_sphere(quick));
    *b = mesh_describe("inner", make_scaled(make_sphere(quick), 1 - scene->value));
}

static tact_pose turn(bench_rng *rng) {
    tact_pose pose = hard_motion(rng);
    pose.m[3] = pose.m[7] = pose.m[11] = 0;
    return pose;
}

static void place_nested(const hard_stage *stage, bench_rng *rng, size_t count, pose_pair *out) {
    for (size_t i = 0; i < count; i++) {
        tact_pose common = hard_motion(rng), own = turn(rng);
        out[i] = hard_pair_at(common, stage->variant->value > 0 ? own : tact_pose_identity());
    }
}

#define NESTED                                                                                     \
    .variants = nested_variants, .count = sizeof nested_variants / sizeof nested_variants[0],      \
    .make = make_nested, .place = place_nested

const hard_scene hard_nested_2 = {NESTED, .name = "nested-1e-2", .value = 1e-2};
const hard_scene hard_nested_3 = {NESTED, .name = "nested-1e-3", .value = 1e-3};

/* ---- Ball in a socket ------------------------------------------------------------------------ */

/* The value is the translation of the ball towards the bottom of the cup, in gaps. */
static const hard_variant socket_variants[] = {{"centred", 0, BENCH_NONE, true},
                                               {"resting", 0.9, BENCH_NONE, false},
                                               {"pressed in", 1.5, 0, false}};

/* The triangles of a sphere whose vertices are all below the rim. */
static tact_mesh *make_cup(bool quick, double radius) {
    tact_mesh *sphere = make_scaled(make_sphere(quick), radius);
    const tact_vec3 *vertices = tact_mesh_vertices(sphere);
    const uint32_t *indices = tact_mesh_indices(sphere);
    tact_mesh_arrays arrays = tact_mesh_as_arrays(sphere);
    uint32_t *kept = bench_allocate(3 * (size_t)arrays.triangle_count, sizeof *kept);
    uint32_t count = 0;
    for (uint32_t i = 0; i < arrays.triangle_count; i++) {
        const uint32_t *t = indices + 3 * (size_t)i;
        if (fmax(vertices[t[0]].z, fmax(vertices[t[1]].z, vertices[t[2]].z)) > RIM)
            continue;
        for (int k = 0; k < 3; k++)
            kept[3 * (size_t)count + (size_t)k] = t[k];
        count++;
    }
    arrays.indices = kept;
    arrays.triangle_count = count;
    arrays.source_faces = NULL;
    tact_mesh *cup = NULL;
    bench_must(tact_mesh_create(NULL, &arrays, NULL, &cup), "a cup");
    free(kept);
    tact_mesh_destroy(sphere);
    return cup;
}

static void make_socket(const hard_scene *scene, bool quick, mesh_model *a, mesh_model *b) {
    *a = mesh_describe("cup", make_cup(quick, 1 + scene->value));
    *b = mesh_describe("ball", make_sphere(quick));
}

static void place_socket(const hard_stage *stage, bench_rng *rng, size_t count, pose_pair *out) {
    for (size_t i = 0; i < count; i++) {
        tact_pose common = hard_motion(rng), own = turn(rng);
        own.m[11] -= stage->variant->value * stage->scene->value;
        out[i] = hard_pair_at(common, own);
    }
}

const hard_scene hard_socket = {.name = "socket",
                                .value = 1e-2,
                                .variants = socket_variants,
                                .count = sizeof socket_variants / sizeof socket_variants[0],
                                .make = make_socket,
                                .place = place_socket};
