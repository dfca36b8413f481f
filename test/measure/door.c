/* SPDX-License-Identifier: MIT */
/* What the front door costs: the same questions through it and straight to the layer beneath, in
 * turns. The questions are short ones, so that the difference stands out. The layer beneath is no
 * part of the interface, so this is a program of its own. */
#include "convex_measure.h"
#include "models.h"
#include "report.h"

#include "internal.h"
#include "measure.h"

#include "pair/pair.h"
#include "model/model.h"
#include "surface/surface.h"
#include "probe/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 128
#define TURNS 60
#define QUICK_TURNS 3
#define TRIANGLES 2000
/* Nanoseconds that the door may add to a call. */
#define MOST_NS 25

/* Questions in both forms, and the sum of their answers, which must be the same. */
typedef struct questions {
    convex_input inputs[COUNT];
    tact_instance pairs[COUNT][2];
    tacti_placed_shape shapes[COUNT][2];
    tacti_placed meshes[COUNT][2];
    tact_ray rays[COUNT];
    double sum;
} questions;

/* ---- The same question twice ---------------------------------------------------------------- */

static void collide_at_door(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tact_collide_result answer;
        if (tact_collide(&q->pairs[i][0], &q->pairs[i][1], NULL, NULL, &answer) == TACT_OK)
            q->sum += answer.outcome;
    }
}

static void collide_shapes_beneath(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tacti_convex_collision answer;
        if (tacti_convex_collide(&q->shapes[i][0], &q->shapes[i][1], NULL, &answer) == TACT_OK)
            q->sum += answer.outcome;
    }
}

static void collide_meshes_beneath(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tacti_mesh_collision answer;
        if (tacti_mesh_collide(&q->meshes[i][0], &q->meshes[i][1], NULL, NULL, &answer) == TACT_OK)
            q->sum += answer.outcome;
    }
}

static void distance_at_door(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tact_distance_result answer;
        if (tact_distance(&q->pairs[i][0], &q->pairs[i][1], NULL, NULL, &answer) == TACT_OK)
            q->sum += answer.distance;
    }
}

static void distance_beneath(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tacti_convex_distance_answer answer;
        if (tacti_convex_distance(&q->shapes[i][0], &q->shapes[i][1], NULL, &answer) == TACT_OK)
            q->sum += answer.distance;
    }
}

static void cast_at_door(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tact_raycast_result hit;
        if (tact_raycast(&q->pairs[i][0], q->rays[i], NULL, &hit) == TACT_OK)
            q->sum += hit.site.element;
    }
}

static void cast_beneath(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tacti_mesh_hit hit;
        if (tacti_ray_first(&q->meshes[i][0], q->rays[i], HUGE_VAL, NULL, &hit) == TACT_OK)
            q->sum += hit.triangle;
    }
}

/* ---- Inputs --------------------------------------------------------------------------------- */

static void make_shapes(questions *q, convex_kind kind) {
    bench_rng rng = {BENCH_DEFAULT_SEED};
    convex_inputs_make(&rng, kind, 0.5, COUNT, q->inputs);
    for (size_t i = 0; i < COUNT; i++)
        for (int side = 0; side < 2; side++) {
            q->pairs[i][side] = q->inputs[i].instance[side];
            q->shapes[i][side] = (tacti_placed_shape){tact_model_shape(q->pairs[i][side].model),
                                                      q->pairs[i][side].pose};
        }
}

/* Pairs so far apart that the first boxes tell, and rays from the ball around a model into it. */
static void make_meshes(questions *q, const mesh_model *mesh, const tact_model *built) {
    bench_rng rng = {BENCH_DEFAULT_SEED};
    for (size_t i = 0; i < COUNT; i++) {
        pose_line line = pose_line_make(&rng, mesh, mesh);
        pose_pair poses = pose_line_at(&line, line.start);
        q->pairs[i][0] = q->pairs[i][1] = tact_instance_make(built);
        q->pairs[i][0].pose = poses.a;
        q->pairs[i][1].pose = poses.b;
        for (int side = 0; side < 2; side++)
            q->meshes[i][side] = (tacti_placed){built->bvh, q->pairs[i][side].pose};
        tact_vec3 from = tact_vec3_scale(line.direction, line.start);
        q->rays[i] = (tact_ray){from, tact_vec3_scale(line.direction, -1)};
    }
}

