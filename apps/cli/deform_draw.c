/* SPDX-License-Identifier: MIT */
/* What tact deform draws; see deform_draw.h. Time counts steps: step i goes from i to i + 1, and
 * the bodies are drawn at the first contact. */
#include "deform_draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Points of all frames together. */
#define MOST_POINTS ((size_t)1 << 25)
/* The list of the page has so many rows at most. */
#define MOST_ROWS 5000u

cli_exit deform_drawing_begin(deform_drawing *to, const cli_args *args, const cli_output *output,
                              size_t frame_count) {
    *to = (deform_drawing){.args = args, .is_wanted = drawing_is_wanted(args)};
    cli_exit checked = drawing_check(args, NULL, output);
    if (checked != CLI_OK || !to->is_wanted)
        return checked;
    if (frame_count > UINT32_MAX - 1)
        return drawing_fail(TACT_TOO_LARGE);
    tact_status status = draw_scene_set_motion(&to->scene, (uint32_t)frame_count, 0);
    if (status != TACT_OK)
        return drawing_fail(status);
    for (uint32_t i = 0; i < frame_count; i++)
        to->scene.motion.times[i] = i;
    return CLI_OK;
}

void deform_drawing_clear(deform_drawing *drawing) {
    draw_scene_clear(&drawing->scene);
}

/* ---- Frames ------------------------------------------------------------------------------- */

static draw_body *body_of(deform_drawing *d, uint32_t side) {
    for (uint32_t i = 0; i < d->scene.body_count; i++)
        if (d->scene.bodies[i].side == side)
            return &d->scene.bodies[i];
    return NULL;
}

static tact_status add_body(deform_drawing *to, uint32_t side, const char *name,
                            const tact_mesh *mesh) {
    uint32_t points = tact_mesh_vertex_count(mesh), triangles = tact_mesh_triangle_count(mesh);
    draw_body *body = NULL;
    if (points > MOST_POINTS / to->scene.motion.frame_count)
        return TACT_TOO_LARGE;
    tact_status status = draw_scene_add_body(&to->scene, name, side, points, triangles, &body);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < triangles; i++)
        tact_mesh_corners(mesh, i, &body->indices[3 * (size_t)i]);
    return draw_scene_bend(&to->scene, body);
}

cli_exit deform_drawing_add_frame(deform_drawing *to, uint32_t side, uint32_t frame,
                                  const char *name, const tact_mesh *mesh) {
    if (!to->is_wanted)
        return CLI_OK;
    tact_status status = TACT_OK;
    if (body_of(to, side) == NULL)
        status = add_body(to, side, name, mesh);
    if (status != TACT_OK)
        return drawing_fail(status);
    draw_body *body = body_of(to, side);
    tact_vec3 *points = body->frames + (size_t)frame * body->point_count;
    for (uint32_t i = 0; i < body->point_count; i++)
        points[i] = tact_mesh_vertex(mesh, i);
    return CLI_OK;
}

/* ---- Events ------------------------------------------------------------------------------- */

static tact_vec3 between(tact_vec3 a, tact_vec3 b, double part) {
    return tact_vec3_add(tact_vec3_scale(a, 1 - part), tact_vec3_scale(b, part));
}

static tact_vec3 vertex_at(const tact_deform_info *info, uint32_t vertex, double time) {
    return between(info->start[vertex], info->end[vertex], time);
}

/* The side of the first or the second feature of a contact. */
static uint32_t side_of(const deform_step *step, const tact_deform_contact *c, bool is_second) {
    return step->sides[1] != NULL && is_second != c->swapped ? 1 : 0;
}

/* Where a contact begins: the vertex, or a point of the first edge. */
static tact_vec3 point_of(const deform_step *step, const tact_deform_contact *c) {
    tact_deform_info info = tact_deform_inspect(step->sides[side_of(step, c, false)]);
    double time = c->impact.lower;
    if (c->kind == TACT_IMPACT_VERTEX_FACE)
        return vertex_at(&info, c->a, time);
    return between(vertex_at(&info, info.edges[c->a][0], time),
                   vertex_at(&info, info.edges[c->a][1], time), c->impact.u);
}

typedef struct contact_of_step {
    const deform_step *step;
    const tact_deform_contact *contact;
} contact_of_step;

static void write_details(const void *data, json_writer *json) {
    const contact_of_step *from = data;
    from->step->write(json, from->step->user, from->contact);
}

