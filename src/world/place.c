/* SPDX-License-Identifier: MIT */
/* The first part of a step: new poses and boxes. What an object had before is swapped into the
 * record of the step, so that a step that fails can put it back without memory. */
#include "base/message.h"
#include "base/parallel.h"
#include "world/world.h"

/* Objects per task at least. */
#define GRAIN 256

static bool has_motion(const tact_object *object) {
    tact_vec3 v = object->velocity, w = object->spin;
    return object->motion == TACT_MOTION_MOVING &&
           (v.x != 0 || v.y != 0 || v.z != 0 || w.x != 0 || w.y != 0 || w.z != 0);
}

/* Lists the objects whose boxes may change. */
static tact_status list_slots(tact_world *world, double seconds) {
    for (uint32_t i = 0; i < world->slots.count; i++) {
        tacti_slot *slot = &world->slots.items[i];
        if (slot->is_used)
            tacti_slot_notice_bend(slot);
        if (!slot->is_used ||
            (!slot->is_changed && !slot->is_swept && !(seconds > 0 && has_motion(&slot->object))))
            continue;
        tacti_placed_slot placed = {.slot = i};
        tact_status status = tacti_placed_slots_push(&world->placed, placed);
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}

typedef struct run {
    tact_world *world;
    double seconds;
    double widening[TACT_GROUP_COUNT];
} run;

static void place_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    run *r = data;
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i++) {
        tacti_placed_slot *placed = &r->world->placed.items[i];
        const tacti_slot *slot = &r->world->slots.items[placed->slot];
        double widen = r->widening[slot->object.group];
        if (slot->override_radius > 2 * widen)
            widen = slot->override_radius / 2;
        tacti_place_slot(slot, r->seconds, widen, placed);
    }
}

/* Lists the boxes that go to the broad phase, with those that are there now. */
static tact_status list_boxes(tact_world *world) {
    for (size_t i = 0; i < world->placed.count; i++) {
        tacti_placed_slot *placed = &world->placed.items[i];
        placed->was_in_broad = world->slots.items[placed->slot].is_in_broad;
        if (tact_box_is_empty(placed->box))
            continue;
        if (placed->was_in_broad)
            (void)tact_broad_get(world->broad, placed->slot, &placed->old_box);
        tact_status status = tacti_numbers_push(&world->box_ids, placed->slot);
        if (status == TACT_OK)
            status = tacti_boxes_push(&world->boxes, placed->box);
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}

static void swap_double(double *a, double *b) {
    double kept = *a;
    *a = *b;
    *b = kept;
}

/* Swaps what an object has for what the record has. */
static void swap_slot(tact_world *world, tacti_placed_slot *placed) {
    tacti_slot *slot = &world->slots.items[placed->slot];
    tact_pose pose = slot->object.instance.pose;
    bool is_swept = slot->is_swept;
    slot->object.instance.pose = placed->pose;
    slot->is_swept = placed->is_swept;
    placed->pose = pose;
    placed->is_swept = is_swept;
    swap_double(&slot->travel, &placed->travel);
    swap_double(&slot->step_way, &placed->way);
}

static tact_status find_failure(const tact_world *world, tact_error *error) {
    for (size_t i = 0; i < world->placed.count; i++) {
        const tacti_placed_slot *placed = &world->placed.items[i];
        if (placed->status != TACT_OK)
            return tacti_error_set(error, placed->status, 0, placed->slot,
                                   "the object in slot %u cannot be placed: %s",
                                   (unsigned)placed->slot, tact_status_text(placed->status));
    }
    return TACT_OK;
}

tact_status tacti_step_place(tact_world *world, double seconds, tact_error *error) {
    tact_status status = list_slots(world, seconds);
    if (status == TACT_OK) {
        run r = {.world = world, .seconds = seconds};
        for (uint32_t group = 0; group < TACT_GROUP_COUNT; group++)
            r.widening[group] = tacti_group_widening(world, group);
        tacti_parallel_for(world->context, world->placed.count, GRAIN, place_range, &r);
        status = find_failure(world, error);
    }
    if (status == TACT_OK)
        status = list_boxes(world);
    if (status == TACT_OK)
        status = tact_broad_put(world->broad, world->box_ids.items, world->boxes.items,
                                (uint32_t)world->boxes.count, error);
    if (status != TACT_OK) {
        world->placed.count = 0; /* nothing has changed yet */
        return status;
    }
    for (size_t i = 0; i < world->placed.count; i++) {
        tacti_placed_slot *placed = &world->placed.items[i];
        swap_slot(world, placed);
        world->slots.items[placed->slot].is_in_broad = !tact_box_is_empty(placed->box);
    }
    world->info.moved_count = (uint32_t)world->placed.count;
    return TACT_OK;
}

void tacti_step_unplace(tact_world *world) {
    for (size_t i = 0; i < world->placed.count; i++) {
        tacti_placed_slot *placed = &world->placed.items[i];
        tacti_slot *slot = &world->slots.items[placed->slot];
        swap_slot(world, placed);
        if (placed->was_in_broad)
            (void)tact_broad_move(world->broad, &placed->slot, &placed->old_box, 1, NULL);
        else if (slot->is_in_broad)
            (void)tact_broad_remove(world->broad, &placed->slot, 1, NULL);
        slot->is_in_broad = placed->was_in_broad;
    }
}
