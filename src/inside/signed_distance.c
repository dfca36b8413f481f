/* SPDX-License-Identifier: MIT */
/* The distance of a point from a placed mesh, which is negative inside. */
#include <math.h>

#include "base/assert.h"
#include "inside/interiors.h"
#include "frame/placed.h"
#include "probe/points.h"
#include "inside/interior.h"

/* Whether a winding number is certainly above or below one half in magnitude. */
static bool tells_side(const tacti_winding *w) {
    return w->is_exact || w->lower > 0.5 || w->upper < -0.5 || (w->lower > -0.5 && w->upper < 0.5);
}

/* Determines whether a point is inside by its winding number. For open meshes the number is refined
 * only until it is known whether its magnitude exceeds one half. */
static tact_status find_side(const tacti_filled *mesh, tact_vec3 point, const tacti_winding *known,
                             tacti_meter *meter, bool *is_inside, bool *is_exact) {
    static const double errors[] = {0.25, 0x1p-5, 0x1p-9, 0};
    tacti_winding winding = known != NULL ? *known : (tacti_winding){.lower = -1, .upper = 1};
    for (size_t i = 0; !tells_side(&winding) && i < sizeof errors / sizeof *errors; i++) {
        tact_status status = tacti_winding_number(mesh, point, errors[i], meter, &winding);
        if (status != TACT_OK)
            return status;
        if (tacti_meter_is_stopped(meter))
            break;
    }
    TACTI_ASSERT(winding.lower <= winding.upper);
    *is_exact = winding.is_exact;
    *is_inside = winding.is_exact ? winding.number != 0 : fabs(winding.number) >= 0.5;
    return TACT_OK;
}

tact_status tacti_signed_distance(const tacti_filled *mesh, tact_vec3 point, tacti_meter *meter,
                                  tacti_signed_nearest *out) {
    return tacti_signed_distance_of(mesh, point, NULL, meter, out);
}

tact_status tacti_signed_distance_of(const tacti_filled *mesh, tact_vec3 point,
                                     const tacti_winding *known, tacti_meter *meter,
                                     tacti_signed_nearest *out) {
    if (mesh == NULL || mesh->interior == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_placed placed = {mesh->interior->bvh, mesh->pose};
    tacti_signed_nearest result = {.distance = 0};
    bool is_inside;
    tact_status status = tacti_closest_point(&placed, point, HUGE_VAL, meter, &result.nearest);
    tacti_meter unlimited = tacti_meter_make(UINT64_MAX, NULL);
    if (meter == NULL)
        meter = &unlimited;
    if (status == TACT_OK)
        status = find_side(mesh, point, known, meter, &is_inside, &result.is_exact);
    if (status != TACT_OK)
        return status;
    const tacti_nearest *nearest = &result.nearest;
    /* On the surface the distance is 0 on either side. */
    double sign = is_inside && nearest->distance > 0 ? -1 : 1;
    result.distance = sign * nearest->distance;
    result.lower = sign * (sign < 0 ? nearest->upper : nearest->lower);
    result.upper = sign * (sign < 0 ? nearest->lower : nearest->upper);
    if (tacti_meter_is_stopped(meter) && !result.is_exact) {
        result.lower = -nearest->upper;
        result.upper = nearest->upper;
    }
    *out = result;
    return TACT_OK;
}
