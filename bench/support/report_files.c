/* SPDX-License-Identifier: MIT */
/* Writes a report as Markdown or JSON; see report.h. */
#include "report_parts.h"

#include "machine.h"
#include "output.h"

#include <string.h>

/* The arguments of the program, separated by blanks; "none" if there are none. */
static void join_arguments(const bench_report_head *head, char text[512]) {
    snprintf(text, 512, "%s", head->argc > 1 ? "" : "none");
    for (int i = 1; i < head->argc; i++) {
        size_t used = strlen(text);
        snprintf(text + used, 512 - used, "%s%s", i > 1 ? " " : "", head->argv[i]);
    }
}

/* ---- Markdown -------------------------------------------------------------------------------- */

static void markdown_table(const bench_table *table, FILE *file) {
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

void bench_report_markdown(const bench_report *report, const bench_report_head *head, FILE *file) {
    bench_machine machine = bench_machine_describe();
    char command[512];
    join_arguments(head, command);
    fprintf(file,
            "# Performance\n\n"
            "Written by `./dev bench mesh --markdown docs/performance.md`; "
            "[benchmarks.md](benchmarks.md) explains\nthe figures. Times differ from machine to "
            "machine; ratios differ less.\n\n");
    fprintf(file, "- machine: %s, %ld processors\n", machine.cpu, machine.processors);
    fprintf(file, "- compiler: %s, %s\n", machine.compiler, machine.flags);
    fprintf(file, "- SIMD level: %s\n- arguments: %s\n- models: %s\n- date: %s, load %s\n",
            machine.simd, command, head->inputs, machine.date, machine.load);
    fprintf(file, "\n## Bars\n\n| | figure | bar | |\n|---|---:|---|---|\n");
    for (size_t i = 0; i < report->bar_count; i++) {
        bench_bar_texts texts = bench_bar_describe(&report->bars[i]);
        fprintf(file, "| %s | %s | %s | %s |\n", report->bars[i].name, texts.figure, texts.limit,
                texts.verdict);
    }
    for (const bench_table *table = report->first; table != NULL; table = table->next)
        markdown_table(table, file);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_head(const bench_report_head *head, FILE *file) {
    bench_machine machine = bench_machine_describe();
    char command[512];
    join_arguments(head, command);
    const char *const members[][2] = {{"program", head->program}, {"cpu", machine.cpu},
                                      {"system", machine.system}, {"compiler", machine.compiler},
                                      {"flags", machine.flags},   {"level", machine.simd},
                                      {"arguments", command},     {"models", head->inputs},
                                      {"date", machine.date},     {"load", machine.load}};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        fputs("  ", file);
        bench_write_text_member(file, members[i][0], members[i][1]);
        fputs(",\n", file);
    }
}

static void json_bar(const bench_report_bar *bar, FILE *file) {
    static const char *const kinds[] = {"at_least", "at_most", "must"};
    fputs("    {", file);
    bench_write_text_member(file, "name", bar->name);
    fputs(", ", file);
    bench_write_number_member(file, "figure", bar->figure);
    fputs(", ", file);
    bench_write_number_member(file, kinds[bar->kind], bar->limit);
    fprintf(file, ", \"met\": %s}", bar->met ? "true" : "false");
}

static void json_table(const bench_table *table, FILE *file) {
    fputs("    {", file);
    bench_write_text_member(file, "title", table->title);
    fputs(", \"rows\": [\n", file);
    for (size_t i = 0; i < table->count; i++) {
        size_t column = i % table->columns;
        fputs(column == 0 ? "      [" : ", ", file);
        bench_write_text(file, table->cells[i]);
        if (column + 1 == table->columns) {
            fputc(']', file);
            bench_write_list_break(file, i + 1 == table->count);
        }
    }
    fputs("    ]}", file);
}

void bench_report_json(const bench_report *report, const bench_report_head *head, FILE *file) {
    fputs("{\n", file);
    json_head(head, file);
    fputs("  \"bars\": [\n", file);
    for (size_t i = 0; i < report->bar_count; i++) {
        json_bar(&report->bars[i], file);
        bench_write_list_break(file, i + 1 == report->bar_count);
    }
    fputs("  ],\n  \"tables\": [\n", file);
    for (const bench_table *table = report->first; table != NULL; table = table->next) {
        json_table(table, file);
        bench_write_list_break(file, table->next == NULL);
    }
    fputs("  ]\n}\n", file);
}

/* ---- The end of a program -------------------------------------------------------------------- */

/* Writes one of the two forms. Does nothing if the path is NULL. */
static bool write_file(const bench_report *report, const bench_report_head *head, const char *path,
                       void (*write)(const bench_report *, const bench_report_head *, FILE *)) {
    FILE *file = path != NULL ? bench_output_open(path) : NULL;
    if (file == NULL)
        return path == NULL;
    write(report, head, file);
    return bench_output_close(file, path);
}

int bench_report_end(bench_report *report, const bench_report_head *head) {
    bench_report_print_bars(report);
    bool written = write_file(report, head, head->json, bench_report_json);
    written = write_file(report, head, head->markdown, bench_report_markdown) && written;
    bool failed =
        bench_report_broken(report) > 0 || (head->is_check && bench_report_missed(report) > 0);
    bench_report_destroy(report);
    return !written ? 2 : failed ? 1 : 0;
}
