/* SPDX-License-Identifier: MIT */
/* Creates models from shapes and meshes, counts references, destroys, inspects. Files are in
 * load.c, compounds in compound.c.
 *
 * The serial number of a model is a hash of its contents. Caches name models by it: that takes
 * neither addresses nor a counter that all threads share. Two models with the same number do no
 * harm, because every hint of a cache is checked. */
#include "model/model.h"

#include <string.h>

#include "base/assert.h"
#include "base/alloc.h"
#include "bvh/node.h"
#include "shape/body.h"
#include "shape/traits.h"
#include "hull/hull.h"
#include "mesh/arrays.h"
#include "mesh/mesh.h"
#include "mesh/soup.h"
#include "model/model_bend.h"
#include "model/model_make.h"

/* ---- Serial numbers ----------------------------------------------------------------------- */

uint64_t tacti_hash_words(uint64_t sum, const void *words, size_t count) {
    const unsigned char *bytes = words;
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, bytes + i * sizeof word, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 32;
    }
    return sum;
}

static uint64_t hash_doubles(uint64_t sum, const double *numbers, size_t count) {
    return tacti_hash_words(sum, numbers, count);
}

static uint64_t hash_shape(const tact_shape *shape) {
    uint64_t sum = hash_doubles((uint64_t)shape->kind + 1, &shape->radius, 1);
    if (shape->kind == TACT_SHAPE_HULL)
        return hash_doubles(sum, &shape->core.hull->vertices[0].x,
                            3 * (size_t)shape->core.hull->vertex_count);
    return hash_doubles(sum, tacti_core_numbers(shape),
                        tacti_shape_traits_of(shape->kind)->number_count);
}

uint64_t tacti_model_make_serial(const tact_model *model) {
    if (model->mesh == NULL)
        return 0;
    uint64_t serial = tact_mesh_fingerprint(model->mesh);
    atomic_store_explicit(&((tact_model *)model)->serial, serial, memory_order_relaxed);
    return serial;
}

/* ---- Creating and destroying -------------------------------------------------------------- */

tact_model *tacti_model_allocate(const tact_context *context, tacti_model_class what,
                                 tact_kind kind) {
    tact_model *model = tacti_allocate(context, 1, sizeof *model, _Alignof(tact_model));
    if (model == NULL)
        return NULL;
    memset(model, 0, sizeof *model);
    model->context = context;
    model->what = what;
    model->kind = kind;
    model->bounds = tact_box_empty();
    atomic_init(&model->references, 1);
    atomic_init(&model->serial, 0);
    return model;
}

tact_status tacti_model_check_mode(tact_error *error) {
    if (tact_float_mode_check() == TACT_OK)
        return TACT_OK;
    return tacti_error_set(error, TACT_INVALID_FLOAT_MODE, 0, TACT_NO_INDEX,
                           "%s: fesetenv(FE_DFL_ENV) restores the default mode",
                           tact_status_text(TACT_INVALID_FLOAT_MODE));
}

static void release_parts(tact_model *model) {
    TACTI_ASSERT(model->part_count <= model->part_room);
    for (uint32_t i = 0; i < model->part_count; i++)
        tact_model_destroy((tact_model *)model->parts[i].model);
    tacti_release(model->context, model->parts, model->part_room, sizeof *model->parts,
                  _Alignof(tact_instance));
}

void tact_model_destroy(tact_model *model) {
    if (model == NULL)
        return;
    TACTI_ASSERT(atomic_load(&model->references) > 0);
    if (atomic_fetch_sub(&model->references, 1) != 1)
        return;
    tacti_bending_destroy(model, model->bending);
    tacti_interior_destroy(model->interior);
    tacti_bvh_destroy(model->bvh);
    tact_mesh_destroy(model->mesh);
    tact_soup_destroy(model->soup);
    tact_hull_destroy(model->hull);
    if (model->parts != NULL)
        release_parts(model);
    tacti_release(model->context, model, 1, sizeof *model, _Alignof(tact_model));
}

tact_model *tact_model_retain(const tact_model *model) {
    tact_model *own = (tact_model *)model;
    if (own == NULL)
        return NULL;
    TACTI_ASSERT(atomic_load(&own->references) > 0);
    atomic_fetch_add(&own->references, 1);
    return own;
}

