/* SPDX-License-Identifier: MIT */
#include "features/culling.h"

#include "fail.h"
#include "motion.h"
#include "stopwatch.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct culling {
    bench_report *report;
    bench_table *table;
    bool is_quick;
    size_t rounds;
} culling;

/* A hash of the features of all contacts. */
typedef struct features {
    uint64_t hash;
    size_t count;
} features;

static void take_contacts(void *user, const tact_deform_contact *contacts, size_t count) {
    features *f = user;
    f->hash = 1;
    f->count = count;
    for (size_t i = 0; i < count; i++) {
        const uint64_t of[3] = {contacts[i].kind, contacts[i].a, contacts[i].b};
        for (int k = 0; k < 3; k++)
            f->hash = (f->hash ^ of[k]) * UINT64_C(0x100000001b3);
    }
}

static double time_contacts(const culling *c, const tact_deform *deform, uint32_t methods,
                            tact_deform_saved *saved, features *found) {
    tact_deform_options options = tact_deform_options_default();
    double least = HUGE_VAL;
    options.culling = methods;
    options.saved = saved;
    for (size_t round = 0; round < c->rounds; round++) {
        bench_stopwatch watch = bench_stopwatch_start();
        bench_must(tact_deform_contacts(deform, NULL, &options, NULL, take_contacts, found),
                   "contacts");
        least = fmin(least, 1e-6 * bench_stopwatch_ns(&watch));
    }
    return least;
}

/* A row: without culling, with it, and chosen. least is how many times fewer visits there have to
 * be, 0 for any; with none, nothing can be culled, and the choice may cost a tenth. */
static void show_row(const culling *c, const char *name, const tact_deform *deform, double least,
                     bool is_none) {
    static const uint32_t methods[3] = {0, TACT_DEFORM_CULL_CONES | TACT_DEFORM_CULL_ENERGY,
                                        TACT_DEFORM_CULL_CONES | TACT_DEFORM_CULL_ENERGY |
                                            TACT_DEFORM_CULL_AUTO};
    tact_deform_saved saved[3];
    features found[3];
    double time[3];
    for (int k = 0; k < 3; k++)
        time[k] = time_contacts(c, deform, methods[k], &saved[k], &found[k]);
    double visits = (double)(saved[1].visits > 0 ? saved[1].visits : 1);
    double ratio = (double)saved[0].visits / visits;
    bench_table_cell(c->table, "%s", name);
    bench_table_cell(c->table, "%zu", found[0].count);
    bench_table_cell(c->table, "%.0f %%",
                     100.0 * saved[1].faces / tact_deform_inspect(deform).triangle_count);
    bench_table_cell(c->table, "%u", (unsigned)saved[1].patches);
    bench_table_cell(c->table, "%llu", (unsigned long long)saved[0].visits);
    bench_table_cell(c->table, "%llu", (unsigned long long)saved[1].visits);
    bench_table_cell(c->table, "%llu", (unsigned long long)saved[0].tested);
    bench_table_cell(c->table, "%llu", (unsigned long long)saved[1].tested);
    for (int k = 0; k < 3; k++)
        bench_table_number(c->table, time[k]);
    bench_report_must(c->report, "the same features touch with culling and without",
                      found[0].hash == found[1].hash && found[0].hash == found[2].hash &&
                          found[0].count == found[1].count && found[0].count == found[2].count);
    if (least > 0 && !c->is_quick)
        bench_report_at_least(c->report, name, ratio, least);
    if (is_none && !c->is_quick)
        bench_report_at_most(c->report, "time if nothing can be culled", time[2] / time[0], 1.1);
}

static tact_deform *deform_of(const uint32_t (*triangles)[3], uint32_t count, uint32_t vertices) {
    tact_deform_topology topology = {
        .vertex_count = vertices, .triangle_count = count, .triangles = triangles};
    tact_deform *deform;
    bench_must(tact_deform_create(NULL, &topology, NULL, &deform), "a deformable");
    return deform;
}

/* ---- Bodies ------------------------------------------------------------------------------- */

/* A sheet with a curvature, which moves and bends more during the step. */
static void bend(const scene_body *sheet, double curve, tact_vec3 *const at[2]) {
    for (uint32_t i = 0; i < sheet->vertex_count; i++)
        for (int t = 0; t < 2; t++) {
            tact_vec3 p = sheet->rest[i];
            double c = (curve + 0.02 * t) / 2;
            at[t][i] = (tact_vec3){p.x + 0.05 * t, p.y, c * p.x * p.x - 0.02 * t};
        }
}

