/* SPDX-License-Identifier: MIT */
/* Coherent motion: each pair turns by one degree and moves by 1 % of its size per frame. The same
 * frames are asked with one cache per pair and without. Frames apart that the cache decides are
 * counted. */
#include "convex_sections.h"

#include <stdio.h>
#include <stdlib.h>

#define FRAMES 24

static const convex_stance stances[] = {{"apart", 0.5}, {"near", 1e-2}, {"deep", -1.0 / 3}};
#define STANCES (sizeof stances / sizeof stances[0])

/* One motion, and the counts of one pass over it. */
typedef struct motion {
    convex_question question;
    size_t pairs;
    const convex_input *frames; /* pairs inputs per frame */
    convex_cache *caches;       /* one per pair */
    size_t disjoint, by_cache;  /* frames apart, and those of them that the cache decides */
} motion;

static void ask(motion *m, const convex_input *input, tact_cache *cache) {
    const tact_instance *a = &input->instance[0], *b = &input->instance[1];
    if (m->question == CONVEX_COLLIDE) {
        tact_collide_result answer;
        (void)tact_collide(a, b, NULL, cache, &answer);
        m->disjoint += answer.outcome == TACT_OUTCOME_APART;
        m->by_cache += answer.outcome == TACT_OUTCOME_APART && answer.ending == TACT_ENDING_CACHE;
    } else if (m->question == CONVEX_DISTANCE) {
        tact_distance_result answer;
        (void)tact_distance(a, b, NULL, cache, &answer);
    } else {
        tact_depth_result answer;
        (void)tact_depth(a, b, NULL, cache, &answer);
    }
}

static void ask_cached(motion *m, size_t frame, size_t pair) {
    tact_cache cache = convex_cache_open(&m->caches[pair]);
    ask(m, &m->frames[frame * m->pairs + pair], &cache);
}

/* The first frame fills the caches and is not timed. */
static void fill_caches(void *state) {
    motion *m = state;
    for (size_t i = 0; i < m->pairs; i++) {
        m->caches[i] = (convex_cache){{0}};
        ask_cached(m, 0, i);
    }
    m->disjoint = m->by_cache = 0;
}

static void pass_warm(void *state) {
    motion *m = state;
    for (size_t f = 1; f < FRAMES; f++)
        for (size_t i = 0; i < m->pairs; i++)
            ask_cached(m, f, i);
}

static void pass_cold(void *state) {
    motion *m = state;
    for (size_t f = 1; f < FRAMES; f++)
        for (size_t i = 0; i < m->pairs; i++)
            ask(m, &m->frames[f * m->pairs + i], NULL);
}

/* Ratios of cold over warm, and frames of those motions in which the cache decides any frame. Pairs
 * with closed forms do not use the cache. */
typedef struct summary {
    bench_ratios all, of[STANCES];
    size_t disjoint, by_cache;
} summary;

static void run_question(const convex_run *run, motion *m, const char *names[2], bench_table *table,
                         summary *sum, size_t stance) {
    convex_way ways[2] = {{NULL, pass_cold, m, 0}, {fill_caches, pass_warm, m, 0}};
    convex_ways_measure(ways, 2, run->options.reps);
    fill_caches(m);
    pass_warm(m); /* counts frames */
    double queries = (double)((FRAMES - 1) * m->pairs), ratio = ways[0].ns / ways[1].ns;
    const char *question = convex_question_name(m->question);
    bench_times_add(&run->times, ways[0].ns / queries, "motion/%s/%s/%s", names[0], names[1],
                    question);
    bench_times_add(&run->times, ways[1].ns / queries, "motion-cached/%s/%s/%s", names[0], names[1],
                    question);
    bench_table_cell(table, "%s", names[0]);
    bench_table_cell(table, "%s", question);
    bench_table_cell(table, "%s", names[1]);
    bench_table_number(table, ways[0].ns / queries);
    bench_table_number(table, ways[1].ns / queries);
    bench_table_number(table, ratio);
    if (m->disjoint > 0)
        bench_table_cell(table, "%.1f", 100 * (double)m->by_cache / (double)m->disjoint);
    else
        bench_table_cell(table, "-");
    bench_ratios_add(&sum->all, ratio);
    bench_ratios_add(&sum->of[stance], ratio);
    sum->disjoint += m->by_cache > 0 ? m->disjoint : 0;
    sum->by_cache += m->by_cache;
}

/* Whether --filter selects a case. */
static bool is_wanted(const convex_run *run, const char *names[2], convex_question question) {
    const char *asked = convex_question_name(question);
    return bench_times_wants(&run->times, "motion/%s/%s/%s", names[0], names[1], asked) ||
           bench_times_wants(&run->times, "motion-cached/%s/%s/%s", names[0], names[1], asked);
}

static void run_stance(const convex_run *run, convex_kind kind, size_t stance, bench_table *table,
                       summary *sum) {
    const char *names[2] = {convex_kind_name(kind), stances[stance].name};
    bool is_chosen[CONVEX_QUESTIONS], any = false;
    for (int q = 0; q < CONVEX_QUESTIONS; q++) {
        is_chosen[q] = convex_is_asked((convex_question)q, stances[stance].gap) &&
                       is_wanted(run, names, (convex_question)q);
        any = any || is_chosen[q];
    }
    if (!any)
        return;
    size_t pairs = run->options.quick ? 2 : 48;
    convex_input *frames = bench_allocate(FRAMES * pairs, sizeof *frames);
    bench_rng rng = convex_run_rng(run, stances[stance].name, kind);
    convex_motion_make(&rng, kind, stances[stance].gap, pairs, FRAMES, frames);
    motion m = {.pairs = pairs, .frames = frames};
    m.caches = bench_allocate(pairs, sizeof *m.caches);
    for (int q = 0; q < CONVEX_QUESTIONS; q++) {
        m.question = (convex_question)q;
        if (is_chosen[q])
            run_question(run, &m, names, table, sum, stance);
    }
    free(m.caches);
    convex_inputs_drop(frames, FRAMES * pairs);
    free(frames);
}

void convex_section_warm(convex_run *run) {
    if (!bench_is_listed(run->options.only, "warm"))
        return;
    bench_table *table =
        bench_report_table(run->report, "Motion",
                           "Motion by one degree and 1 % of the size per frame at a "
                           "constant gap: ns per query without and with a cache; x: "
                           "their ratio; frames apart that the cache decides, %.");
    static const char *const head[] = {"pairs", "question", "stance",  "cold",
                                       "warm",  "x",        "by cache"};
    BENCH_TABLE_HEAD(table, head);
    summary sum = {.disjoint = 0};
    for (int k = 0; k < CONVEX_KINDS; k++)
        for (size_t s = 0; s < STANCES && convex_run_wants(run, (convex_kind)k); s++)
            run_stance(run, (convex_kind)k, s, table, &sum);
    bench_table_print(table);
    for (size_t s = 0; s < STANCES; s++)
        printf("%s: mean %.2f, least %.2f\n", stances[s].name, bench_ratios_mean(&sum.of[s]),
               bench_ratios_least(&sum.of[s]));
    bench_report_at_least(run->report, "cold over warm, geometric mean of all motions",
                          bench_ratios_mean(&sum.all), 3);
    bench_report_at_least(
        run->report, "frames apart that the cache decides, share",
        sum.disjoint == 0 ? BENCH_NONE : (double)sum.by_cache / (double)sum.disjoint, 0.8);
}
