/* SPDX-License-Identifier: MIT */
/* Verdicts without preparation, compiled for each SIMD level; see pair_quick.h. */
#include "pair/pair.h"
#include "pair/pair_quick.h"

#include "base/assert.h"
#include "base/simd.h"
#include "pair/pair_judge.h"

TACTI_ALWAYS_INLINE void set_quick(tact_outcome outcome, tact_vec3 direction,
                                   tacti_convex_collision *out) {
    *out = (tacti_convex_collision){.outcome = outcome,
                                    .ending = TACTI_CONVEX_BY_FLOAT,
                                    .iterations = 1,
                                    .proof = {.direction = direction}};
}

/* The direction separates, too: n . R (x - k) >= s - |E| (|x| + |x - k|) for all points k of the
 * cylinder. sign is 1 if the cylinder comes first. */
static bool decide_cylinder(const tacti_shape_at *ball, const tacti_shape_at *solid, double sign,
                            tacti_convex_collision *out) {
    ball_place place;
    tact_outcome outcome = judge_cylinder(ball, solid, false, &place);
    if (outcome == TACT_OUTCOME_UNDECIDED)
        return false;
    tact_vec3 direction = {0, 0, 0};
    if (outcome == TACT_OUTCOME_APART) {
        const double *m = solid->pose->m;
        double part = sign * (place.over_side / (place.across + 0x1p-500));
        tact_vec3 n = {place.y.x * part, place.y.y * part,
                       sign * copysign(place.over_end, place.y.z)};
        direction = (tact_vec3){(m[0] * n.x + m[1] * n.y) + m[2] * n.z,
                                (m[4] * n.x + m[5] * n.y) + m[6] * n.z,
                                (m[8] * n.x + m[9] * n.y) + m[10] * n.z};
    }
    set_quick(outcome, direction, out);
    return true;
}

bool TACTI_LEVELED(tacti_collide_quick)(const tacti_shape_at *a, const tacti_shape_at *b,
                                        tacti_convex_collision *out) {
    TACTI_ASSERT(tacti_has_quick(a->shape, b->shape));
    tact_vec3 direction;
    if (a->shape->kind == TACT_SHAPE_SPHERE)
        return decide_cylinder(a, b, -1, out);
    if (a->shape->kind == TACT_SHAPE_CYLINDER)
        return decide_cylinder(b, a, 1, out);
    if (!are_ellipsoids_apart(a, b, &direction))
        return false;
    set_quick(TACT_OUTCOME_APART, direction, out);
    return true;
}
