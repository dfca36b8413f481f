/* SPDX-License-Identifier: MIT */
/* A pile of hulls of 32 vertices: Bullet simulates it once; then tact's world and Bullet's
 * collision world get the same poses, frame by frame, and find all manifolds. Both remember the
 * last frame. Without Bullet there are no poses, and the section is left out. */
#include "fail.h"
#include "pile.h"
#include "stopwatch.h"
#include "world_sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_world.h"

/* Bullet computes in float: verdicts on pairs this near to contact are not compared. */
#define BAND 1e-4

/* ---- tact ----------------------------------------------------------------------------------- */

typedef struct side {
    tact_world *world;
    tact_model *hulls[PILE_HULLS], *walls[PILE_WALLS];
    tact_object_id *ids;
} side;

enum { BODIES, WALLS };

static void set_interests(tact_world *world) {
    tact_interest manifold = tact_interest_default();
    manifold.question = TACT_QUESTION_MANIFOLD;
    manifold.radius = PILE_MARGIN;
    manifold.remember = TACT_CACHE_DEPTH_BYTES;
    manifold.flags = TACT_INTEREST_DEADLINE;
    bench_must(tact_world_set_interest(world, BODIES, BODIES, &manifold), "an interest");
    bench_must(tact_world_set_interest(world, BODIES, WALLS, &manifold), "an interest");
}

static side side_create(const pile *p) {
    side s;
    size_t count = p->count + PILE_WALLS;
    tact_object *objects = bench_allocate(count, sizeof *objects);
    s.ids = bench_allocate(count, sizeof *s.ids);
    bench_must(tact_world_create(NULL, &s.world), "a world");
    for (int i = 0; i < PILE_HULLS; i++) {
        tact_shape shape = tact_shape_hull(p->hulls[i]);
        bench_must(tact_model_create_shape(NULL, &shape, &s.hulls[i]), "a model");
    }
    for (size_t i = 0; i < p->count; i++) {
        objects[i] = tact_object_make(s.hulls[i % PILE_HULLS]);
        objects[i].instance.pose = p->poses[i];
    }
    for (int i = 0; i < PILE_WALLS; i++) {
        tact_vec3 h = p->wall_half[i], c = p->wall_center[i];
        tact_shape shape = tact_shape_box(h.x, h.y, h.z);
        bench_must(tact_model_create_shape(NULL, &shape, &s.walls[i]), "a wall");
        tact_object *wall = &objects[p->count + (size_t)i];
        *wall = tact_object_make(s.walls[i]);
        wall->instance.pose.m[3] = c.x;
        wall->instance.pose.m[7] = c.y;
        wall->instance.pose.m[11] = c.z;
        wall->motion = TACT_MOTION_STATIC;
        wall->group = WALLS;
    }
    bench_must(tact_world_add(s.world, objects, (uint32_t)count, NULL, s.ids), "objects");
    set_interests(s.world);
    free(objects);
    return s;
}

static void side_destroy(side *s) {
    tact_world_destroy(s->world);
    for (int i = 0; i < PILE_HULLS; i++)
        tact_model_destroy(s->hulls[i]);
    for (int i = 0; i < PILE_WALLS; i++)
        tact_model_destroy(s->walls[i]);
    free(s->ids);
}

static tact_step_info side_frame(side *s, const pile *p, size_t frame) {
    tact_step_info info;
    bench_must(
        tact_world_move(s->world, s->ids, &p->poses[frame * p->count], (uint32_t)p->count, NULL),
        "poses");
    bench_must(tact_world_step(s->world, 0, NULL, &info), "a step");
    return info;
}

static void side_contacts(const side *s, pile_contacts *out) {
    tact_events events = tact_world_events(s->world);
    for (uint32_t i = 0; i < events.count; i++) {
        const tact_event *e = &events.events[i];
        if (e->kind == TACT_EVENT_END)
            continue;
        const tact_manifold_result *m = &events.manifolds[e->result];
        pile_contact contact = {e->a.slot, e->b.slot, m->point_count, m->separation};
        pile_contacts_add(out, contact);
    }
}

/* ---- Comparison ----------------------------------------------------------------------------- */

typedef struct judgement {
    size_t pairs;     /* touching, as tact has it */
    size_t near;      /* pairs in the band, which are not judged */
    size_t wrong;     /* pairs whose exact verdict tact's world contradicts */
    size_t missed;    /* touching pairs that Bullet does not have */
    size_t invented;  /* pairs that Bullet has but that are apart */
    size_t points[2]; /* of tact and of Bullet */
} judgement;

