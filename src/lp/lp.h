/* SPDX-License-Identifier: MIT */
/* Seidel's method for linear programs of one to four variables, as the public functions use it. How
 * it is solved is in lp_solve.c, the proof that there is no solution in lp_prove.c. */
#ifndef TACTI_LP_LP_H
#define TACTI_LP_LP_H

#include <tact/lp.h>

#define TACTI_LP_VARIABLES TACT_LP_MOST_VARIABLES

/* c . x <= limit. noise bounds the error of each coefficient, limit_noise that of the limit: both
 * are 0 for what was given and grow by elimination. */
typedef struct tacti_lp_row {
    double c[TACTI_LP_VARIABLES];
    double limit, noise, limit_noise;
} tacti_lp_row;

/* The program with one variable less for each level, by a constraint that holds with equality. */
typedef struct tacti_lp_level {
    int variables;
    int origin[TACTI_LP_VARIABLES]; /* which variable of the program each one is */
    double goal[TACTI_LP_VARIABLES];
    double goal_noise;
    double x[TACTI_LP_VARIABLES];
    uint32_t tight[TACTI_LP_VARIABLES];
    int tight_count;
    /* Bounds of eliminated variables, two each; they come before all other constraints. */
    tacti_lp_row extra[2 * TACTI_LP_VARIABLES];
    uint32_t extra_id[2 * TACTI_LP_VARIABLES];
    /* What this level was made from: the constraint, its number, the variable it eliminates. */
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
    double box; /* in and out: scaled to be within 1 and 2 while the program is solved */
    int shift;  /* x = z 2^shift, where z is what the rows are about then */
    double goal[TACTI_LP_VARIABLES];
    tacti_lp_row *rows; /* of level l the row of constraint i is rows[l * count + i] */
    uint32_t *order;    /* numbers of constraints, those that were violated first */
    uint32_t order_count;
    bool is_scaling_exact;
    tacti_lp_level level[TACTI_LP_VARIABLES];
    /* Constraints that contradict each other, where they do, and whether that is proven. */
    uint32_t conflict[TACTI_LP_VARIABLES + 1];
    int conflict_count;
    bool is_conflict_proven;
    tact_lp_ending ending;
    double x[TACTI_LP_VARIABLES];
    uint64_t evaluations;
} tacti_lp;

/* Memory for a program. The caller then sets goal, box, and c and limit of rows[0] to
 * rows[count - 1], all finite. TACT_TOO_LARGE or TACT_OUT_OF_MEMORY leave nothing to release. */
tact_status tacti_lp_begin(const tact_context *context, int variables, size_t count, tacti_lp *lp);

/* Sets ending, x, tight constraints (of level 0) and evaluations. */
void tacti_lp_run(tacti_lp *lp);

void tacti_lp_end(tacti_lp *lp);

/* Whether no point within the box satisfies the constraints of the conflict, by weak duality in
 * exact arithmetic. */
bool tacti_lp_conflict_holds(const tacti_lp *lp);

/* The least of an exponent and those of the lowest bits of numbers. */
int tacti_lower_exponent(int exponent, double x);
int tacti_lower_exponents(int exponent, tact_vec3 v);

/* The sign of normal . p - offset, exactly, for all finite doubles. */
int tacti_plane_side(const tact_plane *plane, tact_vec3 p);

#endif
