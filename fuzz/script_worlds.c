/* SPDX-License-Identifier: MIT */
/* Worlds: one action makes a world, calls its functions in any order, and destroys it. */
#include "script.h"

#define MOST_IDS 8
#define MAY_USE (MAY_ANSWER | MAY(TACT_STALE_ID) | MAY(TACT_TOO_LARGE))

typedef struct play {
    script *s;
    tact_world *world;
    tact_object_id ids[MOST_IDS]; /* some are stale */
    uint32_t notified;
} play;

static tact_object_id take_id(play *p) {
    if (script_rarely(p->s))
        return (tact_object_id){script_count(p->s, 9), script_count(p->s, 3)};
    return p->ids[script_below(p->s, MOST_IDS)];
}

static tact_object take_object(script *s) {
    tact_instance instance = script_instance(s);
    tact_object object = tact_object_make(instance.model);
    object.instance = instance;
    object.velocity = script_vec3(s);
    object.spin = script_vec3(s);
    object.group = script_count(s, 3);
    object.motion = (tact_motion)script_below(s, 4);
    object.flags = script_below(s, 3);
    return object;
}

static void add(play *p) {
    script *s = p->s;
    tact_object objects[3];
    tact_object_id ids[3];
    uint32_t count = script_below(s, 4);
    for (uint32_t i = 0; i < count; i++)
        objects[i] = take_object(s);
    script_begin(s, ids, sizeof ids);
    if (script_end_error(s, tact_world_add(p->world, objects, count, &s->error, ids), MAY_USE)) {
        for (uint32_t i = 0; i < count; i++) {
            script_require(tact_world_has(p->world, ids[i]));
            p->ids[script_below(s, MOST_IDS)] = ids[i];
        }
    }
}

static void remove_some(play *p) {
    script *s = p->s;
    tact_object_id ids[2] = {take_id(p), take_id(p)};
    script_begin(s, NULL, 0);
    uint32_t count = script_below(s, 3);
    if (script_end_error(s, tact_world_remove(p->world, ids, count, &s->error), MAY_USE)) {
        for (uint32_t i = 0; i < count; i++)
            script_require(!tact_world_has(p->world, ids[i]));
    }
}

static void change(play *p) {
    script *s = p->s;
    tact_object_id id = take_id(p);
    tact_object object;
    script_begin(s, &object, sizeof object);
    bool is_there = script_end(s, tact_world_read(p->world, id, &object), MAY_USE);
    script_require(is_there == tact_world_has(p->world, id));
    if (!is_there)
        object = take_object(s);
    object.velocity = script_vec3(s);
    object.motion = (tact_motion)script_below(s, 3);
    object.group = script_count(s, 3);
    script_begin(s, NULL, 0);
    (void)script_end_error(s, tact_world_write(p->world, id, &object, &s->error), MAY_USE);
    tact_pose pose = script_pose(s);
    script_begin(s, NULL, 0);
    (void)script_end_error(s, tact_world_move(p->world, &id, &pose, 1, &s->error), MAY_USE);
}

static void notify(void *user, const tact_event *event, const tact_events *events) {
    play *p = user;
    script_require(event >= events->events && event < events->events + events->count);
    p->notified++;
}

static void set_interest(play *p) {
    static const tact_question questions[] = {TACT_QUESTION_COLLIDE,  TACT_QUESTION_CONTACTS,
                                              TACT_QUESTION_DISTANCE, TACT_QUESTION_MANIFOLD,
                                              TACT_QUESTION_DEPTH,    TACT_QUESTION_INSIDE};
    script *s = p->s;
    tact_interest interest = tact_interest_default();
    interest.question = questions[script_below(s, 6)];
    interest.flags = script_below(s, 4);
    interest.remember = script_below(s, 3) * TACT_CACHE_BYTES;
    if (interest.question == TACT_QUESTION_DISTANCE || interest.question == TACT_QUESTION_MANIFOLD)
        interest.radius = script_number(s);
    interest.notify = notify;
    interest.user = p;
    tact_object_id a = take_id(p), b = take_id(p);
    bool is_pair = script_byte(s) % 2 == 0, is_none = script_rarely(s);
    script_begin(s, NULL, 0);
    if (is_pair)
        (void)script_end(
            s, tact_world_set_pair_interest(p->world, a, b, is_none ? NULL : &interest), MAY_USE);
    else
        (void)script_end(s, tact_world_set_interest(p->world, a.slot, b.slot, &interest), MAY_USE);
}

