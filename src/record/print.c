/* SPDX-License-Identifier: MIT */
/* Prints a recording. docs/record.md has the format. */
#include "record/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <tact/io.h>

#include "io/checksum.h"
#include "math/number.h"
#include "model/model.h"
#include "shape/traits.h"

/* Numbers of removed objects per line. */
#define NUMBERS_LINE 16

typedef struct printer {
    const tact_recording *recording;
    tacti_letters *text;
    tact_status status; /* of the first failure; then nothing more is printed */
} printer;

/* ---- Words -------------------------------------------------------------------------------- */

static void put_bytes(printer *p, const char *text, size_t bytes) {
    if (p->status != TACT_OK)
        return;
    char *room = tacti_letters_extend(p->text, bytes);
    if (room == NULL)
        p->status = TACT_OUT_OF_MEMORY;
    else
        memcpy(room, text, bytes);
}

static void put(printer *p, const char *text) {
    put_bytes(p, text, strlen(text));
}

static void put_count(printer *p, uint64_t n) {
    char text[24];
    int length = snprintf(text, sizeof text, " %" PRIu64, n);
    put_bytes(p, text, (size_t)length);
}

static void put_number(printer *p, double x) {
    char text[TACTI_DOUBLE_TEXT];
    put(p, " ");
    put_bytes(p, text, tacti_write_double(text, x));
}

static void put_numbers(printer *p, const double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        put_number(p, x[i]);
}

static void put_vector(printer *p, tact_vec3 v) {
    put_number(p, v.x);
    put_number(p, v.y);
    put_number(p, v.z);
}

static void put_bits(printer *p, uint64_t n) {
    char text[24];
    int length = snprintf(text, sizeof text, " %016" PRIx64, n);
    put_bytes(p, text, (size_t)length);
}

/* ---- Models ------------------------------------------------------------------------------- */

static void put_vertices(printer *p, const tact_vec3 *vertices, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        put_vector(p, vertices[i]);
        put(p, "\n");
    }
}

static void put_mesh(printer *p, const tact_model *model) {
    uint32_t vertices = tact_mesh_vertex_count(model->mesh);
    uint32_t triangles = tact_mesh_triangle_count(model->mesh);
    put(p, "mesh");
    put_count(p, vertices);
    put_count(p, triangles);
    put_count(p, (uint64_t)model->interior_mode);
    put_count(p, (uint64_t)model->builder);
    put(p, "\n");
    for (uint32_t i = 0; i < vertices; i++) {
        put_vector(p, tact_mesh_vertex(model->mesh, i));
        put(p, "\n");
    }
    for (uint32_t i = 0; i < triangles && p->status == TACT_OK; i++) {
        uint32_t corners[3];
        tact_mesh_corners(model->mesh, i, corners);
        for (size_t k = 0; k < 3; k++)
            put_count(p, corners[k]);
        put(p, "\n");
    }
}

static void put_shape(printer *p, const tact_shape *shape) {
    put(p, "shape ");
    put(p, tact_shape_kind_name(shape->kind));
    put_number(p, shape->radius);
    if (shape->kind != TACT_SHAPE_HULL) {
        put_numbers(p, tacti_core_numbers(shape), tacti_shape_traits_of(shape->kind)->number_count);
        put(p, "\n");
        return;
    }
    uint32_t count = tact_hull_inspect(shape->core.hull).vertex_count;
    put_count(p, count);
    put(p, "\n");
    put_vertices(p, tact_hull_vertices(shape->core.hull), count);
}

/* The model, the flags, the number of the user, and the pose. */
static void put_instance(printer *p, uint32_t model, const tact_instance *instance) {
    put_count(p, model);
    put_count(p, instance->flags);
    put_count(p, instance->user);
    put_numbers(p, instance->pose.m, 12);
}

