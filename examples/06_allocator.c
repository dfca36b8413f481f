/* SPDX-License-Identifier: MIT */
/* A custom allocator: this one counts, and fails above a limit. The library allocates memory only
 * through it, releases all of it with the same sizes, and returns a status if an allocation fails.
 *
 */
#include <stdio.h>
#include <stdlib.h>

#include <tact/tact.h>

/* A pool releases its memory in the thread that destroys it, so a plain struct is enough here. An
 * allocator that several threads call at once needs atomics or a lock. */
typedef struct counter {
    size_t live_bytes;
    size_t peak_bytes;
    size_t calls;
    size_t limit_bytes;
} counter;

static void *count_allocate(void *user, size_t bytes, size_t alignment) {
    counter *count = user;
    if (bytes > count->limit_bytes - count->live_bytes)
        return NULL;
    /* aligned_alloc needs a multiple of the alignment. */
    size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void *memory = aligned_alloc(alignment, rounded);
    if (memory == NULL)
        return NULL;
    count->calls++;
    count->live_bytes += bytes;
    if (count->live_bytes > count->peak_bytes)
        count->peak_bytes = count->live_bytes;
    return memory;
}

/* The size is passed back, so no header before the memory is needed. */
static void count_release(void *user, void *memory, size_t bytes, size_t alignment) {
    (void)alignment;
    counter *count = user;
    count->live_bytes -= bytes;
    free(memory);
}

/* Creates and destroys a context and a pool of 4 workers. */
static tact_status make_and_destroy(counter *count) {
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = (tact_allocator){count, count_allocate, count_release};
    tact_context *context;
    tact_status status = tact_context_create(&desc, &context);
    if (status != TACT_OK)
        return status;
    tact_pool *pool;
    status = tact_pool_create(context, 4, &pool);
    if (status == TACT_OK)
        tact_pool_destroy(pool);
    tact_context_destroy(context);
    return status;
}

int main(void) {
    counter ample = {.limit_bytes = SIZE_MAX};
    tact_status status = make_and_destroy(&ample);
    printf("with ample memory:   %s, %zu allocations, at most %zu bytes, %zu left over\n",
           tact_status_name(status), ample.calls, ample.peak_bytes, ample.live_bytes);
    bool expected = status == TACT_OK && ample.live_bytes == 0 && ample.calls > 0;

    counter scarce = {.limit_bytes = ample.peak_bytes - 1};
    status = make_and_destroy(&scarce);
    printf("one byte too little: %s, %zu allocations, at most %zu bytes, %zu left over\n",
           tact_status_name(status), scarce.calls, scarce.peak_bytes, scarce.live_bytes);
    expected = expected && status == TACT_OUT_OF_MEMORY && scarce.live_bytes == 0;

    /* Queries on triangles do not allocate, so they need no context. */
    const tact_triangle a = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    const tact_triangle b = {{{1, 1, 0}, {1, 2, 3}, {2, 1, 3}}};
    printf("a query without any: the triangles %s\n",
           tact_triangle_overlaps(&a, &b) ? "meet" : "are apart");
    return expected ? 0 : 1;
}
