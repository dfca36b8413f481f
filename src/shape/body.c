/* SPDX-License-Identifier: MIT */
/* Checks and prepares placed shapes for the searches; see body.h. */
#include "shape/body.h"

#include <math.h>

#include "base/simd.h"
#include "shape/body_make.h"

/* Holds for every valid pose: each of six entries is at most 10^-6. */
#define MOST_SKEW 0x1p-17

void tacti_body_set(const tacti_placed_shape *placed, tacti_body *out) {
    tacti_shape_at at = tacti_at(placed);
    tacti_body_set_inline(&at, out);
}

void tacti_body_set_at(const tacti_shape_at *at, tacti_body *out) {
    tacti_body_set_inline(at, out);
}

static tact_status check_body(const tacti_shape_at *at) {
    tact_status status = tact_shape_validate(at->shape);
    return status == TACT_OK ? tact_pose_validate(*at->pose, NULL) : status;
}

static bool is_in_range(const tacti_body *body) {
    return 3.01 * body->reach + body->shift <= TACTI_CONVEX_MOST &&
           body->radius <= TACTI_CONVEX_MOST;
}

tact_status tacti_bodies_check(const tacti_shape_at *a, const tacti_shape_at *b,
                               tacti_bodies *bodies) {
    tact_status status = check_body(a);
    if (status == TACT_OK)
        status = check_body(b);
    if (status != TACT_OK)
        return status;
    if (!is_in_range(&bodies->body[0]) || !is_in_range(&bodies->body[1]))
        return TACT_INVALID_POSE;
    bodies->skew = MOST_SKEW;
    return TACT_OK;
}

tact_status tacti_bodies_make(const tacti_placed_shape *a, const tacti_placed_shape *b,
                              tacti_bodies *out) {
    if (a == NULL || b == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_shape_at at[2];
    tacti_at_both(a, b, at);
    return tacti_bodies_make_at(&at[0], &at[1], out);
}

tact_status tacti_bodies_make_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                 tacti_bodies *out) {
    if (tacti_is_no_body(a) || tacti_is_no_body(b))
        return TACT_INVALID_ARGUMENT;
    static tacti_bodies_setter *const table[] = TACTI_LEVEL_TABLE(tacti_bodies_set);
    return table[tacti_simd_lower(a->level, b->level)](a, b, out);
}

/* ---- Smooth cores -------------------------------------------------------------------------
 *
 * A support point must lie in the core for every direction, up to the slack of body.h. So lengths
 * whose squares underflow are computed again with care. */

/* The least square of a length that is exact enough for a unit vector. */
#define LEAST_SQUARE 0x1p-900

/* The point of a circle around the z axis that is furthest along m. across is the length of the x
 * and y part of m. */
static tact_vec3 rim_support(double radius, double z, tact_vec3 m, double across) {
    tact_vec3 unit = {1, 0, 0};
    if (across > 0x1p-450)
        return (tact_vec3){radius * (m.x / across), radius * (m.y / across), z};
    if (across > 0)
        unit = tact_vec3_normalize((tact_vec3){m.x, m.y, 0});
    return (tact_vec3){radius * unit.x, radius * unit.y, z};
}

static tact_vec3 ellipsoid_support(tact_vec3 half, tact_vec3 m) {
    tact_vec3 s = {half.x * m.x, half.y * m.y, half.z * m.z};
    double square = tacti_vec3_dot(s, s), length = sqrt(square);
    if (square > LEAST_SQUARE)
        return (tact_vec3){half.x * (s.x / length), half.y * (s.y / length),
                           half.z * (s.z / length)};
    s = tact_vec3_normalize(s);
    if (!(tacti_largest(s) > 0))
        return (tact_vec3){half.x, 0, 0};
    return (tact_vec3){half.x * s.x, half.y * s.y, half.z * s.z};
}

tact_vec3 tacti_smooth_support(const tact_shape *shape, tact_vec3 m) {
    TACTI_ASSERT(shape->kind >= TACT_SHAPE_CYLINDER && shape->kind <= TACT_SHAPE_ELLIPSOID);
    if (shape->kind == TACT_SHAPE_ELLIPSOID)
        return ellipsoid_support(shape->core.half_extents, m);
    double radius = shape->core.round.radius, height = shape->core.round.half_height;
    double square = m.x * m.x + m.y * m.y;
    double across =
        square > LEAST_SQUARE ? sqrt(square) : tact_vec3_length((tact_vec3){m.x, m.y, 0});
    if (shape->kind == TACT_SHAPE_CYLINDER)
        return rim_support(radius, m.z >= 0 ? height : -height, m, across);
    if (height * m.z >= radius * across - height * m.z)
        return (tact_vec3){0, 0, height};
    return rim_support(radius, -height, m, across);
}
