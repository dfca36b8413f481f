/* SPDX-License-Identifier: MIT */
/* Measures the scenes of bench_hard, question by question. */
#ifndef TACT_BENCH_HARD_CELLS_H
#define TACT_BENCH_HARD_CELLS_H

#include "scenes.h"
#include "sections.h"

/* Time limits per contender: for a cell, and for the rounds of one pose. With --times every pose is
 * answered, so that the means of two builds are comparable. */
#define HARD_SECONDS 0.4
#define HARD_POSE_SECONDS 0.1
#define HARD_TIMES_SECONDS 0.05

/* Results over all cells so far. */
typedef struct hard_results {
    bench_table *table;
    bench_ratios ratios;
    size_t peer_answers, peer_differ;
    double flat_us; /* the slowest boolean or distance of flat plates at a gap */
    size_t wrong;   /* answers of tact that differ from those known beforehand */
    size_t unlike;  /* tied distances that are not within the allowed error of the exact ones */
    char least[96]; /* the cell with the least ratio */
    double least_ratio;
} hard_results;

void hard_results_begin(mesh_run *run, hard_results *results);
/* Measures all variants of a scene that the options want. */
void hard_scene_measure(mesh_run *run, const hard_scene *scene, hard_results *results);
/* Prints the table and adds the bars. */
void hard_results_end(mesh_run *run, const hard_results *results);

#endif
