/* SPDX-License-Identifier: MIT */
/* How a search on two bodies begins: with the cache's simplex or plane where it has one that fits.
 */
#include "convex/pair.h"

const char *tact_convex_ending_name(tact_convex_ending ending) {
    switch (ending) {
    case TACT_CONVEX_BY_CACHE:
        return "cache";
    case TACT_CONVEX_BY_FLOAT:
        return "float";
    case TACT_CONVEX_BY_EXACT:
        return "exact";
    case TACT_CONVEX_BY_LIMIT:
        return "limit";
    }
    return "unknown ending";
}

/* The simplex of the cache, placed anew; false where its numbers do not fit the bodies. */
static bool take_simplex(const tact_convex_cache *cache, tacti_gjk *gjk) {
    const tacti_body *body = gjk->bodies->body;
    if (!gjk->bodies->is_exact || cache->pair_count == 0 || cache->pair_count > 4)
        return false;
    for (uint32_t i = 0; i < cache->pair_count; i++)
        if (cache->a[i] >= body[0].count || cache->b[i] >= body[1].count)
            return false;
    for (uint32_t i = 0; i < cache->pair_count; i++) {
        tacti_point_pair *pair = &gjk->pair[i];
        pair->at[0] = cache->a[i];
        pair->at[1] = cache->b[i];
        pair->a = tacti_body_vertex(&body[0], cache->a[i]);
        pair->b = tacti_body_vertex(&body[1], cache->b[i]);
        pair->w = tacti_vec3_sub(pair->a, pair->b);
    }
    gjk->count = (int)cache->pair_count;
    gjk->start[0] = cache->a[0];
    gjk->start[1] = cache->b[0];
    return true;
}

static bool take_plane(const tact_convex_cache *cache, tacti_gjk *gjk) {
    tact_vec3 d = cache->direction;
    double size = tacti_largest(d);
    if (!(size >= 0x1p-200 && size <= 0x1p200))
        return false;
    gjk->x = (tact_vec3){-d.x, -d.y, -d.z};
    gjk->start[0] = cache->extreme_a;
    gjk->start[1] = cache->extreme_b;
    return true;
}

void tacti_gjk_begin(const tacti_bodies *bodies, bool wants_distance,
                     const tact_convex_cache *cache, tacti_gjk *gjk) {
    gjk->bodies = bodies;
    gjk->wants_distance = wants_distance;
    gjk->is_warm = true;
    gjk->count = 0;
    gjk->iterations = 0;
    gjk->lower = -tacti_infinity();
    gjk->upper = tacti_infinity();
    gjk->start[0] = gjk->start[1] = UINT32_MAX;
    if (cache != NULL) {
        bool simplex_first = wants_distance || cache->outcome == TACT_CONTACT;
        if (simplex_first && take_simplex(cache, gjk))
            return;
        if (take_plane(cache, gjk))
            return;
    }
    gjk->is_warm = false;
    gjk->x =
        tacti_vec3_sub(tacti_body_middle(&bodies->body[0]), tacti_body_middle(&bodies->body[1]));
    if (!(tacti_largest(gjk->x) >= 0x1p-400))
        gjk->x = (tact_vec3){1, 0, 0};
}

void tacti_exact_begin(const tacti_gjk *gjk, tacti_exact_pair *pair) {
    pair->bodies = gjk->bodies;
    pair->wants_distance = gjk->wants_distance;
    pair->iterations = gjk->iterations;
    pair->count = gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        pair->at[i][0] = gjk->pair[i].at[0];
        pair->at[i][1] = gjk->pair[i].at[1];
    }
}

void tacti_simplex_points(const tacti_gjk *gjk, tact_vec3 *a, tact_vec3 *b) {
    double sum = 0;
    for (int i = 0; i < gjk->count; i++)
        sum += gjk->weight[i];
    /* Relative to the first vertex, so that equal ones give it exactly. */
    *a = gjk->pair[0].a;
    *b = gjk->pair[0].b;
    for (int i = 1; i < gjk->count; i++) {
        double weight = gjk->weight[i] / sum;
        tact_vec3 to_a = tacti_vec3_sub(gjk->pair[i].a, gjk->pair[0].a);
        tact_vec3 to_b = tacti_vec3_sub(gjk->pair[i].b, gjk->pair[0].b);
        *a = tacti_vec3_add(*a, tacti_vec3_scale(to_a, weight));
        *b = tacti_vec3_add(*b, tacti_vec3_scale(to_b, weight));
    }
}