/* ---- Measuring ------------------------------------------------------------------------------ */

typedef struct meter {
    mesh_report *report;
    mesh_table *table;
    size_t turns;
    questions *questions;
} meter;

static void compare(const meter *m, const char *name, void (*door)(void *),
                    void (*beneath)(void *)) {
    questions *q = m->questions;
    door(q);
    double expected = q->sum;
    beneath(q);
    bool is_same = memcmp(&q->sum, &expected, sizeof expected) == 0;
    convex_way ways[2] = {{NULL, door, q, 0}, {NULL, beneath, q, 0}};
    convex_ways_measure(ways, 2, m->turns);
    double more = (ways[0].ns - ways[1].ns) / COUNT;
    mesh_table_cell(m->table, "%s", name);
    mesh_table_cell(m->table, "%.1f", ways[0].ns / COUNT);
    mesh_table_cell(m->table, "%.1f", ways[1].ns / COUNT);
    mesh_table_cell(m->table, "%.1f", more);
    char text[96];
    snprintf(text, sizeof text, "%s: ns that the front door adds", name);
    mesh_report_at_most(m->report, text, more, MOST_NS);
    snprintf(text, sizeof text, "%s: the same answers", name);
    mesh_report_must(m->report, text, is_same);
}

static void measure_all(const meter *m) {
    make_shapes(m->questions, CONVEX_BOXES);
    compare(m, "boxes, collide", collide_at_door, collide_shapes_beneath);
    compare(m, "boxes, distance", distance_at_door, distance_beneath);
    make_shapes(m->questions, CONVEX_HULL32);
    compare(m, "hulls, collide", collide_at_door, collide_shapes_beneath);
    compare(m, "hulls, distance", distance_at_door, distance_beneath);
    mesh_model mesh = mesh_generate(MESH_KNOT, TRIANGLES);
    tact_model *built = mesh_build(NULL, mesh.mesh, TACT_INTERIOR_NONE);
    if (built == NULL)
        exit(2);
    make_meshes(m->questions, &mesh, built);
    compare(m, "meshes, collide", collide_at_door, collide_meshes_beneath);
    compare(m, "mesh, raycast", cast_at_door, cast_beneath);
    tact_model_destroy(built);
    mesh_model_destroy(&mesh);
}

int main(int argc, char **argv) {
    bool is_quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    bool is_check = argc > 1 && strcmp(argv[1], "--check") == 0;
    if (argc > 2 || (argc == 2 && !is_quick && !is_check)) {
        fprintf(stderr, "usage: bench_door [--quick | --check]\n");
        return 2;
    }
    meter m = {.report = mesh_report_create(), .turns = is_quick ? QUICK_TURNS : TURNS};
    m.questions = mesh_allocate(1, sizeof *m.questions);
    m.table = mesh_report_table(m.report, "The front door",
                                "ns per call through it, straight to the layer beneath, and the "
                                "difference.");
    static const char *const head[] = {"question", "door", "beneath", "difference"};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        mesh_table_cell(m.table, "%s", head[i]);
    mesh_table_head_end(m.table);
    measure_all(&m);
    mesh_table_print(m.table);
    mesh_report_print_bars(m.report);
    bool failed =
        mesh_report_broken(m.report) > 0 || (is_check && mesh_report_missed(m.report) > 0);
    convex_inputs_drop(m.questions->inputs, COUNT);
    convex_inputs_release();
    free(m.questions);
    mesh_report_destroy(m.report);
    return failed ? 1 : 0;
}
