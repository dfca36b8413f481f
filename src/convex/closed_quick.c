/* SPDX-License-Identifier: MIT */
/* Verdicts without preparation, compiled for each SIMD level; see closed_quick.h. */
#include "convex/convex_pair.h"
#include "convex/closed_quick.h"

#include <math.h>

#include "base/simd.h"
#include "convex/body_make.h"

/* Whether both poses are well within their limits. */
TACTI_ALWAYS_INLINE bool are_poses_plain(const tacti_shape_at *a, const tacti_shape_at *b) {
    tacti_d8 row[3];
    double skew;
    tacti_load_poses(a->pose->m, b->pose->m, row);
    return tacti_are_plain_poses(row, &skew);
}

TACTI_ALWAYS_INLINE bool is_size_tame(double size) {
    return size >= TACTI_LEAST_TAME && size <= TACTI_MOST_TAME;
}

TACTI_ALWAYS_INLINE tact_vec3 between_places(const tact_pose *a, const tact_pose *b) {
    return (tact_vec3){b->m[3] - a->m[3], b->m[7] - a->m[7], b->m[11] - a->m[11]};
}

TACTI_ALWAYS_INLINE void set_quick(tact_outcome outcome, tact_vec3 direction,
                                   tacti_convex_collision *out) {
    *out = (tacti_convex_collision){.outcome = outcome,
                                    .ending = TACTI_CONVEX_BY_FLOAT,
                                    .iterations = 1,
                                    .proof = {.direction = direction}};
}

/* The greater of x and 0, without a branch that nobody can foresee. */
TACTI_ALWAYS_INLINE double positive_part(double x) {
    return 0.5 * (x + tacti_abs(x));
}

/* A ball and a cylinder, as in closed_point.c, but with the error that the worst of poses makes,
 * |E| = 3e-6, so that nothing is measured: it decides but for gaps of that size. The direction is
 * right too: n . R (x - k) >= s - |E| (|x| + |x - k|) for all points k of the cylinder. sign is 1
 * where the cylinder comes first. */
static bool decide_cylinder(const tacti_shape_at *ball, const tacti_shape_at *solid, double sign,
                            tacti_convex_collision *out) {
    const tact_shape *shape = solid->shape;
    const double *m = solid->pose->m;
    double radius = ball->shape->radius + shape->radius;
    double side = shape->core.round.radius, end = shape->core.round.half_height;
    tact_vec3 d = between_places(solid->pose, ball->pose);
    double size = (tacti_sum_of(d) + side) + end;
    if (!(ball->shape->radius >= 0 && shape->radius >= 0 && side >= 0 && end >= 0 &&
          is_size_tame(size) && is_size_tame(size + radius) && are_poses_plain(ball, solid)))
        return false;
    tact_vec3 y = tacti_turn_back(solid->pose, d);
    double across = sqrt(y.x * y.x + y.y * y.y);
    double over_side = positive_part(across - side), over_end = positive_part(tacti_abs(y.z) - end);
    double square = over_side * over_side + over_end * over_end;
    double error = 0x1p-17 * size, more = radius + error, less = radius - error;
    if (square > more * more) {
        double part = sign * (over_side / (across + 0x1p-500));
        tact_vec3 n = {y.x * part, y.y * part, sign * copysign(over_end, y.z)};
        set_quick(TACT_OUTCOME_APART,
                  (tact_vec3){(m[0] * n.x + m[1] * n.y) + m[2] * n.z,
                              (m[4] * n.x + m[5] * n.y) + m[6] * n.z,
                              (m[8] * n.x + m[9] * n.y) + m[10] * n.z},
                  out);
        return true;
    }
    if (!(less > 0 && square < less * less))
        return false;
    set_quick(TACT_OUTCOME_CONTACT, (tact_vec3){0, 0, 0}, out);
    return true;
}

/* How far an ellipsoid reaches along d, for each unit of |d|. */
TACTI_ALWAYS_INLINE double quick_reach(const tacti_shape_at *placed, tact_vec3 d) {
    tact_vec3 m = tacti_turn_back(placed->pose, d), half = placed->shape->core.half_extents;
    m = (tact_vec3){half.x * m.x, half.y * m.y, half.z * m.z};
    return sqrt(tacti_vec3_dot(m, m));
}

TACTI_ALWAYS_INLINE bool is_plain_ellipsoid(const tact_shape *shape) {
    tact_vec3 half = shape->core.half_extents;
    return half.x >= 0 && half.y >= 0 && half.z >= 0 && shape->radius >= 0;
}

/* Two ellipsoids that the line between their centres parts, with the error of ellipsoid.h. */
static bool are_ellipsoids_apart(const tacti_shape_at *a, const tacti_shape_at *b,
                                 tacti_convex_collision *out) {
    tact_vec3 d = between_places(a->pose, b->pose);
    double radius = a->shape->radius + b->shape->radius;
    double size = tacti_sum_of(d) + (tacti_sum_of(a->shape->core.half_extents) +
                                     tacti_sum_of(b->shape->core.half_extents));
    if (!(is_plain_ellipsoid(a->shape) && is_plain_ellipsoid(b->shape) && is_size_tame(size) &&
          is_size_tame(size + radius) && are_poses_plain(a, b)))
        return false;
    double square = tacti_vec3_dot(d, d);
    double error = (0x10p-53 * size + radius * (1 + 0x1p-50)) * sqrt(square);
    if (!(square - (quick_reach(a, d) + quick_reach(b, d)) > error && square > 0x1p-800))
        return false;
    set_quick(TACT_OUTCOME_APART, d, out);
    return true;
}

bool TACTI_LEVELED(tacti_collide_quick)(const tacti_shape_at *a, const tacti_shape_at *b,
                                        tacti_convex_collision *out) {
    if (a->shape->kind == TACT_SHAPE_ELLIPSOID)
        return are_ellipsoids_apart(a, b, out);
    return a->shape->kind == TACT_SHAPE_SPHERE ? decide_cylinder(a, b, -1, out)
                                               : decide_cylinder(b, a, 1, out);
}
