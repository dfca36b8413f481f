/* SPDX-License-Identifier: MIT */
/* The sections of bench_mesh, and what they share. A section measures, prints its tables and adds
 * its bars to the report. */
#ifndef TACT_BENCH_SECTIONS_H
#define TACT_BENCH_SECTIONS_H

#include "measure.h"
#include "report.h"
#include "times.h"

typedef struct mesh_options {
    bool quick;
    bool check;
    bool help;
    bool turns; /* with times: take turns with another program; see times.h */
    size_t poses;
    size_t reps;
    uint64_t seed;
    const char *only;       /* names of sections, NULL for all */
    const char *models;     /* names of models, NULL for all */
    const char *contenders; /* names of contenders, NULL for all */
    const char *json;
    const char *markdown;
    const char *times;  /* file for a comparison of builds; see times.h */
    const char *filter; /* which cases of it, NULL for all */
} mesh_options;

/* What a program takes if its arguments do not say. */
typedef struct mesh_defaults {
    size_t poses, times_poses, reps; /* times_poses: with --times, which has to be quick */
} mesh_defaults;

/* Reads the arguments; says what is wrong with them on stderr and returns false. */
bool mesh_options_parse(int argc, char **argv, mesh_options *out);
/* The same for another program, whose defaults differ. */
bool mesh_options_parse_from(int argc, char **argv, const mesh_defaults *defaults,
                             mesh_options *out);
void mesh_options_help(void);
/* Whether name is in a list with commas; every name is in NULL. */
bool mesh_is_listed(const char *list, const char *name);

typedef struct mesh_run {
    mesh_options options;
    mesh_report *report;
    bench_times times;
    const mesh_contender *contenders[MESH_MAX_CONTENDERS]; /* those chosen */
    size_t contender_count;
    size_t stand_ins; /* models of the suite that were generated */
} mesh_run;

/* Whether the suite's i-th model takes part: all that --models names, two small ones in a quick run
 * that names none. */
bool mesh_run_wants(const mesh_run *run, size_t i);
/* The same for a section that takes long: with --times only some small models take part. */
bool mesh_run_wants_small(const mesh_run *run, size_t i);
/* How tact is asked, as a part of the name of a case: "" or "-sorted". NULL for a peer. */
const char *mesh_way(const mesh_contender *contender);
/* A generator of its own for each purpose, so that sections do not depend on each other. */
bench_rng mesh_run_rng(const mesh_run *run, const char *purpose);
/* Where the program is, on stderr. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void mesh_progress(const char *format, ...);

/* Ratios and their geometric mean. */
typedef struct mesh_ratios {
    double log_sum;
    double least;
    size_t count;
} mesh_ratios;

void mesh_ratios_add(mesh_ratios *ratios, double ratio); /* NaN is left out */
double mesh_ratios_mean(const mesh_ratios *ratios);      /* NaN for none */
double mesh_ratios_least(const mesh_ratios *ratios);     /* NaN for none */

/* boolean, contacts, distance, motion: each model of the suite against itself. */
void mesh_section_suite(mesh_run *run);
/* build: time and memory of hierarchies. */
void mesh_section_build(mesh_run *run);
/* large: all contacts of two models of 100,000 triangles. */
void mesh_section_large(mesh_run *run);
/* growth: from 10,000 to 1,000,000 triangles. */
void mesh_section_growth(mesh_run *run);
/* relation: how solids relate. */
void mesh_section_relation(mesh_run *run);
/* threads: a pool of two against two independent threads. */
void mesh_section_threads(mesh_run *run);
/* proof: queries with a proof against the same without, and verifying. */
void mesh_section_proof(mesh_run *run);

#endif
