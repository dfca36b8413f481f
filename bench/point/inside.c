/* SPDX-License-Identifier: MIT */
/* One mesh as a solid. No peer takes part. docs/contacts.md and docs/inside.md quote the
 * figures. */
#include "inside.h"

#include "arguments.h"
#include "fail.h"
#include "stopwatch.h"

#include <math.h>

#define POINTS 200

typedef struct subject {
    const char *label;
    const tact_mesh *mesh;
    tact_model *model;
    tact_vec3 points[POINTS];
    uint64_t self_pairs;
} subject;

/* ---- What is timed ------------------------------------------------------------------------ */

static void make_model(subject *s, double argument) {
    (void)argument;
    tact_model_destroy(s->model);
    s->model = mesh_build(NULL, s->mesh, TACT_INTERIOR_ESTIMATE);
    if (s->model == NULL)
        bench_fail("%s cannot be built", s->label);
}

static void find_self(subject *s, double argument) {
    tact_contacts_result result;
    (void)argument;
    bench_must(tact_self(s->model, NULL, NULL, &result), "self contacts");
    s->self_pairs = result.count;
}

static void ask_inside(const subject *s, const tact_options *options) {
    tact_instance instance = tact_instance_make(s->model);
    for (int i = 0; i < POINTS; i++) {
        tact_inside_result result;
        bench_must(tact_inside(&instance, s->points[i], options, &result), "an inside query");
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

/* A piece of work that is timed. The argument is the allowed error of winding numbers; closed
 * meshes do not use it. */
typedef struct task {
    const char *name; /* in cases of --times */
    void (*work)(subject *s, double argument);
    double argument;
    int questions;
    double unit; /* of the figure in the table, in nanoseconds */
} task;

enum { SOLID, SELF, WINDING, SIGNED = WINDING + 3, TASKS };
static const task tasks[TASKS] = {{"solid model", make_model, 0, 1, 1e6},
                                  {"self", find_self, 0, 1, 1e6},
                                  {"winding 0.1", wind, 0.1, POINTS, 1e3},
                                  {"winding 0.01", wind, 0.01, POINTS, 1e3},
                                  {"winding 0.001", wind, 0.001, POINTS, 1e3},
                                  {"signed distance", measure_signed, 0, POINTS, 1e3}};

/* Adds the least of reps times, per question, to the table and to --times. */
static void run_task(const bench_times *times, bench_table *table, subject *s, const task *t,
                     size_t reps) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < reps; i++) {
        bench_stopwatch watch = bench_stopwatch_start();
        t->work(s, t->argument);
        least = fmin(least, bench_stopwatch_ns(&watch));
    }
    least /= t->questions;
    bench_table_number(table, least / t->unit);
    bench_times_add(times, least, "%s/%s", t->name, s->label);
}

/* ---- The table ---------------------------------------------------------------------------- */

bench_table *inside_table(bench_report *report) {
    bench_table *table =
        bench_report_table(report, "Inside",
                           "Milliseconds for a model with its hierarchy and interior, and for its "
                           "self contacts; microseconds per point.");
    static const char *const head[] = {
        "model", "triangles", "build", "self contacts", "pairs", "closed", "bytes per triangle"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        bench_table_cell(table, "%s", head[i]);
    for (int i = WINDING; i < TASKS; i++)
        bench_table_cell(table, "%s", tasks[i].name);
    bench_table_head_end(table);
    return table;
}

bool inside_is_wanted(const bench_times *times, const char *label) {
    bool any = false;
    for (int i = 0; i < TASKS && !any; i++)
        any = bench_times_wants(times, "%s/%s", tasks[i].name, label);
    return any;
}

void inside_measure(const bench_times *times, bench_table *table, const mesh_model *model,
                    size_t reps) {
    subject s = {.label = model->label, .mesh = model->mesh};
    bench_rng rng = {BENCH_DEFAULT_SEED};
    point_make_about(&rng, model, POINTS, s.points);
    uint32_t triangles = tact_mesh_triangle_count(model->mesh);
    bench_table_cell(table, "%s", model->name);
    bench_table_cell(table, "%u", triangles);
    run_task(times, table, &s, &tasks[SOLID], reps);
    run_task(times, table, &s, &tasks[SELF], reps);
    bench_table_cell(table, "%llu", (unsigned long long)s.self_pairs);
    tact_model_info info = tact_model_inspect(s.model);
    bench_table_cell(table, "%s", info.is_closed ? "yes" : "no");
    bench_table_number(table, (double)info.interior_bytes / triangles);
    for (int i = WINDING; i < TASKS; i++)
        run_task(times, table, &s, &tasks[i], reps);
    tact_model_destroy(s.model);
}
