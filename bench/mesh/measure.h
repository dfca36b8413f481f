/* SPDX-License-Identifier: MIT */
/* Measuring: contenders side by side on two models, cells of poses, and their figures. */
#ifndef TACT_BENCH_MEASURE_H
#define TACT_BENCH_MEASURE_H

#include "contender.h"
#include "models.h"
#include "stopwatch.h"

#include <math.h>

/* A figure that there is not. */
#define MESH_NONE ((double)NAN)

/* malloc that ends the program where there is no memory. */
void *mesh_allocate(size_t count, size_t bytes);

/* ---- Contenders side by side ---------------------------------------------------------------- */

/* The built models of one pair, for each contender. */
typedef struct mesh_match {
    size_t count;
    const mesh_contender *contenders[MESH_MAX_CONTENDERS];
    void *a[MESH_MAX_CONTENDERS];
    void *b[MESH_MAX_CONTENDERS]; /* the same as a where a model stands against itself */
    void *pairs[MESH_MAX_CONTENDERS];
} mesh_match;

/* Builds both models for each contender of the list. */
mesh_match mesh_match_open(const mesh_contender *const *list, size_t count, const mesh_model *a,
                           const mesh_model *b);
void mesh_match_close(mesh_match *match);
/* The first contender that tells distances. */
pose_oracle mesh_match_oracle(const mesh_match *match);

/* ---- Cells ---------------------------------------------------------------------------------- */

typedef enum mesh_question { MESH_COLLIDE, MESH_CONTACTS, MESH_DISTANCE } mesh_question;

/* Whether a contender answers such a question. */
bool mesh_answers(const mesh_contender *contender, mesh_question question);

/* What one contender did in a cell. */
typedef struct mesh_figures {
    size_t count;    /* poses that it answered, from the first; 0 where it has no answer */
    double *ns;      /* the least time of each */
    double *answers; /* verdict (0 or 1), number of contacts, or distance */
    double mean, p95, p99, max;
} mesh_figures;

typedef struct mesh_cell {
    size_t contender_count;
    size_t count;
    const mesh_contender *contenders[MESH_MAX_CONTENDERS];
    mesh_figures figures[MESH_MAX_CONTENDERS];
} mesh_cell;

/* Asks all contenders of a match about each pose. In each of reps rounds they take turns; a turn is
 * the question twice, or as often as fits into 0.25 ms. The least time of all is the pose's. */
mesh_cell mesh_cell_measure(const mesh_match *match, mesh_question question, const pose_pair *poses,
                            size_t count, size_t reps);
/* The same for the frames of a motion: a round is the whole motion, from a reset on. There is one
 * frame more than count, the first, which fills caches and is not timed. */
mesh_cell mesh_motion_measure(const mesh_match *match, mesh_question question,
                              const pose_pair *frames, size_t count, size_t reps);
/* The same for questions that stand alone: each comes after 2 ms of other work. */
mesh_cell mesh_lone_measure(const mesh_match *match, mesh_question question, const pose_pair *poses,
                            size_t count, size_t reps);
void mesh_cell_free(mesh_cell *cell);

/* Mean time of contender c over that of contender 0, on the poses that both answered; NaN where
 * there are none. */
double mesh_cell_ratio(const mesh_cell *cell, size_t c);
/* How many answers of contender c are unlike contender 0's by more than tolerance. */
size_t mesh_cell_differ(const mesh_cell *cell, size_t c, double tolerance);
/* The mean of a contender's answers. */
double mesh_figures_mean_answer(const mesh_figures *figures);

/* Statistics of values that stay in their order. */
double mesh_mean(const double *values, size_t count);
double mesh_percentile(const double *values, size_t count, double percent);

#endif
