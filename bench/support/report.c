/* SPDX-License-Identifier: MIT */
/* Gathers tables and bars, and prints them in aligned columns; see report.h. */
#include "report_parts.h"

#include "fail.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bench_report *bench_report_create(void) {
    bench_report *report = bench_allocate(1, sizeof *report);
    report->last = &report->first;
    return report;
}

void bench_report_destroy(bench_report *report) {
    while (report->first != NULL) {
        bench_table *next = report->first->next;
        free(report->first->cells);
        free(report->first);
        report->first = next;
    }
    free(report);
}

/* ---- Tables --------------------------------------------------------------------------------- */

bench_table *bench_report_table(bench_report *report, const char *title, const char *about) {
    bench_table *table = bench_allocate(1, sizeof *table);
    snprintf(table->title, sizeof table->title, "%s", title);
    snprintf(table->about, sizeof table->about, "%s", about);
    *report->last = table;
    report->last = &table->next;
    return table;
}

void bench_table_cell(bench_table *table, const char *format, ...) {
    if (table->count == table->capacity) {
        size_t capacity = 2 * table->capacity + 64;
        char(*cells)[BENCH_CELL_BYTES] = bench_allocate(capacity, BENCH_CELL_BYTES);
        if (table->count > 0)
            memcpy(cells, table->cells, table->count * BENCH_CELL_BYTES);
        free(table->cells);
        table->cells = cells;
        table->capacity = capacity;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[table->count], BENCH_CELL_BYTES, format, arguments);
    va_end(arguments);
    table->count++;
}

/* The decimals that show three significant digits. */
static int decimals_of(double value) {
    double size = fabs(value);
    return size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
}

void bench_table_number(bench_table *table, double value) {
    if (isnan(value))
        bench_table_cell(table, "-");
    else
        bench_table_cell(table, "%.*f", decimals_of(value), value);
}

void bench_table_head_end(bench_table *table) {
    table->columns = table->count;
}

void bench_table_head(bench_table *table, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        bench_table_cell(table, "%s", names[i]);
    bench_table_head_end(table);
}

void bench_table_print(const bench_table *table) {
    printf("\n%s\n%s\n", table->title, table->about);
    for (size_t i = 0; i < table->count; i++) {
        size_t column = i % table->columns, width = 0;
        for (size_t k = column; k < table->count; k += table->columns) {
            size_t length = strlen(table->cells[k]);
            width = length > width ? length : width;
        }
        printf(column == 0 ? "  %-*s" : "  %*s", (int)width, table->cells[i]);
        if (column + 1 == table->columns)
            printf("\n");
    }
    fflush(stdout);
}

/* ---- Bars ----------------------------------------------------------------------------------- */

static bench_report_bar *add_bar(bench_report *report, const char *name, double figure,
                                 bench_bar_kind kind, double limit) {
    if (report->bar_count == BENCH_MAX_BARS)
        bench_fail("a report has more than %d bars", BENCH_MAX_BARS);
    bench_report_bar *bar = &report->bars[report->bar_count++];
    snprintf(bar->name, sizeof bar->name, "%s", name);
    bar->figure = figure;
    bar->limit = limit;
    bar->kind = kind;
    return bar;
}

void bench_report_at_least(bench_report *report, const char *name, double figure, double least) {
    bench_report_bar *bar = add_bar(report, name, figure, BENCH_AT_LEAST, least);
    bar->met = isnan(figure) || figure >= least;
}

void bench_report_at_most(bench_report *report, const char *name, double figure, double most) {
    bench_report_bar *bar = add_bar(report, name, figure, BENCH_AT_MOST, most);
    bar->met = isnan(figure) || figure <= most;
}

void bench_report_must(bench_report *report, const char *name, bool holds) {
    bench_report_bar *bar = add_bar(report, name, holds, BENCH_MUST, 1);
    bar->met = holds;
}

size_t bench_report_missed(const bench_report *report) {
    size_t missed = 0;
    for (size_t i = 0; i < report->bar_count; i++)
        missed += report->bars[i].kind != BENCH_MUST && !report->bars[i].met;
    return missed;
}

size_t bench_report_broken(const bench_report *report) {
    size_t broken = 0;
    for (size_t i = 0; i < report->bar_count; i++)
        broken += report->bars[i].kind == BENCH_MUST && !report->bars[i].met;
    return broken;
}

bench_bar_texts bench_bar_describe(const bench_report_bar *bar) {
    bench_bar_texts texts = {.figure = "-", .verdict = "not measured"};
    if (bar->kind == BENCH_MUST) {
        snprintf(texts.figure, sizeof texts.figure, "%s", bar->met ? "yes" : "no");
        snprintf(texts.limit, sizeof texts.limit, "must hold");
        texts.verdict = bar->met ? "met" : "BROKEN";
        return texts;
    }
    snprintf(texts.limit, sizeof texts.limit, "%s %g",
             bar->kind == BENCH_AT_LEAST ? "at least" : "at most", bar->limit);
    if (!isnan(bar->figure)) {
        snprintf(texts.figure, sizeof texts.figure, "%.*f", decimals_of(bar->figure), bar->figure);
        texts.verdict = bar->met ? "met" : "MISSED";
    }
    return texts;
}

void bench_report_print_bars(const bench_report *report) {
    printf("\nbars\n");
    for (size_t i = 0; i < report->bar_count; i++) {
        bench_bar_texts texts = bench_bar_describe(&report->bars[i]);
        printf("  %-78s %10s  %-14s %s\n", report->bars[i].name, texts.figure, texts.limit,
               texts.verdict);
    }
    printf("%zu bars, %zu missed, %zu broken\n", report->bar_count, bench_report_missed(report),
           bench_report_broken(report));
}
