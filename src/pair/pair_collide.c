/* SPDX-License-Identifier: MIT */
/* Whether two convex shapes touch: floating-point search with proven bounds, then exact arithmetic.
 * Compiled for each SIMD level; pair_levels.c chooses. */
#include "pair/pair.h"
#include "search/gjk_begin.h"

#include "base/assert.h"
#include "base/simd.h"
#include "base/simd_leave.h"
#include "shape/ball.h"
#include "closed/closed.h"
#include "pair/pair_first.h"
#include "pair/pair_judge.h"
#include "pair/pair_quick.h"
#include "pair/pair_verdict.h"
#include "search/gjk_first.h"
#include "search/gjk_simplex.h"
#include "pair/pair_range.h"
#include "search/sat_box_touch.h"
#include "decide/touch.h"
#include "decide/exact_search.h"
#include "search/portal.h"
#include "pair/pair_parts.h"

/* ---- What the caller gets ----------------------------------------------------------------- */

TACTI_ALWAYS_INLINE void set_apart(tact_vec3 x, const uint32_t at[2], tacti_convex_collision *out) {
    out->outcome = TACT_OUTCOME_APART;
    out->proof.pair_count = 0;
    out->proof.direction = (tact_vec3){0 - x.x, 0 - x.y, 0 - x.z};
    out->proof.extreme_a = at[0];
    out->proof.extreme_b = at[1];
}

static void set_contact(const tacti_gjk *gjk, tacti_convex_collision *out) {
    out->outcome = TACT_OUTCOME_CONTACT;
    if (!gjk->bodies->is_exact)
        return;
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 4);
    out->proof.pair_count = (uint32_t)gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        out->proof.a[i] = gjk->pair[i].at[0];
        out->proof.b[i] = gjk->pair[i].at[1];
    }
}

static void set_from_exact(const tacti_exact_pair *pair, tacti_convex_collision *out) {
    tacti_convex_proof *proof = &out->proof;
    out->outcome = pair->outcome;
    out->ending = TACTI_CONVEX_BY_EXACT;
    out->iterations = pair->iterations;
    bool is_apart = pair->outcome == TACT_OUTCOME_APART;
    if (is_apart) {
        proof->direction = pair->direction;
        proof->extreme_a = pair->extreme[0];
        proof->extreme_b = pair->extreme[1];
    }
    if (is_apart && pair->is_direction_enough)
        return;
    TACTI_ASSERT(pair->count >= 1 && pair->count <= 4);
    proof->pair_count = (uint32_t)pair->count;
    for (int i = 0; i < pair->count; i++) {
        proof->a[i] = pair->at[i][0];
        proof->b[i] = pair->at[i][1];
    }
}

static void remember(const tacti_convex_collision *answer, tacti_convex_cache *cache) {
    const tacti_convex_proof *proof = &answer->proof;
    cache->outcome = answer->outcome;
    if (answer->outcome == TACT_OUTCOME_APART) {
        cache->direction = proof->direction;
        cache->extreme_a = proof->extreme_a;
        cache->extreme_b = proof->extreme_b;
    }
    if (proof->pair_count == 0)
        return;
    TACTI_ASSERT(proof->pair_count <= 4);
    cache->pair_count = proof->pair_count;
    for (uint32_t i = 0; i < proof->pair_count; i++) {
        cache->a[i] = proof->a[i];
        cache->b[i] = proof->b[i];
    }
}

/* ---- The query ---------------------------------------------------------------------------- */

/* Decides what the search left open. */
static void collide_further(const tacti_gjk *gjk, tacti_convex_collision *out) {
    tacti_simd_leave();
    if (gjk->bodies->is_exact) {
        tacti_exact_pair pair;
        tacti_exact_begin(gjk, &pair);
        tacti_exact_search(&pair);
        set_from_exact(&pair, out);
        return;
    }
    bool is_contact = tacti_surround(gjk->bodies);
    out->outcome = is_contact ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_UNDECIDED;
    out->ending = is_contact ? TACTI_CONVEX_BY_FLOAT : TACTI_CONVEX_BY_LIMIT;
}

