/* SPDX-License-Identifier: MIT */
/* The pool on systems without threads: one worker, the thread that calls run. Results never depend
 * on the number of workers, so a program that asks for more only waits longer. pool.c is the pool
 * with threads; the build takes one of the two. */
#include <tact/base.h>

#include "base/alloc.h"
#include "base/services.h"

struct tact_pool {
    const tact_context *context;
};

tact_status tact_pool_create(const tact_context *context, uint32_t worker_count, tact_pool **out) {
    if (out == NULL || worker_count > TACTI_MOST_WORKERS)
        return TACT_INVALID_ARGUMENT;
    tact_pool *pool = tacti_allocate(context, 1, sizeof *pool, _Alignof(tact_pool));
    if (pool == NULL)
        return TACT_OUT_OF_MEMORY;
    pool->context = context;
    *out = pool;
    return TACT_OK;
}

void tact_pool_destroy(tact_pool *pool) {
    if (pool != NULL)
        tacti_release(pool->context, pool, 1, sizeof *pool, _Alignof(tact_pool));
}

tact_executor tact_pool_executor(tact_pool *pool) {
    return (tact_executor){pool, 1, tacti_run_here};
}
