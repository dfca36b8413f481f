/* SPDX-License-Identifier: MIT */
/* Bodies that bend: candidates of a step of cloth by all methods, what a step of the hierarchies
 * costs, contacts, threads, a large sheet, and what is left of a hierarchy after many frames. See
 * docs/benchmarks.md. */
#include "arguments.h"
#include "deform/section_self.h"
#include "fail.h"
#include "features/cloth.h"
#include "features/culling.h"
#include "machine.h"
#include "motion.h"
#include "report.h"
#include "stopwatch.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    bool quick, check;
    const char *only, *data, *json, *markdown;
    size_t rounds;
} options;

typedef struct counts {
    size_t of[2];
} counts;

static bool count_block(void *user, const tact_deform_block *block) {
    counts *c = user;
    c->of[block->kind] += block->count;
    return true;
}

static double milliseconds(const bench_stopwatch *watch) {
    return 1e-6 * bench_stopwatch_ns(watch);
}

static tact_deform *make_deform(const tact_context *context, const uint32_t (*triangles)[3],
                                uint32_t triangle_count, uint32_t vertex_count) {
    tact_deform_topology topology = {
        .vertex_count = vertex_count, .triangle_count = triangle_count, .triangles = triangles};
    tact_deform *deform;
    bench_must(tact_deform_create(context, &topology, NULL, &deform), "a deformable");
    return deform;
}

static tact_deform *deform_of_cloth(const tact_context *context, const cloth *c) {
    tact_deform *deform =
        make_deform(context, (const uint32_t(*)[3])c->faces, c->face_count, c->vertex_count);
    bench_must(tact_deform_move(deform, c->start, c->end, NULL), "a step");
    return deform;
}

static tact_deform *deform_of_body(const tact_context *context, const scene_body *body) {
    return make_deform(context, (const uint32_t(*)[3])body->triangles, body->triangle_count,
                       body->vertex_count);
}

/* ---- A step of cloth ---------------------------------------------------------------------- */

/* The least time in milliseconds of a few rounds. */
static double time_candidates(const tact_deform *deform, tact_deform_method method, uint32_t kinds,
                              size_t rounds, counts *found) {
    tact_deform_options chosen = tact_deform_options_default();
    double least = HUGE_VAL;
    chosen.method = method;
    chosen.kinds = kinds;
    for (size_t round = 0; round < rounds; round++) {
        *found = (counts){{0, 0}};
        bench_stopwatch watch = bench_stopwatch_start();
        bench_must(tact_deform_candidates(deform, NULL, &chosen, count_block, found), "candidates");
        least = fmin(least, milliseconds(&watch));
    }
    return least;
}

static void show_candidates(bench_report *report, const options *o, const tact_deform *deform,
                            bool is_known) {
    bench_table *table = bench_report_table(report, "candidates of a step",
                                            "Milliseconds, one thread; the least of a few rounds.");
    static const char *const head[] = {"method", "vertex-face", "edge-edge",
                                       "both",   "VF pairs",    "EE pairs"};
    BENCH_TABLE_HEAD(table, head);
    counts first = {{0, 0}};
    for (int method = 0; method <= TACT_DEFORM_SWEEP; method++) {
        size_t rounds = method == 0 ? o->rounds : 1;
        counts found[3];
        double time[3];
        for (uint32_t kinds = 1; kinds <= 3; kinds++)
            time[kinds - 1] = time_candidates(deform, (tact_deform_method)method, kinds, rounds,
                                              &found[kinds - 1]);
        bench_table_cell(table, "%s", tact_deform_method_name((tact_deform_method)method));
        for (int k = 0; k < 3; k++)
            bench_table_number(table, time[k]);
        bench_table_cell(table, "%zu", found[2].of[0]);
        bench_table_cell(table, "%zu", found[2].of[1]);
        if (method == 0) {
            first = found[2];
            if (!o->quick)
                bench_report_at_most(report, "both kinds by the hierarchy, ms", time[2], 200);
        }
        bench_report_must(report, "all methods find as many candidates",
                          memcmp(&first, &found[2], sizeof first) == 0);
    }
    if (is_known)
        bench_report_must(report, "as many as published",
                          first.of[0] == 1655541 && first.of[1] == 5197332);
    bench_table_print(table);
}

static void take_contacts(void *user, const tact_deform_contact *contacts, size_t count) {
    counts *c = user;
    for (size_t i = 0; i < count; i++)
        c->of[contacts[i].kind]++;
}

