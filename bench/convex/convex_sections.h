/* SPDX-License-Identifier: MIT */
/* The sections of bench_convex, and what they share. A section measures, prints its tables and adds
 * its bars to the report. */
#ifndef TACT_BENCH_CONVEX_SECTIONS_H
#define TACT_BENCH_CONVEX_SECTIONS_H

#include "convex_measure.h"

#include "sections.h"

/* The options have the type of those of bench_mesh: poses are pairs, models are kinds of pairs. */
typedef struct convex_run {
    mesh_options options;
    bench_report *report;
    bench_times times;
} convex_run;

/* Whether a kind of pairs takes part. */
bool convex_run_wants(const convex_run *run, convex_kind kind);
/* A separate generator for each purpose, so that sections do not depend on each other. */
bench_rng convex_run_rng(const convex_run *run, const char *purpose, convex_kind kind);

/* How far the shapes of a pair are apart: a gap as a fraction of the size. */
typedef struct convex_stance {
    const char *name;
    double gap;
} convex_stance;

/* The contenders that answer a question. The first one is tact. Returns their number. */
size_t convex_contenders(convex_question question, const bench_contender **out);
/* Prints a line about each of them. */
void convex_contenders_print(void);

/* collide, distance, depth: tact compared with the peers. */
void convex_section_peers(convex_run *run);
/* warm: with a cache and without, in motion. */
void convex_section_warm(convex_run *run);
/* exact: how often exact arithmetic is needed, and its time. */
void convex_section_exact(convex_run *run);
/* manifold: contact manifolds. */
void convex_section_manifold(convex_run *run);
/* batch: pairs in a batch and in single calls. */
void convex_section_batch(convex_run *run);
/* stack: manifolds of bodies that rest on each other, in motion. */
void convex_section_stack(convex_run *run);

#endif
