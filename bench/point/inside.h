/* SPDX-License-Identifier: MIT */
/* What a mesh costs as a solid: self contacts, its interior, winding numbers, signed distances. */
#ifndef TACT_BENCH_POINT_INSIDE_H
#define TACT_BENCH_POINT_INSIDE_H

#include "inputs.h"
#include "report.h"
#include "times.h"

mesh_table *inside_table(mesh_report *report);

/* A row of the table: one model, asked at points uniform in twice its box. */
void inside_measure(const bench_times *times, mesh_table *table, const mesh_model *model,
                    size_t reps);
/* Whether --filter leaves a case of a model. */
bool inside_is_wanted(const bench_times *times, const char *label);

#endif