static tact_status add_event(deform_drawing *to, const deform_step *step,
                             const tact_deform_contact *c) {
    const contact_of_step details = {step, c};
    bool is_edges = c->kind == TACT_IMPACT_EDGE_EDGE;
    uint32_t sides[2] = {side_of(step, c, false), side_of(step, c, true)};
    char label[96];
    if (to->scene.finding_count >= MOST_ROWS) {
        to->scene.more++;
        return TACT_OK;
    }
    snprintf(label, sizeof label, "%s %" PRIu32 " of %c, %s %" PRIu32 " of %c%s",
             is_edges ? "edge" : "vertex", c->a, sides[0] == 0 ? 'A' : 'B',
             is_edges ? "edge" : "face", c->b, sides[1] == 0 ? 'A' : 'B',
             c->impact.outcome == TACT_OUTCOME_CONTACT ? "" : " (undecided)");
    tact_status status = draw_scene_add_finding(
        &to->scene, label, !is_edges && sides[1] == 0 ? c->b : TACT_NO_TRIANGLE,
        !is_edges && sides[1] == 1 ? c->b : TACT_NO_TRIANGLE, point_of(step, c));
    if (status != TACT_OK)
        return status;
    draw_finding *row = &to->scene.findings[to->scene.finding_count - 1];
    row->time = step->number + c->impact.lower;
    return drawing_set_json(&row->details, write_details, &details);
}

/* ---- Touching triangles ------------------------------------------------------------------- */

/* What touches in one body. */
typedef struct touch_marks {
    bool *vertices, *faces;
    bool *ends; /* of the edges, which lie in order */
    uint32_t (*edges)[2];
    size_t edge_count;
} touch_marks;

static int compare_edges(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    if (x[0] != y[0])
        return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

static void mark_feature(touch_marks *marks, const tact_deform_info *info, bool is_edge,
                         bool is_vertex, uint32_t feature) {
    if (is_edge) {
        const uint32_t *edge = info->edges[feature];
        for (int k = 0; k < 2; k++) {
            marks->ends[edge[k]] = true;
            marks->edges[marks->edge_count][k] = edge[k];
        }
        marks->edge_count++;
    } else if (is_vertex) {
        marks->vertices[feature] = true;
    } else {
        marks->faces[feature] = true;
    }
}

static bool is_touching_side(const touch_marks *marks, uint32_t a, uint32_t b) {
    uint32_t edge[2] = {a < b ? a : b, a < b ? b : a};
    return marks->ends[a] && marks->ends[b] &&
           bsearch(edge, marks->edges, marks->edge_count, sizeof *marks->edges, compare_edges) !=
               NULL;
}

/* A face, or one with a vertex or an edge that touches. */
static bool is_touching(const touch_marks *marks, const uint32_t corners[3], uint32_t face) {
    bool touches = marks->faces[face];
    for (int k = 0; k < 3; k++)
        touches = touches || marks->vertices[corners[k]] ||
                  is_touching_side(marks, corners[k], corners[(k + 1) % 3]);
    return touches;
}

static void collect(touch_marks *marks, const deform_step *step, uint32_t side,
                    const tact_deform_info *info) {
    for (size_t i = 0; i < step->count; i++) {
        const tact_deform_contact *c = &step->contacts[i];
        bool is_edge = c->kind == TACT_IMPACT_EDGE_EDGE;
        if (side_of(step, c, false) == side)
            mark_feature(marks, info, is_edge, true, c->a);
        if (side_of(step, c, true) == side)
            mark_feature(marks, info, is_edge, false, c->b);
    }
    qsort(marks->edges, marks->edge_count, sizeof *marks->edges, compare_edges);
}

static tact_status add_marked(deform_drawing *to, const touch_marks *marks, uint32_t side,
                              uint32_t frame) {
    const draw_body *body = body_of(to, side);
    uint32_t number = (uint32_t)(body - to->scene.bodies);
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < body->triangle_count && status == TACT_OK; i++)
        if (is_touching(marks, &body->indices[3 * (size_t)i], i))
            status = draw_scene_add_touch(&to->scene, frame, number, i);
    return status;
}

