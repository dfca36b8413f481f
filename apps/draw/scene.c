/* SPDX-License-Identifier: MIT */
/* Scenes in memory; see scene.h. Bodies and paths lie in arrays that double. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "levels.h"

/* Blue and orange differ for every kind of colour vision. */
draw_color draw_color_of_side(uint32_t side) {
    static const draw_color colors[6] = {{94, 145, 201, 255},  {236, 164, 76, 255},
                                         {111, 178, 140, 255}, {173, 140, 196, 255},
                                         {214, 205, 120, 255}, {150, 160, 172, 255}};
    return colors[side % 6];
}

const char *draw_role_name(draw_role role) {
    static const char *const names[] = {"curve", "witness", "contact", "normal", "ray", "shape"};
    return names[role];
}

draw_color draw_color_found(void) {
    return (draw_color){208, 28, 72, 255};
}

draw_color draw_color_asked(void) {
    return (draw_color){34, 132, 84, 255};
}

static uint8_t middle(uint8_t a, uint8_t b) {
    return (uint8_t)((a + b) / 2);
}

draw_color draw_color_marked(draw_color body) {
    draw_color found = draw_color_found();
    return (draw_color){middle(255, found.red), middle(body.green, found.green),
                        middle(body.blue, found.blue), body.alpha};
}

draw_color draw_color_hit(draw_color body) {
    draw_color found = draw_color_found();
    return (draw_color){middle(body.red, middle(body.red, found.red)),
                        middle(body.green, middle(body.green, found.green)),
                        middle(body.blue, middle(body.blue, found.blue)), body.alpha};
}

static draw_color color_of_role(draw_role role) {
    return role == DRAW_ROLE_RAY || role == DRAW_ROLE_NORMAL ? draw_color_asked()
                                                             : draw_color_found();
}

/* ---- Memory ------------------------------------------------------------------------------- */

void draw_scene_clear(draw_scene *scene) {
    for (uint32_t i = 0; i < scene->body_count; i++) {
        free(scene->bodies[i].name);
        free(scene->bodies[i].points);
        free(scene->bodies[i].frames);
        free(scene->bodies[i].indices);
        free(scene->bodies[i].marked);
        draw_levels_clear(&scene->bodies[i].levels);
    }
    for (uint32_t i = 0; i < scene->path_count; i++) {
        free(scene->paths[i].name);
        free(scene->paths[i].points);
    }
    for (uint32_t i = 0; i < scene->finding_count; i++) {
        free(scene->findings[i].kind);
        free(scene->findings[i].details);
    }
    free(scene->bodies);
    free(scene->paths);
    free(scene->findings);
    free(scene->motion.times);
    free(scene->motion.distances);
    free(scene->motion.moves);
    free(scene->motion.spans);
    free(scene->motion.touches);
    free(scene->numbers.x);
    free(scene->numbers.y);
    free(scene->numbers.lower);
    free(scene->numbers.upper);
    free(scene->title);
    free(scene->answer);
    free(scene->command);
    *scene = (draw_scene){.title = NULL};
}

tact_status draw_scene_set_text(char **to, const char *text) {
    size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);
    if (copy == NULL)
        return TACT_OUT_OF_MEMORY;
    memcpy(copy, text, bytes);
    free(*to);
    *to = copy;
    return TACT_OK;
}

/* Makes room for one more element: the capacity is the least power of two that holds all. */
static tact_status grow(void **array, uint32_t count, size_t bytes) {
    if (count > 0 && (count & (count - 1)) != 0)
        return TACT_OK;
    size_t capacity = count == 0 ? 1 : 2 * (size_t)count;
    void *larger = realloc(*array, capacity * bytes);
    if (larger == NULL)
        return TACT_OUT_OF_MEMORY;
    *array = larger;
    return TACT_OK;
}

/* ---- Bodies and paths --------------------------------------------------------------------- */

