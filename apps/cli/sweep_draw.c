/* SPDX-License-Identifier: MIT */
/* The motion of a sweep as part of a scene: poses and distances at times; see question.h. */
#include "question.h"

#include <math.h>

/* Frames between the start and the limit. The first contact is one more. */
#define FRAMES 120u

tact_status question_pose_at(const answer *from, double time, tact_instance out[2]) {
    out[0] = from->a;
    out[1] = from->b;
    for (int side = 0; side < 2; side++) {
        tact_status status = tact_rigid_pose_at(&from->moving[side].motion, time, &out[side].pose);
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}

double question_contact_time(const question *q, const answer *from) {
    const tact_rigid_result *sweep = &from->sweep;
    return sweep->outcome == TACT_OUTCOME_CONTACT ? sweep->upper : q->verbs->sweep->options.limit;
}

/* One frame: the distance, and the moves from where the bodies are drawn. */
static tact_status set_frame(const question *q, const answer *from, const tact_instance drawn[2],
                             uint32_t at, draw_motion *motion) {
    tact_instance placed[2];
    tact_distance_result gap;
    tact_options options = tact_options_default();
    options.context = q->options.context;
    tact_status status = question_pose_at(from, motion->times[at], placed);
    if (status == TACT_OK)
        status = tact_distance(&placed[0], &placed[1], &options, NULL, &gap);
    if (status != TACT_OK)
        return status;
    motion->distances[at] = gap.distance;
    for (size_t side = 0; side < 2; side++)
        motion->moves[2 * (size_t)at + side] =
            tact_pose_compose(placed[side].pose, tact_pose_inverse(drawn[side].pose));
    return TACT_OK;
}

tact_status question_draw_motion(const question *q, const answer *from,
                                 const tact_instance drawn[2], draw_scene *scene) {
    const tact_rigid_options *options = &q->verbs->sweep->options;
    double contact = question_contact_time(q, from);
    uint32_t next = 0;
    tact_status status = draw_scene_set_motion(scene, FRAMES + 2);
    draw_motion *motion = &scene->motion;
    if (status != TACT_OK)
        return status;
    motion->has_contact = from->sweep.outcome == TACT_OUTCOME_CONTACT;
    motion->lower = motion->has_contact ? from->sweep.lower : options->limit;
    motion->upper = contact;
    for (uint32_t i = 0; i <= FRAMES; i++) {
        double time = options->start + (options->limit - options->start) * i / FRAMES;
        double before = next > 0 ? motion->times[next - 1] : -HUGE_VAL;
        if (contact > before && contact < time)
            motion->times[next++] = contact;
        motion->times[next++] = time;
    }
    motion->frame_count = next;
    for (uint32_t i = 0; i < next && status == TACT_OK; i++)
        status = set_frame(q, from, drawn, i, motion);
    return status;
}
