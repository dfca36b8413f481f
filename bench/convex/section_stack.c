/* SPDX-License-Identifier: MIT */
/* Contact manifolds of bodies that rest on each other, face on face, in motion: with one cache per
 * pair and without, compared with the algorithms that Bullet chooses, from an empty manifold and
 * with the manifold of the last frame, and with ODE. */
#include "convex_sections.h"
#include "stacks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_convex.h"
#endif
#ifdef TACT_BENCH_HAS_ODE
#include "ode_boxes.h"
#endif

#define FRAMES 24
#define PAIRS 48
/* The margin of a manifold, as a fraction of the size. */
#define MARGIN 0.02
/* Deepest points agree if they differ by at most this fraction of the size. */
#define AGREE 1e-3
#define MOST_WAYS 5

/* The frames of one kind of pairs, and the answers of one way. */
typedef struct motion {
    size_t pairs;
    const convex_input *frames; /* pairs inputs per frame */
    convex_cache *caches;       /* one per pair */
    const void *prepared;       /* the inputs in the types of the peer */
    int32_t *points;            /* number of points per input */
    double *deepest;            /* least separation of a point per input */
} motion;

static void ask(motion *m, size_t at, tact_cache *cache) {
    const convex_input *input = &m->frames[at];
    tact_options options = tact_options_default();
    tact_manifold_result answer;
    options.margin = MARGIN * input->size;
    m->points[at] = -1;
    if (tact_manifold(&input->instance[0], &input->instance[1], &options, cache, &answer) !=
        TACT_OK)
        return;
    m->points[at] = (int32_t)answer.point_count;
    m->deepest[at] = HUGE_VAL;
    for (uint32_t i = 0; i < answer.point_count; i++)
        m->deepest[at] = fmin(m->deepest[at], answer.points[i].separation);
}

static void ask_cached(motion *m, size_t frame, size_t pair) {
    tact_cache cache = convex_cache_open(&m->caches[pair]);
    ask(m, frame * m->pairs + pair, &cache);
}

/* The first frame fills the caches and is not timed. */
static void fill_caches(void *state) {
    motion *m = state;
    for (size_t i = 0; i < m->pairs; i++) {
        m->caches[i] = (convex_cache){{0}};
        ask_cached(m, 0, i);
    }
}

static void pass_warm(void *state) {
    motion *m = state;
    for (size_t f = 1; f < FRAMES; f++)
        for (size_t i = 0; i < m->pairs; i++)
            ask_cached(m, f, i);
}

static void pass_cold(void *state) {
    motion *m = state;
    for (size_t i = m->pairs; i < FRAMES * m->pairs; i++)
        ask(m, i, NULL);
}

#ifdef TACT_BENCH_HAS_BULLET
static void run_bullet(motion *m, bool is_warm) {
    bench_answers answers = {m->points, m->deepest};
    peer_bullet_manifold_frames(m->prepared, m->pairs, FRAMES, is_warm, answers);
}

static void pass_bullet(void *state) {
    run_bullet(state, false);
}

static void pass_bullet_warm(void *state) {
    run_bullet(state, true);
}
#endif

#ifdef TACT_BENCH_HAS_ODE
static void pass_ode(void *state) {
    motion *m = state;
    bench_answers answers = {m->points, m->deepest};
    peer_ode_boxes(m->prepared, m->pairs, FRAMES * m->pairs, answers);
}
#endif

/* The share of inputs after the first frame whose deepest points agree with those of tact without a
 * cache. */
static double agreement(const motion *cold, const motion *other) {
    size_t same = 0, all = (FRAMES - 1) * cold->pairs;
    for (size_t i = cold->pairs; i < FRAMES * cold->pairs; i++)
        same += other->points[i] > 0 &&
                fabs(other->deepest[i] - cold->deepest[i]) <= AGREE * cold->frames[i].size;
    return (double)same / (double)all;
}

static void add_figures(bench_table *table, const motion *cold, const convex_way *way) {
    if (way->state == NULL) {
        for (int i = 0; i < 3; i++)
            bench_table_cell(table, "-");
        return;
    }
    const motion *m = way->state;
    double sum = 0, all = (double)((FRAMES - 1) * m->pairs);
    for (size_t i = m->pairs; i < FRAMES * m->pairs; i++)
        sum += m->points[i];
    bench_table_number(table, way->ns / all);
    bench_table_number(table, sum / all);
    bench_table_cell(table, "%.1f", 100 * agreement(cold, m));
}

/* What the peers need. Members are NULL for peers that are absent or not asked. */
typedef struct peers {
    void *bullet, *ode;
} peers;

static peers peers_make(const convex_run *run, stack_kind kind, const convex_input *frames,
                        size_t count) {
    peers p = {NULL, NULL};
    if (run->options.times != NULL)
        return p;
    (void)kind;
    (void)frames;
    (void)count;
#ifdef TACT_BENCH_HAS_BULLET
    p.bullet = peer_bullet_manifold_prepare(frames, count);
#endif
#ifdef TACT_BENCH_HAS_ODE
    if (kind == STACK_BOXES)
        p.ode = peer_ode_boxes_prepare(frames, count);
#endif
    return p;
}

