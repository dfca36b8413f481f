/* SPDX-License-Identifier: MIT */
/* Proves by a direction that bodies which nearly touch are apart: the choice of directions; see
 * touch_near.h. */
#include "decide/touch_near.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/inline.h"

/* The most directions that are tried. */
#define MOST_DIRECTIONS 48
/* Directions along which the bodies overlap by more than this fraction of their size are skipped.
 */
#define OVERLAP 0x1p-30

/* The normal of a plane in local coordinates of a body, or a direction as it is. */
typedef struct candidate {
    int side; /* -1 for a direction as it is */
    tact_vec3 normal;
} candidate;

typedef struct directions {
    double snap;
    int count;
    candidate at[MOST_DIRECTIONS];
} directions;

static void add_direction(int side, tact_vec3 n, directions *list) {
    double size = tacti_sum_of(n); /* NaN fails the comparisons below */
    if (list->count < MOST_DIRECTIONS && size > 0 && size < tacti_infinity())
        list->at[list->count++] = (candidate){side, n};
}

/* Adds a direction with small coordinates set to 0, and the direction as it is, both ways. */
static void add_both(int side, tact_vec3 n, directions *list) {
    tact_vec3 snapped = tacti_near_drop(n, list->snap * tacti_largest(n));
    add_direction(side, snapped, list);
    add_direction(side, tacti_vec3_scale(snapped, -1), list);
    if (memcmp(&snapped, &n, sizeof n) != 0) {
        add_direction(side, n, list);
        add_direction(side, tacti_vec3_scale(n, -1), list);
    }
}

static void add_axes(int side, directions *list) {
    add_both(side, (tact_vec3){1, 0, 0}, list);
    add_both(side, (tact_vec3){0, 1, 0}, list);
    add_both(side, (tact_vec3){0, 0, 1}, list);
}

/* Adds the normal of a smooth core's surface at the snapped point. */
static void add_normal(const tacti_near_touch *near, int side, directions *list) {
    const tacti_body *body = &near->bodies->body[side];
    const tact_shape *shape = body->shape;
    tact_vec3 y = near->local[side];
    if (shape->kind == TACT_SHAPE_ELLIPSOID) {
        tact_vec3 h = shape->core.half_extents;
        if (h.x > 0 && h.y > 0 && h.z > 0)
            add_both(side, (tact_vec3){y.x / h.x / h.x, y.y / h.y / h.y, y.z / h.z / h.z}, list);
        return;
    }
    double across = sqrt(y.x * y.x + y.y * y.y), rise = 0;
    if (shape->kind == TACT_SHAPE_CONE)
        rise = across * (shape->core.round.radius / (2 * shape->core.round.half_height));
    add_both(side, (tact_vec3){y.x, y.y, rise}, list);
}

/* Adds normals of a polytope's faces, if they are known without a search. */
static void add_faces(const tacti_near_touch *near, int side, directions *list) {
    const tacti_body *body = &near->bodies->body[side];
    if (body->kind == TACT_SHAPE_TRIANGLE) {
        tact_vec3 v[3];
        for (uint32_t i = 0; i < 3; i++)
            v[i] = tacti_body_vertex(body, i);
        add_both(-1, tacti_vec3_cross(tacti_vec3_sub(v[1], v[0]), tacti_vec3_sub(v[2], v[0])),
                 list);
    } else if (body->kind == TACT_SHAPE_BOX)
        add_axes(side, list);
}

static void find_directions(const tacti_near_touch *near, directions *list) {
    const tacti_bodies *bodies = near->bodies;
    add_both(-1, near->direction, list);
    add_both(-1, tacti_vec3_sub(near->snapped[1], near->snapped[0]), list);
    add_both(
        -1,
        tacti_vec3_sub(tacti_touch_middle(&bodies->body[1]), tacti_touch_middle(&bodies->body[0])),
        list);
    add_axes(-1, list);
    for (int side = 0; side < 2; side++) {
        if (bodies->body[side].count == 0) {
            add_normal(near, side, list);
            add_both(side, (tact_vec3){0, 0, 1}, list);
        } else
            add_faces(near, side, list);
    }
}

/* Whether the bodies are apart along a direction up to rounding. Other directions are skipped. */
static bool may_part(const tacti_near_touch *near, tact_vec3 n) {
    n = tact_vec3_normalize(n);
    const tacti_bodies *bodies = near->bodies;
    tacti_simd_limit limit = tacti_simd_limit_at(bodies->level);
    tacti_placed_shape a = {bodies->body[0].shape, *bodies->body[0].pose, limit};
    tacti_placed_shape b = {bodies->body[1].shape, *bodies->body[1].pose, limit};
    tact_vec3 p = tacti_shape_support(&a, n);
    tact_vec3 q = tacti_shape_support(&b, tacti_vec3_scale(n, -1));
    return tacti_vec3_dot(n, tacti_vec3_sub(q, p)) >= -OVERLAP * near->scale;
}

TACTI_NEVER_INLINE bool is_apart_along(const tacti_near_touch *near, candidate c,
                                       tacti_touch *out) {
    TACTI_ASSERT(c.side >= -1 && c.side <= 1);
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_dyadic3 d = c.side < 0
                          ? tacti_dyadic3_from(&store, c.normal)
                          : tacti_touch_normal(&store, near->bodies->body[c.side].pose, c.normal);
    tact_vec3 rough = tacti_dyadic3_rough(d);
    if (!may_part(near, rough))
        return false;
    tacti_gap gap;
    tacti_gap_along(&store, near->bodies, d, &gap);
    if (tacti_gap_sign(&store, &gap) <= 0 || store.is_full)
        return false;
    out->outcome = TACT_OUTCOME_APART;
    out->direction = tact_vec3_normalize(rough);
    out->gap = tacti_gap_estimate(&gap, d, &out->error);
    return true;
}

bool tacti_near_find_gap(const tacti_near_touch *near, tacti_touch *out) {
    directions list = {.snap = near->snap, .count = 0};
    find_directions(near, &list);
    for (int i = 0; i < list.count; i++)
        if (is_apart_along(near, list.at[i], out))
            return true;
    return false;
}
