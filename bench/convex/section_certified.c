/* SPDX-License-Identifier: MIT */
/* What certificates cost: verdicts by the library beside the same search compiled without error
 * bounds (uncertified/). */
#include "convex_sections.h"

#include <stdlib.h>

#ifdef TACT_BENCH_HAS_UNCERTIFIED

#include "convex/convex_pair.h"

/* tacti_convex_collide() of the other build. */
tact_status bench_uncertified_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                      tacti_convex_cache *cache, tacti_convex_collision *out);

static const convex_stance stances[] = {
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
        b->verdicts[i] = answer.outcome == TACT_CONTACT;
    }
}

static void pass_uncertified(void *state) {
    const batch *b = state;
    for (size_t i = 0; i < b->count; i++) {
        tacti_convex_collision answer;
        (void)bench_uncertified_collide(&b->pairs[i][0], &b->pairs[i][1], NULL, &answer);
        b->verdicts[i] = answer.outcome == TACT_CONTACT;
    }
}

static double measure_cell(const convex_run *run, convex_kind kind, const convex_stance *stance,
                           convex_input *inputs, mesh_table *table) {
    size_t count = run->options.poses;
    bench_rng rng = convex_run_rng(run, stance->name, kind);
    convex_inputs_make(&rng, kind, stance->gap, count, inputs);
    tacti_placed_shape(*pairs)[2] = mesh_allocate(count, sizeof *pairs);
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < 2; side++)
            pairs[i][side] =
                (tacti_placed_shape){&inputs[i].shape[side], inputs[i].instance[side].pose};
    const tacti_placed_shape(*asked)[2] = (const tacti_placed_shape(*)[2])pairs;
    batch with = {count, asked, mesh_allocate(count, sizeof(int32_t))};
    batch without = {count, asked, mesh_allocate(count, sizeof(int32_t))};
    convex_way ways[2] = {{NULL, pass_certified, &with, 0}, {NULL, pass_uncertified, &without, 0}};
    convex_ways_measure(ways, 2, run->options.reps);
    size_t differ = 0;
    for (size_t i = 0; i < count; i++)
        differ += with.verdicts[i] != without.verdicts[i];
    mesh_table_cell(table, "%s", convex_kind_name(kind));
    mesh_table_cell(table, "%s", stance->name);
    mesh_table_number(table, ways[0].ns / (double)count);
    mesh_table_number(table, ways[1].ns / (double)count);
    mesh_table_number(table, ways[0].ns / ways[1].ns);
    mesh_table_cell(table, "%zu", differ);
    free(pairs);
    free(with.verdicts);
    free(without.verdicts);
    return ways[0].ns / ways[1].ns;
}

void convex_section_certified(convex_run *run) {
    if (!mesh_is_listed(run->options.only, "certified"))
        return;
    mesh_table *table = mesh_report_table(
        run->report, "Certificates",
        "Verdicts with certificates, and by the same search compiled without error bounds: ns a "
        "pair; x: their ratio; verdicts that differ.");
    static const char *const head[] = {"pairs", "stance", "with", "without", "x", "differ"};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        mesh_table_cell(table, "%s", head[i]);
    mesh_table_head_end(table);
    convex_input *inputs = mesh_allocate(run->options.poses, sizeof *inputs);
    mesh_ratios ratios = {.count = 0};
    for (int k = CONVEX_HULL8; k <= CONVEX_CAPSULE_BOX; k++)
        for (size_t s = 0; s < STANCES && convex_run_wants(run, (convex_kind)k); s++)
            mesh_ratios_add(&ratios, measure_cell(run, (convex_kind)k, &stances[s], inputs, table));
    convex_inputs_drop(inputs, run->options.poses);
    free(inputs);
    mesh_table_print(table);
    mesh_report_at_most(run->report, "time with certificates over without, geometric mean",
                        mesh_ratios_mean(&ratios), 1.25);
}

#else

void convex_section_certified(convex_run *run) {
    (void)run;
}

#endif
