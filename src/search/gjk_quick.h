/* SPDX-License-Identifier: MIT */
/* The search on two polytopes that are not climbed, without a cache and in float range: the steps
 * of gjk_polytope.c with less to prepare and to hand over. It gives up when that search would look
 * at a whole simplex again, and the caller then asks that search, from the beginning. Inline, for
 * files that are compiled for a SIMD level. */
#ifndef TACTI_SEARCH_GJK_QUICK_H
#define TACTI_SEARCH_GJK_QUICK_H

#include "search/gjk_first.h"
#include "search/gjk_simplex.h"
#include "search/gjk_step.h"

#define TACTI_QUICK_STEPS 32

typedef enum tacti_quick_ending {
    TACTI_QUICK_APART,  /* certain: the direction separates the bodies */
    TACTI_QUICK_INSIDE, /* four points, which seem to contain the origin */
    TACTI_QUICK_WITHIN, /* the simplex seems to come within the radii of the origin */
    TACTI_QUICK_LEAST,  /* no difference is less far along the direction, up to the tolerance */
    TACTI_QUICK_NONE    /* gave up */
} tacti_quick_ending;

typedef struct tacti_quick {
    const tacti_bodies *bodies;
    tacti_gjk_simplex simplex;
    tact_vec3 next; /* the last difference of support points */
    uint32_t at[2]; /* their numbers */
    uint32_t iterations;
    tacti_placed_few placed[2]; /* all vertices of boxes, segments and hulls with few */
} tacti_quick;

/* Whether the quick search takes a shape; its hull is NULL or not climbed. */
TACTI_ALWAYS_INLINE bool tacti_is_quick(tact_shape_kind kind, const tact_hull *hull) {
    return hull != NULL ? hull->padded_count <= TACTI_FEW
                        : kind == TACT_SHAPE_BOX || kind == TACT_SHAPE_SEGMENT;
}

TACTI_ALWAYS_INLINE void tacti_quick_place(const tacti_body *body, tacti_placed_few *out) {
    if (body->kind != TACT_SHAPE_SEGMENT) {
        tacti_place_few(body, out);
        return;
    }
    const tact_segment *s = &body->shape->core.segment;
    tact_vec3 a = tacti_pose_place(body->pose, s->a), b = tacti_pose_place(body->pose, s->b);
    out->x[0] = a.x;
    out->y[0] = a.y;
    out->z[0] = a.z;
    out->x[1] = b.x;
    out->y[1] = b.y;
    out->z[1] = b.z;
}

TACTI_ALWAYS_INLINE tact_vec3 tacti_quick_vertex(const tacti_placed_few *p, uint32_t i) {
    return (tact_vec3){p->x[i], p->y[i], p->z[i]};
}

/* The support point that gjk_polytope.c chooses. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_quick_support(const tacti_body *body, const tacti_placed_few *p,
                                                  tact_vec3 n, uint32_t *at) {
    if (body->kind != TACT_SHAPE_SEGMENT)
        return tacti_support_few(body, p, n, at);
    const tact_segment *s = &body->shape->core.segment;
    tact_vec3 m = tacti_turn_back(body->pose, n);
    *at = tacti_vec3_dot(m, s->b) > tacti_vec3_dot(m, s->a);
    return tacti_quick_vertex(p, *at);
}

TACTI_ALWAYS_INLINE void tacti_quick_next(tacti_quick *q) {
    const tacti_body *body = q->bodies->body;
    tact_vec3 x = q->simplex.x;
    tact_vec3 a =
        tacti_quick_support(&body[0], &q->placed[0], (tact_vec3){-x.x, -x.y, -x.z}, &q->at[0]);
    tact_vec3 b = tacti_quick_support(&body[1], &q->placed[1], x, &q->at[1]);
    q->next = tacti_vec3_sub(a, b);
}

/* Places both bodies. */
TACTI_ALWAYS_INLINE void tacti_quick_prepare(tacti_quick *q, const tacti_bodies *bodies) {
    q->bodies = bodies;
    tacti_quick_place(&bodies->body[0], &q->placed[0]);
    tacti_quick_place(&bodies->body[1], &q->placed[1]);
}

/* Begins with two vertices, which are support points along the first direction. */
TACTI_ALWAYS_INLINE void tacti_quick_begin(tacti_quick *q, const uint32_t at[2]) {
    tact_vec3 w = tacti_vec3_sub(tacti_quick_vertex(&q->placed[0], at[0]),
                                 tacti_quick_vertex(&q->placed[1], at[1]));
    q->iterations = 1;
    q->simplex.count = 1;
    q->simplex.w[0] = q->simplex.x = w;
    q->simplex.id[0] = (uint64_t)at[0] | (uint64_t)at[1] << 32;
    q->simplex.square = tacti_vec3_dot(w, w);
}

/* The first support point of a search for the distance, which gjk_polytope.c finds before it places
 * hulls of more than eight vertices. */
TACTI_ALWAYS_INLINE uint32_t tacti_quick_first(const tacti_quick *q, int side, tact_vec3 n) {
    const tacti_body *body = &q->bodies->body[side];
    uint32_t at = UINT32_MAX;
    if (body->hull == NULL || body->hull->padded_count == 8)
        (void)tacti_quick_support(body, &q->placed[side], n, &at);
    else
        (void)tacti_local_support(body, tacti_turn_back(body->pose, n), false, &at);
    return at;
}

