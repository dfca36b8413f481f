/* SPDX-License-Identifier: MIT */
/* Actions on models, instances and caches. */
#include "script.h"

#include <string.h>

static tact_model_options choose_options(script *s) {
    tact_model_options options = tact_model_options_default();
    uint8_t how = script_byte(s);
    options.interior = (tact_interior_mode)(how % 4);
    options.builder = (tact_bvh_builder)(how / 4 % 2);
    if (how < 224)
        return options;
    switch (script_below(s, 5)) {
    case 0:
        options.size = script_below(s, sizeof options + 8);
        break;
    case 1:
        options.interior = (tact_interior_mode)script_byte(s);
        break;
    case 2:
        options.builder = (tact_bvh_builder)script_byte(s);
        break;
    case 3:
        options.flags = script_byte(s) & ~TACT_MODEL_BORROW;
        break;
    default:
        options.format = (tact_format)script_byte(s);
        break;
    }
    return options;
}

static void check_model(script *s, const tact_model *model) {
    script_begin(s, NULL, 0);
    (void)script_end_error(s, tact_model_validate(model, &s->error), 0);
}

void act_model_mesh(script *s) {
    bool can_borrow;
    tact_mesh_arrays arrays = script_arrays(s, &can_borrow);
    tact_model_options options = choose_options(s);
    tact_model *model;
    const tact_context *context = script_context(s);
    uint8_t how = script_byte(s);
    if (can_borrow && how % 4 == 0)
        options.flags |= TACT_MODEL_BORROW;
    else if (how % 4 == 1)
        options.flags |= how % 8 == 1 ? TACT_MODEL_FLOATS : TACT_MODEL_PACKED;
    const tact_model_options *given = script_rarely(s) ? NULL : &options;
    script_begin(s, &model, sizeof model);
    if (!script_end_error(s, tact_model_create_mesh(context, &arrays, given, &s->error, &model),
                          MAY_BUILD))
        return;
    check_model(s, model);
    script_put_model(s, model);
}

void act_model_shape(script *s) {
    tact_shape shape = script_shape(s);
    tact_model *model;
    const tact_context *context = script_context(s);
    tact_status valid = tact_shape_validate(&shape);
    script_begin(s, &model, sizeof model);
    tact_status status = tact_model_create_shape(context, &shape, &model);
    if (!script_end(s, status, MAY_REFUSE | MAY(TACT_NOT_FINITE))) {
        script_require(status == TACT_OUT_OF_MEMORY || status == valid);
        return;
    }
    script_require(valid == TACT_OK);
    check_model(s, model);
    script_put_model(s, model);
}

/* The parts live on in the compound after their slots are filled again. */
void act_model_compound(script *s) {
    tact_instance parts[4];
    uint32_t count = script_below(s, 5);
    tact_model *model;
    const tact_context *context = script_context(s);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = script_instance(s);
    script_begin(s, &model, sizeof model);
    if (!script_end(s, tact_model_create_compound(context, parts, count, &model),
                    MAY_REFUSE | MAY(TACT_NOT_FINITE) | MAY(TACT_INVALID_POSE) |
                        MAY(TACT_TOO_LARGE) | MAY(TACT_NO_INTERIOR)))
        return;
    /* Compounds of compounds would grow without end. */
    if (tact_model_inspect(model).part_count > 16) {
        tact_model_destroy(model);
        return;
    }
    check_model(s, model);
    script_put_model(s, model);
}

void act_model_retain(script *s) {
    tact_model *model = tact_model_retain(TAKE(s, s->models));
    script_put_model(s, model);
}

void act_model_destroy(script *s) {
    script_put_model(s, NULL);
}

static void read_parts(script *s, const tact_model *model, const tact_model_info *info) {
    bool is_compound = info->kind == TACT_KIND_COMPOUND;
    uint32_t count = is_compound ? info->part_count : 0;
    for (uint32_t i = 0; i < count; i++) {
        const tact_instance *part = tact_model_part(model, i);
        script_require(part != NULL && tact_pose_validate(part->pose, NULL) == TACT_OK);
        script_require(tact_model_inspect(part->model).kind != TACT_KIND_COMPOUND);
    }
    script_require(tact_model_part(model, count) == NULL);
    script_require(is_compound || info->part_count == 1);
    check_model(s, model);
}

/* Every level has every triangle. */
static void read_boxes(const tact_model *model, const tact_bvh_stats *stats, uint32_t level) {
    tact_bvh_box boxes[32];
    uint32_t count = tact_model_boxes(model, level, boxes, 32), sum = 0;
    script_require((count == 0) == (stats->triangle_count == 0));
    script_require(level < stats->depth || count == stats->triangle_count);
    for (uint32_t i = 0; i < count && i < 32; i++)
        sum += boxes[i].triangle_count;
    script_require(count > 32 ? sum < stats->triangle_count : sum == stats->triangle_count);
}

void act_model_inspect(script *s) {
    const tact_model *model = TAKE(s, s->models);
    if (model == NULL)
        return;
    tact_model_info info = tact_model_inspect(model);
    tact_bvh_stats stats = tact_model_measure(model);
    const tact_mesh *mesh = tact_model_mesh(model);
    const tact_shape *shape = tact_model_shape(model);
    script_require((mesh != NULL) == (info.kind == TACT_KIND_MESH));
    script_require((shape != NULL) == (info.kind < TACT_KIND_MESH));
    script_require(stats.triangle_count == info.triangle_count);
    read_boxes(model, &stats, script_below(s, 12));
    if (mesh != NULL)
        script_read_mesh(mesh);
    if (shape != NULL) {
        tact_pose pose = script_pose(s);
        script_require(tact_shape_validate(shape) == TACT_OK);
        (void)tact_shape_bounds(shape, &pose);
        (void)tact_shape_mass(shape);
        (void)tact_shape_support(shape, &pose, script_vec3(s));
        (void)tact_shape_is_polytope(shape);
    }
    read_parts(s, model, &info);
}

void act_bounds(script *s) {
    tact_instance instance = script_instance(s);
    tact_box box;
    script_begin(s, &box, sizeof box);
    (void)script_end(s, tact_instance_bounds(&instance, &box),
                     MAY_REFUSE | MAY(TACT_NOT_FINITE) | MAY(TACT_INVALID_POSE));
}

/* Clears a cache, copies one, or fills it with anything. */
void act_cache(script *s) {
    uint32_t slot = script_below(s, MOST_OBJECTS);
    uint8_t how = script_byte(s);
    if (how < 64) {
        memset(s->caches[slot], how, sizeof s->caches[slot]);
    } else if (how < 128) {
        uint32_t from = how % MOST_OBJECTS;
        memmove(s->caches[slot], s->caches[from], sizeof s->caches[slot]);
    } else {
        /* What follows the tag of the pair. */
        uint32_t word = how % (sizeof s->caches[slot] / sizeof(uint64_t));
        s->caches[slot][word] ^= script_word(s);
    }
}
