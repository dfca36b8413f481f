/* SPDX-License-Identifier: MIT */
/* Whether a point lies in a body's core, in exact arithmetic; see touch.h. A smooth core is the
 * image of {x} under y = R x + t, and R^-1 = cof(R)^T / det R. With X = cof(R)^T (p - t) and
 * D = det R > 0, the point p is the image of X / D. Multiplied out, membership is a sign of degree
 * at most 14: four in each coordinate of X (two of R, and two of a point that is itself an image),
 * squared, and six sizes of an ellipsoid. */
#include "decide/touch.h"

#include "base/assert.h"
#include "base/inline.h"
#include "base/simd.h"
#include "decide/exact_search.h"
#include "search/gjk_begin.h"

/* X and D as above. */
typedef struct local_point {
    tacti_dyadic3 x;
    tacti_dyadic det;
} local_point;

/* The coordinates of a point. */
static tacti_dyadic3 exact_point(tacti_dyadic_store *store, const tacti_touch_point *p) {
    tacti_dyadic3 at = tacti_dyadic3_from(store, p->at), out;
    if (p->pose == NULL)
        return at;
    const double *m = p->pose->m;
    for (int i = 0; i < 3; i++) {
        tacti_dyadic3 row =
            tacti_dyadic3_from(store, (tact_vec3){m[4 * i], m[4 * i + 1], m[4 * i + 2]});
        out.c[i] = tacti_dyadic_add(store, tacti_dyadic3_dot(store, row, at),
                                    tacti_dyadic_from(store, m[4 * i + 3]));
    }
    return out;
}

static local_point localize(tacti_dyadic_store *store, const tact_pose *pose,
                            const tacti_touch_point *p) {
    const double *m = pose->m;
    local_point out;
    if (p->pose == pose) {
        out.x = tacti_dyadic3_from(store, p->at);
        out.det = tacti_dyadic_from(store, 1);
        return out;
    }
    tacti_dyadic3 shift = tacti_dyadic3_from(store, (tact_vec3){m[3], m[7], m[11]});
    tacti_dyadic3 d = tacti_dyadic3_sub(store, exact_point(store, p), shift), column[3];
    for (int k = 0; k < 3; k++)
        column[k] = tacti_dyadic3_from(store, (tact_vec3){m[k], m[4 + k], m[8 + k]});
    for (int k = 0; k < 3; k++) {
        tacti_dyadic3 cross = tacti_dyadic3_cross(store, column[(k + 1) % 3], column[(k + 2) % 3]);
        out.x.c[k] = tacti_dyadic3_dot(store, cross, d);
    }
    out.det = tacti_touch_det(store, pose);
    return out;
}

static tacti_dyadic square(tacti_dyadic_store *store, tacti_dyadic a) {
    return tacti_dyadic_mul(store, a, a);
}

/* Whether |(x, y)| <= limit. */
static bool is_across_within(tacti_dyadic_store *store, const local_point *p, tacti_dyadic limit) {
    tacti_dyadic sum = tacti_dyadic_add(store, square(store, p->x.c[0]), square(store, p->x.c[1]));
    return limit.sign >= 0 && tacti_dyadic_sub(store, square(store, limit), sum).sign >= 0;
}

static bool is_in_round(tacti_dyadic_store *store, const tact_shape *shape, const local_point *p) {
    tacti_dyadic radius = tacti_dyadic_from(store, shape->core.round.radius);
    tacti_dyadic height = tacti_dyadic_from(store, shape->core.round.half_height);
    tacti_dyadic end = tacti_dyadic_mul(store, height, p->det), z = p->x.c[2];
    tacti_dyadic above = tacti_dyadic_sub(store, end, z); /* the distance to the top, times D */
    if (above.sign < 0 || tacti_dyadic_add(store, z, end).sign < 0)
        return false;
    if (shape->kind == TACT_SHAPE_CYLINDER || height.sign == 0)
        return is_across_within(store, p, tacti_dyadic_mul(store, radius, p->det));
    /* The radius shrinks to 0 at the apex: across <= radius above / (2 height). */
    tacti_dyadic twice = tacti_dyadic_add(store, height, height);
    local_point wide = *p;
    for (int i = 0; i < 2; i++)
        wide.x.c[i] = tacti_dyadic_mul(store, twice, p->x.c[i]);
    return is_across_within(store, &wide, tacti_dyadic_mul(store, radius, above));
}

