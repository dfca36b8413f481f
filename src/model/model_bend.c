/* SPDX-License-Identifier: MIT */
/* Mesh models whose vertices are replaced. A model without an interior keeps its hierarchy and
 * refits it. What a model knows about its inside depends on which vertices are at one place, so
 * with an interior everything is made anew. */
#include "model/model_bend.h"

#include "base/alloc.h"
#include "bvh/refit.h"
#include "mesh/mesh.h"
#include "model/model_make.h"

struct tacti_bending {
    unsigned char *used; /* per vertex: whether a triangle uses it */
    tacti_refit *refit;  /* NULL for a model with an interior */
    double cost;         /* of the hierarchy when it was built */
    uint64_t builds;
};

/* A hierarchy is built anew if its boxes have grown by this factor, relative to the whole.
 * Questions take about as much longer. */
#define DECAY 1.3

static double cost_of(const tacti_bvh *bvh) {
    return tacti_bvh_measure(bvh).surface_cost;
}

void tacti_bending_destroy(const tact_model *model, tacti_bending *bending) {
    if (bending == NULL)
        return;
    tacti_refit_destroy(bending->refit);
    tacti_release(model->context, bending->used, tact_mesh_vertex_count(model->mesh), 1, 1);
    tacti_release(model->context, bending, 1, sizeof *bending, _Alignof(tacti_bending));
}

size_t tacti_bending_bytes(const tact_model *model) {
    const tacti_bending *bending = model->bending;
    return sizeof *bending + tact_mesh_vertex_count(model->mesh) +
           (bending->refit != NULL ? tacti_refit_bytes(bending->refit) : 0);
}

uint64_t tacti_bending_builds(const tact_model *model) {
    return model->bending->builds;
}

/* Gives a finished model what it needs to bend. */
static tact_status begin(tact_model *model) {
    uint32_t vertices = tact_mesh_vertex_count(model->mesh);
    tacti_bending *bending =
        tacti_allocate(model->context, 1, sizeof *bending, _Alignof(tacti_bending));
    if (bending == NULL)
        return TACT_OUT_OF_MEMORY;
    *bending = (tacti_bending){.builds = 1};
    bending->used = tacti_allocate(model->context, vertices, 1, 1);
    model->bending = bending;
    if (bending->used == NULL)
        return TACT_OUT_OF_MEMORY;
    tacti_mesh_mark_used(model->mesh, bending->used);
    if (model->interior_mode != TACT_INTERIOR_NONE)
        return TACT_OK;
    bending->cost = cost_of(model->bvh);
    return tacti_refit_create(model->bvh, model->builder, &bending->refit);
}

tact_status tacti_model_create_bending(const tact_context *context, const tact_mesh_arrays *arrays,
                                       const tact_model_options *options, tact_error *error,
                                       tact_model **out) {
    tact_model *model;
    TACTI_ASSERT(options->flags == 0);
    tact_status status = tact_model_create_mesh(context, arrays, options, error, &model);
    if (status != TACT_OK)
        return status;
    status = begin(model);
    if (status != TACT_OK) {
        tact_model_destroy(model);
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "no memory for a model");
    }
    *out = model;
    return TACT_OK;
}

/* Builds the hierarchy anew. Without memory it stays as it is. */
static void renew(tact_model *model) {
    tacti_bending *bending = model->bending;
    tacti_bvh_desc desc = {model->builder, false};
    tacti_bvh *bvh;
    tacti_refit *refit;
    if (tacti_bvh_create(model->context, model->mesh, &desc, &bvh) != TACT_OK)
        return;
    if (tacti_refit_create(bvh, model->builder, &refit) != TACT_OK) {
        tacti_bvh_destroy(bvh);
        return;
    }
    tacti_refit_destroy(bending->refit);
    tacti_bvh_destroy(model->bvh);
    bending->refit = refit;
    bending->cost = cost_of(bvh);
    bending->builds++;
    model->bvh = bvh;
}

/* Makes a model with other vertices and takes over what it has. */
static tact_status replace(tact_model *model, const tact_vec3 *positions, tact_error *error) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(model->mesh);
    tact_model_options options = tact_model_options_default();
    tact_model *other;
    arrays.positions = positions;
    options.interior = model->interior_mode;
    options.builder = model->builder;
    tact_status status = tact_model_create_mesh(model->context, &arrays, &options, error, &other);
    if (status != TACT_OK)
        return status;
    tact_model old = {.mesh = model->mesh, .bvh = model->bvh, .interior = model->interior};
    model->mesh = other->mesh;
    model->bvh = other->bvh;
    model->interior = other->interior;
    model->bounds = other->bounds;
    model->bending->builds++;
    other->mesh = old.mesh;
    other->bvh = old.bvh;
    other->interior = old.interior;
    tact_model_destroy(other);
    return TACT_OK;
}

tact_status tacti_model_bend(tact_model *model, const tact_vec3 *positions, tact_error *error) {
    tacti_bending *bending = model->bending;
    TACTI_ASSERT(bending != NULL);
    if (bending->refit != NULL) {
        tacti_mesh_replace_vertices(model->mesh, positions, bending->used);
        tacti_refit_run(bending->refit);
        model->bounds = tact_mesh_bounds(model->mesh);
        if (cost_of(model->bvh) > DECAY * bending->cost)
            renew(model);
    } else {
        tact_status status = replace(model, positions, error);
        if (status != TACT_OK)
            return status;
    }
    model->bends++;
    atomic_store_explicit(&model->serial, 0, memory_order_relaxed);
    return TACT_OK;
}