TACTI_ALWAYS_INLINE bool is_sharp_box(const tact_shape *shape) {
    return shape->kind == TACT_SHAPE_BOX && shape->radius == 0;
}

/* Two boxes without radii that are plainly valid, before anything else is prepared. */
typedef struct plain_boxes {
    tacti_box_relation relation;
    double sizes, skew;
} plain_boxes;

/* False if the boxes are not plainly valid. */
TACTI_ALWAYS_INLINE bool load_plain_boxes(const tacti_shape_at *a, const tacti_shape_at *b,
                                          plain_boxes *out) {
    tacti_box_relation *r = &out->relation;
    tacti_load_boxes(a, b, r);
    out->sizes = tacti_box_sizes(r);
    bool are_sizes = tacti_m8_bits(tacti_d8_ge(r->half, tacti_d8_set(0))) == 0xff;
    if (!(are_sizes && out->sizes >= TACTI_FLOAT_RANGE_LEAST &&
          out->sizes <= TACTI_FLOAT_RANGE_MOST && tacti_are_plain_poses(r->row, &out->skew)))
        return false;
    r->margin = tacti_box_margin(out->sizes, out->skew);
    return true;
}

/* Decides by an axis (a normal or a cross product of edges) that certainly separates the boxes, or
 * by a corner of one box inside the other. False if there is neither. */
TACTI_ALWAYS_INLINE bool decide_boxes(const tacti_shape_at *a, const tacti_shape_at *b,
                                      tacti_convex_collision *out) {
    plain_boxes boxes;
    tacti_box_gap gap;
    if (!load_plain_boxes(a, b, &boxes))
        return false;
    out->ending = TACTI_CONVEX_BY_FLOAT;
    out->iterations = 1;
    if (tacti_find_box_gap(&boxes.relation, &gap)) {
        out->outcome = TACT_OUTCOME_APART;
        out->proof.pair_count = 0;
        for (int i = 0; i < 4; i++)
            out->proof.a[i] = out->proof.b[i] = 0;
        out->proof.direction = gap.direction;
        out->proof.extreme_a = gap.extreme[0];
        out->proof.extreme_b = gap.extreme[1];
        return true;
    }
    out->outcome = TACT_OUTCOME_CONTACT;
    out->proof.pair_count = 4;
    out->proof.direction = (tact_vec3){0, 0, 0};
    out->proof.extreme_a = out->proof.extreme_b = 0;
    return tacti_find_box_touch(&boxes.relation, out->proof.a, out->proof.b);
}

/* The cached direction does not separate, as the support points at show. The search continues with
 * the cached simplex and these points. */
static bool take_more(const tacti_convex_cache *cache, const uint32_t at[2], tacti_gjk *gjk) {
    if (cache->pair_count > 3 || !tacti_take_simplex(cache, gjk))
        return false;
    for (int i = 0; i < gjk->count; i++)
        if (gjk->pair[i].at[0] == at[0] && gjk->pair[i].at[1] == at[1])
            return true;
    TACTI_ASSERT(gjk->count < 4);
    tacti_place_pair(gjk->bodies, at, &gjk->pair[gjk->count++]);
    return true;
}

/* Whether the cached tetrahedron still contains the origin. */
TACTI_ALWAYS_INLINE bool still_touches(const tacti_gjk *gjk, tacti_convex_collision *out) {
    TACTI_ASSERT(gjk->count == 4);
    const tacti_point_pair *p = gjk->pair;
    const tact_vec3 w[4] = {p[0].w, p[1].w, p[2].w, p[3].w};
    double volume[4];
    if (!tacti_simplex_volumes(w, volume))
        return false;
    out->ending = TACTI_CONVEX_BY_CACHE;
    set_contact(gjk, out);
    return true;
}