/* Hands the simplex over, with or without the points of both bodies. */
TACTI_ALWAYS_INLINE void tacti_quick_give(const tacti_quick *q, bool wants_points, tacti_gjk *gjk) {
    TACTI_ASSERT(q->simplex.count >= 1 && q->simplex.count <= 4);
    gjk->bodies = q->bodies;
    gjk->iterations = q->iterations;
    gjk->count = q->simplex.count;
    gjk->x = q->simplex.x;
    for (int i = 0; i < gjk->count; i++) {
        tacti_point_pair *pair = &gjk->pair[i];
        pair->w = q->simplex.w[i];
        pair->at[0] = (uint32_t)q->simplex.id[i];
        pair->at[1] = (uint32_t)(q->simplex.id[i] >> 32);
        if (wants_points) {
            pair->a = tacti_quick_vertex(&q->placed[0], pair->at[0]);
            pair->b = tacti_quick_vertex(&q->placed[1], pair->at[1]);
        }
    }
}

/* Takes a reduced simplex back, to go on from it. */
TACTI_ALWAYS_INLINE void tacti_quick_take(tacti_quick *q, const tacti_gjk *gjk) {
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 3);
    q->simplex.count = gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        q->simplex.w[i] = gjk->pair[i].w;
        q->simplex.id[i] = (uint64_t)gjk->pair[i].at[0] | (uint64_t)gjk->pair[i].at[1] << 32;
    }
    q->simplex.x = gjk->x;
    q->simplex.square = tacti_vec3_dot(gjk->x, gjk->x);
}

/* take_carefully() of gjk_polytope.c. */
TACTI_NEVER_INLINE bool tacti_quick_take_carefully(tacti_quick *q) {
    tacti_gjk gjk;
    tacti_near_point nearest = {.count = 0};
    bool is_certain;
    tacti_gjk_simplex *s = &q->simplex;
    tacti_quick_give(q, false, &gjk);
    tacti_find_nearest(gjk.pair, gjk.count, &nearest, &is_certain);
    if (!(nearest.square < s->square))
        return false;
    for (int i = 0; i < nearest.count; i++) {
        s->w[i] = s->w[nearest.at[i]];
        s->id[i] = s->id[nearest.at[i]];
    }
    s->count = nearest.count;
    s->x = nearest.x;
    s->square = nearest.square;
    return true;
}

/* Goes on until a verdict is likely; for the distance, until no difference is nearer by more than
 * noise times the length of x, and by more than the tolerance. */
TACTI_ALWAYS_INLINE tacti_quick_ending tacti_quick_search(tacti_quick *q, bool wants_distance,
                                                          double noise) {
    tacti_gjk_simplex *s = &q->simplex;
    double radius = q->bodies->radius, most = radius * radius;
    double tolerance = radius > 0 ? TACTI_ROUNDED_TOLERANCE : TACTI_DISTANCE_TOLERANCE;
    for (int i = 0; i < TACTI_QUICK_STEPS; i++) {
        if (s->square < most)
            return TACTI_QUICK_WITHIN;
        if (!(s->square >= TACTI_LEAST_DIRECTION * TACTI_LEAST_DIRECTION))
            return TACTI_QUICK_NONE;
        q->iterations++;
        tacti_quick_next(q);
        double along = tacti_vec3_dot(s->x, q->next);
        if (wants_distance) {
            if (s->square - along <= tolerance * s->square + noise * tacti_sum_of(s->x))
                return TACTI_QUICK_LEAST;
        } else if (along > 0 &&
                   tacti_exceeds_radius(along - tacti_gjk_error(q->bodies, s->x, q->next), s->x,
                                        radius))
            return TACTI_QUICK_APART;
        uint64_t id = (uint64_t)q->at[0] | (uint64_t)q->at[1] << 32;
        bool is_known = false;
        int count = s->count;
        for (int k = 0; k < count; k++)
            is_known |= s->id[k] == id;
        if (is_known)
            return TACTI_QUICK_LEAST;
        if (!tacti_take_new_point(s, q->next, id) && !tacti_quick_take_carefully(q)) {
            s->count = count;
            return TACTI_QUICK_LEAST;
        }
        if (s->count == 4)
            return TACTI_QUICK_INSIDE;
    }
    return TACTI_QUICK_NONE;
}

/* Whether a search for a verdict is certain of contact. */
TACTI_ALWAYS_INLINE bool tacti_quick_is_contact(const tacti_quick *q, tacti_quick_ending ending) {
    double volume[4];
    if (ending == TACTI_QUICK_INSIDE)
        return tacti_simplex_volumes(q->simplex.w, volume);
    if (ending != TACTI_QUICK_WITHIN)
        return false;
    tacti_gjk gjk;
    tacti_near_point nearest = {.count = 0};
    tacti_quick_give(q, false, &gjk);
    tacti_near_few(gjk.pair, gjk.count, &nearest);
    tacti_gjk_reduce(&gjk, &nearest);
    return tacti_gjk_upper_bound(&gjk) * (1 + 0x1p-50) < q->bodies->radius;
}

#endif
