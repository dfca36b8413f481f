/* SPDX-License-Identifier: MIT */
/* Questions about convex shapes only: penetration depth, contact manifold, gradient. */
#include <string.h>

#include "base/assert.h"
#include "manifold/manifold.h"
#include "model/ask.h"
#include "pair/pair_depth.h"

/* A pair of shapes and a full-size cache. The cache is the caller's own if it is large enough; else
 * room, which begins with a copy of the caller's. */
typedef struct shape_pair {
    tacti_shape_at a, b;
    tacti_convex_cache *own; /* NULL for none */
    tacti_convex_cache *cache;
    tacti_convex_cache room;
} shape_pair;

static void open_cache(shape_pair *pair, const tact_cache *cache, const tact_model *a,
                       const tact_model *b) {
    pair->own = pair->cache = tacti_cache_of_shapes(cache, a, b);
    if (pair->own == NULL || cache->bytes >= TACTI_CACHE_WITH_POLYTOPE)
        return;
    TACTI_ASSERT(cache->bytes >= TACTI_CACHE_LEAST);
    memset(&pair->room, 0, sizeof pair->room);
    memcpy(&pair->room, pair->own, TACTI_CONVEX_HEAD_BYTES);
    pair->cache = &pair->room;
}

static void close_cache(shape_pair *pair) {
    TACTI_ASSERT(pair->own != NULL || pair->cache == NULL);
    if (pair->cache != pair->own)
        memcpy(pair->own, &pair->room, TACTI_CONVEX_HEAD_BYTES);
}

/* Begins a question about two shapes, with the options from tacti_pair_begin(). With TACT_OK the
 * cache is open. */
static tact_status begin(const tact_instance *a, const tact_instance *b,
                         const tact_options *options, const tact_cache *cache, shape_pair *pair) {
    if (options == NULL)
        return TACT_INVALID_ARGUMENT;
    if (!tacti_is_shape(a) || !tacti_is_shape(b) || options->proof != NULL)
        return TACT_UNSUPPORTED;
    pair->a = tacti_instance_shape_at(a);
    pair->b = tacti_instance_shape_at(b);
    open_cache(pair, cache, a->model, b->model);
    return TACT_OK;
}

/* ---- Depth -------------------------------------------------------------------------------- */

tact_status tact_depth(const tact_instance *a, const tact_instance *b, const tact_options *options,
                       tact_cache *cache, tact_depth_result *out) {
    tact_options room;
    tacti_convex_depth_answer found;
    shape_pair pair;
    tact_status status = begin(a, b, tacti_pair_begin(a, b, options, &room, out), cache, &pair);
    if (status == TACT_OK) {
        status = tacti_convex_depth_at(&pair.a, &pair.b, pair.cache, &found);
        close_cache(&pair);
    }
    if (status != TACT_OK)
        return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_DEPTH, {a, b}, out});
    memset(out, 0, sizeof *out);
    out->outcome = found.outcome;
    out->ending = tacti_ending_of(found.ending);
    out->flags = found.outcome == TACT_OUTCOME_APART ? 0 : TACT_RESULT_POINT;
    out->steps = found.iterations;
    out->depth = found.depth;
    out->lower = found.lower;
    out->upper = found.upper;
    if (found.upper < tacti_infinity()) /* half-spaces that meet have no way out */
        out->direction = found.direction;
    tacti_site_set(0, TACT_NO_TRIANGLE, found.point_a, &out->a);
    tacti_site_set(0, TACT_NO_TRIANGLE, found.point_b, &out->b);
    return TACT_OK;
}

/* ---- Manifold ----------------------------------------------------------------------------- */

/* Converts a feature of the search to its number in results. */
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

tact_status tacti_manifold_ask(const tact_instance *a, const tact_instance *b,
                               const tact_options *options, tact_cache *cache, double *lower,
                               tact_manifold_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_pair_begin(a, b, options, &room, out);
    tacti_manifold found;
    shape_pair pair;
    tact_status status = begin(a, b, chosen, cache, &pair);
    if (status == TACT_OK) {
        status = tacti_convex_manifold_at(&pair.a, &pair.b, chosen->margin, pair.cache, &found);
        close_cache(&pair);
    }
    if (status != TACT_OK)
        return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_MANIFOLD, {a, b}, out});
    *lower = found.lower;
    *out = (tact_manifold_result){.outcome = found.outcome,
                                  .ending = found.outcome == TACT_OUTCOME_UNDECIDED
                                                ? TACT_ENDING_PRECISION
                                                : TACT_ENDING_COMPLETE,
                                  .point_count = found.point_count,
                                  .separation = found.separation,
                                  .normal = found.normal};
    TACTI_ASSERT(found.point_count <= sizeof out->points / sizeof out->points[0]);
    for (uint32_t i = 0; i < found.point_count; i++) {
        const tacti_manifold_point *from = &found.points[i];
        out->points[i] =
            (tact_contact_point){from->point_a, from->point_b, from->separation,
                                 public_feature(from->feature_a), public_feature(from->feature_b)};
    }
    return TACT_OK;
}

tact_status tact_manifold(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_cache *cache,
                          tact_manifold_result *out) {
    double lower;
    return tacti_manifold_ask(a, b, options, cache, &lower, out);
}

/* ---- Gradient ----------------------------------------------------------------------------- */

tact_status tact_gradient(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_cache *cache,
                          tact_gradient_result *out) {
    tact_options room;
    tacti_convex_gradient_answer found;
    shape_pair pair;
    tact_status status = begin(a, b, tacti_pair_begin(a, b, options, &room, out), cache, &pair);
    if (status == TACT_OK) {
        status = tacti_convex_gradient_at(&pair.a, &pair.b, pair.cache, &found);
        close_cache(&pair);
    }
    if (status != TACT_OK)
        return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_GRADIENT, {a, b}, out});
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
