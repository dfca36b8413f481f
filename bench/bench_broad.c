/* SPDX-License-Identifier: MIT */
/* Broad phases: time per frame for moving boxes (update and all pairs), compared with the peers
 * that are installed; growth, threads, and what coherence gains. See docs/benchmarks.md. */
#include "arguments.h"
#include "boxes.h"
#include "contender_broad.h"
#include "fail.h"
#include "machine.h"
#include "measure.h"
#include "report.h"
#include "sections.h"
#include "stopwatch.h"
#include "times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_broad.h"
#endif
#ifdef TACT_BENCH_HAS_FCL
#include "fcl_broad.h"
#endif
#ifdef TACT_BENCH_HAS_EMBREE
#include "embree_broad.h"
#endif
#ifdef TACT_BENCH_HAS_CGAL
#include "cgal_broad.h"
#endif

typedef struct options {
    bool quick, check, turns;
    const char *only, *json, *markdown, *times, *filter;
    size_t frames, boxes;
    uint64_t seed;
} options;

typedef struct run {
    options options;
    bench_report *report;
    bench_times times;
} run;

/* ---- Peers ------------------------------------------------------------------------------- */

static bool meet(const tact_box *a, const tact_box *b) {
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
           a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

/* Peers that report more pairs are judged by those that overlap. */
static broad_figure judge(const broad_pairs *found, const tact_box *boxes) {
    broad_figure f = {0, 0, 0, 0};
    size_t kept = 0, count = found->count < found->capacity ? found->count : found->capacity;
    for (size_t k = 0; k < count; k++)
        if (meet(&boxes[found->pairs[k][0]], &boxes[found->pairs[k][1]]))
            memcpy(found->pairs[kept++], found->pairs[k], sizeof *found->pairs);
    f.count = kept;
    f.hash = broad_hash_pairs((const uint32_t(*)[2])found->pairs, kept);
    return f;
}

static broad_figure measure_peer(const broad_contender *peer, boxes_world world, size_t frames) {
    double ns[BROAD_MOST_FRAMES];
    broad_pairs found = {.capacity = 40 * world.count};
    found.pairs = bench_allocate(found.capacity, sizeof *found.pairs);
    void *object = peer->create(world.boxes, world.count);
    if (object == NULL)
        bench_fail("no memory for %s", peer->name);
    for (size_t k = 0; k < frames + BROAD_WARM; k++) {
        boxes_step(&world);
        found.count = 0;
        bench_stopwatch watch = bench_stopwatch_start();
        peer->frame(object, world.boxes, &found);
        if (k >= BROAD_WARM)
            ns[k - BROAD_WARM] = bench_stopwatch_ns(&watch);
    }
    broad_figure f = judge(&found, world.boxes);
    f.ns = broad_median(ns, frames);
    peer->destroy(object);
    free(found.pairs);
    return f;
}

/* ---- Peers -------------------------------------------------------------------------------- */

static const broad_contender *const peers[] = {
#ifdef TACT_BENCH_HAS_BULLET
    &peer_bullet_tree,
    &peer_bullet_sweep,
#endif
#ifdef TACT_BENCH_HAS_FCL
    &peer_fcl_tree,
    &peer_fcl_sap,
    &peer_fcl_ssap,
    &peer_fcl_hash,
#endif
#ifdef TACT_BENCH_HAS_EMBREE
    &peer_embree_broad,
#endif
#ifdef TACT_BENCH_HAS_CGAL
    &peer_cgal_broad,
#endif
    NULL};

static void add_row(bench_table *table, const char *name, broad_figure f, double base,
                    const char *agrees) {
    bench_table_cell(table, "%s", name);
    bench_table_number(table, f.ns * 1e-6);
    bench_table_number(table, f.ns / base);
    bench_table_cell(table, "%zu", f.count);
    bench_table_cell(table, "%s", agrees);
}

/* Each contender moves the same boxes, by the same random numbers. */
static void compare_peers(run *r, boxes_kind kind, size_t count) {
    char title[64];
    size_t frames = r->options.frames;
    snprintf(title, sizeof title, "%s, %zu boxes", boxes_names[kind], count);
    bench_table *table = bench_report_table(
        r->report, title, "Per frame, one thread: all boxes move, then all pairs; median.");
    static const char *const head[] = {"contender", "ms", "times auto", "pairs", "same pairs"};
    BENCH_TABLE_HEAD(table, head);
    broad_figure base = {0, 0, 0, 0};
    double best = NAN;
    for (int m = 0; strcmp(tact_broad_method_name((tact_broad_method)m), "unknown method") != 0;
         m++) {
        if (m == TACT_BROAD_BRUTE && count > 2000)
            continue;
        broad_question q = {.method = (tact_broad_method)m,
                            .kind = kind,
                            .count = count,
                            .frames = frames,
                            .seed = r->options.seed};
        broad_figure f = broad_measure(&q);
        base = m == 0 ? f : base;
        bool same = f.hash == base.hash && f.count == base.count;
        bench_report_must(r->report, tact_broad_method_name((tact_broad_method)m), same);
        char name[48];
        snprintf(name, sizeof name, "tact %s", tact_broad_method_name((tact_broad_method)m));
        add_row(table, name, f, base.ns, same ? "yes" : "NO");
    }
    for (size_t p = 0; peers[p] != NULL; p++) {
        if (peers[p]->most_boxes != 0 && count > peers[p]->most_boxes)
            continue;
        boxes_world world = boxes_create(kind, BOXES_WANDER, count, r->options.seed);
        broad_figure f = measure_peer(peers[p], world, count > 20000 ? frames / 4 + 1 : frames);
        bool same_frames = count <= 20000;
        boxes_destroy(&world);
        best = isnan(best) || f.ns < best ? f.ns : best;
        add_row(table, peers[p]->name, f, base.ns,
                !same_frames                                   ? "another frame"
                : f.hash == base.hash && f.count == base.count ? "yes"
                                                               : "no");
    }
    bench_table_print(table);
    char name[96];
    snprintf(name, sizeof name, "auto against the best peer, %s", title);
    if (!r->options.quick)
        bench_report_at_least(r->report, name, best / base.ns, 3);
}

static void section_peers(run *r) {
    size_t wanted = r->options.quick ? 400 : r->options.boxes;
    static const size_t sizes[] = {10000, 100000};
    for (size_t s = 0; s < (wanted != 0 ? 1 : 2); s++)
        for (int kind = 0; kind < BOXES_KINDS; kind++)
            compare_peers(r, (boxes_kind)kind, wanted != 0 ? wanted : sizes[s]);
}

/* ---- Sections --------------------------------------------------------------------------- */

static void section_times(run *r) {
    static const size_t sizes[] = {10000, 100000};
    for (size_t s = 0; s < 2; s++)
        for (int kind = 0; kind < BOXES_KINDS; kind++) {
            if (!bench_times_wants(&r->times, "broad/%s/%zu", boxes_names[kind], sizes[s]))
                continue;
            broad_question q = {.method = TACT_BROAD_AUTO,
                                .kind = (boxes_kind)kind,
                                .count = sizes[s],
                                .frames = 20,
                                .seed = r->options.seed};
            broad_figure f = broad_measure(&q);
            bench_times_add(&r->times, f.ns, "broad/%s/%zu", boxes_names[kind], sizes[s]);
        }
}

static bool read_options(int argc, char **argv, options *o, int *code) {
    *o = (options){.frames = 20, .seed = BENCH_DEFAULT_SEED};
    const bench_argument list[] = {
        bench_switch("--quick", "few boxes and frames: whether it runs, not how fast", &o->quick),
        bench_size("--frames", "frames per contender", &o->frames, 4, BROAD_MOST_FRAMES),
        bench_size("--boxes", "only so many, in the section peers", &o->boxes, 100, 1000000),
        bench_seed("where the boxes come from", &o->seed),
        bench_text("--only", "LIST", "sections: peers,growth,threads,coherence,rest,sizes",
                   &o->only),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &o->json),
        bench_text("--markdown", "FILE", "write the tables to FILE", &o->markdown),
        bench_switch("--check", BENCH_CHECK_HELP, &o->check),
        bench_text("--times", "FILE", BENCH_TIMES_HELP, &o->times),
        bench_text("--filter", "TEXT", BENCH_FILTER_HELP, &o->filter),
        bench_switch("--turns", BENCH_TURNS_HELP, &o->turns),
    };
    const bench_arguments arguments = {"bench_broad", NULL, list, sizeof list / sizeof *list};
    if (!bench_arguments_read(&arguments, argc, argv, code))
        return false;
    o->frames = o->quick ? 4 : o->frames;
    return true;
}

