/* SPDX-License-Identifier: MIT */
/* How far apart two convex shapes are: floating-point search with proven bounds, then exact
 * arithmetic if the bounds are too wide or cannot tell a gap from touching. Compiled for each SIMD
 * level; pair_levels.c chooses. */
#include "pair/pair.h"
#include "search/gjk_begin.h"

#include "base/assert.h"
#include "base/sqrt.h"
#include "base/simd.h"
#include "base/simd_leave.h"
#include "shape/body_make.h"
#include "closed/closed.h"
#include "search/gjk_first.h"
#include "search/gjk_quick.h"
#include "search/gjk_simplex.h"
#include "pair/pair_first.h"
#include "pair/pair_range.h"
#include "search/sat_box_near.h"
#include "decide/touch.h"
#include "decide/exact_search.h"
#include "search/portal.h"
#include "pair/pair_parts.h"

/* ---- What the caller gets ----------------------------------------------------------------- */

/* Sets the vertices and weights. The caller sets the points that they combine to. */
static void set_simplex(const tacti_gjk *gjk, tacti_convex_distance_answer *out) {
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
static void set_bounds(const tacti_gjk *gjk, tacti_convex_distance_answer *out) {
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

static void set_apart(const tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    double length = tacti_sqrt(tacti_vec3_dot(gjk->x, gjk->x));
    out->outcome = TACT_OUTCOME_APART;
    set_simplex(gjk, out);
    out->direction = tacti_vec3_scale(gjk->x, -1 / length);
    double distance = length - gjk->bodies->radius;
    out->distance = tacti_min(tacti_max(distance, out->lower), out->upper);
}

static void set_from_exact(const tacti_exact_pair *pair, tacti_convex_distance_answer *out) {
    tacti_gjk gjk;
    TACTI_ASSERT(pair->count >= 1 && pair->count <= 4);
    gjk.bodies = pair->bodies;
    gjk.count = pair->count;
    gjk.pair[0] = (tacti_point_pair){0};
    for (int i = 0; i < pair->count; i++) {
        gjk.pair[i].a = tacti_body_vertex(&pair->bodies->body[0], pair->at[i][0]);
        gjk.pair[i].b = tacti_body_vertex(&pair->bodies->body[1], pair->at[i][1]);
        gjk.pair[i].at[0] = pair->at[i][0];
        gjk.pair[i].at[1] = pair->at[i][1];
        gjk.weight[i] = pair->weight[i];
    }
    tacti_simplex_points_inline(&gjk, &out->point_a, &out->point_b);
    set_simplex(&gjk, out);
    out->ending = TACTI_CONVEX_BY_EXACT;
    out->iterations = pair->iterations;
    out->outcome = pair->outcome;
    out->distance = pair->distance;
    out->lower = pair->lower;
    out->upper = pair->upper;
    out->direction = tact_vec3_normalize(pair->direction);
}

static void remember(const tacti_convex_distance_answer *answer, tacti_convex_cache *cache) {
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

/* ---- The query ---------------------------------------------------------------------------- */

static void measure_further(tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    tacti_simd_leave();
    if (gjk->bodies->is_exact) {
        tacti_exact_pair pair;
        tacti_exact_begin(gjk, &pair);
        tacti_exact_search(&pair);
        set_from_exact(&pair, out);
        return;
    }
    set_bounds(gjk, out);
    out->ending = TACTI_CONVEX_BY_LIMIT;
    if (gjk->count > 0)
        tacti_simplex_points_inline(gjk, &out->point_a, &out->point_b);
    if (out->lower > 0) {
        set_apart(gjk, out);
        return;
    }
    out->outcome = TACT_OUTCOME_UNDECIDED;
    if (gjk->count > 0)
        set_simplex(gjk, out);
    if (tacti_surround(gjk->bodies)) {
        out->outcome = TACT_OUTCOME_CONTACT;
        out->ending = TACTI_CONVEX_BY_FLOAT;
        out->distance = out->lower = out->upper = 0;
    }
}

/* Whether the weights of a simplex around the origin give nearly the same point of both bodies. The
 * weights of a thin simplex are mostly rounding errors. */
static bool is_common_point_good(const tacti_gjk *gjk, const tacti_convex_distance_answer *answer) {
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

/* Makes pairs of corners of two boxes the simplex. */
TACTI_ALWAYS_INLINE void place_boxes(const tacti_shape_at *a, const tacti_shape_at *b,
                                     const uint32_t at[4][2], int count, tacti_gjk *gjk) {
    gjk->count = count;
    TACTI_ASSERT(count >= 0 && count <= 4);
    for (int i = 0; i < count; i++) {
        tacti_point_pair *pair = &gjk->pair[i];
        pair->at[0] = at[i][0];
        pair->at[1] = at[i][1];
        pair->a = tacti_box_place(a, at[i][0]);
        pair->b = tacti_box_place(b, at[i][1]);
        pair->w = tacti_vec3_sub(pair->a, pair->b);
    }
}

/* Boxes begin with the features that face each other along the axis of greatest separation, or with
 * a corner inside. */
static void begin_boxes(const tacti_shape_at *a, const tacti_shape_at *b, tacti_gjk *gjk) {
    uint32_t at[4][2];
    int count = tacti_guess_box_pairs(a, b, at);
    place_boxes(a, b, at, count, gjk);
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

/* In sizes of the pair: differences of placed vertices are that uncertain. */
#define NOISE 0x1p-49

/* ---- Without a cache ---------------------------------------------------------------------- */

/* Reduces the simplex of a search that found nothing nearer, and sets bounds of the distance. False
 * if they are not narrow. */
TACTI_ALWAYS_INLINE bool bound_quickly(const tacti_quick *quick, tacti_gjk *gjk) {
    const tacti_bodies *bodies = quick->bodies;
    double tolerance = bodies->radius > 0 ? TACTI_ROUNDED_TOLERANCE : TACTI_DISTANCE_TOLERANCE;
    tacti_near_point nearest = {.count = 0};
    TACTI_ASSERT(gjk->count < 4);
    tacti_near_few(gjk->pair, gjk->count, &nearest);
    tacti_gjk_reduce(gjk, &nearest);
    gjk->upper = tacti_gjk_upper_bound(gjk);
    gjk->lower = tacti_gjk_lower_bound(bodies, quick->simplex.x, quick->next);
    double width = gjk->upper - gjk->lower;
    return width <= 2 * tolerance * gjk->upper ||
           width <= 4 * bodies->slack + 0x40p-53 * gjk->upper;
}

/* Sets the answer for a pair that is apart. False if the points are not good. */
TACTI_ALWAYS_INLINE bool conclude_apart(tacti_gjk *gjk, tacti_convex_distance_answer *out) {
    set_bounds(gjk, out);
    if (!(out->lower > 0 && find_points(gjk, out)))
        return false;
    set_apart(gjk, out);
    return true;
}

/* Sets the answer for a pair that seems to be in contact. False if that is not certain, or if the
 * common point is not good. */
TACTI_ALWAYS_INLINE bool conclude_contact(const tacti_quick *quick, tacti_gjk *gjk,
                                          tacti_convex_distance_answer *out) {
    if (gjk->count == 4) {
        double volume[4];
        if (!tacti_simplex_volumes(quick->simplex.w, volume))
            return false;
        double whole = (volume[0] + volume[1]) + (volume[2] + volume[3]);
        gjk->x = (tact_vec3){0, 0, 0};
        for (int i = 0; i < 4; i++)
            gjk->weight[i] = volume[i] / whole;
    } else {
        tacti_near_point nearest = {.count = 0};
        tacti_near_few(gjk->pair, gjk->count, &nearest);
        tacti_gjk_reduce(gjk, &nearest);
        if (!(tacti_gjk_upper_bound(gjk) * (1 + 0x1p-50) < gjk->bodies->radius))
            return false;
    }
    out->outcome = TACT_OUTCOME_CONTACT;
    if (!find_common_point(gjk, out))
        return false;
    set_simplex(gjk, out);
    return true;
}

/* Begins with the support points along the line between the middles. */
TACTI_ALWAYS_INLINE void begin_at_middles(tacti_quick *quick, const tacti_bodies *bodies) {
    tact_vec3 x = tacti_look_middles(bodies);
    uint32_t at[2] = {tacti_quick_first(quick, 0, (tact_vec3){-x.x, -x.y, -x.z}),
                      tacti_quick_first(quick, 1, x)};
    tacti_quick_begin(quick, at);
}

/* Begins with three pairs of corners. */
TACTI_ALWAYS_INLINE void begin_at_corners(tacti_quick *quick, const uint32_t at[3][2]) {
    tacti_gjk gjk;
    tacti_near_point nearest = {.count = 0};
    gjk.count = 3;
    for (int i = 0; i < 3; i++) {
        gjk.pair[i].at[0] = at[i][0];
        gjk.pair[i].at[1] = at[i][1];
        gjk.pair[i].w = tacti_vec3_sub(tacti_quick_vertex(&quick->placed[0], at[i][0]),
                                       tacti_quick_vertex(&quick->placed[1], at[i][1]));
    }
    tacti_near_few(gjk.pair, 3, &nearest);
    tacti_gjk_reduce(&gjk, &nearest);
    quick->iterations = 0;
    tacti_quick_take(quick, &gjk);
}

/* Sets the answer for two boxes if a guess of four pairs of corners contains the origin. */
TACTI_ALWAYS_INLINE bool conclude_guess(const tacti_bodies *bodies, const tacti_shape_at *a,
                                        const tacti_shape_at *b, const uint32_t at[4][2],
                                        tacti_convex_distance_answer *out) {
    tacti_gjk gjk;
    double volume[4];
    gjk.bodies = bodies;
    place_boxes(a, b, at, 4, &gjk);
    const tact_vec3 w[4] = {gjk.pair[0].w, gjk.pair[1].w, gjk.pair[2].w, gjk.pair[3].w};
    if (!tacti_simplex_volumes(w, volume))
        return false;
    double part = 1 / ((volume[0] + volume[1]) + (volume[2] + volume[3]));
    for (int i = 0; i < 4; i++)
        gjk.weight[i] = volume[i] * part;
    gjk.x = (tact_vec3){0, 0, 0};
    *out = (tacti_convex_distance_answer){.outcome = TACT_OUTCOME_CONTACT,
                                          .ending = TACTI_CONVEX_BY_FLOAT};
    if (!find_common_point(&gjk, out))
        return false;
    set_simplex(&gjk, out);
    tacti_add_radii(bodies, out);
    return true;
}

/* Completes a quick search that has begun. False if measure() has to do it, with the same steps at
 * first.
 *
 * A facet of the difference may have more than three corners. If its plane is very near the origin,
 * rounding decides which three of them the search ends with, and the nearest point may be no
 * combination of these. The bounds are then not narrow. The search goes on once from the nearest
 * point of the three, and does without differences that are nearer only by rounding. */
TACTI_ALWAYS_INLINE bool complete_quickly(tacti_quick *quick, tacti_convex_distance_answer *out) {
    tacti_gjk gjk;
    tacti_quick_ending ending = tacti_quick_search(quick, true, 0);
    tacti_quick_give(quick, true, &gjk);
    if (ending == TACTI_QUICK_LEAST && !bound_quickly(quick, &gjk)) {
        if (gjk.count == quick->simplex.count)
            return false;
        tacti_quick_take(quick, &gjk);
        ending = tacti_quick_search(quick, true, quick->bodies->size * NOISE);
        tacti_quick_give(quick, true, &gjk);
        if (ending == TACTI_QUICK_LEAST && !bound_quickly(quick, &gjk))
            return false;
    }
    *out = (tacti_convex_distance_answer){.ending = TACTI_CONVEX_BY_FLOAT,
                                          .iterations = quick->iterations};
    if (ending == TACTI_QUICK_NONE ||
        !(ending == TACTI_QUICK_LEAST ? conclude_apart(&gjk, out)
                                      : conclude_contact(quick, &gjk, out)))
        return false;
    tacti_add_radii(quick->bodies, out);
    return true;
}

/* ---- All pairs ---------------------------------------------------------------------------- */

static void measure(const tacti_shape_at *a, const tacti_shape_at *b, const tacti_bodies *bodies,
                    tacti_convex_cache *cache, tacti_convex_distance_answer *out) {
    tacti_gjk gjk;
    tacti_gjk_begin_inline(bodies, true, cache, &gjk);
    if (!gjk.is_warm && tacti_are_boxes(bodies))
        begin_boxes(a, b, &gjk);
    bool is_plain = bodies->is_in_float_range && bodies->is_exact && !bodies->is_climbed;
    if (gjk.is_warm && is_plain && gjk.count > 0 && gjk.count < 4 && measure_warm(&gjk, out))
        return;
    tacti_gjk_ending ending = TACTI_GJK_OPEN;
    if (bodies->is_in_float_range)
        ending = TACTI_LEVELED(tacti_gjk_search)(&gjk);
    else
        gjk.count = 0;
    if (ending == TACTI_GJK_OPEN && bodies->is_exact && gjk.upper < tacti_infinity()) {
        /* See complete_quickly(). */
        gjk.noise = bodies->size * NOISE;
        ending = TACTI_LEVELED(tacti_gjk_search)(&gjk);
    }
    out->iterations = gjk.iterations;
    out->ending =
        gjk.is_warm && gjk.iterations <= 1 ? TACTI_CONVEX_BY_CACHE : TACTI_CONVEX_BY_FLOAT;
    if (ending == TACTI_GJK_CONTACT) {
        out->outcome = TACT_OUTCOME_CONTACT;
        if (!find_common_point(&gjk, out) && bodies->is_exact)
            measure_further(&gjk, out);
        else
            set_simplex(&gjk, out);
    } else {
        if (!bodies->is_exact)
            tacti_mend_nearest(&gjk);
        set_bounds(&gjk, out);
        bool is_good = ending == TACTI_GJK_CONVERGED && out->lower > 0;
        /* The points of smooth shapes are taken as they are. */
        if (is_good && (find_points(&gjk, out) || !bodies->is_exact))
            set_apart(&gjk, out);
        else
            measure_further(&gjk, out);
    }
    if (!bodies->is_exact && gjk.count > 0)
        tacti_mend_points(&gjk, &out->point_a, &out->point_b);
    tacti_add_radii(bodies, out);
}

TACTI_NEVER_INLINE tact_status measure_bodies(const tacti_shape_at *a, const tacti_shape_at *b,
                                              tacti_convex_cache *cache,
                                              tacti_convex_distance_answer *out) {
    tacti_bodies bodies;
    tact_status status = tacti_bodies_make_inline(a, b, &bodies);
    if (status != TACT_OK)
        return status;
    *out = (tacti_convex_distance_answer){0};
    if (tacti_is_out_of_range(&bodies))
        tacti_range_distance(&bodies, cache, out);
    else if (!(tacti_has_closed(&bodies) && tacti_distance_closed(&bodies, out)))
        measure(a, b, &bodies, cache, out);
    if (out->outcome == TACT_OUTCOME_UNDECIDED) {
        tacti_simd_leave();
        tacti_touch_distance(&bodies, out);
    }
    if (cache != NULL)
        remember(out, cache);
    return TACT_OK;
}

/* ---- The query ---------------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE bool is_quick(const tacti_shape_at *at) {
    return tacti_is_quick(at->shape->kind, at->facts->hull);
}

/* Measures two small polytopes with little preparation. */
TACTI_NEVER_INLINE tact_status measure_quickly(const tacti_shape_at *a, const tacti_shape_at *b,
                                               tacti_convex_distance_answer *out) {
    tacti_look look;
    tacti_quick quick;
    if (tacti_look_begin(a, b, &look)) {
        tacti_quick_prepare(&quick, &look.bodies);
        begin_at_middles(&quick, &look.bodies);
        if (complete_quickly(&quick, out))
            return TACT_OK;
    }
    return measure_bodies(a, b, NULL, out);
}

/* The same for two boxes without radii, with the guess of begin_boxes(). */
TACTI_NEVER_INLINE tact_status measure_boxes(const tacti_shape_at *a, const tacti_shape_at *b,
                                             tacti_convex_distance_answer *out) {
    tacti_look look;
    tacti_quick quick;
    uint32_t at[4][2];
    if (!tacti_look_begin(a, b, &look))
        return measure_bodies(a, b, NULL, out);
    int count = tacti_guess_box_pairs(a, b, at);
    if (count == 4 && conclude_guess(&look.bodies, a, b, at, out))
        return TACT_OK;
    if (count == 4)
        return measure_bodies(a, b, NULL, out);
    tacti_quick_prepare(&quick, &look.bodies);
    if (count == 3)
        begin_at_corners(&quick, at);
    else
        begin_at_middles(&quick, &look.bodies);
    return complete_quickly(&quick, out) ? TACT_OK : measure_bodies(a, b, NULL, out);
}

/* Begins with the features of the cache, as measure() does, but with less preparation. */
TACTI_NEVER_INLINE tact_status measure_again(const tacti_shape_at *a, const tacti_shape_at *b,
                                             tacti_convex_cache *cache,
                                             tacti_convex_distance_answer *out) {
    tacti_look look;
    tacti_gjk gjk;
    if (tacti_look_begin(a, b, &look)) {
        gjk.bodies = &look.bodies;
        gjk.count = 0;
        *out = (tacti_convex_distance_answer){0};
        if (tacti_take_simplex(cache, &gjk) && measure_warm(&gjk, out)) {
            remember(out, cache);
            return TACT_OK;
        }
    }
    return measure_bodies(a, b, cache, out);
}

/* In parts, each of which is the last call of the one before, so that no pair pays for the stack of
 * another. */
tact_status TACTI_LEVELED(tacti_distance)(const tacti_shape_at *a, const tacti_shape_at *b,
                                          tacti_convex_cache *cache,
                                          tacti_convex_distance_answer *out) {
    if (tacti_is_no_body(a) || tacti_is_no_body(b))
        return TACT_INVALID_ARGUMENT;
    bool can_look = a->facts != NULL && b->facts != NULL && tacti_can_look(a, b);
    if (!can_look || tacti_has_closed_form(a->shape->kind, b->shape->kind))
        return measure_bodies(a, b, cache, out);
    if (cache != NULL)
        return cache->pair_count - 1 < 3 ? measure_again(a, b, cache, out)
                                         : measure_bodies(a, b, cache, out);
    if (!(is_quick(a) && is_quick(b)))
        return measure_bodies(a, b, NULL, out);
    bool are_boxes = a->shape->kind == TACT_SHAPE_BOX && b->shape->kind == TACT_SHAPE_BOX &&
                     a->shape->radius + b->shape->radius == 0;
    return are_boxes ? measure_boxes(a, b, out) : measure_quickly(a, b, out);
}
