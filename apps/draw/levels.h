/* SPDX-License-Identifier: MIT */
/* The boxes of the levels of a body's hierarchy, as far as a picture can show them. */
#ifndef TACT_DRAW_LEVELS_H
#define TACT_DRAW_LEVELS_H

#include "scene.h"

/* The most boxes of a level that is kept, and the most levels. Level 0 is one box. */
#define DRAW_LEVEL_BOXES 4096u
#define DRAW_MOST_LEVELS 12u

void draw_levels_clear(draw_levels *levels);

/* Keeps the boxes of a mesh model at a pose. Other kinds have no levels. */
tact_status draw_levels_make(const tact_model *model, tact_pose pose, draw_levels *out);

/* The boxes of a level; those of the last level if there are fewer. *count is 0 without levels. */
const draw_box *draw_levels_at(const draw_levels *levels, uint32_t level, uint32_t *count);

/* Replaces the surfaces of bodies that have levels by the boxes of a level. Marks and levels of
 * these bodies are dropped. */
tact_status draw_levels_show(draw_scene *scene, uint32_t level);

#endif
