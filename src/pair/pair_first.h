/* SPDX-License-Identifier: MIT */
/* The first look at two polytopes that are not climbed: whether one direction separates them,
 * before bodies are prepared. Most pairs that are apart end here, with a cache nearly all. Inline,
 * for files that are compiled for a SIMD level.
 *
 * The test and its error bound are those of gjk_first.h. Two boxes remember the axis that separated
 * them rather than its direction: a box that turns takes its axis with it. */
#ifndef TACTI_PAIR_PAIR_FIRST_H
#define TACTI_PAIR_PAIR_FIRST_H

#include "search/cache.h"
#include "search/gjk_first.h"
#include "search/sat_box_lanes.h"

/* A cache of two boxes has this plus the number of an axis of sat_box.h in place of a corner. */
#define TACTI_CACHED_AXIS 8

/* Whether both shapes can be looked at. Their facts are known. */
TACTI_ALWAYS_INLINE bool tacti_can_look(const tacti_shape_at *a, const tacti_shape_at *b) {
    return a->facts->is_scanned && b->facts->is_scanned;
}

/* Two polytopes, with what a look and the quick search read of their bodies. */
typedef struct tacti_look {
    tacti_bodies bodies; /* partly set */
    tacti_d8 row[3];     /* of both poses */
} tacti_look;

TACTI_ALWAYS_INLINE void tacti_look_set(const tacti_shape_at *at, tacti_body *out) {
    const double *m = at->pose->m;
    const tacti_shape_facts *facts = at->facts;
    out->shape = at->shape;
    out->pose = at->pose;
    out->kind = at->shape->kind;
    out->radius = at->shape->radius;
    out->hull = facts->hull;
    out->count = facts->count;
    out->reach = facts->reach;
    out->shift = tacti_max(tacti_max(tacti_abs(m[3]), tacti_abs(m[7])), tacti_abs(m[11]));
    out->slack = facts->slack + facts->slack_shift * out->shift;
}

/* Prepares a look at shapes by tacti_can_look(). False if they are not in float range or if their
 * poses are not plainly valid. */
TACTI_ALWAYS_INLINE bool tacti_look_begin(const tacti_shape_at *a, const tacti_shape_at *b,
                                          tacti_look *out) {
    tacti_bodies *bodies = &out->bodies;
    tacti_body *body = bodies->body;
    tacti_load_poses(a->pose->m, b->pose->m, out->row);
    tacti_look_set(a, &body[0]);
    tacti_look_set(b, &body[1]);
    bodies->is_exact = true;
    bodies->is_climbed = false;
    bodies->slack = body[0].slack + body[1].slack;
    bodies->radius = body[0].radius + body[1].radius;
    double most =
        tacti_max(3.01 * body[0].reach + body[0].shift, 3.01 * body[1].reach + body[1].shift);
    bodies->size = most;
    bodies->is_in_float_range = tacti_max(most, bodies->radius) <= TACTI_FLOAT_RANGE_MOST &&
                                most >= TACTI_FLOAT_RANGE_LEAST &&
                                (bodies->radius == 0 || bodies->radius >= TACTI_FLOAT_RANGE_LEAST);
    return tacti_are_plain_poses(out->row, &bodies->skew) && bodies->is_in_float_range;
}

/* Whether x, which points from b to a, certainly separates the shapes; with is_line, whether x or
 * its opposite does. Boxes alone may be asked about a line. Sets at to the support points. */
TACTI_ALWAYS_INLINE bool tacti_look_along(const tacti_look *look, tact_vec3 x, bool is_line,
                                          uint32_t at[2]) {
    const tacti_bodies *bodies = &look->bodies;
    const double *p = bodies->body[0].pose->m, *q = bodies->body[1].pose->m;
    /* The same operations as in tacti_turn_back(), for both bodies at once. */
    double turned[8];
    tacti_d8_store(turned, tacti_d8_add(tacti_d8_add(tacti_d8_mul(look->row[0], tacti_d8_set(x.x)),
                                                     tacti_d8_mul(look->row[1], tacti_d8_set(x.y))),
                                        tacti_d8_mul(look->row[2], tacti_d8_set(x.z))));
    tact_vec3 back = {-turned[0], -turned[1], -turned[2]};
    double reach_a = tacti_local_reach(&bodies->body[0], back, &at[0]);
    double reach_b =
        tacti_local_reach(&bodies->body[1], (tact_vec3){turned[4], turned[5], turned[6]}, &at[1]);
    tact_vec3 t = {p[3] - q[3], p[7] - q[7], p[11] - q[11]};
    double along = tacti_vec3_dot(x, t);
    double least = (is_line ? tacti_abs(along) : along) - (reach_a + reach_b);
    return tacti_exceeds_radius(least - tacti_gjk_error(bodies, x, t), x, bodies->radius);
}

/* The direction from which a search begins without a cache. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_look_middles(const tacti_bodies *bodies) {
    tact_vec3 x =
        tacti_vec3_sub(tacti_body_middle(&bodies->body[0]), tacti_body_middle(&bodies->body[1]));
    return tacti_largest(x) >= 0x1p-400 ? x : (tact_vec3){1, 0, 0};
}

/* The axis of two boxes whose number a cache has; 0 if it has none. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_cached_axis(const double *p, const double *q, uint32_t axis) {
    if (axis < 8) {
        const double *m = (axis < 4 ? p : q) + axis % 4;
        return (tact_vec3){m[0], m[4], m[8]};
    }
    uint32_t i = (axis - 8) / 4 % 3, j = axis % 4;
    tact_vec3 u = {p[i], p[4 + i], p[8 + i]}, v = {q[j], q[4 + j], q[8 + j]};
    return tacti_vec3_cross(u, v);
}

/* The number of the axis that separated two boxes without radii; at least TACTI_BOX_AXES if a cache
 * has none. */
TACTI_ALWAYS_INLINE uint32_t tacti_axis_in(const tacti_shape_at *a, const tacti_shape_at *b,
                                           const tacti_convex_cache *cache) {
    bool are_boxes = a->shape->kind == TACT_SHAPE_BOX && b->shape->kind == TACT_SHAPE_BOX;
    uint32_t axis = cache->extreme_a - TACTI_CACHED_AXIS;
    return are_boxes && axis % 4 != 3 ? axis : TACTI_BOX_AXES;
}

/* Whether a cache may show that a pair is apart. */
TACTI_ALWAYS_INLINE bool tacti_has_plane(const tacti_shape_at *a, const tacti_shape_at *b,
                                         const tacti_convex_cache *cache) {
    return cache->outcome == TACT_OUTCOME_APART && tacti_can_look(a, b) &&
           (tacti_sum_of(cache->direction) > 0 || tacti_axis_in(a, b, cache) < TACTI_BOX_AXES);
}

/* Whether what a cache remembers still separates two shapes by tacti_has_plane(). */
TACTI_ALWAYS_INLINE bool tacti_still_apart(const tacti_shape_at *a, const tacti_shape_at *b,
                                           const tacti_convex_cache *cache) {
    tacti_look look;
    uint32_t at[2] = {UINT32_MAX, UINT32_MAX}, axis = tacti_axis_in(a, b, cache);
    if (!tacti_look_begin(a, b, &look))
        return false;
    if (axis < TACTI_BOX_AXES)
        return tacti_look_along(&look, tacti_cached_axis(a->pose->m, b->pose->m, axis), true, at);
    tact_vec3 x = {-cache->direction.x, -cache->direction.y, -cache->direction.z};
    double size = tacti_sum_of(x);
    return size >= 0x1p-200 && size <= 0x1p200 && tacti_look_along(&look, x, false, at);
}

#endif
