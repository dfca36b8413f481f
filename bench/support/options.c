/* SPDX-License-Identifier: MIT */
/* The arguments of a program that runs cases; see bench.h. */
#include "internal.h"

bool bench_options_read(int argc, char **argv, const char *program, bench_options *out, int *code) {
    *out = (bench_options){
        .reps = BENCH_DEFAULT_REPS, .count = BENCH_DEFAULT_COUNT, .seed = BENCH_DEFAULT_SEED};
    const bench_argument list[] = {
        bench_size("--reps",
                   "least number of repetitions, " BENCH_QUOTE(BENCH_MIN_REPS) " to " BENCH_QUOTE(
                       BENCH_MAX_REPS) " (default " BENCH_QUOTE(BENCH_DEFAULT_REPS) ")",
                   &out->reps, BENCH_MIN_REPS, BENCH_MAX_REPS),
        bench_text("--filter", "TEXT", "only cases whose name contains TEXT", &out->filter),
        bench_seed("seed of the inputs (default " BENCH_QUOTE(BENCH_DEFAULT_SEED) ")", &out->seed),
        bench_size("--count",
                   "number of inputs per case, 1 to " BENCH_QUOTE(
                       BENCH_MAX_COUNT) " (default " BENCH_QUOTE(BENCH_DEFAULT_COUNT) ")",
                   &out->count, 1, BENCH_MAX_COUNT),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &out->json),
        bench_text("--times", "FILE", BENCH_TIMES_HELP, &out->times),
        bench_switch("--turns", BENCH_TURNS_HELP, &out->turns),
        bench_switch("--check", BENCH_CHECK_HELP, &out->check),
        bench_switch("--list", "print the names of the cases and stop", &out->list),
    };
    bench_arguments arguments = {program, NULL, list, sizeof list / sizeof list[0]};
    return bench_arguments_read(&arguments, argc, argv, code);
}
