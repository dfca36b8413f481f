/* SPDX-License-Identifier: MIT */
/* The sections of bench_mesh, and what they share. A section measures, prints its tables and adds
 * its bars to the report. */
#ifndef TACT_BENCH_SECTIONS_H
#define TACT_BENCH_SECTIONS_H

#include "arguments.h"
#include "fail.h"
#include "figures.h"
#include "measure.h"
#include "report.h"
#include "times.h"

#define MESH_MAX_POSES 1000000
#define MESH_QUICK_POSES 3

typedef struct mesh_options {
    bool quick;
    bool check;
    bool turns; /* with times: take turns with another program; see times.h */
    size_t poses;
    size_t reps;
    uint64_t seed;
    const char *only;       /* names of sections, NULL for all */
    const char *models;     /* names of models, NULL for all */
    const char *contenders; /* names of contenders, NULL for all */
    const char *builder;    /* of tact; NULL for the default */
    const char *json;
    const char *markdown;
    const char *times;  /* file for a comparison of builds; see times.h */
    const char *filter; /* with times: only cases whose name contains this text; NULL for all */
} mesh_options;

/* Reads the arguments of bench_mesh. Returns false if the program has to stop, with its exit code
 * in *code. */
bool mesh_options_read(int argc, char **argv, mesh_options *out, int *code);
/* Chooses the number of poses if the arguments do not: poses, or times_poses with --times, or fewer
 * in a quick run. */
void mesh_options_complete(mesh_options *options, size_t poses, size_t times_poses);

typedef struct mesh_run {
    mesh_options options;
    bench_report *report;
    bench_times times;
    const mesh_contender *contenders[MESH_MAX_CONTENDERS]; /* those chosen */
    size_t contender_count;
    size_t stand_ins; /* number of generated models that replace files */
} mesh_run;

/* Whether the suite's i-th model takes part: each one that --models names. Without --models all
 * take part, or two small ones in a quick run. */
bool mesh_run_wants(const mesh_run *run, size_t i);
/* The same for a section that takes long: with --times only small models take part. */
bool mesh_run_wants_small(const mesh_run *run, size_t i);
/* The way in which tact is asked, as a part of the name of a case: "" or "-sorted". NULL for a
 * peer. */
const char *mesh_way(const mesh_contender *contender);
/* A separate generator for each purpose, so that sections do not depend on each other. */
bench_rng mesh_run_rng(const mesh_run *run, const char *purpose);
/* Prints on stderr what the program is doing. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void mesh_progress(const char *format, ...);

/* boolean, contacts, distance, lone, motion: each model of the suite against itself. */
void mesh_section_suite(mesh_run *run);
/* build: time and memory of hierarchies. */
void mesh_section_build(mesh_run *run);
/* memory: bytes of whole models. */
void mesh_section_memory(mesh_run *run);
/* large: all contacts of two models of 100,000 triangles. */
void mesh_section_large(mesh_run *run);
/* growth: from 10,000 to 1,000,000 triangles. */
void mesh_section_growth(mesh_run *run);
/* relation: how solids relate. */
void mesh_section_relation(mesh_run *run);
/* threads: a pool of two threads against two independent threads. */
void mesh_section_threads(mesh_run *run);
/* proof: queries with a proof against queries without, and verification. */
void mesh_section_proof(mesh_run *run);

#endif
