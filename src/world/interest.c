/* SPDX-License-Identifier: MIT */
/* The collision interest matrix: which pairs matter, what is asked about them, and whom to call. */
#include <math.h>
#include <string.h>

#include "world/world.h"

bool tacti_interest_is_valid(const tact_interest *interest) {
    const uint32_t flags = TACT_INTEREST_NONE | TACT_INTEREST_DEADLINE | TACT_INTEREST_IMPACT;
    tact_question question = interest->question;
    bool takes_radius = question == TACT_QUESTION_DISTANCE || question == TACT_QUESTION_MANIFOLD;
    if (!takes_radius && question != TACT_QUESTION_COLLIDE && question != TACT_QUESTION_CONTACTS &&
        question != TACT_QUESTION_DEPTH)
        return false;
    if ((interest->flags & ~flags) != 0)
        return false;
    if (interest->remember != 0 && interest->remember != TACT_CACHE_BYTES &&
        interest->remember != TACT_CACHE_DEPTH_BYTES)
        return false;
    return interest->radius == 0 ||
           (takes_radius && interest->radius > 0 && interest->radius < HUGE_VAL);
}

/* The status of an interest that a caller passes. */
static tact_status check_interest(const tact_interest *interest) {
    if (interest == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!isfinite(interest->radius))
        return TACT_NOT_FINITE;
    return tacti_interest_is_valid(interest) ? TACT_OK : TACT_INVALID_ARGUMENT;
}

/* ---- Pairs of groups ---------------------------------------------------------------------- */

/* Boxes of a group whose interest has changed are computed anew: their widening may differ. */
static void renew_group(tact_world *world, uint32_t group) {
    for (size_t i = 0; i < world->slots.count; i++) {
        tacti_slot *slot = &world->slots.items[i];
        if (slot->is_used && slot->object.group == group)
            slot->is_changed = true;
    }
}

tact_status tact_world_set_interest(tact_world *world, uint32_t group_a, uint32_t group_b,
                                    const tact_interest *interest) {
    if (world == NULL || group_a >= TACT_GROUP_COUNT || group_b >= TACT_GROUP_COUNT)
        return TACT_INVALID_ARGUMENT;
    tact_status status = check_interest(interest);
    if (status != TACT_OK)
        return status;
    uint32_t index = world->group_interest[group_a][group_b];
    if (index == 0) { /* still the default, which many pairs share */
        index = (uint32_t)world->interests.count;
        status = tacti_interests_push(&world->interests, *interest);
        if (status != TACT_OK)
            return status;
    }
    world->interests.items[index] = *interest;
    world->group_interest[group_a][group_b] = (uint16_t)index;
    world->group_interest[group_b][group_a] = (uint16_t)index;
    renew_group(world, group_a);
    renew_group(world, group_b);
    tacti_world_note(world, &(tacti_note){.kind = TACTI_NOTE_GROUPS,
                                          .group = {group_a, group_b},
                                          .interest = interest});
    return TACT_OK;
}

/* ---- Single pairs ------------------------------------------------------------------------- */

static bool is_before(const tacti_override *a, const uint32_t slot[2]) {
    return a->slot[0] != slot[0] ? a->slot[0] < slot[0] : a->slot[1] < slot[1];
}

/* The first override that is not before a pair of slots. */
static size_t find_override(const tact_world *world, const uint32_t slot[2]) {
    size_t low = 0, high = world->overrides.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(&world->overrides.items[middle], slot))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_override_of(const tact_world *world, size_t index, const uint32_t slot[2]) {
    if (index >= world->overrides.count)
        return false;
    const tacti_override *found = &world->overrides.items[index];
    return found->slot[0] == slot[0] && found->slot[1] == slot[1];
}

static void remove_override(tact_world *world, size_t index) {
    tacti_override *at = world->overrides.items + index;
    memmove(at, at + 1, (world->overrides.count - index - 1) * sizeof *at);
    world->overrides.count--;
}

