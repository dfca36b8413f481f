/* SPDX-License-Identifier: MIT */
/* Growth: the same shapes at rising resolution. A verdict near contact should cost little more with
 * ten times the triangles, and so should a distance, in time and in tests of boxes and triangles.
 * The cost of all contacts should be proportional to their number. */
#include "sections.h"

#include <math.h>
#include <stdlib.h>

static const uint32_t full_sizes[] = {10000, 30000, 100000, 300000, 1000000};
static const uint32_t quick_sizes[] = {500, 1000, 2000, 4000, 8000};
#define SIZES (sizeof full_sizes / sizeof full_sizes[0])
/* The indices of the two sizes that the bar compares. */
#define SMALL 2
#define LARGE 4
#define CONTACT_POSES 20
/* Peers take part up to this number of triangles. Beyond it their builds alone take seconds. */
#define PEER_TRIANGLES 300000

static const double gaps[] = {1e-2, 1e-3, 1e-4};
#define GAPS (sizeof gaps / sizeof gaps[0])

/* The first two contenders that list contacts; only the first one at large sizes. */
static size_t list_contenders(const mesh_run *run, uint32_t triangles,
                              const mesh_contender **list) {
    size_t count = 0;
    for (size_t c = 0; c < run->contender_count; c++) {
        if (run->contenders[c]->contacts != NULL && count < 2 &&
            (count == 0 || triangles <= PEER_TRIANGLES))
            list[count++] = run->contenders[c];
    }
    return count;
}

/* ---- Contact or not ------------------------------------------------------------------------- */

/* Poses of all gaps on the same lines: pose i of gap g is out[g * count + i]. */
static void make_poses(bench_rng *rng, const mesh_model *model, const pose_oracle *oracle,
                       size_t count, pose_pair *out) {
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        while (!found) {
            pose_line line = pose_line_make(rng, model, model);
            double t = line.start;
            found = true;
            for (size_t g = 0; found && g < GAPS; g++) {
                found = pose_line_slide(&line, oracle, gaps[g] * model->size, &t);
                out[g * count + i] = pose_line_at(&line, t);
            }
        }
    }
}

/* The random lines are the same for each size, so only the resolution differs. p95[g] receives the
 * 95th percentile of the first contender. */
static void measure_size(const mesh_run *run, bench_table *table, mesh_shape shape,
                         uint32_t triangles, double p95[GAPS]) {
    mesh_model model = mesh_generate(shape, triangles);
    const mesh_contender *list[MESH_MAX_CONTENDERS];
    size_t count = list_contenders(run, triangles, list), poses = run->options.poses;
    mesh_match match = mesh_match_open(list, count, &model, &model);
    pose_oracle oracle = mesh_match_oracle(&match);
    pose_pair *all = bench_allocate(GAPS * poses, sizeof *all);
    bench_rng rng = mesh_run_rng(run, model.name);
    make_poses(&rng, &model, &oracle, poses, all);
    for (size_t g = 0; g < GAPS; g++) {
        mesh_cell cell =
            mesh_cell_measure(&match, MESH_COLLIDE, all + g * poses, poses, run->options.reps);
        bench_table_cell(table, "%s", model.name);
        bench_table_cell(table, "%u", tact_mesh_triangle_count(model.mesh));
        bench_table_cell(table, "%.0e", gaps[g]);
        bench_table_number(table, cell.figures[0].mean / 1e3);
        bench_table_number(table, cell.figures[0].p95 / 1e3);
        bench_table_number(table, count > 1 ? cell.figures[1].mean / 1e3 : BENCH_NONE);
        bench_table_number(table, count > 1 ? cell.figures[1].p95 / 1e3 : BENCH_NONE);
        p95[g] = cell.figures[0].p95;
        mesh_cell_free(&cell);
    }
    free(all);
    mesh_match_close(&match);
    mesh_model_destroy(&model);
}

