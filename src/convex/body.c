/* SPDX-License-Identifier: MIT */
/* Checking and preparing placed shapes for the searches; see body.h. */
#include "convex/body.h"

#include <math.h>

/* Products of two coordinates and of two directions stay in range between these. */
#define LEAST_TAME 0x1p-200
#define MOST_TAME 0x1p200

/* ---- Poses -------------------------------------------------------------------------------- */

/* The computations of tact_pose_validate(), without its messages; that one says what is wrong. */
static inline bool is_plainly_rigid(const double *m) {
    double xx = (m[0] * m[0] + m[4] * m[4]) + m[8] * m[8];
    double yy = (m[1] * m[1] + m[5] * m[5]) + m[9] * m[9];
    double zz = (m[2] * m[2] + m[6] * m[6]) + m[10] * m[10];
    double xy = (m[0] * m[1] + m[4] * m[5]) + m[8] * m[9];
    double xz = (m[0] * m[2] + m[4] * m[6]) + m[8] * m[10];
    double yz = (m[1] * m[2] + m[5] * m[6]) + m[9] * m[10];
    double defect = tacti_max(tacti_max(tacti_abs(xx - 1), tacti_abs(yy - 1)), tacti_abs(zz - 1));
    defect = tacti_max(tacti_max(tacti_abs(xy), tacti_abs(xz)), tacti_max(tacti_abs(yz), defect));
    double det = (m[0] * (m[5] * m[10] - m[6] * m[9]) + m[1] * (m[6] * m[8] - m[4] * m[10])) +
                 m[2] * (m[4] * m[9] - m[5] * m[8]);
    /* Well below the limit, so that the two never disagree; NaN fails. */
    return defect <= 0.9e-6 && det > 0 && tacti_is_finite((m[3] + m[7]) + m[11]);
}

static tact_status check_pose(const tact_pose *pose) {
    return is_plainly_rigid(pose->m) ? TACT_OK : tact_pose_validate(*pose, NULL);
}

/* ---- Bodies ------------------------------------------------------------------------------- */

static double box_reach(tact_box box) {
    return tacti_max(tacti_largest(box.lo), tacti_largest(box.hi));
}

static void set_core(tacti_body *body) {
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

void tacti_body_set(const tact_placed_shape *placed, tacti_body *out) {
    const double *m = placed->pose.m;
    out->shape = placed->shape;
    out->pose = &placed->pose;
    out->kind = placed->shape->kind;
    out->radius = placed->shape->radius;
    out->shift = tacti_max(tacti_max(tacti_abs(m[3]), tacti_abs(m[7])), tacti_abs(m[11]));
    set_core(out);
    out->slack = out->count > 0 ? TACTI_POLYTOPE_SLACK_LOCAL * out->reach +
                                      TACTI_POLYTOPE_SLACK_SHIFT * out->shift
                                : TACTI_SMOOTH_SLACK_LOCAL * out->reach +
                                      TACTI_SMOOTH_SLACK_SHIFT * out->shift;
}

static tact_status make_body(const tact_placed_shape *placed, tacti_body *out) {
    tact_status status =
        placed != NULL ? tact_shape_validate(placed->shape) : TACT_INVALID_ARGUMENT;
    if (status == TACT_OK)
        status = check_pose(&placed->pose);
    if (status != TACT_OK)
        return status;
    tacti_body_set(placed, out);
    return 3.01 * out->reach + out->shift <= TACTI_CONVEX_MOST && out->radius <= TACTI_CONVEX_MOST
               ? TACT_OK
               : TACT_INVALID_POSE;
}

tact_status tacti_bodies_make(const tact_placed_shape *a, const tact_placed_shape *b,
                              tacti_bodies *out) {
    tacti_body *body = out->body;
    tact_status status = make_body(a, &body[0]);
    if (status == TACT_OK)
        status = make_body(b, &body[1]);
    if (status != TACT_OK)
        return status;
    out->is_exact = body[0].count > 0 && body[1].count > 0;
    out->slack = body[0].slack + body[1].slack;
    out->radius = body[0].radius + body[1].radius;
    double most = tacti_max(3.01 * body[0].reach + body[0].shift,
                            3.01 * body[1].reach + body[1].shift);
    out->size = most;
    out->is_tame = tacti_max(most, out->radius) <= MOST_TAME && most >= LEAST_TAME &&
                   (out->radius == 0 || out->radius >= LEAST_TAME);
    for (int i = 0; i < 2; i++)
        if (body[i].hull != NULL && body[i].hull->scale != 0)
            out->is_tame = false;
    return TACT_OK;
}

tact_vec3 tacti_body_middle(const tacti_body *body) {
    tact_vec3 middle = {0, 0, 0};
    if (body->hull != NULL)
        middle = body->hull->interior;
    else if (body->kind == TACT_SHAPE_SEGMENT || body->kind == TACT_SHAPE_TRIANGLE) {
        for (uint32_t i = 0; i < body->count; i++)
            middle = tacti_vec3_add(middle, tacti_body_local(body, i));
        middle = tacti_vec3_scale(middle, body->count == 2 ? 0.5 : 1.0 / 3);
    }
    return tacti_pose_place(body->pose, middle);
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
