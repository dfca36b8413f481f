/* SPDX-License-Identifier: MIT */
/* Pairs of meshes that are hard for searches in hierarchies: contact or not, all contacts and
 * distance, compared with FCL. See docs/benchmarks.md. The parts are in hard/. */
#include "cells.h"

#include "machine.h"

#define DEFAULT_POSES 8
#define TIMES_POSES 2
#define DEFAULT_REPS 5

static bool read_options(int argc, char **argv, mesh_options *out, int *code) {
    *out = (mesh_options){.reps = DEFAULT_REPS, .seed = BENCH_DEFAULT_SEED};
    const bench_argument list[] = {
        bench_switch("--quick", "few poses and small meshes, to see that everything runs",
                     &out->quick),
        bench_text("--only", "LIST", "some of boolean,contacts,distance", &out->only),
        bench_text("--models", "LIST", "some scenes, such as plates-flat,tiny-1e-3", &out->models),
        bench_size("--poses", "poses per cell (default " BENCH_QUOTE(DEFAULT_POSES) ")",
                   &out->poses, 1, MESH_MAX_POSES),
        bench_size("--reps",
                   "least number of repetitions of a query, " BENCH_QUOTE(
                       BENCH_MIN_REPS) " or more (default " BENCH_QUOTE(DEFAULT_REPS) ")",
                   &out->reps, BENCH_MIN_REPS, BENCH_MAX_REPS),
        bench_seed("seed of the poses (default " BENCH_QUOTE(BENCH_DEFAULT_SEED) ")", &out->seed),
        bench_text("--markdown", "FILE", "write the report to FILE", &out->markdown),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &out->json),
        bench_text("--times", "FILE", BENCH_TIMES_HELP, &out->times),
        bench_text("--filter", "TEXT", BENCH_FILTER_HELP, &out->filter),
        bench_switch("--turns", BENCH_TURNS_HELP, &out->turns),
        bench_switch("--check", BENCH_CHECK_HELP, &out->check),
    };
    bench_arguments arguments = {"bench_hard", NULL, list, sizeof list / sizeof list[0]};
    if (!bench_arguments_read(&arguments, argc, argv, code))
        return false;
    mesh_options_complete(out, DEFAULT_POSES, TIMES_POSES);
    return true;
}

static void print_head(const mesh_run *run) {
    bench_machine machine = bench_machine_describe();
    bench_machine_print(&machine);
    printf("seed %llu, %zu poses per cell, %zu repetitions or %g s per contender and cell\n",
           (unsigned long long)run->options.seed, run->options.poses, run->options.reps,
           HARD_SECONDS);
    if (run->options.quick)
        printf("a quick run: few poses, small meshes; the figures say little about the bars\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    mesh_run run = {.contender_count = 0};
    int code;
    if (!read_options(argc, argv, &run.options, &code))
        return code;
    if (run.options.times == NULL)
        run.contender_count = mesh_contenders(run.contenders);
    if (!bench_times_open(&run.times, run.options.times, run.options.filter, run.options.turns))
        return 2;
    run.report = bench_report_create();
    print_head(&run);
    hard_results results;
    hard_results_begin(&run, &results);
    for (size_t i = 0; i < hard_scene_count; i++) {
        if (bench_is_listed(run.options.models, hard_scenes[i]->name))
            hard_scene_measure(&run, hard_scenes[i], &results);
    }
    hard_results_end(&run, &results);
    bool is_closed = bench_times_close(&run.times);
    bench_report_head head = {.program = "bench_hard",
                              .argc = argc,
                              .argv = argv,
                              .inputs = "generated",
                              .json = run.options.json,
                              .markdown = run.options.markdown,
                              .is_check = run.options.check};
    code = bench_report_end(run.report, &head);
    return is_closed ? code : 2;
}
