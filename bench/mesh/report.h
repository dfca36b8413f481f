/* SPDX-License-Identifier: MIT */
/* The report: tables, bars and remarks, gathered while the program runs; printed as they come, and
 * written at the end as Markdown (docs/performance.md) or JSON. */
#ifndef TACT_BENCH_MESH_REPORT_H
#define TACT_BENCH_MESH_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct mesh_table mesh_table;
typedef struct mesh_report mesh_report;

mesh_report *mesh_report_create(void);
void mesh_report_destroy(mesh_report *report);

/* A new table. Cells are added one by one, first the head's; a row ends where it is as long as the
 * head, and the head ends with mesh_table_head_end(). */
mesh_table *mesh_report_table(mesh_report *report, const char *title, const char *about);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void mesh_table_cell(mesh_table *table, const char *format, ...);
/* A number with three digits that count, "-" where it is NaN. */
void mesh_table_number(mesh_table *table, double value);
void mesh_table_head_end(mesh_table *table);
void mesh_table_print(const mesh_table *table);

/* A bar and whether it is met; a figure that is NaN was not measured, and misses no bar. */
void mesh_report_at_least(mesh_report *report, const char *name, double figure, double bar);
void mesh_report_at_most(mesh_report *report, const char *name, double figure, double bar);
/* Something that must hold, whatever the times. */
void mesh_report_must(mesh_report *report, const char *name, bool holds);

void mesh_report_print_bars(const mesh_report *report);
/* How many bars are missed; how many things do not hold that must. */
size_t mesh_report_missed(const mesh_report *report);
size_t mesh_report_broken(const mesh_report *report);

/* What was run, for the head of the files. */
typedef struct mesh_report_head {
    const char *program; /* "bench_mesh" */
    const char *command; /* the arguments */
    const char *inputs;  /* where the models come from */
    const char *level;   /* SIMD level */
} mesh_report_head;

void mesh_report_markdown(const mesh_report *report, const mesh_report_head *head, FILE *file);
void mesh_report_json(const mesh_report *report, const mesh_report_head *head, FILE *file);
/* Writes a file of one of the two forms; says so on stderr where that fails, and returns false. */
bool mesh_report_write(const mesh_report *report, const mesh_report_head *head, const char *path,
                       bool is_json);

#endif
