/* SPDX-License-Identifier: MIT */
/* The bounds of instances, rounded outward. */
#include <math.h>

#include "base/assert.h"
#include "math/vec.h"
#include "model/ask.h"
#include "model/compound.h"

/* The box of all placed points of a local box. With c the middle and h the half size of the local
 * box, a placed coordinate lies within |R| h of R c + t. Both are sums of at most four products or
 * terms. Rounding changes such a sum by at most 2^-50 of the sum of the magnitudes. The same holds
 * for the placed vertex itself. The middle and the half size are rounded too. The factor 2^-48
 * covers all of this. */
static tact_box place_box(tact_box box, const tact_pose *pose) {
    TACTI_ASSERT(!tact_box_is_empty(box));
    double lo[3] = {box.lo.x, box.lo.y, box.lo.z}, hi[3] = {box.hi.x, box.hi.y, box.hi.z};
    double from[3], to[3];
    for (int row = 0; row < 3; row++) {
        double middle = pose->m[4 * row + 3], half = 0, sum = fabs(middle);
        for (int axis = 0; axis < 3; axis++) {
            double r = pose->m[4 * row + axis];
            middle += r * (0.5 * lo[axis] + 0.5 * hi[axis]);
            half += fabs(r) * (0.5 * hi[axis] - 0.5 * lo[axis]);
            sum += fabs(r) * fmax(fabs(lo[axis]), fabs(hi[axis]));
        }
        double error = 0x1p-48 * sum + 0x1p-1070;
        from[row] = middle - half - error;
        to[row] = middle + half + error;
    }
    return (tact_box){{from[0], from[1], from[2]}, {to[0], to[1], to[2]}};
}

static tact_status bounds_of_compound(const tact_instance *instance, tact_box *out) {
    tact_box all = tact_box_empty();
    for (uint32_t i = 0; i < instance->model->part_count; i++) {
        tacti_part part;
        tact_status status = tacti_part_place(instance, i, &part);
        if (status != TACT_OK)
            return status;
        all = tact_box_union(all, part.box);
    }
    *out = all;
    return TACT_OK;
}

tact_status tact_instance_bounds(const tact_instance *instance, tact_box *out) {
    if (instance == NULL || instance->model == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    const tact_model *model = instance->model;
    tact_status status = tact_pose_validate(instance->pose, NULL);
    if (status != TACT_OK)
        return status;
    if (model->what == TACTI_MODEL_COMPOUND)
        return bounds_of_compound(instance, out);
    if (model->what == TACTI_MODEL_SHAPE)
        *out = tacti_shape_bounds(&(tacti_placed_shape){&model->shape, instance->pose,
                                                        tacti_simd_limit_at(model->level)});
    else if (tact_box_is_empty(model->bounds))
        *out = tact_box_empty();
    else
        *out = place_box(model->bounds, &instance->pose);
    return TACT_OK;
}
