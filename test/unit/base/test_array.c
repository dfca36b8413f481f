/* SPDX-License-Identifier: MIT */
/* Growable arrays: contents, growth, limits, and out of memory at every step. */
#include "support.h"

#include <string.h>

#include "base/array.h"

typedef struct wide_element {
    _Alignas(16) unsigned char bytes[192];
} wide_element;

TACTI_ARRAY_DEFINE(number_array, uint32_t);
TACTI_ARRAY_DEFINE(wide_array, wide_element);
TACTI_ARRAY_DEFINE(byte_array, unsigned char);

static tact_context *counting_context(test_allocator *counter) {
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    return context;
}

static void pushed_elements_stay(void **state) {
    (void)state;
    test_allocator counter;
    tact_context *context = counting_context(&counter);
    number_array numbers = number_array_make(context);
    assert_int_equal(numbers.count, 0);
    for (uint32_t i = 0; i < 100000; i++) {
        assert_int_equal(number_array_push(&numbers, i * 7), TACT_OK);
        assert_true(numbers.count == i + 1 && numbers.capacity >= numbers.count);
    }
    for (uint32_t i = 0; i < 100000; i++)
        assert_int_equal(numbers.items[i], i * 7);
    /* 64 bytes at first, then a new block each time the size doubles. */
    assert_int_equal(counter.calls - 1, 14);
    number_array_release(&numbers);
    assert_int_equal(numbers.count, 0);
    assert_int_equal(numbers.capacity, 0);
    assert_int_equal(number_array_push(&numbers, 5), TACT_OK);
    assert_int_equal(numbers.items[0], 5);
    number_array_release(&numbers);
    number_array_release(&numbers);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

static void arrays_work_without_a_context(void **state) {
    (void)state;
    wide_array array = wide_array_make(NULL);
    for (unsigned i = 0; i < 50; i++) {
        wide_element element;
        memset(&element, (int)i, sizeof element);
        assert_int_equal(wide_array_push(&array, element), TACT_OK);
        assert_int_equal((uintptr_t)array.items % 16, 0);
    }
    for (unsigned i = 0; i < 50; i++)
        for (size_t j = 0; j < sizeof array.items[i].bytes; j++)
            assert_int_equal(array.items[i].bytes[j], i);
    wide_array_release(&array);
}

static void reserving_avoids_growing(void **state) {
    (void)state;
    test_allocator counter;
    tact_context *context = counting_context(&counter);
    number_array numbers = number_array_make(context);
    assert_int_equal(number_array_reserve(&numbers, 0), TACT_OK);
    assert_int_equal(counter.calls, 1);
    assert_int_equal(number_array_reserve(&numbers, 1000), TACT_OK);
    assert_int_equal(numbers.capacity, 1000);
    assert_int_equal(numbers.count, 0);
    const uint32_t *items = numbers.items;
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(number_array_push(&numbers, i), TACT_OK);
    assert_ptr_equal(numbers.items, items);
    assert_int_equal(number_array_reserve(&numbers, 500), TACT_OK);
    assert_int_equal(numbers.capacity, 1000);
    /* Growing twice without a new element in between: only existing elements move. */
    assert_int_equal(number_array_reserve(&numbers, 5000), TACT_OK);
    assert_int_equal(number_array_reserve(&numbers, 50000), TACT_OK);
    assert_int_equal(numbers.count, 1000);
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(numbers.items[i], i);
    number_array_release(&numbers);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

static void extending_adds_many(void **state) {
    (void)state;
    byte_array bytes = byte_array_make(NULL);
    assert_non_null(byte_array_extend(&bytes, 0));
    assert_int_equal(bytes.count, 0);
    size_t total = 0;
    for (size_t step = 1; step < 300; step++) {
        unsigned char *added = byte_array_extend(&bytes, step);
        assert_ptr_equal(added, bytes.items + total);
        memset(added, (int)(step & 0xFF), step);
        total += step;
        assert_int_equal(bytes.count, total);
    }
    total = 0;
    for (size_t step = 1; step < 300; step++)
        for (size_t i = 0; i < step; i++)
            assert_int_equal(bytes.items[total++], step & 0xFF);
    byte_array_release(&bytes);
}

static void impossible_sizes_leave_the_array(void **state) {
    (void)state;
    wide_array array = wide_array_make(NULL);
    wide_element element = {.bytes = {42}};
    assert_int_equal(wide_array_push(&array, element), TACT_OK);
    const wide_array before = array;
    assert_null(wide_array_extend(&array, SIZE_MAX));
    assert_null(wide_array_extend(&array, SIZE_MAX - 1));
    assert_int_equal(wide_array_reserve(&array, SIZE_MAX), TACT_OUT_OF_MEMORY);
    assert_int_equal(wide_array_reserve(&array, SIZE_MAX / sizeof element + 1), TACT_OUT_OF_MEMORY);
    assert_ptr_equal(array.items, before.items);
    assert_int_equal(array.count, 1);
    assert_int_equal(array.capacity, before.capacity);
    assert_int_equal(array.items[0].bytes[0], 42);
    wide_array_release(&array);
}

static void doubling_beyond_the_address_space_is_refused(void **state) {
    (void)state;
    /* As if an array had grown to the limit: the doubled capacity wraps around. */
    tacti_array_shape shape = {0, SIZE_MAX / 2 + 1, 8, 8};
    assert_null(tacti_array_grow(NULL, NULL, &shape, SIZE_MAX / 2 + 2));
    assert_true(shape.capacity == SIZE_MAX / 2 + 1);
}

/* Pushes 1000 elements while allocation number fail_at fails; returns false once none fails. */
static bool push_with_failure(uint64_t fail_at) {
    test_allocator counter;
    tact_context *context = counting_context(&counter);
    counter.fail_at = counter.calls + fail_at;
    number_array numbers = number_array_make(context);
    bool failed = false;
    for (uint32_t i = 0; i < 1000; i++) {
        const number_array before = numbers;
        tact_status status = number_array_push(&numbers, i);
        if (status != TACT_OK) {
            assert_false(failed);
            failed = true;
            assert_int_equal(status, TACT_OUT_OF_MEMORY);
            assert_memory_equal(&numbers, &before, sizeof before);
            /* The next allocation succeeds, and the array goes on as if nothing had happened. */
            assert_int_equal(number_array_push(&numbers, i), TACT_OK);
        }
        assert_int_equal(numbers.count, i + 1);
    }
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(numbers.items[i], i);
    number_array_release(&numbers);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
    return failed;
}

static void every_failed_allocation_leaves_the_array(void **state) {
    (void)state;
    uint64_t fail_at = 1;
    while (push_with_failure(fail_at))
        fail_at++;
    assert_int_equal(fail_at - 1, 7); /* 16, 32, ... 1024 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushed_elements_stay),
        cmocka_unit_test(arrays_work_without_a_context),
        cmocka_unit_test(reserving_avoids_growing),
        cmocka_unit_test(extending_adds_many),
        cmocka_unit_test(impossible_sizes_leave_the_array),
        cmocka_unit_test(doubling_beyond_the_address_space_is_refused),
        cmocka_unit_test(every_failed_allocation_leaves_the_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
