/* SPDX-License-Identifier: MIT */
/* Building: time and memory per triangle, for each model of the suite and a large generated one.
 * The copy of the mesh that some peers keep is made before the clock starts. */
#include "sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A model is built BUILDS times, or until its builds took BUILD_NS in all. */
#define BUILDS 5
#define BUILD_NS 1.5e9
#define LARGE_TRIANGLES 1000000
#define TIMES_TRIANGLES 100000
#define QUICK_TRIANGLES 10000

typedef struct costs {
    double ns;    /* time of the fastest build */
    double bytes; /* NaN if the contender cannot tell */
    double used;  /* time of all builds */
} costs;

/* Those that answer questions too, and those that only build. */
typedef struct contenders {
    const mesh_contender *items[2 * MESH_MAX_CONTENDERS];
    size_t count;
} contenders;

static contenders choose(const mesh_run *run) {
    contenders list = {.count = run->contender_count};
    const mesh_contender *builders[MESH_MAX_CONTENDERS];
    for (size_t c = 0; c < list.count; c++)
        list.items[c] = run->contenders[c];
    size_t count = run->options.times == NULL ? mesh_builders(builders) : 0;
    for (size_t c = 0; c < count; c++)
        if (bench_is_listed(run->options.contenders, builders[c]->name))
            list.items[list.count++] = builders[c];
    return list;
}

static void build_once(const mesh_contender *contender, const mesh_model *model, costs *c) {
    void *object = contender->create(model->mesh);
    bench_stopwatch watch = bench_stopwatch_start();
    if (object == NULL || !contender->build(object))
        bench_fail("%s cannot build %s", contender->name, model->name);
    double ns = bench_stopwatch_ns(&watch);
    c->used += ns;
    c->ns = fmin(c->ns, ns);
    c->bytes = contender->bytes != NULL ? contender->bytes(object) : BENCH_NONE;
    contender->destroy(object);
}

static void begin_table(mesh_run *run, const contenders *list, bench_table **table) {
    *table = bench_report_table(run->report, "Building",
                                "us per triangle, fastest of several builds on one thread; bytes "
                                "per triangle without the mesh, if the library can tell.");
    bench_table_cell(*table, "model");
    bench_table_cell(*table, "triangles");
    for (size_t c = 0; c < list->count; c++)
        bench_table_cell(*table, "%s us", list->items[c]->name);
    for (size_t c = 0; c < list->count; c++) {
        if (list->items[c]->bytes != NULL)
            bench_table_cell(*table, "%s bytes", list->items[c]->name);
    }
    bench_table_head_end(*table);
}

/* Adds a row. all receives the costs of each contender. */
static void measure_model(const mesh_run *run, const contenders *list, bench_table *table,
                          const mesh_model *model, costs all[]) {
    double triangles = tact_mesh_triangle_count(model->mesh);
    for (size_t c = 0; c < list->count; c++)
        all[c] = (costs){.ns = HUGE_VAL};
    for (size_t i = 0; i < BUILDS; i++) {
        for (size_t c = 0; c < list->count; c++) {
            if (all[c].used < BUILD_NS)
                build_once(list->items[c], model, &all[c]);
        }
    }
    bench_times_add(&run->times, all[0].ns, "build/%s", model->label);
    bench_table_cell(table, "%s", model->name);
    bench_table_cell(table, "%.0f", triangles);
    for (size_t c = 0; c < list->count; c++)
        bench_table_number(table, all[c].ns / 1e3 / triangles);
    for (size_t c = 0; c < list->count; c++) {
        if (list->items[c]->bytes != NULL)
            bench_table_number(table, all[c].bytes / triangles);
    }
}

/* How many times as fast as a peer a builder is, on the last model. NaN if either did not build. */
static double speed_over(const contenders *list, const costs all[], const char *builder,
                         const char *peer) {
    double own = BENCH_NONE, other = BENCH_NONE;
    for (size_t c = 0; c < list->count; c++) {
        own = strcmp(list->items[c]->name, builder) == 0 ? all[c].ns : own;
        other = strcmp(list->items[c]->name, peer) == 0 ? all[c].ns : other;
    }
    return other / own;
}

void mesh_section_build(mesh_run *run) {
    if (!bench_is_listed(run->options.only, "build"))
        return;
    bench_table *table;
    const contenders list = choose(run);
    begin_table(run, &list, &table);
    double slowest = 0, largest = 0;
    costs all[2 * MESH_MAX_CONTENDERS] = {{0}};
    for (size_t i = 0; i <= MESH_SUITE_COUNT; i++) {
        const char *label = i < MESH_SUITE_COUNT ? mesh_suite_name(i) : "knot";
        if ((i < MESH_SUITE_COUNT && !mesh_run_wants(run, i)) ||
            !bench_times_wants(&run->times, "build/%s", label))
            continue;
        uint32_t generated = run->options.quick           ? QUICK_TRIANGLES
                             : run->options.times != NULL ? TIMES_TRIANGLES
                                                          : LARGE_TRIANGLES;
        mesh_model model =
            i < MESH_SUITE_COUNT ? mesh_suite_load(i) : mesh_generate(MESH_KNOT, generated);
        mesh_progress("building %s", model.name);
        measure_model(run, &list, table, &model, all);
        double triangles = tact_mesh_triangle_count(model.mesh);
        slowest = fmax(slowest, all[0].ns / 1e3 / triangles);
        largest = fmax(largest, all[0].bytes / triangles);
        mesh_model_destroy(&model);
    }
    bench_table_print(table);
    if (list.items[0] != &mesh_tact)
        return;
    bench_report_at_most(run->report, "building: us per triangle, the slowest model", slowest, 0.4);
    bench_report_at_most(run->report, "hierarchy: bytes per triangle, the largest model", largest,
                         24);
    if (run->options.quick || run->options.times != NULL)
        return;
    bench_report_at_least(run->report, "building: speed over that of Bullet (GImpact), knot",
                          speed_over(&list, all, "tact", "bullet"), 1);
    bench_report_at_least(run->report, "building in Morton order: speed over that of Embree, knot",
                          speed_over(&list, all, "tact-morton", "embree-morton"), 0.8);
}
