/* SPDX-License-Identifier: MIT */
/* Worlds: made and destroyed, their events and their hash. */
#include "world/world.h"

#include "model/model.h"
#include "world/output.h"

/* Sets all arrays, which own nothing yet. */
static void begin_world(tact_world *world, const tact_context *context) {
    *world = (tact_world){
        .context = context,
        .slots = tacti_slots_make(context),
        .free_slots = tacti_numbers_make(context),
        .interests = tacti_interests_make(context),
        .overrides = tacti_overrides_make(context),
        .pools = {tacti_cache_pool_make(context, TACT_CACHE_BYTES),
                  tacti_cache_pool_make(context, TACT_CACHE_DEPTH_BYTES)},
        .pairs = tacti_world_pairs_make(context),
        .output = tacti_output_make(context),
        .placed = tacti_placed_slots_make(context),
        .box_ids = tacti_numbers_make(context),
        .boxes = tacti_boxes_make(context),
        .next_pairs = tacti_world_pairs_make(context),
        .ended = tacti_world_pairs_make(context),
        .asks = tacti_asks_make(context),
        .new_caches = tacti_old_caches_make(context),
        .old_caches = tacti_old_caches_make(context),
        .next_output = tacti_output_make(context),
        .workers = tacti_contact_workers_make(context),
    };
}

tact_status tact_world_create(const tact_context *context, tact_world **out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tact_float_mode_check();
    if (status != TACT_OK)
        return status;
    tact_world *world = tacti_allocate(context, 1, sizeof *world, _Alignof(tact_world));
    if (world == NULL)
        return TACT_OUT_OF_MEMORY;
    begin_world(world, context);
    status = tacti_interests_push(&world->interests, tact_interest_default());
    if (status == TACT_OK)
        status = tact_broad_create(context, NULL, &world->broad);
    if (status == TACT_OK)
        status = tact_pair_list_create(context, &world->box_pairs);
    if (status != TACT_OK) {
        tact_world_destroy(world);
        return status;
    }
    *out = world;
    return TACT_OK;
}

static void release_workers(tact_world *world) {
    for (size_t i = 0; i < world->workers.count; i++) {
        tact_contact_list_destroy(world->workers.items[i].list);
        tacti_element_pairs_release(&world->workers.items[i].elements);
    }
    tacti_contact_workers_release(&world->workers);
}

void tacti_world_note(tact_world *world, const tacti_note *note) {
    world->has_history = true;
    if (world->listener.hear != NULL)
        world->listener.hear(world->listener.user, note);
}

void tact_world_destroy(tact_world *world) {
    if (world == NULL)
        return;
    tacti_world_note(world, &(tacti_note){.kind = TACTI_NOTE_DESTROY});
    for (size_t i = 0; i < world->slots.count; i++) {
        if (world->slots.items[i].is_used)
            tact_model_destroy((tact_model *)world->slots.items[i].object.instance.model);
    }
    tact_broad_destroy(world->broad);
    tact_pair_list_destroy(world->box_pairs);
    tacti_slots_release(&world->slots);
    tacti_numbers_release(&world->free_slots);
    tacti_interests_release(&world->interests);
    tacti_overrides_release(&world->overrides);
    tacti_cache_pool_release(&world->pools[0]);
    tacti_cache_pool_release(&world->pools[1]);
    tacti_world_pairs_release(&world->pairs);
    tacti_output_release(&world->output);
    tacti_placed_slots_release(&world->placed);
    tacti_numbers_release(&world->box_ids);
    tacti_boxes_release(&world->boxes);
    tacti_world_pairs_release(&world->next_pairs);
    tacti_world_pairs_release(&world->ended);
    tacti_asks_release(&world->asks);
    tacti_old_caches_release(&world->new_caches);
    tacti_old_caches_release(&world->old_caches);
    tacti_output_release(&world->next_output);
    release_workers(world);
    tacti_release(world->context, world, 1, sizeof *world, _Alignof(tact_world));
}

tact_events tact_world_events(const tact_world *world) {
    tact_events view = {0};
    if (world == NULL)
        return view;
    const tacti_step_output *output = &world->output;
    view.count = (uint32_t)output->events.count;
    view.events = output->events.items;
    view.collides = output->collides.items;
    view.distances = output->distances.items;
    view.depths = output->depths.items;
    view.manifolds = output->manifolds.items;
    view.contacts = output->contacts.items;
    view.elements = output->elements.items;
    return view;
}

uint64_t tact_world_hash(const tact_world *world) {
    uint64_t sum = 0;
    if (world == NULL)
        return sum;
    for (uint32_t i = 0; i < world->slots.count; i++) {
        const tacti_slot *slot = &world->slots.items[i];
        uint64_t words[2] = {(uint64_t)i << 32 | slot->generation,
                             slot->is_used ? tacti_model_serial(slot->object.instance.model) : 0};
        sum = tacti_hash_words(sum, words, 2);
        if (slot->is_used)
            sum = tacti_hash_words(sum, slot->object.instance.pose.m, 12);
    }
    for (size_t i = 0; i < world->pairs.count; i++) {
        const tacti_world_pair *pair = &world->pairs.items[i];
        uint64_t words[2] = {(uint64_t)pair->slot[0] << 32 | pair->slot[1],
                             (uint64_t)pair->is_active << 1 | pair->is_on_the_way};
        sum = tacti_hash_words(sum, words, 2);
    }
    return tacti_output_hash(sum, &world->output);
}
