/* SPDX-License-Identifier: MIT */
/* The arena: pieces that do not overlap, marks, reuse of blocks, limits, and out of memory. */
#include "support.h"

#include <string.h>

#include "base/arena.h"

static tact_context *counting_context(test_allocator *counter) {
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = test_allocator_make(counter);
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    return context;
}

typedef struct piece {
    unsigned char *memory;
    size_t bytes;
} piece;

/* A piece of random size and alignment, filled with its own number. */
static piece take_piece(tacti_arena *arena, test_rng *rng, uint32_t number) {
    size_t alignment = (size_t)1 << test_rng_below(rng, 9);
    size_t bytes =
        test_rng_below(rng, 20) == 0 ? test_rng_below(rng, 5000) : test_rng_below(rng, 100);
    piece made = {tacti_arena_allocate(arena, bytes, 1, alignment), bytes};
    assert_non_null(made.memory);
    assert_int_equal((uintptr_t)made.memory % alignment, 0);
    memset(made.memory, (int)(number & 0xFF), bytes);
    return made;
}

static void check_piece(piece made, uint32_t number) {
    for (size_t i = 0; i < made.bytes; i++)
        assert_int_equal(made.memory[i], number & 0xFF);
}

#define PIECES 400

/* Takes pieces and rewinds at random, as nested functions do; the pieces that are still taken keep
 * their contents. */