tact_status tact_model_create_shape(const tact_context *context, const tact_shape *shape,
                                    tact_model **out) {
    if (shape == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_model_check_mode(NULL);
    if (status == TACT_OK)
        status = tact_shape_validate(shape);
    if (status != TACT_OK)
        return status;
    tact_model *model = tacti_model_allocate(context, TACTI_MODEL_SHAPE, (tact_kind)shape->kind);
    if (model == NULL)
        return TACT_OUT_OF_MEMORY;
    model->shape = *shape;
    if (shape->kind == TACT_SHAPE_HULL) {
        model->hull = tacti_hull_copy(context, shape->core.hull);
        if (model->hull == NULL) {
            tact_model_destroy(model);
            return TACT_OUT_OF_MEMORY;
        }
        model->shape.core.hull = model->hull;
    }
    atomic_init(&model->serial, hash_shape(&model->shape));
    model->facts = tacti_shape_facts_of(&model->shape);
    model->level = tacti_simd_level(context);
    tacti_placed_shape placed = {&model->shape, tact_pose_identity(),
                                 tacti_simd_limit_at(model->level)};
    model->bounds = tacti_shape_bounds(&placed);
    *out = model;
    return TACT_OK;
}

/* Adds the interior if the mode asks for it. */
static tact_status add_interior(tact_model *model, tact_interior_mode mode, tact_error *error) {
    /* An empty mesh is watertight: its interior is empty. */
    bool is_empty = tact_mesh_triangle_count(model->mesh) == 0;
    bool is_watertight = is_empty || tacti_bvh_is_solid(model->bvh);
    if (mode == TACT_INTERIOR_REQUIRED && !is_watertight)
        return tacti_error_set(error, TACT_NOT_WATERTIGHT, 0, TACT_NO_INDEX,
                               "the mesh is open: an edge has more triangles in one direction than "
                               "in the other");
    if (mode == TACT_INTERIOR_NONE || (mode == TACT_INTERIOR_IF_WATERTIGHT && !is_watertight))
        return TACT_OK;
    tact_status status = tacti_interior_create(model->context, model->bvh, &model->interior);
    if (status != TACT_OK)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "no memory for the interior");
    return TACT_OK;
}

tact_status tacti_model_finish_mesh(tact_model *model, const tact_model_options *options,
                                    tact_error *error) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.builder = options->builder;
    model->builder = options->builder;
    model->interior_mode = options->interior;
    desc.solid = options->interior != TACT_INTERIOR_NONE;
    TACTI_ASSERT(model->mesh != NULL && model->bvh == NULL);
    tact_status status = tacti_bvh_create(model->context, model->mesh, &desc, &model->bvh);
    if (status != TACT_OK)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "the hierarchy: %s",
                               tact_status_text(status));
    model->bounds = tact_mesh_bounds(model->mesh);
    return add_interior(model, options->interior, error);
}

tact_status tacti_model_make_compact(tact_model *model, const tact_mesh_arrays *borrowed,
                                     bool is_packed, tact_error *error) {
    tact_mesh *compact;
    tact_status status = tacti_mesh_make_compact(model->mesh, borrowed, is_packed, &compact);
    if (status == TACT_OK && tacti_bvh_make_compact(model->bvh, compact) != TACT_OK) {
        tact_mesh_destroy(compact);
        status = TACT_OUT_OF_MEMORY;
    }
    if (status != TACT_OK)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "no memory for a compact copy");
    tact_mesh_destroy(model->mesh);
    tact_soup_destroy(model->soup);
    model->mesh = compact;
    model->soup = NULL;
    return TACT_OK;
}

tact_status tacti_model_apply_flags(tact_model *model, const tact_model_options *options,
                                    tact_error *error) {
    if ((options->flags & (TACT_MODEL_FLOATS | TACT_MODEL_PACKED)) == 0)
        return TACT_OK;
    bool is_packed = (options->flags & TACT_MODEL_PACKED) != 0;
    return tacti_model_make_compact(model, NULL, is_packed, error);
}

tact_status tacti_model_options_read(const tact_model_options *given, tact_error *error,
                                     tact_model_options *out) {
    *out = tact_model_options_default();
    if (given == NULL)
        return TACT_OK;
    if (given->size < 2 * sizeof(uint32_t) || given->size > sizeof *out)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the options have size %lu: begin with tact_model_options_default()",
                               (unsigned long)given->size);
    memcpy(out, given, given->size);
    const uint32_t compact = TACT_MODEL_FLOATS | TACT_MODEL_PACKED;
    if ((out->flags & TACT_MODEL_BORROW) != 0 && (out->flags & compact) != 0)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the options ask for borrowed arrays and for compact ones");
    if ((out->flags & ~(TACT_MODEL_BORROW | compact)) != 0 ||
        (unsigned)out->interior > TACT_INTERIOR_ESTIMATE ||
        (unsigned)out->builder > TACT_BVH_MORTON)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the options have an unknown flag, interior mode or builder");
    return TACT_OK;
}

