/* SPDX-License-Identifier: MIT */
/* The pool of systems without threads, which this binary has instead of the usual one: it accepts
 * what the pool with threads accepts, and its one worker does every piece in order. */
#include "support.h"

static tact_pool *const untouched = (tact_pool *)(uintptr_t)0x40;

static void append(void *data, uint32_t index, uint32_t worker) {
    uint32_t *seen = data;
    assert_int_equal(worker, 0);
    assert_int_equal(index, seen[0]);
    seen[0]++;
}

static void one_worker_does_every_piece(void **state) {
    (void)state;
    const uint32_t counts[] = {0, 1, 2, 1024};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        tact_pool *pool;
        assert_int_equal(tact_pool_create(NULL, counts[i], &pool), TACT_OK);
        tact_executor executor = tact_pool_executor(pool);
        assert_int_equal(executor.worker_count, 1);
        uint32_t seen = 0;
        executor.run(executor.user, 100, append, &seen);
        assert_int_equal(seen, 100);
        tact_context_desc desc = tact_context_desc_default();
        desc.executor = executor;
        tact_context *context;
        assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
        tact_context_destroy(context);
        tact_pool_destroy(pool);
    }
    tact_pool_destroy(NULL);
}

static void wrong_arguments_and_lack_of_memory_are_reported(void **state) {
    (void)state;
    tact_pool *pool = untouched;
    assert_int_equal(tact_pool_create(NULL, 1025, &pool), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_pool_create(NULL, 1, NULL), TACT_INVALID_ARGUMENT);
    test_allocator counter;
    tact_context *context = test_context_make(&counter);
    const uint64_t live = counter.live;
    counter.fail_at = counter.calls + 1;
    assert_int_equal(tact_pool_create(context, 4, &pool), TACT_OUT_OF_MEMORY);
    assert_ptr_equal(pool, untouched);
    counter.fail_at = 0;
    assert_int_equal(tact_pool_create(context, 4, &pool), TACT_OK);
    assert_int_equal(counter.live, live + 1);
    tact_pool_destroy(pool);
    assert_int_equal(counter.live, live);
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_worker_does_every_piece),
        cmocka_unit_test(wrong_arguments_and_lack_of_memory_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
