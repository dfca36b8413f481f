/* SPDX-License-Identifier: MIT */
/* The two forms of a result: a table for people on stdout, and JSON for programs. */
#include "internal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void bench_print_machine(const bench_machine *machine, const bench_options *options) {
    printf("%s, %ld processors, %s\n", machine->cpu, machine->processors, machine->system);
    printf("%s, flags: %s\n", machine->compiler, machine->flags);
    printf("%s, load %s, seed %" PRIu64 ", %zu inputs, at least %zu interleaved repetitions\n",
           machine->date, machine->load, options->seed, options->count, options->reps);
    if (!machine->optimised)
        printf("warning: built without optimisation, the times mean nothing\n");
    printf("times are ns per item; ratio is the contender's least time over that of the first "
           "one:\nabove 1 the contender is slower\n");
}

static void print_notes(const bench_result *result) {
    const bench_case *the_case = result->the_case;
    for (size_t c = 1; c < the_case->contender_count; c++) {
        const bench_figures *figures = &result->figures[c];
        if (figures->differ > 0 && the_case->compares_numbers)
            printf("  %s: numbers differ by up to %.3g\n", the_case->contenders[c].name,
                   figures->largest);
        if (figures->count < result->count)
            printf("  %s: answers only the first %zu inputs\n", the_case->contenders[c].name,
                   figures->count);
        const char *note = the_case->contenders[c].note;
        if (note != NULL && figures->differ > 0)
            printf("  %s: %s\n", the_case->contenders[c].name, note);
    }
}

void bench_print_result(const bench_result *result) {
    const bench_case *the_case = result->the_case;
    printf("\n%s: %s (%zu repetitions)\n", the_case->name, the_case->family->about, result->reps);
    printf("  %-14s %9s %9s %9s %8s %9s %9s\n", "", "min", "p50", "p95", "ratio", "differ",
           "wrong");
    for (size_t c = 0; c < the_case->contender_count; c++) {
        const bench_figures *figures = &result->figures[c];
        printf("  %-14s %9.2f %9.2f %9.2f", the_case->contenders[c].name, figures->min,
               figures->p50, figures->p95);
        if (c == 0)
            printf(" %8s %9s", "", "");
        else
            printf(" %8.2f %9zu", figures->min / result->figures[0].min, figures->differ);
        if (figures->known > 0)
            printf(" %9zu", figures->wrong);
        else
            printf(" %9s", "?");
        printf("\n");
    }
    print_notes(result);
    if (result->has_bar)
        printf("  bar: %s at most %.2f x %s: %.2f, %s\n", the_case->contenders[0].name,
               the_case->bar.at_most, the_case->bar.against, result->bar_ratio,
               result->bar_met ? "met" : "MISSED");
}

void bench_print_summary(const bench_result *results, size_t count) {
    size_t bars = 0, missed = 0, wrong = 0;
    for (size_t i = 0; i < count; i++) {
        bars += results[i].has_bar;
        missed += results[i].has_bar && !results[i].bar_met;
        wrong += results[i].figures[0].wrong;
    }
    printf("\n%zu cases, %zu bars, %zu missed; known wrong answers of the first contender: %zu\n",
           count, bars, missed, wrong);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

void bench_write_text(FILE *file, const char *text) {
    fputc('"', file);
    for (const char *c = text; *c != '\0'; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\')
            fprintf(file, "\\%c", byte);
        else if (byte < 0x20)
            fprintf(file, "\\u%04x", byte);
        else
            fputc(byte, file);
    }
    fputc('"', file);
}

static void write_member(FILE *file, const char *name, const char *text) {
    fprintf(file, "\"%s\": ", name);
    bench_write_text(file, text);
}

void bench_write_number(FILE *file, double x) {
    if (isfinite(x))
        fprintf(file, "%.17g", x);
    else
        fputs("null", file);
}

static void write_machine(FILE *file, const bench_machine *machine) {
    fputs("  \"machine\": {", file);
    write_member(file, "cpu", machine->cpu);
    fprintf(file, ", \"processors\": %ld, ", machine->processors);
    write_member(file, "system", machine->system);
    fputs(", ", file);
    write_member(file, "compiler", machine->compiler);
    fputs(", ", file);
    write_member(file, "flags", machine->flags);
    fprintf(file, ", \"optimised\": %s, ", machine->optimised ? "true" : "false");
    write_member(file, "load", machine->load);
    fputs(", ", file);
    write_member(file, "date", machine->date);
    fputs("},\n", file);
}

static void write_contender(FILE *file, const bench_result *result, size_t c) {
    const bench_figures *figures = &result->figures[c];
    fputs("        {", file);
    write_member(file, "name", result->the_case->contenders[c].name);
    fputs(", \"min_ns\": ", file);
    bench_write_number(file, figures->min);
    fputs(", \"p50_ns\": ", file);
    bench_write_number(file, figures->p50);
    fputs(", \"p95_ns\": ", file);
    bench_write_number(file, figures->p95);
    fputs(", \"ratio\": ", file);
    bench_write_number(file, figures->min / result->figures[0].min);
    fprintf(file,
            ", \"count\": %zu, \"passes\": %zu, \"rounds\": %zu, \"differ\": %zu, \"known\": %zu, "
            "\"wrong\": %zu",
            figures->count, figures->passes, figures->rounds, figures->differ, figures->known,
            figures->wrong);
    if (result->the_case->compares_numbers) {
        fputs(", \"largest_difference\": ", file);
        bench_write_number(file, figures->largest);
    }
    fputs(",\n         \"ns\": [", file);
    for (size_t rep = 0; rep < result->reps; rep++) {
        fputs(rep > 0 ? ", " : "", file);
        bench_write_number(file, figures->ns[rep]);
    }
    fputs("]}", file);
}

static void write_result(FILE *file, const bench_result *result) {
    const bench_case *the_case = result->the_case;
    fputs("    {", file);
    write_member(file, "name", the_case->name);
    fputs(", ", file);
    write_member(file, "inputs", the_case->family->name);
    fputs(", ", file);
    write_member(file, "about", the_case->family->about);
    fprintf(file, ", \"count\": %zu, \"reps\": %zu,\n", result->count, result->reps);
    if (result->has_bar) {
        fputs("      \"bar\": {", file);
        write_member(file, "against", the_case->bar.against);
        fputs(", \"at_most\": ", file);
        bench_write_number(file, the_case->bar.at_most);
        fputs(", \"ratio\": ", file);
        bench_write_number(file, result->bar_ratio);
        fprintf(file, ", \"met\": %s},\n", result->bar_met ? "true" : "false");
    }
    fputs("      \"contenders\": [\n", file);
    for (size_t c = 0; c < the_case->contender_count; c++) {
        write_contender(file, result, c);
        fputs(c + 1 < the_case->contender_count ? ",\n" : "\n", file);
    }
    fputs("      ]}", file);
}

void bench_write_json(FILE *file, const char *program, const bench_machine *machine,
                      const bench_options *options, const bench_result *results, size_t count) {
    fputs("{\n  ", file);
    write_member(file, "program", program);
    fputs(",\n", file);
    write_machine(file, machine);
    fprintf(file, "  \"seed\": %" PRIu64 ", \"reps_asked\": %zu,\n  \"cases\": [\n", options->seed,
            options->reps);
    for (size_t i = 0; i < count; i++) {
        write_result(file, &results[i]);
        fputs(i + 1 < count ? ",\n" : "\n", file);
    }
    fputs("  ]\n}\n", file);
}
