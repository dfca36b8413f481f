/* SPDX-License-Identifier: MIT */
/* The floating-point search if a shape is smooth, compiled for each SIMD level; see gjk.h. The
 * search on two polytopes is in gjk_polytope.c. */
#include "search/gjk_simplex.h"

#include "base/assert.h"
#include "base/simd.h"
#include "search/gjk_support.h"

#define MOST_ITERATIONS 256

void TACTI_LEVELED(tacti_gjk_support)(const tacti_bodies *bodies, tact_vec3 x, uint32_t start[2],
                                      tacti_point_pair *out) {
    /* Not by tacti_placed_few, whose products need bodies in float range. */
    out->a =
        tacti_placed_support(&bodies->body[0], (tact_vec3){-x.x, -x.y, -x.z}, false, &start[0]);
    out->b = tacti_placed_support(&bodies->body[1], x, false, &start[1]);
    out->at[0] = start[0];
    out->at[1] = start[1];
    out->w = tacti_vec3_sub(out->a, out->b);
}

/* ---- Steps -------------------------------------------------------------------------------- */

static bool is_known(const tacti_gjk *gjk, const tacti_point_pair *pair) {
    for (int i = 0; i < gjk->count; i++)
        if (tacti_vec3_is_equal(&gjk->pair[i].a, &pair->a) &&
            tacti_vec3_is_equal(&gjk->pair[i].b, &pair->b))
            return true;
    return false;
}

/* Whether a tetrahedron of support points of smooth bodies contains the origin, whatever the errors
 * of the points are. */
static bool is_deep_inside(const tacti_gjk *gjk) {
    TACTI_ASSERT(gjk->count == 4);
    const tacti_point_pair *p = gjk->pair;
    const tact_vec3 w[4] = {p[0].w, p[1].w, p[2].w, p[3].w};
    double volume[4], sums = 0;
    if (!tacti_simplex_volumes(w, volume))
        return false;
    for (int i = 0; i < 4; i++)
        sums = tacti_max(sums, tacti_sum_of(p[i].w));
    double limit = 16 * gjk->bodies->slack * (sums * sums) + 0x10p-53 * (sums * sums * sums);
    for (int i = 0; i < 4; i++)
        if (!(tacti_abs(volume[i]) > limit))
            return false;
    return true;
}

TACTI_ALWAYS_INLINE void find_pair(tacti_gjk *gjk, tacti_point_pair *out) {
    bool is_near = gjk->is_warm || gjk->iterations > TACTI_FAR_ITERATIONS;
    uint32_t *start = gjk->start;
    tact_vec3 x = gjk->x;
    out->a = tacti_placed_support(&gjk->bodies->body[0], (tact_vec3){-x.x, -x.y, -x.z}, is_near,
                                  &start[0]);
    out->b = tacti_placed_support(&gjk->bodies->body[1], x, is_near, &start[1]);
    out->at[0] = start[0];
    out->at[1] = start[1];
    out->w = tacti_vec3_sub(out->a, out->b);
}

/* Whether the support pair along x shows that the bodies are apart. Otherwise the pair may have
 * been replaced by a better one. */
TACTI_ALWAYS_INLINE bool shows_apart(tacti_gjk *gjk, tacti_point_pair *pair, double along) {
    const tacti_bodies *bodies = gjk->bodies;
    for (;;) {
        double radius = bodies->radius;
        bool is_apart =
            radius == 0 ? along > tacti_gjk_error(bodies, gjk->x, pair->w)
                        : tacti_gjk_lower_bound(bodies, gjk->x, pair->w) > radius * (1 + 0x1p-50);
        if (!is_apart)
            return false;
        if (tacti_gjk_certify(bodies, gjk->x, pair))
            break;
        along = tacti_vec3_dot(gjk->x, pair->w);
    }
    gjk->best_direction = gjk->x;
    gjk->best = *pair;
    return true;
}

