/* SPDX-License-Identifier: MIT */
/* The caches of the pairs of a world. */
#include "world/cache_pool.h"

#include <string.h>

tacti_cache_pool tacti_cache_pool_make(const tact_context *context, uint32_t bytes) {
    return (tacti_cache_pool){bytes, tacti_pool_blocks_make(context),
                              tacti_pool_free_make(context)};
}

void tacti_cache_pool_release(tacti_cache_pool *pool) {
    for (size_t i = 0; i < pool->blocks.count; i++)
        tacti_release(pool->blocks.context, pool->blocks.items[i], TACTI_POOL_BLOCK, pool->bytes,
                      _Alignof(uint64_t));
    tacti_pool_blocks_release(&pool->blocks);
    tacti_pool_free_release(&pool->free);
}

/* One more block, whose caches are free. */
static tact_status add_block(tacti_cache_pool *pool) {
    size_t count = pool->blocks.count;
    if (count >= UINT32_MAX / TACTI_POOL_BLOCK)
        return TACT_TOO_LARGE;
    if (tacti_pool_free_reserve(&pool->free, (count + 1) * TACTI_POOL_BLOCK) != TACT_OK ||
        tacti_pool_blocks_reserve(&pool->blocks, count + 1) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    unsigned char *block =
        tacti_allocate(pool->blocks.context, TACTI_POOL_BLOCK, pool->bytes, _Alignof(uint64_t));
    if (block == NULL)
        return TACT_OUT_OF_MEMORY;
    pool->blocks.items[pool->blocks.count++] = block;
    for (uint32_t i = TACTI_POOL_BLOCK; i-- > 0;)
        pool->free.items[pool->free.count++] = (uint32_t)count * TACTI_POOL_BLOCK + i;
    return TACT_OK;
}

tact_status tacti_cache_take(tacti_cache_pool *pool, uint32_t *out) {
    if (pool->free.count == 0) {
        tact_status status = add_block(pool);
        if (status != TACT_OK)
            return status;
    }
    *out = pool->free.items[--pool->free.count];
    memset(tacti_cache_memory(pool, *out), 0, pool->bytes);
    return TACT_OK;
}

void tacti_cache_give(tacti_cache_pool *pool, uint32_t cache) {
    TACTI_ASSERT(pool->free.count < pool->free.capacity);
    pool->free.items[pool->free.count++] = cache;
}