static tact_instance instance_of(const side *s, const pile *p, size_t frame, uint32_t i) {
    tact_instance made =
        tact_instance_make(i < p->count ? s->hulls[i % PILE_HULLS] : s->walls[i - p->count]);
    if (i < p->count) {
        made.pose = p->poses[frame * p->count + i];
    } else {
        tact_vec3 c = p->wall_center[i - p->count];
        made.pose.m[3] = c.x;
        made.pose.m[7] = c.y;
        made.pose.m[11] = c.z;
    }
    return made;
}

/* Asks about a pair by itself, without anything remembered. */
static double ask_cold(const side *s, const pile *p, size_t frame, const pile_contact *pair) {
    tact_instance a = instance_of(s, p, frame, pair->a), b = instance_of(s, p, frame, pair->b);
    tact_manifold_result m;
    bench_must(tact_manifold(&a, &b, NULL, NULL, &m), "a manifold");
    return m.separation;
}

static void judge_pair(const side *s, const pile *p, size_t frame, const pile_contact *ours,
                       const pile_contact *theirs, judgement *j) {
    double truth = ask_cold(s, p, frame, ours != NULL ? ours : theirs);
    bool touch = truth <= 0, says = ours != NULL && ours->separation <= 0;
    bool bullet_says = theirs != NULL && theirs->separation <= 0;
    j->wrong += touch != says;
    j->pairs += touch;
    if (fabs(truth) <= BAND) {
        j->near++;
        return;
    }
    j->missed += touch && !bullet_says;
    j->invented += !touch && bullet_says;
}

static judgement judge(const side *s, const pile *p, size_t frame, const pile_contacts *ours,
                       const pile_contacts *theirs) {
    judgement j = {0, 0, 0, 0, 0, {0, 0}};
    for (size_t i = 0, k = 0; i < ours->count || k < theirs->count;) {
        const pile_contact *a = i < ours->count ? &ours->items[i] : NULL;
        const pile_contact *b = k < theirs->count ? &theirs->items[k] : NULL;
        if (a != NULL && b != NULL && (a->a != b->a || a->b != b->b)) {
            if (a->a < b->a || (a->a == b->a && a->b < b->b))
                b = NULL;
            else
                a = NULL;
        }
        judge_pair(s, p, frame, a, b, &j);
        i += a != NULL;
        k += b != NULL;
        j.points[0] += a != NULL ? a->points : 0;
        j.points[1] += b != NULL ? b->points : 0;
    }
    return j;
}

/* ---- Measuring ------------------------------------------------------------------------------ */

/* Frames before the first that is timed. */
#define WARM 3

typedef struct measured {
    double ms[2];
    world_stages stages;
    tact_step_info info;
    size_t bullet_boxes;
    judgement judgement;
} measured;

/* Tact and Bullet take turns, frame by frame. */
static measured measure(const pile *p) {
    static double ns[2][WORLD_MOST_FRAMES];
    measured m = {.ms = {0, 0}};
    side s = side_create(p);
    void *bullet = peer_bullet_pile_create(p);
    for (size_t frame = 0; frame < p->frame_count; frame++) {
        bench_stopwatch watch = bench_stopwatch_start();
        m.info = side_frame(&s, p, frame);
        double mine = bench_stopwatch_ns(&watch);
        watch = bench_stopwatch_start();
        peer_bullet_pile_frame(bullet, p, frame);
        double theirs = bench_stopwatch_ns(&watch);
        if (frame < WARM)
            continue;
        ns[0][frame - WARM] = mine;
        ns[1][frame - WARM] = theirs;
        world_stages_add(&m.stages, &m.info, p->frame_count - WARM);
    }
    for (int i = 0; i < 2; i++)
        m.ms[i] = world_median(ns[i], p->frame_count - WARM) * 1e-6;
    pile_contacts ours = {NULL, 0, 0}, theirs = {NULL, 0, 0};
    side_contacts(&s, &ours);
    peer_bullet_pile_contacts(bullet, &theirs);
    pile_contacts_sort(&theirs);
    m.judgement = judge(&s, p, p->frame_count - 1, &ours, &theirs);
    m.bullet_boxes = peer_bullet_pile_box_pairs(bullet);
    free(ours.items);
    free(theirs.items);
    peer_bullet_pile_destroy(bullet);
    side_destroy(&s);
    return m;
}

