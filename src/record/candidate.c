/* SPDX-License-Identifier: MIT */
/* Copies a part of a recording: calls about objects that are left out are left out as well. And
 * brings a recording up to date with what its replay gives. */
#include "record/record.h"

#include <string.h>

typedef struct copier {
    const tact_recording *from;
    tact_recording *to;
    const uint8_t *keeps_object; /* NULL: all */
    tacti_counts numbers;        /* the new number of each object; TACT_NO_OBJECT */
} copier;

static tact_status copy_add(copier *c, const tacti_call *call) {
    size_t first = c->to->objects.count;
    tact_status status = TACT_OK;
    for (uint32_t i = call->first; i < call->first + call->count && status == TACT_OK; i++) {
        if (c->keeps_object != NULL && !c->keeps_object[i])
            continue;
        tacti_recorded_object object = c->from->objects.items[i];
        object.name = 0;
        status = tacti_record_model(c->to, object.object.instance.model, &object.model);
        if (status == TACT_OK)
            status = tacti_recorded_objects_push(&c->to->objects, object);
        if (status != TACT_OK)
            return status;
        c->numbers.items[i] = (uint32_t)c->to->objects.count - 1;
        status = tacti_record_name(c->to, c->numbers.items[i], tact_recording_name(c->from, i));
    }
    size_t count = c->to->objects.count - first;
    return status == TACT_OK && count > 0 ? tacti_record_call(c->to, TACTI_CALL_ADD, first, count)
                                          : status;
}

