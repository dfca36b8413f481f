/* SPDX-License-Identifier: MIT */
/* A placed shape as the searches see it: checked, with its vertices at hand and with the error
 * bounds of support points. */
#ifndef TACTI_SHAPE_BODY_H
#define TACTI_SHAPE_BODY_H

#include "base/simd.h"
#include "base/inline.h"
#include "shape/placed.h"

#include "hull/hull.h"
#include "math/vec.h"

/* No coordinate, size or radius exceeds this. */
#define TACTI_CONVEX_MOST 0x1p500

/* ---- Error bounds of support points --------------------------------------------------------
 *
 * u = 2^-53, |n| is the sum of the magnitudes of a direction's coordinates, V bounds the local
 * coordinates of a shape and T those of its translation.
 *
 * Polytopes. For a direction n the search looks at products in local coordinates: m = R^T n,
 * computed, then m . v for the vertices v. A placed coordinate passes four roundings of terms that
 * sum to at most 3.01 V + T (entries of R are at most 1 + 10^-6 + 10^-15), so it errs by at most
 * 4.01 u (3.01 V + T). A coordinate of m errs by at most 3.01 u |n|, and |m| is at most 1.74 |n|,
 * so that a computed m . v differs from n . R v by at most (9.03 + 5.24) u |n| V. Together: for all
 * v, n . placed(v) - n . t differs from the computed m . v by at most
 *     e = u |n| (26.4 V + 4.01 T).
 * Hence the vertex with the greatest computed product is, placed, at most 2e below every other one.
 * A climb that is exact for m has the same bound. slack is 2e / |n|, with constants rounded up.
 * What underflows is far below that in the range in which the search is used (is_in_float_range).
 *
 * Smooth shapes. A support point in local coordinates passes at most eight roundings more, and the
 * shape is the image under the pose in real numbers, so that the point itself is off by e. 64 and 8
 * in place of 56 and 8.1 cover the coordinates of the point; the value along n is better. */
#define TACTI_POLYTOPE_SLACK_LOCAL 0x38p-53
#define TACTI_POLYTOPE_SLACK_SHIFT 0x9p-53
#define TACTI_SMOOTH_SLACK_LOCAL 0x50p-53
#define TACTI_SMOOTH_SLACK_SHIFT 0xCp-53

/* Up to so many vertices of a hull a scan of all is faster than climbing. */
#define TACTI_SCAN_MOST 256

typedef struct tacti_body {
    const tact_shape *shape;
    const tact_pose *pose;
    const tact_hull *hull; /* NULL for other kinds */
    tact_shape_kind kind;
    uint32_t count; /* vertices; 0 for a smooth shape */
    double radius;
    double reach; /* bounds local coordinates */
    double shift; /* bounds the translation */
    double slack; /* of a support value, for each unit of |n| */
} tacti_body;

/* Two bodies, and whether floating-point search can serve them: no coordinate so large or small
 * that products fail. */
typedef struct tacti_bodies {
    tacti_body body[2];
    bool is_in_float_range;
    bool is_exact;   /* both are polytopes */
    bool is_climbed; /* one is a hull of so many vertices that they are not scanned */
    double slack;    /* of both */
    double radius;   /* of both, rounded */
    double size;     /* bounds all placed coordinates */
    double skew;     /* bounds, for each rotation R, the sum of entries of |R^T R - I| */
} tacti_bodies;

/* The facts of a valid shape. They hold as long as the shape stays as it is. */
tacti_shape_facts tacti_shape_facts_of(const tact_shape *shape);

/* Prepares a placed shape that is known to be valid. */
void tacti_body_set(const tacti_placed_shape *placed, tacti_body *out);
void tacti_body_set_at(const tacti_shape_at *at, tacti_body *out);

/* Checks two placed shapes and prepares them; out refers to them. */
tact_status tacti_bodies_make(const tacti_placed_shape *a, const tacti_placed_shape *b,
                              tacti_bodies *out);

/* The same without copies of poses; no argument may be NULL. */
tact_status tacti_bodies_make_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                 tacti_bodies *out);

/* The same for two that are bodies, at a SIMD level. */
typedef tact_status tacti_bodies_setter(const tacti_shape_at *a, const tacti_shape_at *b,
                                        tacti_bodies *out);
TACTI_DECLARE_LEVELS(tacti_bodies_setter, tacti_bodies_set)

/* What tacti_bodies_make() does where shapes or poses are not plainly valid: says what is wrong, or
 * that nothing is. Both bodies are set. */
tact_status tacti_bodies_check(const tacti_shape_at *a, const tacti_shape_at *b,
                               tacti_bodies *bodies);

/* A vertex in local coordinates; the body is a polytope. */
static inline tact_vec3 tacti_body_local(const tacti_body *body, uint32_t i) {
    const tact_shape *shape = body->shape;
    if (body->hull != NULL)
        return body->hull->vertices[i];
    switch (body->kind) {
    case TACT_SHAPE_SEGMENT:
        return i == 0 ? shape->core.segment.a : shape->core.segment.b;
    case TACT_SHAPE_TRIANGLE:
        return shape->core.triangle.v[i];
    case TACT_SHAPE_BOX: {
        tact_vec3 h = shape->core.half_extents;
        return (tact_vec3){i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
    }
    default:
        return (tact_vec3){0, 0, 0};
    }
}

/* A placed vertex. */
static inline tact_vec3 tacti_body_vertex(const tacti_body *body, uint32_t i) {
    return tacti_pose_place(body->pose, tacti_body_local(body, i));
}

/* A point deep inside, placed: where a search may begin. */
static inline tact_vec3 tacti_body_middle(const tacti_body *body) {
    const double *m = body->pose->m;
    if (body->hull != NULL)
        return tacti_pose_place(body->pose, body->hull->interior);
    if (body->kind != TACT_SHAPE_SEGMENT && body->kind != TACT_SHAPE_TRIANGLE)
        return (tact_vec3){m[3], m[7], m[11]};
    tact_vec3 middle = tacti_body_local(body, 0);
    for (uint32_t i = 1; i < body->count; i++)
        middle = tacti_vec3_add(middle, tacti_body_local(body, i));
    return tacti_pose_place(body->pose, tacti_vec3_scale(middle, body->count == 2 ? 0.5 : 1.0 / 3));
}

/* A local point of a smooth, bounded core that is furthest along a local direction. */
tact_vec3 tacti_smooth_support(const tact_shape *shape, tact_vec3 m);

static inline double tacti_largest(tact_vec3 v) {
    return tacti_max(tacti_max(tacti_abs(v.x), tacti_abs(v.y)), tacti_abs(v.z));
}

static inline double tacti_sum_of(tact_vec3 v) {
    return (tacti_abs(v.x) + tacti_abs(v.y)) + tacti_abs(v.z);
}

#endif
