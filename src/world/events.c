/* SPDX-License-Identifier: MIT */
/* What begins, stays and ends: the answers of a step become the states of its pairs. */
#include "world/world.h"

static tact_status add_event(tact_world *world, const tacti_world_pair *pair, tact_event event) {
    event.question = (tact_question)pair->question;
    event.a = (tact_object_id){pair->slot[0], pair->generation[0]};
    event.b = (tact_object_id){pair->slot[1], pair->generation[1]};
    return tacti_events_push(&world->next_output.events, event);
}

/* Writes an answer to its pair and adds the event that follows from it, if there is one. */
static tact_status take_answer(tact_world *world, const tacti_ask *ask) {
    tacti_world_pair *pair = &world->next_pairs.items[ask->pair];
    bool was_active = pair->is_active;
    pair->is_active = ask->is_active;
    pair->is_on_the_way = ask->is_on_the_way;
    pair->question = (uint8_t)tacti_interest_at(world, pair->interest)->question;
    pair->clearance = ask->clearance;
    for (int side = 0; side < 2; side++)
        pair->travel[side] = world->slots.items[pair->slot[side]].travel;
    if (!was_active && !ask->is_active)
        return TACT_OK;
    tact_event event = {.result = ask->result};
    event.kind = !was_active ? TACT_EVENT_BEGIN : ask->is_active ? TACT_EVENT_STAY : TACT_EVENT_END;
    event.flags = (ask->is_on_the_way ? TACT_EVENT_ON_THE_WAY : 0) |
                  (ask->has_impact ? TACT_EVENT_IMPACT : 0);
    event.earliest = ask->earliest;
    event.latest = ask->latest;
    return add_event(world, pair, event);
}

/* Whether pair a is before pair b, or at the same place. */
static bool is_not_after(const tacti_world_pair *a, const tacti_world_pair *b) {
    return a->slot[0] != b->slot[0] ? a->slot[0] < b->slot[0] : a->slot[1] <= b->slot[1];
}

/* Merges the ended pairs, whose slots may have new objects by now, with the asked ones. */
tact_status tacti_step_events(tact_world *world) {
    const tacti_world_pairs *ended = &world->ended;
    const tact_event end = {.kind = TACT_EVENT_END, .result = TACT_NO_RESULT};
    size_t at = 0;
    tact_status status = TACT_OK;
    for (size_t i = 0; i < world->asks.count && status == TACT_OK; i++) {
        const tacti_ask *ask = &world->asks.items[i];
        const tacti_world_pair *pair = &world->next_pairs.items[ask->pair];
        for (; at < ended->count && is_not_after(&ended->items[at], pair); at++) {
            status = add_event(world, &ended->items[at], end);
            if (status != TACT_OK)
                return status;
        }
        status = take_answer(world, ask);
    }
    for (; at < ended->count && status == TACT_OK; at++)
        status = add_event(world, &ended->items[at], end);
    return status;
}
