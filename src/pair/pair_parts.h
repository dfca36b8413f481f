/* SPDX-License-Identifier: MIT */
/* The parts of the queries collide and distance: the versions per SIMD level, the answers from
 * closed forms and from the last exact stage, and how radii are added. */
#ifndef TACTI_PAIR_PAIR_PARTS_H
#define TACTI_PAIR_PAIR_PARTS_H

#include "base/simd.h"
#include "decide/exact_search.h"
#include "pair/pair.h"
#include "search/gjk.h"

/* The queries, compiled for a SIMD level; out is not NULL. */
typedef tact_status tacti_collide(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tacti_convex_cache *cache, tacti_convex_collision *out);
typedef tact_status tacti_distance(const tacti_shape_at *a, const tacti_shape_at *b,
                                   tacti_convex_cache *cache, tacti_convex_distance_answer *out);
TACTI_DECLARE_LEVELS(tacti_collide, tacti_collide)
TACTI_DECLARE_LEVELS(tacti_verdict, tacti_verdict)
TACTI_DECLARE_LEVELS(tacti_distance, tacti_distance)

/* The first step of tacti_distance() with a cache of one to three pairs of vertices, for shapes by
 * tacti_can_look(). False if it does not decide. */
typedef bool tacti_distance_again(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tacti_convex_cache *cache, tacti_convex_distance_answer *out);
TACTI_DECLARE_LEVELS(tacti_distance_again, tacti_distance_again)

/* The verdict on two shapes by tacti_can_look() without a cache, by the quick search. False if it
 * does not decide. */
typedef bool tacti_verdict_cold(const tacti_shape_at *a, const tacti_shape_at *b,
                                tact_outcome *out);
TACTI_DECLARE_LEVELS(tacti_verdict_cold, tacti_verdict_cold)

/* Answers from closed forms (closed.h). False if no closed form decides. */
bool tacti_collide_closed(const tacti_bodies *bodies, tacti_convex_collision *out);
bool tacti_distance_closed(const tacti_bodies *bodies, tacti_convex_distance_answer *out);

/* Completes an undecided answer whose bounds and rounded points are set. */
void tacti_touch_collide(const tacti_bodies *bodies, tacti_convex_collision *out);
void tacti_touch_distance(const tacti_bodies *bodies, tacti_convex_distance_answer *out);

/* Moves the nearest points of the cores out to the surfaces of the shapes. In contact, both move to
 * one common point. */
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