tact_status tact_model_create_mesh(const tact_context *context, const tact_mesh_arrays *arrays,
                                   const tact_model_options *options, tact_error *error,
                                   tact_model **out) {
    tact_model_options chosen;
    if (out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the pointer for the model is NULL");
    tact_status status = tacti_model_check_mode(error);
    if (status == TACT_OK)
        status = tacti_model_options_read(options, error, &chosen);
    if (status != TACT_OK)
        return status;
    tact_model *model = tacti_model_allocate(context, TACTI_MODEL_MESH, TACT_KIND_MESH);
    if (model == NULL)
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                               "no memory for a model");
    model->is_borrowed = (chosen.flags & TACT_MODEL_BORROW) != 0;
    bool has_floats =
        model->is_borrowed && arrays != NULL && tacti_arrays_are_packed_floats(arrays);
    status = model->is_borrowed && !has_floats
                 ? tacti_mesh_borrow(context, arrays, error, &model->mesh)
                 : tact_mesh_create(context, arrays, error, &model->mesh);
    if (status == TACT_OK)
        status = tacti_model_finish_mesh(model, &chosen, error);
    if (status == TACT_OK)
        status = has_floats ? tacti_model_make_compact(model, arrays, false, error)
                            : tacti_model_apply_flags(model, &chosen, error);
    if (status == TACT_OK)
        *out = model;
    else
        tact_model_destroy(model);
    return status;
}

bool tacti_sides_have_pieces(const tacti_side *a, const tacti_side *b) {
    TACTI_ASSERT(a->model->bvh != NULL && b->model->bvh != NULL);
    return a->model->bvh->has_solid_data && b->model->bvh->has_solid_data;
}

/* ---- Inspecting --------------------------------------------------------------------------- */

const tact_mesh *tact_model_mesh(const tact_model *model) {
    return model == NULL ? NULL : model->mesh;
}

const tact_shape *tact_model_shape(const tact_model *model) {
    return model != NULL && model->what == TACTI_MODEL_SHAPE ? &model->shape : NULL;
}

const tact_instance *tact_model_part(const tact_model *model, uint32_t part) {
    return model != NULL && part < model->part_count ? &model->parts[part] : NULL;
}

static void inspect_mesh(const tact_model *model, tact_model_info *info) {
    info->vertex_count = tact_mesh_vertex_count(model->mesh);
    info->triangle_count = tact_mesh_triangle_count(model->mesh);
    info->mesh_bytes = tacti_mesh_bytes(model->mesh);
    if (model->soup != NULL)
        info->mesh_bytes += tacti_soup_bytes(model->soup);
    info->hierarchy_bytes = tacti_bvh_bytes(model->bvh);
    info->bytes += info->mesh_bytes + info->hierarchy_bytes;
    if (model->bending != NULL)
        info->bytes += tacti_bending_bytes(model);
    if (model->interior == NULL)
        return;
    tacti_interior_info inside = tacti_interior_inspect(model->interior);
    info->is_watertight = inside.is_watertight;
    info->is_closed = inside.is_closed;
    info->is_simple = inside.is_simple;
    info->crosses_itself = inside.crosses_itself;
    info->shell_count = inside.shell_count;
    info->cavity_count = inside.cavity_count;
    info->interior_bytes = inside.bytes;
    info->bytes += info->interior_bytes;
}

tact_model_info tact_model_inspect(const tact_model *model) {
    tact_model_info info = {.part_count = 1, .bounds = tact_box_empty()};
    if (model == NULL)
        return info;
    info.kind = model->kind;
    info.serial = tacti_model_serial(model);
    info.bounds = model->bounds;
    info.bytes = sizeof *model;
    info.has_interior = model->what != TACTI_MODEL_MESH || model->interior != NULL;
    if (model->what == TACTI_MODEL_MESH) {
        inspect_mesh(model, &info);
    } else if (model->what == TACTI_MODEL_COMPOUND) {
        info.part_count = model->part_count;
        info.bytes += model->part_count * sizeof(tact_instance);
        for (uint32_t i = 0; i < model->part_count; i++)
            info.has_interior &= tact_model_inspect(model->parts[i].model).has_interior;
    } else if (model->hull != NULL) {
        info.bytes += model->hull->bytes;
    }
    return info;
}

tact_bvh_stats tact_model_measure(const tact_model *model) {
    return model == NULL || model->bvh == NULL ? (tact_bvh_stats){0}
                                               : tacti_bvh_measure(model->bvh);
}

uint32_t tact_model_boxes(const tact_model *model, uint32_t level, tact_bvh_box *out,
                          uint32_t room) {
    return model == NULL || model->bvh == NULL
               ? 0
               : tacti_bvh_level(model->bvh, level, out, out == NULL ? 0 : room);
}

tact_status tact_model_validate(const tact_model *model, tact_error *error) {
    if (model == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "the model is NULL");
    if (model->what == TACTI_MODEL_MESH)
        return tacti_bvh_validate(model->bvh, error);
    if (model->hull != NULL)
        return tact_hull_validate(model->hull, error);
    for (uint32_t i = 0; i < model->part_count; i++) {
        tact_status status = tact_model_validate(model->parts[i].model, error);
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}