tact_status draw_scene_add_body(draw_scene *scene, const char *name, uint32_t side,
                                uint32_t point_count, uint32_t triangle_count, draw_body **out) {
    void *bodies = scene->bodies;
    tact_status status = grow(&bodies, scene->body_count, sizeof *scene->bodies);
    scene->bodies = bodies;
    if (status != TACT_OK)
        return status;
    draw_body body = {.side = side,
                      .mover = side,
                      .color = draw_color_of_side(side),
                      .point_count = point_count,
                      .triangle_count = triangle_count};
    body.points = calloc((size_t)point_count + 1, sizeof *body.points);
    body.indices = calloc(3 * (size_t)triangle_count + 1, sizeof *body.indices);
    status = draw_scene_set_text(&body.name, name);
    if (status != TACT_OK || body.points == NULL || body.indices == NULL) {
        free(body.points);
        free(body.indices);
        free(body.name);
        return TACT_OUT_OF_MEMORY;
    }
    scene->bodies[scene->body_count] = body;
    *out = &scene->bodies[scene->body_count++];
    return TACT_OK;
}

tact_status draw_scene_add_path(draw_scene *scene, draw_role role, const char *name,
                                const tact_vec3 *points, uint32_t count, bool is_closed) {
    void *paths = scene->paths;
    tact_status status = grow(&paths, scene->path_count, sizeof *scene->paths);
    scene->paths = paths;
    if (status != TACT_OK)
        return status;
    draw_path path = {.role = role,
                      .mover = DRAW_STILL,
                      .color = color_of_role(role),
                      .is_closed = is_closed,
                      .point_count = count,
                      .points = calloc((size_t)count + 1, sizeof *points)};
    status = draw_scene_set_text(&path.name, name);
    if (status != TACT_OK || path.points == NULL) {
        free(path.points);
        free(path.name);
        return TACT_OUT_OF_MEMORY;
    }
    memcpy(path.points, points, count * sizeof *points);
    scene->paths[scene->path_count++] = path;
    return TACT_OK;
}

tact_status draw_scene_add_finding(draw_scene *scene, const char *kind, uint32_t a, uint32_t b,
                                   tact_vec3 point) {
    void *findings = scene->findings;
    tact_status status = grow(&findings, scene->finding_count, sizeof *scene->findings);
    scene->findings = findings;
    draw_finding finding = {
        .a = a, .b = b, .point = point, .time = (double)NAN, .movers = {DRAW_STILL, DRAW_STILL}};
    if (status == TACT_OK)
        status = draw_scene_set_text(&finding.kind, kind);
    if (status == TACT_OK)
        scene->findings[scene->finding_count++] = finding;
    return status;
}

tact_status draw_scene_add_curves(draw_scene *scene, const tact_curve_set *set) {
    tact_curve_view view = tact_curve_set_view(set);
    tact_vec3 *points = calloc((size_t)view.index_count + 1, sizeof *points);
    tact_status status = points == NULL ? TACT_OUT_OF_MEMORY : TACT_OK;
    for (uint32_t i = 0; i < view.index_count && status == TACT_OK; i++)
        points[i] = view.points[view.indices[i]];
    for (uint32_t i = 0; i < view.curve_count && status == TACT_OK; i++)
        status = draw_scene_add_path(scene, DRAW_ROLE_CURVE, "curve", points + view.curves[i].first,
                                     view.curves[i].count, view.curves[i].is_closed);
    for (uint32_t i = 0; i < view.patch_count && status == TACT_OK; i++)
        status = draw_scene_add_path(scene, DRAW_ROLE_CURVE, "patch",
                                     points + view.patches[i].first, view.patches[i].count, true);
    free(points);
    return status;
}

/* ---- Motion ------------------------------------------------------------------------------- */

tact_status draw_scene_set_motion(draw_scene *scene, uint32_t frame_count, uint32_t mover_count) {
    draw_motion *motion = &scene->motion;
    size_t count = (size_t)frame_count + 1;
    motion->times = calloc(count, sizeof *motion->times);
    motion->distances = calloc(count, sizeof *motion->distances);
    motion->moves = calloc(count * ((size_t)mover_count + 1), sizeof *motion->moves);
    if (motion->times == NULL || motion->distances == NULL || motion->moves == NULL)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        motion->distances[i] = (double)NAN;
    motion->frame_count = frame_count;
    motion->mover_count = mover_count;
    return TACT_OK;
}

