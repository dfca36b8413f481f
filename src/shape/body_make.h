/* SPDX-License-Identifier: MIT */
/* Checks and prepares two placed shapes, inline for files that are compiled per SIMD level. All
 * other files call tacti_bodies_make() of body.h. A quick check here accepts nearly all valid
 * shapes and poses; tacti_bodies_check() judges the rest. */
#ifndef TACTI_SHAPE_BODY_MAKE_H
#define TACTI_SHAPE_BODY_MAKE_H

#include "shape/body.h"
#include "math/pose_lanes.h"

/* Products of two coordinates and two directions stay in the range of double between these. */
#define TACTI_FLOAT_RANGE_LEAST 0x1p-200
#define TACTI_FLOAT_RANGE_MOST 0x1p200

/* ---- Poses -------------------------------------------------------------------------------- */

/* A rotation is orthogonal up to a few roundings if, in no column of |R^T R - I|, the sum of the
 * diagonal entry and the next one exceeds this. */
#define TACTI_GOOD_COLUMN 0x1p-47

/* Whether both poses are well within the limits of tact_pose_validate(), with translations below
 * 2^200. False for NaN. *skew bounds the sum of the six entries of |R^T R - I|; each computed entry
 * errs by at most 4 u. */
TACTI_ALWAYS_INLINE bool tacti_are_plain_poses(const tacti_d8 row[3], double *skew) {
    tacti_pose_faults faults = tacti_pose_faults_of(row);
    bool are_within = tacti_are_poses_within(&faults, TACTI_GOOD_COLUMN);
    *skew = 3 * TACTI_GOOD_COLUMN + 0x20p-53;
    if (!are_within) {
        are_within = tacti_are_poses_within(&faults, TACTI_PLAIN_COLUMN);
        *skew = 3 * TACTI_PLAIN_COLUMN + 0x20p-53;
    }
    return are_within && tacti_are_poses_right(&faults);
}

/* ---- Bodies ------------------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE double tacti_box_reach(tact_box box) {
    return tacti_max(tacti_largest(box.lo), tacti_largest(box.hi));
}

TACTI_ALWAYS_INLINE void tacti_body_set_core(tacti_body *body) {
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
        body->reach = tacti_largest(shape->core.half_extents);
        break;
    case TACT_SHAPE_HULL:
        body->hull = shape->core.hull;
        body->count = body->hull->vertex_count;
        body->reach = tacti_box_reach(body->hull->bounds);
        break;
    case TACT_SHAPE_ELLIPSOID:
        body->reach = tacti_largest(shape->core.half_extents);
        break;
    case TACT_SHAPE_HALF_SPACE:
        body->reach = 0;
        break;
    default:
        body->reach = tacti_max(shape->core.round.radius, shape->core.round.half_height);
        break;
    }
}

TACTI_ALWAYS_INLINE void tacti_body_set_inline(const tacti_shape_at *placed, tacti_body *out) {
    const double *m = placed->pose->m;
    out->shape = placed->shape;
    out->pose = placed->pose;
    out->kind = placed->shape->kind;
    out->radius = placed->shape->radius;
    out->shift = tacti_max(tacti_max(tacti_abs(m[3]), tacti_abs(m[7])), tacti_abs(m[11]));
    const tacti_shape_facts *facts = placed->facts;
    if (facts != NULL) {
        out->hull = facts->hull;
        out->count = facts->count;
        out->reach = facts->reach;
        out->slack = facts->slack + facts->slack_shift * out->shift;
        return;
    }
    tacti_body_set_core(out);
    out->slack =
        out->count > 0
            ? TACTI_POLYTOPE_SLACK_LOCAL * out->reach + TACTI_POLYTOPE_SLACK_SHIFT * out->shift
            : TACTI_SMOOTH_SLACK_LOCAL * out->reach + TACTI_SMOOTH_SLACK_SHIFT * out->shift;
}

/* Whether all sizes are in range and none is negative. radius, reach and shift bound all numbers of
 * the shape except those of a half-space. If the pose is plain, the translation is finite. False
 * for NaN: the sums propagate a NaN that the maximum in reach may drop. */
