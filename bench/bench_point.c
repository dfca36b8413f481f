/* SPDX-License-Identifier: MIT */
/* Rays and points against a mesh: first hits compared with Embree, nearest points with CGAL's AABB
 * tree, with the answers checked, and the cost of a mesh as a solid. See docs/benchmarks.md. The
 * parts are in point/. */
#include "inside.h"
#include "point_run.h"

#include "arguments.h"
#include "machine.h"

#include <string.h>

#define DEFAULT_COUNT 40000
#define TIMES_COUNT 4000
#define QUICK_COUNT 200
#define MOST_COUNT 100000000
#define DEFAULT_REPS 7

static bool read_options(int argc, char **argv, point_options *out, int *code) {
    *out = (point_options){.reps = DEFAULT_REPS};
    const bench_argument list[] = {
        bench_switch("--quick", "few questions and one model, to see that everything runs",
                     &out->quick),
        bench_size("--count", "rays and points per cell (default " BENCH_QUOTE(DEFAULT_COUNT) ")",
                   &out->count, 1, MOST_COUNT),
        bench_size("--reps", "turns; the least time counts (default " BENCH_QUOTE(DEFAULT_REPS) ")",
                   &out->reps, 1, MOST_COUNT),
        bench_text("--model", "NAME", "only this model", &out->model),
        bench_text("--builder", "NAME", "the builder of tact: " MESH_BUILDERS, &out->builder),
        bench_text("--markdown", "FILE", "write the report to FILE", &out->markdown),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &out->json),
        bench_text("--times", "FILE", BENCH_TIMES_HELP, &out->times),
        bench_text("--filter", "TEXT", BENCH_FILTER_HELP, &out->filter),
        bench_switch("--turns", BENCH_TURNS_HELP, &out->turns),
        bench_switch("--check", BENCH_CHECK_HELP, &out->check),
    };
    bench_arguments arguments = {"bench_point",
                                 "Models are read from the folder that TACT_DATA names. Models "
                                 "that are not there are generated.",
                                 list, sizeof list / sizeof list[0]};
    if (!bench_arguments_read(&arguments, argc, argv, code))
        return false;
    if (!mesh_choose_builder(out->builder)) {
        fprintf(stderr, "the builder is " MESH_BUILDERS ", not %s\n", out->builder);
        *code = 2;
        return false;
    }
    if (out->count == 0)
        out->count = out->times != NULL ? TIMES_COUNT : DEFAULT_COUNT;
    if (out->quick) {
        out->count = QUICK_COUNT;
        out->reps = 1;
    }
    return true;
}

static void print_head(const point_run *r) {
    bench_machine machine = bench_machine_describe();
    bench_machine_print(&machine);
    printf("%zu questions per cell, %zu turns\n", r->options.count, r->options.reps);
    for (size_t c = 0; c < r->contender_count; c++)
        printf("  %-14s %s\n", r->contenders[c]->name, r->contenders[c]->about);
    fflush(stdout);
}

/* Measures the suite's i-th model if it is wanted. */
static void run_model(point_run *r, size_t i) {
    const char *label = mesh_suite_name(i);
    bool has_inside =
        (mesh_suite_is_small(i) || r->options.times == NULL) && inside_is_wanted(&r->times, label);
    bool is_asked = point_model_is_wanted(r, label);
    if ((!has_inside && !is_asked) ||
        (r->options.model != NULL && strcmp(r->options.model, label) != 0))
        return;
    mesh_model model = mesh_suite_load(i);
    r->stand_ins += model.is_stand_in;
    if (is_asked)
        point_model_measure(r, &model);
    if (has_inside)
        inside_measure(&r->times, r->inside, &model, r->options.reps);
    mesh_model_destroy(&model);
}

static void report_bars(const point_run *r) {
    bench_report_at_least(r->report, "rays, batch: speed over that of Embree, robust (mean)",
                          bench_ratios_mean(&r->first_batch), 0.5);
    bench_report_at_least(r->report, "rays, one by one: speed over that of Embree, robust (mean)",
                          bench_ratios_mean(&r->first), 0.5);
    bench_report_at_least(r->report, "any hit: speed over that of Embree, robust (mean)",
                          bench_ratios_mean(&r->any), 0.5);
    bench_report_at_least(r->report, "rays, batch: speed over that of Embree, robust (least)",
                          bench_ratios_least(&r->first_batch), 0.5);
    bench_report_at_least(r->report, "nearest points: speed over that of CGAL (mean)",
                          bench_ratios_mean(&r->nearest), 3);
    bench_report_at_least(r->report, "nearest points: speed over that of CGAL (least)",
                          bench_ratios_least(&r->nearest), 3);
    bench_report_at_least(r->report, "nearest points, batch: speed over that of Embree (mean)",
                          bench_ratios_mean(&r->nearest_float), 3);
    bench_report_at_most(r->report, "clear hits that Embree sees elsewhere, share",
                         r->compared == 0 ? BENCH_NONE : (double)r->differ / (double)r->compared,
                         1e-4);
    bench_report_must(r->report, "batches and distances agree", !r->is_wrong);
}

int main(int argc, char **argv) {
    point_run r = {.contender_count = 0};
    int code;
    if (!read_options(argc, argv, &r.options, &code))
        return code;
    if (!bench_times_open(&r.times, r.options.times, r.options.filter, r.options.turns))
        return 2;
    r.contender_count = point_contenders(r.contenders);
    if (r.options.times != NULL)
        r.contender_count = POINT_TACT_CONTENDERS;
    r.report = bench_report_create();
    print_head(&r);
    point_tables_make(&r);
    r.inside = inside_table(r.report);
    for (size_t i = r.options.quick ? MESH_SUITE_COUNT - 1 : 0; i < MESH_SUITE_COUNT; i++)
        run_model(&r, i);
    bench_table_print(r.rays);
    bench_table_print(r.points);
    bench_table_print(r.inside);
    report_bars(&r);
    bool is_closed = bench_times_close(&r.times);
    bench_report_head head = {.program = "bench_point",
                              .argc = argc,
                              .argv = argv,
                              .inputs = mesh_suite_origin(r.stand_ins),
                              .json = r.options.json,
                              .markdown = r.options.markdown,
                              .is_check = r.options.check && !r.options.quick};
    code = bench_report_end(r.report, &head);
    return is_closed ? code : 2;
}
