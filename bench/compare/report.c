/* SPDX-License-Identifier: MIT */
/* The two forms of a comparison; see compare_report.h. */
#include "compare_report.h"

#include "machine.h"
#include "output.h"

#include <math.h>
#include <string.h>

static const char *const verdict_names[] = {"faster", "", "slower"};

/* ---- For people ------------------------------------------------------------------------------ */

/* A time with four digits and a unit. */
static const char *time_text(double ns, char text[16]) {
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int unit = 0;
    for (; unit < 3 && ns >= 999.95; unit++)
        ns /= 1000;
    snprintf(text, 16, "%.*f %s", ns < 9.9995 ? 3 : ns < 99.995 ? 2 : 1, ns, units[unit]);
    return text;
}

static void print_interval(const compare_interval *interval) {
    printf("%8.3f %8.3f .. %5.3f", interval->ratio, interval->lower, interval->upper);
}

static void print_program(const compare_program *program) {
    printf("\n%-44s %10s %10s %8s %17s\n", program->name, "old", "new", "new/old", "95 %");
    for (size_t i = 0; i < program->count; i++) {
        const compare_case *one = &program->cases[i];
        if (!one->is_compared)
            continue;
        char old[16], new[16];
        printf("  %-42s %10s %10s ", one->name, time_text(one->median[COMPARE_OLD], old),
               time_text(one->median[COMPARE_NEW], new));
        print_interval(&one->interval);
        printf("%s%s\n", one->verdict == COMPARE_ALIKE ? "" : "  ", verdict_names[one->verdict]);
    }
    if (program->compared == 0) {
        printf("  no case to compare\n");
        return;
    }
    printf("  geometric mean of %-46zu    ", program->compared);
    print_interval(&program->mean);
    printf("\n");
}

static void print_verdict(const compare_report *report, compare_verdict verdict,
                          const char *condition) {
    printf("\n%s (the whole interval is %s): %zu of %zu cases\n", verdict_names[verdict], condition,
           compare_report_count(report, verdict), compare_report_compared(report));
    for (size_t p = 0; p < report->count; p++) {
        const compare_program *program = &report->programs[p];
        for (size_t i = 0; i < program->count; i++) {
            const compare_case *one = &program->cases[i];
            if (!one->is_compared || one->verdict != verdict)
                continue;
            printf("  %-10s %-42s ", program->name, one->name);
            print_interval(&one->interval);
            printf("\n");
        }
    }
}

/* Why a case is not compared. */
static const char *owner(const compare_case *one, size_t rounds) {
    size_t known[COMPARE_SIDES] = {0};
    for (int side = 0; side < COMPARE_SIDES; side++)
        for (size_t i = 0; i < rounds; i++)
            known[side] += isnan(one->ns[side][i]) ? 0 : 1;
    return known[COMPARE_NEW] == 0   ? "only in old"
           : known[COMPARE_OLD] == 0 ? "only in new"
                                     : "not in all rounds";
}

static void print_others(const compare_report *report) {
    bool is_first = true;
    for (size_t p = 0; p < report->count; p++) {
        const compare_program *program = &report->programs[p];
        for (size_t i = 0; i < program->count; i++) {
            const compare_case *one = &program->cases[i];
            if (one->is_compared)
                continue;
            if (is_first)
                printf("\nnot compared\n");
            is_first = false;
            printf("  %-10s %-42s %s\n", program->name, one->name, owner(one, report->rounds));
        }
    }
}

void compare_report_print(const compare_report *report) {
    bench_machine machine = bench_machine_describe();
    printf("%s, %ld processors, %s, %s, load %s\n", machine.cpu, machine.processors, machine.system,
           machine.date, machine.load);
    for (int side = 0; side < COMPARE_SIDES && report->count > 0; side++) {
        const compare_program *first = &report->programs[0];
        printf("%s: %s; %s, flags: %s, SIMD level %s\n", compare_side_names[side],
               report->names[side], first->compiler[side], first->flags[side], first->simd[side]);
    }
    printf("%zu rounds; old and new: medians; new/old above 1: new is slower\n", report->rounds);
    for (size_t p = 0; p < report->count; p++)
        print_program(&report->programs[p]);
    char condition[32];
    snprintf(condition, sizeof condition, "below %.2f", COMPARE_FASTER_BELOW);
    print_verdict(report, COMPARE_FASTER, condition);
    snprintf(condition, sizeof condition, "above %.2f", COMPARE_SLOWER_ABOVE);
    print_verdict(report, COMPARE_SLOWER, condition);
    print_others(report);
}

