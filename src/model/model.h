/* SPDX-License-Identifier: MIT */
/* The struct behind a model, and the two sides of a question. */
#ifndef TACTI_MODEL_MODEL_H
#define TACTI_MODEL_MODEL_H

#include <stdatomic.h>

#include <tact/model.h>

#include "base/assert.h"
#include "bvh/bvh.h"
#include "inside/interiors.h"
#include "object/object.h"

/* What a model holds, which decides how a question treats it. */
typedef enum tacti_model_class {
    TACTI_MODEL_SHAPE,
    TACTI_MODEL_MESH,
    TACTI_MODEL_COMPOUND
} tacti_model_class;

/* What a model needs whose vertices move (model_bend.h). */
typedef struct tacti_bending tacti_bending;

struct tact_model {
    const tact_context *context;
    atomic_uint references; /* the only field that changes, besides serial, unless it bends */
    tacti_model_class what;
    tact_kind kind;
    _Atomic uint64_t serial; /* of a mesh: 0 until it is asked for */
    /* Shapes. */
    tact_shape shape;
    tact_hull *hull; /* the shape's own copy, or NULL */
    tacti_shape_facts facts;
    tact_simd_level level; /* of the context */
    /* Meshes. Their level is that of the hierarchy. */
    tact_soup *soup; /* owns the arrays of a mesh from a file, or NULL */
    tact_mesh *mesh;
    tacti_bvh *bvh;
    tacti_interior *interior; /* or NULL */
    bool is_borrowed;         /* the arrays are the caller's */
    tact_bvh_builder builder; /* what it was made with */
    tact_interior_mode interior_mode;
    tacti_bending *bending; /* NULL: it never changes */
    uint64_t bends;         /* how often its vertices were replaced */
    /* Compounds. No part is a compound. */
    tact_instance *parts;
    uint32_t part_count;
    uint32_t part_room;
    tact_box bounds; /* local, rounded outward */
};

/* Computes and keeps the serial number of a mesh model. Any number of threads may do so at once. */
uint64_t tacti_model_make_serial(const tact_model *model);

/* The serial number. */
static inline uint64_t tacti_model_serial(const tact_model *model) {
    uint64_t serial = atomic_load_explicit(&model->serial, memory_order_relaxed);
    return serial != 0 ? serial : tacti_model_make_serial(model);
}

/* One side of a question: a model that is not a compound. */
typedef struct tacti_side {
    const tact_model *model;
    const tact_pose *pose;
    bool is_filled; /* a mesh with its inside */
    uint32_t part;  /* of the compound that it belongs to */
} tacti_side;

/* The side of an instance that is not a compound. */
static inline tacti_side tacti_side_of(const tact_instance *instance) {
    return (tacti_side){instance->model, &instance->pose,
                        (instance->flags & TACT_INSTANCE_FILLED) != 0, 0};
}

static inline bool tacti_side_is_shape(const tacti_side *side) {
    return side->model->what == TACTI_MODEL_SHAPE;
}

static inline tacti_shape_at tacti_side_shape_at(const tacti_side *side) {
    TACTI_ASSERT(tacti_side_is_shape(side));
    return (tacti_shape_at){&side->model->shape, side->pose, &side->model->facts,
                            side->model->level};
}

/* The same for an instance of a shape. */
static inline tacti_shape_at tacti_instance_shape_at(const tact_instance *instance) {
    TACTI_ASSERT(instance->model->what == TACTI_MODEL_SHAPE);
    return (tacti_shape_at){&instance->model->shape, &instance->pose, &instance->model->facts,
                            instance->model->level};
}

static inline tacti_placed_shape tacti_side_shape(const tacti_side *side) {
    TACTI_ASSERT(tacti_side_is_shape(side));
    return (tacti_placed_shape){&side->model->shape, *side->pose,
                                tacti_simd_limit_at(side->model->level)};
}

static inline tacti_placed tacti_side_mesh(const tacti_side *side) {
    TACTI_ASSERT(side->model->what == TACTI_MODEL_MESH);
    return (tacti_placed){side->model->bvh, *side->pose};
}

static inline tacti_object tacti_side_object(const tacti_side *side) {
    if (tacti_side_is_shape(side))
        return (tacti_object){.shape = &side->model->shape,
                              .pose = *side->pose,
                              .limit = tacti_simd_limit_at(side->model->level)};
    TACTI_ASSERT(side->model->what == TACTI_MODEL_MESH);
    return (tacti_object){.bvh = side->model->bvh,
                          .interior = side->is_filled ? side->model->interior : NULL,
                          .pose = *side->pose};
}

/* Whether answers about the inside of a side are estimates. */
static inline bool tacti_is_estimate(const tacti_side *side) {
    return side->is_filled && side->model->bvh != NULL && !tacti_bvh_is_solid(side->model->bvh);
}

/* Whether the connected pieces of two meshes are known. The search for one mesh inside the other
 * needs them. */
bool tacti_sides_have_pieces(const tacti_side *a, const tacti_side *b);

/* A site with an element (TACT_NO_TRIANGLE for none) and a point. */
static inline tact_site tacti_site(const tacti_side *side, uint32_t element, tact_vec3 point) {
    return (tact_site){
        .part = side->part, .element = element, .feature = TACT_NO_FEATURE, .point = point};
}

/* Writes a site without element and point. out must be all zero bytes. */
static inline void tacti_site_begin(uint32_t part, tact_site *out) {
    out->part = part;
    out->element = TACT_NO_TRIANGLE;
    out->feature = TACT_NO_FEATURE;
}

/* Writes a site. out must be all zero bytes. */
static inline void tacti_site_set(uint32_t part, uint32_t element, tact_vec3 point,
                                  tact_site *out) {
    out->part = part;
    out->element = element;
    out->feature = TACT_NO_FEATURE;
    out->point = point;
}

/* Adds count 64-bit words to a hash. */
uint64_t tacti_hash_words(uint64_t sum, const void *words, size_t count);

/* tact_manifold(), which also says how far apart the shapes are at least if that is more than the
 * margin; *lower is 0 otherwise. */
tact_status tacti_manifold_ask(const tact_instance *a, const tact_instance *b,
                               const tact_options *options, tact_cache *cache, double *lower,
                               tact_manifold_result *out);

#endif