int main(int argc, char **argv) {
    run r;
    int code;
    if (!read_options(argc, argv, &r.options, &code))
        return code;
    if (!bench_times_open(&r.times, r.options.times, r.options.filter, r.options.turns))
        return 2;
    if (r.options.times != NULL) {
        section_times(&r);
        return bench_times_close(&r.times) ? 0 : 2;
    }
    r.report = bench_report_create();
    bench_machine machine = bench_machine_describe();
    bench_machine_print(&machine);
    if (bench_is_listed(r.options.only, "peers"))
        section_peers(&r);
    broad_run own = {r.report, r.options.frames, r.options.seed, r.options.quick};
    if (bench_is_listed(r.options.only, "growth"))
        broad_section_growth(&own);
    if (bench_is_listed(r.options.only, "threads"))
        broad_section_threads(&own);
    if (bench_is_listed(r.options.only, "coherence"))
        broad_section_coherence(&own);
    if (bench_is_listed(r.options.only, "rest"))
        broad_section_rest(&own);
    if (bench_is_listed(r.options.only, "sizes"))
        broad_section_sizes(&own);
    bench_report_head head = {.program = "bench_broad",
                              .argc = argc,
                              .argv = argv,
                              .inputs = "generated",
                              .json = r.options.json,
                              .markdown = r.options.markdown,
                              .is_check = r.options.check};
    return bench_report_end(r.report, &head);
}
