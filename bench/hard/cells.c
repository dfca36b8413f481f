/* SPDX-License-Identifier: MIT */
/* Measures the scenes of bench_hard; see cells.h. A cell is one variant of a scene and one
 * question. Its figure is the mean over its poses. */
#include "cells.h"

#include <stdlib.h>
#include <string.h>

/* Distances agree if they differ by at most this fraction of the size. */
#define DISTANCE_TOLERANCE 1e-9

#define LEAST_RATIO 0.7
#define MEAN_RATIO 3
#define FLAT_US 30

static const char *const question_names[] = {"boolean", "contacts", "distance"};

/* ---- Contenders ------------------------------------------------------------------------------ */

enum { TACT, TIED, WIPED, FCL_OBB, FCL_OBBRSS, WAYS };

/* A contender of the run with the time limit of this program. */
typedef struct hard_cast {
    mesh_contender contenders[WAYS];
    const mesh_contender *list[WAYS]; /* NULL for a contender that does not take part */
} hard_cast;

static void add_contender(const mesh_run *run, hard_cast *cast, size_t way,
                          const mesh_contender *contender) {
    bool is_times = run->options.times != NULL;
    cast->contenders[way] = *contender;
    cast->contenders[way].seconds = is_times ? HUGE_VAL : HARD_SECONDS;
    cast->contenders[way].pose_seconds = is_times ? HARD_TIMES_SECONDS : HARD_POSE_SECONDS;
    cast->list[way] = &cast->contenders[way];
}

static void choose_cast(const mesh_run *run, hard_cast *cast) {
    *cast = (hard_cast){.list = {NULL}};
    add_contender(run, cast, TACT, &mesh_tact);
    add_contender(run, cast, TIED, &mesh_tact_tied);
    add_contender(run, cast, WIPED, &mesh_tact_wiped);
    for (size_t c = 0; c < run->contender_count; c++) {
        if (strcmp(run->contenders[c]->name, "fcl-obb") == 0)
            add_contender(run, cast, FCL_OBB, run->contenders[c]);
        else if (strcmp(run->contenders[c]->name, "fcl-obbrss") == 0)
            add_contender(run, cast, FCL_OBBRSS, run->contenders[c]);
    }
}

/* The contenders of one cell. The first one is judged, and the peer is the last one. */
typedef struct hard_line_up {
    size_t ways[3];
    size_t count;
} hard_line_up;

static hard_line_up choose_line_up(const hard_scene *scene, const hard_variant *variant,
                                   mesh_question question) {
    if (question != MESH_DISTANCE)
        return (hard_line_up){{TACT, FCL_OBB}, 2};
    if (scene->is_motion)
        return (hard_line_up){{WIPED, FCL_OBBRSS}, 2};
    if (variant->is_tied)
        return (hard_line_up){{TIED, TACT, FCL_OBBRSS}, 3};
    return (hard_line_up){{TACT, FCL_OBBRSS}, 2};
}

/* The part of a match that takes part in a cell. Contenders that the build does not have are left
 * out. */
