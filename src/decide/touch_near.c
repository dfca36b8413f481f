/* SPDX-License-Identifier: MIT */
/* The nearest points of two bodies, and these points moved onto axes and ends of smooth cores; see
 * touch_near.h. */
#include "decide/touch_near.h"

#include <math.h>

#include "base/assert.h"
#include "base/simd.h"
#include "closed/closed.h"
#include "search/gjk_begin.h"

static double drop(double x, double limit) {
    return tacti_abs(x) <= limit ? 0 : x;
}

tact_vec3 tacti_near_drop(tact_vec3 v, double limit) {
    return (tact_vec3){drop(v.x, limit), drop(v.y, limit), drop(v.z, limit)};
}

/* Moves a point onto a circle of the given radius if the point is near or outside the circle. */
static void snap_to_circle(double radius, double limit, tact_vec3 *y) {
    double across = sqrt(y->x * y->x + y->y * y->y);
    if (!(across > radius - limit))
        return;
    if (y->x == 0 || y->y == 0) {
        y->x = y->x == 0 ? 0 : copysign(radius, y->x);
        y->y = y->y == 0 ? 0 : copysign(radius, y->y);
        return;
    }
    double shrink = across > radius ? radius / across * (1 - 0x2p-53) : 1;
    y->x *= shrink;
    y->y *= shrink;
}

static void snap_to_ellipsoid(tact_vec3 half, double snap, tact_vec3 *y) {
    double h[3] = {half.x, half.y, half.z}, c[3] = {y->x, y->y, y->z};
    double sum = 0;
    int filled = 0;
    for (int i = 0; i < 3; i++) {
        c[i] = h[i] > 0 ? c[i] : 0;
        filled += c[i] != 0;
        sum += h[i] > 0 ? c[i] / h[i] * (c[i] / h[i]) : 0;
    }
    double shrink = sum > 1 ? (1 - 0x2p-53) / sqrt(sum) : 1;
    for (int i = 0; i < 3; i++)
        c[i] = filled == 1 && c[i] != 0 && sum > 1 - snap ? copysign(h[i], c[i]) : c[i] * shrink;
    *y = (tact_vec3){c[0], c[1], c[2]};
}

tact_vec3 tacti_near_onto(const tacti_near_touch *near, int side, tact_vec3 p) {
    const tacti_body *body = &near->bodies->body[side];
    const tact_shape *shape = body->shape;
    TACTI_ASSERT(body->count == 0 && body->kind != TACT_SHAPE_HALF_SPACE);
    double limit = near->snap * body->reach;
    tact_vec3 y = tacti_near_drop(tacti_touch_local(body, p), limit);
    if (shape->kind == TACT_SHAPE_ELLIPSOID) {
        snap_to_ellipsoid(shape->core.half_extents, near->snap, &y);
        return y;
    }
    double height = shape->core.round.half_height, radius = shape->core.round.radius;
    if (tacti_abs(y.z) > height - limit)
        y.z = copysign(height, y.z);
    if (shape->kind == TACT_SHAPE_CONE && height > 0)
        radius = radius * ((height - y.z) / (2 * height));
    snap_to_circle(radius, limit, &y);
    return y;
}

void tacti_near_find(const tacti_bodies *bodies, tacti_near_touch *out) {
    out->bodies = bodies;
    out->scale = bodies->size + bodies->radius;
    out->witness[0] = tacti_body_middle(&bodies->body[0]);
    out->witness[1] = tacti_body_middle(&bodies->body[1]);
    out->direction = tacti_vec3_sub(out->witness[1], out->witness[0]);
    if (!bodies->is_in_float_range)
        return;
    tacti_closed closed;
    if (tacti_has_closed(bodies) && tacti_closed_find(bodies, TACTI_CLOSED_DEPTH, &closed)) {
        out->witness[0] = closed.point[0];
        out->witness[1] = closed.point[1];
        out->direction = closed.direction;
        return;
    }
    tacti_gjk gjk;
    tacti_gjk_begin(bodies, true, NULL, &gjk);
    tacti_gjk_at(bodies->level)(&gjk);
    if (gjk.count > 0) {
        tacti_simplex_points(&gjk, &out->witness[0], &out->witness[1]);
        out->direction = tacti_vec3_scale(gjk.x, -1);
    }
}

void tacti_near_snap(tacti_near_touch *near, double snap) {
    near->snap = snap;
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &near->bodies->body[side];
        near->local[side] = near->snapped[side] = near->witness[side];
        if (body->count > 0)
            continue;
        near->local[side] = tacti_near_onto(near, side, near->witness[side]);
        near->snapped[side] = tacti_pose_place(body->pose, near->local[side]);
    }
}
