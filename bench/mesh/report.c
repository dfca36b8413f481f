/* SPDX-License-Identifier: MIT */
/* Tables and bars as text: aligned columns for a terminal, Markdown, JSON. */
#include "report.h"

#include "internal.h"
#include "measure.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CELL_BYTES 48

struct mesh_table {
    char title[96];
    char about[400];
    size_t columns; /* 0 until the head has ended */
    size_t count;   /* cells, the head's included */
    size_t capacity;
    char (*cells)[CELL_BYTES];
    mesh_table *next;
};

typedef struct bar {
    char name[120];
    double figure, bar;
    enum { AT_LEAST, AT_MOST, MUST } kind;
    bool met;
} bar;

#define MAX_BARS 64

struct mesh_report {
    mesh_table *first, **last;
    bar bars[MAX_BARS];
    size_t bar_count;
};

mesh_report *mesh_report_create(void) {
    mesh_report *report = mesh_allocate(1, sizeof *report);
    report->last = &report->first;
    return report;
}

void mesh_report_destroy(mesh_report *report) {
    while (report->first != NULL) {
        mesh_table *next = report->first->next;
        free(report->first->cells);
        free(report->first);
        report->first = next;
    }
    free(report);
}

/* ---- Tables --------------------------------------------------------------------------------- */

mesh_table *mesh_report_table(mesh_report *report, const char *title, const char *about) {
    mesh_table *table = mesh_allocate(1, sizeof *table);
    snprintf(table->title, sizeof table->title, "%s", title);
    snprintf(table->about, sizeof table->about, "%s", about);
    *report->last = table;
    report->last = &table->next;
    return table;
}

void mesh_table_cell(mesh_table *table, const char *format, ...) {
    if (table->count == table->capacity) {
        size_t capacity = 2 * table->capacity + 64;
        char(*cells)[CELL_BYTES] = mesh_allocate(capacity, CELL_BYTES);
        if (table->count > 0)
            memcpy(cells, table->cells, table->count * CELL_BYTES);
        free(table->cells);
        table->cells = cells;
        table->capacity = capacity;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[table->count], CELL_BYTES, format, arguments);
    va_end(arguments);
    table->count++;
}

/* As many digits as there are to three that count, without an exponent. */
static int decimals_of(double value) {
    double size = fabs(value);
    return size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
}

void mesh_table_number(mesh_table *table, double value) {
    if (isnan(value))
        mesh_table_cell(table, "-");
    else
        mesh_table_cell(table, "%.*f", decimals_of(value), value);
}

void mesh_table_head_end(mesh_table *table) {
    table->columns = table->count;
}

