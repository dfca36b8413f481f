/* SPDX-License-Identifier: MIT */
/* The moves of a motion as translations and quaternions, for files. */
#ifndef TACT_DRAW_MOTION_H
#define TACT_DRAW_MOTION_H

#include "scene.h"

/* Whether a mover is at different places at different frames. */
bool draw_motion_moves(const draw_motion *motion, uint32_t mover);
/* Where a move takes a point, relative to it. */
tact_vec3 draw_motion_shift(const draw_motion *motion, uint32_t frame, uint32_t mover,
                            tact_vec3 point);
/* The rotation of a move: of the two unit quaternions, the one nearer to last. */
tact_quat draw_motion_turn(const draw_motion *motion, uint32_t frame, uint32_t mover,
                           tact_quat last);

#endif
