/* SPDX-License-Identifier: MIT */
/* Each model of the suite against itself: contact or not, all contacts, distance, lone queries, and
 * distance in motion. A case is one model in one cell of poses; its figure is the mean over the
 * poses. */
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 100
#define QUICK_FRAMES 10
#define TIMES_FRAMES 20

/* Lone queries use this many poses of two cells: gap 1e-3 and depth 2 %. */
#define LONE_POSES 20
static const size_t lone_cells[] = {2, 5};

/* Distances agree if they differ by at most this fraction of the size. */
#define DISTANCE_TOLERANCE 1e-9

/* The contenders of the run and, if tact takes part, the other ways to ask tact. The seeded peer
 * takes part if it takes part unseeded. */
static size_t list_contenders(const mesh_run *run, const mesh_contender **list) {
    size_t count = run->contender_count;
    memcpy(list, run->contenders, count * sizeof *list);
    if (list[0] == &mesh_tact) {
        list[count++] = &mesh_tact_sorted;
        list[count++] = &mesh_tact_geometry;
        list[count++] = &mesh_tact_cached;
    }
    bool has_unseeded = false;
    for (size_t c = 0; c < run->contender_count; c++)
        has_unseeded = has_unseeded || strcmp(run->contenders[c]->name, "fcl-obbrss") == 0;
    if (has_unseeded && mesh_seeded_peer() != NULL)
        list[count++] = mesh_seeded_peer();
    return count;
}

/* A cache is of no use for unrelated poses, so contenders that remember take part only in motion.
 */
static bool takes_part(const mesh_topic *t, const mesh_contender *contender) {
    bool remembers = contender == &mesh_tact_cached || contender == mesh_seeded_peer();
    return mesh_answers(contender, t->question) && (!remembers || strcmp(t->name, "motion") == 0);
}

static void begin_table(bench_report *report, mesh_topic *t, const mesh_contender *const *list,
                        size_t count) {
    static const char *const answers[] = {"touching", "pairs", "distance"};
    t->table = bench_report_table(report, t->title, t->about);
    bench_table_cell(t->table, "model");
    bench_table_cell(t->table, "poses");
    bench_table_cell(t->table, "%s", answers[t->question]);
    bool is_first = true;
    for (size_t c = 0; c < count; c++) {
        if (!takes_part(t, list[c]))
            continue;
        bench_table_cell(t->table, "%s mean", list[c]->name);
        if (is_first)
            bench_table_cell(t->table, "p95");
        bench_table_cell(t->table, "p99");
        if (!is_first) {
            bench_table_cell(t->table, "x");
            bench_table_cell(t->table, "differ");
        }
        is_first = false;
    }
    bench_table_head_end(t->table);
}

static void add_row(mesh_topic *t, const mesh_model *model, const char *cell_name,
                    const mesh_cell *cell) {
    bench_table_cell(t->table, "%s", model->name);
    bench_table_cell(t->table, "%s", cell_name);
    double answer = mesh_figures_mean_answer(&cell->figures[0]);
    if (t->question == MESH_DISTANCE)
        bench_table_cell(t->table, "%.2e", answer);
    else if (t->question == MESH_COLLIDE)
        bench_table_cell(t->table, "%.0f %%", 100 * answer);
    else
        bench_table_cell(t->table, "%.0f", answer);
    double tolerance = t->question == MESH_DISTANCE ? DISTANCE_TOLERANCE * model->size : 0;
    bool is_first = true;
    for (size_t c = 0; c < cell->contender_count; c++) {
        if (!takes_part(t, cell->contenders[c]))
            continue;
        const mesh_figures *f = &cell->figures[c];
        bench_table_number(t->table, f->count > 0 ? f->mean / 1e3 : BENCH_NONE);
        if (is_first)
            bench_table_number(t->table, f->count > 0 ? f->p95 / 1e3 : BENCH_NONE);
        bench_table_number(t->table, f->count > 0 ? f->p99 / 1e3 : BENCH_NONE);
        if (!is_first) {
            double ratio = mesh_cell_ratio(cell, c);
            size_t differ = mesh_cell_differ(cell, c, tolerance);
            bench_ratios_add(&t->ratios[c], ratio);
            bench_table_number(t->table, ratio);
            bench_table_cell(t->table, "%zu/%zu", differ, f->count);
            t->asked[c] += f->count;
            t->differ[c] += differ;
        }
        is_first = false;
    }
}