/* Whether the sum of (x_i / h_i)^2 is at most 1, with x_i = 0 for an axis of length 0. */
static bool is_in_ellipsoid(tacti_dyadic_store *store, tact_vec3 half, const local_point *p) {
    tacti_dyadic3 h = tacti_dyadic3_from(store, half);
    tacti_dyadic limit = p->det, sum = {0};
    for (int i = 0; i < 3; i++) {
        tacti_dyadic term = p->x.c[i];
        if (h.c[i].sign == 0) {
            if (term.sign != 0)
                return false;
            continue;
        }
        for (int k = 0; k < 3; k++)
            if (k != i && h.c[k].sign != 0)
                term = tacti_dyadic_mul(store, term, h.c[k]);
        sum = tacti_dyadic_add(store, sum, square(store, term));
        limit = tacti_dyadic_mul(store, limit, h.c[i]);
    }
    return tacti_dyadic_sub(store, square(store, limit), sum).sign >= 0;
}

TACTI_NEVER_INLINE bool is_in_smooth(const tacti_body *body, const tacti_touch_point *point) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    local_point p = localize(&store, body->pose, point);
    bool is_in = body->kind == TACT_SHAPE_ELLIPSOID
                     ? is_in_ellipsoid(&store, body->shape->core.half_extents, &p)
                     : is_in_round(&store, body->shape, &p);
    return is_in && !store.is_full;
}

TACTI_NEVER_INLINE bool is_rounding_exact(const tacti_touch_point *point, tact_vec3 rounded) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_dyadic3 off =
        tacti_dyadic3_sub(&store, exact_point(&store, point), tacti_dyadic3_from(&store, rounded));
    return off.c[0].sign == 0 && off.c[1].sign == 0 && off.c[2].sign == 0 && !store.is_full;
}

/* The exact verdict on two polytopes. */
static bool do_polytopes_touch(const tacti_bodies *bodies) {
    TACTI_ASSERT(bodies->is_exact);
    tacti_gjk gjk;
    tacti_gjk_begin(bodies, false, NULL, &gjk);
    tacti_gjk_ending ending = TACTI_GJK_OPEN;
    if (bodies->is_in_float_range)
        ending = tacti_gjk_at(bodies->level)(&gjk);
    else
        gjk.count = 0;
    if (ending == TACTI_GJK_APART || ending == TACTI_GJK_CONTACT)
        return ending == TACTI_GJK_CONTACT;
    tacti_exact_pair pair;
    tacti_exact_begin(&gjk, &pair);
    tacti_exact_search(&pair);
    return pair.outcome == TACT_OUTCOME_CONTACT;
}

/* A point is a polytope, and the verdict on two polytopes is exact. */
static bool is_in_polytope(const tacti_bodies *bodies, int side, const tacti_touch_point *point) {
    const tacti_body *body = &bodies->body[side];
    tact_vec3 p = tacti_touch_round(point);
    if (point->pose != NULL && !is_rounding_exact(point, p))
        return false;
    tact_shape dot = tact_shape_sphere(0), core = *body->shape;
    core.radius = 0;
    tacti_placed_shape a = {&dot, tact_pose_identity(), TACTI_NO_LIMIT};
    tacti_placed_shape b = {&core, *body->pose, tacti_simd_limit_at(bodies->level)};
    a.pose.m[3] = p.x;
    a.pose.m[7] = p.y;
    a.pose.m[11] = p.z;
    tacti_bodies both;
    return tacti_bodies_make(&a, &b, &both) == TACT_OK && do_polytopes_touch(&both);
}

bool tacti_touch_holds(const tacti_bodies *bodies, int side, const tacti_touch_point *point) {
    const tacti_body *body = &bodies->body[side];
    return body->count > 0 ? is_in_polytope(bodies, side, point) : is_in_smooth(body, point);
}

bool tacti_touch_within(const tacti_bodies *bodies, const tacti_touch_point *p,
                        const tacti_touch_point *q) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_dyadic3 d = tacti_dyadic3_sub(&store, exact_point(&store, p), exact_point(&store, q));
    tacti_dyadic radius =
        tacti_dyadic_add(&store, tacti_dyadic_from(&store, bodies->body[0].radius),
                         tacti_dyadic_from(&store, bodies->body[1].radius));
    tacti_gap gap = {.plain = radius};
    tacti_gap_take_length(&store, tacti_dyadic_from(&store, 1), d.c, 3, &gap);
    return tacti_gap_sign(&store, &gap) >= 0 && !store.is_full;
}
