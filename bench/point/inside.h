/* SPDX-License-Identifier: MIT */
/* The cost of a mesh as a solid: self contacts, interior, winding numbers, signed distances. */
#ifndef TACT_BENCH_POINT_INSIDE_H
#define TACT_BENCH_POINT_INSIDE_H

#include "inputs.h"
#include "report.h"
#include "times.h"

bench_table *inside_table(bench_report *report);

/* Adds a row: one model, asked at points uniform in a box twice as large as its own. */
void inside_measure(const bench_times *times, bench_table *table, const mesh_model *model,
                    size_t reps);
/* Whether --filter selects a case of a model. */
bool inside_is_wanted(const bench_times *times, const char *label);

#endif
