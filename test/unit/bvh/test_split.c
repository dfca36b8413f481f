/* SPDX-License-Identifier: MIT */
/* Splits in the middle: the first half lies before the second along the widest axis, whatever the
 * signs of the coordinates are. */
#include "support.h"

#include <string.h>

#include "bvh/split.h"

enum { MOST = 1000 };

static float random_between(test_rng *rng, double lo, double hi) {
    return (float)test_rng_between(rng, lo, hi);
}

/* Records of which some repeat an earlier one. Widths differ by axis. */
static void fill(test_rng *rng, tacti_record *records, uint32_t count, double repeated) {
    double at = test_rng_between(rng, -2, 2);
    int wide = (int)test_rng_below(rng, 3);
    for (uint32_t i = 0; i < count; i++) {
        tacti_record *r = &records[i];
        if (i > 0 && test_rng_between(rng, 0, 1) < repeated) {
            *r = records[test_rng_below(rng, i)];
        } else {
            r->hash = TACTI_RECORD_TAG | test_rng_below(rng, 1 << 20);
            for (int k = 0; k < 3; k++) {
                r->lo[k] = random_between(rng, at, at + (k == wide ? 2 : 1));
                r->hi[k] = r->lo[k] + random_between(rng, 0, 0.1);
            }
        }
        r->tag = TACTI_RECORD_TAG | i;
    }
}

static int widest_axis(const tacti_span *span) {
    float width[4];
    tacti_quad_store(width, tacti_quad_sub(span->sum_hi, span->sum_lo));
    int axis = width[1] > width[0] ? 1 : 0;
    return width[2] > width[axis] ? 2 : axis;
}

/* Every triangle is in one of the halves, once. */
static void check_all_are_there(const tacti_record *records, uint32_t count) {
    bool is_there[MOST] = {false};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = tacti_record_triangle(&records[i]);
        assert_true(number < count && !is_there[number]);
        is_there[number] = true;
    }
}

static void test_halves_are_in_order(void **state) {
    (void)state;
    test_rng rng = test_rng_start("halves_are_in_order");
    static tacti_record records[MOST], spare[MOST];
    for (uint64_t n = test_case_count(2000, 100000); n > 0; n--) {
        uint32_t count = 9 + test_rng_below(&rng, MOST - 9);
        fill(&rng, records, count, n % 2 == 0 ? 0 : 0.7);
        tacti_span span = tacti_span_measure(records, 0, count), halves[2];
        int axis = widest_axis(&span);
        tacti_split(TACT_SIMD_BASELINE, records, spare, &span, true, halves);
        assert_int_equal(halves[0].begin, 0);
        assert_int_equal(halves[0].end, halves[1].begin);
        assert_int_equal(halves[1].end, count);
        /* At most half of a group of eight away from the middle. */
        uint32_t half = count / 2, first = halves[0].end;
        assert_true(first + 4 >= half && first <= half + 4);
        check_all_are_there(records, count);
        float before[4], after[4];
        tacti_quad_store(before, halves[0].sum_hi);
        tacti_quad_store(after, halves[1].sum_lo);
        assert_true(before[axis] <= after[axis]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_halves_are_in_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