static void show_step(bench_report *report, const options *o, const cloth *c, tact_deform *deform) {
    double least[5] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    counts found = {{0, 0}};
    tact_deform_first first = {0};
    const tact_model *model;
    bench_must(tact_deform_lend(deform, TACT_DEFORM_END, NULL, NULL, &model), "a model");
    for (size_t round = 0; round < o->rounds; round++) {
        double now[5];
        found = (counts){{0, 0}};
        bench_stopwatch watch = bench_stopwatch_start();
        bench_must(tact_deform_move(deform, c->start, c->end, NULL), "a step");
        now[0] = milliseconds(&watch);
        watch = bench_stopwatch_start();
        bench_must(tact_deform_rebuild(deform), "a rebuild");
        now[1] = milliseconds(&watch);
        watch = bench_stopwatch_start();
        bench_must(tact_deform_contacts(deform, NULL, NULL, NULL, take_contacts, &found),
                   "contacts");
        now[2] = milliseconds(&watch);
        watch = bench_stopwatch_start();
        bench_must(tact_deform_first_contact(deform, NULL, NULL, NULL, &first), "a contact");
        now[3] = milliseconds(&watch);
        watch = bench_stopwatch_start();
        bench_must(tact_deform_lend(deform, TACT_DEFORM_END, NULL, NULL, &model), "a model");
        now[4] = milliseconds(&watch);
        for (int k = 0; k < 5; k++)
            least[k] = fmin(least[k], now[k]);
    }
    bench_table *table = bench_report_table(report, "a step", "Milliseconds, one thread.");
    static const char *const head[] = {"what", "ms"};
    static const char *const names[] = {"move: check, copy, refit all", "rebuild all hierarchies",
                                        "all contacts, exact", "first contact, exact",
                                        "lend: refit the model of the end"};
    static const double bars[] = {(double)NAN, 30, 1800, (double)NAN, (double)NAN};
    BENCH_TABLE_HEAD(table, head);
    for (int k = 0; k < 5; k++) {
        bench_table_cell(table, "%s", names[k]);
        bench_table_number(table, least[k]);
        if (!o->quick && !isnan(bars[k]))
            bench_report_at_most(report, names[k], least[k], bars[k]);
    }
    bench_table_print(table);
    printf("contacts: %zu vertex-face, %zu edge-edge; the first at %.17g\n", found.of[0],
           found.of[1], first.lower);
}

/* ---- Threads ------------------------------------------------------------------------------ */

typedef struct copy {
    const tact_deform *deform;
    size_t rounds;
} copy;

static void *run_copy(void *data) {
    const copy *c = data;
    counts found = {{0, 0}};
    for (size_t round = 0; round < c->rounds; round++)
        bench_must(tact_deform_candidates(c->deform, NULL, NULL, count_block, &found),
                   "candidates");
    return NULL;
}

/* Two threads on one question, against two threads with a question each. */
static void show_threads(bench_report *report, const options *o, const cloth *c) {
    tact_pool *pool;
    tact_context *context;
    tact_context_desc desc = tact_context_desc_default();
    bench_must(tact_pool_create(NULL, 2, &pool), "a pool");
    desc.executor = tact_pool_executor(pool);
    bench_must(tact_context_create(&desc, &context), "a context");
    tact_deform *shared = deform_of_cloth(context, c);
    tact_deform *own[2] = {deform_of_cloth(NULL, c), deform_of_cloth(NULL, c)};
    double together = HUGE_VAL, apart = HUGE_VAL;
    for (size_t round = 0; round < o->rounds; round++) {
        copy one = {shared, 2}, two[2] = {{own[0], 1}, {own[1], 1}};
        pthread_t thread;
        double begin = bench_now_ns();
        run_copy(&one);
        together = fmin(together, 1e-6 * (bench_now_ns() - begin));
        begin = bench_now_ns();
        bool runs = pthread_create(&thread, NULL, run_copy, &two[0]) == 0;
        run_copy(&two[1]);
        if (runs)
            pthread_join(thread, NULL);
        if (runs)
            apart = fmin(apart, 1e-6 * (bench_now_ns() - begin));
    }
    bench_table *table = bench_report_table(
        report, "two threads", "Milliseconds by the clock for all candidates of a step, twice.");
    static const char *const head[] = {"one after the other, by two threads each",
                                       "at the same time, by one thread each", "ratio"};
    BENCH_TABLE_HEAD(table, head);
    bench_table_number(table, together);
    bench_table_number(table, apart);
    bench_table_number(table, apart / together);
    if (!o->quick)
        bench_report_at_least(report, "two threads, part of two copies", apart / together, 0.85);
    bench_table_print(table);
    tact_deform_destroy(shared);
    tact_deform_destroy(own[0]);
    tact_deform_destroy(own[1]);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
}

