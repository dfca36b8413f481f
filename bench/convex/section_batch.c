/* SPDX-License-Identifier: MIT */
/* A batch of pairs compared with single calls, without caches and on one thread. */
#include "convex_sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const convex_stance stances[] = {
    {"apart", 0.5}, {"near", 1e-2}, {"graze", -1e-3}, {"deep", -1.0 / 3}};
#define STANCES (sizeof stances / sizeof stances[0])

/* Room for a result of any question. */
typedef union answer {
    tact_collide_result collide;
    tact_distance_result distance;
    tact_depth_result depth;
} answer;

/* The pairs of a cell; instances[2 i] and instances[2 i + 1] are pair i. */
typedef struct work {
    convex_question question;
    tact_instance *instances;
    answer *answers;
    size_t count;
} work;

static void pass_single(void *state) {
    work *w = state;
    for (size_t i = 0; i < w->count; i++) {
        const tact_instance *a = &w->instances[2 * i], *b = &w->instances[2 * i + 1];
        if (w->question == CONVEX_COLLIDE)
            (void)tact_collide(a, b, NULL, NULL, &w->answers[i].collide);
        else if (w->question == CONVEX_DISTANCE)
            (void)tact_distance(a, b, NULL, NULL, &w->answers[i].distance);
        else
            (void)tact_depth(a, b, NULL, NULL, &w->answers[i].depth);
    }
}

static void pass_batch(void *state) {
    work *w = state;
    tact_batch batch = {.instances = w->instances,
                        .instance_count = (uint32_t)(2 * w->count),
                        .pose_count = 1,
                        .pair_count = (uint32_t)w->count,
                        .result_stride = sizeof(answer)};
    if (w->question == CONVEX_COLLIDE)
        (void)tact_collide_batch(NULL, &batch, &w->answers->collide);
    else if (w->question == CONVEX_DISTANCE)
        (void)tact_distance_batch(NULL, &batch, &w->answers->distance);
    else
        (void)tact_depth_batch(NULL, &batch, &w->answers->depth);
}

/* Whether both ways give the same bits. */
static bool are_same(const work *w, work *other) {
    memset(w->answers, 0, w->count * sizeof(answer));
    memset(other->answers, 0, w->count * sizeof(answer));
    pass_single((void *)(uintptr_t)w);
    pass_batch(other);
    return memcmp(w->answers, other->answers, w->count * sizeof(answer)) == 0;
}

static bool measure(convex_run *run, work *single, work *batch, const char *name,
                    bench_table *table, bench_ratios *ratios) {
    convex_way ways[2] = {{NULL, pass_single, single, 0}, {NULL, pass_batch, batch, 0}};
    convex_ways_measure(ways, 2, run->options.reps);
    double ns = ways[0].ns / (double)single->count, ns_batch = ways[1].ns / (double)single->count;
    bench_times_add(&run->times, ns, "single/%s", name);
    bench_times_add(&run->times, ns_batch, "batch/%s", name);
    bench_table_cell(table, "%s", name);
    bench_table_number(table, ns);
    bench_table_number(table, ns_batch);
    bench_table_number(table, ns / ns_batch);
    bench_ratios_add(ratios, ns / ns_batch);
    return are_same(single, batch);
}

/* Whether --filter selects a case of this kind and stance. */
static bool is_wanted(const convex_run *run, convex_kind kind, const char *stance) {
    for (int q = 0; q < CONVEX_QUESTIONS; q++) {
        const char *question = convex_question_name((convex_question)q);
        if (bench_times_wants(&run->times, "single/%s/%s/%s", question, convex_kind_name(kind),
                              stance) ||
            bench_times_wants(&run->times, "batch/%s/%s/%s", question, convex_kind_name(kind),
                              stance))
            return true;
    }
    return false;
}

/* One kind of pairs in one stance. False if the answers differ. */
static bool run_stance(convex_run *run, convex_kind kind, size_t stance, bench_table *table,
                       bench_ratios *ratios) {
    if (!is_wanted(run, kind, stances[stance].name))
        return true;
    size_t count = run->options.poses;
    convex_input *inputs = bench_allocate(count, sizeof *inputs);
    work w[2];
    for (int i = 0; i < 2; i++) {
        w[i].count = count;
        w[i].instances = bench_allocate(2 * count, sizeof *w[i].instances);
        w[i].answers = bench_allocate(count, sizeof *w[i].answers);
    }
    bench_rng rng = convex_run_rng(run, stances[stance].name, kind);
    convex_inputs_make(&rng, kind, stances[stance].gap, count, inputs);
    for (size_t i = 0; i < 2 * count; i++)
        w[0].instances[i] = w[1].instances[i] = inputs[i / 2].instance[i % 2];
    bool is_same = true;
    for (int q = 0; q < CONVEX_QUESTIONS; q++) {
        char name[64];
        snprintf(name, sizeof name, "%s/%s/%s", convex_question_name((convex_question)q),
                 convex_kind_name(kind), stances[stance].name);
        if (!convex_is_asked((convex_question)q, stances[stance].gap) ||
            !(bench_times_wants(&run->times, "single/%s", name) ||
              bench_times_wants(&run->times, "batch/%s", name)))
            continue;
        w[0].question = w[1].question = (convex_question)q;
        is_same = measure(run, &w[0], &w[1], name, table, ratios) && is_same;
    }
    for (int i = 0; i < 2; i++) {
        free(w[i].instances);
        free(w[i].answers);
    }
    convex_inputs_drop(inputs, count);
    free(inputs);
    return is_same;
}

void convex_section_batch(convex_run *run) {
    static const convex_kind kinds[] = {CONVEX_HULL8, CONVEX_BOXES};
    if (!bench_is_listed(run->options.only, "batch"))
        return;
    bench_table *table =
        bench_report_table(run->report, "Batches",
                           "Pairs without a cache, on one thread: ns per pair in single calls and "
                           "in a batch; x: their ratio.");
    static const char *const head[] = {"case", "single", "batch", "x"};
    BENCH_TABLE_HEAD(table, head);
    bool is_same = true;
    bench_ratios ratios[2];
    memset(ratios, 0, sizeof ratios);
    for (size_t k = 0; k < 2; k++)
        for (size_t s = 0; s < STANCES && convex_run_wants(run, kinds[k]); s++)
            is_same = run_stance(run, kinds[k], s, table, &ratios[k]) && is_same;
    bench_table_print(table);
    bench_report_at_least(run->report, "single calls over a batch, hull8, geometric mean",
                          bench_ratios_mean(&ratios[0]), 1.5);
    bench_report_at_least(run->report, "single calls over a batch, boxes, geometric mean",
                          bench_ratios_mean(&ratios[1]), 1.5);
    bench_report_must(run->report, "a batch gives the bits of single calls", is_same);
}
