/* SPDX-License-Identifier: MIT */
/* What a pair remembers: the last pair of triangles that touched, and the last that was nearest.
 * Both are hints; whoever uses one checks it against the placed triangles. */
#ifndef TACTI_QUERY_CACHE_H
#define TACTI_QUERY_CACHE_H

#include <tact/query.h>

#include "bvh/bvh.h"
#include "query/meshes.h"

/* Two triangles; a is TACT_NO_TRIANGLE where nothing is remembered. */
typedef struct tacti_triangle_pair {
    uint32_t a, b;
} tacti_triangle_pair;

struct tacti_pair_cache {
    const tact_context *context;
    const tacti_bvh *bvh[2];
    tacti_triangle_pair contact;
    tacti_triangle_pair nearest;
};

/* Makes sure that the cache belongs to these two hierarchies; NULL is allowed. */
void tacti_pair_cache_begin(tacti_pair_cache *cache, const tacti_bvh *a, const tacti_bvh *b);

/* Whether both triangles exist in their meshes. */
bool tacti_triangle_pair_is_valid(tacti_triangle_pair pair, const tacti_bvh *a, const tacti_bvh *b);

#endif
