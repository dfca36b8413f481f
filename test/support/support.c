/* SPDX-License-Identifier: MIT */
/* Helpers that all tests share; see support.h. */
#include "support.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t test_case_count(uint64_t count, uint64_t long_count) {
    if (getenv("TACT_TEST_LONG") != NULL)
        return long_count;
    return getenv("TACT_TEST_QUICK") != NULL ? count / 20 + 1 : count;
}

/* Each block has its size and alignment in front, so that a wrong release is detected. */
typedef struct block_header {
    size_t bytes;
    size_t alignment;
    void *start;
} block_header;

static pthread_mutex_t allocator_mutex = PTHREAD_MUTEX_INITIALIZER;

static void *counting_allocate(void *user, size_t bytes, size_t alignment) {
    test_allocator *state = user;
    assert_true(bytes > 0);
    assert_true(alignment > 0 && (alignment & (alignment - 1)) == 0);
    pthread_mutex_lock(&allocator_mutex);
    bool fails = ++state->calls == state->fail_at;
    if (!fails) {
        state->live++;
        state->live_bytes += bytes;
    }
    pthread_mutex_unlock(&allocator_mutex);
    if (fails)
        return NULL;
    char *start = malloc(bytes + alignment + sizeof(block_header));
    assert_non_null(start);
    uintptr_t address = (uintptr_t)(start + sizeof(block_header));
    address = (address + alignment - 1) & ~(uintptr_t)(alignment - 1);
    block_header header = {bytes, alignment, start};
    memcpy((char *)address - sizeof header, &header, sizeof header);
    memset((void *)address, 0xA5, bytes);
    return (void *)address;
}

static void counting_release(void *user, void *memory, size_t bytes, size_t alignment) {
    test_allocator *state = user;
    assert_non_null(memory);
    block_header header;
    memcpy(&header, (char *)memory - sizeof header, sizeof header);
    assert_int_equal(header.bytes, bytes);
    assert_int_equal(header.alignment, alignment);
    pthread_mutex_lock(&allocator_mutex);
    state->live--;
    state->live_bytes -= bytes;
    pthread_mutex_unlock(&allocator_mutex);
    free(header.start);
}

tact_allocator test_allocator_make(test_allocator *state) {
    *state = (test_allocator){0};
    return (tact_allocator){state, counting_allocate, counting_release};
}

tact_context *test_context_make(test_allocator *state) {
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(state);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    return context;
}

void test_assert_same_bits(double actual, double expected) {
    if (memcmp(&actual, &expected, sizeof actual) != 0)
        fail_msg("%a is not %a bit for bit", actual, expected);
}
