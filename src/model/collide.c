/* SPDX-License-Identifier: MIT */
/* Whether two instances share a point. Each pair of kinds has its own algorithm. */
#include <string.h>

#include "base/inline.h"
#include "model/ask.h"
#include "model/compound.h"
#include "model/plain.h"
#include "object/object_pair.h"
#include "prove/prove.h"
#include "surface/surface.h"

/* ---- Shapes ------------------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE void set_verdict(const tacti_convex_verdict *found, tact_collide_result *out) {
    memset(out, 0, sizeof *out);
    out->outcome = found->outcome;
    out->ending = tacti_ending_of(found->ending);
    tacti_site_begin(0, &out->a);
    tacti_site_begin(0, &out->b);
}

static tact_status collide_shapes(const tacti_side *a, const tacti_side *b,
                                  const tact_options *options, const tact_cache *cache,
                                  tact_collide_result *out) {
    tacti_shape_at at_a = tacti_side_shape_at(a), at_b = tacti_side_shape_at(b);
    tacti_convex_cache *hints = tacti_cache_of_shapes(cache, a->model, b->model);
    tacti_convex_verdict found;
    tact_status status = tacti_shapes_verdict_at(&at_a, &at_b, hints, &found);
    if (status != TACT_OK)
        return status;
    bool has_point =
        found.outcome == TACT_OUTCOME_CONTACT && (options->flags & TACT_OPTION_POINT) != 0;
    tacti_convex_distance_answer common;
    if (has_point)
        status = tacti_shapes_distance_at(&at_a, &at_b, NULL, &common);
    if (status != TACT_OK)
        return status;
    set_verdict(&found, out);
    out->a.part = a->part;
    out->b.part = b->part;
    if (has_point) {
        out->flags = TACT_RESULT_POINT;
        out->a.point = out->b.point = common.point_a;
    }
    return TACT_OK;
}

/* ---- Meshes ------------------------------------------------------------------------------- */

/* Completes the answer if the surfaces do not meet and an instance is filled. */
static void look_inside(const tacti_side *a, const tacti_side *b, const tacti_query_desc *desc,
                        tact_collide_result *out) {
    tacti_object object[2] = {tacti_side_object(a), tacti_side_object(b)};
    uint32_t triangle[2];
    tact_vec3 point = {0, 0, 0};
    tacti_meter meter = tacti_meter_make(desc->budget, desc->watch);
    meter.work = out->work;
    int side = tacti_objects_contained(&object[0], &object[1], &meter, triangle, &point);
    out->ending = tacti_ending_of_stop(meter.pace.stop);
    out->work = meter.work;
    if (tacti_is_estimate(a) || tacti_is_estimate(b))
        out->flags |= TACT_RESULT_ESTIMATE;
    if (side > 0)
        out->flags |= TACT_RESULT_CONTAINED | TACT_RESULT_POINT;
    if (side >= 0 && desc->proof != NULL)
        tacti_proof_of_nothing(desc->proof); /* it would say that the surfaces are apart */
    out->outcome = side > 0   ? TACT_OUTCOME_CONTACT
                   : side < 0 ? TACT_OUTCOME_APART
                              : TACT_OUTCOME_UNDECIDED;
    out->a = tacti_site(a, triangle[0], point);
    out->b = tacti_site(b, triangle[1], point);
}

TACTI_ALWAYS_INLINE void set_mesh_collision(const tacti_mesh_collision *found, uint32_t part_a,
                                            uint32_t part_b, tact_collide_result *out) {
    memset(out, 0, sizeof *out);
    out->outcome = found->outcome;
    out->ending = tacti_ending_of_stop(found->stop);
    out->flags = found->outcome == TACT_OUTCOME_CONTACT ? TACT_RESULT_POINT : 0;
    out->kind = found->kind;
    tacti_site_set(part_a, found->a, found->point, &out->a);
    tacti_site_set(part_b, found->b, found->point, &out->b);
    out->work = found->work;
}

static tact_status collide_meshes(const tacti_side *a, const tacti_side *b,
                                  const tacti_asking *asking, const tact_cache *cache,
                                  tact_collide_result *out) {
    tacti_placed mesh[2] = {tacti_side_mesh(a), tacti_side_mesh(b)};
    bool is_filled = a->is_filled || b->is_filled;
    tacti_mesh_collision found;
    if (is_filled && !tacti_sides_have_pieces(a, b))
        return TACT_NO_INTERIOR;
    tact_status status =
        tacti_mesh_collide(&mesh[0], &mesh[1], &asking->desc,
                           tacti_cache_of_meshes(cache, a->model, b->model), &found);
    if (status != TACT_OK)
        return status;
    set_mesh_collision(&found, a->part, b->part, out);
    if (found.outcome == TACT_OUTCOME_APART && is_filled)
        look_inside(a, b, &asking->desc, out);
    return TACT_OK;
}

