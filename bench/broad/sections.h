/* SPDX-License-Identifier: MIT */
/* The parts of bench_broad that compare tact with itself. */
#ifndef TACT_BENCH_BROAD_SECTIONS_H
#define TACT_BENCH_BROAD_SECTIONS_H

#include "measure.h"
#include "report.h"

typedef struct broad_run {
    bench_report *report;
    size_t frames;
    uint64_t seed;
    bool quick;
} broad_run;

/* Ten times as many boxes. */
void broad_section_growth(const broad_run *run);
/* A pool of two threads and two independent copies. */
void broad_section_threads(const broad_run *run);
/* Boxes that move by one hundredth of their edges: what methods gain that remember. */
void broad_section_coherence(const broad_run *run);
/* Boxes of which few move. */
void broad_section_rest(const broad_run *run);
/* Sizes from 1 to 100: grids with one size of cells and with many. */
void broad_section_sizes(const broad_run *run);

#endif
