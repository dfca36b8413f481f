/* SPDX-License-Identifier: MIT */
/* Scenes as binary glTF 2.0 (GLB), which most 3D programs read. Coordinates are floats relative to
 * the middle of the scene, which the root node moves back. */
#ifndef TACT_DRAW_GLB_H
#define TACT_DRAW_GLB_H

#include "scene.h"

/* The file, to be freed. Each body, its marked triangles, each path and the list of what was found
 * are nodes with names; their extras have numbers. TACT_INVALID_ARGUMENT if the scene is empty or
 * beyond the range of float; TACT_TOO_LARGE above 4 GB. */
tact_status draw_glb_make(const draw_scene *scene, uint8_t **out, size_t *bytes);

#endif