/* The fast path for two meshes that are not filled, without options. */
TACTI_NEVER_INLINE tact_status collide_surfaces(const tact_instance *a, const tact_instance *b,
                                                const tact_cache *cache, tact_collide_result *out) {
    tacti_placed mesh[2] = {{a->model->bvh, a->pose}, {b->model->bvh, b->pose}};
    tacti_pair_cache *hints =
        cache != NULL ? tacti_cache_of_meshes(cache, a->model, b->model) : NULL;
    tacti_mesh_collision found;
    tact_status status =
        tacti_mesh_collide(&mesh[0], &mesh[1], &tacti_default_asking.desc, hints, &found);
    if (status == TACT_OK)
        set_mesh_collision(&found, 0, 0, out);
    return status;
}

/* ---- A shape and a mesh ------------------------------------------------------------------- */

/* Answers for a shape and a mesh, and for two shapes with a proof. */
static tact_status collide_objects(const tacti_side *a, const tacti_side *b,
                                   const tacti_asking *asking, tact_collide_result *out) {
    tacti_object object[2] = {tacti_side_object(a), tacti_side_object(b)};
    tacti_object_collision found;
    tact_status status = tacti_object_collide(&object[0], &object[1], &asking->desc, &found);
    if (status != TACT_OK)
        return status;
    uint32_t flags = found.outcome == TACT_OUTCOME_CONTACT ? TACT_RESULT_POINT : 0;
    if (found.is_contained)
        flags |= TACT_RESULT_CONTAINED;
    if (tacti_is_estimate(a) || tacti_is_estimate(b))
        flags |= TACT_RESULT_ESTIMATE;
    *out = (tact_collide_result){.outcome = found.outcome,
                                 .ending = tacti_ending_of_stop(found.stop),
                                 .flags = flags,
                                 .a = tacti_site(a, found.a, found.point),
                                 .b = tacti_site(b, found.b, found.point),
                                 .work = found.work};
    return TACT_OK;
}

/* ---- The question ------------------------------------------------------------------------- */

tact_status tacti_sides_collide(const tacti_side *a, const tacti_side *b,
                                const tacti_asking *asking, const tact_cache *cache,
                                tact_collide_result *out) {
    bool is_shape[2] = {tacti_side_is_shape(a), tacti_side_is_shape(b)};
    if (is_shape[0] && is_shape[1] && asking->options->proof == NULL)
        return collide_shapes(a, b, asking->options, cache, out);
    if (is_shape[0] || is_shape[1])
        return collide_objects(a, b, asking, out);
    return collide_meshes(a, b, asking, cache, out);
}

static tact_status ask_sides(const tact_instance *a, const tact_instance *b,
                             const tact_options *options, const tact_cache *cache,
                             tact_collide_result *out) {
    tacti_side side[2] = {tacti_side_of(a), tacti_side_of(b)};
    if (tacti_lacks_proof(a, b, options))
        return TACT_UNSUPPORTED;
    tacti_asking room;
    if (!tacti_is_compound(a) && !tacti_is_compound(b))
        return tacti_sides_collide(&side[0], &side[1], tacti_asking_of(options, &room), cache, out);
    tacti_asking_begin(&room, options);
    return tacti_compounds_collide(a, b, &room, cache, out);
}

TACTI_NEVER_INLINE tact_status ask(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, const tact_cache *cache,
                                   tact_collide_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_pair_begin(a, b, options, &room, out);
    tact_status status =
        chosen == NULL ? TACT_INVALID_ARGUMENT : ask_sides(a, b, chosen, cache, out);
    if (status == TACT_OK)
        return TACT_OK;
    return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_COLLIDE, {a, b}, out});
}

tact_status tact_collide(const tact_instance *a, const tact_instance *b,
                         const tact_options *options, tact_cache *cache, tact_collide_result *out) {
    static tacti_collide_plain *const plain[] = TACTI_LEVEL_TABLE(tacti_collide_plain);
    /* If a fast path fails, ask() finds the reason. */
    if (options == NULL && out != NULL && tacti_is_shape(a) && tacti_is_shape(b) &&
        plain[tacti_plain_row(a, b)](a, b, cache, out) == TACT_OK)
        return TACT_OK;
    if (options == NULL && out != NULL && tacti_is_surface(a) && tacti_is_surface(b) &&
        collide_surfaces(a, b, cache, out) == TACT_OK)
        return TACT_OK;
    return ask(a, b, options, cache, out);
}
