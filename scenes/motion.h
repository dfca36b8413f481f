/* SPDX-License-Identifier: MIT */
/* Bodies that bend: sheets and their motions, shared by tests, benchmarks and examples. Positions
 * are functions of time alone and have the same bits on every machine. */
#ifndef TACT_SCENES_MOTION_H
#define TACT_SCENES_MOTION_H

#include <tact/tact.h>

/* Triangles and their vertices at rest. */
typedef struct scene_body {
    uint32_t vertex_count, triangle_count;
    tact_vec3 *rest;
    uint32_t (*triangles)[3];
} scene_body;

/* A sheet of n x n squares, 0 <= x, y <= 1, z = 0; two triangles per square. NULL arrays if there
 * is no memory. */
scene_body scene_sheet(uint32_t n);
/* A sphere of radius 1/4 around (1/2, 1/2, 0): n rings of 2 n squares, not joined at the seam;
 * squares at the poles have a side of length 0. */
scene_body scene_ball(uint32_t n);
void scene_body_destroy(scene_body *body);

typedef enum scene_motion {
    SCENE_TWIST = 0,   /* about the middle line; a turn per unit of time */
    SCENE_FOLD = 1,    /* one half over the other and, after time 1, through it */
    SCENE_CRUMPLE = 2, /* waves grow while the sheet contracts */
    SCENE_DRAPE = 3,   /* falls on the ball of scene_ball() and hangs over it */
    SCENE_MOTIONS = 4
} scene_motion;

const char *scene_motion_name(scene_motion motion);

/* Where the vertices of a sheet are at a time from 0 on; motions last about one unit. */
void scene_positions(const scene_body *sheet, scene_motion motion, double time, tact_vec3 *out);

#endif
