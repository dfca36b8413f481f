/* SPDX-License-Identifier: MIT */
/* The summary and the bars of the suite; see suite.h. */
#include "suite.h"

#include <string.h>

static const bench_ratios *ratios_of(const mesh_topic *t, const mesh_contender *const *list,
                                     size_t count, const char *name) {
    static const bench_ratios none;
    for (size_t c = 0; c < count; c++) {
        if (strcmp(list[c]->name, name) == 0)
            return &t->ratios[c];
    }
    return &none;
}

static void add_bars(bench_report *report, const mesh_topic topics[TOPICS],
                     const mesh_contender *const *list, size_t count) {
    if (topics[BOOLEAN].is_chosen) {
        const bench_ratios *r = ratios_of(&topics[BOOLEAN], list, count, "fcl-obb");
        bench_report_at_least(report, "contact or not: FCL (OBB) / tact, geometric mean of cases",
                              bench_ratios_mean(r), 8);
        bench_report_at_least(report, "contact or not: FCL (OBB) / tact, the least case",
                              bench_ratios_least(r), 2);
    }
    if (topics[CONTACTS].is_chosen)
        bench_report_at_least(
            report, "all contacts: FCL (OBB) / tact, geometric mean of cases",
            bench_ratios_mean(ratios_of(&topics[CONTACTS], list, count, "fcl-obb")), 12);
    if (topics[DISTANCE].is_chosen)
        bench_report_at_least(
            report, "distance, cold: FCL (OBBRSS) / tact, geometric mean of cases",
            bench_ratios_mean(ratios_of(&topics[DISTANCE], list, count, "fcl-obbrss")), 6);
    if (topics[MOTION].is_chosen) {
        /* Both are ratios to tact without a cache. */
        double fcl = bench_ratios_mean(ratios_of(&topics[MOTION], list, count, "fcl-obbrss"));
        double cached = bench_ratios_mean(ratios_of(&topics[MOTION], list, count, "tact-cached"));
        bench_report_at_least(
            report, "distance in motion: FCL (OBBRSS) / tact with a cache, geometric mean",
            fcl / cached, 20);
        double seeded = bench_ratios_mean(ratios_of(&topics[MOTION], list, count, "fcl-seeded"));
        bench_report_at_least(
            report, "distance in motion: FCL (OBBRSS, seeded) / tact with a cache, geometric mean",
            seeded / cached, 6);
    }
}

/* Geometric means and agreement of every contender, per topic. */
static void add_summary(bench_report *report, const mesh_topic topics[TOPICS],
                        const mesh_contender *const *list, size_t count) {
    bench_table *table = bench_report_table(
        report, "Summary of the suite",
        "Ratios are times over those of tact. Answers of peers differ because peers round; tact is "
        "exact.");
    static const char *const head[] = {"question",   "contender", "cases", "geometric mean",
                                       "least case", "answers",   "differ"};
    BENCH_TABLE_HEAD(table, head);
    for (size_t t = 0; t < TOPICS; t++) {
        for (size_t c = 1; topics[t].is_chosen && c < count; c++) {
            const bench_ratios *r = &topics[t].ratios[c];
            if (r->count == 0)
                continue;
            bench_table_cell(table, "%s", topics[t].name);
            bench_table_cell(table, "%s", list[c]->name);
            bench_table_cell(table, "%zu", r->count);
            bench_table_number(table, bench_ratios_mean(r));
            bench_table_number(table, bench_ratios_least(r));
            bench_table_cell(table, "%zu", topics[t].asked[c]);
            bench_table_cell(table, "%zu", topics[t].differ[c]);
        }
    }
    bench_table_print(table);
}

/* All ways to ask tact must give the same answers. */
static void add_agreement(bench_report *report, const mesh_topic topics[TOPICS],
                          const mesh_contender *const *list, size_t count) {
    size_t differ = 0;
    for (size_t t = 0; t < TOPICS; t++) {
        for (size_t c = 1; c < count; c++) {
            bool is_ours = list[c] == &mesh_tact_sorted || list[c] == &mesh_tact_geometry ||
                           list[c] == &mesh_tact_cached;
            differ += is_ours ? topics[t].differ[c] : 0;
        }
    }
    bench_report_must(report, "tact agrees with itself: sorted, with segments, cached",
                      differ == 0);
}

void mesh_suite_report(bench_report *report, const mesh_topic topics[TOPICS],
                       const mesh_contender *const *list, size_t count) {
    add_summary(report, topics, list, count);
    add_bars(report, topics, list, count);
    if (list[0] == &mesh_tact)
        add_agreement(report, topics, list, count);
}