/* The match without the contenders that do not take part. */
static mesh_match only_those(const mesh_topic *t, const mesh_match *match) {
    mesh_match some = *match;
    some.count = 0;
    for (size_t c = 0; c < match->count; c++) {
        if (c > 0 && !takes_part(t, match->contenders[c]))
            continue;
        some.contenders[some.count] = match->contenders[c];
        some.pairs[some.count++] = match->pairs[c];
    }
    return some;
}

/* Gives the figures of a cell the indices of the full list, under which ratios are kept. */
static mesh_cell spread(const mesh_cell *cell, const mesh_match *match) {
    mesh_cell full = {.contender_count = match->count, .count = cell->count};
    for (size_t c = 0; c < match->count; c++) {
        full.contenders[c] = match->contenders[c];
        for (size_t k = 0; k < cell->contender_count; k++) {
            if (cell->contenders[k] == match->contenders[c])
                full.figures[c] = cell->figures[k];
        }
    }
    return full;
}

/* ---- Cases of --times ------------------------------------------------------------------------ */

/* A topic has the cells from first_cell() up to end_cell(). */
static size_t first_cell(const mesh_topic *t) {
    return t->question == MESH_CONTACTS ? POSE_GAP_COUNT : 0;
}

static size_t end_cell(const mesh_topic *t) {
    return t->question == MESH_DISTANCE ? POSE_GAP_COUNT : POSE_CELL_COUNT;
}

static bool wants_cell(const mesh_run *run, const mesh_topic *t, const char *label, size_t cell) {
    const mesh_contender *list[MESH_MAX_CONTENDERS];
    size_t count = list_contenders(run, list);
    bool any = run->options.times == NULL;
    for (size_t c = 0; c < count && !any; c++) {
        const char *way = takes_part(t, list[c]) ? mesh_way(list[c]) : NULL;
        any = way != NULL && bench_times_wants(&run->times, "%s%s/%s/%s", t->name, way, label,
                                               pose_cell_name(cell));
    }
    return any;
}

static bool wants_model(const mesh_run *run, const mesh_topic *t, const char *label) {
    bool any = false;
    for (size_t c = first_cell(t); t->is_chosen && c < end_cell(t) && !any; c++)
        any = wants_cell(run, t, label, c);
    return any;
}

static void add_times(const mesh_run *run, const mesh_topic *t, const char *label,
                      const char *cell_name, const mesh_cell *cell) {
    for (size_t c = 0; c < cell->contender_count; c++) {
        const char *way = mesh_way(cell->contenders[c]);
        if (way != NULL && takes_part(t, cell->contenders[c]))
            bench_times_add(&run->times, cell->figures[c].mean, "%s%s/%s/%s", t->name, way, label,
                            cell_name);
    }
}

/* ---- Measuring ------------------------------------------------------------------------------ */

static void run_topic(const mesh_run *run, mesh_topic *t, const mesh_model *model,
                      const mesh_match *match, const pose_pair *poses) {
    mesh_match some = only_those(t, match);
    for (size_t c = first_cell(t); c < end_cell(t); c++) {
        if (!wants_cell(run, t, model->label, c))
            continue;
        mesh_cell cell = mesh_cell_measure(&some, t->question, poses + c * run->options.poses,
                                           run->options.poses, run->options.reps);
        mesh_cell full = spread(&cell, match);
        add_times(run, t, model->label, pose_cell_name(c), &cell);
        add_row(t, model, pose_cell_name(c), &full);
        mesh_cell_free(&cell);
    }
}

static void run_motion(const mesh_run *run, mesh_topic *t, const mesh_model *model,
                       const mesh_match *match) {
    size_t frames = run->options.quick           ? QUICK_FRAMES
                    : run->options.times != NULL ? TIMES_FRAMES
                                                 : FRAMES;
    pose_pair *poses = bench_allocate(frames + 1, sizeof *poses);
    pose_oracle oracle = mesh_match_oracle(match);
    mesh_match some = only_those(t, match);
    for (size_t i = 0; i < POSE_GAP_COUNT; i++) {
        if (!wants_cell(run, t, model->label, i))
            continue;
        char name[64];
        snprintf(name, sizeof name, "motion/%s/%zu", model->name, i);
        bench_rng rng = mesh_run_rng(run, name);
        pose_spin_make(&rng, model, &oracle, pose_cells[i], frames + 1, poses);
        mesh_cell cell =
            mesh_motion_measure(&some, MESH_DISTANCE, poses, frames, run->options.reps);
        mesh_cell full = spread(&cell, match);
        add_times(run, t, model->label, pose_cell_name(i), &cell);
        add_row(t, model, pose_cell_name(i), &full);
        mesh_cell_free(&cell);
    }
    free(poses);
}

