/* SPDX-License-Identifier: MIT */
/* Two shapes for which the search for the nearest points does not decide whether they touch. That
 * happens for smooth shapes in symmetric poses, even if they overlap deeply. The search for the
 * depth then decides. */
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "object/object_pair.h"
#include "pair/pair_depth.h"

/* Whether the search for the depth finds two shapes in contact. If it does, *point is a common
 * point. */
static bool find_common_point(const tacti_shape_at *a, const tacti_shape_at *b, tact_vec3 *point) {
    tacti_convex_depth_answer depth;
    if (tacti_convex_depth_at(a, b, NULL, &depth) != TACT_OK ||
        depth.outcome != TACT_OUTCOME_CONTACT)
        return false;
    *point = depth.point_a;
    return true;
}

void tacti_shapes_verdict_further(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tact_outcome *out) {
    tact_vec3 point;
    if (find_common_point(a, b, &point))
        *out = TACT_OUTCOME_CONTACT;
}

tact_status tacti_shapes_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                 tacti_convex_cache *cache, tacti_convex_collision *out) {
    tacti_shape_at at[2];
    tacti_at_both(a, b, at);
    tact_status status = tacti_convex_collide_at(&at[0], &at[1], cache, out);
    if (status == TACT_OK && out->outcome == TACT_OUTCOME_UNDECIDED)
        tacti_shapes_verdict_further(&at[0], &at[1], &out->outcome);
    return status;
}

void tacti_shapes_distance_further(const tacti_shape_at *a, const tacti_shape_at *b,
                                   tacti_convex_distance_answer *out) {
    tact_vec3 point;
    if (!find_common_point(a, b, &point))
        return;
    out->outcome = TACT_OUTCOME_CONTACT;
    out->distance = out->lower = out->upper = 0;
    out->direction = (tact_vec3){0, 0, 0};
    /* The point lies in both shapes, up to rounding. */
    out->point_a = out->point_b = point;
}

tact_status tacti_shapes_distance(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_distance_answer *out) {
    tacti_shape_at at[2];
    tacti_at_both(a, b, at);
    return tacti_shapes_distance_at(&at[0], &at[1], cache, out);
}