static void show_sheets(const culling *c) {
    scene_body sheet = scene_sheet(c->is_quick ? 20 : 100);
    tact_vec3 *at[2] = {bench_allocate(sheet.vertex_count, sizeof(tact_vec3)),
                        bench_allocate(sheet.vertex_count, sizeof(tact_vec3))};
    tact_deform *deform =
        deform_of((const uint32_t(*)[3])sheet.triangles, sheet.triangle_count, sheet.vertex_count);
    for (int k = 0; k < 2; k++) {
        bend(&sheet, k, at);
        bench_must(tact_deform_move(deform, at[0], at[1], NULL), "a step");
        show_row(c, k == 0 ? "flat sheet" : "bent sheet", deform, 5, false);
    }
    static const double times[] = {0.3, 0.6, 0.9};
    for (int m = 0; m < SCENE_MOTIONS; m++)
        for (int k = 0; k < 3; k++) {
            char name[64];
            bool is_none = m == SCENE_CRUMPLE && k > 0;
            snprintf(name, sizeof name, "%s at %g", scene_motion_name((scene_motion)m), times[k]);
            scene_positions(&sheet, (scene_motion)m, times[k], at[0]);
            scene_positions(&sheet, (scene_motion)m, times[k] + 0.01, at[1]);
            bench_must(tact_deform_move(deform, at[0], at[1], NULL), "a step");
            show_row(c, name, deform, 0, is_none);
        }
    tact_deform_destroy(deform);
    scene_body_destroy(&sheet);
    free(at[0]);
    free(at[1]);
}

/* A ball that is deformed by a thousandth and turns by some degrees. */
static void show_solid(const culling *c) {
    tact_mesh *mesh;
    bench_must(tact_mesh_create_icosphere(NULL, 1, c->is_quick ? 3 : 24, &mesh), "a ball");
    uint32_t vertices = tact_mesh_vertex_count(mesh), faces = tact_mesh_triangle_count(mesh);
    uint32_t(*triangles)[3] = bench_allocate(faces, sizeof *triangles);
    tact_vec3 *at[3];
    for (int k = 0; k < 3; k++)
        at[k] = bench_allocate(vertices, sizeof(tact_vec3));
    for (uint32_t i = 0; i < faces; i++)
        tact_mesh_corners(mesh, i, triangles[i]);
    for (uint32_t i = 0; i < vertices; i++) {
        tact_vec3 p = tact_mesh_vertex(mesh, i), q = p;
        q.x += 0.001 * tact_sin(2 * p.y);
        q.z += 0.001 * p.x * p.x;
        at[0][i] = p;
        for (int t = 0; t < 2; t++) {
            double cosine = tact_cos(0.1 * t), sine = tact_sin(0.1 * t);
            at[t + 1][i] = (tact_vec3){cosine * q.x - sine * q.y, sine * q.x + cosine * q.y, q.z};
        }
    }
    tact_deform *deform = deform_of((const uint32_t(*)[3])triangles, faces, vertices);
    bench_must(tact_deform_set_rest(deform, at[0], NULL), "a shape at rest");
    bench_must(tact_deform_move(deform, at[1], at[2], NULL), "a step");
    show_row(c, "slightly deformed ball", deform, 5, false);
    tact_deform_destroy(deform);
    tact_mesh_destroy(mesh);
    free(triangles);
    for (int k = 0; k < 3; k++)
        free(at[k]);
}

void bench_culling(bench_report *report, const cloth *c, bool is_known, bool is_quick,
                   size_t rounds) {
    culling all = {.report = report, .is_quick = is_quick, .rounds = rounds};
    all.table = bench_report_table(report, "culling",
                                   "Contacts of a body with itself, one thread: without culling, "
                                   "with it, and chosen; the least of a few rounds.");
    static const char *const head[] = {"body",       "contacts", "proven",     "patches",
                                       "visits off", "on",       "tested off", "on",
                                       "ms off",     "on",       "auto"};
    BENCH_TABLE_HEAD(all.table, head);
    show_sheets(&all);
    show_solid(&all);
    tact_deform *deform = deform_of((const uint32_t(*)[3])c->faces, c->face_count, c->vertex_count);
    bench_must(tact_deform_move(deform, c->start, c->end, NULL), "a step");
    show_row(&all, is_known ? "cloth_ball 92 to 93" : "two sheets", deform, 0, false);
    bench_must(tact_deform_move(deform, c->end, NULL, NULL), "a step");
    show_row(&all, is_known ? "cloth_ball 93" : "two sheets, still", deform, 0, false);
    tact_deform_destroy(deform);
    bench_table_print(all.table);
}