static void step(play *p) {
    script *s = p->s;
    uint64_t before = tact_world_hash(p->world);
    tact_step_info info;
    double seconds = script_number(s);
    script_begin(s, &info, sizeof info);
    if (!script_end_error(s, tact_world_step(p->world, seconds, &s->error, &info), MAY_USE)) {
        script_require(tact_world_hash(p->world) == before);
        return;
    }
    tact_events events = tact_world_events(p->world);
    script_read_bytes(events.events, events.count * sizeof *events.events);
    script_require(info.asked_pairs + info.deferred_pairs <= info.matter_pairs);
    script_require(info.matter_pairs <= info.box_pairs);
    script_require(info.active_pairs <= info.matter_pairs);
}

static void ask(play *p) {
    script *s = p->s;
    tact_world_hit hit;
    tact_world_cast_hit met;
    tact_world_near near;
    tact_object_id ids[2];
    uint32_t count;
    tact_ray ray = script_ray(s);
    tact_box box = {script_vec3(s), script_vec3(s)};
    uint64_t groups = script_rarely(s) ? script_word(s) : TACT_GROUPS_ALL;
    tact_instance instance = script_instance(s);
    if (script_byte(s) % 2 == 0) {
        script_begin(s, NULL, 0);
        (void)script_end(s, tact_world_prepare(p->world), MAY_USE);
    }
    script_begin(s, &hit, sizeof hit);
    if (script_end(s, tact_world_raycast(p->world, ray, groups, NULL, &hit), MAY_USE))
        script_require(hit.id.generation == 0 || tact_world_has(p->world, hit.id));
    script_begin(s, &near, sizeof near);
    if (script_end(s, tact_world_nearest(p->world, ray.origin, groups, NULL, &near), MAY_USE))
        script_require(near.id.generation == 0 || tact_world_has(p->world, near.id));
    script_begin(s, &count, sizeof count);
    (void)script_end(s, tact_world_find_box(p->world, box, groups, ids, 2, &count), MAY_USE);
    script_begin(s, &count, sizeof count);
    (void)script_end(
        s, tact_world_find_touching(p->world, &instance, groups, NULL, NULL, 0, &count), MAY_USE);
    tact_rigid_options options = tact_rigid_options_default();
    options.budget = 200; /* per object */
    script_begin(s, &met, sizeof met);
    if (script_end(s, tact_world_cast(p->world, &instance, ray.direction, groups, &options, &met),
                   MAY_USE))
        script_require(met.id.generation == 0 || tact_world_has(p->world, met.id));
    script_begin(s, &count, sizeof count);
    (void)script_end(
        s,
        tact_world_cast_all(p->world, &instance, ray.direction, groups, &options, &met, 1, &count),
        MAY_USE);
}

static void use_clock(script *s) {
    tact_clock clock = tact_clock_make(script_word(s), script_count(s, 9));
    for (int i = 0; i < 3; i++) {
        script_require(tact_clock_advance(&clock, script_word(s)) <= clock.most);
        script_require(clock.rest < clock.step && tact_clock_fraction(&clock) < 1);
    }
}

void act_world(script *s) {
    play p = {.s = s};
    const tact_context *context = script_context(s);
    script_begin(s, &p.world, sizeof p.world);
    if (!script_end(s, tact_world_create(context, &p.world), MAY_REFUSE))
        return;
    add(&p);
    for (uint32_t i = script_below(s, 24); i > 0; i--) {
        switch (script_below(s, 8)) {
        case 0:
        case 1:
            add(&p);
            break;
        case 2:
            remove_some(&p);
            break;
        case 3:
            change(&p);
            break;
        case 4:
            set_interest(&p);
            break;
        case 5:
            ask(&p);
            break;
        case 6:
            use_clock(s);
            break;
        default:
            step(&p);
        }
    }
    step(&p);
    tact_world_destroy(p.world);
}
