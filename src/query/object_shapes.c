/* SPDX-License-Identifier: MIT */
/* Two shapes, where the search for the nearest points leaves open whether they touch: between
 * smooth shapes that stand symmetrically it may, although they overlap by far. The search for the
 * depth then tells. */
#include "convex/convex_depth.h"
#include "convex/convex_pair.h"
#include "query/object_pair.h"

tact_status tacti_shapes_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                 tacti_convex_cache *cache, tacti_convex_collision *out) {
    tact_status status = tacti_convex_collide(a, b, cache, out);
    tacti_convex_depth_answer depth;
    if (status == TACT_OK && out->outcome == TACT_OUTCOME_UNDECIDED &&
        tacti_convex_depth(a, b, NULL, &depth) == TACT_OK)
        out->outcome =
            depth.outcome == TACT_OUTCOME_CONTACT ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_UNDECIDED;
    return status;
}

tact_status tacti_shapes_distance(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_distance_answer *out) {
    tact_status status = tacti_convex_distance(a, b, cache, out);
    tacti_convex_depth_answer depth;
    if (status != TACT_OK || out->outcome != TACT_OUTCOME_UNDECIDED ||
        tacti_convex_depth(a, b, NULL, &depth) != TACT_OK || depth.outcome != TACT_OUTCOME_CONTACT)
        return status;
    out->outcome = TACT_OUTCOME_CONTACT;
    out->distance = out->lower = out->upper = 0;
    out->direction = (tact_vec3){0, 0, 0};
    /* Both lie in both shapes, up to rounding. */
    out->point_a = out->point_b = depth.point_a;
    return TACT_OK;
}