size_t compare_report_compared(const compare_report *report) {
    size_t count = 0;
    for (size_t p = 0; p < report->count; p++)
        count += report->programs[p].compared;
    return count;
}

size_t compare_report_count(const compare_report *report, compare_verdict verdict) {
    size_t count = 0;
    for (size_t p = 0; p < report->count; p++) {
        const compare_program *program = &report->programs[p];
        for (size_t i = 0; i < program->count; i++)
            count += program->cases[i].is_compared && program->cases[i].verdict == verdict;
    }
    return count;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void write_interval(FILE *file, const compare_interval *interval) {
    fprintf(file, "\"ratio\": %.6g, \"lower\": %.6g, \"upper\": %.6g", interval->ratio,
            interval->lower, interval->upper);
}

static void write_times(FILE *file, const compare_case *one, compare_side side, size_t rounds) {
    fprintf(file, ", \"%s_ns\": [", compare_side_names[side]);
    for (size_t i = 0; i < rounds; i++) {
        fputs(i > 0 ? ", " : "", file);
        bench_write_number(file, one->ns[side][i]);
    }
    fputc(']', file);
}

static void write_case(FILE *file, const compare_case *one, size_t rounds) {
    fputs("      {", file);
    bench_write_text_member(file, "name", one->name);
    fputs(", ", file);
    if (one->is_compared) {
        write_interval(file, &one->interval);
        bool is_alike = one->verdict == COMPARE_ALIKE;
        fprintf(file, ", \"verdict\": \"%s\"", is_alike ? "alike" : verdict_names[one->verdict]);
    } else {
        bench_write_text_member(file, "not_compared", owner(one, rounds));
    }
    for (int side = 0; side < COMPARE_SIDES; side++)
        write_times(file, one, (compare_side)side, rounds);
    fputc('}', file);
}

static void write_program(FILE *file, const compare_program *program) {
    fputs("    {", file);
    bench_write_text_member(file, "name", program->name);
    if (program->compared > 0) {
        fputs(", \"geometric_mean\": {", file);
        write_interval(file, &program->mean);
        fputc('}', file);
    }
    fputs(", \"cases\": [\n", file);
    for (size_t i = 0; i < program->count; i++) {
        write_case(file, &program->cases[i], program->rounds);
        bench_write_list_break(file, i + 1 == program->count);
    }
    fputs("    ]}", file);
}

void compare_report_json(const compare_report *report, FILE *file) {
    bench_machine machine = bench_machine_describe();
    fputs("{\n  ", file);
    bench_write_text_member(file, "cpu", machine.cpu);
    fputs(", ", file);
    bench_write_text_member(file, "date", machine.date);
    fprintf(file, ", \"rounds\": %zu,\n", report->rounds);
    fprintf(file, "  \"slower_above\": %.2f, \"faster_below\": %.2f, \"slower\": %zu,\n",
            COMPARE_SLOWER_ABOVE, COMPARE_FASTER_BELOW,
            compare_report_count(report, COMPARE_SLOWER));
    for (int side = 0; side < COMPARE_SIDES && report->count > 0; side++) {
        const compare_program *first = &report->programs[0];
        fprintf(file, "  \"%s\": {", compare_side_names[side]);
        bench_write_text_member(file, "commit", report->names[side]);
        fputs(", ", file);
        bench_write_text_member(file, "compiler", first->compiler[side]);
        fputs(", ", file);
        bench_write_text_member(file, "flags", first->flags[side]);
        fputs(", ", file);
        bench_write_text_member(file, "simd", first->simd[side]);
        fputs("},\n", file);
    }
    fputs("  \"programs\": [\n", file);
    for (size_t p = 0; p < report->count; p++) {
        write_program(file, &report->programs[p]);
        bench_write_list_break(file, p + 1 == report->count);
    }
    fputs("  ]\n}\n", file);
}
