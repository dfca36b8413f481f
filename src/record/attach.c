/* SPDX-License-Identifier: MIT */
/* Listens to a world and writes down the calls that change it. */
#include "record/record.h"

#include "world/world.h"

/* An object without what only this process can read. */
static tact_object without_pointers(const tact_object *object) {
    tact_object plain = *object;
    plain.user = NULL;
    plain.reserved = 0;
    return plain;
}

static tact_status hear_objects(tact_recording *recording, const tacti_note *note) {
    size_t first = recording->objects.count;
    if (note->count >= TACT_NO_OBJECT - first)
        return TACT_TOO_LARGE;
    for (uint32_t i = 0; i < note->count; i++) {
        tacti_recorded_object added = {.object = without_pointers(&note->objects[i])};
        tact_status status =
            tacti_record_model(recording, added.object.instance.model, &added.model);
        size_t slots = (size_t)note->ids[i].slot + 1;
        if (status == TACT_OK && recording->by_slot.count < slots &&
            tacti_counts_extend(&recording->by_slot, slots - recording->by_slot.count) == NULL)
            status = TACT_OUT_OF_MEMORY;
        if (status == TACT_OK)
            status = tacti_recorded_objects_push(&recording->objects, added);
        if (status != TACT_OK)
            return status;
        recording->by_slot.items[note->ids[i].slot] = (uint32_t)(first + i);
    }
    return tacti_record_call(recording, TACTI_CALL_ADD, first, note->count);
}

static uint32_t number_of(const tact_recording *recording, tact_object_id id) {
    TACTI_ASSERT(id.slot < recording->by_slot.count);
    return recording->by_slot.items[id.slot];
}

static tact_status hear_removal(tact_recording *recording, const tacti_note *note) {
    size_t first = recording->numbers.count;
    uint32_t *numbers = tacti_counts_extend(&recording->numbers, note->count);
    if (numbers == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < note->count; i++)
        numbers[i] = number_of(recording, note->ids[i]);
    return tacti_record_call(recording, TACTI_CALL_REMOVE, first, note->count);
}

static tact_status hear_moves(tact_recording *recording, const tacti_note *note) {
    size_t first = recording->moves.count;
    tacti_recorded_move *moves = tacti_recorded_moves_extend(&recording->moves, note->count);
    if (moves == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < note->count; i++)
        moves[i] = (tacti_recorded_move){number_of(recording, note->ids[i]), note->poses[i]};
    return tacti_record_call(recording, TACTI_CALL_MOVE, first, note->count);
}

static tact_status hear_write(tact_recording *recording, const tacti_note *note) {
    tacti_recorded_write write = {number_of(recording, note->ids[0]),
                                  without_pointers(note->objects)};
    tact_status status = tacti_recorded_writes_push(&recording->writes, write);
    if (status != TACT_OK)
        return status;
    return tacti_record_call(recording, TACTI_CALL_WRITE, recording->writes.count - 1, 1);
}

static tact_status hear_interest(tact_recording *recording, const tacti_note *note) {
    tacti_recorded_interest heard = {.is_pair = note->kind == TACTI_NOTE_PAIR,
                                     .is_absent = note->interest == NULL,
                                     .a = note->group[0],
                                     .b = note->group[1]};
    if (heard.is_pair) {
        heard.a = number_of(recording, note->ids[0]);
        heard.b = number_of(recording, note->ids[1]);
    }
    if (note->interest != NULL)
        heard.interest = *note->interest;
    heard.interest.notify = NULL;
    heard.interest.user = NULL;
    heard.interest.reserved = 0;
    tact_status status = tacti_recorded_interests_push(&recording->interests, heard);
    if (status != TACT_OK)
        return status;
    return tacti_record_call(recording, TACTI_CALL_INTEREST, recording->interests.count - 1, 1);
}

/* A step that ran out of memory has changed nothing, and says nothing about the world. */
static tact_status hear_step(tact_recording *recording, const tacti_note *note) {
    if (note->status == TACT_OUT_OF_MEMORY)
        return TACT_OK;
    tacti_recorded_step step = {note->seconds, note->status, tact_world_hash(recording->world)};
    tact_status status = tacti_recorded_steps_push(&recording->steps, step);
    if (status != TACT_OK)
        return status;
    return tacti_record_call(recording, TACTI_CALL_STEP, recording->steps.count - 1, 1);
}

static tact_status hear_call(tact_recording *recording, const tacti_note *note) {
    switch (note->kind) {
    case TACTI_NOTE_ADD:
        return note->count > 0 ? hear_objects(recording, note) : TACT_OK;
    case TACTI_NOTE_REMOVE:
        return note->count > 0 ? hear_removal(recording, note) : TACT_OK;
    case TACTI_NOTE_MOVE:
        return note->count > 0 ? hear_moves(recording, note) : TACT_OK;
    case TACTI_NOTE_WRITE:
        return hear_write(recording, note);
    case TACTI_NOTE_GROUPS:
    case TACTI_NOTE_PAIR:
        return hear_interest(recording, note);
    default:
        return hear_step(recording, note);
    }
}

static void hear(void *user, const tacti_note *note) {
    tact_recording *recording = user;
    if (note->kind == TACTI_NOTE_DESTROY) {
        tact_recording_detach(recording);
        return;
    }
    /* What follows a gap cannot be replayed. */
    if (recording->status == TACT_OK)
        recording->status = hear_call(recording, note);
}

tact_status tact_recording_attach(tact_recording *recording, tact_world *world) {
    if (recording == NULL || world == NULL || recording->had_world || world->has_history ||
        world->listener.hear != NULL)
        return TACT_INVALID_ARGUMENT;
    world->listener = (tacti_listener){hear, recording};
    recording->world = world;
    recording->had_world = true;
    return TACT_OK;
}

void tact_recording_detach(tact_recording *recording) {
    if (recording == NULL || recording->world == NULL)
        return;
    recording->world->listener = (tacti_listener){NULL, NULL};
    recording->world = NULL;
}

tact_status tact_recording_set_name(tact_recording *recording, tact_object_id id,
                                    const char *name) {
    if (recording == NULL || recording->world == NULL || !tacti_is_object_name(name))
        return TACT_INVALID_ARGUMENT;
    if (tacti_slot_of(recording->world, id) == NULL)
        return TACT_STALE_ID;
    if (recording->status != TACT_OK) /* the object may be missing */
        return TACT_OK;
    return tacti_record_name(recording, number_of(recording, id), name);
}
