/* SPDX-License-Identifier: MIT */
/* Memory from a context and without one: sizes, alignments, failure. */
#include "support.h"

#include <string.h>

#include "base/alloc.h"

static void checked_arithmetic_finds_the_limits(void **state) {
    (void)state;
    size_t result = 7;
    assert_true(tacti_multiply(0, SIZE_MAX, &result));
    assert_int_equal(result, 0);
    assert_true(tacti_multiply(SIZE_MAX, 0, &result));
    assert_int_equal(result, 0);
    assert_true(tacti_multiply(SIZE_MAX, 1, &result));
    assert_true(result == SIZE_MAX);
    assert_true(tacti_multiply(SIZE_MAX / 2, 2, &result));
    assert_true(result == SIZE_MAX - 1);
    result = 7;
    assert_false(tacti_multiply(SIZE_MAX / 2 + 1, 2, &result));
    assert_false(tacti_multiply(SIZE_MAX, SIZE_MAX, &result));
    assert_int_equal(result, 7);
    assert_true(tacti_add(SIZE_MAX - 1, 1, &result));
    assert_true(result == SIZE_MAX);
    assert_false(tacti_add(SIZE_MAX, 1, &result));
    assert_true(result == SIZE_MAX);
}

static void check_alignments(const tact_context *context) {
    for (size_t alignment = 1; alignment <= 4096; alignment *= 2)
        for (size_t count = 0; count < 70; count += 23) {
            unsigned char *memory = tacti_allocate(context, count, 3, alignment);
            assert_non_null(memory);
            assert_int_equal((uintptr_t)memory % alignment, 0);
            memset(memory, 0xEE, count * 3);
            tacti_release(context, memory, count, 3, alignment);
        }
}

static void memory_is_aligned_and_writable(void **state) {
    (void)state;
    check_alignments(NULL);
    tact_context_desc desc = tact_context_desc_default();
    test_allocator counter;
    desc.allocator = test_allocator_make(&counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    check_alignments(context);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
    assert_int_equal(counter.live_bytes, 0);
}

static void impossible_sizes_are_refused(void **state) {
    (void)state;
    tact_context_desc desc = tact_context_desc_default();
    test_allocator counter;
    desc.allocator = test_allocator_make(&counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    const tact_context *contexts[] = {NULL, context};
    for (size_t i = 0; i < 2; i++) {
        assert_null(tacti_allocate(contexts[i], SIZE_MAX, 2, 8));
        assert_null(tacti_allocate(contexts[i], SIZE_MAX / 8 + 1, 8, 8));
        assert_null(tacti_allocate(contexts[i], SIZE_MAX, 1, 64));
        assert_null(tacti_allocate(contexts[i], (size_t)PTRDIFF_MAX + 1, 1, 1));
    }
    /* The allocator was called for the context and for none of these. */
    assert_int_equal(counter.calls, 1);
    tact_context_destroy(context);
}

static void default_allocator_checks_its_rounding(void **state) {
    (void)state;
    tact_allocator allocator = tact_context_desc_default().allocator;
    assert_null(allocator.allocate(allocator.user, SIZE_MAX - 10, 4096));
    assert_null(allocator.allocate(allocator.user, SIZE_MAX, 32));
}

static void nothing_is_released_for_null(void **state) {
    (void)state;
    tacti_release(NULL, NULL, 10, 10, 8);
    tact_context_desc desc = tact_context_desc_default();
    test_allocator counter; /* its release fails the test for NULL */
    desc.allocator = test_allocator_make(&counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    tacti_release(context, NULL, 10, 10, 8);
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checked_arithmetic_finds_the_limits),
        cmocka_unit_test(memory_is_aligned_and_writable),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(default_allocator_checks_its_rounding),
        cmocka_unit_test(nothing_is_released_for_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