/* Keeps the support pair with the greatest lower bound. The pair is not certified yet. */
TACTI_ALWAYS_INLINE void bound_below(tacti_gjk *gjk, const tacti_point_pair *pair) {
    double lower = tacti_gjk_lower_bound(gjk->bodies, gjk->x, pair->w);
    if (!(lower > gjk->lower))
        return;
    gjk->lower = lower;
    gjk->best_direction = gjk->x;
    gjk->best = *pair;
}

/* Called after the simplex is reduced. Returns whether the search is over. */
static bool is_over(tacti_gjk *gjk, tacti_gjk_ending *ending) {
    const tacti_bodies *bodies = gjk->bodies;
    if (gjk->count == 4) {
        bool inside = is_deep_inside(gjk);
        *ending = inside ? TACTI_GJK_CONTACT : TACTI_GJK_OPEN;
        gjk->upper = inside ? 0 : tacti_gjk_upper_bound(gjk);
        return true;
    }
    if (bodies->radius > 0) {
        double upper = tacti_gjk_upper_bound(gjk);
        gjk->upper = tacti_min(upper, gjk->upper);
        if (upper * (1 + 0x1p-50) < bodies->radius) {
            *ending = TACTI_GJK_CONTACT;
            return true;
        }
    }
    return false;
}

tacti_gjk_ending TACTI_LEVELED(tacti_gjk_search)(tacti_gjk *gjk) {
    const tacti_bodies *bodies = gjk->bodies;
    TACTI_ASSERT(gjk->count >= 0 && gjk->count <= 4);
    if (bodies->is_exact)
        return TACTI_LEVELED(tacti_gjk_polytopes)(gjk);
    tacti_gjk_ending ending;
    tacti_near_point nearest;
    bool is_certain;
    double square = tacti_infinity();
    if (gjk->count > 0) {
        tacti_find_nearest(gjk->pair, gjk->count, &nearest, &is_certain);
        tacti_gjk_reduce(gjk, &nearest);
        square = nearest.square;
        if (is_over(gjk, &ending))
            return ending;
    }
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        if (!(tacti_largest(gjk->x) >= TACTI_LEAST_DIRECTION))
            break;
        gjk->iterations++;
        TACTI_ASSERT(gjk->count < 4);
        tacti_point_pair *next = &gjk->pair[gjk->count];
        find_pair(gjk, next);
        double along = tacti_vec3_dot(gjk->x, next->w);
        if (gjk->wants_distance)
            bound_below(gjk, next);
        else if (along > 0 && shows_apart(gjk, next, along))
            return TACTI_GJK_APART;
        if (gjk->count > 0 && gjk->wants_distance &&
            square - along <= TACTI_SMOOTH_TOLERANCE * square)
            break;
        if (gjk->count > 0 && is_known(gjk, next))
            break;
        int old_count = gjk->count;
        gjk->count++;
        tacti_find_nearest(gjk->pair, gjk->count, &nearest, &is_certain);
        if (!(nearest.square < square)) {
            gjk->count = old_count;
            break;
        }
        square = nearest.square;
        tacti_gjk_reduce(gjk, &nearest);
        if (is_over(gjk, &ending))
            return ending;
    }
    if (gjk->count > 0)
        gjk->upper = tacti_min(gjk->upper, tacti_gjk_upper_bound(gjk));
    if (gjk->wants_distance && gjk->iterations > 0 &&
        !tacti_gjk_certify(bodies, gjk->best_direction, &gjk->best))
        gjk->lower = tacti_gjk_lower_bound(bodies, gjk->best_direction, gjk->best.w);
    double width = gjk->upper - gjk->lower;
    bool is_narrow = width <= 2 * TACTI_SMOOTH_TOLERANCE * gjk->upper ||
                     width <= 4 * bodies->slack + 0x40p-53 * gjk->upper;
    return gjk->wants_distance && is_narrow ? TACTI_GJK_CONVERGED : TACTI_GJK_OPEN;
}
