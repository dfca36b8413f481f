/* SPDX-License-Identifier: MIT */
/* The two forms of the result of a case: a table for people on stdout, and JSON for programs. */
#include "internal.h"
#include "output.h"

#include <inttypes.h>

void bench_print_options(const bench_options *options) {
    printf("seed %" PRIu64 ", %zu inputs, at least %zu interleaved repetitions\n", options->seed,
           options->count, options->reps);
    printf("times are ns per item; ratio is the contender's least time over that of the first "
           "one:\nabove 1 the contender is slower\n");
}

/* ---- For people ------------------------------------------------------------------------------ */

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

static void write_machine(FILE *file, const bench_machine *machine) {
    fputs("  \"machine\": {", file);
    bench_write_text_member(file, "cpu", machine->cpu);
    fprintf(file, ", \"processors\": %ld, ", machine->processors);
    bench_write_text_member(file, "system", machine->system);
    fputs(", ", file);
    bench_write_text_member(file, "compiler", machine->compiler);
    fputs(", ", file);
    bench_write_text_member(file, "flags", machine->flags);
    fprintf(file, ", \"optimised\": %s, ", machine->optimised ? "true" : "false");
    bench_write_text_member(file, "load", machine->load);
    fputs(", ", file);
    bench_write_text_member(file, "date", machine->date);
    fputs("},\n", file);
}

static void write_contender(FILE *file, const bench_result *result, size_t c) {
    const bench_figures *figures = &result->figures[c];
    fputs("        {", file);
    bench_write_text_member(file, "name", result->the_case->contenders[c].name);
    fputs(", ", file);
    bench_write_number_member(file, "min_ns", figures->min);
    fputs(", ", file);
    bench_write_number_member(file, "p50_ns", figures->p50);
    fputs(", ", file);
    bench_write_number_member(file, "p95_ns", figures->p95);
    fputs(", ", file);
    bench_write_number_member(file, "ratio", figures->min / result->figures[0].min);
    fprintf(file,
            ", \"count\": %zu, \"passes\": %zu, \"rounds\": %zu, \"differ\": %zu, \"known\": %zu, "
            "\"wrong\": %zu",
            figures->count, figures->passes, figures->rounds, figures->differ, figures->known,
            figures->wrong);
    if (result->the_case->compares_numbers) {
        fputs(", ", file);
        bench_write_number_member(file, "largest_difference", figures->largest);
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
    bench_write_text_member(file, "name", the_case->name);
    fputs(", ", file);
    bench_write_text_member(file, "inputs", the_case->family->name);
    fputs(", ", file);
    bench_write_text_member(file, "about", the_case->family->about);
    fprintf(file, ", \"count\": %zu, \"reps\": %zu,\n", result->count, result->reps);
    if (result->has_bar) {
        fputs("      \"bar\": {", file);
        bench_write_text_member(file, "against", the_case->bar.against);
        fputs(", ", file);
        bench_write_number_member(file, "at_most", the_case->bar.at_most);
        fputs(", ", file);
        bench_write_number_member(file, "ratio", result->bar_ratio);
        fprintf(file, ", \"met\": %s},\n", result->bar_met ? "true" : "false");
    }
    fputs("      \"contenders\": [\n", file);
    for (size_t c = 0; c < the_case->contender_count; c++) {
        write_contender(file, result, c);
        bench_write_list_break(file, c + 1 == the_case->contender_count);
    }
    fputs("      ]}", file);
}

void bench_write_json(FILE *file, const char *program, const bench_machine *machine,
                      const bench_options *options, const bench_result *results, size_t count) {
    fputs("{\n  ", file);
    bench_write_text_member(file, "program", program);
    fputs(",\n", file);
    write_machine(file, machine);
    fprintf(file, "  \"seed\": %" PRIu64 ", \"reps_asked\": %zu,\n  \"cases\": [\n", options->seed,
            options->reps);
    for (size_t i = 0; i < count; i++) {
        write_result(file, &results[i]);
        bench_write_list_break(file, i + 1 == count);
    }
    fputs("  ]\n}\n", file);
}
