/* SPDX-License-Identifier: MIT */
/* One run of bench_point, and the measurement of one model. */
#ifndef TACT_BENCH_POINT_RUN_H
#define TACT_BENCH_POINT_RUN_H

#include "point_contender.h"

#include "figures.h"
#include "models.h"
#include "report.h"
#include "times.h"

typedef struct point_options {
    size_t count, reps;
    const char *model, *builder, *json, *markdown, *times, *filter;
    bool quick, check, turns;
} point_options;

typedef struct point_run {
    point_options options;
    const point_contender *contenders[POINT_MAX_CONTENDERS];
    size_t contender_count;
    bench_report *report;
    bench_times times;
    bench_table *rays, *points, *inside;
    /* Speed relative to Embree: first hits one by one and in a batch, and any hit. */
    bench_ratios first, first_batch, any;
    bench_ratios nearest;       /* speed relative to CGAL */
    bench_ratios nearest_float; /* speed of batches relative to Embree */
    size_t compared, differ;    /* hits well inside a face, and those that a peer sees elsewhere */
    bool is_wrong;
    size_t stand_ins; /* number of generated models that replace files */
} point_run;

/* Creates the tables of rays and nearest points. */
void point_tables_make(point_run *run);
/* Whether --filter selects a case of a model. */
bool point_model_is_wanted(const point_run *run, const char *label);
/* Measures rays and nearest points on one model and adds the rows. */
void point_model_measure(point_run *run, const mesh_model *model);

#endif
