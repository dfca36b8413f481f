/* SPDX-License-Identifier: MIT */
/* What the measuring of two polytopes consists of, with a cache and without: answers from a
 * simplex, corrected weights, and the first step with a cache. Inline, for files that are compiled
 * for a SIMD level. */
#ifndef TACTI_PAIR_PAIR_MEASURE_H
#define TACTI_PAIR_PAIR_MEASURE_H

#include "base/assert.h"
#include "base/sqrt.h"
#include "pair/pair_parts.h"
#include "search/gjk_begin.h"
#include "search/gjk_first.h"
#include "search/gjk_simplex.h"

/* ---- What the caller gets ----------------------------------------------------------------- */

/* Sets the vertices and weights. The caller sets the points that they combine to. */
static inline void set_simplex(const tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    if (!gjk->bodies->is_exact)
        return;
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 4);
    out->pair_count = (uint32_t)gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        out->a[i] = gjk->pair[i].at[0];
        out->b[i] = gjk->pair[i].at[1];
        out->weights[i] = gjk->weight[i];
    }
}

/* Turns bounds of the cores' distance into bounds of the shapes' distance. */
static inline void set_bounds(const tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    double radius = gjk->bodies->radius;
    double lower = gjk->lower, upper = gjk->upper;
    if (radius > 0) {
        lower = lower - radius;
        upper = upper - radius;
        lower -= 0x1p-51 * (tacti_abs(lower) + radius);
        upper += 0x1p-51 * (tacti_abs(upper) + radius);
    }
    out->lower = tacti_max(lower, 0);
    out->upper = tacti_max(upper, 0);
}

static inline void set_apart(const tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    double length = tacti_sqrt(tacti_vec3_dot(gjk->x, gjk->x));
    out->outcome = TACT_OUTCOME_APART;
    set_simplex(gjk, out);
    out->direction = tacti_vec3_scale(gjk->x, -1 / length);
    double distance = length - gjk->bodies->radius;
    out->distance = tacti_min(tacti_max(distance, out->lower), out->upper);
}

static inline void remember(const tacti_convex_distance_answer *answer, tacti_convex_cache *cache) {
    cache->outcome = answer->outcome;
    cache->direction = answer->direction;
    TACTI_ASSERT(answer->pair_count <= 4);
    cache->pair_count = answer->pair_count;
    for (uint32_t i = 0; i < answer->pair_count; i++) {
        cache->a[i] = answer->a[i];
        cache->b[i] = answer->b[i];
    }
    if (answer->pair_count > 0) {
        cache->extreme_a = answer->a[0];
        cache->extreme_b = answer->b[0];
    }
}

/* ---- Points --------------------------------------------------------------------------------- */

/* Whether the weights of a simplex around the origin give nearly the same point of both bodies. The
 * weights of a thin simplex are mostly rounding errors. */
static inline bool is_common_point_good(const tacti_gjk *gjk,
                                        const tacti_convex_distance_answer *answer) {
    return gjk->count < 4 || tacti_largest(tacti_vec3_sub(answer->point_a, answer->point_b)) <=
                                 0x1p-49 * gjk->bodies->size;
}

/* Sets the nearest points. Returns their difference less x. */
TACTI_ALWAYS_INLINE tact_vec3 set_points(const tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    tact_vec3 a, b;
    tacti_simplex_points_inline(gjk, &a, &b);
    out->point_a = a;
    out->point_b = b;
    return tacti_vec3_sub(tacti_vec3_sub(a, b), gjk->x);
}

/* Corrects the weights of a tetrahedron around the origin, whose points differ by r. Those of a
 * thin one have few good digits, but each correction adds as many. False if a weight is negative.
 */
TACTI_NEVER_INLINE bool correct_weights(tacti_gjk *gjk, tact_vec3 r) {
    TACTI_ASSERT(gjk->count == 4);
    tact_vec3 origin = gjk->pair[0].w;
    tact_vec3 d = tacti_vec3_sub(gjk->pair[1].w, origin),
              e = tacti_vec3_sub(gjk->pair[2].w, origin);
    tact_vec3 f = tacti_vec3_sub(gjk->pair[3].w, origin), n = tacti_vec3_cross(e, f);
    double part = 1 / tacti_vec3_dot(d, n);
    double by[3] = {tacti_vec3_dot(r, n) * part, tacti_vec3_dot(r, tacti_vec3_cross(f, d)) * part,
                    tacti_vec3_dot(r, tacti_vec3_cross(d, e)) * part};
    gjk->weight[0] += (by[0] + by[1]) + by[2];
    bool are_good = gjk->weight[0] >= 0;
    for (int i = 1; i < 4; i++) {
        gjk->weight[i] -= by[i - 1];
        are_good = are_good && gjk->weight[i] >= 0;
    }
    return are_good;
}

