/* SPDX-License-Identifier: MIT */
/* The distance of two instances, whether it exceeds a limit, and a quick lower bound. */
#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "math/vec.h"
#include "model/ask.h"
#include "model/compound.h"
#include "model/plain.h"
#include "object/object_pair.h"
#include "prove/prove.h"
#include "surface/surface.h"

static tact_vec3 direction_between(tact_vec3 from, tact_vec3 to) {
    return tact_vec3_normalize(tacti_vec3_sub(to, from));
}

/* ---- Shapes ------------------------------------------------------------------------------- */

static tact_status distance_of_shapes(const tacti_side *a, const tacti_side *b,
                                      const tact_options *options, const tact_cache *cache,
                                      tact_distance_result *out) {
    tacti_shape_at at_a = tacti_side_shape_at(a), at_b = tacti_side_shape_at(b);
    tacti_convex_cache *hints = tacti_cache_of_shapes(cache, a->model, b->model);
    tacti_convex_distance_answer found;
    tact_status status = tacti_shapes_distance_at(&at_a, &at_b, hints, &found);
    if (status != TACT_OK)
        return status;
    tacti_set_distance(&found, options->limit, out);
    out->a.part = a->part;
    out->b.part = b->part;
    return TACT_OK;
}

/* ---- Meshes ------------------------------------------------------------------------------- */

/* Completes the answer about the surfaces if an instance is filled. */
static void look_inside(const tacti_side *a, const tacti_side *b, const tacti_query_desc *desc,
                        tact_distance_result *out) {
    tacti_object object[2] = {tacti_side_object(a), tacti_side_object(b)};
    uint32_t triangle[2] = {TACT_NO_TRIANGLE, TACT_NO_TRIANGLE};
    tact_vec3 point = {0, 0, 0};
    int side = 0;
    if (out->ending < TACT_ENDING_BUDGET) {
        tacti_meter meter = tacti_meter_make(desc->budget, desc->watch);
        meter.work = out->work;
        side = tacti_objects_contained(&object[0], &object[1], &meter, triangle, &point);
        out->work = meter.work;
        if (tacti_meter_is_stopped(&meter))
            out->ending = tacti_ending_of_stop(meter.pace.stop);
    }
    if (tacti_is_estimate(a) || tacti_is_estimate(b))
        out->flags |= TACT_RESULT_ESTIMATE;
    if (side >= 0 && desc->proof != NULL)
        tacti_proof_of_nothing(desc->proof); /* it would say that the surfaces are apart */
    if (side > 0) {
        out->outcome = TACT_OUTCOME_CONTACT;
        out->flags |= TACT_RESULT_CONTAINED | TACT_RESULT_POINT;
        out->distance = out->lower = out->upper = 0;
        out->direction = (tact_vec3){0, 0, 0};
        out->a = tacti_site(a, triangle[0], point);
        out->b = tacti_site(b, triangle[1], point);
    } else if (side == 0) {
        out->outcome = TACT_OUTCOME_UNDECIDED;
        out->lower = 0;
    }
}

static tact_status measure_meshes(const tacti_placed mesh[2], const tacti_asking *asking,
                                  tacti_pair_cache *hints, tact_outcome *within,
                                  tacti_mesh_distance_answer *found) {
    const tact_options *options = asking->options;
    const tacti_query_desc *desc = &asking->desc;
    *within = TACT_OUTCOME_CONTACT;
    if ((options->flags & TACT_OPTION_LOWER_BOUND) != 0)
        return tacti_mesh_lower_bound(&mesh[0], &mesh[1], desc, hints, found);
    if (options->limit < HUGE_VAL)
        return tacti_mesh_within(&mesh[0], &mesh[1], options->limit, desc, hints, within, found);
    return tacti_mesh_distance(&mesh[0], &mesh[1], desc, hints, found);
}

static tact_status distance_of_meshes(const tacti_side *a, const tacti_side *b,
                                      const tacti_asking *asking, const tact_cache *cache,
                                      tact_distance_result *out) {
    tacti_placed mesh[2] = {tacti_side_mesh(a), tacti_side_mesh(b)};
    const tact_options *options = asking->options;
    bool is_filled = a->is_filled || b->is_filled;
    if (is_filled && !tacti_sides_have_pieces(a, b))
        return TACT_NO_INTERIOR;
    tacti_pair_cache *hints = tacti_cache_of_meshes(cache, a->model, b->model);
    tacti_mesh_distance_answer found;
    tact_outcome within;
    tact_status status = measure_meshes(mesh, asking, hints, &within, &found);
    if (status != TACT_OK)
        return status;
    bool is_bound = (options->flags & TACT_OPTION_LOWER_BOUND) != 0;
    bool is_limited = is_bound || options->limit < HUGE_VAL;
    /* A search that ends within the limit may have found a near pair before a touching one. */
    bool is_apart = found.lower > 0 ||
                    (is_limited && !is_bound ? within == TACT_OUTCOME_APART : found.is_complete);
    bool has_points = found.a != TACT_NO_TRIANGLE;
    memset(out, 0, sizeof *out);
    out->outcome = found.distance == 0 ? TACT_OUTCOME_CONTACT
                   : is_apart          ? TACT_OUTCOME_APART
                                       : TACT_OUTCOME_UNDECIDED;
    out->ending = found.stop != TACTI_STOP_NONE ? tacti_ending_of_stop(found.stop)
                  : is_limited                  ? TACT_ENDING_LIMIT
                                                : TACT_ENDING_COMPLETE;
    out->flags = has_points ? TACT_RESULT_POINT : 0;
    out->within = within;
    out->distance = found.distance;
    out->lower = found.lower;
    out->upper = found.upper;
    tacti_site_set(a->part, found.a, found.point_a, &out->a);
    tacti_site_set(b->part, found.b, found.point_b, &out->b);
    out->work = found.work;
    if (has_points && out->outcome != TACT_OUTCOME_CONTACT)
        out->direction = direction_between(found.point_a, found.point_b);
    bool is_looked_into = is_filled && out->outcome != TACT_OUTCOME_CONTACT;
    if (is_looked_into)
        look_inside(a, b, &asking->desc, out);
    if (is_looked_into || (options->flags & TACT_OPTION_LOWER_BOUND) != 0)
        out->within = tacti_compare_distance(out, options->limit);
    return TACT_OK;
}

