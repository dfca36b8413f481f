/* SPDX-License-Identifier: MIT */
/* Convex pairs: contact or not, distance and depth beside libccd, FCL and Bullet; motion with a
 * cache; exact arithmetic. See docs/benchmarks.md. The parts are in convex/. */
#include "convex_sections.h"

#include "internal.h"

#define DEFAULT_PAIRS 1024
#define TIMES_PAIRS 512
#define DEFAULT_TURNS 12

/* What --times runs: all but certified, which asks what collide asks. */
#define TIMES_SECTIONS "collide,distance,depth,warm,exact,manifold"

static void print_help(void) {
    printf("usage: bench_convex [options]\n"
           "  --quick        few pairs: that everything runs\n"
           "  --only LIST    some of collide,distance,depth,warm,exact,certified,manifold\n"
           "  --models LIST  some kinds of pairs, such as hull8,boxes\n"
           "  --poses N      pairs a case (default %d)\n"
           "  --reps N       turns; the least time counts (default %d)\n"
           "  --seed N       seed of the pairs (default %d)\n"
           "  --json FILE    write all figures to FILE\n"
           "  --times FILE   a quick run of tact alone; write its times to FILE, for ./dev bench "
           "compare\n"
           "  --filter TEXT  with --times: only cases whose name contains TEXT\n"
           "  --turns        with --times: wait for a line on standard input before every case\n"
           "  --check        exit code 1 if a bar is missed\n"
           "  --help         print this and stop\n",
           DEFAULT_PAIRS, DEFAULT_TURNS, BENCH_DEFAULT_SEED);
}

static void print_head(const convex_run *run) {
    bench_machine machine = bench_machine_describe();
    printf("%s, %ld processors, %s\n%s, flags: %s, SIMD level %s\n%s, load %s, seed %llu, %zu "
           "pairs a case, %zu turns\n",
           machine.cpu, machine.processors, machine.system, machine.compiler, machine.flags,
           machine.simd, machine.date, machine.load, (unsigned long long)run->options.seed,
           run->options.poses, run->options.reps);
    convex_contenders_print();
    printf("the size of a pair is the largest half extent of both; apart: by half of it, near: by "
           "1e-2,\nclose: by 1e-3, graze: 1e-3 beyond touching, deep: a third beyond touching\n"
           "right: no verdict wrong where the separation exceeds 1e-6 of the size, no number "
           "off by 1e-4 of it,\nby the bounds that tact proves\n");
    if (run->options.quick)
        printf("a quick run: few pairs; the figures say little about the bars\n");
    if (!machine.optimised)
        printf("warning: built without optimisation, the times mean nothing\n");
    fflush(stdout);
}

bool convex_run_wants(const convex_run *run, convex_kind kind) {
    return mesh_is_listed(run->options.models, convex_kind_name(kind));
}

bench_rng convex_run_rng(const convex_run *run, const char *purpose, convex_kind kind) {
    bench_rng rng = {run->options.seed};
    for (const char *c = purpose; *c != '\0'; c++)
        rng.state = bench_rng_next(&rng) ^ (unsigned char)*c;
    rng.state += (uint64_t)kind << 32;
    return rng;
}

int main(int argc, char **argv) {
    convex_run run = {.report = NULL};
    mesh_defaults defaults = {DEFAULT_PAIRS, TIMES_PAIRS, DEFAULT_TURNS};
    if (!mesh_options_parse_from(argc, argv, &defaults, &run.options))
        return 2;
    if (run.options.help) {
        print_help();
        return 0;
    }
    if (run.options.times != NULL && run.options.only == NULL)
        run.options.only = TIMES_SECTIONS;
    if (!bench_times_open(&run.times, run.options.times, run.options.filter, run.options.turns))
        return 2;
    run.report = mesh_report_create();
    print_head(&run);
    convex_section_peers(&run);
    convex_section_warm(&run);
    convex_section_exact(&run);
    convex_section_certified(&run);
    convex_section_manifold(&run);
    mesh_report_print_bars(run.report);
    mesh_report_head head = {"bench_convex", argc > 1 ? argv[1] : "none", "generated",
                             tact_simd_level_name(tact_simd_level_best())};
    bool written =
        run.options.json == NULL || mesh_report_write(run.report, &head, run.options.json, true);
    written = bench_times_close(&run.times) && written;
    bool failed = mesh_report_broken(run.report) > 0 ||
                  (run.options.check && mesh_report_missed(run.report) > 0);
    mesh_report_destroy(run.report);
    convex_inputs_release();
    return !written ? 2 : failed ? 1 : 0;
}
