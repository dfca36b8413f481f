/* SPDX-License-Identifier: MIT */
/* Pairs of models in motion as inputs of benchmarks. */
#ifndef TACT_BENCH_MOTIONS_H
#define TACT_BENCH_MOTIONS_H

#include "bench.h"

#include <tact/rigid.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The way of the first side; the second one stays. */
typedef enum motion_way {
    MOTION_LINE, /* a translation */
    MOTION_TURN, /* the origin moves along a line, and the model turns about it */
    MOTION_SCREW
} motion_way;

typedef struct motion_input {
    const tact_mesh *mesh[2]; /* NULL for a shape */
    tact_shape shape[2];
    tact_pose from, to, still; /* of the first side, and of the second one */
    motion_way way;
    tact_moving moving[2]; /* the same for tact */
} motion_input;

/* Two meshes of about 70,000 triangles: the bunny, or a generated model if its file is not there,
 * with itself, and with a flat sheet that it crosses in one step of 40 sizes. */
extern const bench_family motion_meshes_line, motion_meshes_turn, motion_meshes_screw,
    motion_meshes_sheet;

/* A convex shape that is cast at the same mesh from a tenth of its size away. */
extern const bench_family motion_sphere_mesh, motion_capsule_mesh, motion_box_mesh,
    motion_hull64_mesh, motion_cylinder_mesh;

/* Two convex shapes. */
#define MOTION_SHAPES(kind) extern const bench_family motion_##kind##_line, motion_##kind##_turn;
MOTION_SHAPES(boxes)
MOTION_SHAPES(hulls)
MOTION_SHAPES(capsule_box)
MOTION_SHAPES(sphere_cylinder)
#undef MOTION_SHAPES

/* Destroys what the families made. */
void motion_inputs_release(void);

#ifdef __cplusplus
}
#endif

#endif