static void put_compound(printer *p, const tacti_recorded_model *recorded) {
    const tact_model *model = recorded->model;
    put(p, "compound");
    put_count(p, model->part_count);
    put(p, "\n");
    for (uint32_t i = 0; i < model->part_count && p->status == TACT_OK; i++) {
        uint32_t part = p->recording->part_models.items[recorded->first_part + i];
        put_instance(p, part, &model->parts[i]);
        put(p, "\n");
    }
}

static void put_models(printer *p) {
    for (size_t i = 0; i < p->recording->models.count && p->status == TACT_OK; i++) {
        const tacti_recorded_model *recorded = &p->recording->models.items[i];
        if (recorded->model->what == TACTI_MODEL_MESH)
            put_mesh(p, recorded->model);
        else if (recorded->model->what == TACTI_MODEL_COMPOUND)
            put_compound(p, recorded);
        else
            put_shape(p, &recorded->model->shape);
    }
}

/* ---- Calls -------------------------------------------------------------------------------- */

static void put_object(printer *p, uint32_t model, const tact_object *object) {
    put_instance(p, model, &object->instance);
    put_vector(p, object->velocity);
    put_vector(p, object->spin);
    put_count(p, object->group);
    put_count(p, (uint64_t)object->motion);
    put_count(p, object->flags);
    put(p, "\n");
}

static void put_add(printer *p, const tacti_call *call) {
    const tact_recording *recording = p->recording;
    put(p, "add");
    put_count(p, call->count);
    put(p, "\n");
    for (uint32_t i = 0; i < call->count && p->status == TACT_OK; i++) {
        const tacti_recorded_object *added = &recording->objects.items[call->first + i];
        put_object(p, added->model, &added->object);
    }
    for (uint32_t i = 0; i < call->count && p->status == TACT_OK; i++) {
        const char *name = tact_recording_name(recording, call->first + i);
        if (name[0] == '\0')
            continue;
        put(p, "name");
        put_count(p, call->first + i);
        put(p, " ");
        put(p, name);
        put(p, "\n");
    }
}

static void put_remove(printer *p, const tacti_call *call) {
    put(p, "remove");
    put_count(p, call->count);
    for (uint32_t i = 0; i < call->count; i++) {
        if (i % NUMBERS_LINE == 0)
            put(p, "\n");
        put_count(p, p->recording->numbers.items[call->first + i]);
    }
    put(p, "\n");
}

static void put_move(printer *p, const tacti_call *call) {
    put(p, "move");
    put_count(p, call->count);
    put(p, "\n");
    for (uint32_t i = 0; i < call->count && p->status == TACT_OK; i++) {
        const tacti_recorded_move *move = &p->recording->moves.items[call->first + i];
        put_count(p, move->object);
        put_numbers(p, move->pose.m, 12);
        put(p, "\n");
    }
}

static void put_write(printer *p, const tacti_recorded_write *write) {
    put(p, "write");
    put_count(p, write->number);
    put_object(p, p->recording->objects.items[write->number].model, &write->object);
}

static void put_interest(printer *p, const tacti_recorded_interest *recorded) {
    const tact_interest *interest = &recorded->interest;
    put(p, recorded->is_pair ? "pair" : "groups");
    put_count(p, recorded->a);
    put_count(p, recorded->b);
    put(p, " ");
    put(p, recorded->is_absent ? "none" : tact_question_name(interest->question));
    if (!recorded->is_absent) {
        put_count(p, interest->flags);
        put_count(p, interest->remember);
        put_number(p, interest->radius);
    }
    put(p, "\n");
}

static void put_step(printer *p, const tacti_recorded_step *step) {
    put(p, "step");
    put_number(p, step->seconds);
    put_count(p, (uint64_t)step->status);
    put_bits(p, step->hash);
    put(p, "\n");
}

/* ---- Questions ---------------------------------------------------------------------------- */

static void put_cache(printer *p, const tacti_recorded_ask *ask) {
    static const char digits[] = "0123456789abcdef";
    put(p, "cache");
    put_count(p, ask->cache_bytes);
    put(p, ask->cache_bytes > 0 ? " " : "");
    for (uint32_t i = 0; i < ask->cache_bytes; i++) {
        unsigned char byte = (unsigned char)p->recording->caches.items[ask->cache + i];
        char text[2] = {digits[byte >> 4], digits[byte & 15]};
        put_bytes(p, text, 2);
    }
    put(p, "\n");
}