tact_status draw_scene_set_numbers(draw_scene *scene, uint32_t count) {
    draw_numbers *numbers = &scene->numbers;
    numbers->x = calloc((size_t)count + 1, sizeof(double));
    numbers->y = calloc((size_t)count + 1, sizeof(double));
    numbers->lower = calloc((size_t)count + 1, sizeof(double));
    numbers->upper = calloc((size_t)count + 1, sizeof(double));
    bool is_good = numbers->x != NULL && numbers->y != NULL && numbers->lower != NULL &&
                   numbers->upper != NULL;
    numbers->count = is_good ? count : 0;
    return is_good ? TACT_OK : TACT_OUT_OF_MEMORY;
}

tact_status draw_scene_bend(const draw_scene *scene, draw_body *body) {
    size_t count = (size_t)scene->motion.frame_count * body->point_count;
    body->frames = calloc(count + 1, sizeof *body->frames);
    return body->frames != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
}

tact_status draw_scene_add_span(draw_scene *scene, double from, double to, draw_state state) {
    draw_motion *motion = &scene->motion;
    if (!(from < to))
        return TACT_OK;
    draw_span *last = motion->span_count > 0 ? &motion->spans[motion->span_count - 1] : NULL;
    if (last != NULL && last->state == state && last->to == from) {
        last->to = to;
        return TACT_OK;
    }
    void *spans = motion->spans;
    tact_status status = grow(&spans, motion->span_count, sizeof *motion->spans);
    motion->spans = spans;
    if (status == TACT_OK)
        motion->spans[motion->span_count++] = (draw_span){.from = from, .to = to, .state = state};
    return status;
}

tact_status draw_scene_add_touch(draw_scene *scene, uint32_t frame, uint32_t body,
                                 uint32_t triangle) {
    draw_motion *motion = &scene->motion;
    void *touches = motion->touches;
    tact_status status = grow(&touches, motion->touch_count, sizeof *motion->touches);
    motion->touches = touches;
    if (status == TACT_OK)
        motion->touches[motion->touch_count++] =
            (draw_touch){.frame = frame, .body = body, .triangle = triangle};
    return status;
}

/* ---- Marks -------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
    uint32_t of_a = *(const uint32_t *)a, of_b = *(const uint32_t *)b;
    return of_a < of_b ? -1 : of_a > of_b;
}

static tact_status mark(draw_body *body, const uint32_t *triangles, size_t count, size_t stride) {
    uint32_t *marked = realloc(body->marked, (body->marked_count + count + 1) * sizeof *marked);
    if (marked == NULL)
        return TACT_OUT_OF_MEMORY;
    size_t total = body->marked_count, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (triangles[i * stride] < body->triangle_count)
            marked[total++] = triangles[i * stride];
    qsort(marked, total, sizeof *marked, compare);
    for (size_t i = 0; i < total; i++)
        if (i == 0 || marked[i] != marked[i - 1])
            marked[kept++] = marked[i];
    body->marked = marked;
    body->marked_count = (uint32_t)kept;
    return TACT_OK;
}

tact_status draw_scene_mark(draw_scene *scene, uint32_t side, const uint32_t *triangles,
                            size_t count, size_t stride) {
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < scene->body_count && status == TACT_OK; i++)
        if (scene->bodies[i].side == side)
            status = mark(&scene->bodies[i], triangles, count, stride);
    return status;
}

/* ---- Bounds ------------------------------------------------------------------------------- */

/* Vertices that no triangle uses are not drawn. */
static void include_body(tact_box *box, const draw_body *body) {
    for (size_t i = 0; i < 3 * (size_t)body->triangle_count; i++)
        *box = tact_box_add_point(*box, body->points[body->indices[i]]);
}

static void include_path(tact_box *box, const draw_path *path) {
    for (uint32_t i = 0; i < path->point_count; i++)
        *box = tact_box_add_point(*box, path->points[i]);
}

tact_box draw_scene_bounds(const draw_scene *scene) {
    tact_box box = tact_box_empty();
    for (uint32_t i = 0; i < scene->body_count; i++)
        include_body(&box, &scene->bodies[i]);
    for (uint32_t i = 0; i < scene->path_count; i++)
        include_path(&box, &scene->paths[i]);
    return box;
}
