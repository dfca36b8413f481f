/* SPDX-License-Identifier: MIT */
/* The point of an instance that is nearest to a point. */
#include <math.h>

#include "ray/point.h"
#include "model/compound.h"
#include "model/ask_one.h"

tact_nearest_result tacti_nearest_of(const tacti_nearest *found, uint32_t part) {
    bool is_found = found->triangle != TACT_NO_TRIANGLE;
    return (tact_nearest_result){
        .outcome = found->distance == 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART,
        .distance = found->distance,
        .lower = found->lower,
        .upper = found->upper,
        .site = {.part = part,
                 .element = found->triangle,
                 .feature = is_found ? (uint32_t)found->feature : TACT_NO_FEATURE,
                 .point = found->point}};
}

static tact_status nearest_of_side(const tacti_side *side, tact_vec3 point, double limit,
                                   tacti_allowance *allowance, tact_nearest_result *out) {
    if (!tacti_side_is_shape(side)) {
        tacti_placed mesh = tacti_side_mesh(side);
        tacti_nearest found;
        tact_status status = tacti_closest_point(&mesh, point, limit, allowance->used, &found);
        if (status != TACT_OK)
            return status;
        *out = tacti_nearest_of(&found, side->part);
        out->ending = tacti_allowance_ending(allowance);
        if (out->ending != TACT_ENDING_COMPLETE && out->outcome != TACT_OUTCOME_CONTACT &&
            !(out->lower > 0))
            out->outcome = TACT_OUTCOME_UNDECIDED;
        return TACT_OK;
    }
    tacti_placed_shape shape = tacti_side_shape(side);
    tact_shape ball = tact_shape_sphere(0);
    tacti_placed_shape at = tacti_place_point(&ball, point);
    tacti_convex_distance_answer found;
    tact_status status = tacti_convex_distance(&shape, &at, NULL, &found);
    if (status != TACT_OK)
        return status;
    bool is_beyond = found.lower > limit;
    *out = (tact_nearest_result){
        .outcome = found.outcome,
        .ending =
            found.outcome == TACT_OUTCOME_UNDECIDED ? TACT_ENDING_PRECISION : TACT_ENDING_COMPLETE,
        .distance = is_beyond ? HUGE_VAL : found.distance,
        .lower = found.lower,
        .upper = is_beyond ? HUGE_VAL : found.upper,
        .site = is_beyond ? tacti_no_site() : tacti_site(side, TACT_NO_TRIANGLE, found.point_a)};
    return TACT_OK;
}

static tact_status nearest_of_parts(const tact_instance *instance, tact_vec3 point, double limit,
                                    tacti_allowance *allowance, tact_nearest_result *out) {
    tact_nearest_result best = {.outcome = TACT_OUTCOME_APART,
                                .distance = HUGE_VAL,
                                .lower = HUGE_VAL,
                                .upper = HUGE_VAL,
                                .site = tacti_no_site()};
    double lower = HUGE_VAL, upper = HUGE_VAL;
    bool is_undecided = false;
    tact_status status = tacti_compound_check(instance, point);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < tacti_part_count(instance); i++) {
        tacti_part part;
        tact_nearest_result found;
        status = tacti_part_place(instance, i, &part);
        if (status == TACT_OK)
            status = nearest_of_side(&part.side, point, fmin(limit, upper), allowance, &found);
        if (status != TACT_OK)
            return status;
        lower = fmin(lower, found.lower);
        upper = fmin(upper, found.upper);
        is_undecided |= found.outcome == TACT_OUTCOME_UNDECIDED;
        bool is_contact =
            found.outcome == TACT_OUTCOME_CONTACT && best.outcome != TACT_OUTCOME_CONTACT;
        if (found.distance < best.distance || is_contact)
            best = found;
        if (found.ending >= TACT_ENDING_BUDGET) {
            best.ending = found.ending;
            is_undecided = true;
            lower = 0; /* some parts were not asked */
            break;
        }
    }
    best.lower = best.outcome == TACT_OUTCOME_CONTACT ? 0 : lower;
    best.upper = best.outcome == TACT_OUTCOME_CONTACT ? 0 : upper;
    if (is_undecided && best.outcome == TACT_OUTCOME_APART)
        best.outcome = TACT_OUTCOME_UNDECIDED;
    *out = best;
    return TACT_OK;
}

static tact_status find_nearest(const tact_instance *instance, tact_vec3 point,
                                const tact_options *options, tact_nearest_result *out) {
    tacti_allowance allowance;
    tacti_allowance_begin(&allowance, options);
    if (tacti_is_compound(instance))
        return nearest_of_parts(instance, point, options->limit, &allowance, out);
    tacti_side side = tacti_side_of(instance);
    return nearest_of_side(&side, point, options->limit, &allowance, out);
}

tact_status tact_nearest(const tact_instance *instance, tact_vec3 point,
                         const tact_options *options, tact_nearest_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_one_begin(instance, options, &room, out);
    tact_status status =
        chosen == NULL ? TACT_INVALID_ARGUMENT : find_nearest(instance, point, chosen, out);
    if (status == TACT_OK)
        return TACT_OK;
    return tacti_one_refuse(status, TACT_QUESTION_NEAREST, options, instance, out);
}
