/* SPDX-License-Identifier: MIT */
/* The motion of a scene in the data of a page; see page_motion.h. In this order: times, distances,
 * the first contact and the time that is drawn; spans; touches; which movers move; their
 * translations and quaternions; the points of each body that bends. */
#include "page_motion.h"

#include <stdlib.h>

#include "motion.h"
#include "track.h"

/* Whole numbers: get returns the i-th one. */
static void put_numbers(draw_buffer *to, const draw_motion *motion, size_t count,
                        uint32_t (*get)(const draw_motion *motion, size_t i)) {
    uint32_t *all = calloc(count + 1, sizeof *all);
    for (size_t i = 0; all != NULL && i < count; i++)
        all[i] = get(motion, i);
    if (all != NULL)
        draw_buffer_steps(to, all, count);
    else
        to->failed = true;
    free(all);
}

static uint32_t state_of_span(const draw_motion *motion, size_t i) {
    return motion->spans[i].state;
}

static uint32_t frame_of_touch(const draw_motion *motion, size_t i) {
    return motion->touches[i].frame;
}

static uint32_t body_of_touch(const draw_motion *motion, size_t i) {
    return motion->touches[i].body;
}

static uint32_t triangle_of_touch(const draw_motion *motion, size_t i) {
    return motion->touches[i].triangle;
}

static uint32_t is_moving(const draw_motion *motion, size_t i) {
    return draw_motion_moves(motion, (uint32_t)i);
}

static void put_times(draw_buffer *to, const draw_motion *motion) {
    const double contact[3] = {motion->lower, motion->upper, motion->drawn};
    draw_buffer_doubles(to, motion->times, motion->frame_count);
    draw_buffer_doubles(to, motion->distances, motion->frame_count);
    draw_buffer_doubles(to, contact, 3);
    for (uint32_t i = 0; i < motion->span_count; i++) {
        const double ends[2] = {motion->spans[i].from, motion->spans[i].to};
        draw_buffer_doubles(to, ends, 2);
    }
    put_numbers(to, motion, motion->span_count, state_of_span);
    put_numbers(to, motion, motion->touch_count, frame_of_touch);
    put_numbers(to, motion, motion->touch_count, body_of_touch);
    put_numbers(to, motion, motion->touch_count, triangle_of_touch);
    put_numbers(to, motion, motion->mover_count, is_moving);
}

/* ---- Moves -------------------------------------------------------------------------------- */

/* Numbers of all frames: width of them per mover that moves. */
typedef struct move_numbers {
    double *at;
    size_t count; /* per frame */
} move_numbers;

static double move_number(const void *user, uint32_t frame, size_t i) {
    const move_numbers *numbers = user;
    return numbers->at[frame * numbers->count + i];
}

static void set_mover(const draw_motion *motion, uint32_t mover, tact_vec3 center, double scale,
                      move_numbers places, move_numbers turns, size_t at) {
    tact_quat q = tact_quat_identity();
    for (uint32_t frame = 0; frame < motion->frame_count; frame++) {
        double *place = places.at + frame * places.count + 3 * at;
        double *turn = turns.at + frame * turns.count + 4 * at;
        tact_vec3 shift = tact_vec3_scale(draw_motion_shift(motion, frame, mover, center), scale);
        place[0] = shift.x;
        place[1] = shift.y;
        place[2] = shift.z;
        q = draw_motion_turn(motion, frame, mover, q);
        turn[0] = q.x;
        turn[1] = q.y;
        turn[2] = q.z;
        turn[3] = q.w;
    }
}

static void put_track(draw_buffer *to, const draw_motion *motion, move_numbers numbers) {
    double lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};
    for (size_t i = 0; i < motion->frame_count * numbers.count; i++) {
        size_t k = i % numbers.count % 3;
        lo[k] = numbers.at[i] < lo[k] ? numbers.at[i] : lo[k];
        hi[k] = numbers.at[i] > hi[k] ? numbers.at[i] : hi[k];
    }
    draw_track track = draw_track_make(motion->frame_count, numbers.count, 3, lo, hi);
    draw_track_put(to, &track, move_number, &numbers);
}

static void put_moves(draw_buffer *to, const draw_motion *motion, tact_vec3 center, double scale) {
    size_t moving = 0, at = 0;
    for (uint32_t i = 0; i < motion->mover_count; i++)
        moving += draw_motion_moves(motion, i);
    if (moving == 0)
        return;
    move_numbers places = {NULL, 3 * moving}, turns = {NULL, 4 * moving};
    places.at = calloc(motion->frame_count * places.count, sizeof *places.at);
    turns.at = calloc(motion->frame_count * turns.count, sizeof *turns.at);
    if (places.at != NULL && turns.at != NULL) {
        for (uint32_t i = 0; i < motion->mover_count; i++)
            if (draw_motion_moves(motion, i))
                set_mover(motion, i, center, scale, places, turns, at++);
        put_track(to, motion, places);
        put_track(to, motion, turns);
    } else {
        to->failed = true;
    }
    free(places.at);
    free(turns.at);
}

/* ---- Bodies that bend --------------------------------------------------------------------- */

typedef struct bend {
    const draw_body *body;
    tact_vec3 center;
    double scale;
} bend;

static double bend_number(const void *user, uint32_t frame, size_t i) {
    const bend *b = user;
    tact_vec3 p = b->body->frames[(size_t)frame * b->body->point_count + i / 3];
    p = tact_vec3_scale(tact_vec3_sub(p, b->center), b->scale);
    return i % 3 == 0 ? p.x : i % 3 == 1 ? p.y : p.z;
}

static void put_bend(draw_buffer *to, uint32_t frames, const bend *b) {
    tact_box box = tact_box_empty();
    size_t count = (size_t)frames * b->body->point_count;
    for (size_t i = 0; i < count; i++)
        box = tact_box_add_point(
            box, tact_vec3_scale(tact_vec3_sub(b->body->frames[i], b->center), b->scale));
    const double lo[3] = {box.lo.x, box.lo.y, box.lo.z}, hi[3] = {box.hi.x, box.hi.y, box.hi.z};
    draw_track track = draw_track_make(frames, 3 * (size_t)b->body->point_count, 2, lo, hi);
    draw_track_put(to, &track, bend_number, b);
}

void draw_page_put_motion(draw_buffer *to, const draw_scene *scene, tact_vec3 center,
                          double scale) {
    const draw_motion *motion = &scene->motion;
    if (motion->frame_count == 0)
        return;
    put_times(to, motion);
    put_moves(to, motion, center, scale);
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const bend b = {.body = &scene->bodies[i], .center = center, .scale = scale};
        if (b.body->frames != NULL && b.body->point_count > 0)
            put_bend(to, motion->frame_count, &b);
    }
}
