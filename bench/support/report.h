/* SPDX-License-Identifier: MIT */
/* A report: tables and bars, gathered while a program runs. Tables are printed when they are
 * complete. At the end all of it can be written as Markdown (docs/performance.md) or JSON. */
#ifndef TACT_BENCH_REPORT_H
#define TACT_BENCH_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct bench_table bench_table;
typedef struct bench_report bench_report;

bench_report *bench_report_create(void);
void bench_report_destroy(bench_report *report);

/* Adds a table. Its cells are added one by one, first those of the head. bench_table_head_end()
 * completes the head; from then on a row is complete when it is as long as the head. */
bench_table *bench_report_table(bench_report *report, const char *title, const char *about);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void bench_table_cell(bench_table *table, const char *format, ...);
/* A number with three significant digits, or "-" for NaN. */
void bench_table_number(bench_table *table, double value);
void bench_table_head_end(bench_table *table);
/* The cells of a head whose names are known beforehand, and its end. */
void bench_table_head(bench_table *table, const char *const *names, size_t count);
#define BENCH_TABLE_HEAD(table, names)                                                             \
    bench_table_head(table, names, sizeof(names) / sizeof((names)[0]))
void bench_table_print(const bench_table *table);

/* A bar, and whether it is met. A figure that is NaN was not measured and misses no bar. */
void bench_report_at_least(bench_report *report, const char *name, double figure, double least);
void bench_report_at_most(bench_report *report, const char *name, double figure, double most);
/* A condition that must hold at any speed. */
void bench_report_must(bench_report *report, const char *name, bool holds);

void bench_report_print_bars(const bench_report *report);
/* The number of bars that are missed, and of conditions that must hold and do not. */
size_t bench_report_missed(const bench_report *report);
size_t bench_report_broken(const bench_report *report);

/* How a program was started, and what becomes of its report. */
typedef struct bench_report_head {
    const char *program; /* "bench_mesh" */
    int argc;
    char **argv;
    const char *inputs;          /* where the models come from */
    const char *json, *markdown; /* files to write; NULL for none */
    bool is_check;               /* a missed bar is a failure */
} bench_report_head;

void bench_report_markdown(const bench_report *report, const bench_report_head *head, FILE *file);
void bench_report_json(const bench_report *report, const bench_report_head *head, FILE *file);

/* Prints the bars, writes the files and destroys the report. Returns the exit code of the program:
 * 0; 1 if a condition does not hold or, with is_check, if a bar is missed; 2 if a file cannot be
 * written. */
int bench_report_end(bench_report *report, const bench_report_head *head);

#endif
