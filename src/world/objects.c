/* SPDX-License-Identifier: MIT */
/* The objects of a world: added, removed, read, written and moved. */
#include <math.h>

#include "base/message.h"
#include "model/ask.h"
#include "world/world.h"

/* Whether all numbers of an object but its pose are finite. */
static bool has_finite_motion(const tact_object *object) {
    return tact_vec3_is_finite(object->velocity) && tact_vec3_is_finite(object->spin);
}

static tact_status check_object(const tact_object *object, uint64_t index, tact_error *error) {
    if (object->group >= TACT_GROUP_COUNT)
        return tacti_error_set(
            error, TACT_INVALID_ARGUMENT, 0, index, "object %llu: group %u, the last group is %d",
            (unsigned long long)index, (unsigned)object->group, TACT_GROUP_COUNT - 1);
    if (object->instance.model == NULL || (unsigned)object->motion > TACT_MOTION_SLEEPING ||
        (object->flags & ~TACT_OBJECT_CONTINUOUS) != 0 ||
        (object->instance.flags & ~TACT_INSTANCE_FILLED) != 0)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, index,
                               "object %llu: begin with tact_object_make() and a model",
                               (unsigned long long)index);
    if (!tacti_is_instance(&object->instance))
        return tacti_error_set(error, TACT_NO_INTERIOR, 0, index,
                               "object %llu is filled, but its mesh was made without an interior",
                               (unsigned long long)index);
    tact_status status = tact_pose_validate(object->instance.pose, NULL);
    if (status == TACT_OK && !has_finite_motion(object))
        status = TACT_NOT_FINITE;
    tact_box box;
    if (status == TACT_OK)
        status = tact_instance_bounds(&object->instance, &box);
    if (status != TACT_OK)
        return tacti_error_set(error, status, 0, index, "object %llu: %s",
                               (unsigned long long)index, tact_status_text(status));
    return TACT_OK;
}

static tact_status stale(uint64_t index, tact_error *error) {
    return tacti_error_set(error, TACT_STALE_ID, 0, index, "object %llu was removed, or never was",
                           (unsigned long long)index);
}

static tact_status wrong_call(tact_error *error, const char *text) {
    return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "%s", text);
}

/* ---- Add and remove ----------------------------------------------------------------------- */

/* Makes room for count more objects. */
static tact_status reserve_slots(tact_world *world, uint32_t count) {
    size_t needed = world->slots.count;
    if (count > world->free_slots.count)
        needed += count - world->free_slots.count;
    if (needed >= UINT32_MAX)
        return TACT_TOO_LARGE;
    tact_status status = tacti_slots_reserve(&world->slots, needed);
    if (status == TACT_OK)
        status = tacti_numbers_reserve(&world->free_slots, needed);
    return status;
}

/* Fills a slot; there is room for it. */
static uint32_t fill_slot(tact_world *world, const tact_object *object) {
    uint32_t index;
    uint32_t generation = 1;
    if (world->free_slots.count > 0) {
        index = world->free_slots.items[--world->free_slots.count];
        generation = world->slots.items[index].generation + 1;
        if (generation == 0)
            generation = 1;
    } else {
        TACTI_ASSERT(world->slots.count < world->slots.capacity);
        index = (uint32_t)world->slots.count++;
    }
    tacti_slot *slot = &world->slots.items[index];
    *slot = (tacti_slot){.object = *object,
                         .pose_before = object->instance.pose,
                         .radius = tacti_model_radius(object->instance.model),
                         .bends = object->instance.model->bends,
                         .generation = generation,
                         .is_used = true,
                         .is_changed = true};
    (void)tact_model_retain(object->instance.model);
    world->object_count++;
    return index;
}

tact_status tact_world_add(tact_world *world, const tact_object *objects, uint32_t count,
                           tact_error *error, tact_object_id *ids) {
    if (world == NULL || (count > 0 && (objects == NULL || ids == NULL)))
        return wrong_call(error, "adding needs a world, objects, and a place for their ids");
    for (uint32_t i = 0; i < count; i++) {
        tact_status status = check_object(&objects[i], i, error);
        if (status != TACT_OK)
            return status;
    }
    tact_status status = reserve_slots(world, count);
    if (status != TACT_OK)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "%s", tact_status_text(status));
    for (uint32_t i = 0; i < count; i++)
        ids[i] = tacti_id_of(world, fill_slot(world, &objects[i]));
    tacti_world_note(
        world,
        &(tacti_note){.kind = TACTI_NOTE_ADD, .objects = objects, .ids = ids, .count = count});
    return TACT_OK;
}

