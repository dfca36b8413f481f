/* SPDX-License-Identifier: MIT */
/* Checking and preparing placed shapes for the searches; see body.h. */
#include "convex/body.h"

#include <math.h>

#include "base/inline.h"
#include "math/vec3x2.h"

/* Products of two coordinates and of two directions stay in range between these. */
#define LEAST_TAME 0x1p-200
#define MOST_TAME 0x1p200

/* ---- Poses -------------------------------------------------------------------------------- */

/* Column i of both rotations. */
static inline tacti_vec3x2 columns_of(const double *a, const double *b, int i) {
    return (tacti_vec3x2){tacti_d2_make(a[i], b[i]), tacti_d2_make(a[4 + i], b[4 + i]),
                          tacti_d2_make(a[8 + i], b[8 + i])};
}

/* Whether both poses are well within the limits of tact_pose_validate(), which says what is wrong
 * otherwise. The sum of all entries of |R^T R - I| is compared instead of the largest; NaN fails.
 */
TACTI_ALWAYS_INLINE bool are_plainly_rigid(const double *a, const double *b) {
    tacti_d2 one = tacti_d2_set(1);
    tacti_vec3x2 x = columns_of(a, b, 0), y = columns_of(a, b, 1), z = columns_of(a, b, 2);
    tacti_d2 lengths =
        tacti_d2_add(tacti_d2_add(tacti_d2_abs(tacti_d2_sub(tacti_vec3x2_dot(x, x), one)),
                                  tacti_d2_abs(tacti_d2_sub(tacti_vec3x2_dot(y, y), one))),
                     tacti_d2_abs(tacti_d2_sub(tacti_vec3x2_dot(z, z), one)));
    tacti_d2 angles = tacti_d2_add(
        tacti_d2_add(tacti_d2_abs(tacti_vec3x2_dot(x, y)), tacti_d2_abs(tacti_vec3x2_dot(y, z))),
        tacti_d2_abs(tacti_vec3x2_dot(z, x)));
    tacti_d2 det = tacti_vec3x2_dot(x, tacti_vec3x2_cross(y, z));
    unsigned good = tacti_d2_exceeds(tacti_d2_set(0.9e-6), tacti_d2_add(lengths, angles)) &
                    tacti_d2_exceeds(det, tacti_d2_set(0));
    return good == 3;
}

/* ---- Bodies ------------------------------------------------------------------------------- */

static double box_reach(tact_box box) {
    return tacti_max(tacti_largest(box.lo), tacti_largest(box.hi));
}

TACTI_ALWAYS_INLINE void set_core(tacti_body *body) {
    const tact_shape *shape = body->shape;
    body->hull = NULL;
    body->count = 0;
    switch (body->kind) {
    case TACT_SHAPE_SPHERE:
        body->count = 1;
        body->reach = 0;
        break;
    case TACT_SHAPE_SEGMENT:
        body->count = 2;
        body->reach =
            tacti_max(tacti_largest(shape->core.segment.a), tacti_largest(shape->core.segment.b));
        break;
    case TACT_SHAPE_TRIANGLE:
        body->count = 3;
        body->reach = tacti_max(tacti_max(tacti_largest(shape->core.triangle.v[0]),
                                          tacti_largest(shape->core.triangle.v[1])),
                                tacti_largest(shape->core.triangle.v[2]));
        break;
    case TACT_SHAPE_BOX:
        body->count = 8;
        body->reach = tacti_largest(shape->core.half);
        break;
    case TACT_SHAPE_HULL:
        body->hull = shape->core.hull;
        body->count = body->hull->vertex_count;
        body->reach = box_reach(body->hull->bounds);
        break;
    case TACT_SHAPE_ELLIPSOID:
        body->reach = tacti_largest(shape->core.half);
        break;
    case TACT_SHAPE_HALF_SPACE:
        body->reach = 0;
        break;
    default:
        body->reach = tacti_max(shape->core.round.radius, shape->core.round.height);
        break;
    }
}

TACTI_ALWAYS_INLINE void set_body(const tact_placed_shape *placed, tacti_body *out) {
    const double *m = placed->pose.m;
    out->shape = placed->shape;
    out->pose = &placed->pose;
    out->kind = placed->shape->kind;
    out->radius = placed->shape->radius;
    out->shift = tacti_max(tacti_max(tacti_abs(m[3]), tacti_abs(m[7])), tacti_abs(m[11]));
    set_core(out);
    out->slack =
        out->count > 0
            ? TACTI_POLYTOPE_SLACK_LOCAL * out->reach + TACTI_POLYTOPE_SLACK_SHIFT * out->shift
            : TACTI_SMOOTH_SLACK_LOCAL * out->reach + TACTI_SMOOTH_SLACK_SHIFT * out->shift;
}