/* The frames of a pile, from the folder of poses or from a simulation. */
static pile get_pile(const world_run *run, size_t count) {
    char path[512];
    size_t frames = run->options.frames + WARM, steps = run->options.quick ? 60 : 240;
    pile p = pile_create(count);
    snprintf(path, sizeof path, "%s/pile-%zu-%zu.poses", run->options.poses, count, frames);
    if (run->options.quick || !pile_load(&p, frames, path)) {
        pile_reserve(&p, frames);
        peer_bullet_pile_simulate(&p, steps);
        if (!run->options.quick && !pile_save(&p, path))
            printf("the poses cannot be kept in %s\n", path);
    }
    pile_finish(&p);
    return p;
}

static void add_rows(const measured *m, bench_table *times, bench_table *answers, size_t count) {
    const judgement *j = &m->judgement;
    bench_table_cell(times, "%zu", count);
    bench_table_number(times, m->ms[0]);
    bench_table_number(times, m->ms[1]);
    bench_table_number(times, m->ms[1] / m->ms[0]);
    bench_table_number(times, m->stages.place);
    bench_table_number(times, m->stages.pairs);
    bench_table_number(times, m->stages.ask);
    bench_table_number(times, m->stages.events);
    bench_table_cell(answers, "%zu", count);
    bench_table_cell(answers, "%zu", (size_t)m->info.matter_pairs);
    bench_table_cell(answers, "%zu", m->bullet_boxes);
    bench_table_cell(answers, "%zu", (size_t)m->info.active_pairs);
    bench_table_cell(answers, "%zu", j->pairs);
    bench_table_cell(answers, "%zu", j->wrong);
    bench_table_cell(answers, "%zu", j->near);
    bench_table_cell(answers, "%zu", j->missed);
    bench_table_cell(answers, "%zu", j->invented);
    bench_table_cell(answers, "%zu", j->points[0]);
    bench_table_cell(answers, "%zu", j->points[1]);
}

/* Only tact, on the poses of the simulation. */
static void time_pile(world_run *run, size_t count) {
    if (!bench_times_wants(&run->times, "world-pile/%zu", count))
        return;
    pile p = get_pile(run, count);
    measured m = measure(&p);
    bench_times_add(&run->times, m.ms[0] * 1e6, "world-pile/%zu", count);
    pile_destroy(&p);
}

void world_section_pile(world_run *run) {
    static const size_t sizes[] = {1000, 10000};
    if (run->options.times != NULL) {
        time_pile(run, sizes[0]);
        return;
    }
    bench_table *times = bench_report_table(
        run->report, "A pile: time",
        "Hulls of 32 vertices in a box; milliseconds per frame (median) for new poses, pairs and "
        "manifolds, one thread, with what is remembered of the last frame; and the stages of tact "
        "(mean).");
    static const char *const head[] = {"hulls", "tact",  "bullet", "times",
                                       "boxes", "pairs", "ask",    "events"};
    BENCH_TABLE_HEAD(times, head);
    bench_table *answers = bench_report_table(
        run->report, "A pile: answers",
        "The last frame. Active: at most 0.01 apart. Touching: by a question about the pair "
        "alone, without anything remembered. Wrong: verdicts of the world that differ from it. "
        "Near: less than 1e-4 from contact, where Bullet's floats are not judged; missed and "
        "invented: by Bullet, of the others.");
    static const char *const head2[] = {"hulls",    "box pairs", "of bullet",  "active",
                                        "touching", "wrong",     "near",       "missed",
                                        "invented", "points",    "of bullet's"};
    BENCH_TABLE_HEAD(answers, head2);
    for (size_t k = 0; k < (run->options.quick ? 1 : run->options.sizes); k++) {
        size_t count = run->options.quick ? 100 : sizes[k];
        pile p = get_pile(run, count);
        measured m = measure(&p);
        pile_destroy(&p);
        add_rows(&m, times, answers, count);
        bench_report_must(run->report, "a pile: verdicts as those about single pairs",
                          m.judgement.wrong == 0);
        char name[80];
        snprintf(name, sizeof name, "a pile of %zu hulls: times as fast as Bullet", count);
        if (!run->options.quick)
            bench_report_at_least(run->report, name, m.ms[1] / m.ms[0], 12);
    }
    bench_table_print(times);
    bench_table_print(answers);
}
#else
void world_section_pile(world_run *run) {
    if (run->options.times == NULL)
        printf("a pile: Bullet is not here, so there are no poses\n\n");
}
#endif