static void section_cloth(bench_report *report, const options *o) {
    char paths[2][1024];
    cloth c;
    for (int i = 0; i < 2; i++)
        snprintf(paths[i], sizeof paths[i], "%s/cloth/cloth_ball9%d.ply",
                 o->data != NULL ? o->data : "", 2 + i);
    bool is_known = o->data != NULL && !o->quick && cloth_read(paths[0], paths[1], &c);
    if (!is_known)
        c = cloth_make(o->quick ? 20 : 150);
    printf("cloth: %s; %u vertices, %u edges, %u triangles\n", is_known ? paths[1] : "generated",
           (unsigned)c.vertex_count, (unsigned)c.edge_count, (unsigned)c.face_count);
    tact_deform *deform = deform_of_cloth(NULL, &c);
    if (bench_is_listed(o->only, "cloth")) {
        show_candidates(report, o, deform, is_known);
        show_step(report, o, &c, deform);
    }
    if (bench_is_listed(o->only, "threads"))
        show_threads(report, o, &c);
    if (bench_is_listed(o->only, "self"))
        section_self(report, o->quick, o->rounds, is_known ? &c : NULL);
    if (bench_is_listed(o->only, "culling"))
        bench_culling(report, &c, is_known, o->quick, o->rounds);
    tact_deform_destroy(deform);
    cloth_destroy(&c);
}

/* ---- A large sheet ------------------------------------------------------------------------ */

/* Waves that move through a sheet. */
static void wave(const scene_body *sheet, double time, tact_vec3 *out) {
    for (uint32_t i = 0; i < sheet->vertex_count; i++) {
        tact_vec3 p = sheet->rest[i];
        p.z = 0.01 * tact_sin(6 * p.x + time) * tact_cos(5 * p.y);
        out[i] = p;
    }
}

static void section_sheet(bench_report *report, const options *o) {
    scene_body sheet = scene_sheet(o->quick ? 30 : 708);
    tact_vec3 *at[2] = {bench_allocate(sheet.vertex_count, sizeof(tact_vec3)),
                        bench_allocate(sheet.vertex_count, sizeof(tact_vec3))};
    tact_pool *pool;
    tact_context *context;
    tact_context_desc desc = tact_context_desc_default();
    bench_must(tact_pool_create(NULL, 2, &pool), "a pool");
    desc.executor = tact_pool_executor(pool);
    bench_must(tact_context_create(&desc, &context), "a context");
    tact_deform *deform = deform_of_body(context, &sheet);
    double move = HUGE_VAL, first = HUGE_VAL;
    tact_deform_first found = {0};
    for (size_t frame = 0; frame <= o->rounds; frame++) {
        wave(&sheet, 0.01 * (double)frame, at[0]);
        wave(&sheet, 0.01 * (double)frame + 0.01, at[1]);
        double begin = bench_now_ns();
        bench_must(tact_deform_move(deform, at[0], at[1], NULL), "a step");
        double middle = bench_now_ns();
        bench_must(tact_deform_first_contact(deform, NULL, NULL, NULL, &found), "a contact");
        double end = bench_now_ns();
        if (frame == 0)
            continue; /* sorts the hierarchies */
        move = fmin(move, 1e-6 * (middle - begin));
        first = fmin(first, 1e-6 * (end - middle));
    }
    bench_table *table = bench_report_table(
        report, "a large sheet", "Waves; two threads, milliseconds by the clock per frame.");
    static const char *const head[] = {"triangles", "candidates", "move", "first contact",
                                       "frames per second"};
    BENCH_TABLE_HEAD(table, head);
    bench_table_cell(table, "%u", (unsigned)sheet.triangle_count);
    bench_table_cell(table, "%llu", (unsigned long long)found.candidates);
    bench_table_number(table, move);
    bench_table_number(table, first);
    bench_table_number(table, 1000 / (move + first));
    if (!o->quick)
        bench_report_at_least(report, "frames per second", 1000 / (move + first), 10);
    bench_table_print(table);
    tact_deform_destroy(deform);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    scene_body_destroy(&sheet);
    free(at[0]);
    free(at[1]);
}

/* ---- Many frames -------------------------------------------------------------------------- */

