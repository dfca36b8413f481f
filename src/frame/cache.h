/* SPDX-License-Identifier: MIT */
/* Checks of what a cache remembers. */
#ifndef TACTI_FRAME_CACHE_H
#define TACTI_FRAME_CACHE_H

#include "bvh/node.h"
#include "frame/placed.h"

/* Whether both triangles exist in their meshes. */
static inline bool tacti_triangle_pair_is_valid(tacti_triangle_pair pair, const tacti_bvh *a,
                                                const tacti_bvh *b) {
    return pair.a < a->triangle_count && pair.b < b->triangle_count;
}

#endif
