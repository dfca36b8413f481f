/* SPDX-License-Identifier: MIT */
/* One mesh as a solid. There is no peer here: the figures are those of docs/query_self.md and
 * docs/query_inside.md. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */

#include "inside.h"

#include "internal.h"

#include <tact/query_inside.h>
#include <tact/query_self.h>

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define POINTS 200

typedef struct subject {
    const char *label;
    const tact_mesh *mesh;
    tact_bvh *bvh;
    tact_interior *interior;
    tact_vec3 points[POINTS];
    uint64_t self_pairs;
} subject;

static void must(tact_status status) {
    if (status == TACT_OK)
        return;
    fprintf(stderr, "bench_point: inside: %s\n", tact_status_text(status));
    exit(2);
}

static bool ignore_pair(void *user, uint32_t a, uint32_t b) {
    (void)user;
    (void)a;
    (void)b;
    return true;
}

/* ---- What is timed ------------------------------------------------------------------------ */

static void make_hierarchy(subject *s, double argument) {
    (void)argument;
    tact_bvh_desc desc = tact_bvh_desc_default();
    desc.solid = true;
    tact_bvh_destroy(s->bvh);
    s->bvh = NULL;
    must(tact_bvh_create(NULL, s->mesh, &desc, &s->bvh));
}

static void find_self(subject *s, double argument) {
    tact_contact_summary summary;
    (void)argument;
    must(tact_self_visit(s->bvh, NULL, ignore_pair, NULL, &summary));
    s->self_pairs = summary.pair_count;
}

static void make_interior(subject *s, double argument) {
    (void)argument;
    tact_interior_destroy(s->interior);
    s->interior = NULL;
    must(tact_interior_create(NULL, s->bvh, &s->interior));
}

static void wind(subject *s, double error) {
    tact_filled filled = {s->interior, tact_pose_identity()};
    for (int i = 0; i < POINTS; i++) {
        tact_winding winding;
        must(tact_winding_number(&filled, s->points[i], error, &winding));
    }
}

static void measure_signed(subject *s, double argument) {
    tact_filled filled = {s->interior, tact_pose_identity()};
    (void)argument;
    for (int i = 0; i < POINTS; i++) {
        tact_signed_nearest nearest;
        must(tact_signed_distance(&filled, s->points[i], &nearest));
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Something that is timed: its name in cases of --times, what it does, how many questions that is.
 * Winding numbers have an argument, the allowed error; closed meshes need none. */
typedef struct task {
    const char *name;
    void (*work)(subject *s, double argument);
    double argument;
    int questions;
    double unit; /* of the table, in seconds */
} task;

enum { SOLID, SELF, INTERIOR, WINDING, SIGNED = WINDING + 3, TASKS };
static const task tasks[TASKS] = {{"solid", make_hierarchy, 0, 1, 1e-3},
                                  {"self", find_self, 0, 1, 1e-3},
                                  {"interior", make_interior, 0, 1, 1e-3},
                                  {"winding 0.1", wind, 0.1, POINTS, 1e-6},
                                  {"winding 0.01", wind, 0.01, POINTS, 1e-6},
                                  {"winding 0.001", wind, 0.001, POINTS, 1e-6},
                                  {"signed distance", measure_signed, 0, POINTS, 1e-6}};

/* The least of reps times a question goes into the table and to --times. */
static void run_task(const bench_times *times, mesh_table *table, subject *s, const task *t,
                     size_t reps) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < reps; i++) {
        double begin = now();
        t->work(s, t->argument);
        least = fmin(least, now() - begin);
    }
    least /= t->questions;
    mesh_table_number(table, least / t->unit);
    bench_times_add(times, 1e9 * least, "%s/%s", t->name, s->label);
}

/* ---- The table ---------------------------------------------------------------------------- */

mesh_table *inside_table(mesh_report *report) {
    mesh_table *table =
        mesh_report_table(report, "Inside",
                          "Milliseconds for what is made once, without its hierarchy (which is "
                          "made for solids); microseconds a point.");
    static const char *const head[] = {"model", "triangles", "hierarchy", "self contacts",
                                       "pairs", "interior",  "closed",    "bytes a triangle"};
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
    run_task(times, table, &s, &tasks[INTERIOR], reps);
    tact_interior_info info = tact_interior_inspect(s.interior);
    mesh_table_cell(table, "%s", info.is_closed ? "yes" : "no");
    mesh_table_number(table, (double)info.bytes / triangles);
    for (int i = WINDING; i < TASKS; i++)
        run_task(times, table, &s, &tasks[i], reps);
    tact_interior_destroy(s.interior);
    tact_bvh_destroy(s.bvh);
}