/* Sets a common point of bodies in contact. False if it is not good. */
TACTI_ALWAYS_INLINE bool find_common_point(tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    set_points(gjk, out);
    for (int i = 0; i < 4 && !is_common_point_good(gjk, out); i++) {
        if (!gjk->bodies->is_exact ||
            !correct_weights(gjk, tacti_vec3_sub(out->point_a, out->point_b)))
            return false;
        set_points(gjk, out);
    }
    return is_common_point_good(gjk, out);
}

/* The direction and length of x are good even in thin simplices, while the weights may be off by r
 * within the simplex. One correction step mends that. False if it does not. */
TACTI_NEVER_INLINE bool refine_weights(tacti_gjk *gjk, tact_vec3 r, double limit,
                                       tacti_convex_distance_answer *out) {
    tact_vec3 d = tacti_vec3_sub(gjk->pair[1].w, gjk->pair[0].w);
    if (gjk->count == 2) {
        double step = tacti_vec3_dot(r, d) / tacti_vec3_dot(d, d);
        gjk->weight[0] += step;
        gjk->weight[1] -= step;
    } else if (gjk->count == 3) {
        tact_vec3 e = tacti_vec3_sub(gjk->pair[2].w, gjk->pair[0].w);
        tact_vec3 n = tacti_vec3_cross(d, e);
        double square = tacti_vec3_dot(n, n);
        double along_d = tacti_vec3_dot(tacti_vec3_cross(r, e), n) / square;
        double along_e = tacti_vec3_dot(tacti_vec3_cross(d, r), n) / square;
        gjk->weight[0] += along_d + along_e;
        gjk->weight[1] -= along_d;
        gjk->weight[2] -= along_e;
    }
    for (int i = 0; i < gjk->count; i++)
        if (!(gjk->weight[i] >= 0))
            return false;
    return tacti_largest(set_points(gjk, out)) <= limit;
}

/* The nearest points of polytopes. False if their difference is not x. */
TACTI_ALWAYS_INLINE bool find_points(tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    double limit = 0x1p-49 * gjk->bodies->size;
    tact_vec3 r = set_points(gjk, out);
    return tacti_largest(r) <= limit || refine_weights(gjk, r, limit, out);
}

/* ---- The first step with a cache ---------------------------------------------------------- */

/* The index of a support pair in the simplex; gjk->count if it is not there. */
TACTI_ALWAYS_INLINE int find_known(const tacti_gjk *gjk, const uint32_t at[2]) {
    for (int i = 0; i < gjk->count; i++)
        if (gjk->pair[i].at[0] == at[0] && gjk->pair[i].at[1] == at[1])
            return i;
    return gjk->count;
}

/* tacti_gjk_upper_bound() and the points in one pass: weights are divided by their sum once, then
 * used by both. *rest receives the points' difference less x. */
TACTI_ALWAYS_INLINE double combine_warm(tacti_gjk *gjk, tacti_convex_distance_answer *out,
                                        tact_vec3 *rest) {
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 3);
    const tacti_point_pair *pair = gjk->pair;
    double sum = gjk->weight[0];
    for (int i = 1; i < gjk->count; i++)
        sum += gjk->weight[i];
    double part = 1 / sum, most = tacti_largest(pair[0].w);
    gjk->weight[0] *= part;
    tact_vec3 x = tacti_vec3_scale(pair[0].w, gjk->weight[0]);
    tact_vec3 a = pair[0].a, b = pair[0].b;
    for (int i = 1; i < gjk->count; i++) {
        double weight = gjk->weight[i] *= part;
        x = tacti_vec3_add(x, tacti_vec3_scale(pair[i].w, weight));
        most = tacti_max(most, tacti_largest(pair[i].w));
        tact_vec3 to_a = tacti_vec3_sub(pair[i].a, pair[0].a);
        tact_vec3 to_b = tacti_vec3_sub(pair[i].b, pair[0].b);
        a = tacti_vec3_add(a, tacti_vec3_scale(to_a, weight));
        b = tacti_vec3_add(b, tacti_vec3_scale(to_b, weight));
    }
    out->point_a = a;
    out->point_b = b;
    *rest = tacti_vec3_sub(tacti_vec3_sub(a, b), gjk->x);
    return tacti_sqrt(tacti_vec3_dot(x, x)) * (1 + 0x1p-50) + 0x20p-53 * most;
}

