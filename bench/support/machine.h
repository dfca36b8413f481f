/* SPDX-License-Identifier: MIT */
/* The machine and the build that a program runs on: a figure depends on them as on the code. */
#ifndef TACT_BENCH_MACHINE_H
#define TACT_BENCH_MACHINE_H

#include <stdbool.h>

typedef struct bench_machine {
    char cpu[128];
    char system[160];
    char compiler[128];
    char flags[512];
    char load[64]; /* the system's load averages before the run */
    char date[32];
    const char *simd; /* level */
    long processors;
    bool optimised;
} bench_machine;

bench_machine bench_machine_describe(void);
/* Prints all of it as the head of a report, with a warning if the build is not optimised. */
void bench_machine_print(const bench_machine *machine);

#endif
