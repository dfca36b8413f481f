/* SPDX-License-Identifier: MIT */
/* The questions of the suite and their results, shared by the file that measures and the file that
 * reports. */
#ifndef TACT_BENCH_SUITE_H
#define TACT_BENCH_SUITE_H

#include "sections.h"

/* One kind of question: its table and the results of its cases. */
typedef struct mesh_topic {
    const char *name; /* as in --only */
    const char *title, *about;
    mesh_question question;
    bool is_chosen;
    bench_table *table;
    bench_ratios ratios[MESH_MAX_CONTENDERS]; /* of each contender to tact */
    size_t asked[MESH_MAX_CONTENDERS], differ[MESH_MAX_CONTENDERS];
} mesh_topic;

enum { BOOLEAN, CONTACTS, DISTANCE, LONE, MOTION, TOPICS };

/* Adds the summary and the bars of all topics to a report. The list has the contenders in the order
 * of the ratios. */
void mesh_suite_report(bench_report *report, const mesh_topic topics[TOPICS],
                       const mesh_contender *const *list, size_t count);

#endif
