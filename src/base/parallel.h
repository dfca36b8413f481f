/* SPDX-License-Identifier: MIT */
/* Loops on the context's executor. A range is cut into chunks by its length and the grain alone,
 * never by the number of workers. So whatever is computed per chunk and merged in the order of the
 * chunks has the same bits on every machine. */
#ifndef TACT_BASE_PARALLEL_H
#define TACT_BASE_PARALLEL_H

#include <tact/base.h>

/* The most chunks that a range is cut into: results kept per chunk need no more room than this. */
#define TACTI_MAX_CHUNKS 4096

/* A range [begin, end) of elements. */
typedef struct tacti_range {
    size_t begin;
    size_t end;
} tacti_range;

/* The work on one chunk, by worker (less than tacti_worker_count). */
typedef void tacti_range_task(void *data, tacti_range range, uint32_t chunk, uint32_t worker);

/* The largest number of workers of the context's executor: one scratch area for each is enough. */
uint32_t tacti_worker_count(const tact_context *context);

/* The number of chunks that tacti_parallel_for cuts [0, n) into: 0 for n = 0, otherwise the most
 * that have at least grain elements each (0 counts as 1), but at least 1 and at most
 * TACTI_MAX_CHUNKS. */
uint32_t tacti_chunk_count(size_t n, size_t grain);

/* Chunk number chunk of [0, n) cut into chunk_count parts, whose sizes differ by at most one. */
tacti_range tacti_chunk_range(size_t n, uint32_t chunk_count, uint32_t chunk);

/* Calls body once for each chunk of [0, n), in any order and several at a time, and returns when
 * all have ended. A chunk should take at least ten microseconds or so: handing out smaller ones
 * costs too much. */
void tacti_parallel_for(const tact_context *context, size_t n, size_t grain, tacti_range_task *body,
                        void *data);

#endif