static void peers_end(const peers *p) {
    (void)p;
#ifdef TACT_BENCH_HAS_BULLET
    if (p->bullet != NULL)
        peer_bullet_manifold_release(p->bullet);
#endif
#ifdef TACT_BENCH_HAS_ODE
    if (p->ode != NULL)
        peer_ode_boxes_release(p->ode);
#endif
}

/* The ways are tact without and with caches, Bullet from empty and from kept manifolds, and ODE.
 * Those that are absent have no state. */
static void set_ways(const peers *p, motion *motions, convex_way *ways) {
    for (int i = 0; i < MOST_WAYS; i++)
        ways[i] = (convex_way){NULL, NULL, NULL, 0};
    ways[0] = (convex_way){NULL, pass_cold, &motions[0], 0};
    ways[1] = (convex_way){fill_caches, pass_warm, &motions[1], 0};
    motions[2].prepared = motions[3].prepared = p->bullet;
    motions[4].prepared = p->ode;
#ifdef TACT_BENCH_HAS_BULLET
    if (p->bullet != NULL) {
        ways[2] = (convex_way){NULL, pass_bullet, &motions[2], 0};
        ways[3] = (convex_way){NULL, pass_bullet_warm, &motions[3], 0};
    }
#endif
#ifdef TACT_BENCH_HAS_ODE
    if (p->ode != NULL)
        ways[4] = (convex_way){NULL, pass_ode, &motions[4], 0};
#endif
}

static void measure(const convex_run *run, convex_way *ways) {
    convex_way present[MOST_WAYS];
    size_t count = 0;
    for (int i = 0; i < MOST_WAYS; i++)
        if (ways[i].state != NULL)
            present[count++] = ways[i];
    convex_ways_measure(present, count, run->options.reps);
    for (int i = 0, k = 0; i < MOST_WAYS; i++)
        if (ways[i].state != NULL)
            ways[i].ns = present[k++].ns;
}

static double run_kind(const convex_run *run, stack_kind kind, bench_table *table) {
    const char *name = stack_kind_name(kind);
    size_t pairs = run->options.quick ? 2 : PAIRS, count = FRAMES * pairs;
    convex_input *frames = bench_allocate(count, sizeof *frames);
    convex_cache *caches = bench_allocate(pairs, sizeof *caches);
    bench_rng rng = bench_rng_named(run->options.seed, name);
    stack_motion_make(&rng, kind, pairs, FRAMES, frames);
    motion motions[MOST_WAYS];
    for (int i = 0; i < MOST_WAYS; i++) {
        motions[i] = (motion){.pairs = pairs, .frames = frames, .caches = caches};
        motions[i].points = bench_allocate(count, sizeof(int32_t));
        motions[i].deepest = bench_allocate(count, sizeof(double));
    }
    peers p = peers_make(run, kind, frames, count);
    convex_way ways[MOST_WAYS];
    set_ways(&p, motions, ways);
    measure(run, ways);
    double queries = (double)((FRAMES - 1) * pairs);
    bench_times_add(&run->times, ways[0].ns / queries, "manifold-motion/%s", name);
    bench_times_add(&run->times, ways[1].ns / queries, "manifold-motion-cached/%s", name);
    bench_table_cell(table, "%s", name);
    for (int i = 0; i < MOST_WAYS; i++)
        add_figures(table, &motions[0], &ways[i]);
    double like = agreement(&motions[0], &motions[1]);
    peers_end(&p);
    for (int i = 0; i < MOST_WAYS; i++) {
        free(motions[i].points);
        free(motions[i].deepest);
    }
    free(caches);
    convex_inputs_drop(frames, count);
    free(frames);
    return like;
}

/* Whether --filter and --models select a kind. */
static bool is_wanted(const convex_run *run, const char *name) {
    return bench_is_listed(run->options.models, name) &&
           (bench_times_wants(&run->times, "manifold-motion/%s", name) ||
            bench_times_wants(&run->times, "manifold-motion-cached/%s", name));
}

void convex_section_stack(convex_run *run) {
    if (!bench_is_listed(run->options.only, "stack"))
        return;
    bench_table *table = bench_report_table(
        run->report, "Stacks",
        "Bodies that rest on each other, face on face: per frame one degree of spin, a slide of 1 "
        "% of the size, and shakes of 1e-4. For each way ns per manifold, its points, and the "
        "share of frames (%) whose deepest point is within 1e-3 of the size of that without a "
        "cache. Bullet and Bullet kept: from an empty manifold, and with that of the last frame.");
    static const char *const head[] = {"pairs", "cold",   "points", "like", "warm",        "points",
                                       "like",  "bullet", "points", "like", "bullet kept", "points",
                                       "like",  "ode",    "points", "like"};
    BENCH_TABLE_HEAD(table, head);
    double least = 1;
    for (int k = 0; k < STACK_KINDS; k++)
        if (is_wanted(run, stack_kind_name((stack_kind)k)))
            least = fmin(least, run_kind(run, (stack_kind)k, table));
    bench_table_print(table);
    stack_hulls_release();
    bench_report_must(run->report,
                      "manifolds with a cache: separations within 1e-3 of those without",
                      least >= 1);
}
