/* SPDX-License-Identifier: MIT */
/* Two bodies of voxels (Menger sponges with edges of length 1) side by side. Many of their faces
 * are coplanar, and the faces of a sponge continue those of the other one. At poses without
 * rotation everything is exact: the bodies touch in whole faces. */
#include "scenes.h"

#include <tact/mesh_generators.h>

/* A sponge of level n has 3^n voxels per side; level 3 has 36,096 triangles. */
#define LEVEL 3
#define QUICK_LEVEL 1

typedef enum voxel_way { FLUSH, HALF, TURNED, INTO, APART } voxel_way;

static const hard_variant variants[] = {{"flush", FLUSH, 0, false},
                                        {"flush half off", HALF, 0, false},
                                        {"flush turned", TURNED, BENCH_NONE, false},
                                        {"half into", INTO, 0, false},
                                        {"gap 1e-3", APART, 1e-3, true}};

static void make(const hard_scene *scene, bool quick, mesh_model *a, mesh_model *b) {
    (void)scene;
    uint32_t level = quick ? QUICK_LEVEL : LEVEL;
    double size = pow(3, level);
    tact_mesh *mesh[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        bench_must(tact_mesh_create_menger_sponge(NULL, size, level, &mesh[i]), "a sponge");
    *a = mesh_describe("sponge", mesh[0]);
    *b = mesh_describe("sponge", mesh[1]);
}

/* b is moved by its size along x, and by whole voxels along y and z that differ from pose to pose.
 */
static void place(const hard_stage *stage, bench_rng *rng, size_t count, pose_pair *out) {
    voxel_way way = (voxel_way)stage->variant->value;
    double size = stage->a->size, half = way == HALF || way == INTO ? 0.5 : 0;
    double shift = way == INTO ? -0.5 : way == APART ? 1e-3 * size : 0;
    for (size_t i = 0; i < count; i++) {
        tact_pose common = hard_motion(rng);
        int32_t most = (int32_t)(size / 3);
        double y = bench_rng_integer(rng, -most, most), z = bench_rng_integer(rng, -most, most);
        tact_pose b = hard_shift(tact_vec3_make(size + shift, y + half, z + half));
        bool is_turned = way == TURNED || way == APART;
        out[i] = hard_pair_at(is_turned ? common : tact_pose_identity(), b);
    }
}

const hard_scene hard_voxels = {.name = "voxels",
                                .variants = variants,
                                .count = sizeof variants / sizeof variants[0],
                                .make = make,
                                .place = place};
