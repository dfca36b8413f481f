/* SPDX-License-Identifier: MIT */
/* The question how deep two placed convex shapes are in each other, for shapes of every size. The
 * search is in depth/depth.h, the answer in depth/depth_answer.h. What pair.h says about polytopes,
 * poses and the range of coordinates holds here, too. Nothing allocates or keeps state. */
#ifndef TACTI_PAIR_PAIR_DEPTH_H
#define TACTI_PAIR_PAIR_DEPTH_H

#include "depth/depth_answer.h"

/**
 * The penetration depth of two placed convex shapes. If they are apart, everything except outcome,
 * ending and iterations is 0.
 * @param a     one shape
 * @param b     the other
 * @param cache NULL for none
 * @param out   receives the answer
 * @return the statuses of tacti_convex_collide().
 */
tact_status tacti_convex_depth(const tacti_placed_shape *a, const tacti_placed_shape *b,
                               tacti_convex_cache *cache, tacti_convex_depth_answer *out);
/** The same without copies of poses; no argument but cache may be NULL. */
tact_status tacti_convex_depth_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tacti_convex_cache *cache, tacti_convex_depth_answer *out);

/** The same with a choice whether the cache keeps the polytope of the search. */
tact_status tacti_convex_depth_keep(const tacti_shape_at *a, const tacti_shape_at *b, bool keeps,
                                    tacti_convex_cache *cache, tacti_convex_depth_answer *out);

#endif
