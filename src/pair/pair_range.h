/* SPDX-License-Identifier: MIT */
/* Pairs with a cylinder, cone or ellipsoid whose sizes are outside of the range in which the
 * searches and closed forms compute (tacti_bodies.is_in_float_range). Polytopes and half-spaces do
 * not need this: exact arithmetic handles polytopes, and half-spaces have a closed form for all
 * sizes.
 *
 * Without a hull, both shapes are scaled by one power of two and measured there, and the answer is
 * scaled back with its bounds rounded outward. What scaling loses is bounded: radii that vanish
 * beside the cores, and underflow. A hull cannot be scaled without memory. Pairs with a hull, and
 * cores that vanish beside the radii, are measured along seven directions. */
#ifndef TACTI_PAIR_PAIR_RANGE_H
#define TACTI_PAIR_PAIR_RANGE_H

#include "pair/pair.h"
#include "depth/depth_answer.h"

#include "shape/body.h"

/* Near the ends of the float range bounds hold, but products of several lengths lose digits, so
 * that more pairs stay undecided. Sizes outside of these limits are therefore scaled, too. */
#define TACTI_LEAST_SMOOTH 0x1p-150
#define TACTI_MOST_SMOOTH 0x1p150

/* Whether the pair is one of these. */
static inline bool tacti_is_out_of_range(const tacti_bodies *bodies) {
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    if (bodies->is_exact || a->kind == TACT_SHAPE_HALF_SPACE || b->kind == TACT_SHAPE_HALF_SPACE)
        return false;
    if (!bodies->is_in_float_range)
        return true;
    bool is_usual = bodies->size >= TACTI_LEAST_SMOOTH && bodies->size <= TACTI_MOST_SMOOTH;
    return !is_usual && a->hull == NULL && b->hull == NULL;
}

/* The answers for these pairs. out must be zeroed. cache may be NULL. */
void tacti_range_collide(const tacti_bodies *bodies, tacti_convex_cache *cache,
                         tacti_convex_collision *out);
void tacti_range_distance(const tacti_bodies *bodies, tacti_convex_cache *cache,
                          tacti_convex_distance_answer *out);
void tacti_range_depth(const tacti_bodies *bodies, tacti_convex_cache *cache,
                       tacti_convex_depth_answer *out);

#endif
