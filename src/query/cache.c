/* SPDX-License-Identifier: MIT */
/* Caches of pairs: creation and forgetting. What is in them is the queries' business. */
#include "bvh/bvh.h"
#include "query/meshes.h"
#include "query/cache.h"

#include "base/alloc.h"
#include "bvh/node.h"

static const tacti_triangle_pair nothing = {TACT_NO_TRIANGLE, TACT_NO_TRIANGLE};

tact_status tacti_pair_cache_create(const tact_context *context, tacti_pair_cache **out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_pair_cache *cache =
        tacti_allocate(context, 1, sizeof(tacti_pair_cache), _Alignof(tacti_pair_cache));
    if (cache == NULL)
        return TACT_OUT_OF_MEMORY;
    cache->context = context;
    tacti_pair_cache_reset(cache);
    *out = cache;
    return TACT_OK;
}

void tacti_pair_cache_destroy(tacti_pair_cache *cache) {
    if (cache != NULL)
        tacti_release(cache->context, cache, 1, sizeof(tacti_pair_cache),
                      _Alignof(tacti_pair_cache));
}

void tacti_pair_cache_reset(tacti_pair_cache *cache) {
    if (cache == NULL)
        return;
    cache->bvh[0] = NULL;
    cache->bvh[1] = NULL;
    cache->contact = nothing;
    cache->nearest = nothing;
}

void tacti_pair_cache_begin(tacti_pair_cache *cache, const tacti_bvh *a, const tacti_bvh *b) {
    if (cache == NULL || (cache->bvh[0] == a && cache->bvh[1] == b))
        return;
    tacti_pair_cache_reset(cache);
    cache->bvh[0] = a;
    cache->bvh[1] = b;
}

bool tacti_triangle_pair_is_valid(tacti_triangle_pair pair, const tacti_bvh *a,
                                  const tacti_bvh *b) {
    return pair.a < a->triangle_count && pair.b < b->triangle_count;
}
