/* SPDX-License-Identifier: MIT */
/* The motion of a scene in the data of a page; page/motion.js reads it. */
#ifndef TACT_DRAW_PAGE_MOTION_H
#define TACT_DRAW_PAGE_MOTION_H

#include "buffer.h"
#include "scene.h"

/* Adds the motion, if there is one. Places are relative to the centre, in units of 1 / scale.
 * Moves are rounded to 2^-24 of the range of their numbers, points of bodies that bend to 2^-16 of
 * the longest edge of the box around the body at all frames. */
void draw_page_put_motion(draw_buffer *to, const draw_scene *scene, tact_vec3 center, double scale);

#endif
