/* SPDX-License-Identifier: MIT */
/* What the files of the benchmark library share: options, figures of a run, and the writers. */
#ifndef TACT_BENCH_INTERNAL_H
#define TACT_BENCH_INTERNAL_H

#include "bench.h"

#include <stdio.h>

#define BENCH_MIN_REPS 5
#define BENCH_MAX_REPS 1000
#define BENCH_DEFAULT_REPS 9
#define BENCH_DEFAULT_SEED 20260101
#define BENCH_DEFAULT_COUNT 8192
#define BENCH_MAX_COUNT 10000000

typedef struct bench_options {
    size_t reps;
    size_t count;
    uint64_t seed;
    const char *filter; /* NULL for all */
    const char *json;   /* NULL for none */
    const char *times;  /* NULL for none */
    bool turns;         /* with times: take turns with another program */
    bool check;
    bool list;
    bool help;
} bench_options;

/* Reads the arguments; prints what is wrong with them on stderr and returns false. */
bool bench_options_parse(int argc, char **argv, bench_options *out);
void bench_options_help(const char *program);

/* What one contender did in one case. */
typedef struct bench_figures {
    double *ns;     /* nanoseconds per item, one a repetition, in order of time */
    double min;     /* of them */
    double p50;     /* percentiles by nearest rank: one of the values themselves */
    double p95;     /* with fewer than 20 repetitions this is the greatest value */
    size_t count;   /* inputs that it answers */
    size_t passes;  /* how often one turn runs over all inputs */
    size_t rounds;  /* how many turns there are in a repetition */
    size_t differ;  /* answers unlike those of contender 0 */
    size_t known;   /* how many true verdicts are known, */
    size_t wrong;   /* and how many of these were missed */
    double largest; /* the greatest |x - y| of numbers that both are finite */
} bench_figures;

typedef struct bench_result {
    const bench_case *the_case;
    size_t count;
    size_t reps; /* made, at least as many as asked for */
    bench_figures figures[BENCH_MAX_CONTENDERS];
    bool has_bar;
    bool bar_met;
    double bar_ratio; /* time of contender 0 over that of the bar's contender */
} bench_result;

/* The value at the given percentile (0 < percent <= 100) of sorted values, by nearest rank. */
double bench_percentile(const double *sorted, size_t count, double percent);
/* Fills min, p50 and p95 from ns; returns false when out of memory. */
bool bench_figures_summarize(bench_figures *figures, size_t reps);

/* Where and with what the program runs. */
typedef struct bench_machine {
    char cpu[128];
    char system[160];
    char compiler[128];
    char flags[512];
    char load[64]; /* the system's load averages before the run */
    char date[32];
    const char *simd; /* level */
    long processors;
    bool optimised;
} bench_machine;

bench_machine bench_machine_describe(void);

/* A text of JSON with its quotes, and a number, or null for one that is not finite. */
void bench_write_text(FILE *file, const char *text);
void bench_write_number(FILE *file, double x);

void bench_print_machine(const bench_machine *machine, const bench_options *options);
void bench_print_result(const bench_result *result);
void bench_print_summary(const bench_result *results, size_t count);
void bench_write_json(FILE *file, const char *program, const bench_machine *machine,
                      const bench_options *options, const bench_result *results, size_t count);

#endif