static mesh_match pick(const mesh_match *match, const hard_cast *cast,
                       const hard_line_up *line_up) {
    mesh_match some = {.count = 0};
    for (size_t k = 0; k < line_up->count; k++) {
        for (size_t c = 0; c < match->count; c++) {
            if (match->contenders[c] == cast->list[line_up->ways[k]]) {
                some.contenders[some.count] = match->contenders[c];
                some.pairs[some.count++] = match->pairs[c];
            }
        }
    }
    return some;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* One cell, measured. */
typedef struct hard_cell {
    const hard_scene *scene;
    const hard_variant *variant;
    mesh_question question;
    double size;
    mesh_cell cell;
    size_t exact; /* the contender that computes the distance in full precision; 0 if the first */
    size_t peer;  /* 0 if there is none */
} hard_cell;

static void add_answer(bench_table *table, const hard_cell *c) {
    double answer = mesh_figures_mean_answer(&c->cell.figures[0]);
    if (c->question == MESH_DISTANCE)
        bench_table_cell(table, "%.2e", answer);
    else if (c->question == MESH_COLLIDE)
        bench_table_cell(table, "%.0f %%", 100 * answer);
    else
        bench_table_cell(table, "%.0f", answer);
}

static void add_row(hard_results *results, const hard_cell *c) {
    const mesh_figures *ours = &c->cell.figures[0], *theirs = &c->cell.figures[c->peer];
    bench_table *table = results->table;
    bench_table_cell(table, "%s", c->scene->name);
    bench_table_cell(table, "%s", c->variant->name);
    bench_table_cell(table, "%s", question_names[c->question]);
    add_answer(table, c);
    bench_table_number(table, ours->mean / 1e3);
    bench_table_number(table, ours->max / 1e3);
    bench_table_number(table, c->exact > 0 ? c->cell.figures[c->exact].mean / 1e3 : BENCH_NONE);
    double ratio = c->peer > 0 ? mesh_cell_ratio(&c->cell, c->peer) : BENCH_NONE;
    bench_table_number(table, c->peer > 0 ? theirs->mean / 1e3 : BENCH_NONE);
    bench_table_number(table, ratio);
    bench_table_number(table, c->peer > 0 && c->exact > 0
                                  ? mesh_cell_ratio_to(&c->cell, c->peer, c->exact)
                                  : BENCH_NONE);
    double tolerance = c->question == MESH_DISTANCE ? DISTANCE_TOLERANCE * c->size : 0;
    size_t differ = c->peer > 0 ? mesh_cell_differ(&c->cell, c->peer, tolerance) : 0;
    bench_table_cell(table, "%zu/%zu", differ, c->peer > 0 ? theirs->count : 0);
    results->peer_answers += c->peer > 0 ? theirs->count : 0;
    results->peer_differ += differ;
    bench_ratios_add(&results->ratios, ratio);
    if (ratio < results->least_ratio) {
        results->least_ratio = ratio;
        snprintf(results->least, sizeof results->least, "%s, %s, %s", c->scene->name,
                 c->variant->name, question_names[c->question]);
    }
}

/* Counts the answers of tact that are known to be wrong. */
static void check(hard_results *results, const hard_cell *c) {
    const mesh_figures *ours = &c->cell.figures[0], *exact = &c->cell.figures[c->exact];
    double gap = c->variant->gap;
    for (size_t i = 0; i < ours->count && !isnan(gap); i++) {
        bool is_right = c->question == MESH_COLLIDE    ? (ours->answers[i] > 0) == (gap <= 0)
                        : c->question == MESH_CONTACTS ? (ours->answers[i] > 0) == (gap <= 0)
                                                       : fabs(ours->answers[i] - gap * c->size) <=
                                                             DISTANCE_TOLERANCE * c->size;
        results->wrong += !is_right;
    }
    for (size_t i = 0; i < ours->count && i < exact->count; i++) {
        /* An allowed error is never taken as less than 2^-39 of the size. */
        double allowed = MESH_TIED_ERROR * exact->answers[i] + 0x1p-39 * c->size;
        results->unlike += !(ours->answers[i] - exact->answers[i] <= allowed &&
                             ours->answers[i] >= exact->answers[i]);
    }
}

static void note_flat(hard_results *results, const hard_cell *c) {
    bool is_bound = c->scene == &hard_plates_flat && c->variant->gap > 0;
    if (is_bound && c->question != MESH_CONTACTS)
        results->flat_us = fmax(results->flat_us, c->cell.figures[0].mean / 1e3);
}

/* The name of a contender's case for --times. */
#define CASE_FORMAT "%s%s/%s/%s"
#define CASE_NAME(contender, cell)                                                                 \
    question_names[(cell)->question], mesh_way(contender), (cell)->scene->name,                    \
        (cell)->variant->name

static bool is_wanted(const mesh_run *run, const hard_cell *c, const mesh_match *match) {
    bool any = false;
    for (size_t k = 0; k < match->count; k++) {
        if (mesh_way(match->contenders[k]) != NULL)
            any = any ||
                  bench_times_wants(&run->times, CASE_FORMAT, CASE_NAME(match->contenders[k], c));
    }
    return any && bench_is_listed(run->options.only, question_names[c->question]);
}

static void measure_cell(mesh_run *run, hard_cell *c, const mesh_match *match,
                         const pose_pair *poses, hard_results *results) {
    c->cell = mesh_cell_measure(match, c->question, poses, run->options.poses, run->options.reps);
    for (size_t k = 0; k < match->count; k++) {
        if (mesh_way(match->contenders[k]) == NULL)
            c->peer = k;
        else
            bench_times_add(&run->times, c->cell.figures[k].mean, CASE_FORMAT,
                            CASE_NAME(match->contenders[k], c));
        if (k > 0 && strcmp(match->contenders[k]->name, mesh_tact.name) == 0)
            c->exact = k;
    }
    add_row(results, c);
    check(results, c);
    note_flat(results, c);
    mesh_cell_free(&c->cell);
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

/* The cells of one variant. Poses are made only if a cell needs them. */
static void measure_variant(mesh_run *run, const hard_stage *stage, const hard_cast *cast,
                            const mesh_match *match, hard_results *results) {
    pose_pair *poses = NULL;
    for (mesh_question q = MESH_COLLIDE; q <= MESH_DISTANCE; q++) {
        if (stage->scene->is_motion && q != MESH_DISTANCE)
            continue;
        hard_line_up line_up = choose_line_up(stage->scene, stage->variant, q);
        mesh_match some = pick(match, cast, &line_up);
        hard_cell cell = {.scene = stage->scene,
                          .variant = stage->variant,
                          .question = q,
                          .size = hard_size(stage->a, stage->b)};
        if (!is_wanted(run, &cell, &some))
            continue;
        if (poses == NULL) {
            poses = bench_allocate(run->options.poses, sizeof *poses);
            bench_rng rng = mesh_run_rng(run, stage->scene->name);
            stage->scene->place(stage, &rng, run->options.poses, poses);
        }
        measure_cell(run, &cell, &some, poses, results);
    }
    free(poses);
}

void hard_scene_measure(mesh_run *run, const hard_scene *scene, hard_results *results) {
    mesh_model a, b;
    scene->make(scene, run->options.quick, &a, &b);
    mesh_progress("%s, %u and %u triangles", scene->name, tact_mesh_triangle_count(a.mesh),
                  tact_mesh_triangle_count(b.mesh));
    hard_cast cast;
    choose_cast(run, &cast);
    const mesh_contender *list[WAYS];
    size_t count = 0;
    for (size_t way = 0; way < WAYS; way++) {
        if (cast.list[way] != NULL)
            list[count++] = cast.list[way];
    }
    mesh_match match = mesh_match_open(list, count, &a, &b);
    pose_oracle oracle = mesh_match_oracle(&match);
    for (size_t v = 0; v < scene->count; v++) {
        hard_stage stage = {scene, &scene->variants[v], &a, &b, &oracle};
        measure_variant(run, &stage, &cast, &match, results);
    }
    mesh_match_close(&match);
    mesh_model_destroy(&a);
    mesh_model_destroy(&b);
}

/* ---- Results --------------------------------------------------------------------------------- */

void hard_results_begin(mesh_run *run, hard_results *results) {
    *results = (hard_results){.flat_us = 0, .least_ratio = HUGE_VAL};
    results->table = bench_report_table(
        run->report, "Hard pairs",
        "Mean times in us per query. Tied distances are judged at a relative error of 1e-12, and "
        "stand beside those in full precision. x: time of FCL over that of tact.");
    static const char *const head[] = {"scene", "variant", "question", "answer",
                                       "tact",  "slowest", "exact",    "FCL",
                                       "x",     "exact x", "differ"};
    BENCH_TABLE_HEAD(results->table, head);
}

void hard_results_end(mesh_run *run, const hard_results *results) {
    bench_table_print(results->table);
    if (results->ratios.count > 0)
        printf("the least ratio: %.2f (%s); FCL differs in %zu of %zu answers\n",
               results->least_ratio, results->least, results->peer_differ, results->peer_answers);
    bench_report_at_least(run->report, "hard pairs: FCL / tact, geometric mean of cells",
                          bench_ratios_mean(&results->ratios), MEAN_RATIO);
    bench_report_at_least(run->report, "hard pairs: FCL / tact, the least cell",
                          bench_ratios_least(&results->ratios), LEAST_RATIO);
    bench_report_at_most(run->report,
                         "flat plates at a gap: us for contact or not and for distance, slowest",
                         results->flat_us > 0 ? results->flat_us : BENCH_NONE, FLAT_US);
    bench_report_must(run->report, "verdicts, contacts and distances that are known beforehand",
                      results->wrong == 0);
    bench_report_must(run->report, "tied distances are within their allowed error",
                      results->unlike == 0);
}