static tact_status add_touches(deform_drawing *to, const deform_step *step, uint32_t side) {
    tact_deform_info info = tact_deform_inspect(step->sides[side]);
    touch_marks marks = {.vertices = calloc((size_t)info.vertex_count + 1, sizeof(bool)),
                         .ends = calloc((size_t)info.vertex_count + 1, sizeof(bool)),
                         .faces = calloc((size_t)info.triangle_count + 1, sizeof(bool)),
                         .edges = calloc(2 * step->count + 1, sizeof *marks.edges)};
    tact_status status = TACT_OUT_OF_MEMORY;
    if (marks.vertices != NULL && marks.ends != NULL && marks.faces != NULL &&
        marks.edges != NULL) {
        collect(&marks, step, side, &info);
        status = add_marked(to, &marks, side, step->number + 1);
    }
    free(marks.vertices);
    free(marks.ends);
    free(marks.faces);
    free(marks.edges);
    return status;
}

/* ---- Steps -------------------------------------------------------------------------------- */

/* The first contact of all steps. Contacts are in the order of their lower times. */
static void note_first(deform_drawing *to, const deform_step *step) {
    draw_motion *motion = &to->scene.motion;
    double upper = HUGE_VAL;
    for (size_t i = 0; i < step->count; i++)
        if (step->contacts[i].impact.outcome == TACT_OUTCOME_CONTACT)
            upper = fmin(upper, step->contacts[i].impact.upper);
    if (motion->has_contact || !(upper < HUGE_VAL))
        return;
    motion->has_contact = true;
    motion->lower = step->number + step->contacts[0].impact.lower;
    motion->upper = step->number + upper;
    to->focus = point_of(step, &step->contacts[0]);
    to->has_focus = true;
}

static bool has_certain_contact(const deform_step *step) {
    for (size_t i = 0; i < step->count; i++)
        if (step->contacts[i].impact.outcome == TACT_OUTCOME_CONTACT)
            return true;
    return false;
}

tact_status deform_drawing_add_step(deform_drawing *to, const deform_step *step) {
    if (!to->is_wanted)
        return TACT_OK;
    double begin = step->number, safe = step->count > 0 ? step->safe : 1;
    draw_state rest = has_certain_contact(step) ? DRAW_STATE_CONTACT : DRAW_STATE_OPEN;
    note_first(to, step);
    tact_status status = draw_scene_add_span(&to->scene, begin, begin + safe, DRAW_STATE_FREE);
    if (status == TACT_OK)
        status = draw_scene_add_span(&to->scene, begin + safe, begin + 1, rest);
    for (size_t i = 0; i < step->count && status == TACT_OK; i++)
        status = add_event(to, step, &step->contacts[i]);
    for (uint32_t side = 0; side < 2 && status == TACT_OK && step->count > 0; side++)
        if (step->sides[side] != NULL)
            status = add_touches(to, step, side);
    return status;
}

/* ---- Files -------------------------------------------------------------------------------- */

/* The bodies at the time that is drawn, with what touches in its step. */
static tact_status place(deform_drawing *to) {
    draw_motion *motion = &to->scene.motion;
    tact_status status = TACT_OK;
    motion->drawn = motion->has_contact ? motion->upper : motion->frame_count - 1;
    double after = fmax(ceil(motion->drawn), 1), part = motion->drawn - (after - 1);
    for (uint32_t i = 0; i < to->scene.body_count; i++) {
        draw_body *body = &to->scene.bodies[i];
        const tact_vec3 *next = body->frames + (size_t)after * body->point_count;
        for (uint32_t k = 0; k < body->point_count; k++)
            body->points[k] = between((next - body->point_count)[k], next[k], part);
    }
    for (uint32_t i = 0, count; i < motion->touch_count && status == TACT_OK; i += count) {
        const draw_touch *first = &motion->touches[i];
        for (count = 1; i + count < motion->touch_count && first[count].frame == first->frame &&
                        first[count].body == first->body;)
            count++;
        if (first->frame == (uint32_t)after)
            status = draw_scene_mark(&to->scene, to->scene.bodies[first->body].side,
                                     &first->triangle, count, sizeof *first / sizeof(uint32_t));
    }
    return status;
}

cli_exit deform_drawing_end(deform_drawing *to, const char *answer, const cli_output *output) {
    if (!to->is_wanted)
        return CLI_OK;
    tact_status status = place(to);
    if (status == TACT_OK && to->has_focus)
        status = draw_scene_add_path(&to->scene, DRAW_ROLE_CONTACT, "first contact", &to->focus, 1,
                                     false);
    if (status == TACT_OK)
        status = drawing_describe(to->args, NULL, NULL, &to->scene);
    if (status == TACT_OK)
        status = draw_scene_set_text(&to->scene.answer, answer);
    return status == TACT_OK
               ? drawing_write(to->args, &to->scene, to->has_focus ? &to->focus : NULL, output)
               : drawing_fail(status);
}