/* Sets bounds, direction and points if no support point is nearer along x. certain is a proven
 * lower bound of x . w over all differences w of the bodies' points. False if the bounds do not
 * decide. The lower bound is that of tacti_gjk_lower_bound() with one rounding more, which 2^-50
 * still covers. */
TACTI_ALWAYS_INLINE bool conclude_warm(tacti_gjk *gjk, double certain, double tolerance,
                                       tacti_convex_distance_answer *out) {
    const tacti_bodies *bodies = gjk->bodies;
    tact_vec3 x = gjk->x, rest;
    double length = tacti_sqrt(tacti_vec3_dot(x, x)), inverse = 1 / length;
    double lower = certain * inverse, limit = 0x1p-49 * bodies->size;
    gjk->lower = lower - tacti_abs(lower) * 0x1p-50;
    gjk->upper = combine_warm(gjk, out, &rest);
    double width = gjk->upper - gjk->lower;
    if (!(width <= 2 * tolerance * gjk->upper ||
          width <= 4 * bodies->slack + 0x40p-53 * gjk->upper))
        return false;
    set_bounds(gjk, out);
    if (!(out->lower > 0 &&
          (tacti_largest(rest) <= limit || refine_weights(gjk, rest, limit, out))))
        return false;
    out->iterations = 1;
    out->ending = TACTI_CONVEX_BY_CACHE;
    out->outcome = TACT_OUTCOME_APART;
    set_simplex(gjk, out);
    out->direction = tacti_vec3_scale(x, -inverse);
    out->distance = tacti_min(tacti_max(length - bodies->radius, out->lower), out->upper);
    if (bodies->radius > 0)
        tacti_add_radii(bodies, out);
    return true;
}

/* The same by the support points themselves. If they are nearer, they join the simplex. */
TACTI_NEVER_INLINE bool conclude_at(tacti_gjk *gjk, const uint32_t at[2], double square,
                                    tacti_convex_distance_answer *out) {
    const tacti_bodies *bodies = gjk->bodies;
    double tolerance = bodies->radius > 0 ? TACTI_ROUNDED_TOLERANCE : TACTI_DISTANCE_TOLERANCE;
    int known = find_known(gjk, at);
    TACTI_ASSERT(known < 4);
    bool is_new = known == gjk->count;
    if (is_new)
        tacti_place_pair(bodies, at, &gjk->pair[known]);
    tact_vec3 x = gjk->x, w = gjk->pair[known].w;
    double along = tacti_vec3_dot(x, w);
    if (!is_new || square - along <= tolerance * square)
        return conclude_warm(gjk, along - tacti_gjk_error(bodies, x, w), tolerance, out);
    gjk->iterations = 1;
    gjk->count++;
    return false;
}

/* The first step from a cached simplex of up to three points, which mostly is also the last one. If
 * it is not, false is returned and the search continues from the state of gjk. */
TACTI_ALWAYS_INLINE bool measure_warm(tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    const tacti_bodies *bodies = gjk->bodies;
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 3);
    tacti_near_point nearest = {.count = 0};
    tacti_near_few(gjk->pair, gjk->count, &nearest);
    tacti_gjk_reduce(gjk, &nearest);
    double square = nearest.square, radius = bodies->radius;
    if (!(square > radius * radius && square >= TACTI_LEAST_DIRECTION * TACTI_LEAST_DIRECTION))
        return false;
    tact_vec3 x = gjk->x;
    double certain, tolerance = radius > 0 ? TACTI_ROUNDED_TOLERANCE : TACTI_DISTANCE_TOLERANCE;
    uint32_t at[2] = {UINT32_MAX, UINT32_MAX};
    double along = tacti_least_along(bodies, x, at, &certain);
    /* Decides without the support points themselves: a branch on which ones they are is not
     * predictable. */
    double rounding = 0x1p-50 * bodies->size * tacti_sum_of(x);
    if (square - along <= tolerance * square + rounding &&
        conclude_warm(gjk, certain, tolerance, out))
        return true;
    return conclude_at(gjk, at, square, out);
}

#endif
