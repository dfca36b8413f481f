/* SPDX-License-Identifier: MIT */
/* The allocator of the script fuzzer. It counts blocks, checks that they come back with their size
 * and alignment, and fails on request. A block begins right after its header, so that the address
 * sanitizer sees a write behind it. */
#define _DEFAULT_SOURCE /* posix_memalign */
#include "script.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this the machine would be busy with memory alone. */
#define MOST_BYTES (UINT64_C(1) << 26)

typedef struct block_header {
    size_t bytes, alignment;
    void *start;
    const script_memory *owner;
} block_header;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool must_fail(script_memory *memory, size_t bytes) {
    memory->calls++;
    memory->random = memory->random * 1664525u + 1013904223u;
    bool fails = memory->calls == memory->fail_at || bytes > MOST_BYTES - memory->live_bytes ||
                 (memory->odds != 0 && (memory->random >> 8) % memory->odds == 0);
    memory->failures += fails;
    return fails;
}

static void *allocate(void *user, size_t bytes, size_t alignment) {
    script_memory *memory = user;
    script_require(bytes > 0 && alignment > 0 && (alignment & (alignment - 1)) == 0);
    pthread_mutex_lock(&mutex);
    bool fails = must_fail(memory, bytes);
    if (!fails) {
        memory->live++;
        memory->live_bytes += bytes;
    }
    pthread_mutex_unlock(&mutex);
    if (fails)
        return NULL;
    block_header header = {.bytes = bytes, .alignment = alignment, .owner = memory};
    /* The end of the block is the end of the memory. */
    size_t before = (sizeof header + alignment - 1) & ~(alignment - 1);
    void *start = NULL;
    script_require(posix_memalign(&start, alignment < 16 ? 16 : alignment, before + bytes) == 0);
    header.start = start;
    char *block = (char *)start + before;
    memcpy(block - sizeof header, &header, sizeof header);
    memset(block, 0xA5, bytes);
    return block;
}

static void release(void *user, void *block, size_t bytes, size_t alignment) {
    script_memory *memory = user;
    block_header header;
    script_require(block != NULL);
    memcpy(&header, (char *)block - sizeof header, sizeof header);
    script_require(header.bytes == bytes && header.alignment == alignment &&
                   header.owner == memory);
    pthread_mutex_lock(&mutex);
    script_require(memory->live > 0 && memory->live_bytes >= bytes);
    memory->live--;
    memory->live_bytes -= bytes;
    pthread_mutex_unlock(&mutex);
    free(header.start);
}

tact_allocator script_allocator(script_memory *memory) {
    return (tact_allocator){memory, allocate, release};
}
