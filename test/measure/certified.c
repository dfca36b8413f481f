/* SPDX-License-Identifier: MIT */
/* The cost of certificates: verdicts of the library compared with those of the same search,
 * compiled again without error bounds (uncertified/). */
#include "measure_options.h"

#include "convex_measure.h"
#include "fail.h"
#include "figures.h"
#include "report.h"

#include "pair/pair.h"

#include <stdlib.h>

#define PAIRS 1024
#define QUICK_PAIRS 8
#define TURNS 12
#define QUICK_TURNS 1

/* tacti_convex_collide() compiled without error bounds. */
tact_status bench_uncertified_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                      tacti_convex_cache *cache, tacti_convex_collision *out);

/* How far the shapes of a pair are apart: a gap as a fraction of the size. */
typedef struct stance {
    const char *name;
    double gap;
} stance;

static const stance stances[] = {
    {"apart", 0.5}, {"near", 1e-2}, {"graze", -1e-3}, {"deep", -1.0 / 3}};
#define STANCES (sizeof stances / sizeof stances[0])

typedef struct batch {
    size_t count;
    const tacti_placed_shape (*pairs)[2];
    int32_t *verdicts;
} batch;

static void pass_certified(void *state) {
    const batch *b = state;
    for (size_t i = 0; i < b->count; i++) {
        tacti_convex_collision answer;
        (void)tacti_convex_collide(&b->pairs[i][0], &b->pairs[i][1], NULL, &answer);
        b->verdicts[i] = answer.outcome == TACT_OUTCOME_CONTACT;
    }
}

static void pass_uncertified(void *state) {
    const batch *b = state;
    for (size_t i = 0; i < b->count; i++) {
        tacti_convex_collision answer;
        (void)bench_uncertified_collide(&b->pairs[i][0], &b->pairs[i][1], NULL, &answer);
        b->verdicts[i] = answer.outcome == TACT_OUTCOME_CONTACT;
    }
}

static double measure_cell(convex_kind kind, const stance *at, size_t count, size_t turns,
                           bench_table *table) {
    convex_input *inputs = bench_allocate(count, sizeof *inputs);
    bench_rng rng = {BENCH_DEFAULT_SEED};
    convex_inputs_make(&rng, kind, at->gap, count, inputs);
    tacti_placed_shape(*pairs)[2] = bench_allocate(count, sizeof *pairs);
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < 2; side++)
            pairs[i][side] = (tacti_placed_shape){&inputs[i].shape[side],
                                                  inputs[i].instance[side].pose, TACTI_NO_LIMIT};
    const tacti_placed_shape(*asked)[2] = (const tacti_placed_shape(*)[2])pairs;
    batch with = {count, asked, bench_allocate(count, sizeof(int32_t))};
    batch without = {count, asked, bench_allocate(count, sizeof(int32_t))};
    convex_way ways[2] = {{NULL, pass_certified, &with, 0}, {NULL, pass_uncertified, &without, 0}};
    convex_ways_measure(ways, 2, turns);
    size_t differ = 0;
    for (size_t i = 0; i < count; i++)
        differ += with.verdicts[i] != without.verdicts[i];
    bench_table_cell(table, "%s", convex_kind_name(kind));
    bench_table_cell(table, "%s", at->name);
    bench_table_number(table, ways[0].ns / (double)count);
    bench_table_number(table, ways[1].ns / (double)count);
    bench_table_number(table, ways[0].ns / ways[1].ns);
    bench_table_cell(table, "%zu", differ);
    free(pairs);
    convex_inputs_drop(inputs, count);
    free(inputs);
    free(with.verdicts);
    free(without.verdicts);
    return ways[0].ns / ways[1].ns;
}

int main(int argc, char **argv) {
    measure_options options;
    int code;
    if (!measure_options_read(argc, argv, "bench_certified", &options, &code))
        return code;
    bench_report *report = bench_report_create();
    bench_table *table = bench_report_table(
        report, "Certificates",
        "Verdicts with certificates, and by the same search compiled without error bounds: ns per "
        "pair; x: their ratio; verdicts that differ.");
    static const char *const head[] = {"pairs", "stance", "with", "without", "x", "differ"};
    BENCH_TABLE_HEAD(table, head);
    bench_ratios ratios = {.count = 0};
    for (int k = CONVEX_HULL8; k <= CONVEX_CAPSULE_BOX; k++)
        for (size_t s = 0; s < STANCES; s++)
            bench_ratios_add(&ratios, measure_cell((convex_kind)k, &stances[s],
                                                   options.quick ? QUICK_PAIRS : PAIRS,
                                                   options.quick ? QUICK_TURNS : TURNS, table));
    bench_table_print(table);
    bench_report_at_most(report, "time with certificates over without, geometric mean",
                         bench_ratios_mean(&ratios), 1.25);
    convex_inputs_release();
    bench_report_head end = {.program = "bench_certified", .is_check = options.check};
    return bench_report_end(report, &end);
}
