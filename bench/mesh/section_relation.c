/* SPDX-License-Identifier: MIT */
/* How solids relate: tact_classify() without the clearance, compared with tact_collide() on the
 * same poses, and the cost of the interior of a mesh. Models of the suite that are proper solids
 * are answered exactly, the others by winding numbers. */
#include "sections.h"

#include <stdlib.h>

static void add_inside(bench_table *table, const mesh_model *m) {
    double start = bench_now_ns();
    tact_model *built = mesh_build(NULL, m->mesh, TACT_INTERIOR_ESTIMATE);
    double ns = bench_now_ns() - start;
    if (built == NULL)
        bench_fail("%s cannot be built", m->name);
    tact_model_info info = tact_model_inspect(built);
    double count = info.triangle_count;
    bench_table_cell(table, "%s", m->name);
    bench_table_cell(table, "%.0f", count);
    bench_table_cell(table, "%s", info.is_closed ? "yes" : "no");
    bench_table_cell(table, "%s", info.is_simple ? "yes" : "no");
    bench_table_number(table, ns / 1e6);
    bench_table_number(table, (double)info.interior_bytes / count);
    tact_model_destroy(built);
}

/* Whether --filter selects a case. */
static bool is_wanted(const mesh_run *run, const char *label) {
    bool any = false;
    for (size_t c = 0; c < POSE_CELL_COUNT && !any; c++)
        any = bench_times_wants(&run->times, "relation/%s/%s", label, pose_cell_name(c));
    return any;
}

static void run_model(mesh_run *run, bench_table *table, bench_table *insides, size_t index) {
    mesh_model m = mesh_suite_load(index);
    run->stand_ins += m.is_stand_in;
    mesh_progress("relations of %s", m.name);
    add_inside(insides, &m);
    const mesh_contender *list[] = {&mesh_tact, &mesh_tact_classify};
    mesh_match match = mesh_match_open(list, 2, &m, &m);
    pose_oracle oracle = mesh_match_oracle(&match);
    bench_rng rng = mesh_run_rng(run, m.name);
    pose_pair *poses = pose_cells_make(&rng, &m, &m, &oracle, run->options.poses);
    for (size_t c = 0; c < POSE_CELL_COUNT; c++) {
        if (!bench_times_wants(&run->times, "relation/%s/%s", m.label, pose_cell_name(c)))
            continue;
        mesh_cell cell = mesh_cell_measure(&match, MESH_COLLIDE, poses + c * run->options.poses,
                                           run->options.poses, run->options.reps);
        bench_times_add(&run->times, cell.figures[1].mean, "relation/%s/%s", m.label,
                        pose_cell_name(c));
        bench_table_cell(table, "%s", m.name);
        bench_table_cell(table, "%s", pose_cell_name(c));
        for (size_t k = 0; k < 2; k++) {
            bench_table_number(table, cell.figures[k].mean / 1e3);
            bench_table_number(table, cell.figures[k].p99 / 1e3);
        }
        bench_table_number(table, mesh_cell_ratio(&cell, 1));
        mesh_cell_free(&cell);
    }
    free(poses);
    mesh_match_close(&match);
    mesh_model_destroy(&m);
}

void mesh_section_relation(mesh_run *run) {
    if (!bench_is_listed(run->options.only, "relation") || run->contenders[0] != &mesh_tact)
        return;
    static const char *const head[] = {"model", "poses", "collide mean", "p99", "classify mean",
                                       "p99",   "x"};
    static const char *const inside_head[] = {"model",  "triangles", "closed",
                                              "simple", "ms",        "bytes per triangle"};
    bench_table *table = bench_report_table(
        run->report, "How solids relate", "Each model against itself, without the clearance; us.");
    BENCH_TABLE_HEAD(table, head);
    bench_table *insides =
        bench_report_table(run->report, "Interiors of meshes",
                           "Once per mesh: time with the hierarchy, bytes without it.");
    BENCH_TABLE_HEAD(insides, inside_head);
    for (size_t i = 0; i < MESH_SUITE_COUNT; i++) {
        if (mesh_run_wants_small(run, i) && is_wanted(run, mesh_suite_name(i)))
            run_model(run, table, insides, i);
    }
    bench_table_print(table);
    bench_table_print(insides);
}
