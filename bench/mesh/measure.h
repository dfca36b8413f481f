/* SPDX-License-Identifier: MIT */
/* Measures contenders side by side on two models, in cells of poses. */
#ifndef TACT_BENCH_MEASURE_H
#define TACT_BENCH_MEASURE_H

#include "contender.h"
#include "models.h"
#include "stopwatch.h"

/* ---- Contenders side by side ---------------------------------------------------------------- */

/* The built models of one pair for each contender. */
typedef struct mesh_match {
    size_t count;
    const mesh_contender *contenders[MESH_MAX_CONTENDERS];
    void *a[MESH_MAX_CONTENDERS];
    void *b[MESH_MAX_CONTENDERS]; /* the same as a if a model meets itself */
    void *pairs[MESH_MAX_CONTENDERS];
} mesh_match;

/* Builds both models for each contender of the list. */
mesh_match mesh_match_open(const mesh_contender *const *list, size_t count, const mesh_model *a,
                           const mesh_model *b);
void mesh_match_close(mesh_match *match);
/* The first contender that computes distances. Fails if there is none. */
pose_oracle mesh_match_oracle(const mesh_match *match);

/* ---- Cells ---------------------------------------------------------------------------------- */

typedef enum mesh_question { MESH_COLLIDE, MESH_CONTACTS, MESH_DISTANCE } mesh_question;

/* Whether a contender answers this kind of question. */
bool mesh_answers(const mesh_contender *contender, mesh_question question);

/* What one contender did in a cell. */
typedef struct mesh_figures {
    size_t count;    /* number of poses answered, from the first on; 0 if it cannot answer */
    double *ns;      /* the least time per pose */
    double *answers; /* verdict (0 or 1), number of contacts, or distance */
    double mean, p95, p99, max;
} mesh_figures;

typedef struct mesh_cell {
    size_t contender_count;
    size_t count;
    const mesh_contender *contenders[MESH_MAX_CONTENDERS];
    mesh_figures figures[MESH_MAX_CONTENDERS];
} mesh_cell;

/* Asks all contenders of a match about each pose. In each of reps rounds every contender has one
 * turn. A turn asks the question twice, or as often as fits into 0.25 ms. The least time counts. */
mesh_cell mesh_cell_measure(const mesh_match *match, mesh_question question, const pose_pair *poses,
                            size_t count, size_t reps);
/* The same for the frames of a motion. A round is the whole motion after a reset. There are
 * count + 1 frames: the first one fills the caches and is not timed. */
mesh_cell mesh_motion_measure(const mesh_match *match, mesh_question question,
                              const pose_pair *frames, size_t count, size_t reps);
/* The same for isolated questions: each one comes after 2 ms of other work. */
mesh_cell mesh_lone_measure(const mesh_match *match, mesh_question question, const pose_pair *poses,
                            size_t count, size_t reps);
void mesh_cell_free(mesh_cell *cell);

/* Mean time of contender c over that of contender 0, on the poses that both answered. BENCH_NONE if
 * there are no such poses. */
double mesh_cell_ratio(const mesh_cell *cell, size_t c);
/* The same over the mean time of another contender. */
double mesh_cell_ratio_to(const mesh_cell *cell, size_t c, size_t other);
/* The number of answers of contender c that differ from contender 0 by more than tolerance. */
size_t mesh_cell_differ(const mesh_cell *cell, size_t c, double tolerance);
/* The mean of a contender's answers. */
double mesh_figures_mean_answer(const mesh_figures *figures);

#endif
