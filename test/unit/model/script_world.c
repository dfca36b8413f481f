/* SPDX-License-Identifier: MIT */
/* Worlds in the script. */
#include "script.h"

#include <math.h>

#define OBJECTS 5

static void note_step(script *s, tact_world *world) {
    uint64_t before = tact_world_hash(world);
    tact_step_info info = {0};
    tact_error error;
    STEP(s, &info, tact_world_step(world, 0.125, &error, &info));
    NOTE(s, info.asked_pairs);
    NOTE(s, info.active_pairs);
    uint64_t after = tact_world_hash(world);
    assert_true(before != after);
    NOTE(s, after);
}

static void set_interests(script *s, tact_world *world, const tact_object_id *ids) {
    tact_interest interest = tact_interest_default();
    interest.question = TACT_QUESTION_CONTACTS;
    STEP_ONLY(s, tact_world_set_interest(world, 0, 0, &interest));
    interest = tact_interest_default();
    interest.question = TACT_QUESTION_DISTANCE;
    interest.radius = 1;
    interest.remember = TACT_CACHE_DEPTH_BYTES;
    STEP_ONLY(s, tact_world_set_pair_interest(world, ids[1], ids[4], &interest));
}

static void ask(script *s, tact_world *world) {
    tact_world_hit hit = {{0}};
    tact_world_near near = {{0}};
    uint32_t count = 0;
    tact_ray ray = {{-9, 0.125, 0.25}, {1, 0, 0}};
    tact_instance ball = script_instance(s, SCRIPT_BALL);
    tact_box box = {{-1, -1, -1}, {3, 3, 3}};
    STEP_ONLY(s, tact_world_prepare(world));
    STEP(s, &hit, tact_world_raycast(world, ray, TACT_GROUPS_ALL, NULL, &hit));
    NOTE(s, hit.id);
    STEP(s, &near, tact_world_nearest(world, ray.origin, TACT_GROUPS_ALL, NULL, &near));
    NOTE(s, near.id);
    STEP(s, &count, tact_world_find_box(world, box, TACT_GROUPS_ALL, NULL, 0, &count));
    NOTE(s, count);
    STEP(s, &count, tact_world_find_touching(world, &ball, TACT_GROUPS_ALL, NULL, NULL, 0, &count));
    NOTE(s, count);
    tact_world_cast_hit met = {{0}};
    STEP(s, &met, tact_world_cast(world, &ball, ray.direction, TACT_GROUPS_ALL, NULL, &met));
    NOTE(s, met.id);
    STEP(s, &count,
         tact_world_cast_all(world, &ball, ray.direction, TACT_GROUPS_ALL, NULL, &met, 1, &count));
    NOTE(s, count);
}

void script_use_worlds(script *s) {
    static const int models[OBJECTS] = {SCRIPT_BALL, SCRIPT_BLOCK, SCRIPT_OPEN, SCRIPT_BOX,
                                        SCRIPT_HULL};
    tact_object objects[OBJECTS], read = {{0}};
    tact_object_id ids[OBJECTS] = {{0}};
    tact_world *world = NULL;
    STEP(s, &world, tact_world_create(s->pooled, &world));
    for (int i = 0; i < OBJECTS; i++) {
        objects[i] = tact_object_make(s->models[models[i]]);
        objects[i].instance.pose.m[3] = 0.25 * i;
        objects[i].velocity.x = 0.5 * (i % 3);
        objects[i].flags = i == 4 ? TACT_OBJECT_CONTINUOUS : 0;
    }
    STEP(s, &ids, tact_world_add(world, objects, OBJECTS, NULL, ids));
    set_interests(s, world, ids);
    note_step(s, world);
    STEP_ONLY(s, tact_world_move(world, ids, &objects[2].instance.pose, 1, NULL));
    STEP(s, &read, tact_world_read(world, ids[3], &read));
    read.group = 1;
    STEP_ONLY(s, tact_world_write(world, ids[3], &read, NULL));
    note_step(s, world);
    ask(s, world);
    STEP_ONLY(s, tact_world_remove(world, &ids[0], 1, NULL));
    note_step(s, world);
    tact_world_destroy(world);
}
