/* SPDX-License-Identifier: MIT */
/* Decides about a ball and a cylinder and about two ellipsoids before bodies are prepared. Inline,
 * for files that are compiled for a SIMD level; see pair_quick.h. */
#ifndef TACTI_PAIR_PAIR_JUDGE_H
#define TACTI_PAIR_PAIR_JUDGE_H

#include <math.h>

#include "shape/body_make.h"
#include "pair/pair.h"

/* Whether both poses are well within their limits. *skew bounds |R^T R - I| of each. */
TACTI_ALWAYS_INLINE bool measure_poses(const tacti_shape_at *a, const tacti_shape_at *b,
                                       double *skew) {
    tacti_d8 row[3];
    tacti_load_poses(a->pose->m, b->pose->m, row);
    return tacti_are_plain_poses(row, skew);
}

TACTI_ALWAYS_INLINE bool are_poses_plain(const tacti_shape_at *a, const tacti_shape_at *b) {
    double skew;
    return measure_poses(a, b, &skew);
}

TACTI_ALWAYS_INLINE bool is_size_in_range(double size) {
    return size >= TACTI_FLOAT_RANGE_LEAST && size <= TACTI_FLOAT_RANGE_MOST;
}

TACTI_ALWAYS_INLINE tact_vec3 between_places(const tact_pose *a, const tact_pose *b) {
    return (tact_vec3){b->m[3] - a->m[3], b->m[7] - a->m[7], b->m[11] - a->m[11]};
}

/* The greater of x and 0, without a branch that the processor cannot predict. */
TACTI_ALWAYS_INLINE double positive_part(double x) {
    return 0.5 * (x + tacti_abs(x));
}

/* The place of a ball relative to a cylinder. */
typedef struct ball_place {
    tact_vec3 y;   /* the ball's centre in the cylinder's frame */
    double across; /* distance of the centre from the axis */
    double over_side,
        over_end; /* how far the centre is beyond the side and the end; 0 if it is not */
} ball_place;

/* As in closed_point.c. The error there is at most 2 |E| times the size, less than 80 u times the
 * size for the formula and for the rounding of y, and a few u times the radius, which near the
 * border is at most the size. is_fine: |E| is at most the skew of the poses, which is at least 224
 * u; otherwise the error is that of the worst valid pose, |E| = 3e-6. Undecided for gaps of that
 * size and for input that is not plainly valid. */
TACTI_ALWAYS_INLINE tact_outcome judge_cylinder(const tacti_shape_at *ball,
                                                const tacti_shape_at *solid, bool is_fine,
                                                ball_place *out) {
    const tact_shape *shape = solid->shape;
    double radius = ball->shape->radius + shape->radius;
    double side = shape->core.round.radius, end = shape->core.round.half_height;
    tact_vec3 d = between_places(solid->pose, ball->pose);
    double size = (tacti_sum_of(d) + side) + end;
    double skew;
    if (!(ball->shape->radius >= 0 && shape->radius >= 0 && side >= 0 && end >= 0 &&
          is_size_in_range(size) && is_size_in_range(size + radius) &&
          measure_poses(ball, solid, &skew)))
        return TACT_OUTCOME_UNDECIDED;
    tact_vec3 y = out->y = tacti_turn_back(solid->pose, d);
    out->across = sqrt(y.x * y.x + y.y * y.y);
    out->over_side = positive_part(out->across - side);
    out->over_end = positive_part(tacti_abs(y.z) - end);
    double square = out->over_side * out->over_side + out->over_end * out->over_end;
    double error = (is_fine ? 4 * skew : 0x1p-17) * size, more = radius + error,
           less = radius - error;
    if (square > more * more)
        return TACT_OUTCOME_APART;
    return less > 0 && square < less * less ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_UNDECIDED;
}

/* How far an ellipsoid reaches along d, times |d|. */
TACTI_ALWAYS_INLINE double quick_reach(const tacti_shape_at *placed, tact_vec3 d) {
    tact_vec3 m = tacti_turn_back(placed->pose, d), half = placed->shape->core.half_extents;
    m = (tact_vec3){half.x * m.x, half.y * m.y, half.z * m.z};
    return sqrt(tacti_vec3_dot(m, m));
}

TACTI_ALWAYS_INLINE bool is_plain_ellipsoid(const tact_shape *shape) {
    tact_vec3 half = shape->core.half_extents;
    return half.x >= 0 && half.y >= 0 && half.z >= 0 && shape->radius >= 0;
}

/* Whether the direction between the centres separates two ellipsoids, with the error of
 * closed/ellipsoid.h. *out receives that direction. */
TACTI_ALWAYS_INLINE bool are_ellipsoids_apart(const tacti_shape_at *a, const tacti_shape_at *b,
                                              tact_vec3 *out) {
    tact_vec3 d = *out = between_places(a->pose, b->pose);
    double radius = a->shape->radius + b->shape->radius;
    double size = tacti_sum_of(d) + (tacti_sum_of(a->shape->core.half_extents) +
                                     tacti_sum_of(b->shape->core.half_extents));
    if (!(is_plain_ellipsoid(a->shape) && is_plain_ellipsoid(b->shape) && is_size_in_range(size) &&
          is_size_in_range(size + radius) && are_poses_plain(a, b)))
        return false;
    double square = tacti_vec3_dot(d, d);
    double error = (0x10p-53 * size + radius * (1 + 0x1p-50)) * sqrt(square);
    return square - (quick_reach(a, d) + quick_reach(b, d)) > error && square > 0x1p-800;
}

/* Whether a pair of these kinds is decided here, with its outcome. */
TACTI_ALWAYS_INLINE bool judge_quick(const tacti_shape_at *a, const tacti_shape_at *b,
                                     tact_outcome *out) {
    if (a->shape->kind == TACT_SHAPE_ELLIPSOID) {
        tact_vec3 direction;
        *out = TACT_OUTCOME_APART;
        return are_ellipsoids_apart(a, b, &direction);
    }
    bool is_first = a->shape->kind == TACT_SHAPE_SPHERE;
    ball_place place;
    *out = judge_cylinder(is_first ? a : b, is_first ? b : a, true, &place);
    return *out != TACT_OUTCOME_UNDECIDED;
}

#endif
