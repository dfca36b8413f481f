/* SPDX-License-Identifier: MIT */
/* What the queries on two bodies share: how a floating-point search begins, and what is remembered.
 */
#ifndef TACTI_CONVEX_PAIR_H
#define TACTI_CONVEX_PAIR_H

#include <tact/convex_pair.h>

#include "convex/gjk.h"
#include "convex/pair_exact.h"

/* The queries, compiled for a SIMD level; out is not NULL. */
typedef tact_status tacti_collide(const tact_placed_shape *a, const tact_placed_shape *b,
                                  tact_convex_cache *cache, tact_convex_collision *out);
typedef tact_status tacti_distance(const tact_placed_shape *a, const tact_placed_shape *b,
                                   tact_convex_cache *cache, tact_convex_separation *out);
tacti_collide tacti_collide_baseline, tacti_collide_avx2, tacti_collide_avx512;
tacti_distance tacti_distance_baseline, tacti_distance_avx2, tacti_distance_avx512;

/* Prepares a search that begins with what the cache holds (may be NULL), otherwise along the line
 * between the bodies' middles. */
void tacti_gjk_begin(const tacti_bodies *bodies, bool wants_distance,
                     const tact_convex_cache *cache, tacti_gjk *gjk);

/* Prepares the exact search with the simplex that another one ended with. */
void tacti_exact_begin(const tacti_gjk *gjk, tacti_exact_pair *pair);

/* The points of a and b that a simplex and its weights stand for. */
void tacti_simplex_points(const tacti_gjk *gjk, tact_vec3 *a, tact_vec3 *b);

/* The pair where one body is a half-space (or both), with certified bounds. */
typedef struct tacti_half_space_gap {
    double lower, upper; /* of the signed distance, radii included */
    tact_vec3 point[2];  /* of a and b, without radii */
    tact_vec3 direction; /* from a to b, of length 1 */
} tacti_half_space_gap;

static inline bool tacti_has_half_space(const tacti_bodies *bodies) {
    return bodies->body[0].kind == TACT_SHAPE_HALF_SPACE ||
           bodies->body[1].kind == TACT_SHAPE_HALF_SPACE;
}

void tacti_half_space_measure(const tacti_bodies *bodies, tacti_half_space_gap *out);

#endif
