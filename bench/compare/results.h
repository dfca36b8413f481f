/* SPDX-License-Identifier: MIT */
/* The times of two builds of one program, read from the files that --times wrote, and what they
 * say. */
#ifndef TACT_BENCH_COMPARE_RESULTS_H
#define TACT_BENCH_COMPARE_RESULTS_H

#include "statistics.h"

#include <stdbool.h>

typedef enum compare_side { COMPARE_OLD, COMPARE_NEW, COMPARE_SIDES } compare_side;
/* "old" and "new". */
extern const char *const compare_side_names[COMPARE_SIDES];

typedef struct compare_case {
    char *name;
    double *ns[COMPARE_SIDES]; /* one per round; NaN if there is none */
    /* Of cases that both sides have in nearly all rounds: */
    bool is_compared;
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
    /* How each side was built, as the heads of its files say; "" if they do not. */
    char compiler[COMPARE_SIDES][128], flags[COMPARE_SIDES][512], simd[COMPARE_SIDES][32];
} compare_program;

/* Reads FOLDER/NAME.SIDE.ROUND for both sides and rounds from 1 on, and compares. Prints what is
 * wrong on stderr and returns false. */
bool compare_program_read(compare_program *program, const char *folder, const char *name,
                          size_t rounds);
void compare_program_free(compare_program *program);

#endif
