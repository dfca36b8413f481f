/* SPDX-License-Identifier: MIT */
/* Packed numbers read back as they were: every width, blocks that are not full, differences just
 * below and just above what a width holds. The sizes are those of the widths. */
#include "support.h"

#include <stdlib.h>

#include "base/packed.h"

static void check(const uint32_t *numbers, uint32_t rows, uint32_t length, size_t *bytes) {
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    uint64_t live = memory.live;
    tacti_packed packed;
    assert_int_equal(tacti_packed_create(context, numbers, rows, length, &packed), TACT_OK);
    assert_int_equal(memory.live, live + 1);
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t out[3];
        tacti_packed_read(&packed, row, length, out);
        for (uint32_t k = 0; k < length; k++)
            assert_int_equal(out[k], numbers[(size_t)row * length + k]);
    }
    *bytes = packed.bytes;
    tacti_packed_release(context, &packed);
    tacti_packed_release(context, &packed); /* one that is not there */
    assert_int_equal(memory.live, live);
    memory.fail_at = memory.calls + 1;
    assert_int_equal(tacti_packed_create(context, numbers, rows, length, &packed),
                     TACT_OUT_OF_MEMORY);
    assert_int_equal(memory.live, live);
    memory.fail_at = 0;
    tact_context_destroy(context);
}

static void test_widths(void **state) {
    (void)state;
    static const struct {
        uint32_t least, most, width;
    } cases[] = {{7, 7, 1},
                 {5, 6, 1},
                 {5, 7, 2},
                 {0, 65535, 16},
                 {0, 65536, 17},
                 {9, UINT32_C(9) + 0x7fffffff, 31},
                 {9, UINT32_C(10) + 0x7fffffff, 32},
                 {0, UINT32_MAX, 32},
                 {UINT32_MAX - 1, UINT32_MAX, 1}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (uint32_t length = 1; length <= 3; length++) {
            uint32_t numbers[3 * 64], count = 64 * length;
            size_t bytes;
            for (uint32_t i = 0; i < count; i++)
                numbers[i] = i % 2 == 0 ? cases[c].least : cases[c].most;
            check(numbers, 64, length, &bytes);
            assert_int_equal(bytes, 8 + (size_t)count * cases[c].width / 8 + 7);
        }
}

static void test_random(void **state) {
    (void)state;
    test_rng rng = test_rng_start("packed_numbers");
    uint64_t runs = test_case_count(2000, 200000);
    for (uint64_t run = 0; run < runs; run++) {
        uint32_t length = 1 + test_rng_below(&rng, 3), rows = test_rng_below(&rng, 300);
        uint32_t *numbers = malloc((size_t)rows * length * sizeof *numbers + 1);
        assert_non_null(numbers);
        uint32_t shift = 0;
        for (uint32_t i = 0; i < rows * length; i++) {
            if (i % 64 == 0)
                shift = test_rng_below(&rng, 32); /* so that blocks have all widths */
            numbers[i] = (uint32_t)(test_rng_next(&rng) >> 32) >> shift;
        }
        size_t bytes;
        check(numbers, rows, length, &bytes);
        free(numbers);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
