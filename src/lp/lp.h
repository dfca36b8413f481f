/* SPDX-License-Identifier: MIT */
/* Seidel's method for linear programs of one to four variables, for the public functions. The
 * solver is in lp_solve.c, the proof that there is no solution in lp_prove.c. */
#ifndef TACTI_LP_LP_H
#define TACTI_LP_LP_H

#include <tact/lp.h>

#define TACTI_LP_VARIABLES TACT_LP_MOST_VARIABLES

/* c . x <= limit. noise bounds the error of each coefficient and limit_noise that of the limit.
 * Both are 0 in a given row and grow by elimination. */
typedef struct tacti_lp_row {
    double c[TACTI_LP_VARIABLES];
    double limit, noise, limit_noise;
} tacti_lp_row;

/* A level of the program. Each level has one variable less than the level before it: a constraint
 * that holds with equality eliminates the variable. */
typedef struct tacti_lp_level {
    int variables;
    int origin[TACTI_LP_VARIABLES]; /* the variable of the program that each one is */
    double goal[TACTI_LP_VARIABLES];
    double goal_noise;
    double x[TACTI_LP_VARIABLES];
    uint32_t tight[TACTI_LP_VARIABLES];
    int tight_count;
    /* Two bounds per eliminated variable. They come before all other constraints. */
    tacti_lp_row extra[2 * TACTI_LP_VARIABLES];
    uint32_t extra_id[2 * TACTI_LP_VARIABLES];
    /* The constraint that made this level, its number, and the variable that it eliminates. */
    tacti_lp_row pivot;
    uint32_t pivot_id;
    int pivot_at;
} tacti_lp_level;

/* Constraints are numbered from 0; count + 2 v and count + 2 v + 1 are the bounds of variable v
 * below and above. */
typedef struct tacti_lp {
    const tact_context *context;
    int variables;
    uint32_t count;
    double box; /* of x; scaled to lie within 1 and 2 while the program is solved */
    int shift;  /* x = z 2^shift, with z the variables of the scaled rows */
    double goal[TACTI_LP_VARIABLES];
    tacti_lp_row *rows; /* constraint i at level l is rows[l * count + i] */
    uint32_t *order;    /* numbers of constraints; those that were violated come first */
    uint32_t order_count;
    bool is_scaling_exact;
    tacti_lp_level level[TACTI_LP_VARIABLES];
    /* If constraints contradict each other: which, and whether this is proven. */
    uint32_t conflict[TACTI_LP_VARIABLES + 1];
    int conflict_count;
    bool is_conflict_proven;
    tact_lp_ending ending;
    double x[TACTI_LP_VARIABLES];
    uint64_t evaluations;
} tacti_lp;

/* Allocates a program. The caller then sets goal, box, and c and limit of rows[0] to
 * rows[count - 1], all finite. After TACT_TOO_LARGE or TACT_OUT_OF_MEMORY there is nothing to
 * release. */
tact_status tacti_lp_begin(const tact_context *context, int variables, size_t count, tacti_lp *lp);

/* Solves the program. Sets ending, x, the tight constraints (of level 0) and evaluations. */
void tacti_lp_run(tacti_lp *lp);

/* Releases the memory of a program. */
void tacti_lp_end(tacti_lp *lp);

/* Whether it is proven, by weak duality in exact arithmetic, that no point within the box satisfies
 * the constraints of the conflict. */
bool tacti_lp_conflict_holds(const tacti_lp *lp);

/* The least of an exponent and those of the lowest bits of x, or of the coordinates of v. */
int tacti_lower_exponent(int exponent, double x);
int tacti_lower_exponents(int exponent, tact_vec3 v);

/* The sign of normal . p - offset, exactly, for all finite doubles. */
int tacti_plane_side(const tact_plane *plane, tact_vec3 p);

#endif
