/* SPDX-License-Identifier: MIT */
/* Vector arithmetic for hot code inside the library: the same operations in the same order as the
 * public functions, which call these. Nothing here checks or scales. */
#ifndef TACTI_MATH_VEC_H
#define TACTI_MATH_VEC_H

#include <tact/math.h>

#include "base/inline.h"
#include "math/bits.h"

static inline tact_vec3 tacti_vec3_add(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline tact_vec3 tacti_vec3_sub(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline tact_vec3 tacti_vec3_scale(tact_vec3 a, double s) {
    return (tact_vec3){a.x * s, a.y * s, a.z * s};
}

static inline double tacti_vec3_dot(tact_vec3 a, tact_vec3 b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

static inline tact_vec3 tacti_vec3_cross(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Returns the second of two equal values, or if one is NaN, as the SSE instructions do. */
static inline double tacti_min(double a, double b) {
    return a < b ? a : b;
}

static inline double tacti_max(double a, double b) {
    return a > b ? a : b;
}

static inline tact_vec3 tacti_vec3_min(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){tacti_min(a.x, b.x), tacti_min(a.y, b.y), tacti_min(a.z, b.z)};
}

static inline tact_vec3 tacti_vec3_max(tact_vec3 a, tact_vec3 b) {
    return (tact_vec3){tacti_max(a.x, b.x), tacti_max(a.y, b.y), tacti_max(a.z, b.z)};
}

static inline tact_vec3 tacti_vec3_abs(tact_vec3 a) {
    return (tact_vec3){tacti_abs(a.x), tacti_abs(a.y), tacti_abs(a.z)};
}

/* The coordinate along axis 0, 1 or 2. */
static inline double tacti_vec3_get(tact_vec3 a, unsigned axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static inline void tacti_vec3_set(tact_vec3 *a, unsigned axis, double value) {
    *(axis == 0 ? &a->x : axis == 1 ? &a->y : &a->z) = value;
}

/* Whether the coordinates are equal; -0 equals +0. */
static inline bool tacti_vec3_is_equal(const tact_vec3 *a, const tact_vec3 *b) {
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

static inline bool tacti_vec3_is_finite(tact_vec3 a) {
    return tacti_is_finite(a.x) && tacti_is_finite(a.y) && tacti_is_finite(a.z);
}

/* The placement that all of tact follows: ((r0 x + r1 y) + r2 z) + t for each row. */
static inline tact_vec3 tacti_pose_place(const tact_pose *pose, tact_vec3 p) {
    const double *m = pose->m;
    return (tact_vec3){((m[0] * p.x + m[1] * p.y) + m[2] * p.z) + m[3],
                       ((m[4] * p.x + m[5] * p.y) + m[6] * p.z) + m[7],
                       ((m[8] * p.x + m[9] * p.y) + m[10] * p.z) + m[11]};
}

/* R^T v, for the rotation R of a pose: a direction of the world in local coordinates. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_turn_back(const tact_pose *pose, tact_vec3 v) {
    const double *m = pose->m;
    return (tact_vec3){(m[0] * v.x + m[4] * v.y) + m[8] * v.z,
                       (m[1] * v.x + m[5] * v.y) + m[9] * v.z,
                       (m[2] * v.x + m[6] * v.y) + m[10] * v.z};
}

#endif
