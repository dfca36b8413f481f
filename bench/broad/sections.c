/* SPDX-License-Identifier: MIT */
/* Growth, threads, coherence and sizes; see sections.h. */
#define _POSIX_C_SOURCE 200809L
#include "sections.h"

#include "fail.h"

#include <pthread.h>
#include <stdio.h>

static broad_question ask(const broad_run *run, tact_broad_method method, size_t count) {
    return (broad_question){
        .method = method, .count = count, .frames = run->frames, .seed = run->seed};
}

/* ---- Growth ------------------------------------------------------------------------------- */

void broad_section_growth(const broad_run *run) {
    size_t small = run->quick ? 1000 : 100000;
    broad_question few = ask(run, TACT_BROAD_AUTO, small);
    broad_question many = ask(run, TACT_BROAD_AUTO, 10 * small);
    broad_figure f[2] = {broad_measure(&few), broad_measure(&many)};
    bench_table *table = bench_report_table(run->report, "growth", "Uniform boxes, auto.");
    static const char *const head[] = {"boxes", "ms", "times"};
    BENCH_TABLE_HEAD(table, head);
    for (int k = 0; k < 2; k++) {
        bench_table_cell(table, "%zu", k == 0 ? small : 10 * small);
        bench_table_number(table, f[k].ns * 1e-6);
        bench_table_number(table, f[k].ns / f[0].ns);
    }
    bench_table_print(table);
    if (!run->quick)
        bench_report_at_most(run->report, "ten times as many boxes", f[1].ns / f[0].ns, 12);
}

/* ---- Threads ------------------------------------------------------------------------------ */

typedef struct copy {
    broad_question question;
    broad_figure figure;
} copy;

static void *measure_copy(void *data) {
    copy *c = data;
    c->figure = broad_measure(&c->question);
    return NULL;
}

/* The mean time per frame of two copies that run at the same time. */
static double measure_apart(const broad_question *question) {
    copy copies[2] = {{*question, {0, 0, 0, 0}}, {*question, {0, 0, 0, 0}}};
    pthread_t other;
    if (pthread_create(&other, NULL, measure_copy, &copies[1]) != 0)
        bench_fail("a second thread cannot be started");
    measure_copy(&copies[0]);
    pthread_join(other, NULL);
    return 0.5 * (copies[0].figure.ns + copies[1].figure.ns);
}

static void compare_threads(const broad_run *run, const tact_context *context, bench_table *table,
                            size_t count) {
    broad_question alone = ask(run, TACT_BROAD_AUTO, count), both;
    alone.is_wall = true;
    both = alone;
    both.context = context;
    broad_figure one = broad_measure(&alone), two = broad_measure(&both);
    double apart = measure_apart(&alone), efficiency = 0.5 * apart / two.ns;
    char name[64];
    bench_table_cell(table, "%zu", count);
    bench_table_number(table, one.ns * 1e-6);
    bench_table_number(table, two.ns * 1e-6);
    bench_table_number(table, apart * 1e-6);
    bench_table_number(table, efficiency);
    bench_table_cell(table, "%s", one.hash == two.hash ? "yes" : "no");
    snprintf(name, sizeof name, "two threads: the same pairs, %zu boxes", count);
    bench_report_must(run->report, name, one.hash == two.hash);
    snprintf(name, sizeof name, "two threads: efficiency, %zu boxes", count);
    if (!run->quick)
        bench_report_at_least(run->report, name, efficiency, 0.85);
}

void broad_section_threads(const broad_run *run) {
    tact_pool *pool = NULL;
    tact_context *context = NULL;
    tact_context_desc desc = tact_context_desc_default();
    bench_must(tact_pool_create(NULL, 2, &pool), "a pool of threads");
    desc.executor = tact_pool_executor(pool);
    bench_must(tact_context_create(&desc, &context), "a context");
    bench_table *table = bench_report_table(
        run->report, "two threads",
        "Uniform boxes, auto, ms per frame: one thread, a pool of two, and each of two copies that "
        "run at the same time. Efficiency: half the time of a copy over that of the pool.");
    static const char *const head[] = {"boxes",  "one",        "pool",
                                       "a copy", "efficiency", "same pairs"};
    BENCH_TABLE_HEAD(table, head);
    compare_threads(run, context, table, run->quick ? 1000 : 10000);
    compare_threads(run, context, table, run->quick ? 2000 : 100000);
    bench_table_print(table);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
}

/* ---- Coherence ---------------------------------------------------------------------------- */

