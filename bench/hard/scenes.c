/* SPDX-License-Identifier: MIT */
/* The list of scenes, and what they share; see scenes.h. */
#include "scenes.h"

#include <stdlib.h>

const hard_scene *const hard_scenes[] = {&hard_plates_flat, &hard_plates_tilted, &hard_tiny_2,
                                         &hard_tiny_3,      &hard_tiny_4,        &hard_nested_2,
                                         &hard_nested_3,    &hard_socket,        &hard_needles,
                                         &hard_voxels,      &hard_wiped_blob,    &hard_wiped_knot};
const size_t hard_scene_count = sizeof hard_scenes / sizeof hard_scenes[0];

#define MOST_TRIES 100

void hard_place_each(const hard_stage *stage, bench_rng *rng, hard_place_once *once, size_t count,
                     pose_pair *out) {
    for (size_t i = 0; i < count; i++) {
        int tries = 0;
        while (!once(stage, rng, &out[i])) {
            if (++tries == MOST_TRIES)
                bench_fail("%s, %s: no pose is found", stage->scene->name, stage->variant->name);
        }
    }
}

double hard_size(const mesh_model *a, const mesh_model *b) {
    return fmax(a->size, b->size);
}

tact_pose hard_motion(bench_rng *rng) {
    tact_quat rotation = pose_random_rotation(rng);
    tact_vec3 offset = pose_random_direction(rng);
    tact_pose pose = tact_pose_identity();
    bench_must(tact_pose_from_quat(rotation, offset, &pose), "a pose");
    return pose;
}

pose_pair hard_pair_at(tact_pose common, tact_pose b) {
    return (pose_pair){common, tact_pose_compose(common, b)};
}

tact_pose hard_shift(tact_vec3 by) {
    tact_pose pose = tact_pose_identity();
    pose.m[3] = by.x;
    pose.m[7] = by.y;
    pose.m[11] = by.z;
    return pose;
}

tact_mesh *hard_mesh_placed(tact_mesh *mesh, tact_pose pose) {
    uint32_t count = tact_mesh_vertex_count(mesh);
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    tact_vec3 *placed = bench_allocate(count, sizeof *placed);
    for (uint32_t i = 0; i < count; i++)
        placed[i] = tact_pose_place(pose, vertices[i]);
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    arrays.positions = placed;
    tact_mesh *result = NULL;
    bench_must(tact_mesh_create(NULL, &arrays, NULL, &result), "a placed mesh");
    free(placed);
    tact_mesh_destroy(mesh);
    return result;
}
