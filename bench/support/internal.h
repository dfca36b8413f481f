/* SPDX-License-Identifier: MIT */
/* What the files that run cases share: options, figures of a run, and the writers. */
#ifndef TACT_BENCH_INTERNAL_H
#define TACT_BENCH_INTERNAL_H

#include "arguments.h"
#include "bench.h"
#include "machine.h"

#include <stdio.h>

#define BENCH_DEFAULT_REPS 9
#define BENCH_DEFAULT_COUNT 8192
#define BENCH_MAX_COUNT 10000000

typedef struct bench_options {
    size_t reps;
    size_t count;
    uint64_t seed;
    const char *filter; /* NULL for all cases */
    const char *json;   /* NULL for no file */
    const char *times;  /* NULL for no file */
    bool turns;         /* with times: take turns with another program */
    bool check;
    bool list;
} bench_options;

/* Reads the arguments. Returns false if the program has to stop, with its exit code in *code. */
bool bench_options_read(int argc, char **argv, const char *program, bench_options *out, int *code);

/* What one contender did in one case. */
typedef struct bench_figures {
    double *ns;     /* nanoseconds per item, one value per repetition, in order of time */
    double min;     /* the least of ns */
    double p50;     /* percentiles by nearest rank: values of ns themselves */
    double p95;     /* with fewer than 20 repetitions this is the greatest value */
    size_t count;   /* number of inputs that the contender answers */
    size_t passes;  /* number of passes over all inputs in one turn */
    size_t rounds;  /* number of turns in a repetition */
    size_t differ;  /* number of answers unlike those of contender 0 */
    size_t known;   /* number of inputs whose true verdict is known */
    size_t wrong;   /* number of those with another verdict */
    double largest; /* the greatest |x - y| of numbers that are both finite */
} bench_figures;

typedef struct bench_result {
    const bench_case *the_case;
    size_t count;
    size_t reps; /* repetitions made, at least as many as asked for */
    bench_figures figures[BENCH_MAX_CONTENDERS];
    bool has_bar;
    bool bar_met;
    double bar_ratio; /* time of contender 0 over that of the bar's contender */
} bench_result;

/* Fills min, p50 and p95 from ns. */
void bench_figures_summarize(bench_figures *figures, size_t reps);

void bench_print_options(const bench_options *options);
void bench_print_result(const bench_result *result);
void bench_print_summary(const bench_result *results, size_t count);
void bench_write_json(FILE *file, const char *program, const bench_machine *machine,
                      const bench_options *options, const bench_result *results, size_t count);

#endif
