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
#include "pair/pair_measure.h"
#include "pair/pair_range.h"
#include "search/sat_box_near.h"
#include "decide/touch.h"
#include "decide/exact_search.h"
#include "search/portal.h"
#include "pair/pair_parts.h"

/* ---- What the caller gets ----------------------------------------------------------------- */

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

/* gcc does not clear the upper halves here, because measure() itself does not use them. */
TACTI_ALWAYS_INLINE tacti_gjk_ending search(tacti_gjk *gjk) {
    tacti_simd_leave();
    return TACTI_LEVELED(tacti_gjk_search)(gjk);
}

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
        ending = search(&gjk);
    else
        gjk.count = 0;
    if (ending == TACTI_GJK_OPEN && bodies->is_exact && gjk.upper < tacti_infinity()) {
        /* See complete_quickly(). */
        gjk.noise = bodies->size * NOISE;
        ending = search(&gjk);
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
        if (!bodies->is_exact) {
            tacti_simd_leave();
            tacti_mend_nearest(&gjk);
        }
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
        return cache->pair_count - 1 < 3 && TACTI_LEVELED(tacti_distance_again)(a, b, cache, out)
                   ? TACT_OK
                   : measure_bodies(a, b, cache, out);
    if (!(is_quick(a) && is_quick(b)))
        return measure_bodies(a, b, NULL, out);
    bool are_boxes = a->shape->kind == TACT_SHAPE_BOX && b->shape->kind == TACT_SHAPE_BOX &&
                     a->shape->radius + b->shape->radius == 0;
    return are_boxes ? measure_boxes(a, b, out) : measure_quickly(a, b, out);
}
