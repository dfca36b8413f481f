/* SPDX-License-Identifier: MIT */
/* Coherent motion: each pair turns by a degree and goes 1 % of its size a frame. The same frames
 * with a cache for each pair and without, and how many frames that are apart the cache's direction
 * ends at once. */
#include "convex_sections.h"

#include <tact/convex_depth.h>

#include <stdio.h>
#include <stdlib.h>

#define FRAMES 24

static const convex_stance stances[] = {{"apart", 0.5}, {"near", 1e-2}, {"deep", -1.0 / 3}};
#define STANCES (sizeof stances / sizeof stances[0])

/* One motion, and what asking about it says. */
typedef struct motion {
    convex_question question;
    size_t pairs;
    const convex_input *frames; /* FRAMES times pairs */
    tact_convex_cache *caches;  /* one a pair */
    size_t disjoint, by_cache;  /* frames of one pass with caches */
} motion;

static void ask(motion *m, const convex_input *input, tact_convex_cache *cache) {
    const tact_placed_shape *a = &input->placed[0], *b = &input->placed[1];
    if (m->question == CONVEX_COLLIDE) {
        tact_convex_collision answer;
        (void)tact_convex_collide(a, b, cache, &answer);
        m->disjoint += answer.outcome == TACT_APART;
        m->by_cache += answer.outcome == TACT_APART && answer.ending == TACT_CONVEX_BY_CACHE;
    } else if (m->question == CONVEX_DISTANCE) {
        tact_convex_separation answer;
        (void)tact_convex_distance(a, b, cache, &answer);
    } else {
        tact_convex_penetration answer;
        (void)tact_convex_depth(a, b, cache, &answer);
    }
}

/* The first frame fills the caches: it is the motion that is timed. */
static void fill_caches(void *state) {
    motion *m = state;
    for (size_t i = 0; i < m->pairs; i++) {
        m->caches[i] = (tact_convex_cache){0};
        ask(m, &m->frames[i], &m->caches[i]);
    }
    m->disjoint = m->by_cache = 0;
}

static void pass_warm(void *state) {
    motion *m = state;
    for (size_t f = 1; f < FRAMES; f++)
        for (size_t i = 0; i < m->pairs; i++)
            ask(m, &m->frames[f * m->pairs + i], &m->caches[i]);
}

static void pass_cold(void *state) {
    motion *m = state;
    for (size_t f = 1; f < FRAMES; f++)
        for (size_t i = 0; i < m->pairs; i++)
            ask(m, &m->frames[f * m->pairs + i], NULL);
}

/* All ratios of cold over warm, by stance and question, and the frames of all motions. */
typedef struct summary {
    mesh_ratios all, of[STANCES];
    size_t disjoint, by_cache;
} summary;

static void add_row(mesh_table *table, const motion *m, const char *kind, const char *stance,
                    const convex_way ways[2]) {
    double queries = (double)((FRAMES - 1) * m->pairs);
    mesh_table_cell(table, "%s", kind);
    mesh_table_cell(table, "%s", convex_question_name(m->question));
    mesh_table_cell(table, "%s", stance);
    mesh_table_number(table, ways[0].ns / queries);
    mesh_table_number(table, ways[1].ns / queries);
    mesh_table_number(table, ways[0].ns / ways[1].ns);
    if (m->disjoint > 0)
        mesh_table_cell(table, "%.1f", 100 * (double)m->by_cache / (double)m->disjoint);
    else
        mesh_table_cell(table, "-");
}

static void run_stance(const convex_run *run, convex_kind kind, size_t stance, mesh_table *table,
                       summary *sum) {
    size_t pairs = run->options.quick ? 2 : 48;
    convex_input *frames = mesh_allocate(FRAMES * pairs, sizeof *frames);
    bench_rng rng = convex_run_rng(run, stances[stance].name, kind);
    convex_motion_make(&rng, kind, stances[stance].gap, pairs, FRAMES, frames);
    motion m = {.pairs = pairs, .frames = frames};
    m.caches = mesh_allocate(pairs, sizeof *m.caches);
    for (int q = 0; q < CONVEX_QUESTIONS; q++) {
        m.question = (convex_question)q;
        if (q != CONVEX_COLLIDE && (q == CONVEX_DISTANCE) != (stances[stance].gap > 0))
            continue;
        convex_way ways[2] = {{NULL, pass_cold, &m, 0}, {fill_caches, pass_warm, &m, 0}};
        convex_ways_measure(ways, 2, run->options.reps);
        fill_caches(&m);
        pass_warm(&m);
        add_row(table, &m, convex_kind_name(kind), stances[stance].name, ways);
        mesh_ratios_add(&sum->all, ways[0].ns / ways[1].ns);
        mesh_ratios_add(&sum->of[stance], ways[0].ns / ways[1].ns);
        sum->disjoint += m.disjoint;
        sum->by_cache += m.by_cache;
        m.disjoint = m.by_cache = 0;
    }
    free(m.caches);
    free(frames);
}

void convex_section_warm(convex_run *run) {
    if (!mesh_is_listed(run->options.only, "warm"))
        return;
    mesh_table *table = mesh_report_table(
        run->report, "Motion",
        "A degree and 1 % of the size a frame, the gap kept: ns a query without and with a cache; "
        "x: their ratio; frames apart that the cache's direction ends, %.");
    static const char *const head[] = {"pairs", "question", "stance",  "cold",
                                       "warm",  "x",        "by cache"};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        mesh_table_cell(table, "%s", head[i]);
    mesh_table_head_end(table);
    summary sum = {.disjoint = 0};
    for (int k = 0; k < CONVEX_KINDS; k++)
        for (size_t s = 0; s < STANCES && convex_run_wants(run, (convex_kind)k); s++)
            run_stance(run, (convex_kind)k, s, table, &sum);
    mesh_table_print(table);
    for (size_t s = 0; s < STANCES; s++)
        printf("%s: mean %.2f, least %.2f\n", stances[s].name, mesh_ratios_mean(&sum.of[s]),
               mesh_ratios_least(&sum.of[s]));
    mesh_report_at_least(run->report, "cold over warm, geometric mean of all motions",
                         mesh_ratios_mean(&sum.all), 3);
    mesh_report_at_least(
        run->report, "frames apart that the cache's direction ends, share",
        sum.disjoint == 0 ? MESH_NONE : (double)sum.by_cache / (double)sum.disjoint, 0.8);
}