/* Whether a smaller cached simplex still comes within the radii of the origin. */
TACTI_ALWAYS_INLINE bool still_within(tacti_gjk *gjk, tacti_convex_collision *out) {
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 3);
    tacti_near_point nearest = {.count = 0};
    tacti_near_few(gjk->pair, gjk->count, &nearest);
    tacti_gjk_reduce(gjk, &nearest);
    double radius = gjk->bodies->radius;
    if (!(nearest.square < radius * radius && tacti_gjk_upper_bound(gjk) * (1 + 0x1p-50) < radius))
        return false;
    out->ending = TACTI_CONVEX_BY_CACHE;
    set_contact(gjk, out);
    return true;
}

static void collide(const tacti_bodies *bodies, tacti_convex_cache *cache,
                    tacti_convex_collision *out) {
    tacti_gjk gjk;
    tacti_gjk_begin_inline(bodies, false, cache, &gjk);
    gjk.wants_numbers = true;
    gjk.wants_simplex = cache != NULL;
    tacti_gjk_ending ending = TACTI_GJK_OPEN;
    if (gjk.count > 0 && bodies->is_in_float_range &&
        (gjk.count == 4 ? still_touches(&gjk, out) : bodies->radius > 0 && still_within(&gjk, out)))
        return;
    bool is_plain = bodies->is_in_float_range && bodies->is_exact && !bodies->is_climbed;
    if (is_plain && gjk.count == 0) {
        uint32_t at[2] = {UINT32_MAX, UINT32_MAX};
        if (tacti_is_apart_at_first(&gjk, at)) {
            out->iterations = 1;
            out->ending = gjk.is_warm ? TACTI_CONVEX_BY_CACHE : TACTI_CONVEX_BY_FLOAT;
            set_apart(gjk.x, at, out);
            return;
        }
        if (!(gjk.is_warm && take_more(cache, at, &gjk)))
            tacti_take_first(&gjk, at);
    }
    if (bodies->is_in_float_range)
        ending = TACTI_LEVELED(tacti_gjk_search)(&gjk);
    else
        gjk.count = 0;
    out->iterations = gjk.iterations;
    out->ending =
        gjk.is_warm && gjk.iterations <= 1 ? TACTI_CONVEX_BY_CACHE : TACTI_CONVEX_BY_FLOAT;
    if (ending == TACTI_GJK_APART) {
        set_apart(gjk.best_direction, gjk.best.at, out);
        /* Not a part of the proof: the next search begins there if the direction fails. */
        if (cache != NULL && bodies->is_exact && gjk.count > 0)
            tacti_keep_simplex(&gjk, cache);
    } else if (ending == TACTI_GJK_CONTACT)
        set_contact(&gjk, out);
    else
        collide_further(&gjk, out);
}

/* Pairs that are not decided before bodies are prepared. */
static tact_status collide_bodies(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tacti_convex_cache *cache, tacti_convex_collision *out) {
    tacti_bodies bodies;
    tact_status status = tacti_bodies_make_inline(a, b, &bodies);
    if (status != TACT_OK)
        return status;
    *out = (tacti_convex_collision){0};
    if (tacti_is_out_of_range(&bodies))
        tacti_range_collide(&bodies, cache, out);
    else if (!(tacti_has_closed(&bodies) && tacti_collide_closed(&bodies, out)))
        collide(&bodies, cache, out);
    if (out->outcome == TACT_OUTCOME_UNDECIDED) {
        tacti_simd_leave();
        tacti_touch_collide(&bodies, out);
    }
    if (cache != NULL)
        remember(out, cache);
    return TACT_OK;
}

tact_status TACTI_LEVELED(tacti_collide)(const tacti_shape_at *a, const tacti_shape_at *b,
                                         tacti_convex_cache *cache, tacti_convex_collision *out) {
    if (tacti_is_no_body(a) || tacti_is_no_body(b))
        return TACT_INVALID_ARGUMENT;
    if ((is_sharp_box(a->shape) && is_sharp_box(b->shape) && decide_boxes(a, b, out)) ||
        (tacti_has_quick(a->shape, b->shape) && TACTI_LEVELED(tacti_collide_quick)(a, b, out))) {
        if (cache != NULL)
            remember(out, cache);
        return TACT_OK;
    }
    return collide_bodies(a, b, cache, out);
}

