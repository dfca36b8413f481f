/* SPDX-License-Identifier: MIT */
/* What a comparison of two builds says: a table for people and JSON for programs. */
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
/* How many cases of all programs are compared, and how many of them have a verdict. */
size_t compare_report_compared(const compare_report *report);
size_t compare_report_count(const compare_report *report, compare_verdict verdict);

#endif
