/* SPDX-License-Identifier: MIT */
/* Convex pairs: contact or not, distance and depth, compared with libccd, FCL and Bullet; motion
 * with a cache; exact arithmetic; contact manifolds. See docs/benchmarks.md. The parts are in
 * convex/. */
#include "convex_sections.h"

#include "machine.h"

#define DEFAULT_PAIRS 1024
#define TIMES_PAIRS 512
#define DEFAULT_TURNS 12

static bool read_options(int argc, char **argv, mesh_options *out, int *code) {
    *out = (mesh_options){.reps = DEFAULT_TURNS, .seed = BENCH_DEFAULT_SEED};
    const bench_argument list[] = {
        bench_switch("--quick", "few pairs, to see that everything runs", &out->quick),
        bench_text("--only", "LIST",
                   "some of collide,distance,depth,warm,batch,exact,manifold,stack", &out->only),
        bench_text("--models", "LIST", "some kinds of pairs, such as hull8,boxes", &out->models),
        bench_size("--poses", "pairs per case (default " BENCH_QUOTE(DEFAULT_PAIRS) ")",
                   &out->poses, 1, MESH_MAX_POSES),
        bench_size("--reps",
                   "turns; the least time counts (default " BENCH_QUOTE(DEFAULT_TURNS) ")",
                   &out->reps, BENCH_MIN_REPS, BENCH_MAX_REPS),
        bench_seed("seed of the pairs (default " BENCH_QUOTE(BENCH_DEFAULT_SEED) ")", &out->seed),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &out->json),
        bench_text("--times", "FILE", BENCH_TIMES_HELP, &out->times),
        bench_text("--filter", "TEXT", BENCH_FILTER_HELP, &out->filter),
        bench_switch("--turns", BENCH_TURNS_HELP, &out->turns),
        bench_switch("--check", BENCH_CHECK_HELP, &out->check),
    };
    bench_arguments arguments = {"bench_convex", NULL, list, sizeof list / sizeof list[0]};
    if (!bench_arguments_read(&arguments, argc, argv, code))
        return false;
    mesh_options_complete(out, DEFAULT_PAIRS, TIMES_PAIRS);
    return true;
}

static void print_head(const convex_run *run) {
    bench_machine machine = bench_machine_describe();
    bench_machine_print(&machine);
    printf("seed %llu, %zu pairs per case, %zu turns\n", (unsigned long long)run->options.seed,
           run->options.poses, run->options.reps);
    convex_contenders_print();
    printf("the size of a pair is the largest half extent of both shapes; apart: by half of it, "
           "near: by 1e-2,\nclose: by 1e-3, touch: by 1e-9, graze: 1e-3 beyond touching, deep: a "
           "third beyond "
           "touching\n"
           "right: no wrong verdict if the separation exceeds 1e-6 of the size, no number off by "
           "more than 1e-4 of it,\njudged by the bounds that tact proves\n");
    if (run->options.quick)
        printf("a quick run: few pairs; the figures say little about the bars\n");
    fflush(stdout);
}

bool convex_run_wants(const convex_run *run, convex_kind kind) {
    return bench_is_listed(run->options.models, convex_kind_name(kind));
}

bench_rng convex_run_rng(const convex_run *run, const char *purpose, convex_kind kind) {
    bench_rng rng = bench_rng_named(run->options.seed, purpose);
    rng.state += (uint64_t)kind << 32;
    return rng;
}

int main(int argc, char **argv) {
    convex_run run = {.report = NULL};
    int code;
    if (!read_options(argc, argv, &run.options, &code))
        return code;
    if (!bench_times_open(&run.times, run.options.times, run.options.filter, run.options.turns))
        return 2;
    run.report = bench_report_create();
    print_head(&run);
    convex_section_peers(&run);
    convex_section_warm(&run);
    convex_section_batch(&run);
    convex_section_exact(&run);
    convex_section_manifold(&run);
    convex_section_stack(&run);
    convex_inputs_release();
    bool is_closed = bench_times_close(&run.times);
    bench_report_head head = {.program = "bench_convex",
                              .argc = argc,
                              .argv = argv,
                              .inputs = "generated",
                              .json = run.options.json,
                              .is_check = run.options.check};
    code = bench_report_end(run.report, &head);
    return is_closed ? code : 2;
}
