/* SPDX-License-Identifier: MIT */
/* Recordings: made, destroyed, inspected, and their models and names. */
#include "record/record.h"

#include <string.h>

#include "model/model.h"

/* ---- Making and destroying ---------------------------------------------------------------- */

static void begin_recording(tact_recording *recording, const tact_context *context) {
    *recording = (tact_recording){
        .context = context,
        .models = tacti_recorded_models_make(context),
        .part_models = tacti_counts_make(context),
        .table = tacti_counts_make(context),
        .objects = tacti_recorded_objects_make(context),
        .numbers = tacti_counts_make(context),
        .moves = tacti_recorded_moves_make(context),
        .writes = tacti_recorded_writes_make(context),
        .interests = tacti_recorded_interests_make(context),
        .steps = tacti_recorded_steps_make(context),
        .asks = tacti_recorded_asks_make(context),
        .answers = tacti_words_make(context),
        .caches = tacti_letters_make(context),
        .names = tacti_letters_make(context),
        .calls = tacti_calls_make(context),
        .by_slot = tacti_counts_make(context),
        .text = tacti_letters_make(context),
    };
}

tact_status tact_recording_create(const tact_context *context, tact_recording **out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_recording *recording =
        tacti_allocate(context, 1, sizeof *recording, _Alignof(tact_recording));
    if (recording == NULL)
        return TACT_OUT_OF_MEMORY;
    begin_recording(recording, context);
    tact_status status = tacti_letters_push(&recording->names, '\0');
    if (status == TACT_OK)
        *out = recording;
    else
        tact_recording_destroy(recording);
    return status;
}

void tact_recording_destroy(tact_recording *recording) {
    if (recording == NULL)
        return;
    tact_recording_detach(recording);
    for (size_t i = 0; i < recording->models.count; i++)
        tact_model_destroy(recording->models.items[i].model);
    tacti_recorded_models_release(&recording->models);
    tacti_counts_release(&recording->part_models);
    tacti_counts_release(&recording->table);
    tacti_recorded_objects_release(&recording->objects);
    tacti_counts_release(&recording->numbers);
    tacti_recorded_moves_release(&recording->moves);
    tacti_recorded_writes_release(&recording->writes);
    tacti_recorded_interests_release(&recording->interests);
    tacti_recorded_steps_release(&recording->steps);
    tacti_recorded_asks_release(&recording->asks);
    tacti_words_release(&recording->answers);
    tacti_letters_release(&recording->caches);
    tacti_letters_release(&recording->names);
    tacti_calls_release(&recording->calls);
    tacti_counts_release(&recording->by_slot);
    tacti_letters_release(&recording->text);
    tacti_release(recording->context, recording, 1, sizeof *recording, _Alignof(tact_recording));
}

/* ---- Models ------------------------------------------------------------------------------- */

static uint64_t hash_address(const tact_model *model) {
    uint64_t h = (uint64_t)(uintptr_t)model * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 32;
}

/* The place of a model in the table, or the empty place where it belongs. The table is a power of
 * two and at most half full. */
static uint32_t *find_place(tact_recording *recording, const tact_model *model) {
    size_t mask = recording->table.count - 1;
    size_t at = (size_t)hash_address(model) & mask;
    TACTI_ASSERT(recording->models.count < recording->table.count);
    while (recording->table.items[at] != 0 &&
           recording->models.items[recording->table.items[at] - 1].model != model)
        at = (at + 1) & mask;
    return &recording->table.items[at];
}

static tact_status grow_table(tact_recording *recording) {
    size_t size = recording->table.count;
    if (2 * (recording->models.count + 1) <= size)
        return TACT_OK;
    tacti_counts table = tacti_counts_make(recording->context);
    size_t larger = size == 0 ? 16 : 2 * size;
    if (tacti_counts_extend(&table, larger) == NULL)
        return TACT_OUT_OF_MEMORY;
    memset(table.items, 0, larger * sizeof *table.items);
    tacti_counts_release(&recording->table);
    recording->table = table;
    for (size_t i = 0; i < recording->models.count; i++)
        *find_place(recording, recording->models.items[i].model) = (uint32_t)i + 1;
    return TACT_OK;
}

