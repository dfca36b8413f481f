/* SPDX-License-Identifier: MIT */
/* Bullets through thin walls in a world of 10,000 bodies: each flies to and fro through its wall,
 * which is thinner than a hundredth of its step. With continuous bullets every step has the time of
 * impact; without, nothing is noticed. The difference is the cost. */
#include "arguments.h"
#include "fail.h"
#include "inputs.h"
#include "stopwatch.h"
#include "world_sections.h"

#include <math.h>
#include <stdlib.h>

#define BULLETS 100
#define STEP (1.0 / 60)
/* What a bullet flies in a step, and the walls. */
#define FLIGHT 10.0
#define THICKNESS 0.05

enum { MOVERS, WALLS, SHOTS };

typedef struct range {
    tact_world *world;
    tact_model *models[3];
    tact_object_id bullets[BULLETS], walls[BULLETS];
    double direction; /* of the flight */
} range;

static tact_object object_of(const range *r, uint32_t group, tact_vec3 at) {
    tact_object object = tact_object_make(r->models[group]);
    object.group = group;
    object.instance.pose = tact_pose_make(tact_mat3_identity(), at);
    return object;
}

static void add_bullets(range *r, bench_rng *rng, bool is_continuous) {
    for (int i = 0; i < BULLETS; i++) {
        tact_vec3 at = {2.5 * (i % 10) - 12, 2.5 * (i / 10) - 12, -0.5 * FLIGHT};
        tact_object bullet = object_of(r, SHOTS, at);
        bullet.velocity.z = FLIGHT / STEP;
        bullet.flags = is_continuous ? TACT_OBJECT_CONTINUOUS : 0;
        at.z = bench_rng_between(rng, -3, 3);
        tact_object wall = object_of(r, WALLS, at);
        wall.motion = TACT_MOTION_STATIC;
        bench_must(tact_world_add(r->world, &wall, 1, NULL, &r->walls[i]), "a wall");
        bench_must(tact_world_add(r->world, &bullet, 1, NULL, &r->bullets[i]), "a bullet");
    }
}

static range range_create(size_t bodies, bool is_continuous) {
    range r = {.direction = 1};
    tact_shape shapes[3] = {tact_shape_box(0.1, 0.15, 0.2), tact_shape_box(1, 1, THICKNESS / 2),
                            tact_shape_capsule(0.05, 0.02)};
    for (int i = 0; i < 3; i++)
        bench_must(tact_model_create_shape(NULL, &shapes[i], &r.models[i]), "a model");
    bench_must(tact_world_create(NULL, &r.world), "a world");
    tact_interest interest = tact_interest_default();
    interest.flags = TACT_INTEREST_IMPACT;
    for (uint32_t group = MOVERS; group <= WALLS; group++)
        bench_must(tact_world_set_interest(r.world, SHOTS, group, &interest), "an interest");
    bench_rng rng = bench_rng_named(BENCH_DEFAULT_SEED, "bullets");
    add_bullets(&r, &rng, is_continuous);
    for (size_t i = 2 * BULLETS; i < bodies; i++) {
        tact_vec3 at = tact_vec3_scale(inputs_point(&rng), 14);
        tact_object mover = object_of(&r, MOVERS, at);
        mover.velocity = tact_vec3_scale(inputs_direction(&rng), 0.5);
        mover.spin = inputs_direction(&rng);
        tact_object_id id;
        bench_must(tact_world_add(r.world, &mover, 1, NULL, &id), "a body");
    }
    bench_must(tact_world_step(r.world, 0, NULL, NULL), "a step");
    return r;
}

static void range_destroy(range *r) {
    tact_world_destroy(r->world);
    for (int i = 0; i < 3; i++)
        tact_model_destroy(r->models[i]);
}

/* The bullets that passed their walls without an impact. */
static size_t count_tunnelled(const range *r) {
    size_t hits = 0;
    tact_events events = tact_world_events(r->world);
    for (uint32_t i = 0; i < events.count; i++) {
        const tact_event *e = &events.events[i];
        if (e->kind == TACT_EVENT_END || (e->flags & TACT_EVENT_IMPACT) == 0)
            continue;
        for (int k = 0; k < BULLETS; k++)
            hits += e->a.slot == r->walls[k].slot && e->b.slot == r->bullets[k].slot;
    }
    return BULLETS - hits;
}

/* Turns the bullets round. */
static void turn_round(range *r) {
    r->direction = -r->direction;
    for (int i = 0; i < BULLETS; i++) {
        tact_object bullet;
        bench_must(tact_world_read(r->world, r->bullets[i], &bullet), "a bullet");
        bullet.velocity.z = r->direction * FLIGHT / STEP;
        bench_must(tact_world_write(r->world, r->bullets[i], &bullet, NULL), "a bullet");
    }
}

void world_section_bullets(world_run *run) {
    size_t bodies = run->options.quick ? 1000 : 10000, frames = run->options.frames;
    range ranges[2] = {range_create(bodies, false), range_create(bodies, true)};
    static double ms[2][WORLD_MOST_FRAMES];
    size_t tunnelled[2] = {0, 0};
    uint64_t asked[2] = {0, 0};
    for (size_t frame = 0; frame < frames; frame++)
        for (int i = 0; i < 2; i++) {
            tact_step_info info;
            bench_stopwatch watch = bench_stopwatch_start();
            bench_must(tact_world_step(ranges[i].world, STEP, NULL, &info), "a step");
            ms[i][frame] = bench_stopwatch_ns(&watch) * 1e-6;
            asked[i] += info.asked_pairs;
            tunnelled[i] += count_tunnelled(&ranges[i]);
            turn_round(&ranges[i]);
        }
    bench_table *table = bench_report_table(
        run->report, "Bullets",
        "100 bullets fly through walls that are thinner than a hundredth of their step, among "
        "bodies in motion. Per step: milliseconds (median), and pairs asked.");
    static const char *const head[] = {"bodies", "bullets", "ms", "asked", "flights", "tunnelled"};
    BENCH_TABLE_HEAD(table, head);
    for (int i = 0; i < 2; i++) {
        bench_table_cell(table, "%zu", bodies);
        bench_table_cell(table, "%s", i == 0 ? "as others" : "continuous");
        bench_table_number(table, world_median(ms[i], frames));
        bench_table_number(table, (double)asked[i] / (double)frames);
        bench_table_cell(table, "%zu", frames * BULLETS);
        bench_table_cell(table, "%zu", tunnelled[i]);
    }
    bench_table_print(table);
    bench_report_must(run->report, "bullets: none passes its wall unnoticed", tunnelled[1] == 0);
    range_destroy(&ranges[0]);
    range_destroy(&ranges[1]);
}
