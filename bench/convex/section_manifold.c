/* SPDX-License-Identifier: MIT */
/* Contact manifolds of pairs that just overlap, with and without a cache, compared with the
 * algorithms that Bullet chooses. The points are not the same, so only their number is shown. */
#include "convex_sections.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_convex.h"
#endif

/* The depth to which physics engines let bodies sink in. */
static const convex_stance stance = {"graze", -1e-3};
/* The margin of a manifold, as a fraction of the size. */
#define MARGIN 0.02

typedef struct batch {
    size_t count;
    const convex_input *inputs;
    convex_cache *caches; /* NULL for none */
    int32_t *points;      /* number of points per pair */
    const void *prepared; /* the inputs in the types of the peer */
} batch;

static void pass_tact(void *state) {
    const batch *b = state;
    tact_options options = tact_options_default();
    for (size_t i = 0; i < b->count; i++) {
        const convex_input *input = &b->inputs[i];
        tact_manifold_result answer;
        tact_cache cache = {0};
        if (b->caches != NULL)
            cache = convex_cache_open(&b->caches[i]);
        options.margin = MARGIN * input->size;
        b->points[i] = -1;
        if (tact_manifold(&input->instance[0], &input->instance[1], &options,
                          b->caches == NULL ? NULL : &cache, &answer) == TACT_OK)
            b->points[i] = (int32_t)answer.point_count;
    }
}

#ifdef TACT_BENCH_HAS_BULLET
static void pass_bullet(void *state) {
    const batch *b = state;
    bench_answers answers = {b->points, NULL};
    peer_bullet_manifold(b->prepared, b->count, answers);
}
#endif

static void add_figures(bench_table *table, const batch *b, double ns) {
    double sum = 0;
    for (size_t i = 0; i < b->count; i++)
        sum += b->points[i];
    bench_table_number(table, ns / (double)b->count);
    bench_table_number(table, sum / (double)b->count);
}

/* The pairs do not move, so a cache holds the answer to the same question. */
static double run_kind(const convex_run *run, convex_kind kind, bench_table *table) {
    size_t count = run->options.poses;
    convex_input *inputs = bench_allocate(count, sizeof *inputs);
    bench_rng rng = convex_run_rng(run, stance.name, kind);
    convex_inputs_make(&rng, kind, stance.gap, count, inputs);
    batch batches[3];
    convex_way ways[3];
    for (int i = 0; i < 3; i++) {
        batches[i] = (batch){.count = count, .inputs = inputs};
        batches[i].points = bench_allocate(count, sizeof(int32_t));
        ways[i] = (convex_way){NULL, pass_tact, &batches[i], 0};
    }
    batches[1].caches = bench_allocate(count, sizeof(convex_cache));
    size_t way_count = 2;
#ifdef TACT_BENCH_HAS_BULLET
    void *prepared =
        run->options.times != NULL ? NULL : peer_bullet_manifold_prepare(inputs, count);
    if (prepared != NULL) {
        batches[2].prepared = prepared;
        ways[2].pass = pass_bullet;
        way_count = 3;
    }
#endif
    convex_ways_measure(ways, way_count, run->options.reps);
    bench_times_add(&run->times, ways[0].ns / (double)count, "manifold/%s", convex_kind_name(kind));
    bench_times_add(&run->times, ways[1].ns / (double)count, "manifold-cached/%s",
                    convex_kind_name(kind));
    bench_table_cell(table, "%s", convex_kind_name(kind));
    add_figures(table, &batches[0], ways[0].ns);
    bench_table_number(table, ways[1].ns / (double)count);
    add_figures(table, &batches[2], way_count == 3 ? ways[2].ns : BENCH_NONE);
    double ratio = way_count == 3 ? ways[2].ns / ways[0].ns : BENCH_NONE;
    bench_table_number(table, ratio);
#ifdef TACT_BENCH_HAS_BULLET
    if (prepared != NULL)
        peer_bullet_manifold_release(prepared);
#endif
    for (int i = 0; i < 3; i++)
        free(batches[i].points);
    free(batches[1].caches);
    convex_inputs_drop(inputs, count);
    free(inputs);
    return ratio;
}

/* Whether --filter selects a case. */
static bool is_wanted(const convex_run *run, convex_kind kind) {
    return bench_times_wants(&run->times, "manifold/%s", convex_kind_name(kind)) ||
           bench_times_wants(&run->times, "manifold-cached/%s", convex_kind_name(kind));
}

void convex_section_manifold(convex_run *run) {
    if (!bench_is_listed(run->options.only, "manifold"))
        return;
    bench_table *table = bench_report_table(
        run->report, "Manifolds",
        "Pairs that overlap by 1e-3 of the size: ns per manifold, its points, ns with a cache of "
        "the same question; Bullet from an empty manifold, ns and points; x: Bullet's time over "
        "that of tact.");
    static const char *const head[] = {"pairs",  "tact",          "points", "with cache",
                                       "bullet", "bullet points", "x"};
    BENCH_TABLE_HEAD(table, head);
    bench_ratios ratios = {.count = 0};
    for (int k = 0; k < CONVEX_KINDS; k++)
        if (k != CONVEX_ELLIPSOIDS && convex_run_wants(run, (convex_kind)k) &&
            is_wanted(run, (convex_kind)k))
            bench_ratios_add(&ratios, run_kind(run, (convex_kind)k, table));
    bench_table_print(table);
    printf("x: mean %.2f, least %.2f\n", bench_ratios_mean(&ratios), bench_ratios_least(&ratios));
}
