/* SPDX-License-Identifier: MIT */
/* The start of a search on two bodies: with the cache's simplex or direction, if the cache has one
 * that fits. The functions with the suffix _inline are for the queries; other callers use
 * tacti_gjk_begin() and tacti_simplex_points(). */
#ifndef TACTI_SEARCH_GJK_BEGIN_H
#define TACTI_SEARCH_GJK_BEGIN_H

#include "base/assert.h"
#include "base/inline.h"
#include "search/cache.h"
#include "search/gjk.h"
#include "shape/body_make.h"

/* Prepares a search. It begins with the simplex or direction of the cache, otherwise along the line
 * between the bodies' middles. The cache may be NULL. */
void tacti_gjk_begin(const tacti_bodies *bodies, bool wants_distance,
                     const tacti_convex_cache *cache, tacti_gjk *gjk);

/* The points of a and b that a simplex and its weights represent. */
void tacti_simplex_points(const tacti_gjk *gjk, tact_vec3 *a, tact_vec3 *b);

/* Places the simplex of the cache again. False if its numbers do not fit the bodies. */
TACTI_ALWAYS_INLINE bool tacti_take_simplex(const tacti_convex_cache *cache, tacti_gjk *gjk) {
    const tacti_body *body = gjk->bodies->body;
    if (!gjk->bodies->is_exact || cache->pair_count == 0 || cache->pair_count > 4)
        return false;
    for (uint32_t i = 0; i < cache->pair_count; i++)
        if (cache->a[i] >= body[0].count || cache->b[i] >= body[1].count)
            return false;
    tacti_d8 row[3], column[4];
    tacti_load_poses(body[0].pose->m, body[1].pose->m, row);
    tacti_d8_columns(row, column);
    for (uint32_t i = 0; i < cache->pair_count; i++) {
        tacti_point_pair *pair = &gjk->pair[i];
        tact_vec3 a = tacti_body_local(&body[0], cache->a[i]);
        tact_vec3 b = tacti_body_local(&body[1], cache->b[i]);
        /* The same roundings as tacti_pose_place(). */
        tacti_d8 sum = tacti_d8_add(tacti_d8_mul(column[0], tacti_d8_halves(a.x, b.x)),
                                    tacti_d8_mul(column[1], tacti_d8_halves(a.y, b.y)));
        sum = tacti_d8_add(sum, tacti_d8_mul(column[2], tacti_d8_halves(a.z, b.z)));
        sum = tacti_d8_add(sum, column[3]);
        tacti_d8_store_threes(&pair->a.x, &pair->b.x, &pair->w.x, sum);
        pair->at[0] = cache->a[i];
        pair->at[1] = cache->b[i];
    }
    gjk->count = (int)cache->pair_count;
    gjk->start[0] = cache->a[0];
    gjk->start[1] = cache->b[0];
    return true;
}

/* Stores the simplex of a search in the cache. */
static inline void tacti_keep_simplex(const tacti_gjk *gjk, tacti_convex_cache *cache) {
    TACTI_ASSERT(gjk->count >= 0 && gjk->count <= 4);
    cache->pair_count = (uint32_t)gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        cache->a[i] = gjk->pair[i].at[0];
        cache->b[i] = gjk->pair[i].at[1];
    }
}

/* Takes the direction of the cache. False if it is too short or too long. */
static inline bool tacti_take_plane(const tacti_convex_cache *cache, tacti_gjk *gjk) {
    tact_vec3 d = cache->direction;
    double size = tacti_largest(d);
    if (!(size >= 0x1p-200 && size <= 0x1p200))
        return false;
    gjk->x = (tact_vec3){-d.x, -d.y, -d.z};
    gjk->start[0] = cache->extreme_a;
    gjk->start[1] = cache->extreme_b;
    return true;
}

TACTI_ALWAYS_INLINE void tacti_gjk_begin_inline(const tacti_bodies *bodies, bool wants_distance,
                                                const tacti_convex_cache *cache, tacti_gjk *gjk) {
    gjk->bodies = bodies;
    gjk->wants_distance = wants_distance;
    gjk->wants_numbers = false;
    gjk->wants_simplex = false;
    gjk->is_warm = true;
    gjk->count = 0;
    gjk->iterations = 0;
    gjk->noise = 0;
    gjk->lower = -tacti_infinity();
    gjk->upper = tacti_infinity();
    gjk->start[0] = gjk->start[1] = UINT32_MAX;
    if (cache != NULL) {
        bool simplex_first = wants_distance || cache->outcome == TACT_OUTCOME_CONTACT;
        if (simplex_first && tacti_take_simplex(cache, gjk))
            return;
        if (tacti_take_plane(cache, gjk))
            return;
    }
    gjk->is_warm = false;
    gjk->x =
        tacti_vec3_sub(tacti_body_middle(&bodies->body[0]), tacti_body_middle(&bodies->body[1]));
    if (!(tacti_largest(gjk->x) >= 0x1p-400))
        gjk->x = (tact_vec3){1, 0, 0};
}

/* tacti_simplex_points() without tacti_mend_points(). */
TACTI_ALWAYS_INLINE void tacti_simplex_points_inline(const tacti_gjk *gjk, tact_vec3 *a,
                                                     tact_vec3 *b) {
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 4);
    double sum = 0;
    for (int i = 0; i < gjk->count; i++)
        sum += gjk->weight[i];
    double part = 1 / sum;
    /* Relative to the first vertex, so that equal vertices give that vertex exactly. */
    tact_vec3 p = gjk->pair[0].a, q = gjk->pair[0].b;
    for (int i = 1; i < gjk->count; i++) {
        double weight = gjk->weight[i] * part;
        tact_vec3 to_a = tacti_vec3_sub(gjk->pair[i].a, gjk->pair[0].a);
        tact_vec3 to_b = tacti_vec3_sub(gjk->pair[i].b, gjk->pair[0].b);
        p = tacti_vec3_add(p, tacti_vec3_scale(to_a, weight));
        q = tacti_vec3_add(q, tacti_vec3_scale(to_b, weight));
    }
    *a = p;
    *b = q;
}

/* The nearest point of an extremely thin simplex may be NaN, while another direction proves that
 * the bodies are apart. Nothing else notices this between smooth bodies. */
static inline void tacti_mend_nearest(tacti_gjk *gjk) {
    double square = tacti_vec3_dot(gjk->x, gjk->x);
    if (!(gjk->lower > 0) || (square > 0 && square < tacti_infinity()))
        return;
    gjk->x = tacti_vec3_scale(tact_vec3_normalize(gjk->best_direction), gjk->lower);
}

/* The weights of an extremely thin simplex may be NaN. Nothing else notices this between smooth
 * bodies. The first pair is then as good as any. */
static inline void tacti_mend_points(const tacti_gjk *gjk, tact_vec3 *a, tact_vec3 *b) {
    if (tacti_vec3_is_finite(*a) && tacti_vec3_is_finite(*b))
        return;
    *a = gjk->pair[0].a;
    *b = gjk->pair[0].b;
}

#endif
