/* SPDX-License-Identifier: MIT */
/* Cutting ranges into chunks and looping over them in parallel. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"

static void check_chunks(size_t n, uint32_t chunk_count) {
    size_t end = 0;
    for (uint32_t chunk = 0; chunk < chunk_count; chunk++) {
        tacti_range range = tacti_chunk_range(n, chunk_count, chunk);
        assert_true(range.begin == end);
        size_t length = range.end - range.begin;
        assert_true(length == n / chunk_count || length == n / chunk_count + 1);
        end = range.end;
    }
    assert_true(end == n);
}

static void chunks_cover_the_range(void **state) {
    (void)state;
    const size_t sizes[] = {1,    2,    3,       7,          100,          4095,
                            4096, 4097, 1000000, UINT32_MAX, SIZE_MAX - 1, SIZE_MAX};
    const size_t grains[] = {0, 1, 2, 3, 10, 1000, UINT32_MAX, SIZE_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof grains / sizeof *grains; j++) {
            uint32_t chunk_count = tacti_chunk_count(sizes[i], grains[j]);
            assert_true(chunk_count >= 1 && chunk_count <= TACTI_MAX_CHUNKS);
            check_chunks(sizes[i], chunk_count);
        }
}

static void the_grain_is_a_lower_limit(void **state) {
    (void)state;
    assert_int_equal(tacti_chunk_count(0, 0), 0);
    assert_int_equal(tacti_chunk_count(0, 10), 0);
    assert_int_equal(tacti_chunk_count(9, 10), 1);
    assert_int_equal(tacti_chunk_count(19, 10), 1);
    assert_int_equal(tacti_chunk_count(20, 10), 2);
    assert_int_equal(tacti_chunk_count(5, 0), 5);
    assert_int_equal(tacti_chunk_count(TACTI_MAX_CHUNKS, 1), TACTI_MAX_CHUNKS);
    assert_int_equal(tacti_chunk_count(SIZE_MAX, 1), TACTI_MAX_CHUNKS);
}

typedef struct loop_record {
    unsigned char *visits;
    uint32_t worker_count;
    uint64_t chunk_sums[TACTI_MAX_CHUNKS];
    tacti_range ranges[TACTI_MAX_CHUNKS];
    bool worker_fits[TACTI_MAX_CHUNKS];
} loop_record;

static void visit(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    loop_record *record = data;
    record->ranges[chunk] = range;
    record->worker_fits[chunk] = worker < record->worker_count;
    for (size_t i = range.begin; i < range.end; i++) {
        record->visits[i]++;
        record->chunk_sums[chunk] += i * i;
    }
}

static loop_record *record_loop(const tact_context *context, size_t n, size_t grain) {
    loop_record *record = calloc(1, sizeof *record);
    unsigned char *visits = calloc(n + 1, 1);
    assert_non_null(record);
    assert_non_null(visits);
    record->visits = visits;
    record->worker_count = tacti_worker_count(context);
    tacti_parallel_for(context, n, grain, visit, record);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(visits[i], 1);
    assert_int_equal(visits[n], 0);
    for (uint32_t chunk = 0; chunk < tacti_chunk_count(n, grain); chunk++)
        assert_true(record->worker_fits[chunk]);
    free(visits);
    record->visits = NULL;
    record->worker_count = 0;
    return record;
}

static void loops_are_cut_alike_for_any_worker_count(void **state) {
    (void)state;
    const size_t sizes[] = {0, 1, 5, 1000, 100001};
    const size_t grains[] = {0, 1, 64, 1000};
    const uint32_t workers[] = {1, 2, 3, 4, 7};
    for (size_t w = 0; w < sizeof workers / sizeof *workers; w++) {
        tact_pool *pool;
        assert_int_equal(tact_pool_create(NULL, workers[w], &pool), TACT_OK);
        tact_context_desc desc = tact_context_desc_default();
        desc.executor = tact_pool_executor(pool);
        tact_context *context;
        assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (size_t j = 0; j < sizeof grains / sizeof *grains; j++) {
                loop_record *alone = record_loop(NULL, sizes[i], grains[j]);
                loop_record *together = record_loop(context, sizes[i], grains[j]);
                assert_memory_equal(alone, together, sizeof *alone);
                free(alone);
                free(together);
            }
        tact_context_destroy(context);
        tact_pool_destroy(pool);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_cover_the_range),
        cmocka_unit_test(the_grain_is_a_lower_limit),
        cmocka_unit_test(loops_are_cut_alike_for_any_worker_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
