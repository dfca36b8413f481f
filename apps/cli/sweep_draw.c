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

/* What is known about the time: free up to a certain time; then the contact, or nothing. */
static tact_status add_spans(const question *q, const answer *from, draw_scene *scene) {
    const tact_rigid_options *options = &q->verbs->sweep->options;
    const draw_motion *motion = &scene->motion;
    tact_status status = draw_scene_add_span(scene, options->start, motion->lower, DRAW_STATE_FREE);
    double certain = motion->has_contact ? motion->upper : options->limit;
    if (status == TACT_OK)
        status = draw_scene_add_span(scene, motion->lower, certain, DRAW_STATE_OPEN);
    return status == TACT_OK && from->sweep.outcome == TACT_OUTCOME_CONTACT
               ? draw_scene_add_span(scene, certain, options->limit, DRAW_STATE_CONTACT)
               : status;
}

/* Up to when the way is free. A proof that is checked holds for all of it or for nothing. */
static double free_until(const question *q, const answer *from) {
    const tact_rigid_options *options = &q->verbs->sweep->options;
    if (q->verbs->sweep->has_check)
        return from->free.is_proven ? options->limit : options->start;
    return from->verdict == TACT_OUTCOME_APART ? options->limit : from->sweep.lower;
}

/* All bodies touch at the frames at which the sides are as near as the question says. */
static tact_status add_touches(const question *q, draw_scene *scene) {
    const draw_motion *motion = &scene->motion;
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < motion->frame_count; i++)
        for (uint32_t k = 0; k < scene->body_count && status == TACT_OK; k++)
            if (motion->distances[i] <= q->verbs->sweep->options.separation)
                status = draw_scene_add_touch(scene, i, k, TACT_NO_TRIANGLE);
    return status;
}

tact_status question_draw_motion(const question *q, const answer *from,
                                 const tact_instance drawn[2], draw_scene *scene) {
    const tact_rigid_options *options = &q->verbs->sweep->options;
    double contact = question_contact_time(q, from);
    uint32_t next = 0;
    tact_status status = draw_scene_set_motion(scene, FRAMES + 2, 2);
    draw_motion *motion = &scene->motion;
    if (status != TACT_OK)
        return status;
    motion->has_contact = from->sweep.outcome == TACT_OUTCOME_CONTACT;
    motion->lower = free_until(q, from);
    motion->upper = motion->drawn = contact;
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
    if (status == TACT_OK)
        status = add_spans(q, from, scene);
    return status == TACT_OK ? add_touches(q, scene) : status;
}
