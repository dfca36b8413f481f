/* SPDX-License-Identifier: MIT */
/* The parts of a report, shared by the file that gathers them and the file that writes them. */
#ifndef TACT_BENCH_REPORT_PARTS_H
#define TACT_BENCH_REPORT_PARTS_H

#include "report.h"

#define BENCH_CELL_BYTES 48

struct bench_table {
    char title[96];
    char about[400];
    size_t columns; /* 0 until the head is complete */
    size_t count;   /* cells, with those of the head */
    size_t capacity;
    char (*cells)[BENCH_CELL_BYTES];
    bench_table *next;
};

typedef enum bench_bar_kind { BENCH_AT_LEAST, BENCH_AT_MOST, BENCH_MUST } bench_bar_kind;

typedef struct bench_report_bar {
    char name[120];
    double figure, limit;
    bench_bar_kind kind;
    bool met;
} bench_report_bar;

#define BENCH_MAX_BARS 64

struct bench_report {
    bench_table *first, **last;
    bench_report_bar bars[BENCH_MAX_BARS];
    size_t bar_count;
};

/* A bar as text: its figure, its limit and the verdict. */
typedef struct bench_bar_texts {
    char figure[32], limit[32];
    const char *verdict;
} bench_bar_texts;

bench_bar_texts bench_bar_describe(const bench_report_bar *bar);

#endif
