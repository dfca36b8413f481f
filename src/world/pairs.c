/* SPDX-License-Identifier: MIT */
/* The pairs of the next step: those whose boxes overlap and that matter, in the order of their
 * slots. They are merged with the pairs of the last step, so that what is remembered about a pair
 * lives as long as its boxes overlap. */
#include "world/world.h"

tacti_cache_pool *tacti_pool_of(tact_world *world, uint32_t bytes) {
    TACTI_ASSERT(bytes == TACT_CACHE_BYTES || bytes == TACT_CACHE_DEPTH_BYTES);
    return &world->pools[bytes == TACT_CACHE_DEPTH_BYTES];
}

/* -1, 0 or 1 if pair is before, at or after the slots. */
static int compare(const tacti_world_pair *pair, const uint32_t slot[2]) {
    if (pair->slot[0] != slot[0])
        return pair->slot[0] < slot[0] ? -1 : 1;
    return pair->slot[1] == slot[1] ? 0 : pair->slot[1] < slot[1] ? -1 : 1;
}

/* Whether a pair of the last step is about the objects that the slots hold now. */
static bool is_same(const tact_world *world, const tacti_world_pair *pair) {
    return pair->generation[0] == world->slots.items[pair->slot[0]].generation &&
           pair->generation[1] == world->slots.items[pair->slot[1]].generation;
}

static tact_status forget_cache(tact_world *world, const tacti_world_pair *pair) {
    if (pair->cache_bytes == 0)
        return TACT_OK;
    return tacti_old_caches_push(&world->old_caches,
                                 (tacti_old_cache){pair->cache, pair->cache_bytes});
}

/* A pair of the last step whose boxes do not overlap any more, or that does not matter any more. */
static tact_status end_pair(tact_world *world, const tacti_world_pair *pair) {
    tact_status status = forget_cache(world, pair);
    if (status == TACT_OK && pair->is_active)
        status = tacti_world_pairs_push(&world->ended, *pair);
    return status;
}

/* Gives a pair the cache that its interest wants. */
static tact_status renew_cache(tact_world *world, tacti_world_pair *pair, uint32_t bytes) {
    if (pair->cache_bytes == bytes)
        return TACT_OK;
    tact_status status = forget_cache(world, pair);
    pair->cache_bytes = 0;
    if (status != TACT_OK || bytes == 0)
        return status;
    status = tacti_old_caches_reserve(&world->new_caches, world->new_caches.count + 1);
    if (status == TACT_OK)
        status = tacti_cache_take(tacti_pool_of(world, bytes), &pair->cache);
    if (status != TACT_OK)
        return status;
    pair->cache_bytes = bytes;
    return tacti_old_caches_push(&world->new_caches, (tacti_old_cache){pair->cache, bytes});
}

/* Whether the objects cannot have come within the radius since their distance was measured: they
 * have not moved far enough. The travels are rounded upward, and so is what is compared. */
static bool is_deferred(const tact_world *world, const tacti_world_pair *pair, double radius) {
    if (!(pair->clearance > 0))
        return false;
    double a = world->slots.items[pair->slot[0]].travel - pair->travel[0];
    double b = world->slots.items[pair->slot[1]].travel - pair->travel[1];
    return ((a + b) + radius) * (1 + 0x1p-50) < pair->clearance;
}

/* Whether the pair is to be asked in this step. */
static bool needs_answer(tact_world *world, tacti_world_pair *pair, const tact_interest *interest,
                         bool is_new) {
    const tacti_slot *a = &world->slots.items[pair->slot[0]];
    const tacti_slot *b = &world->slots.items[pair->slot[1]];
    if (pair->question != interest->question)
        is_new = true;
    if (!is_new && !tacti_slot_moves(a) && !tacti_slot_moves(b))
        return false;
    bool has_deadline = (interest->flags & TACT_INTEREST_DEADLINE) != 0;
    if (!has_deadline)
        pair->clearance = 0;
    if (!is_new && has_deadline && !pair->is_active && is_deferred(world, pair, interest->radius)) {
        world->info.deferred_pairs++;
        return false;
    }
    return true;
}

/* Adds a pair to the next ones; old is what was known about it, or NULL. */
static tact_status add_pair(tact_world *world, const uint32_t slot[2], uint32_t number,
                            const tacti_world_pair *old) {
    const tact_interest *interest = tacti_interest_at(world, number);
    tacti_world_pair pair = {.slot = {slot[0], slot[1]}};
    for (int side = 0; side < 2; side++)
        pair.generation[side] = world->slots.items[slot[side]].generation;
    if (old != NULL)
        pair = *old;
    pair.interest = number;
    pair.notify = interest->notify;
    pair.user = interest->user;
    tact_status status = renew_cache(world, &pair, interest->remember);
    if (status != TACT_OK)
        return status;
    if (needs_answer(world, &pair, interest, old == NULL)) {
        tacti_ask ask = {.pair = (uint32_t)world->next_pairs.count};
        status = tacti_asks_push(&world->asks, ask);
        if (status != TACT_OK)
            return status;
    }
    return tacti_world_pairs_push(&world->next_pairs, pair);
}

/* Whether a pair of slots matters. number receives its interest. */
static bool matters(const tact_world *world, const uint32_t slot[2], uint32_t *number) {
    const tacti_slot *a = &world->slots.items[slot[0]], *b = &world->slots.items[slot[1]];
    if (a->object.motion == TACT_MOTION_STATIC && b->object.motion == TACT_MOTION_STATIC)
        return false;
    *number = tacti_interest_of(world, slot[0], slot[1]);
    return (tacti_interest_at(world, *number)->flags & TACT_INTEREST_NONE) == 0;
}

tact_status tacti_step_pairs(tact_world *world) {
    tact_pair_view boxes = tact_pair_list_view(world->box_pairs);
    const tacti_world_pairs *old = &world->pairs;
    size_t at = 0;
    tact_status status = TACT_OK;
    world->info.box_pairs = boxes.count;
    if (boxes.count >= UINT32_MAX)
        return TACT_TOO_LARGE;
    for (size_t i = 0; i < boxes.count && status == TACT_OK; i++) {
        const uint32_t *slot = boxes.pairs[i];
        for (; status == TACT_OK && at < old->count && compare(&old->items[at], slot) < 0; at++)
            status = end_pair(world, &old->items[at]);
        uint32_t number;
        if (status != TACT_OK || !matters(world, slot, &number))
            continue; /* if it was a pair before, the next one ends it */
        const tacti_world_pair *known = NULL;
        if (at < old->count && compare(&old->items[at], slot) == 0) {
            if (is_same(world, &old->items[at]))
                known = &old->items[at];
            else
                status = end_pair(world, &old->items[at]);
            at++;
        }
        if (status == TACT_OK)
            status = add_pair(world, slot, number, known);
    }
    for (; status == TACT_OK && at < old->count; at++)
        status = end_pair(world, &old->items[at]);
    world->info.matter_pairs = world->next_pairs.count;
    return status;
}
