/* SPDX-License-Identifier: MIT */
/* Moves as translations and quaternions; see motion.h. */
#include "motion.h"

#include <math.h>
#include <string.h>

static const tact_pose *move_at(const draw_motion *motion, uint32_t frame, uint32_t mover) {
    return &motion->moves[(size_t)frame * motion->mover_count + mover];
}

bool draw_motion_moves(const draw_motion *motion, uint32_t mover) {
    if (mover >= motion->mover_count)
        return false;
    const tact_pose *first = move_at(motion, 0, mover);
    for (uint32_t frame = 1; frame < motion->frame_count; frame++)
        if (memcmp(first->m, move_at(motion, frame, mover)->m, sizeof first->m) != 0)
            return true;
    return false;
}

tact_vec3 draw_motion_shift(const draw_motion *motion, uint32_t frame, uint32_t mover,
                            tact_vec3 point) {
    return tact_vec3_sub(tact_pose_place(*move_at(motion, frame, mover), point), point);
}

tact_quat draw_motion_turn(const draw_motion *motion, uint32_t frame, uint32_t mover,
                           tact_quat last) {
    tact_quat q = tact_pose_to_quat(*move_at(motion, frame, mover));
    double sign = q.w * last.w + q.x * last.x + q.y * last.y + q.z * last.z < 0 ? -1 : 1;
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z) * sign;
    return (tact_quat){.w = q.w / length, .x = q.x / length, .y = q.y / length, .z = q.z / length};
}
