/* SPDX-License-Identifier: MIT */
/* The sections of bench_convex, and what they share. A section measures, prints its tables and adds
 * its bars to the report. */
#ifndef TACT_BENCH_CONVEX_SECTIONS_H
#define TACT_BENCH_CONVEX_SECTIONS_H

#include "convex_measure.h"

#include "sections.h"

/* Pairs, turns and the rest of the options are those of bench_mesh: poses are pairs, models are
 * kinds of pairs. */
typedef struct convex_run {
    mesh_options options;
    mesh_report *report;
    bench_times times;
} convex_run;

/* Whether a kind takes part. */
bool convex_run_wants(const convex_run *run, convex_kind kind);
/* A generator of its own for each purpose, so that sections do not depend on each other. */
bench_rng convex_run_rng(const convex_run *run, const char *purpose, convex_kind kind);

/* How pairs stand: a gap in sizes. */
typedef struct convex_stance {
    const char *name;
    double gap;
} convex_stance;

/* tact and the peers that answer a question; tact is the first. Returns how many. */
size_t convex_contenders(convex_question question, const bench_contender **out);
/* Who they are, for the head of the output. */
void convex_contenders_print(void);

/* collide, distance, depth: tact beside the peers. */
void convex_section_peers(convex_run *run);
/* warm: with a cache and without, in motion. */
void convex_section_warm(convex_run *run);
/* exact: how often exact arithmetic is needed, and what it takes. */
void convex_section_exact(convex_run *run);
/* certified: the same search with certificates and without. */
void convex_section_certified(convex_run *run);
/* manifold: points of contact. */
void convex_section_manifold(convex_run *run);

#endif
