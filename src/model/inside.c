/* SPDX-License-Identifier: MIT */
/* Whether a point is inside an instance, and how far from its surface. */
#include <math.h>
#include <string.h>

#include "ray/point.h"
#include "model/compound.h"
#include "model/ask_one.h"

static tact_status inside_mesh(const tacti_side *side, tact_vec3 point, const tact_options *options,
                               tacti_meter *meter, tact_inside_result *out) {
    if (side->model->interior == NULL)
        return TACT_NO_INTERIOR;
    tacti_filled solid = {side->model->interior, *side->pose};
    tacti_winding w;
    tact_status status = tacti_winding_number(&solid, point, options->absolute_error, meter, &w);
    if (status != TACT_OK)
        return status;
    bool is_stopped = tacti_meter_is_stopped(meter);
    tacti_signed_nearest found;
    bool is_signed = (options->flags & TACT_OPTION_SIGNED) != 0;
    if (is_signed)
        status = tacti_signed_distance_of(&solid, point, &w, meter, &found);
    if (status != TACT_OK)
        return status;
    bool is_inside =
        w.is_on_surface || (w.is_exact ? w.number != 0 : w.lower > 0.5 || w.upper < -0.5);
    bool is_outside = w.is_exact ? w.number == 0 : w.lower > -0.5 && w.upper < 0.5;
    memset(out, 0, sizeof *out);
    out->outcome = is_stopped   ? TACT_OUTCOME_UNDECIDED
                   : is_inside  ? TACT_OUTCOME_CONTACT
                   : is_outside ? TACT_OUTCOME_APART
                                : TACT_OUTCOME_UNDECIDED;
    out->ending = tacti_ending_of_stop(meter->pace.stop);
    out->flags = (w.is_on_surface ? TACT_RESULT_ON_SURFACE : 0) |
                 (w.is_exact ? TACT_RESULT_EXACT : TACT_RESULT_ESTIMATE);
    out->winding = w.number;
    out->winding_lower = w.lower;
    out->winding_upper = w.upper;
    if (!is_signed)
        return TACT_OK;
    out->distance = found.distance;
    out->distance_lower = found.lower;
    out->distance_upper = found.upper;
    out->site = tacti_nearest_of(&found.nearest, side->part).site;
    return TACT_OK;
}

static tact_status inside_shape(const tacti_side *side, tact_vec3 point, tact_inside_result *out) {
    tacti_placed_shape shape = tacti_side_shape(side);
    tacti_shape_gap gap;
    tact_status status = tacti_shape_point(&shape, point, &gap);
    if (status != TACT_OK)
        return status;
    bool is_inside = gap.outcome == TACT_OUTCOME_CONTACT,
         is_open = gap.outcome == TACT_OUTCOME_UNDECIDED;
    *out = (tact_inside_result){
        .outcome = gap.outcome,
        .ending = is_open ? TACT_ENDING_PRECISION : TACT_ENDING_COMPLETE,
        .flags = (is_open ? 0 : TACT_RESULT_EXACT) |
                 (is_inside && gap.upper == 0 && gap.lower == 0 ? TACT_RESULT_ON_SURFACE : 0),
        .winding = is_inside,
        .winding_lower = is_inside,
        .winding_upper = is_inside || is_open,
        .distance = gap.distance,
        .distance_lower = gap.lower,
        .distance_upper = gap.upper,
        .site = tacti_site(side, TACT_NO_TRIANGLE, gap.nearest)};
    return TACT_OK;
}

static tact_status inside_side(const tacti_side *side, tact_vec3 point, const tact_options *options,
                               tacti_meter *meter, tact_inside_result *out) {
    return tacti_side_is_shape(side) ? inside_shape(side, point, out)
                                     : inside_mesh(side, point, options, meter, out);
}

/* Some parts were not asked: the point may be inside them. */
static void leave_open(tact_inside_result *all) {
    if (all->outcome == TACT_OUTCOME_APART)
        all->outcome = TACT_OUTCOME_UNDECIDED;
    all->flags &= ~TACT_RESULT_EXACT;
    all->winding_lower = all->distance_lower = -HUGE_VAL;
    all->winding_upper = HUGE_VAL;
}

/* A point is inside the union if it is inside a part. The signed distance is the least over all
 * parts. Outside it is that of the union; inside it is a bound. */
static tact_status inside_parts(const tact_instance *instance, tact_vec3 point,
                                const tact_options *options, tacti_meter *meter,
                                tact_inside_result *out) {
    tact_inside_result all = {.outcome = TACT_OUTCOME_APART,
                              .flags = TACT_RESULT_EXACT,
                              .distance = HUGE_VAL,
                              .distance_lower = HUGE_VAL,
                              .distance_upper = HUGE_VAL,
                              .site = tacti_no_site()};
    tact_status status = tacti_compound_check(instance, point);
    if (status != TACT_OK)
        return status;
    uint32_t count = tacti_part_count(instance);
    for (uint32_t i = 0; i < count; i++) {
        tacti_part part;
        tact_inside_result found;
        status = tacti_part_place(instance, i, &part);
        if (status == TACT_OK)
            status = inside_side(&part.side, point, options, meter, &found);
        if (status != TACT_OK)
            return status;
        if (found.outcome == TACT_OUTCOME_CONTACT || all.outcome == TACT_OUTCOME_APART)
            all.outcome = found.outcome == TACT_OUTCOME_APART ? all.outcome : found.outcome;
        all.flags &= found.flags | ~TACT_RESULT_EXACT;
        all.flags |= found.flags & (TACT_RESULT_ON_SURFACE | TACT_RESULT_ESTIMATE);
        all.winding += found.winding;
        all.winding_lower += found.winding_lower;
        all.winding_upper += found.winding_upper;
        all.distance_lower = fmin(all.distance_lower, found.distance_lower);
        all.distance_upper = fmin(all.distance_upper, found.distance_upper);
        if (found.distance < all.distance) {
            all.distance = found.distance;
            all.site = found.site;
        }
        if (found.ending > all.ending)
            all.ending = found.ending;
        if (found.ending >= TACT_ENDING_BUDGET && i + 1 < count) {
            leave_open(&all);
            break;
        }
    }
    *out = all;
    return TACT_OK;
}

static tact_status look_inside(const tact_instance *instance, tact_vec3 point,
                               const tact_options *options, tact_inside_result *out) {
    tact_status status;
    tacti_asking asking;
    asking.desc.watch = NULL;
    if (tacti_has_limits(options))
        tacti_asking_begin(&asking, options);
    tacti_meter meter = tacti_meter_make(options->budget, asking.desc.watch);
    if (tacti_is_compound(instance)) {
        status = inside_parts(instance, point, options, &meter, out);
    } else {
        tacti_side side = tacti_side_of(instance);
        status = inside_side(&side, point, options, &meter, out);
    }
    if (status == TACT_OK && (options->flags & TACT_OPTION_SIGNED) == 0) {
        out->distance = out->distance_lower = out->distance_upper = 0;
        out->site = tacti_no_site();
    }
    return status;
}

tact_status tact_inside(const tact_instance *instance, tact_vec3 point, const tact_options *options,
                        tact_inside_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_one_begin(instance, options, &room, out);
    tact_status status =
        chosen == NULL ? TACT_INVALID_ARGUMENT : look_inside(instance, point, chosen, out);
    if (status == TACT_OK)
        return TACT_OK;
    return tacti_one_refuse(status, TACT_QUESTION_INSIDE, options, instance, out);
}
