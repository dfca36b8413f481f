/* SPDX-License-Identifier: MIT */
/* Two equal square plates, one on the other or parallel at a small gap. Every triangle has many
 * partners at the same distance, and no box that is not as flat as the plates tells them apart.
 *
 * A flat plate lies in a coordinate plane of its own frame, so its boxes are flat. The vertices of
 * a tilted plate are rotated before they are stored. Its boxes are thick, and its coordinates are
 * rounded, so that its triangles are not quite in one plane. */
#include "scenes.h"

#include <tact/mesh_generators.h>

/* Squares per side: 45,000 triangles. */
#define CELLS 150
#define QUICK_CELLS 20

static const hard_variant variants[] = {
    {"coincident", 0, 0, false},    {"gap 1e-7", 1e-7, 1e-7, true}, {"gap 1e-6", 1e-6, 1e-6, true},
    {"gap 1e-5", 1e-5, 1e-5, true}, {"gap 1e-4", 1e-4, 1e-4, true}, {"gap 1e-3", 1e-3, 1e-3, true}};

/* By the scene's value as an angle, about an axis that is in no way special. */
static tact_pose tilt(const hard_scene *scene) {
    tact_quat turn = tact_quat_identity();
    bench_must(tact_quat_from_axis_angle(tact_vec3_make(0.3, -0.7, 0.45), scene->value, &turn),
               "a rotation");
    tact_pose pose = tact_pose_identity();
    bench_must(tact_pose_from_quat(turn, tact_vec3_make(0, 0, 0), &pose), "a pose");
    return pose;
}

static tact_mesh *make_plate(const hard_scene *scene, bool quick) {
    uint32_t cells = quick ? QUICK_CELLS : CELLS;
    tact_mesh *mesh = NULL;
    bench_must(tact_mesh_create_cloth(NULL, 1, 1, cells, cells, &mesh), "a plate");
    return scene->value > 0 ? hard_mesh_placed(mesh, tilt(scene)) : mesh;
}

static void make(const hard_scene *scene, bool quick, mesh_model *a, mesh_model *b) {
    *a = mesh_describe("plate", make_plate(scene, quick));
    *b = mesh_describe("plate", make_plate(scene, quick));
}

/* The gap is along the normal of the plates. */
static void place(const hard_stage *stage, bench_rng *rng, size_t count, pose_pair *out) {
    double gap = stage->variant->gap * hard_size(stage->a, stage->b);
    tact_vec3 normal = tact_pose_rotate(tilt(stage->scene), tact_vec3_make(0, 0, 1));
    tact_pose shift = hard_shift(tact_vec3_scale(normal, gap));
    for (size_t i = 0; i < count; i++)
        out[i] = hard_pair_at(hard_motion(rng), shift);
}

#define PLATES                                                                                     \
    .variants = variants, .count = sizeof variants / sizeof variants[0], .make = make,             \
    .place = place

const hard_scene hard_plates_flat = {PLATES, .name = "plates-flat", .value = 0};
const hard_scene hard_plates_tilted = {PLATES, .name = "plates-tilted", .value = 1.1};
