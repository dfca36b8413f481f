/* SPDX-License-Identifier: MIT */
/* The times of two builds of one program, read from the files of --times, and their comparison. */
#ifndef TACT_BENCH_COMPARE_RESULTS_H
#define TACT_BENCH_COMPARE_RESULTS_H

#include "statistics.h"

#include <stdbool.h>

typedef enum compare_side { COMPARE_OLD, COMPARE_NEW, COMPARE_SIDES } compare_side;
/* "old" and "new". */
extern const char *const compare_side_names[COMPARE_SIDES];

typedef struct compare_case {
    char *name;
    double *ns[COMPARE_SIDES]; /* one per round; NaN if the round has no time */
    bool is_compared; /* both sides have the case in nearly all rounds; if not, no more is set */
    double median[COMPARE_SIDES];
    compare_interval interval; /* of new over old */
    compare_verdict verdict;
} compare_case;

typedef struct compare_program {
    const char *name;
    size_t rounds;
    compare_case *cases;
    size_t count, capacity;
    size_t compared;
    compare_interval mean; /* of the geometric mean of all compared cases */
    /* How each side was built, from the heads of its files; "" if unknown. */
    char compiler[COMPARE_SIDES][128], flags[COMPARE_SIDES][512], simd[COMPARE_SIDES][32];
} compare_program;

/* Reads FOLDER/NAME.SIDE.ROUND for both sides and the rounds from 1 on, and compares the times.
 * Prints a message on stderr and returns false if a file cannot be read. */
bool compare_program_read(compare_program *program, const char *folder, const char *name,
                          size_t rounds);
void compare_program_free(compare_program *program);

#endif
