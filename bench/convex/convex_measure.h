/* SPDX-License-Identifier: MIT */
/* Measures contenders side by side on pairs of convex shapes. */
#ifndef TACT_BENCH_CONVEX_MEASURE_H
#define TACT_BENCH_CONVEX_MEASURE_H

#include "convex_judge.h"

#define CONVEX_MAX_CONTENDERS 8

/* What one contender did in a cell. */
typedef struct convex_figures {
    const char *name;
    double ns;    /* time per pair in the fastest pass */
    size_t wrong; /* number of wrong answers */
} convex_figures;

/* Pairs of one kind in one stance, and one question. */
typedef struct convex_cell {
    size_t contender_count;
    size_t count;                                  /* number of pairs */
    size_t open;                                   /* number of pairs that cannot be judged */
    convex_figures figures[CONVEX_MAX_CONTENDERS]; /* the first is tact */
} convex_cell;

/* The contenders take turns. A turn is two passes over all inputs, or as many as fit into 0.25 ms,
 * so that caches and vector units are warm again after the turns of the others. Each contender has
 * the given number of turns, or fewer if it exceeds a time limit. */
convex_cell convex_cell_measure(convex_question question, const bench_contender *contenders,
                                size_t contender_count, const convex_input *inputs, size_t count,
                                size_t turns);

/* The fastest peer whose share of wrong answers is at most most_wrong: 0 admits only peers that are
 * always right, 1 admits all. Returns 0 if there is no such peer. */
size_t convex_cell_best(const convex_cell *cell, double most_wrong);
/* The time of this peer over that of tact. NaN if there is no such peer. */
double convex_cell_ratio(const convex_cell *cell, double most_wrong);

/* ---- Ways to do the same work --------------------------------------------------------------- */

/* A way to do the work: its pass is timed. */
typedef struct convex_way {
    void (*begin)(void *state); /* called before the clock starts; may be NULL */
    void (*pass)(void *state);
    void *state;
    double ns; /* receives the least time of a pass */
} convex_way;

/* Times the ways in turns, as convex_cell_measure() does. */
void convex_ways_measure(convex_way *ways, size_t count, size_t turns);

#endif
