/* SPDX-License-Identifier: MIT */
/* Contexts: defaults, refused descriptions, memory, and handing work to the executor. */
#include "support.h"

#include <fenv.h>

#include "base/parallel.h"

static tact_context *const untouched = (tact_context *)(uintptr_t)0x40;

static void defaults_are_complete(void **state) {
    (void)state;
    tact_context_desc desc = tact_context_desc_default();
    assert_non_null(desc.allocator.allocate);
    assert_non_null(desc.allocator.release);
    assert_null(desc.logger.write);
    assert_non_null(desc.executor.run);
    assert_int_equal(desc.executor.worker_count, 1);
    tact_context *context = NULL;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    assert_non_null(context);
    assert_int_equal(tacti_worker_count(context), 1);
    assert_int_equal(tacti_worker_count(NULL), 1);
    tact_context_destroy(context);
    tact_context_destroy(NULL);
}

static void incomplete_descriptions_are_refused(void **state) {
    (void)state;
    test_allocator counter;
    for (int missing = 0; missing < 6; missing++) {
        tact_context_desc desc = tact_context_desc_default();
        desc.allocator = test_allocator_make(&counter);
        tact_context *context = untouched;
        const tact_context_desc *given = &desc;
        tact_context **out = &context;
        switch (missing) {
        case 0:
            desc.allocator.allocate = NULL;
            break;
        case 1:
            desc.allocator.release = NULL;
            break;
        case 2:
            desc.executor.run = NULL;
            break;
        case 3:
            desc.executor.worker_count = 0;
            break;
        case 4:
            given = NULL;
            break;
        default:
            out = NULL;
            break;
        }
        assert_int_equal(tact_context_create(given, out), TACT_INVALID_ARGUMENT);
        assert_ptr_equal(context, untouched);
        assert_int_equal(counter.calls, 0);
    }
}

static void memory_comes_from_the_given_allocator(void **state) {
    (void)state;
    test_allocator counter;
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(&counter);
    tact_context *context = NULL;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    assert_true(counter.live > 0);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
    assert_int_equal(counter.live_bytes, 0);
}

static void every_failed_allocation_is_reported(void **state) {
    (void)state;
    for (uint64_t fail_at = 1;; fail_at++) {
        test_allocator counter;
        tact_context_desc desc = tact_context_desc_default();
        desc.allocator = test_allocator_make(&counter);
        counter.fail_at = fail_at;
        tact_context *context = untouched;
        tact_status status = tact_context_create(&desc, &context);
        if (status == TACT_OK) {
            tact_context_destroy(context);
            assert_true(fail_at > 1);
            assert_true(counter.calls < fail_at);
            assert_int_equal(counter.live, 0);
            break;
        }
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
        assert_ptr_equal(context, untouched);
        assert_int_equal(counter.live, 0);
    }
}

static void a_wrong_float_mode_is_refused(void **state) {
    (void)state;
    tact_context_desc desc = tact_context_desc_default();
    test_allocator counter;
    desc.allocator = test_allocator_make(&counter);
    tact_context *context = untouched;
    assert_int_equal(fesetround(FE_UPWARD), 0);
    tact_status status = tact_context_create(&desc, &context);
    fesetround(FE_TONEAREST);
    assert_int_equal(status, TACT_INVALID_FLOAT_MODE);
    assert_ptr_equal(context, untouched);
    assert_int_equal(counter.calls, 0);
}

typedef struct call_list {
    uint32_t count;
    uint32_t index[64];
    uint32_t worker[64];
} call_list;

static void list_call(void *data, uint32_t index, uint32_t worker) {
    call_list *list = data;
    list->index[list->count] = index;
    list->worker[list->count] = worker;
    list->count++;
}

static void the_default_runs_in_order_on_this_thread(void **state) {
    (void)state;
    tact_context_desc desc = tact_context_desc_default();
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    const tact_context *contexts[] = {NULL, context};
    for (size_t c = 0; c < 2; c++)
        for (uint32_t count = 0; count <= 64; count += 16) {
            call_list list = {0};
            tact_context_run(contexts[c], count, list_call, &list);
            assert_int_equal(list.count, count);
            for (uint32_t i = 0; i < count; i++) {
                assert_int_equal(list.index[i], i);
                assert_int_equal(list.worker[i], 0);
            }
        }
    tact_context_destroy(context);
}

typedef struct backward_executor {
    unsigned runs;
} backward_executor;

static void run_backward(void *user, uint32_t count, tact_task *task, void *data) {
    backward_executor *executor = user;
    executor->runs++;
    for (uint32_t i = count; i > 0; i--)
        task(data, i - 1, i % 5);
}

static void the_callers_executor_is_used(void **state) {
    (void)state;
    backward_executor executor = {0};
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = (tact_executor){&executor, 5, run_backward};
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    assert_int_equal(tacti_worker_count(context), 5);
    call_list list = {0};
    tact_context_run(context, 0, list_call, &list);
    assert_int_equal(executor.runs, 0);
    tact_context_run(context, 10, list_call, &list);
    assert_int_equal(executor.runs, 1);
    assert_int_equal(list.count, 10);
    for (uint32_t i = 0; i < 10; i++) {
        assert_int_equal(list.index[i], 9 - i);
        assert_int_equal(list.worker[i], (10 - i) % 5);
    }
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_complete),
        cmocka_unit_test(incomplete_descriptions_are_refused),
        cmocka_unit_test(memory_comes_from_the_given_allocator),
        cmocka_unit_test(every_failed_allocation_is_reported),
        cmocka_unit_test(a_wrong_float_mode_is_refused),
        cmocka_unit_test(the_default_runs_in_order_on_this_thread),
        cmocka_unit_test(the_callers_executor_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
