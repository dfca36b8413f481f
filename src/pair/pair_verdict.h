/* SPDX-License-Identifier: MIT */
/* The verdict alone on two shapes whose facts are known: first the balls around them, or what a
 * cache remembers, then the rest out of line. Inline, for files that are compiled for a SIMD level.
 */
#ifndef TACTI_PAIR_PAIR_VERDICT_H
#define TACTI_PAIR_PAIR_VERDICT_H

#include "base/simd.h"
#include "pair/pair.h"
#include "pair/pair_judge.h"
#include "shape/ball.h"

/* For pairs whose balls meet. The cache may be NULL. */
TACTI_DECLARE_LEVELS(tacti_verdict, tacti_verdict_near)
/* The same for pairs that are not decided before bodies are prepared. */
TACTI_DECLARE_LEVELS(tacti_verdict, tacti_verdict_bodies)

/* The placed centre of a ball. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_place_centre(const tacti_shape_at *at) {
    const double *m = at->pose->m;
    return at->facts->ball.is_centred ? (tact_vec3){m[3], m[7], m[11]}
                                      : tacti_pose_place(at->pose, at->facts->ball.centre);
}

/* Whether the balls around both shapes are certainly apart and the poses plainly valid. The last
 * factor covers the roundings here. */
TACTI_ALWAYS_INLINE bool tacti_are_balls_apart(const tacti_shape_at *a, const tacti_shape_at *b) {
    tact_vec3 p = tacti_place_centre(a), q = tacti_place_centre(b), d = tacti_vec3_sub(q, p);
    double error = TACTI_BALL_ERROR * (tacti_sum_of(p) + tacti_sum_of(q));
    double reach = ((a->facts->ball.radius + b->facts->ball.radius) + error) * (1 + 0x1p-48);
    return tacti_vec3_dot(d, d) > reach * reach && are_poses_plain(a, b);
}

/* A ball and a cylinder cost little more than two balls. */
TACTI_ALWAYS_INLINE bool tacti_is_ball_cylinder(const tact_shape *a, const tact_shape *b) {
    return (1U << a->kind | 1U << b->kind) == (1U << TACT_SHAPE_SPHERE | 1U << TACT_SHAPE_CYLINDER);
}

/* Returns the statuses of tacti_convex_verdict_at(). The cache may be NULL. */
TACTI_ALWAYS_INLINE tact_status tacti_verdict_inline(const tacti_shape_at *a,
                                                     const tacti_shape_at *b,
                                                     tacti_convex_cache *cache,
                                                     tacti_convex_verdict *out) {
    *out = (tacti_convex_verdict){TACT_OUTCOME_APART, TACTI_CONVEX_BY_FLOAT};
    bool is_quick = tacti_is_ball_cylinder(a->shape, b->shape);
    return !is_quick && tacti_are_balls_apart(a, b)
               ? TACT_OK
               : TACTI_LEVELED(tacti_verdict_near)(a, b, cache, out);
}

#endif