static void pieces_never_overlap(void **state) {
    (void)state;
    test_rng rng = test_rng_start("pieces_never_overlap");
    test_allocator counter;
    tact_context *context = counting_context(&counter);
    tacti_arena arena = tacti_arena_make(context, 256);
    static piece pieces[PIECES];
    static tacti_arena_mark marks[PIECES];
    uint32_t count = 0;
    uint64_t steps = test_case_count(20000, 1000000);
    for (uint64_t step = 0; step < steps; step++) {
        if (count == PIECES || (count > 0 && test_rng_below(&rng, 10) == 0)) {
            uint32_t kept = test_rng_below(&rng, count);
            for (uint32_t i = kept; i < count; i++)
                check_piece(pieces[i], i);
            tacti_arena_rewind(&arena, marks[kept]);
            count = kept;
            continue;
        }
        marks[count] = tacti_arena_save(&arena);
        pieces[count] = take_piece(&arena, &rng, count);
        count++;
    }
    for (uint32_t i = 0; i < count; i++)
        check_piece(pieces[i], i);
    tacti_arena_release(&arena);
    assert_int_equal(counter.live, 1);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

static void a_rewinding_loop_stops_allocating(void **state) {
    (void)state;
    test_allocator counter;
    tact_context *context = counting_context(&counter);
    tacti_arena arena = tacti_arena_make(context, 1024);
    uint64_t calls = 0;
    for (int round = 0; round < 100; round++) {
        tacti_arena_mark mark = tacti_arena_save(&arena);
        for (size_t bytes = 1; bytes < 20000; bytes = bytes * 3 + 1)
            assert_non_null(tacti_arena_allocate(&arena, bytes, 1, 16));
        tacti_arena_rewind(&arena, mark);
        if (round == 3)
            calls = counter.calls;
    }
    assert_int_equal(counter.calls, calls);
    tacti_arena_release(&arena);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

/* Each round needs more than any earlier block. The blocks that became too small must not pile up.
 */
static void outgrown_blocks_are_given_back(void **state) {
    (void)state;
    test_allocator counter;
    tact_context *context = counting_context(&counter);
    tacti_arena arena = tacti_arena_make(context, 64);
    size_t bytes = 0;
    for (size_t round = 1; round <= 20; round++) {
        tacti_arena_mark mark = tacti_arena_save(&arena);
        bytes = round << 20;
        assert_non_null(tacti_arena_allocate(&arena, bytes, 1, 1));
        tacti_arena_rewind(&arena, mark);
    }
    assert_int_equal(counter.live, 2); /* the context and one block */
    assert_true(counter.live_bytes < bytes + 4096);
    tacti_arena_release(&arena);
    tact_context_destroy(context);
}

static void the_arena_is_usable_after_release(void **state) {
    (void)state;
    tacti_arena arena = tacti_arena_make(NULL, 128);
    tacti_arena_release(&arena);
    for (int round = 0; round < 3; round++) {
        uint64_t *numbers = tacti_arena_allocate(&arena, 100, sizeof *numbers, _Alignof(uint64_t));
        assert_non_null(numbers);
        for (uint64_t i = 0; i < 100; i++)
            numbers[i] = i;
        tacti_arena_release(&arena);
    }
    tacti_arena empty = tacti_arena_make(NULL, 0);
    assert_non_null(tacti_arena_allocate(&empty, 0, 8, 8));
    assert_non_null(tacti_arena_allocate(&empty, 3, 1, 1));
    tacti_arena_release(&empty);
}

static void impossible_sizes_are_refused(void **state) {
    (void)state;
    tacti_arena arena = tacti_arena_make(NULL, 128);
    for (int round = 0; round < 2; round++) {
        const tacti_arena before = arena;
        assert_null(tacti_arena_allocate(&arena, SIZE_MAX, 2, 8));
        assert_null(tacti_arena_allocate(&arena, SIZE_MAX, 1, 8));
        assert_null(tacti_arena_allocate(&arena, SIZE_MAX - 20, 1, 8));
        assert_null(tacti_arena_allocate(&arena, SIZE_MAX - 20, 1, 1));
        assert_null(tacti_arena_allocate(&arena, PTRDIFF_MAX, 1, 1));
        assert_memory_equal(&arena, &before, sizeof before);
        assert_non_null(tacti_arena_allocate(&arena, 10, 1, 1));
    }
    tacti_arena_release(&arena);
}

/* Takes 40 pieces, rewinding in between, while allocation number fail_at fails. */
static bool take_with_failure(uint64_t fail_at) {
    test_allocator counter;
    tact_context *context = counting_context(&counter);
    counter.fail_at = counter.calls + fail_at;
    tacti_arena arena = tacti_arena_make(context, 64);
    unsigned char *first = NULL;
    tacti_arena_mark mark = {0};
    bool failed = false;
    for (size_t i = 0; i < 40; i++) {
        const tacti_arena before = arena;
        const tacti_arena_mark mark_before = tacti_arena_save(&arena);
        unsigned char *memory = tacti_arena_allocate(&arena, 1 + i * i, 10, 8);
        if (memory == NULL) {
            assert_false(failed);
            failed = true;
            assert_memory_equal(&arena, &before, sizeof before);
            assert_int_equal(tacti_arena_save(&arena).used, mark_before.used);
            memory = tacti_arena_allocate(&arena, 1 + i * i, 10, 8);
            assert_non_null(memory);
        }
        memset(memory, 0x11, (1 + i * i) * 10);
        if (i == 0) {
            first = memory;
            mark = tacti_arena_save(&arena);
            memset(first, 0x77, 10);
        } else if (i % 10 == 0) {
            tacti_arena_rewind(&arena, mark);
        }
    }
    for (size_t i = 0; i < 10; i++)
        assert_int_equal(first[i], 0x77);
    tacti_arena_release(&arena);
    tact_context_destroy(context);
    assert_int_equal(counter.live, 0);
    return failed;
}

static void every_failed_allocation_leaves_the_arena(void **state) {
    (void)state;
    uint64_t fail_at = 1;
    while (take_with_failure(fail_at))
        fail_at++;
    assert_true(fail_at > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_never_overlap),
        cmocka_unit_test(a_rewinding_loop_stops_allocating),
        cmocka_unit_test(outgrown_blocks_are_given_back),
        cmocka_unit_test(the_arena_is_usable_after_release),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(every_failed_allocation_leaves_the_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
