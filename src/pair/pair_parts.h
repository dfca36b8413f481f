/* SPDX-License-Identifier: MIT */
/* What the queries on two bodies share: how a floating-point search begins, and what is remembered.
 */
#ifndef TACTI_PAIR_PAIR_PARTS_H
#define TACTI_PAIR_PAIR_PARTS_H

#include "pair/pair.h"

#include "search/gjk.h"
#include "decide/exact_search.h"

/* The queries, compiled for a SIMD level; out is not NULL. */
typedef tact_status tacti_collide(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tacti_convex_cache *cache, tacti_convex_collision *out);
typedef tact_status tacti_distance(const tacti_shape_at *a, const tacti_shape_at *b,
                                   tacti_convex_cache *cache, tacti_convex_distance_answer *out);
tacti_collide tacti_collide_baseline, tacti_collide_avx2, tacti_collide_avx512;
tacti_verdict tacti_verdict_baseline, tacti_verdict_avx2, tacti_verdict_avx512;
tacti_distance tacti_distance_baseline, tacti_distance_avx2, tacti_distance_avx512;

/* Prepares a search that begins with what the cache holds (may be NULL), otherwise along the line
 * between the bodies' middles. */
void tacti_gjk_begin(const tacti_bodies *bodies, bool wants_distance,
                     const tacti_convex_cache *cache, tacti_gjk *gjk);

/* Prepares the exact search with the simplex that another one ended with. */
void tacti_exact_begin(const tacti_gjk *gjk, tacti_exact_pair *pair);

/* The points of a and b that a simplex and its weights stand for. */
void tacti_simplex_points(const tacti_gjk *gjk, tact_vec3 *a, tact_vec3 *b);

/* Answers from closed forms (closed.h), false where there is none that decides. */
bool tacti_collide_closed(const tacti_bodies *bodies, tacti_convex_collision *out);
bool tacti_distance_closed(const tacti_bodies *bodies, tacti_convex_distance_answer *out);

/* Whether smooth bodies touch for certain; false where that remains open. */
bool tacti_surround(const tacti_bodies *bodies);

/* Moves the nearest points of the cores out to the surfaces of the shapes; in contact, to one point
 * that both hold. */
static inline void tacti_add_radii(const tacti_bodies *bodies, tacti_convex_distance_answer *out) {
    double a = bodies->body[0].radius, b = bodies->body[1].radius;
    if (out->outcome == TACT_OUTCOME_APART) {
        out->point_a = tacti_vec3_add(out->point_a, tacti_vec3_scale(out->direction, a));
        out->point_b = tacti_vec3_sub(out->point_b, tacti_vec3_scale(out->direction, b));
        return;
    }
    double share = a + b > 0 ? a / (a + b) : 0.5;
    tact_vec3 between = tacti_vec3_sub(out->point_b, out->point_a);
    out->point_a = tacti_vec3_add(out->point_a, tacti_vec3_scale(between, share));
    out->point_b = out->point_a;
}

#endif