void mesh_table_print(const mesh_table *table) {
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

static bar *add_bar(mesh_report *report, const char *name) {
    if (report->bar_count == MAX_BARS) {
        fprintf(stderr, "bench_mesh: more than %d bars\n", MAX_BARS);
        exit(2);
    }
    bar *b = &report->bars[report->bar_count++];
    snprintf(b->name, sizeof b->name, "%s", name);
    return b;
}

void mesh_report_at_least(mesh_report *report, const char *name, double figure, double least) {
    bar *b = add_bar(report, name);
    b->figure = figure;
    b->bar = least;
    b->kind = AT_LEAST;
    b->met = isnan(figure) || figure >= least;
}

void mesh_report_at_most(mesh_report *report, const char *name, double figure, double most) {
    bar *b = add_bar(report, name);
    b->figure = figure;
    b->bar = most;
    b->kind = AT_MOST;
    b->met = isnan(figure) || figure <= most;
}

void mesh_report_must(mesh_report *report, const char *name, bool holds) {
    bar *b = add_bar(report, name);
    b->figure = holds;
    b->bar = 1;
    b->kind = MUST;
    b->met = holds;
}

size_t mesh_report_missed(const mesh_report *report) {
    size_t missed = 0;
    for (size_t i = 0; i < report->bar_count; i++)
        missed += report->bars[i].kind != MUST && !report->bars[i].met;
    return missed;
}

size_t mesh_report_broken(const mesh_report *report) {
    size_t broken = 0;
    for (size_t i = 0; i < report->bar_count; i++)
        broken += report->bars[i].kind == MUST && !report->bars[i].met;
    return broken;
}

/* The three texts of a bar: figure, bar, verdict. */
static void bar_texts(const bar *b, char figure[32], char limit[32], const char **verdict) {
    if (b->kind == MUST) {
        snprintf(figure, 32, "%s", b->met ? "yes" : "no");
        snprintf(limit, 32, "must hold");
        *verdict = b->met ? "met" : "BROKEN";
        return;
    }
    snprintf(limit, 32, "%s %g", b->kind == AT_LEAST ? "at least" : "at most", b->bar);
    if (isnan(b->figure)) {
        snprintf(figure, 32, "-");
        *verdict = "not measured";
        return;
    }
    snprintf(figure, 32, "%.*f", decimals_of(b->figure), b->figure);
    *verdict = b->met ? "met" : "MISSED";
}

void mesh_report_print_bars(const mesh_report *report) {
    printf("\nbars\n");
    for (size_t i = 0; i < report->bar_count; i++) {
        char figure[32], limit[32];
        const char *verdict;
        bar_texts(&report->bars[i], figure, limit, &verdict);
        printf("  %-78s %10s  %-14s %s\n", report->bars[i].name, figure, limit, verdict);
    }
    printf("%zu bars, %zu missed, %zu broken\n", report->bar_count, mesh_report_missed(report),
           mesh_report_broken(report));
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void markdown_table(const mesh_table *table, FILE *file) {
    fprintf(file, "\n## %s\n\n%s\n\n", table->title, table->about);
    for (size_t i = 0; i < table->count; i++) {
        size_t column = i % table->columns;
        fprintf(file, column == 0 ? "| %s |" : " %s |", table->cells[i]);
        if (column + 1 == table->columns)
            fprintf(file, "\n");
        if (i + 1 == table->columns) {
            for (size_t k = 0; k < table->columns; k++)
                fprintf(file, k == 0 ? "|---|" : "---:|");
            fprintf(file, "\n");
        }
    }
}

void mesh_report_markdown(const mesh_report *report, const mesh_report_head *head, FILE *file) {
    bench_machine machine = bench_machine_describe();
    fprintf(file,
            "# Performance\n\n"
            "Written by `./dev bench mesh --markdown docs/performance.md`; what the figures mean "
            "is in\n[benchmarks.md](benchmarks.md). Times of another machine differ; ratios differ "
            "less.\n\n");
    fprintf(file, "- machine: %s, %ld processors\n", machine.cpu, machine.processors);
    fprintf(file, "- compiler: %s, %s\n", machine.compiler, machine.flags);
    fprintf(file, "- SIMD level: %s\n- arguments: %s\n- models: %s\n- date: %s, load %s\n",
            head->level, head->command, head->inputs, machine.date, machine.load);
    fprintf(file, "\n## Bars\n\n| | figure | bar | |\n|---|---:|---|---|\n");
    for (size_t i = 0; i < report->bar_count; i++) {
        char figure[32], limit[32];
        const char *verdict;
        bar_texts(&report->bars[i], figure, limit, &verdict);
        fprintf(file, "| %s | %s | %s | %s |\n", report->bars[i].name, figure, limit, verdict);
    }
    for (const mesh_table *table = report->first; table != NULL; table = table->next)
        markdown_table(table, file);
}

static void json_member(const char *name, const char *text, const char *end, FILE *file) {
    bench_write_text(file, name);
    fputs(": ", file);
    bench_write_text(file, text);
    fputs(end, file);
}

static void json_table(const mesh_table *table, FILE *file) {
    fputs("    {", file);
    json_member("title", table->title, ", \"rows\": [\n", file);
    for (size_t i = 0; i < table->count; i++) {
        size_t column = i % table->columns;
        fputs(column == 0 ? "      [" : ", ", file);
        bench_write_text(file, table->cells[i]);
        if (column + 1 == table->columns)
            fputs(i + 1 < table->count ? "],\n" : "]\n", file);
    }
    fputs("    ]}", file);
}

void mesh_report_json(const mesh_report *report, const mesh_report_head *head, FILE *file) {
    bench_machine machine = bench_machine_describe();
    fputs("{\n  ", file);
    json_member("program", head->program, ",\n  ", file);
    json_member("cpu", machine.cpu, ",\n  ", file);
    json_member("system", machine.system, ",\n  ", file);
    json_member("compiler", machine.compiler, ",\n  ", file);
    json_member("flags", machine.flags, ",\n  ", file);
    json_member("level", head->level, ",\n  ", file);
    json_member("arguments", head->command, ",\n  ", file);
    json_member("models", head->inputs, ",\n  ", file);
    json_member("date", machine.date, ",\n  ", file);
    json_member("load", machine.load, ",\n  \"bars\": [\n", file);
    for (size_t i = 0; i < report->bar_count; i++) {
        const bar *b = &report->bars[i];
        fputs("    {", file);
        json_member("name", b->name, ", \"figure\": ", file);
        if (isfinite(b->figure))
            fprintf(file, "%.17g", b->figure);
        else
            fputs("null", file);
        fprintf(file, ", \"%s\": %.17g, \"met\": %s}%s\n",
                b->kind == AT_LEAST  ? "at_least"
                : b->kind == AT_MOST ? "at_most"
                                     : "must",
                b->bar, b->met ? "true" : "false", i + 1 < report->bar_count ? "," : "");
    }
    fputs("  ],\n  \"tables\": [\n", file);
    for (const mesh_table *table = report->first; table != NULL; table = table->next) {
        json_table(table, file);
        fputs(table->next != NULL ? ",\n" : "\n", file);
    }
    fputs("  ]\n}\n", file);
}

bool mesh_report_write(const mesh_report *report, const mesh_report_head *head, const char *path,
                       bool is_json) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "%s: %s cannot be written\n", head->program, path);
        return false;
    }
    if (is_json)
        mesh_report_json(report, head, file);
    else
        mesh_report_markdown(report, head, file);
    bool failed = ferror(file) != 0;
    failed = fclose(file) != 0 || failed;
    if (failed)
        fprintf(stderr, "%s: %s cannot be written\n", head->program, path);
    return !failed;
}