static tact_status copy_remove(copier *c, const tacti_call *call) {
    size_t first = c->to->numbers.count;
    for (uint32_t i = call->first; i < call->first + call->count; i++) {
        uint32_t number = c->numbers.items[c->from->numbers.items[i]];
        if (number != TACT_NO_OBJECT && tacti_counts_push(&c->to->numbers, number) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    }
    size_t count = c->to->numbers.count - first;
    return count > 0 ? tacti_record_call(c->to, TACTI_CALL_REMOVE, first, count) : TACT_OK;
}

static tact_status copy_move(copier *c, const tacti_call *call) {
    size_t first = c->to->moves.count;
    for (uint32_t i = call->first; i < call->first + call->count; i++) {
        tacti_recorded_move move = c->from->moves.items[i];
        move.object = c->numbers.items[move.object];
        if (move.object != TACT_NO_OBJECT &&
            tacti_recorded_moves_push(&c->to->moves, move) != TACT_OK)
            return TACT_OUT_OF_MEMORY;
    }
    size_t count = c->to->moves.count - first;
    return count > 0 ? tacti_record_call(c->to, TACTI_CALL_MOVE, first, count) : TACT_OK;
}

static tact_status copy_write(copier *c, const tacti_call *call) {
    tacti_recorded_write write = c->from->writes.items[call->first];
    write.number = c->numbers.items[write.number];
    if (write.number == TACT_NO_OBJECT)
        return TACT_OK;
    tact_status status = tacti_recorded_writes_push(&c->to->writes, write);
    return status == TACT_OK
               ? tacti_record_call(c->to, TACTI_CALL_WRITE, c->to->writes.count - 1, 1)
               : status;
}

static tact_status copy_interest(copier *c, const tacti_call *call) {
    tacti_recorded_interest interest = c->from->interests.items[call->first];
    if (interest.is_pair) {
        interest.a = c->numbers.items[interest.a];
        interest.b = c->numbers.items[interest.b];
        if (interest.a == TACT_NO_OBJECT || interest.b == TACT_NO_OBJECT)
            return TACT_OK;
    }
    tact_status status = tacti_recorded_interests_push(&c->to->interests, interest);
    return status == TACT_OK
               ? tacti_record_call(c->to, TACTI_CALL_INTEREST, c->to->interests.count - 1, 1)
               : status;
}

static tact_status copy_step(copier *c, const tacti_call *call) {
    tact_status status =
        tacti_recorded_steps_push(&c->to->steps, c->from->steps.items[call->first]);
    return status == TACT_OK ? tacti_record_call(c->to, TACTI_CALL_STEP, c->to->steps.count - 1, 1)
                             : status;
}

static tact_status copy_ask(copier *c, const tacti_call *call) {
    tacti_recorded_ask ask = c->from->asks.items[call->first];
    size_t cache = ask.cache, answer = ask.answer;
    tact_status status = tacti_record_model(c->to, ask.asked.a.model, &ask.model[0]);
    if (status == TACT_OK && ask.model[1] != TACTI_NO_MODEL)
        status = tacti_record_model(c->to, ask.asked.b.model, &ask.model[1]);
    if (status != TACT_OK)
        return status;
    ask.cache = c->to->caches.count;
    ask.answer = c->to->answers.count;
    char *bytes = tacti_letters_extend(&c->to->caches, ask.cache_bytes);
    uint64_t *words = tacti_words_extend(&c->to->answers, ask.answer_count);
    if (bytes == NULL || words == NULL)
        return TACT_OUT_OF_MEMORY;
    if (ask.cache_bytes > 0)
        memcpy(bytes, c->from->caches.items + cache, ask.cache_bytes);
    if (ask.answer_count > 0)
        memcpy(words, c->from->answers.items + answer, ask.answer_count * sizeof *words);
    status = tacti_recorded_asks_push(&c->to->asks, ask);
    return status == TACT_OK ? tacti_record_call(c->to, TACTI_CALL_ASK, c->to->asks.count - 1, 1)
                             : status;
}

static tact_status copy_call(copier *c, const tacti_call *call) {
    switch (call->kind) {
    case TACTI_CALL_ADD:
        return copy_add(c, call);
    case TACTI_CALL_REMOVE:
        return copy_remove(c, call);
    case TACTI_CALL_MOVE:
        return copy_move(c, call);
    case TACTI_CALL_WRITE:
        return copy_write(c, call);
    case TACTI_CALL_INTEREST:
        return copy_interest(c, call);
    case TACTI_CALL_STEP:
        return copy_step(c, call);
    default:
        return copy_ask(c, call);
    }
}

tact_status tacti_recording_part(const tact_recording *recording, const uint8_t *keeps_object,
                                 const uint8_t *keeps_call, tact_recording **out) {
    copier c = {recording, NULL, keeps_object, tacti_counts_make(recording->context)};
    tact_status status = tact_recording_create(recording->context, &c.to);
    if (status != TACT_OK)
        return status;
    c.to->had_world = true;
    size_t count = recording->objects.count;
    if (count > 0 && tacti_counts_extend(&c.numbers, count) == NULL)
        status = TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        c.numbers.items[i] = TACT_NO_OBJECT;
    for (size_t i = 0; i < recording->calls.count && status == TACT_OK; i++) {
        if (keeps_call == NULL || keeps_call[i])
            status = copy_call(&c, &recording->calls.items[i]);
    }
    tacti_counts_release(&c.numbers);
    if (status == TACT_OK)
        *out = c.to;
    else
        tact_recording_destroy(c.to);
    return status;
}

tact_status tact_recording_refresh(tact_recording *recording, const tact_context *context) {
    if (recording == NULL || recording->world != NULL)
        return TACT_INVALID_ARGUMENT;
    if (recording->status != TACT_OK)
        return recording->status;
    size_t count = recording->calls.count + 1;
    tact_recording *copy = NULL, *part = NULL;
    uint8_t *keeps_call = tacti_allocate(context, count, 1, 1);
    if (keeps_call == NULL)
        return TACT_OUT_OF_MEMORY;
    memset(keeps_call, 1, count);
    tact_status status = tacti_recording_part(recording, NULL, NULL, &copy);
    if (status == TACT_OK) {
        tacti_replay_notes notes = {copy, keeps_call};
        tact_replay_report report;
        status = tacti_replay(copy, context, NULL, &notes, &report);
    }
    if (status == TACT_OK)
        status = tacti_recording_part(copy, NULL, keeps_call, &part);
    if (status == TACT_OK) {
        tact_recording old = *recording;
        *recording = *part;
        *part = old;
    }
    tacti_release(context, keeps_call, count, 1, 1);
    tact_recording_destroy(copy);
    tact_recording_destroy(part);
    return status;
}
