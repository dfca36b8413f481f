/* SPDX-License-Identifier: MIT */
/* Compares the radix sort with qsort, made stable by comparing positions too, for many sizes and
 * kinds of keys; and with itself on pools of several sizes. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

typedef struct entry {
    uint64_t key;
    uint32_t position;
} entry;

static int compare_entries(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

typedef enum key_kind {
    KEYS_RANDOM,
    KEYS_EQUAL,
    KEYS_SORTED,
    KEYS_REVERSE,
    KEYS_FEW_LOW_BITS,
    KEYS_FEW_HIGH_BITS,
    KEYS_SCATTERED_BITS,
    KEYS_30_BITS,
    KEYS_EXTREMES,
    KEYS_ONE_ODD,
    KEYS_EQUAL_RUNS,
    KEY_KINDS
} key_kind;

static uint64_t make_key(key_kind kind, test_rng *rng, uint32_t i, uint32_t count) {
    uint64_t random = test_rng_next(rng);
    switch (kind) {
    case KEYS_EQUAL:
        return 0x123456789ABCDEF0u;
    case KEYS_SORTED:
        return (uint64_t)i * 0x100000001u;
    case KEYS_REVERSE:
        return (uint64_t)(count - i) * 0x100000001u;
    case KEYS_FEW_LOW_BITS:
        return random & 7;
    case KEYS_FEW_HIGH_BITS:
        return random << 61 | 0x55;
    case KEYS_SCATTERED_BITS:
        return random & 0x8000400000801001u;
    case KEYS_30_BITS:
        return random >> 34;
    case KEYS_EXTREMES:
        return (random & 1) != 0 ? UINT64_MAX : 0;
    case KEYS_ONE_ODD:
        return i == count / 2 ? 0 : UINT64_MAX;
    case KEYS_EQUAL_RUNS:
        return (i / 5) * 0x9E3779B97F4A7C15u;
    default:
        return random;
    }
}

static void *checked_allocate(size_t count, size_t element_size) {
    void *memory = tacti_allocate(NULL, count, element_size, TACTI_CACHE_LINE);
    assert_non_null(memory);
    return memory;
}

static void give_back(void *memory, size_t count, size_t element_size) {
    tacti_release(NULL, memory, count, element_size, TACTI_CACHE_LINE);
}

/* Keys of one width with their values, before sorting and as qsort sorts them. */
typedef struct sample {
    uint32_t count;
    uint64_t *keys;
    uint64_t *sorted_keys;
    uint32_t *sorted_values;
} sample;

/* Values that differ from the positions and from their order. */
static uint32_t value_of(uint32_t position) {
    return position * 2654435761u + 12345u;
}

static sample make_sample(key_kind kind, test_rng *rng, uint32_t count, bool narrow) {
    sample made = {count, checked_allocate(count, sizeof(uint64_t)),
                   checked_allocate(count, sizeof(uint64_t)),
                   checked_allocate(count, sizeof(uint32_t))};
    entry *entries = checked_allocate(count, sizeof *entries);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t key = make_key(kind, rng, i, count);
        made.keys[i] = narrow ? (kind == KEYS_FEW_HIGH_BITS ? key >> 32 : key & UINT32_MAX) : key;
        entries[i] = (entry){made.keys[i], i};
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    for (uint32_t i = 0; i < count; i++) {
        made.sorted_keys[i] = entries[i].key;
        made.sorted_values[i] = value_of(entries[i].position);
    }
    give_back(entries, count, sizeof *entries);
    return made;
}

static void release_sample(sample *made) {
    give_back(made->keys, made->count, sizeof(uint64_t));
    give_back(made->sorted_keys, made->count, sizeof(uint64_t));
    give_back(made->sorted_values, made->count, sizeof(uint32_t));
}

/* Scratch is filled with different rubbish each time: nothing may depend on it. */
static void *make_scratch(size_t bytes) {
    static int rubbish = 0;
    void *scratch = checked_allocate(bytes, 1);
    memset(scratch, ++rubbish & 0xFF, bytes);
    return scratch;
}

