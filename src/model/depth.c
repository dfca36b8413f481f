/* SPDX-License-Identifier: MIT */
/* Questions that only convex shapes are asked: penetration depth, contact manifold, gradient. */
#include <string.h>

#include "manifold/manifold.h"
#include "model/ask.h"
#include "pair/pair_depth.h"

/* A cache of the whole size for a search that may use all of it: the caller's own, or room, which
 * begins with what the caller's remembers. */
typedef struct full_cache {
    tacti_convex_cache *own; /* NULL for none */
    tacti_convex_cache *used;
    tacti_convex_cache room;
} full_cache;

static void open_full(full_cache *full, const tact_cache *cache, const tact_model *a,
                      const tact_model *b) {
    full->own = full->used = tacti_cache_of_shapes(cache, a, b);
    if (full->own == NULL || cache->bytes >= TACTI_CACHE_WITH_POLYTOPE)
        return;
    memset(&full->room, 0, sizeof full->room);
    memcpy(&full->room, full->own, TACTI_CONVEX_HEAD_BYTES);
    full->used = &full->room;
}

static void close_full(full_cache *full) {
    if (full->used != full->own)
        memcpy(full->own, &full->room, TACTI_CONVEX_HEAD_BYTES);
}

/* What is refused without a reason yet: the reason is looked for. */
static tact_status refuse(tact_question question, tact_status status, const tact_instance *a,
                          const tact_instance *b, const tact_options *options, const void *out) {
    return tacti_refuse(status, options, &(tacti_refusal){question, {a, b}, out});
}

/* Whether two shapes can be asked, with the options in use. */
static tact_status begin(const tact_instance *a, const tact_instance *b,
                         const tact_options *options, const void *out) {
    if (out == NULL || options == NULL || !tacti_is_instance(a) || !tacti_is_instance(b))
        return TACT_INVALID_ARGUMENT;
    return tacti_is_shape(a) && tacti_is_shape(b) && options->proof == NULL ? TACT_OK
                                                                            : TACT_UNSUPPORTED;
}

/* ---- Depth -------------------------------------------------------------------------------- */

tact_status tact_depth(const tact_instance *a, const tact_instance *b, const tact_options *options,
                       tact_cache *cache, tact_depth_result *out) {
    tact_options room;
    tacti_convex_depth_answer found;
    tact_status status = begin(a, b, tacti_options_read(options, &room), out);
    if (status == TACT_OK) {
        full_cache full;
        tacti_shape_at at_a = tacti_instance_shape_at(a), at_b = tacti_instance_shape_at(b);
        open_full(&full, cache, a->model, b->model);
        status = tacti_convex_depth_at(&at_a, &at_b, full.used, &found);
        close_full(&full);
    }
    if (status != TACT_OK)
        return refuse(TACT_QUESTION_DEPTH, status, a, b, options, out);
    memset(out, 0, sizeof *out);
    out->outcome = found.outcome;
    out->ending = tacti_ending_of(found.ending);
    out->flags = found.outcome == TACT_OUTCOME_APART ? 0 : TACT_RESULT_POINT;
    out->steps = found.iterations;
    out->depth = found.depth;
    out->lower = found.lower;
    out->upper = found.upper;
    out->direction = found.direction;
    tacti_site_set(0, TACT_NO_TRIANGLE, found.point_a, &out->a);
    tacti_site_set(0, TACT_NO_TRIANGLE, found.point_b, &out->b);
    return TACT_OK;
}

/* ---- Manifold ----------------------------------------------------------------------------- */

/* A feature of the search as answers name it. */
static uint32_t public_feature(uint32_t feature) {
    uint32_t number;
    switch (tacti_manifold_feature(feature, &number)) {
    case TACT_FEATURE_KIND_EDGE:
        return (number & (TACT_FEATURE_EDGE_BIT - 1)) | TACT_FEATURE_EDGE_BIT;
    case TACT_FEATURE_KIND_FACE:
        return (number & (TACT_FEATURE_EDGE_BIT - 1)) | TACT_FEATURE_FACE_BIT;
    default:
        return number;
    }
}

tact_status tact_manifold(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_cache *cache,
                          tact_manifold_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_options_read(options, &room);
    tacti_manifold found;
    tact_status status = begin(a, b, chosen, out);
    if (status == TACT_OK) {
        full_cache full;
        tacti_shape_at at_a = tacti_instance_shape_at(a), at_b = tacti_instance_shape_at(b);
        open_full(&full, cache, a->model, b->model);
        status = tacti_convex_manifold_at(&at_a, &at_b, chosen->margin, full.used, &found);
        close_full(&full);
    }
    if (status != TACT_OK)
        return refuse(TACT_QUESTION_MANIFOLD, status, a, b, options, out);
    *out = (tact_manifold_result){.outcome = found.outcome,
                                  .ending = found.outcome == TACT_OUTCOME_UNDECIDED
                                                ? TACT_ENDING_PRECISION
                                                : TACT_ENDING_COMPLETE,
                                  .point_count = found.point_count,
                                  .separation = found.separation,
                                  .normal = found.normal};
    for (uint32_t i = 0; i < found.point_count; i++) {
        const tacti_manifold_point *from = &found.points[i];
        out->points[i] =
            (tact_contact_point){from->point_a, from->point_b, from->separation,
                                 public_feature(from->feature_a), public_feature(from->feature_b)};
    }
    return TACT_OK;
}

/* ---- Gradient ----------------------------------------------------------------------------- */

tact_status tact_gradient(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_cache *cache,
                          tact_gradient_result *out) {
    tact_options room;
    tacti_convex_gradient_answer found;
    tact_status status = begin(a, b, tacti_options_read(options, &room), out);
    if (status == TACT_OK) {
        full_cache full;
        tacti_shape_at at_a = tacti_instance_shape_at(a), at_b = tacti_instance_shape_at(b);
        open_full(&full, cache, a->model, b->model);
        status = tacti_convex_gradient_at(&at_a, &at_b, full.used, &found);
        close_full(&full);
    }
    if (status != TACT_OK)
        return refuse(TACT_QUESTION_GRADIENT, status, a, b, options, out);
    *out = (tact_gradient_result){.outcome = found.outcome,
                                  .ending = found.outcome == TACT_OUTCOME_UNDECIDED
                                                ? TACT_ENDING_PRECISION
                                                : TACT_ENDING_COMPLETE,
                                  .flags = found.is_unique ? TACT_RESULT_UNIQUE : 0,
                                  .separation = found.separation,
                                  .of_a = {found.of_a.translation, found.of_a.rotation},
                                  .of_b = {found.of_b.translation, found.of_b.rotation}};
    return TACT_OK;
}
