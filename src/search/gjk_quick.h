/* SPDX-License-Identifier: MIT */
/* The search on two polytopes that are not climbed, without a cache and in float range: the steps of
 * gjk_polytope.c with less to prepare and to hand over. It gives up where that search looks at a
 * whole simplex again, and the caller then asks that search, from the beginning. Inline, for files
 * that are compiled for a SIMD level. */
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
    tact_vec3 a = tacti_quick_support(&body[0], &q->placed[0], (tact_vec3){-x.x, -x.y, -x.z},
                                      &q->at[0]);
    tact_vec3 b = tacti_quick_support(&body[1], &q->placed[1], x, &q->at[1]);
    q->next = tacti_vec3_sub(a, b);
}

/* Begins with two vertices, which are support points along x. */
TACTI_ALWAYS_INLINE void tacti_quick_begin(tacti_quick *q, const tacti_bodies *bodies,
                                           const uint32_t at[2]) {
    q->bodies = bodies;
    q->iterations = 1;
    tacti_quick_place(&bodies->body[0], &q->placed[0]);
    tacti_quick_place(&bodies->body[1], &q->placed[1]);
    tact_vec3 w = tacti_vec3_sub(tacti_quick_vertex(&q->placed[0], at[0]),
                                 tacti_quick_vertex(&q->placed[1], at[1]));
    q->simplex.count = 1;
    q->simplex.w[0] = q->simplex.x = w;
    q->simplex.id[0] = (uint64_t)at[0] | (uint64_t)at[1] << 32;
    q->simplex.square = tacti_vec3_dot(w, w);
}

/* Goes on until a verdict (or the distance, for which no direction ends the search) is likely. */
TACTI_ALWAYS_INLINE tacti_quick_ending tacti_quick_search(tacti_quick *q, bool wants_distance) {
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
            if (s->square - along <= tolerance * s->square)
                return TACTI_QUICK_LEAST;
        } else if (along > 0 &&
                   tacti_exceeds_radius(along - tacti_gjk_error(q->bodies, s->x, q->next), s->x,
                                        radius))
            return TACTI_QUICK_APART;
        uint64_t id = (uint64_t)q->at[0] | (uint64_t)q->at[1] << 32;
        bool is_known = false;
        for (int k = 0; k < s->count; k++)
            is_known |= s->id[k] == id;
        if (is_known || !tacti_take_new_point(s, q->next, id))
            return TACTI_QUICK_NONE;
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
    tacti_near_point nearest;
    gjk.bodies = q->bodies;
    gjk.count = q->simplex.count;
    for (int i = 0; i < gjk.count; i++)
        gjk.pair[i].w = q->simplex.w[i];
    tacti_near_few(gjk.pair, gjk.count, &nearest);
    tacti_gjk_reduce(&gjk, &nearest);
    return tacti_gjk_upper_bound(&gjk) * (1 + 0x1p-50) < q->bodies->radius;
}

#endif