static void run_lone(const mesh_run *run, mesh_topic *t, const mesh_model *model,
                     const mesh_match *match, const pose_pair *poses) {
    size_t count = run->options.poses < LONE_POSES ? run->options.poses : LONE_POSES;
    mesh_match some = only_those(t, match);
    for (size_t i = 0; i < sizeof lone_cells / sizeof lone_cells[0]; i++) {
        mesh_cell cell =
            mesh_lone_measure(&some, t->question, poses + lone_cells[i] * run->options.poses, count,
                              run->options.reps);
        mesh_cell full = spread(&cell, match);
        add_row(t, model, pose_cell_name(lone_cells[i]), &full);
        mesh_cell_free(&cell);
    }
}

static void run_model(mesh_run *run, mesh_topic topics[TOPICS], size_t index) {
    mesh_model model = mesh_suite_load(index);
    run->stand_ins += model.is_stand_in;
    mesh_progress("%s, %u triangles", model.name, tact_mesh_triangle_count(model.mesh));
    const mesh_contender *list[MESH_MAX_CONTENDERS];
    size_t count = list_contenders(run, list);
    mesh_match match = mesh_match_open(list, count, &model, &model);
    bool needs_poses = topics[LONE].is_chosen;
    for (size_t t = 0; t < LONE; t++)
        needs_poses = needs_poses || wants_model(run, &topics[t], model.label);
    if (needs_poses) {
        pose_oracle oracle = mesh_match_oracle(&match);
        bench_rng rng = mesh_run_rng(run, model.name);
        pose_pair *poses = pose_cells_make(&rng, &model, &model, &oracle, run->options.poses);
        for (size_t t = 0; t < LONE; t++) {
            if (topics[t].is_chosen)
                run_topic(run, &topics[t], &model, &match, poses);
        }
        if (topics[LONE].is_chosen)
            run_lone(run, &topics[LONE], &model, &match, poses);
        free(poses);
    }
    if (topics[MOTION].is_chosen)
        run_motion(run, &topics[MOTION], &model, &match);
    mesh_match_close(&match);
    mesh_model_destroy(&model);
}

/* ---- The section ---------------------------------------------------------------------------- */

void mesh_section_suite(mesh_run *run) {
    mesh_topic topics[TOPICS] = {
        {.name = "boolean", .question = MESH_COLLIDE, .title = "Contact or not"},
        {.name = "contacts", .question = MESH_CONTACTS, .title = "All contacts"},
        {.name = "distance", .question = MESH_DISTANCE, .title = "Distance"},
        {.name = "lone", .question = MESH_COLLIDE, .title = "A lone query, contact or not"},
        {.name = "motion", .question = MESH_DISTANCE, .title = "Distance in motion"}};
    for (size_t t = 0; t < TOPICS; t++)
        topics[t].about = "Times in us per query; x: mean time over that of the first contender.";
    topics[LONE].about = "Each query comes after 2 ms of other work without vectors. Times in us.";
    topics[MOTION].about =
        "One model turns by 1 degree per frame and keeps its gap. Times in us per frame; an "
        "untimed frame before the first one fills the cache.";
    const mesh_contender *list[MESH_MAX_CONTENDERS];
    size_t count = list_contenders(run, list);
    bool any = false;
    for (size_t t = 0; t < TOPICS; t++) {
        topics[t].is_chosen = bench_is_listed(run->options.only, topics[t].name);
        any = any || topics[t].is_chosen;
        if (topics[t].is_chosen)
            begin_table(run->report, &topics[t], list, count);
    }
    if (!any)
        return;
    for (size_t i = 0; i < MESH_SUITE_COUNT; i++) {
        bool is_wanted = false;
        for (size_t t = 0; t < TOPICS; t++)
            is_wanted = is_wanted || wants_model(run, &topics[t], mesh_suite_name(i));
        if (is_wanted && mesh_run_wants(run, i))
            run_model(run, topics, i);
    }
    for (size_t t = 0; t < TOPICS; t++) {
        if (topics[t].is_chosen)
            bench_table_print(topics[t].table);
    }
    mesh_suite_report(run->report, topics, list, count);
}
