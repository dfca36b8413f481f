/* SPDX-License-Identifier: MIT */
/* Mesh against mesh: contact or not, all contacts, distance, building, growth and threads, compared
 * with the peers that are installed. See docs/benchmarks.md. The parts are in mesh/. */
#include "sections.h"

#include "machine.h"

/* The sections of --times: those that need neither minutes nor several threads nor pauses. */
#define TIMES_SECTIONS "boolean,contacts,distance,motion,large,build,relation,proof"

static void choose_contenders(mesh_run *run) {
    const mesh_contender *all[MESH_MAX_CONTENDERS];
    size_t count = mesh_contenders(all);
    for (size_t c = 0; c < count; c++) {
        if (bench_is_listed(run->options.contenders, all[c]->name))
            run->contenders[run->contender_count++] = all[c];
    }
}

static void print_head(const mesh_run *run) {
    bench_machine machine = bench_machine_describe();
    bench_machine_print(&machine);
    printf("seed %llu, %zu poses per cell, %zu repetitions\n",
           (unsigned long long)run->options.seed, run->options.poses, run->options.reps);
    for (size_t c = 0; c < run->contender_count; c++)
        printf("  %-12s %s\n", run->contenders[c]->name, run->contenders[c]->about);
    if (run->options.quick)
        printf("a quick run: few poses, small models; the figures say little about the bars\n");
    fflush(stdout);
}

static void run_sections(mesh_run *run) {
    mesh_section_suite(run);
    mesh_section_large(run);
    mesh_section_build(run);
    mesh_section_memory(run);
    mesh_section_growth(run);
    mesh_section_relation(run);
    mesh_section_threads(run);
    mesh_section_proof(run);
}

int main(int argc, char **argv) {
    mesh_run run = {.contender_count = 0};
    int code;
    if (!mesh_options_read(argc, argv, &run.options, &code))
        return code;
    if (run.options.times != NULL) {
        run.options.only = run.options.only == NULL ? TIMES_SECTIONS : run.options.only;
        run.options.contenders = mesh_tact.name;
    }
    choose_contenders(&run);
    if (run.contender_count == 0)
        bench_fail("this build has none of the contenders %s", run.options.contenders);
    if (!bench_times_open(&run.times, run.options.times, run.options.filter, run.options.turns))
        return 2;
    run.report = bench_report_create();
    print_head(&run);
    run_sections(&run);
    bool is_closed = bench_times_close(&run.times);
    bench_report_head head = {.program = "bench_mesh",
                              .argc = argc,
                              .argv = argv,
                              .inputs = mesh_suite_origin(run.stand_ins),
                              .json = run.options.json,
                              .markdown = run.options.markdown,
                              .is_check = run.options.check};
    code = bench_report_end(run.report, &head);
    return is_closed ? code : 2;
}
