/* SPDX-License-Identifier: MIT */
/* Boxes of hierarchies, as data and as surfaces; see levels.h. */
#include "levels.h"

#include <stdlib.h>

/* ---- Boxes -------------------------------------------------------------------------------- */

static tact_vec3 column(const tact_pose *pose, int k, double length) {
    return tact_vec3_make(pose->m[k] * length, pose->m[4 + k] * length, pose->m[8 + k] * length);
}

/* A box of a model that lies at a pose. */
static draw_box box_at(const tact_bvh_box *box, tact_pose pose) {
    tact_pose placed = tact_pose_compose(pose, box->pose);
    return (draw_box){{placed.m[3], placed.m[7], placed.m[11]},
                      {column(&placed, 0, box->half.x), column(&placed, 1, box->half.y),
                       column(&placed, 2, box->half.z)}};
}

/* Appends a level unless it is too large or the same as the one before. */
static bool add_level(const tact_model *model, tact_pose pose, tact_bvh_box *room,
                      draw_levels *to) {
    uint32_t first = to->count > 0 ? to->ends[to->count - 1] : 0;
    uint32_t before = to->count > 1 ? first - to->ends[to->count - 2] : first;
    uint32_t count = tact_model_boxes(model, to->count, room, DRAW_LEVEL_BOXES);
    if (to->count == DRAW_MOST_LEVELS || count > DRAW_LEVEL_BOXES || count == before)
        return false;
    for (uint32_t i = 0; i < count; i++)
        to->boxes[first + i] = box_at(&room[i], pose);
    to->ends[to->count++] = first + count;
    return true;
}

tact_status draw_levels_make(const tact_model *model, tact_pose pose, draw_levels *out) {
    draw_levels levels = {.count = 0};
    uint32_t total = 0, depth = tact_model_measure(model).depth;
    if (tact_model_boxes(model, 0, NULL, 0) == 0)
        return TACT_OK;
    for (uint32_t level = 0; level <= depth && level < DRAW_MOST_LEVELS; level++) {
        uint32_t count = tact_model_boxes(model, level, NULL, 0);
        if (count > DRAW_LEVEL_BOXES)
            break;
        total += count;
    }
    tact_bvh_box *room = malloc(DRAW_LEVEL_BOXES * sizeof *room);
    levels.boxes = malloc(total * sizeof *levels.boxes);
    levels.ends = malloc(DRAW_MOST_LEVELS * sizeof *levels.ends);
    if (room == NULL || levels.boxes == NULL || levels.ends == NULL) {
        free(room);
        draw_levels_clear(&levels);
        return TACT_OUT_OF_MEMORY;
    }
    while (add_level(model, pose, room, &levels)) {
    }
    free(room);
    *out = levels;
    return TACT_OK;
}

void draw_levels_clear(draw_levels *levels) {
    free(levels->boxes);
    free(levels->ends);
    *levels = (draw_levels){.count = 0};
}

const draw_box *draw_levels_at(const draw_levels *levels, uint32_t level, uint32_t *count) {
    *count = 0;
    if (levels->count == 0)
        return NULL;
    uint32_t at = level < levels->count ? level : levels->count - 1;
    uint32_t first = at > 0 ? levels->ends[at - 1] : 0;
    *count = levels->ends[at] - first;
    return levels->boxes + first;
}

/* ---- Surfaces ----------------------------------------------------------------------------- */

/* Corner i lies on the side of axis k where bit k of i says. */
static void put_box(const draw_box *box, uint32_t first, tact_vec3 *points, uint32_t *indices) {
    static const uint8_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                        2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (uint32_t i = 0; i < 8; i++) {
        points[i] = box->center;
        for (uint32_t k = 0; k < 3; k++)
            points[i] = tact_vec3_add(points[i],
                                      tact_vec3_scale(box->half[k], (i >> k & 1u) != 0 ? 1 : -1));
    }
    for (uint32_t i = 0; i < 36; i++)
        indices[i] = first + corners[i];
}

static tact_status show_boxes(draw_body *body, uint32_t level) {
    uint32_t count;
    const draw_box *boxes = draw_levels_at(&body->levels, level, &count);
    if (count == 0)
        return TACT_OK;
    tact_vec3 *points = malloc(8 * (size_t)count * sizeof *points);
    uint32_t *indices = malloc(36 * (size_t)count * sizeof *indices);
    if (points == NULL || indices == NULL) {
        free(points);
        free(indices);
        return TACT_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++)
        put_box(&boxes[i], 8 * i, points + 8 * (size_t)i, indices + 36 * (size_t)i);
    free(body->points);
    free(body->indices);
    free(body->marked);
    draw_levels_clear(&body->levels);
    body->points = points;
    body->point_count = 8 * count;
    body->indices = indices;
    body->triangle_count = 12 * count;
    body->marked = NULL;
    body->marked_count = 0;
    return TACT_OK;
}

tact_status draw_levels_show(draw_scene *scene, uint32_t level) {
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < scene->body_count && status == TACT_OK; i++)
        status = show_boxes(&scene->bodies[i], level);
    return status;
}
