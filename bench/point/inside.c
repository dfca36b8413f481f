/* SPDX-License-Identifier: MIT */
/* One mesh as a solid. There is no peer here: the figures are those of docs/contacts.md and
 * docs/inside.md. */
#include "inside.h"

#include "internal.h"
#include "stopwatch.h"

#include <math.h>
#include <stdlib.h>

#define POINTS 200

typedef struct subject {
    const char *label;
    const tact_mesh *mesh;
    tact_model *model;
    tact_vec3 points[POINTS];
    uint64_t self_pairs;
} subject;

static void must(tact_status status) {
    if (status == TACT_OK)
        return;
    fprintf(stderr, "bench_point: inside: %s\n", tact_status_text(status));
    exit(2);
}

/* ---- What is timed ------------------------------------------------------------------------ */

static void make_model(subject *s, double argument) {
    (void)argument;
    tact_model_destroy(s->model);
    s->model = mesh_build(NULL, s->mesh, TACT_INTERIOR_ESTIMATE);
    must(s->model != NULL ? TACT_OK : TACT_OUT_OF_MEMORY);
}

static void find_self(subject *s, double argument) {
    tact_contacts_result result;
    (void)argument;
    must(tact_self(s->model, NULL, NULL, &result));
    s->self_pairs = result.count;
}

static void ask_inside(const subject *s, const tact_options *options) {
    tact_instance instance = tact_instance_make(s->model);
    for (int i = 0; i < POINTS; i++) {
        tact_inside_result result;
        must(tact_inside(&instance, s->points[i], options, &result));
    }
}

static void wind(subject *s, double error) {
    tact_options options = tact_options_default();
    options.absolute_error = error;
    ask_inside(s, &options);
}

static void measure_signed(subject *s, double argument) {
    tact_options options = tact_options_default();
    (void)argument;
    options.flags = TACT_OPTION_SIGNED;
    ask_inside(s, &options);
}

/* Something that is timed: its name in cases of --times, what it does, how many questions that is.
 * Winding numbers have an argument, the allowed error; closed meshes need none. */
typedef struct task {
    const char *name;
    void (*work)(subject *s, double argument);
    double argument;
    int questions;
    double unit; /* of the table, in nanoseconds */
} task;

enum { SOLID, SELF, WINDING, SIGNED = WINDING + 3, TASKS };
static const task tasks[TASKS] = {{"solid model", make_model, 0, 1, 1e6},
                                  {"self", find_self, 0, 1, 1e6},
                                  {"winding 0.1", wind, 0.1, POINTS, 1e3},
                                  {"winding 0.01", wind, 0.01, POINTS, 1e3},
                                  {"winding 0.001", wind, 0.001, POINTS, 1e3},
                                  {"signed distance", measure_signed, 0, POINTS, 1e3}};

/* The least of reps times a question goes into the table and to --times. */
static void run_task(const bench_times *times, mesh_table *table, subject *s, const task *t,
                     size_t reps) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < reps; i++) {
        bench_stopwatch watch = bench_stopwatch_start();
        t->work(s, t->argument);
        least = fmin(least, bench_stopwatch_ns(&watch));
    }
    least /= t->questions;
    mesh_table_number(table, least / t->unit);
    bench_times_add(times, least, "%s/%s", t->name, s->label);
}

/* ---- The table ---------------------------------------------------------------------------- */

mesh_table *inside_table(mesh_report *report) {
    mesh_table *table =
        mesh_report_table(report, "Inside",
                          "Milliseconds for a model with its hierarchy and interior, and for its "
                          "self contacts; microseconds per point.");
    static const char *const head[] = {
        "model", "triangles", "build", "self contacts", "pairs", "closed", "bytes per triangle"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        mesh_table_cell(table, "%s", head[i]);
    for (int i = WINDING; i < TASKS; i++)
        mesh_table_cell(table, "%s", tasks[i].name);
    mesh_table_head_end(table);
    return table;
}

bool inside_is_wanted(const bench_times *times, const char *label) {
    bool any = false;
    for (int i = 0; i < TASKS && !any; i++)
        any = bench_times_wants(times, "%s/%s", tasks[i].name, label);
    return any;
}

void inside_measure(const bench_times *times, mesh_table *table, const mesh_model *model,
                    size_t reps) {
    subject s = {.label = model->label, .mesh = model->mesh};
    bench_rng rng = {BENCH_DEFAULT_SEED};
    point_make_about(&rng, model, POINTS, s.points);
    uint32_t triangles = tact_mesh_triangle_count(model->mesh);
    mesh_table_cell(table, "%s", model->name);
    mesh_table_cell(table, "%u", triangles);
    run_task(times, table, &s, &tasks[SOLID], reps);
    run_task(times, table, &s, &tasks[SELF], reps);
    mesh_table_cell(table, "%llu", (unsigned long long)s.self_pairs);
    tact_model_info info = tact_model_inspect(s.model);
    mesh_table_cell(table, "%s", info.is_closed ? "yes" : "no");
    mesh_table_number(table, (double)info.interior_bytes / triangles);
    for (int i = WINDING; i < TASKS; i++)
        run_task(times, table, &s, &tasks[i], reps);
    tact_model_destroy(s.model);
}