static void check_sort64(const tact_context *context, const sample *given) {
    uint32_t count = given->count;
    uint64_t *keys = checked_allocate(count, sizeof *keys);
    uint32_t *values = checked_allocate(count, sizeof *values);
    size_t bytes = tacti_sort64_scratch_bytes(count);
    void *scratch = make_scratch(bytes);
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = given->keys[i];
        values[i] = value_of(i);
    }
    tacti_sort64(context, keys, values, count, scratch);
    assert_int_equal(memcmp(keys, given->sorted_keys, count * sizeof *keys), 0);
    assert_int_equal(memcmp(values, given->sorted_values, count * sizeof *values), 0);
    give_back(scratch, bytes, 1);
    give_back(values, count, sizeof *values);
    give_back(keys, count, sizeof *keys);
}

static void check_sort32(const tact_context *context, const sample *given) {
    uint32_t count = given->count;
    uint32_t *keys = checked_allocate(count, sizeof *keys);
    uint32_t *values = checked_allocate(count, sizeof *values);
    size_t bytes = tacti_sort32_scratch_bytes(count);
    void *scratch = make_scratch(bytes);
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = (uint32_t)given->keys[i];
        values[i] = value_of(i);
    }
    tacti_sort32(context, keys, values, count, scratch);
    for (uint32_t i = 0; i < count; i++)
        if (keys[i] != given->sorted_keys[i])
            fail_msg("key %u of %u is wrong", i, count);
    assert_int_equal(memcmp(values, given->sorted_values, count * sizeof *values), 0);
    give_back(scratch, bytes, 1);
    give_back(values, count, sizeof *values);
    give_back(keys, count, sizeof *keys);
}

static void sorts_like_qsort(void **state) {
    (void)state;
    test_rng rng = test_rng_start("sorts_like_qsort");
    const uint32_t sizes[] = {0,   1,   2,   3,   5,    17,   63,   64,   65,    66,
                              100, 255, 256, 257, 1023, 1024, 1025, 4096, 10000, 65537};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int kind = 0; kind < KEY_KINDS; kind++) {
            sample wide = make_sample((key_kind)kind, &rng, sizes[i], false);
            check_sort64(NULL, &wide);
            release_sample(&wide);
            sample narrow = make_sample((key_kind)kind, &rng, sizes[i], true);
            check_sort32(NULL, &narrow);
            release_sample(&narrow);
        }
}

static void sorts_random_sizes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("sorts_random_sizes");
    uint64_t cases = test_case_count(300, 30000);
    for (uint64_t i = 0; i < cases; i++) {
        uint32_t count = test_rng_below(&rng, 2000);
        key_kind kind = (key_kind)test_rng_below(&rng, KEY_KINDS);
        bool narrow = test_rng_below(&rng, 2) == 0;
        sample given = make_sample(kind, &rng, count, narrow);
        if (narrow)
            check_sort32(NULL, &given);
        check_sort64(NULL, &given);
        release_sample(&given);
    }
}

#define POOL_SIZES 5
static const uint32_t pool_sizes[POOL_SIZES] = {1, 2, 3, 4, 7};

typedef struct pool_set {
    tact_pool *pools[POOL_SIZES];
    tact_context *contexts[POOL_SIZES];
} pool_set;

static int start_pools(void **state) {
    static pool_set set;
    for (size_t i = 0; i < POOL_SIZES; i++) {
        if (tact_pool_create(NULL, pool_sizes[i], &set.pools[i]) != TACT_OK)
            return -1;
        tact_context_desc desc = tact_context_desc_default();
        desc.executor = tact_pool_executor(set.pools[i]);
        if (tact_context_create(&desc, &set.contexts[i]) != TACT_OK)
            return -1;
    }
    *state = &set;
    return 0;
}