static double measure_boolean(mesh_run *run, const uint32_t *sizes) {
    bench_table *table = bench_report_table(
        run->report, "Growth of contact or not",
        "A shape against itself, the same lines at each resolution; us per query.");
    static const char *const head[] = {"shape", "triangles each", "gap",       "mean",
                                       "p95",   "peer's mean",    "peer's p95"};
    BENCH_TABLE_HEAD(table, head);
    double worst = 0;
    for (mesh_shape shape = MESH_KNOT; shape <= MESH_BLOB; shape++) {
        double small[GAPS], large[GAPS];
        mesh_progress("growth of contact or not");
        measure_size(run, table, shape, sizes[SMALL], small);
        measure_size(run, table, shape, sizes[LARGE], large);
        for (size_t g = 0; g < GAPS; g++)
            worst = fmax(worst, large[g] / small[g]);
    }
    bench_table_print(table);
    return worst;
}

/* ---- Distance -------------------------------------------------------------------------------- */

/* The mean cost of a distance at each gap. */
typedef struct growth_cost {
    double ns[GAPS], boxes[GAPS], triangles[GAPS];
} growth_cost;

/* Counts the tests of tact. */
static void count_tests(const mesh_model *model, const pose_pair *all, size_t poses,
                        growth_cost *cost) {
    tact_model *built = mesh_build(NULL, model->mesh, TACT_INTERIOR_NONE);
    if (built == NULL)
        bench_fail("%s cannot be built", model->name);
    tact_instance a = tact_instance_make(built), b = a;
    for (size_t i = 0; i < GAPS * poses; i++) {
        tact_distance_result result;
        a.pose = all[i].a;
        b.pose = all[i].b;
        bench_must(tact_distance(&a, &b, NULL, NULL, &result), model->name);
        cost->boxes[i / poses] += (double)result.work.box_tests / (double)poses;
        cost->triangles[i / poses] += (double)result.work.triangle_tests / (double)poses;
    }
    tact_model_destroy(built);
}

static growth_cost measure_distance_size(const mesh_run *run, bench_table *table,
                                         uint32_t triangles) {
    mesh_model model = mesh_generate(MESH_BLOB, triangles);
    const mesh_contender *list[] = {run->contenders[0]};
    mesh_match match = mesh_match_open(list, 1, &model, &model);
    pose_oracle oracle = mesh_match_oracle(&match);
    size_t poses = run->options.poses;
    pose_pair *all = bench_allocate(GAPS * poses, sizeof *all);
    bench_rng rng = mesh_run_rng(run, "growth/distance");
    make_poses(&rng, &model, &oracle, poses, all);
    growth_cost cost = {.ns = {0}};
    count_tests(&model, all, poses, &cost);
    for (size_t g = 0; g < GAPS; g++) {
        mesh_cell cell =
            mesh_cell_measure(&match, MESH_DISTANCE, all + g * poses, poses, run->options.reps);
        cost.ns[g] = cell.figures[0].mean;
        bench_table_cell(table, "%u", tact_mesh_triangle_count(model.mesh));
        bench_table_cell(table, "%.0e", gaps[g]);
        bench_table_number(table, cell.figures[0].mean / 1e3);
        bench_table_number(table, cell.figures[0].p95 / 1e3);
        bench_table_number(table, cost.boxes[g]);
        bench_table_number(table, cost.triangles[g]);
        mesh_cell_free(&cell);
    }
    free(all);
    mesh_match_close(&match);
    mesh_model_destroy(&model);
    return cost;
}

/* How much more the largest meshes cost than the smallest ones, at the worst gap. */
static void measure_distances(mesh_run *run, const uint32_t *sizes, double *time, double *tests) {
    bench_table *table = bench_report_table(
        run->report, "Growth of the distance",
        "A blob against itself, without a cache, the same lines at each resolution; us per query "
        "and tests per query.");
    static const char *const head[] = {"triangles each", "gap",           "mean", "p95",
                                       "box tests",      "triangle tests"};
    BENCH_TABLE_HEAD(table, head);
    growth_cost costs[SIZES];
    for (size_t i = 0; i < SIZES; i++) {
        mesh_progress("growth of the distance, %u triangles", sizes[i]);
        costs[i] = measure_distance_size(run, table, sizes[i]);
    }
    const growth_cost *small = &costs[0], *large = &costs[SIZES - 1];
    *time = *tests = 0;
    for (size_t g = 0; g < GAPS; g++) {
        *time = fmax(*time, large->ns[g] / small->ns[g]);
        *tests = fmax(*tests, (large->boxes[g] + large->triangles[g]) /
                                  (small->boxes[g] + small->triangles[g]));
    }
    bench_table_print(table);
}

