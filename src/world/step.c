/* SPDX-License-Identifier: MIT */
/* A step from its beginning to its end. Until it commits, everything that was known before can be
 * put back without memory. */
#include <math.h>
#include <string.h>

#include "base/message.h"
#include "base/watch.h"
#include "world/output.h"
#include "world/world.h"

static void begin(tact_world *world) {
    memset(&world->info, 0, sizeof world->info);
    world->placed.count = 0;
    world->box_ids.count = 0;
    world->boxes.count = 0;
    world->next_pairs.count = 0;
    world->ended.count = 0;
    world->asks.count = 0;
    world->new_caches.count = 0;
    world->old_caches.count = 0;
    tacti_output_clear(&world->next_output);
}

static void give_caches(tact_world *world, const tacti_old_caches *caches) {
    for (size_t i = 0; i < caches->count; i++)
        tacti_cache_give(tacti_pool_of(world, caches->items[i].bytes), caches->items[i].cache);
}

static void roll_back(tact_world *world) {
    give_caches(world, &world->new_caches);
    tacti_step_unplace(world);
}

static void commit(tact_world *world) {
    give_caches(world, &world->old_caches);
    for (size_t i = 0; i < world->placed.count; i++) {
        tacti_slot *slot = &world->slots.items[world->placed.items[i].slot];
        slot->pose_before = slot->object.instance.pose;
        slot->is_changed = false;
        slot->step_way = 0;
    }
    tacti_world_pairs pairs = world->pairs;
    world->pairs = world->next_pairs;
    world->next_pairs = pairs;
    tacti_step_output output = world->output;
    world->output = world->next_output;
    world->next_output = output;
    world->info.object_count = world->object_count;
    for (size_t i = 0; i < world->pairs.count; i++)
        world->info.active_pairs += world->pairs.items[i].is_active;
}

/* The pair of an event; NULL if it has ended. Events and pairs are both in the order of the slots.
 */
static const tacti_world_pair *pair_of(const tacti_world_pairs *pairs, const tact_event *event,
                                       size_t *at) {
    for (; *at < pairs->count; (*at)++) {
        const tacti_world_pair *pair = &pairs->items[*at];
        if (pair->slot[0] > event->a.slot ||
            (pair->slot[0] == event->a.slot && pair->slot[1] >= event->b.slot))
            break;
    }
    if (*at == pairs->count)
        return NULL;
    const tacti_world_pair *pair = &pairs->items[*at];
    bool is_it = pair->slot[0] == event->a.slot && pair->slot[1] == event->b.slot &&
                 pair->generation[0] == event->a.generation &&
                 pair->generation[1] == event->b.generation;
    return is_it ? pair : NULL;
}

static void call_back(const tact_world *world) {
    tact_events view = tact_world_events(world);
    size_t at = 0, ended = 0;
    for (uint32_t i = 0; i < view.count; i++) {
        const tact_event *event = &view.events[i];
        const tacti_world_pair *pair = pair_of(&world->pairs, event, &at);
        if (pair == NULL)
            pair = pair_of(&world->ended, event, &ended);
        if (pair != NULL && pair->notify != NULL)
            pair->notify(pair->user, event, &view);
    }
}

/* Returns the seconds since *clock, and sets it to now. */
static double lap(uint64_t *clock) {
    uint64_t before = *clock;
    *clock = tacti_clock_now();
    return (double)(*clock - before) / 1e9;
}

static tact_status run_step(tact_world *world, double seconds, tact_error *error) {
    uint64_t clock = tacti_clock_now();
    tact_status status = tacti_step_place(world, seconds, error);
    world->info.place_seconds = lap(&clock);
    if (status == TACT_OK)
        status = tact_broad_pairs(world->broad, world->box_pairs);
    if (status == TACT_OK)
        status = tacti_step_pairs(world);
    world->info.pair_seconds = lap(&clock);
    if (status == TACT_OK)
        status = tacti_step_ask(world, error);
    world->info.ask_seconds = lap(&clock);
    if (status == TACT_OK)
        status = tacti_step_events(world);
    world->info.event_seconds = lap(&clock);
    return status;
}

tact_status tact_world_step(tact_world *world, double seconds, tact_error *error,
                            tact_step_info *info) {
    if (world == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "no world");
    if (!isfinite(seconds) || seconds < 0)
        return tacti_error_set(error, seconds < 0 ? TACT_INVALID_ARGUMENT : TACT_NOT_FINITE, 0,
                               TACT_NO_INDEX, "a step takes a finite time of at least 0 seconds");
    if (error != NULL)
        error->text[0] = 0;
    begin(world);
    world->seconds = seconds;
    tact_status status = run_step(world, seconds, error);
    if (status != TACT_OK) {
        roll_back(world);
        tacti_world_note(
            world, &(tacti_note){.kind = TACTI_NOTE_STEP, .seconds = seconds, .status = status});
        if (error != NULL && error->text[0] == 0)
            tacti_error_set(error, status, 0, TACT_NO_INDEX, "%s", tact_status_text(status));
        return status;
    }
    commit(world);
    if (info != NULL)
        *info = world->info;
    tacti_world_note(world, &(tacti_note){.kind = TACTI_NOTE_STEP, .seconds = seconds});
    call_back(world);
    return TACT_OK;
}
