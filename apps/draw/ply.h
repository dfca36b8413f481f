/* SPDX-License-Identifier: MIT */
/* The marked triangles of a scene as PLY. */
#ifndef TACT_DRAW_PLY_H
#define TACT_DRAW_PLY_H

#include "scene.h"

/* A binary PLY file in memory, to be freed: the marked triangles of all bodies as they are drawn,
 * each with the colour of its side, its side (0: A, 1: B) and its number. Coordinates are doubles.
 * Without marked triangles the file has no faces. */
tact_status draw_ply_make(const draw_scene *scene, uint8_t **out, size_t *bytes);

#endif