/* ---- All contacts --------------------------------------------------------------------------- */

/* Returns the mean time per contact of the first contender. */
static double measure_contacts(const mesh_run *run, bench_table *table, uint32_t triangles) {
    mesh_model a = mesh_generate(MESH_BLOB, triangles), b = mesh_generate(MESH_KNOT, triangles);
    const mesh_contender *list[MESH_MAX_CONTENDERS];
    size_t count = list_contenders(run, triangles, list);
    mesh_match match = mesh_match_open(list, count, &a, &b);
    pose_pair poses[CONTACT_POSES];
    bench_rng rng = mesh_run_rng(run, "growth/contacts");
    for (size_t i = 0; i < CONTACT_POSES; i++) {
        pose_line line = pose_line_make(&rng, &a, &b);
        /* A fixed distance: the radius depends on the resolution, and the poses must not. */
        poses[i] = pose_line_at(&line, 0.5);
    }
    mesh_cell cell =
        mesh_cell_measure(&match, MESH_CONTACTS, poses, CONTACT_POSES, run->options.reps);
    double pairs = mesh_figures_mean_answer(&cell.figures[0]);
    bench_table_cell(table, "%u", tact_mesh_triangle_count(a.mesh));
    bench_table_cell(table, "%.0f", pairs);
    bench_table_number(table, cell.figures[0].mean / 1e3);
    bench_table_number(table, cell.figures[0].mean / pairs);
    bench_table_number(table, count > 1 ? cell.figures[1].mean / 1e3 : BENCH_NONE);
    bench_table_number(table,
                       count > 1 ? cell.figures[1].mean / mesh_figures_mean_answer(&cell.figures[1])
                                 : BENCH_NONE);
    double result = cell.figures[0].mean / pairs;
    mesh_cell_free(&cell);
    mesh_match_close(&match);
    mesh_model_destroy(&a);
    mesh_model_destroy(&b);
    return result;
}

static double measure_all_contacts(mesh_run *run, const uint32_t *sizes) {
    bench_table *table =
        bench_report_table(run->report, "Growth of all contacts",
                           "A blob and a knot in the same poses at each resolution.");
    static const char *const head[] = {"triangles each", "pairs",     "us",
                                       "ns per pair",    "peer's us", "peer's ns per pair"};
    BENCH_TABLE_HEAD(table, head);
    double least = HUGE_VAL, greatest = 0;
    for (size_t i = 0; i < SIZES; i++) {
        mesh_progress("growth of all contacts, %u triangles", sizes[i]);
        double cost = measure_contacts(run, table, sizes[i]);
        least = fmin(least, cost);
        greatest = fmax(greatest, cost);
    }
    bench_table_print(table);
    return greatest / least;
}

void mesh_section_growth(mesh_run *run) {
    if (!bench_is_listed(run->options.only, "growth") || run->contenders[0]->distance == NULL ||
        run->contenders[0]->contacts == NULL)
        return;
    const uint32_t *sizes = run->options.quick ? quick_sizes : full_sizes;
    double boolean = measure_boolean(run, sizes);
    double contacts = measure_all_contacts(run, sizes);
    if (run->contenders[0] != &mesh_tact)
        return;
    bench_report_at_most(run->report,
                         "growth: p95 of contact or not at 1,000,000 over 100,000 triangles, worst",
                         boolean, 3);
    bench_report_at_most(run->report,
                         "growth: time per contact, greatest over least of 10,000 to 1,000,000",
                         contacts, 2);
    double time, tests;
    measure_distances(run, sizes, &time, &tests);
    bench_report_at_most(
        run->report, "growth: time of a cold distance at 1,000,000 over 10,000 triangles, worst",
        time, 4);
    bench_report_at_most(run->report,
                         "growth: box and triangle tests of a cold distance, the same ratio, worst",
                         tests, 2.5);
}