static void empty_slot(tact_world *world, uint32_t index) {
    tacti_slot *slot = &world->slots.items[index];
    if (slot->is_in_broad)
        tact_broad_remove(world->broad, &index, 1, NULL);
    tacti_overrides_drop(world, index);
    tact_model_destroy((tact_model *)slot->object.instance.model);
    slot->is_used = false;
    slot->is_in_broad = false;
    world->object_count--;
    TACTI_ASSERT(world->free_slots.count < world->free_slots.capacity);
    world->free_slots.items[world->free_slots.count++] = index;
}

/* Takes the marks of the first count ids back. */
static void unmark(tact_world *world, const tact_object_id *ids, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        world->slots.items[ids[i].slot].is_used = true;
}

tact_status tact_world_remove(tact_world *world, const tact_object_id *ids, uint32_t count,
                              tact_error *error) {
    if (world == NULL || (count > 0 && ids == NULL))
        return wrong_call(error, "removing needs a world and ids");
    /* Each object is marked as unused at once, so that an id that occurs twice is noticed. */
    for (uint32_t i = 0; i < count; i++) {
        tacti_slot *slot = tacti_slot_of(world, ids[i]);
        if (slot == NULL) {
            unmark(world, ids, i);
            return stale(i, error);
        }
        slot->is_used = false;
    }
    for (uint32_t i = 0; i < count; i++)
        empty_slot(world, ids[i].slot);
    tacti_world_note(world, &(tacti_note){.kind = TACTI_NOTE_REMOVE, .ids = ids, .count = count});
    return TACT_OK;
}

/* ---- Read and write ----------------------------------------------------------------------- */

bool tact_world_has(const tact_world *world, tact_object_id id) {
    return world != NULL && tacti_slot_of(world, id) != NULL;
}

tact_status tact_world_read(const tact_world *world, tact_object_id id, tact_object *out) {
    if (world == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    const tacti_slot *slot = tacti_slot_of(world, id);
    if (slot == NULL)
        return TACT_STALE_ID;
    *out = slot->object;
    return TACT_OK;
}

tact_status tact_world_write(tact_world *world, tact_object_id id, const tact_object *object,
                             tact_error *error) {
    if (world == NULL || object == NULL)
        return wrong_call(error, "writing needs a world and an object");
    tacti_slot *slot = tacti_slot_of(world, id);
    if (slot == NULL)
        return stale(0, error);
    if (object->instance.model != slot->object.instance.model)
        return wrong_call(error, "an object keeps its model; remove it and add another one");
    tact_status status = check_object(object, 0, error);
    if (status != TACT_OK)
        return status;
    slot->object = *object;
    slot->is_changed = true;
    tacti_world_note(world, &(tacti_note){.kind = TACTI_NOTE_WRITE, .objects = object, .ids = &id});
    return TACT_OK;
}

/* The poses of the parts of a compound are rounded, so they are checked too. */
static tact_status check_pose(const tact_instance *instance, tact_pose pose) {
    if (!tacti_is_compound(instance))
        return tact_pose_validate(pose, NULL);
    tact_instance moved = *instance;
    moved.pose = pose;
    tact_box box;
    return tact_instance_bounds(&moved, &box);
}

tact_status tact_world_move(tact_world *world, const tact_object_id *ids, const tact_pose *poses,
                            uint32_t count, tact_error *error) {
    if (world == NULL || (count > 0 && (ids == NULL || poses == NULL)))
        return wrong_call(error, "moving needs a world, ids and poses");
    for (uint32_t i = 0; i < count; i++) {
        const tacti_slot *slot = tacti_slot_of(world, ids[i]);
        if (slot == NULL)
            return stale(i, error);
        tact_status status = check_pose(&slot->object.instance, poses[i]);
        if (status != TACT_OK)
            return tacti_error_set(error, status, 0, i, "object %u: %s", (unsigned)i,
                                   tact_status_text(status));
    }
    for (uint32_t i = 0; i < count; i++) {
        tacti_slot *slot = &world->slots.items[ids[i].slot];
        slot->object.instance.pose = poses[i];
        slot->is_changed = true;
    }
    tacti_world_note(
        world, &(tacti_note){.kind = TACTI_NOTE_MOVE, .ids = ids, .poses = poses, .count = count});
    return TACT_OK;
}
