/* SPDX-License-Identifier: MIT */
/* The first step of a search on polytopes that are not climbed, before anything is set up for more
 * steps. Most pairs that are apart end here. For files that are compiled for a SIMD level.
 *
 * Let h be the computed reaches along -x and x, and t the difference of the translations. Each h
 * errs by e = u |x| (26.4 V + 4.01 T), half of the slack (body.h). Every difference of vertices is
 * at least x . t - (h_a + h_b) along x, less both e, 4 u times the magnitudes of the products of
 * x . t, and 2 u times all magnitudes for the sums. The other half of the slack covers the sums. */
#ifndef TACTI_SEARCH_GJK_FIRST_H
#define TACTI_SEARCH_GJK_FIRST_H

#include "base/assert.h"
#include "search/gjk_support.h"

/* Whether (x . w)^2 > R^2 x . x and x . w > 0 for certain, given a lower bound of x . w. */
TACTI_ALWAYS_INLINE bool tacti_exceeds_radius(double certain, tact_vec3 x, double radius) {
    double limit = radius * radius * tacti_vec3_dot(x, x);
    return certain > 0 && certain * certain > limit * (1 + 0x1p-48);
}

/* The least product of x with a difference of the bodies, and a proven lower bound of it. Sets at
 * to the support points. */
TACTI_ALWAYS_INLINE double tacti_least_along(const tacti_bodies *bodies, tact_vec3 x,
                                             uint32_t at[2], double *certain) {
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    const double *p = a->pose->m, *q = b->pose->m;
    tact_vec3 t = {p[3] - q[3], p[7] - q[7], p[11] - q[11]};
    double reach_a = tacti_reach_along(a, (tact_vec3){-x.x, -x.y, -x.z}, &at[0]);
    double reach_b = tacti_reach_along(b, x, &at[1]);
    double least = tacti_vec3_dot(x, t) - (reach_a + reach_b);
    *certain = least - tacti_gjk_error(bodies, x, t);
    return least;
}

/* Whether x, with which the search begins, separates the bodies. Sets at to the support points
 * along x; the search can go on from them. */
TACTI_ALWAYS_INLINE bool tacti_is_apart_at_first(tacti_gjk *gjk, uint32_t at[2]) {
    double certain;
    (void)tacti_least_along(gjk->bodies, gjk->x, at, &certain);
    gjk->iterations = 1;
    return tacti_exceeds_radius(certain, gjk->x, gjk->bodies->radius);
}

/* Sets a pair to two placed vertices. */
TACTI_ALWAYS_INLINE void tacti_place_pair(const tacti_bodies *bodies, const uint32_t at[2],
                                          tacti_point_pair *pair) {
    TACTI_ASSERT(at[0] < bodies->body[0].count && at[1] < bodies->body[1].count);
    pair->a = tacti_body_vertex(&bodies->body[0], at[0]);
    pair->b = tacti_body_vertex(&bodies->body[1], at[1]);
    pair->w = tacti_vec3_sub(pair->a, pair->b);
    pair->at[0] = at[0];
    pair->at[1] = at[1];
}

/* Makes two vertices the first pair of the simplex. */
TACTI_ALWAYS_INLINE void tacti_take_first(tacti_gjk *gjk, const uint32_t at[2]) {
    tacti_place_pair(gjk->bodies, at, &gjk->pair[0]);
    gjk->count = 1;
}

#endif
