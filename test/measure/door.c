/* SPDX-License-Identifier: MIT */
/* The cost of the public interface: the same questions through tact_collide(), tact_distance() and
 * tact_raycast(), and directly to the functions beneath them, in turns. The questions are short, so
 * that the difference is visible. */
#include "measure_options.h"

#include "convex_measure.h"
#include "fail.h"
#include "models.h"
#include "report.h"

#include "pair/pair.h"
#include "model/model.h"
#include "surface/surface.h"
#include "probe/points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 128
#define TURNS 60
#define QUICK_TURNS 3
#define TRIANGLES 2000
/* The nanoseconds that the public interface may add to a call. */
#define MOST_NS 25

/* Questions in both forms. The sums of the answers must be the same in both. */
typedef struct questions {
    convex_input inputs[COUNT];
    tact_instance pairs[COUNT][2];
    tacti_placed_shape shapes[COUNT][2];
    tacti_placed meshes[COUNT][2];
    tact_ray rays[COUNT];
    double sum;
} questions;

/* ---- The same question twice ---------------------------------------------------------------- */

static void collide_publicly(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tact_collide_result answer;
        if (tact_collide(&q->pairs[i][0], &q->pairs[i][1], NULL, NULL, &answer) == TACT_OK)
            q->sum += (int)answer.outcome;
    }
}

static void collide_shapes_beneath(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tacti_convex_collision answer;
        if (tacti_convex_collide(&q->shapes[i][0], &q->shapes[i][1], NULL, &answer) == TACT_OK)
            q->sum += (int)answer.outcome;
    }
}

static void collide_meshes_beneath(void *state) {
    questions *q = state;
    q->sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        tacti_mesh_collision answer;
        if (tacti_mesh_collide(&q->meshes[i][0], &q->meshes[i][1], NULL, NULL, &answer) == TACT_OK)
            q->sum += (int)answer.outcome;
    }
}

static void distance_publicly(void *state) {
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

static void cast_publicly(void *state) {
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
                                                      q->pairs[i][side].pose, TACTI_NO_LIMIT};
        }
}

/* Pairs so far apart that the first boxes decide, and rays from outside through the center. */
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
    bench_report *report;
    bench_table *table;
    size_t turns;
    questions *questions;
} meter;

static void compare(const meter *m, const char *name, void (*publicly)(void *),
                    void (*beneath)(void *)) {
    questions *q = m->questions;
    publicly(q);
    double expected = q->sum;
    beneath(q);
    bool is_same = memcmp(&q->sum, &expected, sizeof expected) == 0;
    convex_way ways[2] = {{NULL, publicly, q, 0}, {NULL, beneath, q, 0}};
    convex_ways_measure(ways, 2, m->turns);
    double more = (ways[0].ns - ways[1].ns) / COUNT;
    bench_table_cell(m->table, "%s", name);
    bench_table_cell(m->table, "%.1f", ways[0].ns / COUNT);
    bench_table_cell(m->table, "%.1f", ways[1].ns / COUNT);
    bench_table_cell(m->table, "%.1f", more);
    char text[96];
    snprintf(text, sizeof text, "%s: ns that the public interface adds", name);
    bench_report_at_most(m->report, text, more, MOST_NS);
    snprintf(text, sizeof text, "%s: the same answers", name);
    bench_report_must(m->report, text, is_same);
}

static void measure_all(const meter *m) {
    make_shapes(m->questions, CONVEX_BOXES);
    compare(m, "boxes, collide", collide_publicly, collide_shapes_beneath);
    compare(m, "boxes, distance", distance_publicly, distance_beneath);
    make_shapes(m->questions, CONVEX_HULL32);
    compare(m, "hulls, collide", collide_publicly, collide_shapes_beneath);
    compare(m, "hulls, distance", distance_publicly, distance_beneath);
    mesh_model mesh = mesh_generate(MESH_KNOT, TRIANGLES);
    tact_model *built = mesh_build(NULL, mesh.mesh, TACT_INTERIOR_NONE);
    if (built == NULL)
        bench_fail("%s cannot be built", mesh.name);
    make_meshes(m->questions, &mesh, built);
    compare(m, "meshes, collide", collide_publicly, collide_meshes_beneath);
    compare(m, "mesh, raycast", cast_publicly, cast_beneath);
    tact_model_destroy(built);
    mesh_model_destroy(&mesh);
}

int main(int argc, char **argv) {
    measure_options options;
    int code;
    if (!measure_options_read(argc, argv, "bench_door", &options, &code))
        return code;
    meter m = {.report = bench_report_create(), .turns = options.quick ? QUICK_TURNS : TURNS};
    m.questions = bench_allocate(1, sizeof *m.questions);
    m.table = bench_report_table(m.report, "The public interface",
                                 "ns per call: through the public interface, directly to the "
                                 "functions beneath it, and the difference.");
    static const char *const head[] = {"question", "public", "beneath", "difference"};
    BENCH_TABLE_HEAD(m.table, head);
    measure_all(&m);
    bench_table_print(m.table);
    convex_inputs_drop(m.questions->inputs, COUNT);
    convex_inputs_release();
    free(m.questions);
    bench_report_head end = {.program = "bench_door", .is_check = options.check};
    return bench_report_end(m.report, &end);
}
