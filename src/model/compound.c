/* SPDX-License-Identifier: MIT */
/* Creates compounds, places their parts, and visits pairs of parts. */
#include "model/compound.h"

#include <string.h>

#include "base/assert.h"
#include "base/alloc.h"
#include "model/model_make.h"

#define MOST_PARTS (UINT32_C(1) << 24)

/* ---- Making ------------------------------------------------------------------------------- */

/* A compound keeps the box of its parts, so their vertices must not move. */
static bool is_part(const tact_instance *part) {
    return part->model != NULL && part->model->bending == NULL &&
           (part->flags & ~TACT_INSTANCE_FILLED) == 0;
}

/* Counts the parts of a compound, after nested compounds are replaced by their parts. */
static tact_status count_parts(const tact_instance *parts, uint32_t count, uint32_t *whole) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_part(&parts[i]))
            return TACT_INVALID_ARGUMENT;
        tact_status status = tact_pose_validate(parts[i].pose, NULL);
        if (status != TACT_OK)
            return status;
        sum += parts[i].model->what == TACTI_MODEL_COMPOUND ? parts[i].model->part_count : 1;
    }
    *whole = (uint32_t)sum;
    return sum <= MOST_PARTS ? TACT_OK : TACT_TOO_LARGE;
}

/* A mesh without an interior stays a surface in a filled compound. */
static uint32_t flags_of(const tact_instance *part, uint32_t flags) {
    bool has_interior = part->model->what != TACTI_MODEL_MESH || part->model->interior != NULL;
    return has_interior ? part->flags | flags : 0;
}

/* Adds a part. A nested compound is already flat, and its parts are added instead. */
static tact_status add_part(tact_model *model, const tact_instance *from) {
    bool is_nested = from->model->what == TACTI_MODEL_COMPOUND;
    uint32_t count = is_nested ? from->model->part_count : 1;
    for (uint32_t i = 0; i < count; i++) {
        tact_instance part = is_nested ? from->model->parts[i] : *from;
        if (is_nested) {
            part.pose = tact_pose_compose(from->pose, part.pose);
            part.flags |= from->flags;
            tact_status status = tact_pose_validate(part.pose, NULL);
            if (status != TACT_OK)
                return status;
        }
        part.flags = flags_of(&part, 0);
        part.model = tact_model_retain(part.model);
        TACTI_ASSERT(model->part_count < model->part_room);
        TACTI_ASSERT(part.model->what != TACTI_MODEL_COMPOUND);
        model->parts[model->part_count++] = part;
        tact_box box;
        tact_status status = tact_instance_bounds(&part, &box);
        if (status != TACT_OK)
            return status;
        model->bounds = tact_box_union(model->bounds, box);
        uint64_t serial = tacti_model_serial(part.model);
        serial = tacti_hash_words(tacti_model_serial(model), &serial, 1);
        atomic_store(&model->serial, tacti_hash_words(serial, part.pose.m, 12));
    }
    return TACT_OK;
}

tact_status tact_model_create_compound(const tact_context *context, const tact_instance *parts,
                                       uint32_t count, tact_model **out) {
    uint32_t whole;
    if (out == NULL || (parts == NULL && count > 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_model_check_mode(NULL);
    if (status == TACT_OK)
        status = count_parts(parts, count, &whole);
    if (status != TACT_OK)
        return status;
    tact_model *model = tacti_model_allocate(context, TACTI_MODEL_COMPOUND, TACT_KIND_COMPOUND);
    if (model == NULL)
        return TACT_OUT_OF_MEMORY;
    tact_instance *room =
        tacti_allocate(context, whole, sizeof(tact_instance), _Alignof(tact_instance));
    if (room == NULL) {
        tact_model_destroy(model);
        return TACT_OUT_OF_MEMORY;
    }
    model->parts = room;
    model->part_room = whole;
    atomic_store(&model->serial, 1);
    for (uint32_t i = 0; i < count && status == TACT_OK; i++)
        status = add_part(model, &parts[i]);
    if (status == TACT_OK)
        *out = model;
    else
        tact_model_destroy(model);
    return status;
}

/* ---- Placing ------------------------------------------------------------------------------ */

uint32_t tacti_part_count(const tact_instance *instance) {
    return tacti_is_compound(instance) ? instance->model->part_count : 1;
}

tact_status tacti_part_place(const tact_instance *instance, uint32_t part, tacti_part *out) {
    TACTI_ASSERT(part < tacti_part_count(instance));
    tact_instance placed = *instance;
    if (tacti_is_compound(instance)) {
        placed = instance->model->parts[part];
        placed.pose = tact_pose_compose(instance->pose, placed.pose);
        placed.flags = flags_of(&placed, instance->flags & TACT_INSTANCE_FILLED);
    }
    out->pose = placed.pose;
    out->side = (tacti_side){placed.model, &out->pose, (placed.flags & TACT_INSTANCE_FILLED) != 0,
                             tacti_is_compound(instance) ? part : 0};
    return tact_instance_bounds(&placed, &out->box);
}

bool tacti_parts_place(const tact_instance *a, const tact_instance *b, tacti_cached_parts number,
                       tacti_part out[2]) {
    return number.a < tacti_part_count(a) && number.b < tacti_part_count(b) &&
           tacti_part_place(a, number.a, &out[0]) == TACT_OK &&
           tacti_part_place(b, number.b, &out[1]) == TACT_OK;
}

tact_status tacti_poses_check(const tact_instance *a, const tact_instance *b) {
    tact_status status = tact_pose_validate(a->pose, NULL);
    return status == TACT_OK ? tact_pose_validate(b->pose, NULL) : status;
}

tact_status tacti_parts_walk(const tact_instance *a, const tact_instance *b, tacti_take_parts *take,
                             void *user) {
    uint32_t count_a = tacti_part_count(a), count_b = tacti_part_count(b);
    tact_status status = tacti_poses_check(a, b);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < count_a; i++) {
        tacti_part part_a, part_b;
        status = tacti_part_place(a, i, &part_a);
        if (status != TACT_OK)
            return status;
        for (uint32_t j = 0; j < count_b; j++) {
            status = tacti_part_place(b, j, &part_b);
            if (status != TACT_OK)
                return status;
            if (!take(user, &part_a, &part_b))
                return TACT_OK;
        }
    }
    return TACT_OK;
}
