/* SPDX-License-Identifier: MIT */
/* The benchmark library: cases, contenders, and the program that runs them.
 *
 * A case is a kind of question and a family of inputs. Every contender of a case (contender 0 is
 * tact) answers the same inputs, which a seeded generator makes. Contenders take turns within each
 * repetition, so noise of the machine affects all of them alike. Repetitions are added while the
 * least times still fall. Ratios are ratios of least times. The answers are compared too.
 *
 * Inputs, yardsticks, peers and everything that knows geometry are in other folders. */
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

/* A generator for one purpose. Purposes with different names do not depend on each other. */
bench_rng bench_rng_named(uint64_t seed, const char *name);

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

/* What a contender fills: a verdict per item and, if the case compares numbers, a number per item.
 * Entries that a contender does not fill count as answers that differ. */
typedef struct bench_answers {
    int32_t *verdict;
    double *number;
} bench_answers;

/* The verdict of an input whose true verdict is unknown. */
#define BENCH_UNKNOWN INT32_MIN

/* Fills an array of count inputs. All entries of truth start as BENCH_UNKNOWN; the function
 * replaces those whose true verdict follows from the construction of the input. */
typedef void bench_make(bench_rng *rng, void *inputs, size_t count, int32_t *truth);

/* A family of inputs. Cases with the same family, seed and count get the same inputs. */
typedef struct bench_family {
    const char *name;   /* "triangles/random"; the name and the seed determine the inputs */
    const char *about;  /* one line for people */
    size_t input_bytes; /* size of one input */
    bench_make *make;
} bench_family;

/* ---- Contenders and cases ------------------------------------------------------------------- */

/* Answers all inputs. The time of this call is measured. */
typedef void bench_run(const void *inputs, size_t count, bench_answers answers);

typedef struct bench_contender {
    const char *name;
    bench_run *run;
    /* Converts the inputs to the peer's own types before the clock starts; run receives the result.
     * NULL if run takes the inputs as they are. Returns NULL if there is no memory. */
    void *(*prepare)(const void *inputs, size_t count);
    void (*release)(void *prepared);
    /* Printed if answers differ: why, and who is right. NULL for nothing. */
    const char *note;
    /* Answers only this many inputs, for a peer that would take minutes. 0 for all inputs. */
    size_t count_limit;
} bench_contender;

/* A promise: tact takes at most at_most times the time of the contender that `against` names. There
 * is no bar if this contender is not part of the case. */
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
    /* Numbers x and y agree if |x - y| <= tolerance * max(1, |x|, |y|), or if both are NaN. */
    double tolerance;
    bench_bar bar;      /* no bar if against is NULL */
    size_t times_count; /* number of inputs with --times, which has to be quick; 0 for --count */
} bench_case;

#define BENCH_MAX_CONTENDERS 8

/* Runs the cases that the arguments choose and prints a table.
 * Returns the program's exit code: 0; 1 if an answer of tact differs from the known true one, or
 * with --check if a bar is missed; 2 for a wrong argument, or a file that cannot be written. Ends
 * the program with code 2 if there is no memory. */
int bench_main(int argc, char **argv, const char *program, const bench_case *cases,
               size_t case_count);

#ifdef __cplusplus
}
#endif

#endif
