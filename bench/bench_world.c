/* SPDX-License-Identifier: MIT */
/* Worlds: a pile of hulls with all manifolds, compared with Bullet; a thousand meshes that touch
 * each other; and how many questions the interest matrix and deadlines leave out. See
 * docs/benchmarks.md. */
#include "arguments.h"
#include "machine.h"
#include "world_sections.h"

#include <stdlib.h>

static int compare_numbers(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double world_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_numbers);
    return values[count / 2];
}

void world_stages_add(world_stages *sum, const tact_step_info *info, size_t steps) {
    double scale = 1e3 / (double)steps;
    sum->place += scale * info->place_seconds;
    sum->pairs += scale * info->pair_seconds;
    sum->ask += scale * info->ask_seconds;
    sum->events += scale * info->event_seconds;
}

static bool read_options(int argc, char **argv, world_options *o, int *code) {
    *o = (world_options){.frames = 20, .sizes = 2, .poses = "build"};
    const bench_argument list[] = {
        bench_switch("--quick", "small worlds and few frames: whether it runs, not how fast",
                     &o->quick),
        bench_size("--frames", "frames per contender", &o->frames, 4, WORLD_MOST_FRAMES),
        bench_size("--sizes", "sizes of piles: 1 for 1000 hulls, 2 for 1000 and 10000", &o->sizes,
                   1, 2),
        bench_text("--poses", "DIR", "keeps the simulated poses in DIR (default: build)",
                   &o->poses),
        bench_text("--only", "LIST", "sections: pile,meshes,interest,bullets", &o->only),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &o->json),
        bench_text("--markdown", "FILE", "write the tables to FILE", &o->markdown),
        bench_switch("--check", BENCH_CHECK_HELP, &o->check),
        bench_text("--times", "FILE", BENCH_TIMES_HELP, &o->times),
        bench_text("--filter", "TEXT", BENCH_FILTER_HELP, &o->filter),
        bench_switch("--turns", BENCH_TURNS_HELP, &o->turns),
    };
    const bench_arguments arguments = {"bench_world", NULL, list, sizeof list / sizeof *list};
    if (!bench_arguments_read(&arguments, argc, argv, code))
        return false;
    o->frames = o->quick ? 4 : o->frames;
    return true;
}

int main(int argc, char **argv) {
    world_run run;
    int code;
    if (!read_options(argc, argv, &run.options, &code))
        return code;
    if (!bench_times_open(&run.times, run.options.times, run.options.filter, run.options.turns))
        return 2;
    run.report = bench_report_create();
    if (run.options.times == NULL) {
        bench_machine machine = bench_machine_describe();
        bench_machine_print(&machine);
    }
    if (bench_is_listed(run.options.only, "pile"))
        world_section_pile(&run);
    if (bench_is_listed(run.options.only, "meshes"))
        world_section_meshes(&run);
    if (bench_is_listed(run.options.only, "interest") && run.options.times == NULL)
        world_section_interest(&run);
    if (bench_is_listed(run.options.only, "bullets") && run.options.times == NULL)
        world_section_bullets(&run);
    if (run.options.times != NULL) {
        bench_report_destroy(run.report);
        return bench_times_close(&run.times) ? 0 : 2;
    }
    bench_report_head head = {.program = "bench_world",
                              .argc = argc,
                              .argv = argv,
                              .inputs = "generated; the poses of piles by Bullet",
                              .json = run.options.json,
                              .markdown = run.options.markdown,
                              .is_check = run.options.check};
    return bench_report_end(run.report, &head);
}