static void section_frames(bench_report *report, const options *o) {
    scene_body sheet = scene_sheet(o->quick ? 20 : 100);
    uint32_t frames = o->quick ? 10 : 100;
    tact_vec3 *at[2] = {bench_allocate(sheet.vertex_count, sizeof(tact_vec3)),
                        bench_allocate(sheet.vertex_count, sizeof(tact_vec3))};
    bench_table *table = bench_report_table(
        report, "after many frames",
        "Milliseconds for all candidates of the last step: a hierarchy that went through all "
        "frames, and a new one.");
    static const char *const head[] = {"motion", "frames", "candidates",  "old",
                                       "new",    "ratio",  "sorted parts"};
    BENCH_TABLE_HEAD(table, head);
    for (int m = 0; m < SCENE_MOTIONS; m++) {
        tact_deform *old = deform_of_body(NULL, &sheet), *fresh = deform_of_body(NULL, &sheet);
        for (uint32_t frame = 0; frame < frames; frame++) {
            scene_positions(&sheet, (scene_motion)m, (double)frame / frames, at[0]);
            scene_positions(&sheet, (scene_motion)m, (double)(frame + 1) / frames, at[1]);
            bench_must(tact_deform_move(old, at[0], at[1], NULL), "a step");
        }
        bench_must(tact_deform_move(fresh, at[0], at[1], NULL), "a step");
        counts found, again;
        double aged = HUGE_VAL, young = HUGE_VAL;
        for (size_t round = 0; round < o->rounds; round++) {
            aged = fmin(aged, time_candidates(old, TACT_DEFORM_HIERARCHY, 3, 1, &found));
            young = fmin(young, time_candidates(fresh, TACT_DEFORM_HIERARCHY, 3, 1, &again));
        }
        bench_table_cell(table, "%s", scene_motion_name((scene_motion)m));
        bench_table_cell(table, "%u", (unsigned)frames);
        bench_table_cell(table, "%zu", found.of[0] + found.of[1]);
        bench_table_number(table, aged);
        bench_table_number(table, young);
        bench_table_number(table, aged / young);
        bench_table_cell(table, "%llu", (unsigned long long)tact_deform_inspect(old).sorted);
        bench_report_must(report, "old and new hierarchies give as many candidates",
                          memcmp(&found, &again, sizeof found) == 0);
        if (!o->quick)
            bench_report_at_most(report, scene_motion_name((scene_motion)m), aged / young, 1.5);
        tact_deform_destroy(old);
        tact_deform_destroy(fresh);
    }
    bench_table_print(table);
    scene_body_destroy(&sheet);
    free(at[0]);
    free(at[1]);
}

/* ---- The program -------------------------------------------------------------------------- */

int main(int argc, char **argv) {
    options o = {.data = getenv("TACT_DATA"), .rounds = 5};
    int code;
    const bench_argument list[] = {
        bench_switch("--quick", "small bodies: whether it runs, not how fast", &o.quick),
        bench_text("--only", "LIST", "sections: cloth,threads,self,culling,sheet,frames", &o.only),
        bench_text("--data", "FOLDER", "with cloth/ (default: TACT_DATA)", &o.data),
        bench_size("--rounds", "rounds; the least time counts", &o.rounds, 1, 100),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &o.json),
        bench_text("--markdown", "FILE", "write the tables to FILE", &o.markdown),
        bench_switch("--check", BENCH_CHECK_HELP, &o.check),
    };
    const bench_arguments arguments = {"bench_deform",
                                       "Without data, two sheets that are made for it.", list,
                                       sizeof list / sizeof *list};
    if (!bench_arguments_read(&arguments, argc, argv, &code))
        return code;
    bench_report *report = bench_report_create();
    bench_machine machine = bench_machine_describe();
    bench_machine_print(&machine);
    if (bench_is_listed(o.only, "cloth") || bench_is_listed(o.only, "threads") ||
        bench_is_listed(o.only, "self") || bench_is_listed(o.only, "culling"))
        section_cloth(report, &o);
    if (bench_is_listed(o.only, "sheet"))
        section_sheet(report, &o);
    if (bench_is_listed(o.only, "frames"))
        section_frames(report, &o);
    bench_report_head head = {.program = "bench_deform",
                              .argc = argc,
                              .argv = argv,
                              .inputs = o.data != NULL ? o.data : "generated",
                              .json = o.json,
                              .markdown = o.markdown,
                              .is_check = o.check};
    return bench_report_end(report, &head);
}