tact_status tacti_record_new_model(tact_recording *recording, tact_model *model, uint32_t *out) {
    size_t number = recording->models.count, first = recording->part_models.count;
    if (number >= TACTI_NO_MODEL - 1)
        return TACT_TOO_LARGE;
    tact_status status = grow_table(recording);
    for (uint32_t i = 0; i < model->part_count && status == TACT_OK; i++) {
        uint32_t part = *find_place(recording, model->parts[i].model);
        TACTI_ASSERT(part != 0);
        status = tacti_counts_push(&recording->part_models, part - 1);
    }
    tacti_recorded_model added = {model, (uint32_t)first};
    if (status == TACT_OK)
        status = tacti_recorded_models_push(&recording->models, added);
    if (status != TACT_OK) {
        recording->part_models.count = first;
        return status;
    }
    *find_place(recording, model) = (uint32_t)number + 1;
    *out = (uint32_t)number;
    return TACT_OK;
}

static tact_status record_one(tact_recording *recording, const tact_model *model, uint32_t *out) {
    tact_status status = grow_table(recording);
    if (status != TACT_OK)
        return status;
    uint32_t known = *find_place(recording, model);
    if (known != 0) {
        *out = known - 1;
        return TACT_OK;
    }
    tact_model *own = tact_model_retain(model);
    status = tacti_record_new_model(recording, own, out);
    if (status != TACT_OK)
        tact_model_destroy(own);
    return status;
}

tact_status tacti_record_model(tact_recording *recording, const tact_model *model, uint32_t *out) {
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < model->part_count && status == TACT_OK; i++) {
        uint32_t part;
        TACTI_ASSERT(model->parts[i].model->part_count == 0);
        status = record_one(recording, model->parts[i].model, &part);
    }
    return status == TACT_OK ? record_one(recording, model, out) : status;
}

/* ---- Calls and names ---------------------------------------------------------------------- */

tact_status tacti_record_call(tact_recording *recording, tacti_call_kind kind, size_t first,
                              size_t count) {
    if (first + count >= UINT32_MAX || recording->calls.count >= UINT32_MAX - 1)
        return TACT_TOO_LARGE;
    tacti_call call = {kind, (uint32_t)first, (uint32_t)count};
    return tacti_calls_push(&recording->calls, call);
}

bool tacti_is_object_name(const char *name) {
    if (name == NULL || name[0] == ' ' || strlen(name) >= TACT_RECORDING_NAME_BYTES)
        return false;
    for (const char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            return false;
    return true;
}

tact_status tacti_record_name(tact_recording *recording, uint32_t object, const char *name) {
    size_t bytes = strlen(name) + 1, at = recording->names.count;
    TACTI_ASSERT(object < recording->objects.count);
    if (bytes == 1)
        at = 0;
    else if (tacti_letters_extend(&recording->names, bytes) == NULL)
        return TACT_OUT_OF_MEMORY;
    memcpy(recording->names.items + at, name, bytes);
    recording->objects.items[object].name = at;
    return TACT_OK;
}

const char *tact_recording_name(const tact_recording *recording, uint32_t object) {
    if (recording == NULL || object >= recording->objects.count)
        return "";
    return recording->names.items + recording->objects.items[object].name;
}

tact_recording_info tact_recording_inspect(const tact_recording *recording) {
    tact_recording_info info = {0};
    if (recording == NULL)
        return info;
    info.status = recording->status;
    info.model_count = (uint32_t)recording->models.count;
    info.object_count = (uint32_t)recording->objects.count;
    info.call_count = (uint32_t)recording->calls.count;
    info.step_count = (uint32_t)recording->steps.count;
    info.question_count = (uint32_t)recording->asks.count;
    return info;
}