static void put_ask(printer *p, const tacti_recorded_ask *ask) {
    const tact_options *options = &ask->options;
    put(p, "ask ");
    put(p, tact_question_name(ask->asked.question));
    put_count(p, options->flags);
    put_bits(p, options->budget);
    put_number(p, options->limit);
    put_number(p, options->margin);
    put_number(p, options->relative_error);
    put_number(p, options->absolute_error);
    put(p, "\na");
    put_instance(p, ask->model[0], &ask->asked.a);
    if (ask->model[1] != TACTI_NO_MODEL) {
        put(p, "\nb");
        put_instance(p, ask->model[1], &ask->asked.b);
    }
    put(p, "\nray");
    put_vector(p, ask->asked.ray.origin);
    put_vector(p, ask->asked.ray.direction);
    put(p, "\npoint");
    put_vector(p, ask->asked.point);
    put(p, "\n");
    put_cache(p, ask);
    put(p, "answer");
    put_count(p, (uint64_t)ask->status);
    put_count(p, ask->answer_count);
    for (uint32_t i = 0; i < ask->answer_count; i++)
        put_bits(p, p->recording->answers.items[ask->answer + i]);
    put(p, "\n");
}

/* ---- Whole recordings --------------------------------------------------------------------- */

static void put_call(printer *p, const tacti_call *call) {
    const tact_recording *recording = p->recording;
    switch (call->kind) {
    case TACTI_CALL_ADD:
        put_add(p, call);
        break;
    case TACTI_CALL_REMOVE:
        put_remove(p, call);
        break;
    case TACTI_CALL_MOVE:
        put_move(p, call);
        break;
    case TACTI_CALL_WRITE:
        put_write(p, &recording->writes.items[call->first]);
        break;
    case TACTI_CALL_INTEREST:
        put_interest(p, &recording->interests.items[call->first]);
        break;
    case TACTI_CALL_STEP:
        put_step(p, &recording->steps.items[call->first]);
        break;
    default:
        put_ask(p, &recording->asks.items[call->first]);
    }
}

tact_status tact_recording_print(tact_recording *recording, const char **text, size_t *bytes) {
    if (recording == NULL || text == NULL || bytes == NULL)
        return TACT_INVALID_ARGUMENT;
    if (recording->status != TACT_OK)
        return recording->status;
    printer p = {recording, &recording->text, TACT_OK};
    recording->text.count = 0;
    put(&p, TACTI_RECORDING_HEAD);
    put_models(&p);
    for (size_t i = 0; i < recording->calls.count && p.status == TACT_OK; i++)
        put_call(&p, &recording->calls.items[i]);
    if (p.status == TACT_OK) {
        char tail[TACTI_CHECKSUM_TAIL + 1];
        tacti_checksum_tail(tail, tacti_checksum(TACTI_CHECKSUM_START,
                                                 (const unsigned char *)recording->text.items,
                                                 recording->text.count));
        put(&p, tail);
    }
    if (p.status == TACT_OK) /* terminated, for those who print it */
        p.status = tacti_letters_push(&recording->text, '\0');
    if (p.status != TACT_OK)
        return p.status;
    *text = recording->text.items;
    *bytes = recording->text.count - 1;
    return TACT_OK;
}

tact_status tact_recording_save(tact_recording *recording, const char *path, tact_error *error) {
    const char *text;
    size_t bytes;
    if (path == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "saving a recording needs a path");
    tact_status status = tact_recording_print(recording, &text, &bytes);
    if (status != TACT_OK) {
        char room[TACTI_NAME_BYTES];
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "%s: the recording: %s",
                               tacti_short_name(path, room), tact_status_text(status));
    }
    return tact_write_bytes(recording->context, path, text, bytes, error);
}
