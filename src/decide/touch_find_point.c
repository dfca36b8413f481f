/* SPDX-License-Identifier: MIT */
/* Proves contact of bodies that nearly touch by a point of each core; see touch_near.h. Points of
 * smooth cores are tried in local coordinates, in which ends and axes are given numbers. Other
 * points are combinations of coordinates of the bodies' positions and vertices. */
#include "decide/touch_near.h"

#include <math.h>

#include "base/assert.h"

/* The most values that are tried for a coordinate of a point. */
#define MOST_VALUES 5
/* Two points of a smooth core, and all combinations of values. */
#define MOST_POINTS (2 + MOST_VALUES * MOST_VALUES * MOST_VALUES)
/* Points that miss a core or each other by more than this fraction of the bodies' size are skipped.
 */
#define OVERLAP 0x1p-30

/* Values for one coordinate of a point near another. */
typedef struct values {
    int count;
    double value[MOST_VALUES];
} values;

static void add_value(double x, double near, double limit, values *list) {
    if (list->count == MOST_VALUES || !(tacti_abs(x - near) <= limit))
        return;
    for (int i = 0; i < list->count; i++)
        if (list->value[i] == x)
            return;
    list->value[list->count++] = x;
}

static double coordinate(tact_vec3 v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* Coordinates that a common point may have exactly: those of vertices, of the snapped points, of
 * the witness and of the bodies' positions. */
static values values_of(const tacti_near_touch *near, int side, int axis) {
    values list = {0};
    double at = coordinate(near->witness[side], axis), limit = near->snap * near->scale;
    for (int s = 0; s < 2; s++) {
        const tacti_body *body = &near->bodies->body[s];
        for (uint32_t i = 0; i < body->count && i < 8; i++)
            add_value(coordinate(tacti_body_vertex(body, i), axis), at, limit, &list);
    }
    for (int s = 0; s < 2; s++)
        add_value(coordinate(near->snapped[side ^ s], axis), at, limit, &list);
    add_value(at, at, limit, &list);
    /* If faces touch, the witness may be at an edge, and the middles are better. */
    for (int s = 0; s < 2; s++)
        add_value(coordinate(tacti_touch_middle(&near->bodies->body[s]), axis), at,
                  tacti_infinity(), &list);
    return list;
}

/* The points of one core that are tried. */
typedef struct points {
    int count;
    tacti_touch_point point[MOST_POINTS];
} points;

/* For a smooth core, the points next to the witness and next to the nearest point of the other
 * body; then all combinations of values. */
static void find_points(const tacti_near_touch *near, int side, points *list) {
    const tacti_body *body = &near->bodies->body[side];
    list->count = 0;
    if (body->count == 0) {
        tact_vec3 across = tacti_near_onto(near, side, near->snapped[1 - side]);
        list->point[list->count++] = (tacti_touch_point){body->pose, near->local[side]};
        list->point[list->count++] = (tacti_touch_point){body->pose, across};
    }
    values v[3];
    for (int axis = 0; axis < 3; axis++)
        v[axis] = values_of(near, side, axis);
    for (int i = 0; i < v[0].count; i++)
        for (int j = 0; j < v[1].count; j++)
            for (int k = 0; k < v[2].count; k++) {
                TACTI_ASSERT(list->count < MOST_POINTS);
                list->point[list->count++] =
                    (tacti_touch_point){NULL, {v[0].value[i], v[1].value[j], v[2].value[k]}};
            }
}

/* Whether a core may contain a point, up to rounding. Always true for a polytope. */
static bool may_hold(const tacti_near_touch *near, int side, tact_vec3 p) {
    const tacti_body *body = &near->bodies->body[side];
    const tact_shape *shape = body->shape;
    if (body->count > 0)
        return true;
    tact_vec3 y = tacti_touch_local(body, p);
    double limit = OVERLAP * near->scale;
    if (shape->kind == TACT_SHAPE_ELLIPSOID) {
        tact_vec3 h = shape->core.half_extents;
        return tacti_abs(y.x) <= h.x + limit && tacti_abs(y.y) <= h.y + limit &&
               tacti_abs(y.z) <= h.z + limit;
    }
    return tacti_abs(y.z) <= shape->core.round.half_height + limit &&
           sqrt(y.x * y.x + y.y * y.y) <= shape->core.round.radius + limit;
}

/* Reports contact if p is in the core of the side, q in the other core, and both are near enough.
 */
static bool try_pair(const tacti_near_touch *near, int side, const tacti_touch_point *p,
                     const tacti_touch_point *q, tacti_touch *out) {
    const tacti_bodies *bodies = near->bodies;
    const tacti_touch_point *point[2] = {side == 0 ? p : q, side == 0 ? q : p};
    tact_vec3 a = tacti_touch_round(point[0]), b = tacti_touch_round(point[1]);
    tact_vec3 between = tacti_vec3_sub(b, a);
    if (!(tacti_largest(between) <= bodies->radius + OVERLAP * near->scale) ||
        !may_hold(near, 0, a) || !may_hold(near, 1, b))
        return false;
    /* Smooth cores come first: a polynomial is cheaper than a search. */
    int first = bodies->body[0].count == 0 ? 0 : 1;
    if (!tacti_touch_within(bodies, p, q) || !tacti_touch_holds(bodies, first, point[first]) ||
        !tacti_touch_holds(bodies, 1 - first, point[1 - first]))
        return false;
    out->outcome = TACT_OUTCOME_CONTACT;
    out->has_point = true;
    out->point[0] = *point[0];
    out->point[1] = *point[1];
    return true;
}

/* Tries a point of one core with its partner: the point itself if there are no radii, otherwise the
 * point of the other core, if that is smooth, next to it. */
static bool try_point(const tacti_near_touch *near, int side, const tacti_touch_point *p,
                      tacti_touch *out) {
    const tacti_body *other = &near->bodies->body[1 - side];
    if (near->bodies->radius == 0)
        return try_pair(near, side, p, p, out);
    if (other->count > 0)
        return false;
    tacti_touch_point q = {other->pose, near->local[1 - side]};
    if (try_pair(near, side, p, &q, out))
        return true;
    q.at = tacti_near_onto(near, 1 - side, tacti_touch_round(p));
    return try_pair(near, side, p, &q, out);
}

bool tacti_near_find_contact(const tacti_near_touch *near, tacti_touch *out) {
    points list;
    for (int side = 0; side < 2; side++) {
        find_points(near, side, &list);
        for (int i = 0; i < list.count; i++)
            if (try_point(near, side, &list.point[i], out))
                return true;
    }
    return false;
}