static void compare_fresh(const broad_run *run, bench_table *table, boxes_kind kind,
                          tact_broad_method method, tact_broad_method scratch, bool is_fresh) {
    broad_question q = ask(run, method, run->quick ? 500 : 10000), p;
    q.kind = kind;
    q.motion = BOXES_CREEP;
    q.frames = run->quick ? run->frames : BROAD_MOST_FRAMES;
    p = q;
    p.method = scratch;
    p.is_fresh = is_fresh;
    broad_figure kept = broad_measure(&q), fresh = broad_measure(&p);
    const char *from = is_fresh ? "itself, a new object" : tact_broad_method_name(scratch);
    char name[96];
    bench_table_cell(table, "%s", boxes_names[kind]);
    bench_table_cell(table, "%s", tact_broad_method_name(method));
    bench_table_number(table, kept.mean_ns * 1e-6);
    bench_table_cell(table, "%s", from);
    bench_table_number(table, fresh.mean_ns * 1e-6);
    bench_table_number(table, fresh.mean_ns / kept.mean_ns);
    snprintf(name, sizeof name, "coherence, %s: %s against %s", boxes_names[kind],
             tact_broad_method_name(method), from);
    bench_report_must(run->report, name, kept.hash == fresh.hash && kept.count == fresh.count);
    /* A new object for three axes takes the pairs from buckets. What it stands for is the sweep. */
    if (!run->quick && !(is_fresh && method == TACT_BROAD_AXES))
        bench_report_at_least(run->report, name, fresh.mean_ns / kept.mean_ns, 5);
}

void broad_section_coherence(const broad_run *run) {
    bench_table *table = bench_report_table(
        run->report, "coherence",
        "10,000 boxes that move by 1 % of their edges: mean ms per frame, and the same from "
        "scratch.");
    static const char *const head[] = {"boxes", "method", "ms", "from scratch", "ms", "times"};
    BENCH_TABLE_HEAD(table, head);
    for (int k = 0; k < BOXES_KINDS; k++) {
        boxes_kind kind = (boxes_kind)k;
        compare_fresh(run, table, kind, TACT_BROAD_KEPT, TACT_BROAD_BUCKETS, false);
        compare_fresh(run, table, kind, TACT_BROAD_TREE, TACT_BROAD_TREE, true);
        compare_fresh(run, table, kind, TACT_BROAD_AXES, TACT_BROAD_AXES, true);
        compare_fresh(run, table, kind, TACT_BROAD_AXES, TACT_BROAD_SWEEP, false);
    }
    bench_table_print(table);
}

/* ---- Rest --------------------------------------------------------------------------------- */

void broad_section_rest(const broad_run *run) {
    bench_table *table = bench_report_table(
        run->report, "rest",
        "Uniform boxes of which one in a hundred moves: ms per frame. Auto has had 20 frames.");
    static const char *const head[] = {"boxes", "auto", "buckets", "tree", "kept", "axes"};
    static const tact_broad_method methods[] = {TACT_BROAD_AUTO, TACT_BROAD_BUCKETS,
                                                TACT_BROAD_TREE, TACT_BROAD_KEPT, TACT_BROAD_AXES};
    BENCH_TABLE_HEAD(table, head);
    for (size_t count = run->quick ? 500 : 10000; count <= (run->quick ? 500 : 100000);
         count *= 10) {
        broad_figure first = {0, 0, 0, 0};
        bench_table_cell(table, "%zu", count);
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
            broad_question q = ask(run, methods[m], count);
            q.motion = BOXES_REST;
            broad_figure f = broad_measure(&q);
            first = m == 0 ? f : first;
            bench_table_number(table, f.mean_ns * 1e-6);
            bench_report_must(run->report, tact_broad_method_name(methods[m]),
                              f.hash == first.hash && f.count == first.count);
        }
    }
    bench_table_print(table);
}

/* ---- Sizes -------------------------------------------------------------------------------- */

static void compare_grids(const broad_run *run, bench_table *table, boxes_kind kind, size_t count) {
    static const tact_broad_method methods[] = {TACT_BROAD_LEVELS, TACT_BROAD_GRID,
                                                TACT_BROAD_CELLS, TACT_BROAD_BUCKETS};
    broad_figure first = {0, 0, 0, 0};
    char name[96];
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        broad_question q = ask(run, methods[m], count);
        q.kind = kind;
        broad_figure f = broad_measure(&q);
        first = m == 0 ? f : first;
        bench_table_cell(table, "%s, %zu", boxes_names[kind], count);
        bench_table_cell(table, "%s", tact_broad_method_name(methods[m]));
        bench_table_number(table, f.ns * 1e-6);
        bench_table_number(table, f.ns / first.ns);
        snprintf(name, sizeof name, "sizes, %s, %zu: the pairs of %s", boxes_names[kind], count,
                 tact_broad_method_name(methods[m]));
        bench_report_must(run->report, name, f.hash == first.hash && f.count == first.count);
        snprintf(name, sizeof name, "sizes, %s, %zu: levels against grid", boxes_names[kind],
                 count);
        if (methods[m] == TACT_BROAD_GRID && !run->quick)
            bench_report_at_least(run->report, name, f.ns / first.ns, 5);
    }
}

void broad_section_sizes(const broad_run *run) {
    bench_table *table =
        bench_report_table(run->report, "sizes", "Edges from 0.1 to 10, ms per frame.");
    static const char *const head[] = {"boxes", "method", "ms", "times levels"};
    BENCH_TABLE_HEAD(table, head);
    compare_grids(run, table, BOXES_MIXED, run->quick ? 500 : 10000);
    compare_grids(run, table, BOXES_TWO_SIZES, run->quick ? 500 : 10000);
    compare_grids(run, table, BOXES_TWO_SIZES, run->quick ? 600 : 100000);
    bench_table_print(table);
}
