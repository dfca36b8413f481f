/* SPDX-License-Identifier: MIT */
/* tact compared with the peers: contact or not, distance, depth, by kind of pair and by stance. */
#include "convex_sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Apart by half a size, nearly touching, almost touching, just overlapping, and a third of the size
 * inside. */
static const convex_stance stances[] = {{"apart", 0.5},  {"near", 1e-2},   {"close", 1e-3},
                                        {"touch", 1e-9}, {"graze", -1e-3}, {"deep", -1.0 / 3}};
#define STANCES (sizeof stances / sizeof stances[0])

#define MOST_CASES 128
/* A share of wrong answers that some users accept. */
#define SELDOM 0.01

/* Sums over all cells. */
typedef struct summary {
    bench_ratios all, nearly, any; /* against peers that are right; seldom wrong; any peers */
    bench_ratios of[CONVEX_QUESTIONS];
    char below[MOST_CASES][96]; /* cases in which tact is slower */
    size_t below_count;
    size_t wrong, open, without_peer;
} summary;

static bench_table *open_table(const convex_run *run, convex_question question) {
    static const char *const titles[CONVEX_QUESTIONS] = {"Contact or not", "Distance", "Depth"};
    bench_table *table = bench_report_table(
        run->report, titles[question],
        "ns per pair in the fastest pass; in brackets the share of wrong answers, which excludes a "
        "peer from the case; x: time of the fastest right peer over that of tact.");
    const bench_contender *list;
    size_t count = convex_contenders(question, &list);
    bench_table_cell(table, "pairs");
    bench_table_cell(table, "stance");
    for (size_t c = 0; c < count; c++)
        bench_table_cell(table, "%s", list[c].name);
    bench_table_cell(table, "best right");
    bench_table_cell(table, "x");
    bench_table_head_end(table);
    return table;
}

static void add_row(bench_table *table, const char *kind, const char *stance,
                    const convex_cell *cell) {
    bench_table_cell(table, "%s", kind);
    bench_table_cell(table, "%s", stance);
    for (size_t c = 0; c < cell->contender_count; c++) {
        const convex_figures *f = &cell->figures[c];
        double share = 100 * (double)f->wrong / (double)cell->count;
        if (f->wrong > 0)
            bench_table_cell(table, "%.0f (%.2g %%)", f->ns, share);
        else
            bench_table_cell(table, "%.0f", f->ns);
    }
    size_t best = convex_cell_best(cell, 0);
    bench_table_cell(table, "%s", best == 0 ? "-" : cell->figures[best].name);
    bench_table_number(table, convex_cell_ratio(cell, 0));
}

static void sum_up(summary *sum, convex_question question, const char *name,
                   const convex_cell *cell) {
    double ratio = convex_cell_ratio(cell, 0);
    bench_ratios_add(&sum->all, ratio);
    bench_ratios_add(&sum->of[question], ratio);
    bench_ratios_add(&sum->nearly, convex_cell_ratio(cell, SELDOM));
    bench_ratios_add(&sum->any, convex_cell_ratio(cell, 1));
    sum->wrong += cell->figures[0].wrong;
    sum->open += cell->open;
    sum->without_peer += isnan(ratio) ? 1 : 0;
    if (ratio < 1 && sum->below_count < MOST_CASES)
        snprintf(sum->below[sum->below_count++], sizeof sum->below[0], "%-34s %.2f (%s)", name,
                 ratio, cell->figures[convex_cell_best(cell, 0)].name);
}

static void run_kind(const convex_run *run, convex_question question, convex_kind kind,
                     bench_table *table, summary *sum) {
    const bench_contender *list;
    size_t contenders = convex_contenders(question, &list), count = run->options.poses;
    contenders = run->options.times != NULL ? 1 : contenders; /* tact */
    convex_input *inputs = bench_allocate(count, sizeof *inputs);
    for (size_t s = 0; s < STANCES; s++) {
        char name[64];
        snprintf(name, sizeof name, "%s/%s/%s", convex_question_name(question),
                 convex_kind_name(kind), stances[s].name);
        if (!convex_is_asked(question, stances[s].gap) ||
            !bench_times_wants(&run->times, "%s", name))
            continue;
        bench_rng rng = convex_run_rng(run, stances[s].name, kind);
        convex_inputs_make(&rng, kind, stances[s].gap, count, inputs);
        convex_cell cell =
            convex_cell_measure(question, list, contenders, inputs, count, run->options.reps);
        bench_times_add(&run->times, cell.figures[0].ns, "%s", name);
        add_row(table, convex_kind_name(kind), stances[s].name, &cell);
        sum_up(sum, question, name, &cell);
    }
    convex_inputs_drop(inputs, count);
    free(inputs);
}

static void report_all(const convex_run *run, const summary *sum) {
    bench_table *table =
        bench_report_table(run->report, "Best peer over tact",
                           "Geometric mean and least of the ratios x, against right "
                           "peers; in the last rows also against wrong ones.");
    static const char *const head[] = {"question", "cases", "mean", "least"};
    BENCH_TABLE_HEAD(table, head);
    const bench_ratios *rows[] = {&sum->of[CONVEX_COLLIDE],
                                  &sum->of[CONVEX_DISTANCE],
                                  &sum->of[CONVEX_DEPTH],
                                  &sum->all,
                                  &sum->nearly,
                                  &sum->any};
    static const char *const names[] = {"contact or not",
                                        "distance",
                                        "depth",
                                        "all",
                                        "all, also peers with up to 1 % wrong answers",
                                        "all, also peers with any wrong answers"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_table_cell(table, "%s", names[i]);
        bench_table_cell(table, "%zu", rows[i]->count);
        bench_table_number(table, bench_ratios_mean(rows[i]));
        bench_table_number(table, bench_ratios_least(rows[i]));
    }
    bench_table_print(table);
    printf("\ncases in which tact is slower than the best right peer: %zu\n", sum->below_count);
    for (size_t i = 0; i < sum->below_count; i++)
        printf("  %s\n", sum->below[i]);
    printf("cases without a right peer: %zu; answers too close to call: %zu\n", sum->without_peer,
           sum->open);
    bench_report_at_least(run->report, "best right peer over tact, geometric mean of all cases",
                          bench_ratios_mean(&sum->all), 2.5);
    bench_report_at_least(run->report, "best right peer over tact, least case",
                          bench_ratios_least(&sum->all), 1);
    bench_report_must(run->report, "no answer of tact is outside of its proven bounds",
                      sum->wrong == 0);
}

void convex_section_peers(convex_run *run) {
    summary *sum = bench_allocate(1, sizeof *sum);
    bool is_any = false;
    for (int q = 0; q < CONVEX_QUESTIONS; q++) {
        convex_question question = (convex_question)q;
        if (!bench_is_listed(run->options.only, convex_question_name(question)))
            continue;
        is_any = true;
        bench_table *table = open_table(run, question);
        for (int k = 0; k < CONVEX_KINDS; k++)
            if (convex_run_wants(run, (convex_kind)k))
                run_kind(run, question, (convex_kind)k, table, sum);
        bench_table_print(table);
    }
    if (is_any)
        report_all(run, sum);
    free(sum);
}
