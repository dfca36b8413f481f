/* SPDX-License-Identifier: MIT */
/* What tact sim draws; see sim_draw.h. During the run the moves are the poses of the objects. At
 * the end it is known at which step the objects are drawn: that of the first contact, or the last
 * one. */
#include "sim_draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Poses of all steps together. */
#define MOST_POSES (1u << 20)
/* The list of the page has so many rows at most. */
#define MOST_ROWS 5000u

/* If no time passes, nothing moves. */
static uint32_t frames_of(const scene *s) {
    return s->seconds > 0 && s->steps < MOST_POSES ? s->steps + 1 : 1;
}

cli_exit sim_drawing_begin(sim_drawing *to, const cli_args *args, const scene *objects) {
    *to = (sim_drawing){.args = args, .is_wanted = drawing_is_wanted(args), .objects = objects};
    if (!to->is_wanted)
        return CLI_OK;
    to->frame_count = frames_of(objects);
    if ((uint64_t)objects->object_count * ((uint64_t)objects->steps + 1) > MOST_POSES) {
        cli_complain("the run cannot be drawn: %" PRIu32 " steps of %" PRIu32
                     " objects; at most %u poses are drawn; --steps makes it shorter",
                     objects->steps, objects->object_count, MOST_POSES);
        return CLI_USAGE;
    }
    to->active = calloc((size_t)objects->object_count + 1, sizeof *to->active);
    to->touching =
        calloc((size_t)objects->object_count * to->frame_count + 1, sizeof *to->touching);
    to->scene.is_world = true;
    to->scene.fineness = objects->object_count <= 20 ? 24 : objects->object_count <= 200 ? 12 : 6;
    tact_status status = draw_scene_set_motion(&to->scene, to->frame_count, objects->object_count);
    if (to->active == NULL || to->touching == NULL)
        status = TACT_OUT_OF_MEMORY;
    return status == TACT_OK ? CLI_OK : drawing_fail(status);
}

void sim_drawing_clear(sim_drawing *drawing) {
    draw_scene_clear(&drawing->scene);
    free(drawing->active);
    free(drawing->touching);
}

/* ---- Events ------------------------------------------------------------------------------- */

static tact_vec3 middle(const tact_site *a, const tact_site *b) {
    return tact_vec3_scale(tact_vec3_add(a->point, b->point), 0.5);
}

/* Where an answer is; false if it has no place. */
static bool find_point(const tact_events *events, const tact_event *event, tact_vec3 *out) {
    if (event->result == TACT_NO_RESULT || event->kind == TACT_EVENT_END)
        return false;
    if (event->question == TACT_QUESTION_COLLIDE) {
        *out = events->collides[event->result].a.point;
        return (events->collides[event->result].flags & TACT_RESULT_POINT) != 0;
    }
    if (event->question == TACT_QUESTION_DISTANCE) {
        const tact_distance_result *gap = &events->distances[event->result];
        *out = middle(&gap->a, &gap->b);
        return (gap->flags & TACT_RESULT_POINT) != 0;
    }
    if (event->question == TACT_QUESTION_DEPTH) {
        const tact_depth_result *depth = &events->depths[event->result];
        *out = middle(&depth->a, &depth->b);
        return (depth->flags & TACT_RESULT_POINT) != 0;
    }
    if (event->question == TACT_QUESTION_MANIFOLD) {
        *out = events->manifolds[event->result].points[0].point_a;
        return events->manifolds[event->result].point_count > 0;
    }
    return false;
}

static tact_status add_row(sim_drawing *to, const sim_event *e, tact_vec3 point) {
    static const char *const names[] = {"begin", "stay", "end"};
    if (to->scene.finding_count >= MOST_ROWS) {
        to->scene.more++;
        return TACT_OK;
    }
    tact_status status = draw_scene_add_finding(&to->scene, names[e->event->kind], TACT_NO_TRIANGLE,
                                                TACT_NO_TRIANGLE, point);
    if (status != TACT_OK)
        return status;
    draw_finding *row = &to->scene.findings[to->scene.finding_count - 1];
    row->time = e->step * to->objects->seconds;
    row->movers[0] = e->a;
    row->movers[1] = e->b;
    return drawing_set_json(&row->details, e->write, e->data);
}

tact_status sim_drawing_add_event(sim_drawing *to, const sim_event *e) {
    draw_motion *motion = &to->scene.motion;
    tact_vec3 point = tact_vec3_make((double)NAN, (double)NAN, (double)NAN);
    bool is_begin = e->event->kind == TACT_EVENT_BEGIN, is_end = e->event->kind == TACT_EVENT_END;
    if (!to->is_wanted)
        return TACT_OK;
    bool has_point = find_point(e->events, e->event, &point);
    if (!has_point)
        point = tact_vec3_make((double)NAN, (double)NAN, (double)NAN);
    to->active[e->a] += is_begin ? 1 : is_end ? UINT32_MAX : 0;
    to->active[e->b] += is_begin ? 1 : is_end ? UINT32_MAX : 0;
    tact_status status = TACT_OK;
    if (is_begin && !motion->has_contact) {
        motion->has_contact = true;
        motion->lower = motion->upper = motion->drawn = e->step * to->objects->seconds;
    }
    bool is_drawn = is_begin && motion->drawn == e->step * to->objects->seconds;
    if (is_drawn && has_point) {
        to->focus = to->has_focus ? to->focus : point;
        to->has_focus = true;
        status = draw_scene_add_path(&to->scene, DRAW_ROLE_CONTACT, "contact", &point, 1, false);
    }
    return status == TACT_OK && e->is_listed ? add_row(to, e, point) : status;
}