/* ---- The verdict alone -------------------------------------------------------------------- */

/* Boxes without radii, under the conditions of decide_boxes(). */
TACTI_ALWAYS_INLINE bool judge_boxes(const tacti_shape_at *a, const tacti_shape_at *b,
                                     tacti_convex_cache *cache, tact_outcome *out) {
    plain_boxes boxes;
    tacti_box_axes axes;
    if (!load_plain_boxes(a, b, &boxes))
        return false;
    const tacti_box_relation *r = &boxes.relation;
    tacti_relate_boxes(&boxes.relation);
    *out = TACT_OUTCOME_APART;
    uint32_t bits = tacti_measure_normals(r, &axes);
    if (bits == 0)
        bits = tacti_measure_crosses(r, &axes) << 8;
    if (bits != 0) {
        if (cache != NULL) /* nothing else, so that other answers keep their bits */
            cache->extreme_a = TACTI_CACHED_AXIS + (uint32_t)__builtin_ctz(bits);
        return true;
    }
    uint32_t at[2][4];
    *out = TACT_OUTCOME_CONTACT;
    return tacti_do_boxes_meet(r, &axes, boxes.sizes, boxes.skew) ||
           tacti_find_box_touch(r, at[0], at[1]);
}

/* Pairs that are decided without bodies. Of the cache only boxes write, and only their axis.
 */
TACTI_ALWAYS_INLINE bool judge_at_once(const tacti_shape_at *a, const tacti_shape_at *b,
                                       tacti_convex_cache *cache, tact_outcome *out) {
    if (tacti_has_quick(a->shape, b->shape))
        return judge_quick(a, b, out);
    return is_sharp_box(a->shape) && is_sharp_box(b->shape) && judge_boxes(a, b, cache, out);
}

/* Goes on with bodies. */
tact_status TACTI_LEVELED(tacti_verdict_bodies)(const tacti_shape_at *a, const tacti_shape_at *b,
                                                tacti_convex_cache *cache,
                                                tacti_convex_verdict *out) {
    tacti_convex_collision found;
    tact_status status = collide_bodies(a, b, cache, &found);
    if (status == TACT_OK)
        *out = (tacti_convex_verdict){found.outcome, found.ending};
    return status;
}

/* Pairs without a cache that are not decided at once. */
TACTI_NEVER_INLINE tact_status judge_cold(const tacti_shape_at *a, const tacti_shape_at *b,
                                          tacti_convex_verdict *out) {
    return TACTI_LEVELED(tacti_verdict_cold)(a, b, &out->outcome)
               ? TACT_OK
               : TACTI_LEVELED(tacti_verdict_bodies)(a, b, NULL, out);
}

/* In parts, so that no pair pays for the stack of another. */
tact_status TACTI_LEVELED(tacti_verdict_near)(const tacti_shape_at *a, const tacti_shape_at *b,
                                              tacti_convex_cache *cache,
                                              tacti_convex_verdict *out) {
    out->ending = TACTI_CONVEX_BY_FLOAT;
    if (judge_at_once(a, b, cache, &out->outcome))
        return TACT_OK;
    /* Two boxes are so near each other that the quick search would be in vain. */
    bool are_boxes = is_sharp_box(a->shape) && is_sharp_box(b->shape);
    return cache == NULL && !are_boxes && tacti_can_look(a, b)
               ? judge_cold(a, b, out)
               : TACTI_LEVELED(tacti_verdict_bodies)(a, b, cache, out);
}

tact_status TACTI_LEVELED(tacti_verdict)(const tacti_shape_at *a, const tacti_shape_at *b,
                                         tacti_convex_cache *cache, tacti_convex_verdict *out) {
    TACTI_ASSERT(a->facts != NULL && b->facts != NULL);
    if (cache == NULL || !tacti_has_plane(a, b, cache) || !tacti_still_apart(a, b, cache))
        return tacti_verdict_inline(a, b, cache, out);
    *out = (tacti_convex_verdict){TACT_OUTCOME_APART, TACTI_CONVEX_BY_CACHE};
    return TACT_OK;
}
