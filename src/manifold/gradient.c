/* SPDX-License-Identifier: MIT */
/* How the distance or depth of two convex shapes changes with their poses. With n the direction
 * from a to b, and p, q the nearest or deepest points of a and b, the separation is n . (q - p),
 * and to first order it changes as if n, and p and q in their bodies, were fixed: n is optimal for
 * the given pose (for a distance by definition, for a depth because the depth is a minimum), and so
 * are p and q.
 *
 * This fails if they are not the only optimal ones. Nearest points: the features that meet along n
 * are intersected. If more than one point has the least separation, turns have a kink. Directions
 * out: b is pushed a little deeper against n. Any other direction that was nearly as good is then
 * better. */
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "manifold/manifold_parts.h"
#include "pair/pair_depth.h"

/* A place counts as another nearest point if a turn by this angle would make it nearest, */
#define TURN 1e-6
/* and if it is at least this far from the nearest one, relative to the size of the smaller body.
 * Nearest points of smooth shapes are less precise. */
#define AWAY 1e-6
#define SMOOTH_AWAY 1e-4
/* How far b is pushed, relative to the size of the smaller body. */
#define PUSH 0x1p-20
/* Directions with a greater cosine are the same: 0.03 radians. */
#define SAME_DIRECTION 0.9995

/* The size of the smaller body that is not a half-space. */
static double smaller_size(const tacti_bodies *bodies) {
    double least = tacti_infinity();
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &bodies->body[side];
        if (body->kind != TACT_SHAPE_HALF_SPACE)
            least = tacti_min(least, body->reach + body->radius);
    }
    return least;
}

/* Whether other points are as near as the nearest. */
static bool has_other_points(const tacti_bodies *bodies, const tacti_contact_measure *measure) {
    tacti_contact_overlap overlap;
    tacti_contact_overlap_set(bodies, measure, NULL, true, &overlap);
    double away = (bodies->is_exact ? AWAY : SMOOTH_AWAY) * smaller_size(bodies);
    for (uint32_t i = 0; i < overlap.spots.count; i++) {
        const tacti_contact_spot *spot = &overlap.spots.spot[i];
        double square = spot->at.x * spot->at.x + spot->at.y * spot->at.y;
        double more = spot->separation - measure->separation;
        if (square > away * away && more * more <= TURN * TURN * square)
            return true;
    }
    return false;
}

/* Whether another direction out is as good. */
static bool has_other_directions(const tacti_bodies *bodies, const tacti_shape_at *a,
                                 const tacti_shape_at *b, const tacti_contact_measure *measure) {
    if (bodies->body[0].kind == TACT_SHAPE_HALF_SPACE ||
        bodies->body[1].kind == TACT_SHAPE_HALF_SPACE)
        return false;
    double push = tacti_max(PUSH * smaller_size(bodies), 0x1p-40 * bodies->size);
    tact_pose pose = *b->pose;
    pose.m[3] -= push * measure->normal.x;
    pose.m[7] -= push * measure->normal.y;
    pose.m[11] -= push * measure->normal.z;
    tacti_shape_at deeper = {b->shape, &pose, b->facts, b->level};
    tacti_convex_depth_answer depth;
    return tacti_convex_depth_at(a, &deeper, NULL, &depth) != TACT_OK ||
           depth.outcome != TACT_OUTCOME_CONTACT ||
           !(tacti_vec3_dot(depth.direction, measure->normal) > SAME_DIRECTION);
}

static bool is_unique(const tacti_bodies *bodies, const tacti_shape_at *a, const tacti_shape_at *b,
                      const tacti_contact_measure *measure) {
    if (!bodies->is_in_float_range || !tacti_is_finite(measure->separation) || !measure->is_sure)
        return false;
    if (has_other_points(bodies, measure))
        return false;
    return measure->outcome == TACT_OUTCOME_APART || !has_other_directions(bodies, a, b, measure);
}

/* The gradient of a force on a point of the body. */
static tacti_pose_gradient gradient_of(const tact_pose *pose, tact_vec3 point, tact_vec3 force) {
    tact_vec3 origin = {pose->m[3], pose->m[7], pose->m[11]};
    return (tacti_pose_gradient){force, tacti_vec3_cross(tacti_vec3_sub(point, origin), force)};
}

tact_status tacti_convex_gradient(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_gradient_answer *out) {
    if (a == NULL || b == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_shape_at at[2];
    tacti_at_both(a, b, at);
    return tacti_convex_gradient_at(&at[0], &at[1], cache, out);
}

tact_status tacti_convex_gradient_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                     tacti_convex_cache *cache, tacti_convex_gradient_answer *out) {
    tacti_bodies bodies;
    tacti_contact_measure measure;
    tact_status status = tacti_bodies_make_at(a, b, &bodies);
    if (status == TACT_OK)
        status = tacti_contact_measure_pair(a, b, cache, &measure);
    if (status != TACT_OK)
        return status;
    *out = (tacti_convex_gradient_answer){.outcome = measure.outcome,
                                          .separation = measure.separation,
                                          .is_unique = is_unique(&bodies, a, b, &measure)};
    tact_vec3 n = measure.normal;
    tact_vec3 back = {0 - n.x, 0 - n.y, 0 - n.z};
    out->of_a = gradient_of(a->pose, measure.point[0], back);
    out->of_b = gradient_of(b->pose, measure.point[1], n);
    return TACT_OK;
}
