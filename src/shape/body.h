/* SPDX-License-Identifier: MIT */
/* A placed shape in the form that searches use: checked, with access to its vertices and with error
 * bounds of its support points. */
#ifndef TACTI_SHAPE_BODY_H
#define TACTI_SHAPE_BODY_H

#include "base/simd.h"
#include "base/assert.h"
#include "base/inline.h"
#include "shape/placed.h"

#include "hull/hull.h"
#include "math/vec.h"

/* The greatest coordinate, size or radius of a valid query. */
#define TACTI_CONVEX_MOST 0x1p500

/* ---- Error bounds of support points --------------------------------------------------------
 *
 * u = 2^-53, |n| is the sum of the magnitudes of a direction's coordinates, V bounds the local
 * coordinates of a shape and T those of its translation.
 *
 * Polytopes. For a direction n the search compares products in local coordinates: m = R^T n,
 * computed, then m . v for the vertices v. A placed coordinate passes four roundings of terms that
 * sum to at most 3.01 V + T (entries of R are at most 1 + 10^-6 + 10^-15), so it errs by at most
 * 4.01 u (3.01 V + T). A coordinate of m errs by at most 3.01 u |n|, and |m| is at most 1.74 |n|,
 * so a computed m . v differs from n . R v by at most (9.03 + 5.24) u |n| V. Together: for all
 * v, n . placed(v) - n . t differs from the computed m . v by at most
 *     e = u |n| (26.4 V + 4.01 T).
 * Hence the placed vertex with the greatest computed product is at most 2e below every other one.
 * A climb that is exact for m has the same bound. slack is 2e / |n|, with constants rounded up.
 * Errors from underflow are far smaller in the range in which the search is used
 * (is_in_float_range).
 *
 * Smooth shapes. A support point in local coordinates passes at most eight more roundings. The
 * placed shape is the image under the pose in real numbers, so the point itself is off by e. 0x50
 * and 0xC in place of 0x38 and 0x9 cover the coordinates of the point; the error along n is
 * smaller. */
#define TACTI_POLYTOPE_SLACK_LOCAL 0x38p-53
#define TACTI_POLYTOPE_SLACK_SHIFT 0x9p-53
#define TACTI_SMOOTH_SLACK_LOCAL 0x50p-53
#define TACTI_SMOOTH_SLACK_SHIFT 0xCp-53

/* For a hull of up to this number of vertices, a scan of all is faster than climbing. */
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
    double slack; /* error of a support value per unit of |n| */
} tacti_body;

/* Two bodies. is_in_float_range: floating-point search supports the pair, because no product of
 * coordinates overflows or underflows. */
typedef struct tacti_bodies {
    tacti_body body[2];
    tact_simd_level level; /* of the searches: the lower one of the two shapes */
    bool is_in_float_range;
    bool is_exact;   /* both are polytopes */
    bool is_climbed; /* one is a hull with too many vertices to scan all */
    double slack;    /* sum of both */
    double radius;   /* sum of both, rounded */
    double size;     /* bounds all placed coordinates */
    double skew;     /* bounds the sum of entries of |R^T R - I| of each rotation R */
} tacti_bodies;

/* The facts of a valid shape. They hold until the shape changes. */
tacti_shape_facts tacti_shape_facts_of(const tact_shape *shape);

/* Prepares a placed shape, which must be valid. */
void tacti_body_set(const tacti_placed_shape *placed, tacti_body *out);
void tacti_body_set_at(const tacti_shape_at *at, tacti_body *out);

/* Checks two placed shapes and prepares them. out keeps pointers to them. */
tact_status tacti_bodies_make(const tacti_placed_shape *a, const tacti_placed_shape *b,
                              tacti_bodies *out);

/* tacti_bodies_make() for shapes by address. No argument may be NULL. */
tact_status tacti_bodies_make_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                 tacti_bodies *out);

/* tacti_bodies_make_at() at a SIMD level, for shapes that are safe to read: see
 * tacti_is_no_body(). */
typedef tact_status tacti_bodies_setter(const tacti_shape_at *a, const tacti_shape_at *b,
                                        tacti_bodies *out);
TACTI_DECLARE_LEVELS(tacti_bodies_setter, tacti_bodies_set)

/* The full check, for shapes or poses that the quick check of tacti_bodies_make() does not accept.
 * Both bodies are set. Returns what is wrong, or TACT_OK. */
tact_status tacti_bodies_check(const tacti_shape_at *a, const tacti_shape_at *b,
                               tacti_bodies *bodies);

/* A vertex in local coordinates. The body is a polytope. */
static inline tact_vec3 tacti_body_local(const tacti_body *body, uint32_t i) {
    const tact_shape *shape = body->shape;
    TACTI_ASSERT(i < body->count);
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

/* A placed point deep inside, at which a search may begin. */
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

/* A support point of a smooth, bounded core, in local coordinates, along a local direction. */
tact_vec3 tacti_smooth_support(const tact_shape *shape, tact_vec3 m);

static inline double tacti_largest(tact_vec3 v) {
    return tacti_max(tacti_max(tacti_abs(v.x), tacti_abs(v.y)), tacti_abs(v.z));
}

static inline double tacti_sum_of(tact_vec3 v) {
    return (tacti_abs(v.x) + tacti_abs(v.y)) + tacti_abs(v.z);
}

#endif
