/* SPDX-License-Identifier: MIT */
/* Cutting a range into chunks and running them on the executor; see parallel.h. */
#include "base/parallel.h"

#include "base/assert.h"

uint32_t tacti_chunk_count(size_t n, size_t grain) {
    if (n == 0)
        return 0;
    size_t chunks = grain == 0 ? n : n / grain;
    if (chunks == 0)
        return 1;
    return chunks < TACTI_MAX_CHUNKS ? (uint32_t)chunks : TACTI_MAX_CHUNKS;
}

/* The first n % chunk_count chunks are one longer. No product here exceeds n. */
static size_t chunk_begin(size_t n, uint32_t chunk_count, uint32_t chunk) {
    size_t longer = n % chunk_count;
    return chunk * (n / chunk_count) + (chunk < longer ? chunk : longer);
}

tacti_range tacti_chunk_range(size_t n, uint32_t chunk_count, uint32_t chunk) {
    TACTI_ASSERT(chunk < chunk_count);
    return (tacti_range){chunk_begin(n, chunk_count, chunk),
                         chunk_begin(n, chunk_count, chunk + 1)};
}

typedef struct range_loop {
    size_t n;
    uint32_t chunk_count;
    tacti_range_task *body;
    void *data;
} range_loop;

static void run_chunk(void *data, uint32_t index, uint32_t worker) {
    const range_loop *loop = data;
    tacti_range range = tacti_chunk_range(loop->n, loop->chunk_count, index);
    loop->body(loop->data, range, index, worker);
}

void tacti_parallel_for(const tact_context *context, size_t n, size_t grain, tacti_range_task *body,
                        void *data) {
    range_loop loop = {n, tacti_chunk_count(n, grain), body, data};
    tact_context_run(context, loop.chunk_count, run_chunk, &loop);
}
