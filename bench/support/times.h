/* SPDX-License-Identifier: MIT */
/* --times FILE: the times of tact alone in every case, in a form for programs. The script
 * tools/bench_compare.sh runs two builds in turn and compares these files, so a case keeps its name
 * from commit to commit.
 *
 * A file holds one line per case: its name, a tab, nanoseconds per question. Lines that start with
 * "# " say how the program was built: a name, a tab, a text.
 *
 * Machines have fast and slow seconds. With --turns the program waits for a line on standard input
 * before every case. Two programs can then take turns case by case. */
#ifndef TACT_BENCH_TIMES_H
#define TACT_BENCH_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* All zero if no file is requested: then every case is wanted and nothing is written. */
typedef struct bench_times {
    FILE *file;
    const char *path;
    const char *filter; /* only cases whose name contains it; NULL for all */
    bool takes_turns;
} bench_times;

/* Opens the file and writes its head. A NULL path leaves times all zero. Prints a message on stderr
 * and returns false if the file cannot be written. */
bool bench_times_open(bench_times *times, const char *path, const char *filter, bool takes_turns);
/* Closes the file. Prints a message on stderr and returns false if a write failed. */
bool bench_times_close(bench_times *times);

/* A name is made of parts with slashes between them, such as "distance/bunny/gap 1e-3". Blanks
 * become hyphens, " %" becomes "%", and commas are removed. */
#if defined(__GNUC__)
#define BENCH_TIMES_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define BENCH_TIMES_FORMAT(text, first)
#endif

/* Whether a case has to be measured. */
BENCH_TIMES_FORMAT(2, 3)
bool bench_times_wants(const bench_times *times, const char *format, ...);
/* Writes the line of a case, if it is wanted. */
BENCH_TIMES_FORMAT(3, 4)
void bench_times_add(const bench_times *times, double ns, const char *format, ...);

#endif
