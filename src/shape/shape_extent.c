/* SPDX-License-Identifier: MIT */
/* The extent of placed shapes: bounds, rounded outward, and support points. */
#include "shape/placed.h"

#include <math.h>

#include "shape/body.h"
#include "shape/hull_spread.h"

/* Rounds a length that was computed with a few roundings upward. Subnormal lengths need a unit
 * more. */
#define OUTWARD (1 + 0x1p-49)

/* ---- Bounds ------------------------------------------------------------------------------- */

static tact_box inflate(tact_box box, double radius) {
    if (radius == 0)
        return box;
    return (tact_box){{tacti_next_down(box.lo.x - radius), tacti_next_down(box.lo.y - radius),
                       tacti_next_down(box.lo.z - radius)},
                      {tacti_next_up(box.hi.x + radius), tacti_next_up(box.hi.y + radius),
                       tacti_next_up(box.hi.z + radius)}};
}

static tact_box polytope_bounds(const tacti_body *body, tacti_simd_limit limit) {
    static tacti_hull_spreader *const table[] = TACTI_LEVEL_TABLE(tacti_hull_spread);
    TACTI_ASSERT(body->count > 0);
    if (body->hull != NULL && body->hull->scale == 0)
        return table[tacti_simd_row(tacti_simd_level_within(limit))](body->hull, body->pose);
    tact_box box = tact_box_empty();
    for (uint32_t i = 0; i < body->count; i++) {
        tact_vec3 p = tacti_body_vertex(body, i);
        box.lo = tacti_vec3_min(box.lo, p);
        box.hi = tacti_vec3_max(box.hi, p);
    }
    return box;
}

/* The extent of a smooth core around the origin along a row of the rotation. */
static double smooth_reach(const tact_shape *shape, const double *row) {
    TACTI_ASSERT(shape->kind >= TACT_SHAPE_CYLINDER && shape->kind <= TACT_SHAPE_ELLIPSOID);
    if (shape->kind == TACT_SHAPE_ELLIPSOID) {
        tact_vec3 h = shape->core.half_extents;
        return tact_vec3_length((tact_vec3){row[0] * h.x, row[1] * h.y, row[2] * h.z});
    }
    double across = shape->core.round.radius * tact_vec3_length((tact_vec3){row[0], row[1], 0});
    double along = shape->core.round.half_height * row[2];
    if (shape->kind == TACT_SHAPE_CYLINDER)
        return across + fabs(along);
    return tacti_max(along, across - along);
}

static tact_box smooth_bounds(const tacti_body *body) {
    double lo[3], hi[3];
    for (int i = 0; i < 3; i++) {
        const double *row = body->pose->m + 4 * i;
        double back[3] = {-row[0], -row[1], -row[2]};
        double error = 0x10p-53 * body->reach;
        double up = (smooth_reach(body->shape, row) + error) * OUTWARD + 0x1p-1070;
        double down = (smooth_reach(body->shape, back) + error) * OUTWARD + 0x1p-1070;
        hi[i] = tacti_next_up(row[3] + up);
        lo[i] = tacti_next_down(row[3] - down);
    }
    return (tact_box){{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

tact_box tacti_shape_bounds(const tacti_placed_shape *shape) {
    tacti_body body;
    double most = tacti_infinity();
    tacti_body_set(shape, &body);
    if (body.kind == TACT_SHAPE_HALF_SPACE)
        return (tact_box){{-most, -most, -most}, {most, most, most}};
    return inflate(body.count > 0 ? polytope_bounds(&body, shape->limit) : smooth_bounds(&body),
                   body.radius);
}

/* ---- Support ------------------------------------------------------------------------------ */

/* A support point of the core. For a half-space, the point of its border next to the origin. */
static tact_vec3 core_support(const tacti_body *body, tact_vec3 direction) {
    tact_vec3 m = tacti_turn_back(body->pose, direction);
    if (body->kind == TACT_SHAPE_HALF_SPACE) {
        tact_plane plane = body->shape->core.plane;
        double length = tact_vec3_length(plane.normal);
        return tacti_vec3_scale(tact_vec3_normalize(plane.normal), plane.offset / length);
    }
    if (body->count == 0)
        return tacti_smooth_support(body->shape, tact_vec3_normalize(m));
    if (body->hull != NULL)
        return body->hull->vertices[tact_hull_support(body->hull, m, 0)];
    uint32_t best = 0;
    for (uint32_t i = 1; i < body->count; i++)
        if (tacti_vec3_dot(m, tacti_body_local(body, i)) >
            tacti_vec3_dot(m, tacti_body_local(body, best)))
            best = i;
    return tacti_body_local(body, best);
}

tact_vec3 tacti_shape_support(const tacti_placed_shape *shape, tact_vec3 direction) {
    tacti_body body;
    tacti_body_set(shape, &body);
    tact_vec3 p = tacti_pose_place(body.pose, core_support(&body, direction));
    tact_vec3 unit = tact_vec3_normalize(direction);
    return tacti_vec3_add(p, tacti_vec3_scale(unit, body.radius));
}

tact_box tact_shape_bounds(const tact_shape *shape, const tact_pose *pose) {
    return tacti_shape_bounds(&(tacti_placed_shape){shape, *pose, TACTI_NO_LIMIT});
}

tact_vec3 tact_shape_support(const tact_shape *shape, const tact_pose *pose, tact_vec3 direction) {
    return tacti_shape_support(&(tacti_placed_shape){shape, *pose, TACTI_NO_LIMIT}, direction);
}