/* ---- A shape and a mesh ------------------------------------------------------------------- */

/* Answers for a shape and a mesh, and for two shapes with a proof. */
static tact_status distance_of_objects(const tacti_side *a, const tacti_side *b,
                                       const tacti_asking *asking, tact_distance_result *out) {
    tacti_object object[2] = {tacti_side_object(a), tacti_side_object(b)};
    tacti_object_distance_answer found;
    tact_status status = tacti_object_distance(&object[0], &object[1], &asking->desc, &found);
    if (status != TACT_OK)
        return status;
    bool has_points = found.upper < HUGE_VAL;
    *out = (tact_distance_result){.outcome = found.outcome,
                                  .ending = tacti_ending_of_stop(found.stop),
                                  .flags = (has_points ? TACT_RESULT_POINT : 0) |
                                           (found.is_contained ? TACT_RESULT_CONTAINED : 0),
                                  .distance = found.distance,
                                  .lower = found.lower,
                                  .upper = found.upper,
                                  .a = tacti_site(a, found.a, found.point_a),
                                  .b = tacti_site(b, found.b, found.point_b),
                                  .work = found.work};
    if (tacti_is_estimate(a) || tacti_is_estimate(b))
        out->flags |= TACT_RESULT_ESTIMATE;
    if (has_points && out->outcome == TACT_OUTCOME_APART)
        out->direction = direction_between(found.point_a, found.point_b);
    out->within = tacti_compare_distance(out, asking->options->limit);
    return TACT_OK;
}

/* ---- The question ------------------------------------------------------------------------- */

tact_status tacti_sides_distance(const tacti_side *a, const tacti_side *b,
                                 const tacti_asking *asking, const tact_cache *cache,
                                 tact_distance_result *out) {
    bool is_shape[2] = {tacti_side_is_shape(a), tacti_side_is_shape(b)};
    if (is_shape[0] && is_shape[1] && asking->options->proof == NULL)
        return distance_of_shapes(a, b, asking->options, cache, out);
    if (is_shape[0] || is_shape[1])
        return distance_of_objects(a, b, asking, out);
    return distance_of_meshes(a, b, asking, cache, out);
}

static tact_status ask_sides(const tact_instance *a, const tact_instance *b,
                             const tact_options *options, const tact_cache *cache,
                             tact_distance_result *out) {
    tacti_side side[2] = {tacti_side_of(a), tacti_side_of(b)};
    if (tacti_lacks_proof(a, b, options))
        return TACT_UNSUPPORTED;
    tacti_asking room;
    if (!tacti_is_compound(a) && !tacti_is_compound(b))
        return tacti_sides_distance(&side[0], &side[1], tacti_asking_of(options, &room), cache,
                                    out);
    tacti_asking_begin(&room, options);
    return tacti_compounds_distance(a, b, &room, cache, out);
}

TACTI_NEVER_INLINE tact_status ask(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, const tact_cache *cache,
                                   tact_distance_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_pair_begin(a, b, options, &room, out);
    tact_status status =
        chosen == NULL ? TACT_INVALID_ARGUMENT : ask_sides(a, b, chosen, cache, out);
    if (status == TACT_OK)
        return TACT_OK;
    return tacti_refuse(status, options, &(tacti_refusal){TACT_QUESTION_DISTANCE, {a, b}, out});
}

tact_status tact_distance(const tact_instance *a, const tact_instance *b,
                          const tact_options *options, tact_cache *cache,
                          tact_distance_result *out) {
    static tacti_distance_plain *const plain[] = TACTI_LEVEL_TABLE(tacti_distance_plain);
    /* If the fast path fails, ask() finds the reason. */
    if (options == NULL && out != NULL && tacti_is_shape(a) && tacti_is_shape(b) &&
        plain[tacti_plain_row(a, b)](a, b, cache, out) == TACT_OK)
        return TACT_OK;
    return ask(a, b, options, cache, out);
}
