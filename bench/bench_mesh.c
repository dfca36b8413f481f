/* SPDX-License-Identifier: MIT */
/* Mesh against mesh: contact or not, all contacts, distance, building, growth and threads, against
 * the peers that are installed. See docs/benchmarks.md. The parts are in mesh/. */
#include "sections.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* What --times runs: not what needs minutes, more than one thread or pauses. */
#define TIMES_SECTIONS "boolean,contacts,distance,motion,large,build,relation,proof"

static void choose_contenders(mesh_run *run) {
    const mesh_contender *all[MESH_MAX_CONTENDERS];
    size_t count = mesh_contenders(all);
    for (size_t c = 0; c < count; c++) {
        if (mesh_is_listed(run->options.contenders, all[c]->name))
            run->contenders[run->contender_count++] = all[c];
    }
}

static void print_head(const mesh_run *run) {
    bench_machine machine = bench_machine_describe();
    printf(
        "%s, %ld processors, %s\n%s, flags: %s, SIMD level %s\n%s, load %s, seed %llu, %zu poses "
        "a cell, %zu repetitions\n",
        machine.cpu, machine.processors, machine.system, machine.compiler, machine.flags,
        machine.simd, machine.date, machine.load, (unsigned long long)run->options.seed,
        run->options.poses, run->options.reps);
    for (size_t c = 0; c < run->contender_count; c++)
        printf("  %-12s %s\n", run->contenders[c]->name, run->contenders[c]->about);
    if (run->options.quick)
        printf("a quick run: few poses, small models; the figures say little about the bars\n");
    if (!machine.optimised)
        printf("warning: built without optimisation, the times mean nothing\n");
    fflush(stdout);
}

static bool write_files(const mesh_run *run, int argc, char **argv) {
    char command[512] = "";
    for (int i = 1; i < argc; i++) {
        size_t used = strlen(command);
        snprintf(command + used, sizeof command - used, "%s%s", i > 1 ? " " : "", argv[i]);
    }
    mesh_report_head head = {"bench_mesh", argc > 1 ? command : "none",
                             run->stand_ins > 0 ? "generated stand-ins for those not found"
                                                : "from the files of TACT_DATA",
                             tact_simd_level_name(tact_simd_level_best())};
    const mesh_options *o = &run->options;
    bool written = o->json == NULL || mesh_report_write(run->report, &head, o->json, true);
    return (o->markdown == NULL || mesh_report_write(run->report, &head, o->markdown, false)) &&
           written;
}

int main(int argc, char **argv) {
    mesh_run run = {.contender_count = 0};
    if (!mesh_options_parse(argc, argv, &run.options))
        return 2;
    if (run.options.help) {
        mesh_options_help();
        return 0;
    }
    if (run.options.times != NULL) {
        run.options.only = run.options.only == NULL ? TIMES_SECTIONS : run.options.only;
        run.options.contenders = mesh_tact.name;
    }
    choose_contenders(&run);
    if (run.contender_count == 0) {
        fprintf(stderr, "bench_mesh: no contender of these names is in this build\n");
        return 2;
    }
    if (!bench_times_open(&run.times, run.options.times, run.options.filter, run.options.turns))
        return 2;
    run.report = mesh_report_create();
    print_head(&run);
    mesh_section_suite(&run);
    mesh_section_large(&run);
    mesh_section_build(&run);
    mesh_section_growth(&run);
    mesh_section_relation(&run);
    mesh_section_threads(&run);
    mesh_section_proof(&run);
    mesh_report_print_bars(run.report);
    bool written = write_files(&run, argc, argv);
    written = bench_times_close(&run.times) && written;
    bool failed = mesh_report_broken(run.report) > 0 ||
                  (run.options.check && mesh_report_missed(run.report) > 0);
    mesh_report_destroy(run.report);
    return !written ? 2 : failed ? 1 : 0;
}
