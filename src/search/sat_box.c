/* SPDX-License-Identifier: MIT */
/* All axes of two boxes, compiled for each SIMD level; see sat_box.h. */
#include "base/assert.h"
#include "base/simd.h"
#include "search/sat_box_lanes.h"

void TACTI_LEVELED(tacti_box_axes_measure)(const tacti_bodies *bodies, bool wants_all,
                                           tacti_box_axes *out) {
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    TACTI_ASSERT(tacti_are_boxes(bodies));
    tacti_shape_at box[2] = {{.shape = a->shape, .pose = a->pose},
                             {.shape = b->shape, .pose = b->pose}};
    tacti_box_relation r;
    tacti_load_boxes(&box[0], &box[1], &r);
    tacti_relate_boxes(&r);
    r.margin = tacti_box_margin((a->reach + b->reach) + (a->shift + b->shift), bodies->skew);
    out->margin = r.margin;
    uint32_t bits = tacti_measure_normals(&r, out);
    out->best = tacti_greatest_axis(out->separation, bits, 0);
    out->has_all = wants_all || bits == 0;
    if (!out->has_all)
        return;
    uint32_t more = tacti_measure_crosses(&r, out);
    /* Normals are preferred: their length is 1. */
    if (bits == 0 && more != 0)
        out->best = tacti_greatest_axis(out->separation, more, 8);
}
