/* SPDX-License-Identifier: MIT */
/* All contacts of two models of 100,000 triangles, in poses in which about 2000 pairs touch. */
#include "sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRIANGLES 100000
#define QUICK_TRIANGLES 5000
#define WANTED_PAIRS 2000
#define CANDIDATES 200
#define POSES 10

typedef struct candidate {
    double off; /* difference between its number of pairs and the wanted one */
    pose_pair pose;
} candidate;

static int compare_candidates(const void *a, const void *b) {
    double x = ((const candidate *)a)->off, y = ((const candidate *)b)->off;
    return (x > y) - (x < y);
}

/* Chooses those of many random overlapping poses whose number of pairs is nearest to the wanted
 * one. */
static void choose_poses(bench_rng *rng, const mesh_model *a, const mesh_model *b,
                         const mesh_match *match, size_t count, pose_pair *out) {
    size_t candidates = count * (CANDIDATES / POSES);
    candidate *list = bench_allocate(candidates, sizeof *list);
    for (size_t i = 0; i < candidates; i++) {
        pose_line line = pose_line_make(rng, a, b);
        list[i].pose = pose_line_at(&line, bench_rng_between(rng, 0, 0.8 * a->radius));
        double pairs =
            match->contenders[0]->contacts(match->pairs[0], &list[i].pose.a, &list[i].pose.b);
        list[i].off = fabs(pairs - WANTED_PAIRS);
    }
    qsort(list, candidates, sizeof *list, compare_candidates);
    for (size_t i = 0; i < count; i++)
        out[i] = list[i].pose;
    free(list);
}

/* The run's contenders that list contacts, and the other ways to ask tact for contacts. */
static size_t list_contenders(const mesh_run *run, const mesh_contender **list) {
    size_t count = 0;
    for (size_t c = 0; c < run->contender_count; c++) {
        if (run->contenders[c]->contacts != NULL)
            list[count++] = run->contenders[c];
    }
    if (count > 0 && list[0] == &mesh_tact) {
        list[count++] = &mesh_tact_sorted;
        list[count++] = &mesh_tact_geometry;
        list[count++] = &mesh_tact_curves;
    }
    return count;
}

/* Whether --filter selects a case. */
static bool is_wanted(const mesh_run *run, const mesh_contender *const *list, size_t count) {
    bool any = run->options.times == NULL;
    for (size_t c = 0; c < count && !any; c++) {
        const char *way = mesh_way(list[c]);
        any = way != NULL && bench_times_wants(&run->times, "large%s/blob-knot", way);
    }
    return any;
}

static void add_bar(mesh_run *run, const mesh_cell *cell, const mesh_contender *contender,
                    const char *name, double bar) {
    for (size_t c = 0; c < cell->contender_count; c++) {
        if (cell->contenders[c] == contender)
            bench_report_at_most(run->report, name, cell->figures[c].mean / 1e6, bar);
    }
}

void mesh_section_large(mesh_run *run) {
    const mesh_contender *list[MESH_MAX_CONTENDERS];
    size_t count = list_contenders(run, list);
    if (!bench_is_listed(run->options.only, "large") || !is_wanted(run, list, count) || count == 0)
        return;
    mesh_progress("two large models");
    uint32_t triangles = run->options.quick ? QUICK_TRIANGLES : TRIANGLES;
    size_t poses = run->options.quick ? 2 : POSES;
    mesh_model a = mesh_generate(MESH_BLOB, triangles), b = mesh_generate(MESH_KNOT, triangles);
    mesh_match match = mesh_match_open(list, count, &a, &b);
    pose_pair chosen[POSES];
    bench_rng rng = mesh_run_rng(run, "large");
    choose_poses(&rng, &a, &b, &match, poses, chosen);
    mesh_cell cell = mesh_cell_measure(&match, MESH_CONTACTS, chosen, poses, run->options.reps);

    bench_table *table = bench_report_table(
        run->report, "All contacts of two large models",
        "A blob and a knot of about 100,000 triangles each, in poses with about 2000 pairs; ms.");
    static const char *const head[] = {"contender", "pairs", "mean", "p95", "x", "differ"};
    BENCH_TABLE_HEAD(table, head);
    size_t differ = 0;
    for (size_t c = 0; c < count; c++) {
        const mesh_figures *f = &cell.figures[c];
        size_t unlike = mesh_cell_differ(&cell, c, 0);
        if (mesh_way(list[c]) != NULL)
            bench_times_add(&run->times, f->mean, "large%s/blob-knot", mesh_way(list[c]));
        bench_table_cell(table, "%s", list[c]->name);
        bench_table_cell(table, "%.0f", mesh_figures_mean_answer(f));
        bench_table_number(table, f->mean / 1e6);
        bench_table_number(table, f->p95 / 1e6);
        bench_table_number(table, mesh_cell_ratio(&cell, c));
        bench_table_cell(table, "%zu/%zu", unlike, f->count);
        bool is_ours = list[c] == &mesh_tact_sorted || list[c] == &mesh_tact_geometry ||
                       list[c] == &mesh_tact_curves;
        differ += is_ours ? unlike : 0;
    }
    bench_table_print(table);
    add_bar(run, &cell, &mesh_tact, "two large models: ms for all pairs", 1);
    add_bar(run, &cell, &mesh_tact_geometry,
            "two large models: ms for sorted contacts with segments", 1.5);
    add_bar(run, &cell, &mesh_tact_curves, "two large models: ms for curves", 2.5);
    if (list[0] == &mesh_tact)
        bench_report_must(run->report,
                          "two large models: tact finds the same number of contacts in all ways",
                          differ == 0);
    mesh_cell_free(&cell);
    mesh_match_close(&match);
    mesh_model_destroy(&a);
    mesh_model_destroy(&b);
}