static tact_status insert_override(tact_world *world, size_t index, const tacti_override *added) {
    if (tacti_overrides_extend(&world->overrides, 1) == NULL)
        return TACT_OUT_OF_MEMORY;
    tacti_override *at = world->overrides.items + index;
    memmove(at + 1, at, (world->overrides.count - 1 - index) * sizeof *at);
    *at = *added;
    return TACT_OK;
}

tact_status tact_world_set_pair_interest(tact_world *world, tact_object_id a, tact_object_id b,
                                         const tact_interest *interest) {
    if (world == NULL)
        return TACT_INVALID_ARGUMENT;
    if (tacti_slot_of(world, a) == NULL || tacti_slot_of(world, b) == NULL)
        return TACT_STALE_ID;
    if (a.slot == b.slot)
        return TACT_INVALID_ARGUMENT;
    tact_status status = interest != NULL ? check_interest(interest) : TACT_OK;
    if (status != TACT_OK)
        return status;
    tact_object_id low = a.slot < b.slot ? a : b, high = a.slot < b.slot ? b : a;
    tacti_override made = {.slot = {low.slot, high.slot},
                           .generation = {low.generation, high.generation}};
    size_t index = find_override(world, made.slot);
    bool is_there = is_override_of(world, index, made.slot);
    if (interest == NULL) {
        if (is_there)
            remove_override(world, index);
    } else {
        made.interest = *interest;
        if (is_there)
            world->overrides.items[index] = made;
        else
            status = insert_override(world, index, &made);
    }
    if (status != TACT_OK)
        return status;
    for (int side = 0; side < 2; side++) {
        tacti_slot *slot = &world->slots.items[made.slot[side]];
        slot->is_changed = true;
        if (interest == NULL)
            continue;
        slot->has_overrides = true;
        slot->override_radius = fmax(slot->override_radius, interest->radius);
    }
    const tact_object_id ids[2] = {a, b};
    tacti_world_note(world,
                     &(tacti_note){.kind = TACTI_NOTE_PAIR, .ids = ids, .interest = interest});
    return TACT_OK;
}

void tacti_overrides_drop(tact_world *world, uint32_t slot) {
    if (!world->slots.items[slot].has_overrides)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < world->overrides.count; i++) {
        const tacti_override *at = &world->overrides.items[i];
        if (at->slot[0] != slot && at->slot[1] != slot)
            world->overrides.items[kept++] = *at;
    }
    world->overrides.count = kept;
}

/* ---- What a step reads -------------------------------------------------------------------- */

/* Interests are numbered: those of groups, then the overrides in their order. */
uint32_t tacti_interest_of(const tact_world *world, uint32_t a, uint32_t b) {
    const tacti_slot *slot_a = &world->slots.items[a], *slot_b = &world->slots.items[b];
    TACTI_ASSERT(a < b);
    if (slot_a->has_overrides && slot_b->has_overrides) {
        const uint32_t pair[2] = {a, b};
        size_t index = find_override(world, pair);
        if (is_override_of(world, index, pair))
            return (uint32_t)(world->interests.count + index);
    }
    return world->group_interest[slot_a->object.group][slot_b->object.group];
}

const tact_interest *tacti_interest_at(const tact_world *world, uint32_t interest) {
    if (interest < world->interests.count)
        return &world->interests.items[interest];
    TACTI_ASSERT(interest - world->interests.count < world->overrides.count);
    return &world->overrides.items[interest - world->interests.count].interest;
}

/* Two boxes that are each widened by half of the larger radius overlap if their objects are within
 * the radius of their groups. */
double tacti_group_widening(const tact_world *world, uint32_t group) {
    double radius = 0;
    for (uint32_t other = 0; other < TACT_GROUP_COUNT; other++) {
        const tact_interest *interest =
            &world->interests.items[world->group_interest[group][other]];
        if ((interest->flags & TACT_INTEREST_NONE) == 0)
            radius = fmax(radius, interest->radius);
    }
    return radius / 2;
}
