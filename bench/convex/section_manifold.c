/* SPDX-License-Identifier: MIT */
/* Manifolds: points of contact of pairs that just overlap, with a cache and without, beside the
 * algorithms that Bullet chooses. Their points are not the same, so only their number is shown. */
#include "convex_sections.h"

#include <tact/convex_contact.h>

#include <stdio.h>
#include <stdlib.h>

#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_convex.h"
#endif

/* As deep as physics engines let bodies sink in. */
static const convex_stance stance = {"graze", -1e-3};
/* Points up to this far apart count, in sizes. */
#define MARGIN 0.02

typedef struct batch {
    size_t count;
    const convex_input *inputs;
    tact_convex_cache *caches; /* NULL for none */
    int32_t *points;           /* of each pair */
    const void *prepared;      /* the peer's */
} batch;

static void pass_tact(void *state) {
    const batch *b = state;
    for (size_t i = 0; i < b->count; i++) {
        const convex_input *input = &b->inputs[i];
        tact_manifold answer;
        tact_convex_cache *cache = b->caches == NULL ? NULL : &b->caches[i];
        b->points[i] = -1;
        if (tact_convex_manifold(&input->placed[0], &input->placed[1], MARGIN * input->size, cache,
                                 &answer) == TACT_OK)
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

static void add_figures(mesh_table *table, const batch *b, double ns) {
    double sum = 0;
    for (size_t i = 0; i < b->count; i++)
        sum += b->points[i];
    mesh_table_number(table, ns / (double)b->count);
    mesh_table_number(table, sum / (double)b->count);
}

/* All pairs stand still: a cache then holds the answer to the very same question. */
static double run_kind(const convex_run *run, convex_kind kind, mesh_table *table) {
    size_t count = run->options.poses;
    convex_input *inputs = mesh_allocate(count, sizeof *inputs);
    bench_rng rng = convex_run_rng(run, stance.name, kind);
    convex_inputs_make(&rng, kind, stance.gap, count, inputs);
    batch batches[3];
    convex_way ways[3];
    for (int i = 0; i < 3; i++) {
        batches[i] = (batch){.count = count, .inputs = inputs};
        batches[i].points = mesh_allocate(count, sizeof(int32_t));
        ways[i] = (convex_way){NULL, pass_tact, &batches[i], 0};
    }
    batches[1].caches = mesh_allocate(count, sizeof(tact_convex_cache));
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
    mesh_table_cell(table, "%s", convex_kind_name(kind));
    add_figures(table, &batches[0], ways[0].ns);
    mesh_table_number(table, ways[1].ns / (double)count);
    add_figures(table, &batches[2], way_count == 3 ? ways[2].ns : MESH_NONE);
    double ratio = way_count == 3 ? ways[2].ns / ways[0].ns : MESH_NONE;
    mesh_table_number(table, ratio);
#ifdef TACT_BENCH_HAS_BULLET
    if (prepared != NULL)
        peer_bullet_manifold_release(prepared);
#endif
    for (int i = 0; i < 3; i++)
        free(batches[i].points);
    free(batches[1].caches);
    free(inputs);
    return ratio;
}

/* Whether a case is left by --filter. */
static bool is_wanted(const convex_run *run, convex_kind kind) {
    return bench_times_wants(&run->times, "manifold/%s", convex_kind_name(kind)) ||
           bench_times_wants(&run->times, "manifold-cached/%s", convex_kind_name(kind));
}

void convex_section_manifold(convex_run *run) {
    if (!mesh_is_listed(run->options.only, "manifold"))
        return;
    mesh_table *table = mesh_report_table(
        run->report, "Manifolds",
        "Pairs 1e-3 of the size into each other: ns a manifold, points in it, ns with a cache of "
        "the same question; Bullet's from an empty manifold, ns and points; x: Bullet's time over "
        "that of tact.");
    static const char *const head[] = {"pairs",  "tact",          "points", "with cache",
                                       "bullet", "bullet points", "x"};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        mesh_table_cell(table, "%s", head[i]);
    mesh_table_head_end(table);
    mesh_ratios ratios = {.count = 0};
    for (int k = 0; k < CONVEX_KINDS; k++)
        if (k != CONVEX_ELLIPSOIDS && convex_run_wants(run, (convex_kind)k) &&
            is_wanted(run, (convex_kind)k))
            mesh_ratios_add(&ratios, run_kind(run, (convex_kind)k, table));
    mesh_table_print(table);
    printf("x: mean %.2f, least %.2f\n", mesh_ratios_mean(&ratios), mesh_ratios_least(&ratios));
}