TACTI_ALWAYS_INLINE bool tacti_is_plain_body(const tacti_body *body) {
    if (!(body->radius >= 0 && body->radius <= TACTI_FLOAT_RANGE_MOST &&
          body->reach <= TACTI_FLOAT_RANGE_MOST))
        return false;
    const tact_shape *shape = body->shape;
    switch (body->kind) {
    case TACT_SHAPE_SPHERE:
    case TACT_SHAPE_HULL:
        return true;
    case TACT_SHAPE_SEGMENT:
        return tacti_sum_of(shape->core.segment.a) + tacti_sum_of(shape->core.segment.b) <=
               4 * TACTI_FLOAT_RANGE_MOST;
    case TACT_SHAPE_BOX:
    case TACT_SHAPE_ELLIPSOID:
        return shape->core.half_extents.x >= 0 && shape->core.half_extents.y >= 0 &&
               shape->core.half_extents.z >= 0;
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE:
        return shape->core.round.radius >= 0 && shape->core.round.half_height >= 0;
    default:
        return false;
    }
}

TACTI_ALWAYS_INLINE bool tacti_is_plain_shape(const tacti_shape_at *placed,
                                              const tacti_body *body) {
    return placed->facts != NULL ? placed->facts->is_plain : tacti_is_plain_body(body);
}

/* Whether a shape is not safe to read: no shape, an unknown kind, or a hull without data. */
TACTI_ALWAYS_INLINE bool tacti_is_no_body(const tacti_shape_at *placed) {
    return placed->shape == NULL || (unsigned)placed->shape->kind >= TACTI_SHAPE_KINDS ||
           (placed->shape->kind == TACT_SHAPE_HULL && placed->shape->core.hull == NULL);
}

/* Whether the search for support points scans all vertices. */
TACTI_ALWAYS_INLINE bool tacti_is_scanned(const tact_hull *hull) {
    return hull->vertex_count <= TACTI_SCAN_MOST || hull->seed_count == 0;
}

/* tacti_bodies_make() for two shapes that are safe to read. */
TACTI_ALWAYS_INLINE tact_status tacti_bodies_make_inline(const tacti_shape_at *a,
                                                         const tacti_shape_at *b,
                                                         tacti_bodies *out) {
    TACTI_ASSERT(!tacti_is_no_body(a) && !tacti_is_no_body(b));
    tacti_body *body = out->body;
    out->level = TACTI_LEVEL_HERE;
    tacti_body_set_inline(a, &body[0]);
    tacti_body_set_inline(b, &body[1]);
    tacti_d8 row[3];
    tacti_load_poses(a->pose->m, b->pose->m, row);
    bool are_plain = tacti_are_plain_poses(row, &out->skew);
    if (!are_plain || !tacti_is_plain_shape(a, &body[0]) || !tacti_is_plain_shape(b, &body[1])) {
        tact_status status = tacti_bodies_check(a, b, out);
        if (status != TACT_OK)
            return status;
    }
    out->is_exact = body[0].count > 0 && body[1].count > 0;
    out->slack = body[0].slack + body[1].slack;
    out->radius = body[0].radius + body[1].radius;
    double most =
        tacti_max(3.01 * body[0].reach + body[0].shift, 3.01 * body[1].reach + body[1].shift);
    out->size = most;
    out->is_in_float_range = tacti_max(most, out->radius) <= TACTI_FLOAT_RANGE_MOST &&
                             most >= TACTI_FLOAT_RANGE_LEAST &&
                             (out->radius == 0 || out->radius >= TACTI_FLOAT_RANGE_LEAST);
    out->is_climbed = false;
    for (int i = 0; i < 2; i++)
        if (body[i].hull != NULL) {
            out->is_in_float_range = out->is_in_float_range && body[i].hull->scale == 0;
            out->is_climbed = out->is_climbed || !tacti_is_scanned(body[i].hull);
        }
    return TACT_OK;
}

#endif
