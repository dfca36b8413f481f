/* SPDX-License-Identifier: MIT */
/* Caches of one size, in blocks that never move. */
#ifndef TACTI_WORLD_CACHE_POOL_H
#define TACTI_WORLD_CACHE_POOL_H

#include "base/array.h"

/* Caches per block. */
#define TACTI_POOL_BLOCK 64

TACTI_ARRAY_DEFINE(tacti_pool_blocks, unsigned char *);
TACTI_ARRAY_DEFINE(tacti_pool_free, uint32_t);

typedef struct tacti_cache_pool {
    uint32_t bytes; /* per cache */
    tacti_pool_blocks blocks;
    tacti_pool_free free; /* with room for all caches, so that giving back cannot fail */
} tacti_cache_pool;

tacti_cache_pool tacti_cache_pool_make(const tact_context *context, uint32_t bytes);
void tacti_cache_pool_release(tacti_cache_pool *pool);
/* Takes an empty cache. TACT_OUT_OF_MEMORY, TACT_TOO_LARGE. */
tact_status tacti_cache_take(tacti_cache_pool *pool, uint32_t *out);
void tacti_cache_give(tacti_cache_pool *pool, uint32_t cache);

static inline void *tacti_cache_memory(const tacti_cache_pool *pool, uint32_t cache) {
    TACTI_ASSERT(cache / TACTI_POOL_BLOCK < pool->blocks.count);
    return pool->blocks.items[cache / TACTI_POOL_BLOCK] +
           (size_t)(cache % TACTI_POOL_BLOCK) * pool->bytes;
}

#endif