void tacti_body_set(const tact_placed_shape *placed, tacti_body *out) {
    set_body(placed, out);
}

/* Whether all sizes are in range and none is negative; radius, reach and shift bound all numbers of
 * the shape but those of a half-space. NaN fails. */
TACTI_ALWAYS_INLINE bool is_plainly_valid(const tacti_body *body) {
    const double *m = body->pose->m;
    if (!(body->radius >= 0 && body->radius <= TACTI_CONVEX_MOST &&
          tacti_is_finite((m[3] + m[7]) + m[11]) && /* the largest hides a NaN */
          3.01 * body->reach + body->shift <= TACTI_CONVEX_MOST))
        return false;
    const tact_shape *shape = body->shape;
    switch (body->kind) {
    case TACT_SHAPE_SPHERE:
    case TACT_SHAPE_HULL:
        return true;
    case TACT_SHAPE_BOX:
    case TACT_SHAPE_ELLIPSOID:
        return shape->core.half.x >= 0 && shape->core.half.y >= 0 && shape->core.half.z >= 0;
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE:
        return shape->core.round.radius >= 0 && shape->core.round.height >= 0;
    default:
        return false;
    }
}

static tact_status check_body(const tact_placed_shape *placed) {
    tact_status status = tact_shape_validate(placed->shape);
    return status == TACT_OK ? tact_pose_validate(placed->pose, NULL) : status;
}

static bool is_in_range(const tacti_body *body) {
    return 3.01 * body->reach + body->shift <= TACTI_CONVEX_MOST &&
           body->radius <= TACTI_CONVEX_MOST;
}

/* A shape that could not be set up safely. */
static bool is_nothing(const tact_placed_shape *placed) {
    return placed == NULL || placed->shape == NULL ||
           (unsigned)placed->shape->kind >= TACT_SHAPE_KINDS ||
           (placed->shape->kind == TACT_SHAPE_HULL && placed->shape->core.hull == NULL);
}

tact_status tacti_bodies_make(const tact_placed_shape *a, const tact_placed_shape *b,
                              tacti_bodies *out) {
    tacti_body *body = out->body;
    if (is_nothing(a) || is_nothing(b))
        return TACT_INVALID_ARGUMENT;
    set_body(a, &body[0]);
    set_body(b, &body[1]);
    bool are_rigid = are_plainly_rigid(a->pose.m, b->pose.m);
    if (!are_rigid || !is_plainly_valid(&body[0]) || !is_plainly_valid(&body[1])) {
        tact_status status = check_body(a);
        if (status == TACT_OK)
            status = check_body(b);
        if (status != TACT_OK)
            return status;
        if (!is_in_range(&body[0]) || !is_in_range(&body[1]))
            return TACT_INVALID_POSE;
    }
    out->is_exact = body[0].count > 0 && body[1].count > 0;
    out->slack = body[0].slack + body[1].slack;
    out->radius = body[0].radius + body[1].radius;
    double most =
        tacti_max(3.01 * body[0].reach + body[0].shift, 3.01 * body[1].reach + body[1].shift);
    out->size = most;
    out->is_tame = tacti_max(most, out->radius) <= MOST_TAME && most >= LEAST_TAME &&
                   (out->radius == 0 || out->radius >= LEAST_TAME);
    for (int i = 0; i < 2; i++)
        if (body[i].hull != NULL && body[i].hull->scale != 0)
            out->is_tame = false;
    return TACT_OK;
}

/* ---- Smooth cores ------------------------------------------------------------------------- */

/* The point of a circle of the given radius around z that is furthest along m. */
static tact_vec3 rim_support(double radius, double z, tact_vec3 m, double length) {
    if (!(length > 0))
        return (tact_vec3){radius, 0, z};
    return (tact_vec3){radius * (m.x / length), radius * (m.y / length), z};
}

tact_vec3 tacti_smooth_support(const tact_shape *shape, tact_vec3 m) {
    double across = sqrt(m.x * m.x + m.y * m.y);
    double radius = shape->core.round.radius, height = shape->core.round.height;
    if (shape->kind == TACT_SHAPE_CYLINDER)
        return rim_support(radius, m.z >= 0 ? height : -height, m, across);
    if (shape->kind == TACT_SHAPE_CONE) {
        if (height * m.z >= radius * across - height * m.z)
            return (tact_vec3){0, 0, height};
        return rim_support(radius, -height, m, across);
    }
    tact_vec3 half = shape->core.half;
    tact_vec3 s = {half.x * m.x, half.y * m.y, half.z * m.z};
    double length = sqrt(tacti_vec3_dot(s, s));
    if (!(length > 0))
        return (tact_vec3){half.x, 0, 0};
    return (tact_vec3){half.x * (s.x / length), half.y * (s.y / length), half.z * (s.z / length)};
}