/* ---- Steps -------------------------------------------------------------------------------- */

tact_status sim_drawing_add_step(sim_drawing *to, uint32_t step, const tact_world *world,
                                 const tact_object_id *ids) {
    draw_motion *motion = &to->scene.motion;
    if (!to->is_wanted || step >= to->frame_count)
        return TACT_OK;
    motion->times[step] = step * to->objects->seconds;
    for (uint32_t i = 0; i < motion->mover_count; i++) {
        tact_object object;
        tact_status status = tact_world_read(world, ids[i], &object);
        if (status != TACT_OK)
            return status;
        motion->moves[(size_t)step * motion->mover_count + i] = object.instance.pose;
        if (to->active[i] > 0)
            to->touching[to->touching_count++] = (draw_touch){step, i, TACT_NO_TRIANGLE};
    }
    return TACT_OK;
}

/* ---- The scene ---------------------------------------------------------------------------- */

static bool is_half_space(const tact_model *model) {
    const tact_shape *shape = tact_model_shape(model);
    return shape != NULL && shape->kind == TACT_SHAPE_HALF_SPACE;
}

/* Adds an object at a pose. All that belongs to it moves with it. */
static tact_status add_object(sim_drawing *to, uint32_t number, tact_pose pose) {
    draw_scene *all = &to->scene;
    const scene_object *object = &to->objects->objects[number];
    uint32_t first_body = all->body_count, first_path = all->path_count;
    tact_instance instance = object->object.instance;
    instance.pose = pose;
    tact_status status =
        draw_scene_add_instance(all, &instance, object->name, object->object.group);
    for (uint32_t i = first_body; i < all->body_count; i++)
        all->bodies[i].mover = number;
    for (uint32_t i = first_path; i < all->path_count; i++)
        all->paths[i].mover = number;
    return status;
}

/* Adds all objects as they lie at a frame. Half-spaces are drawn around the rest, so they come
 * last. */
static tact_status add_objects(sim_drawing *to, const tact_pose *poses) {
    tact_status status = TACT_OK;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < to->objects->object_count && status == TACT_OK; i++)
            if (is_half_space(to->objects->objects[i].object.instance.model) == (pass == 1))
                status = add_object(to, i, poses[i]);
    return status;
}

/* Makes moves of poses. */
static tact_status set_moves(sim_drawing *to, uint32_t drawn) {
    draw_motion *motion = &to->scene.motion;
    size_t count = motion->mover_count;
    tact_pose *back = calloc(count + 1, sizeof *back);
    if (back == NULL)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        back[i] = tact_pose_inverse(motion->moves[drawn * count + i]);
    for (size_t i = 0; i < count * motion->frame_count; i++)
        motion->moves[i] = tact_pose_compose(motion->moves[i], back[i % count]);
    free(back);
    return TACT_OK;
}

/* What touches: the bodies of the objects with active pairs. */
static tact_status add_touches(sim_drawing *to, uint32_t drawn) {
    draw_scene *all = &to->scene;
    uint32_t *first = calloc((size_t)to->objects->object_count + 1, sizeof *first);
    tact_status status = first != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    for (uint32_t i = all->body_count; i > 0 && first != NULL; i--)
        first[all->bodies[i - 1].mover] = i;
    for (uint32_t i = 0; i < to->touching_count && status == TACT_OK; i++) {
        uint32_t object = to->touching[i].body, at = first[object];
        for (; at > 0 && at <= all->body_count && all->bodies[at - 1].mover == object; at++) {
            if (status == TACT_OK)
                status = draw_scene_add_touch(all, to->touching[i].frame, at - 1, TACT_NO_TRIANGLE);
            all->bodies[at - 1].is_hit |= to->touching[i].frame == drawn;
        }
    }
    free(first);
    return status;
}

/* Each step stands for the time around it. */
static tact_status add_spans(sim_drawing *to) {
    draw_motion *motion = &to->scene.motion;
    uint32_t next = 0;
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < motion->frame_count && status == TACT_OK; i++) {
        double from = motion->times[i > 0 ? i - 1 : i], to_time = motion->times[i];
        double after = motion->times[i + 1 < motion->frame_count ? i + 1 : i];
        bool is_active = next < to->touching_count && to->touching[next].frame == i;
        while (next < to->touching_count && to->touching[next].frame == i)
            next++;
        status = draw_scene_add_span(&to->scene, (from + to_time) / 2, (to_time + after) / 2,
                                     is_active ? DRAW_STATE_CONTACT : DRAW_STATE_APART);
    }
    return status;
}

static tact_status build(sim_drawing *to) {
    draw_motion *motion = &to->scene.motion;
    uint32_t drawn = motion->frame_count - 1;
    if (!motion->has_contact)
        motion->drawn = motion->times[drawn];
    while (drawn > 0 && motion->times[drawn] > motion->drawn)
        drawn--;
    tact_status status = add_objects(to, motion->moves + (size_t)drawn * motion->mover_count);
    if (status == TACT_OK)
        status = set_moves(to, drawn);
    if (status == TACT_OK)
        status = add_touches(to, drawn);
    return status == TACT_OK ? add_spans(to) : status;
}

cli_exit sim_drawing_end(sim_drawing *to, void (*write)(const void *data, json_writer *json),
                         const void *data, const cli_output *output) {
    if (!to->is_wanted)
        return CLI_OK;
    tact_status status = build(to);
    if (status == TACT_OK)
        status = drawing_describe(to->args, write, data, &to->scene);
    return status == TACT_OK
               ? drawing_write(to->args, &to->scene, to->has_focus ? &to->focus : NULL, output)
               : drawing_fail(status);
}
