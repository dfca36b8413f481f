/* SPDX-License-Identifier: MIT */
/* The benchmark library: cases, contenders, and the program that runs them.
 *
 * A case is a kind of question and a family of inputs. Every contender of a case (contender 0 is
 * tact) answers the same inputs, which a seeded generator makes. Contenders take turns within each
 * repetition, so that noise of the machine hits all of them alike; there are more repetitions where
 * the least times still fall, and the least times are what ratios are made of. The answers are
 * compared too.
 *
 * What does not live here: inputs, yardsticks, peers, and anything that knows geometry. */
#ifndef TACT_BENCH_H
#define TACT_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Random numbers ------------------------------------------------------------------------- */

/* splitmix64: the same numbers on every machine. */
typedef struct bench_rng {
    uint64_t state;
} bench_rng;

uint64_t bench_rng_next(bench_rng *rng);
/* Uniform in [0, bound). */
uint32_t bench_rng_below(bench_rng *rng, uint32_t bound);
/* Uniform integer in [lo, hi]. */
int32_t bench_rng_integer(bench_rng *rng, int32_t lo, int32_t hi);
/* Uniform in [0, 1), 53 bits. */
double bench_rng_unit(bench_rng *rng);
/* Uniform in [lo, hi). */
double bench_rng_between(bench_rng *rng, double lo, double hi);

/* ---- Inputs and answers --------------------------------------------------------------------- */

/* What a contender fills: a verdict for each item and, where the case compares numbers, a number.
 * Entries that it leaves alone count as answers that differ. */
typedef struct bench_answers {
    int32_t *verdict;
    double *number;
} bench_answers;

/* The verdict that a generator writes where it does not know the true one. */
#define BENCH_UNKNOWN INT32_MIN

/* Makes count inputs one after the other at inputs, and in truth the verdict of each where the
 * construction tells it (all start as BENCH_UNKNOWN). */
typedef void bench_make(bench_rng *rng, void *inputs, size_t count, int32_t *truth);

/* A family of inputs. Cases that name the same family get the same inputs for the same seed and
 * count. */
typedef struct bench_family {
    const char *name;   /* "triangles/random"; with the seed it decides the inputs */
    const char *about;  /* one line for people */
    size_t input_bytes; /* of one input */
    bench_make *make;
} bench_family;

/* ---- Contenders and cases ------------------------------------------------------------------- */

/* Answers all inputs. This is what is timed. */
typedef void bench_run(const void *inputs, size_t count, bench_answers answers);

typedef struct bench_contender {
    const char *name;
    bench_run *run;
    /* The peer's own form of the inputs, made before the clock starts: run gets what prepare
     * returns. NULL where run takes the inputs as they are. Returns NULL when out of memory. */
    void *(*prepare)(const void *inputs, size_t count);
    void (*release)(void *prepared);
    /* What to know where its answers differ, and who is right; NULL for nothing. */
    const char *note;
    /* Only the first so many inputs, for a peer that would take minutes; 0 for all. */
    size_t count_limit;
} bench_contender;

/* A promise: tact takes at most at_most times the time of the contender called against. Where
 * that contender is not in the case there is no bar. */
typedef struct bench_bar {
    const char *against;
    double at_most;
} bench_bar;

typedef struct bench_case {
    const char *name; /* "orient3d/random" */
    const bench_family *family;
    const bench_contender *contenders; /* the first one is tact */
    size_t contender_count;
    bool without_truth; /* the family's true verdicts belong to another question */
    bool compares_numbers;
    /* Numbers x and y agree where |x - y| <= tolerance * max(1, |x|, |y|), or both are NaN. */
    double tolerance;
    bench_bar bar;      /* against == NULL: none */
    size_t times_count; /* inputs with --times, which has to be quick; 0 for as many as usual */
} bench_case;

#define BENCH_MAX_CONTENDERS 8

/* Runs the cases that the arguments choose and prints a table.
 * Returns the program's exit code: 0; 1 where an answer of tact is not the known true one, or with
 * --check where a bar is missed; 2 for a wrong argument, a file that cannot be written, or no
 * memory. */
int bench_main(int argc, char **argv, const char *program, const bench_case *cases,
               size_t case_count);

#ifdef __cplusplus
}
#endif

#endif