static int end_pools(void **state) {
    pool_set *set = *state;
    for (size_t i = 0; i < POOL_SIZES; i++) {
        tact_context_destroy(set->contexts[i]);
        tact_pool_destroy(set->pools[i]);
    }
    return 0;
}

static void pools_of_any_size_sort_alike(void **state) {
    const pool_set *set = *state;
    test_rng rng = test_rng_start("pools_of_any_size_sort_alike");
    /* One chunk, two, three, and more with a remainder. */
    const uint32_t sizes[] = {0, 1, 64, 65, 1000, 65535, 65536, 100001};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int kind = 0; kind < KEY_KINDS; kind++) {
            if (sizes[i] > 1000 && kind != KEYS_RANDOM && kind != KEYS_FEW_LOW_BITS &&
                kind != KEYS_SCATTERED_BITS && kind != KEYS_REVERSE)
                continue;
            sample wide = make_sample((key_kind)kind, &rng, sizes[i], false);
            sample narrow = make_sample((key_kind)kind, &rng, sizes[i], true);
            for (size_t p = 0; p < POOL_SIZES; p++) {
                check_sort64(set->contexts[p], &wide);
                check_sort32(set->contexts[p], &narrow);
            }
            release_sample(&wide);
            release_sample(&narrow);
        }
}

/* Enough elements for the largest number of chunks. qsort would be slow for so many, so the test
 * checks the properties that only the right result has. */
static void the_largest_split_is_right(void **state) {
    const pool_set *set = *state;
    test_rng rng = test_rng_start("the_largest_split_is_right");
    const uint32_t count = 64 * 32768 + 32768 + 17;
    uint64_t *before = checked_allocate(count, sizeof *before);
    uint64_t *keys = checked_allocate(count, sizeof *keys);
    uint32_t *values = checked_allocate(count, sizeof *values);
    size_t bytes = tacti_sort64_scratch_bytes(count);
    void *scratch = make_scratch(bytes);
    for (uint32_t i = 0; i < count; i++) {
        /* About four equal keys of each kind. */
        before[i] = keys[i] = (uint64_t)test_rng_below(&rng, count / 4) * 0x100010001u;
        values[i] = i;
    }
    tacti_sort64(set->contexts[3], keys, values, count, scratch);
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] >= count || before[values[i]] != keys[i])
            fail_msg("element %u is not one of the input", i);
        if (i > 0 &&
            (keys[i - 1] > keys[i] || (keys[i - 1] == keys[i] && values[i - 1] >= values[i])))
            fail_msg("elements %u and %u are in the wrong order", i - 1, i);
    }
    give_back(scratch, bytes, 1);
    give_back(values, count, sizeof *values);
    give_back(keys, count, sizeof *keys);
    give_back(before, count, sizeof *before);
}

static void scratch_grows_with_the_count(void **state) {
    (void)state;
    assert_int_equal(tacti_sort64_scratch_bytes(0), 0);
    assert_int_equal(tacti_sort32_scratch_bytes(0), 0);
    const uint32_t counts[] = {65, 1000, 100000, 1u << 31, UINT32_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint64_t wide = tacti_sort64_scratch_bytes(counts[i]);
        uint64_t narrow = tacti_sort32_scratch_bytes(counts[i]);
        /* Enough for the second copy, and at most a mebibyte more for everything else; SIZE_MAX if
           an object cannot be that large. */
        assert_true(wide == SIZE_MAX || wide >= (uint64_t)counts[i] * 12);
        assert_true(narrow == SIZE_MAX || narrow >= (uint64_t)counts[i] * 16);
        assert_true(wide <= (uint64_t)counts[i] * 12 + (1 << 20));
        assert_true(narrow <= (uint64_t)counts[i] * 16 + (1 << 20));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_like_qsort),
        cmocka_unit_test(sorts_random_sizes),
        cmocka_unit_test_setup_teardown(pools_of_any_size_sort_alike, start_pools, end_pools),
        cmocka_unit_test_setup_teardown(the_largest_split_is_right, start_pools, end_pools),
        cmocka_unit_test(scratch_grows_with_the_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
