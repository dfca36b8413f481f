/* SPDX-License-Identifier: MIT */
/* How solids relate: tact_classify() without the clearance, against tact_collide() on the same
 * poses, and what it takes to know the inside of a mesh. Models of the suite that are proper solids
 * are answered exactly, the others by winding numbers. */
#include "sections.h"

#include <stdlib.h>

/* ---- tact_classify() as a contender --------------------------------------------------------- */

typedef struct model {
    const tact_mesh *mesh;
    tact_model *built;
} model;

typedef struct pair {
    tact_instance a, b;
} pair;

static void *create(const tact_mesh *mesh) {
    model *m = mesh_allocate(1, sizeof *m);
    m->mesh = mesh;
    return m;
}

static bool build(void *data) {
    model *m = data;
    m->built = mesh_build(NULL, m->mesh, TACT_INTERIOR_ESTIMATE);
    return m->built != NULL;
}

static void destroy(void *data) {
    model *m = data;
    tact_model_destroy(m->built);
    free(m);
}

static double bytes(const void *data) {
    const model *m = data;
    return (double)tact_model_inspect(m->built).interior_bytes;
}

static void *open_pair(void *a, void *b) {
    pair *p = mesh_allocate(1, sizeof *p);
    *p = (pair){tact_instance_make(((const model *)a)->built),
                tact_instance_make(((const model *)b)->built)};
    return p;
}

static bool classify(void *data, const tact_pose *a, const tact_pose *b) {
    pair *p = data;
    p->a.pose = *a;
    p->b.pose = *b;
    tact_classify_result result;
    return tact_classify(&p->a, &p->b, NULL, &result) == TACT_OK &&
           result.relation != TACT_RELATION_APART;
}

static const mesh_contender classifier = {.name = "tact-classify",
                                          .about = "how solids relate",
                                          .create = create,
                                          .build = build,
                                          .destroy = destroy,
                                          .bytes = bytes,
                                          .open_pair = open_pair,
                                          .close_pair = free,
                                          .collide = classify,
                                          .seconds = 1000};

/* ---- Measuring ------------------------------------------------------------------------------ */

static void add_inside(mesh_table *table, const mesh_model *m) {
    double start = bench_now_ns();
    tact_model *built = mesh_build(NULL, m->mesh, TACT_INTERIOR_ESTIMATE);
    double ns = bench_now_ns() - start;
    if (built == NULL)
        exit(2);
    tact_model_info info = tact_model_inspect(built);
    double count = info.triangle_count;
    mesh_table_cell(table, "%s", m->name);
    mesh_table_cell(table, "%.0f", count);
    mesh_table_cell(table, "%s", info.is_closed ? "yes" : "no");
    mesh_table_cell(table, "%s", info.is_simple ? "yes" : "no");
    mesh_table_number(table, ns / 1e6);
    mesh_table_number(table, (double)info.interior_bytes / count);
    tact_model_destroy(built);
}

/* Whether a case is left by --filter. */
static bool is_wanted(const mesh_run *run, const char *label) {
    bool any = false;
    for (size_t c = 0; c < POSE_CELL_COUNT && !any; c++)
        any = bench_times_wants(&run->times, "relation/%s/%s", label, pose_cell_name(c));
    return any;
}

static void run_model(mesh_run *run, mesh_table *table, mesh_table *insides, size_t index) {
    mesh_model m = mesh_suite_load(index);
    run->stand_ins += m.is_stand_in;
    mesh_progress("relations of %s", m.name);
    add_inside(insides, &m);
    const mesh_contender *list[] = {&mesh_tact, &classifier};
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
        mesh_table_cell(table, "%s", m.name);
        mesh_table_cell(table, "%s", pose_cell_name(c));
        for (size_t k = 0; k < 2; k++) {
            mesh_table_number(table, cell.figures[k].mean / 1e3);
            mesh_table_number(table, cell.figures[k].p99 / 1e3);
        }
        mesh_table_number(table, mesh_cell_ratio(&cell, 1));
        mesh_cell_free(&cell);
    }
    free(poses);
    mesh_match_close(&match);
    mesh_model_destroy(&m);
}

void mesh_section_relation(mesh_run *run) {
    if (!mesh_is_listed(run->options.only, "relation") || run->contenders[0] != &mesh_tact)
        return;
    static const char *const head[] = {"model", "poses", "collide mean", "p99", "classify mean",
                                       "p99",   "x"};
    static const char *const inside_head[] = {"model",  "triangles", "closed",
                                              "simple", "ms",        "bytes per triangle"};
    mesh_table *table = mesh_report_table(run->report, "How solids relate",
                                          "Each model and itself, without the clearance; us.");
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        mesh_table_cell(table, "%s", head[i]);
    mesh_table_head_end(table);
    mesh_table *insides =
        mesh_report_table(run->report, "The insides of meshes",
                          "Once per mesh: the time with its hierarchy, the bytes without.");
    for (size_t i = 0; i < sizeof inside_head / sizeof inside_head[0]; i++)
        mesh_table_cell(insides, "%s", inside_head[i]);
    mesh_table_head_end(insides);
    for (size_t i = 0; i < MESH_SUITE_COUNT; i++) {
        if (mesh_run_wants_small(run, i) && is_wanted(run, mesh_suite_name(i)))
            run_model(run, table, insides, i);
    }
    mesh_table_print(table);
    mesh_table_print(insides);
}
