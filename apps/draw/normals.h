/* SPDX-License-Identifier: MIT */
/* Normals for smooth shading: at each corner of a triangle the mean normal of those triangles
 * around the vertex that are inclined by less than the crease angle. */
#ifndef TACT_DRAW_NORMALS_H
#define TACT_DRAW_NORMALS_H

#include "camera.h"

typedef struct draw_normals {
    const uint32_t *indices;
    float (*faces)[4]; /* unit normal and weight of each triangle */
    uint32_t *firsts;  /* of each vertex: where its triangles begin in around */
    uint32_t *around;  /* triangles around vertices */
} draw_normals;

/* Finds the triangles around each vertex of a body whose points are seen so. */
tact_status draw_normals_make(const draw_body *body, const draw_seen *seen, draw_normals *out);
void draw_normals_clear(draw_normals *normals);
/* The normals at the three corners of a triangle, as the camera sees them; not of length 1. */
void draw_normals_at(const draw_normals *normals, uint32_t triangle, float out[3][3]);

#endif
