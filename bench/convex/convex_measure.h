/* SPDX-License-Identifier: MIT */
/* Measuring contenders side by side on pairs of convex shapes. */
#ifndef TACT_BENCH_CONVEX_MEASURE_H
#define TACT_BENCH_CONVEX_MEASURE_H

#include "convex_judge.h"

#define CONVEX_MAX_CONTENDERS 8

/* What one contender did in a cell. */
typedef struct convex_figures {
    const char *name;
    double ns;    /* the least time of all passes, a pair */
    size_t wrong; /* answers */
} convex_figures;

/* Pairs of one kind in one stance, and one question. */
typedef struct convex_cell {
    size_t contender_count;
    size_t count;                                  /* pairs */
    size_t open;                                   /* of them, not judged */
    convex_figures figures[CONVEX_MAX_CONTENDERS]; /* the first is tact */
} convex_cell;

/* The contenders take turns; a turn is two passes over all inputs, or as many as fit into 0.25 ms,
 * so that caches and vector units are warm again after the others. There are as many turns as
 * asked for; one that has had its seconds has no more. */
convex_cell convex_cell_measure(convex_question question, const bench_contender *contenders,
                                size_t contender_count, const convex_input *inputs, size_t count,
                                size_t turns);

/* The fastest peer of those whose share of wrong answers is at most so large: 0 for peers that are
 * right, 1 for all. 0 where there is none. */
size_t convex_cell_best(const convex_cell *cell, double most_wrong);
/* Its time over that of tact; NaN where there is none. */
double convex_cell_ratio(const convex_cell *cell, double most_wrong);

/* ---- Two ways of one contender ----------------------------------------------------------------
 */

/* Something to time: a pass over all that there is. */
typedef struct convex_way {
    void (*begin)(void *state); /* before the clock starts; NULL for nothing */
    void (*pass)(void *state);
    void *state;
    double ns; /* receives the least time of a pass */
} convex_way;

/* Times ways in turn, as above. */
void convex_ways_measure(convex_way *ways, size_t count, size_t turns);

#endif
