/* SPDX-License-Identifier: MIT */
/* Counts the cases of one data file, keeps the first details of what went wrong, and prints the
 * file's line. */
#include "golden.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *golden_allocate(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "test_golden: out of memory\n");
        exit(1);
    }
    return memory;
}

void golden_case_begin(golden_report *report, const char *id) {
    report->cases++;
    report->case_failed = false;
    snprintf(report->case_id, sizeof report->case_id, "%s", id);
}

void golden_fail(golden_report *report, const char *format, ...) {
    if (report->case_failed)
        return;
    report->case_failed = true;
    if (report->detail_count == GOLDEN_MAX_DETAILS)
        return;
    char message[GOLDEN_DETAIL_SIZE - sizeof report->case_id - 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    snprintf(report->details[report->detail_count++], GOLDEN_DETAIL_SIZE, "%s: %s", report->case_id,
             message);
}

void golden_case_end(golden_report *report) {
    if (report->case_failed)
        report->wrong++;
    else
        report->right++;
}

static void count_reason(golden_report *report, const char *text, uint64_t count) {
    for (uint32_t i = 0; i < report->reason_count; i++) {
        if (strcmp(report->reasons[i].text, text) == 0) {
            report->reasons[i].count += count;
            return;
        }
    }
    if (report->reason_count < GOLDEN_MAX_REASONS)
        report->reasons[report->reason_count++] = (golden_reason){text, count};
}

void golden_case_skip(golden_report *report, const char *reason) {
    report->not_judged++;
    count_reason(report, reason, 1);
}

void golden_remark(golden_report *report, const char *text) {
    count_reason(report, text, 0);
}

void golden_report_print(const golden_report *report, double seconds) {
    printf("%-24s %5" PRIu64 " cases, %5" PRIu64 " right, %" PRIu64 " wrong, %" PRIu64
           " not judged, %.1f s",
           report->path, report->cases, report->right, report->wrong, report->not_judged, seconds);
    for (uint32_t i = 0; i < report->reason_count; i++) {
        const golden_reason *reason = &report->reasons[i];
        printf("%s", i == 0 ? " (" : "; ");
        if (reason->count > 0)
            printf("%" PRIu64 " ", reason->count);
        printf("%s", reason->text);
    }
    printf(report->reason_count > 0 ? ")\n" : "\n");
    for (uint32_t i = 0; i < report->detail_count; i++)
        printf("    wrong: %s\n", report->details[i]);
    if (report->wrong > report->detail_count)
        printf("    and %" PRIu64 " more\n", report->wrong - report->detail_count);
    fflush(stdout);
}
