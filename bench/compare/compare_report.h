/* SPDX-License-Identifier: MIT */
/* The result of a comparison of two builds: a table for people and JSON for programs. */
#ifndef TACT_BENCH_COMPARE_REPORT_H
#define TACT_BENCH_COMPARE_REPORT_H

#include "results.h"

#include <stdio.h>

typedef struct compare_report {
    const char *names[COMPARE_SIDES]; /* commits */
    const compare_program *programs;
    size_t count, rounds;
} compare_report;

void compare_report_print(const compare_report *report);
void compare_report_json(const compare_report *report, FILE *file);
/* The number of compared cases of all programs, and of those with a given verdict. */
size_t compare_report_compared(const compare_report *report);
size_t compare_report_count(const compare_report *report, compare_verdict verdict);

#endif
