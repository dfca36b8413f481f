/* SPDX-License-Identifier: MIT */
/* The operations on lanes, at every level that this processor has. The comparisons themselves are
 * in lanes_check.c, compiled for each level. */
#include "support.h"

#include "lanes_check.h"

#include "base/simd.h"

#include <math.h>

typedef const char *check(const lanes_input *in);

static check *const checks[TACTI_SIMD_LEVELS] = {
    lanes_check_baseline,
#if TACTI_SIMD_LEVELS == 3
    lanes_check_avx2,
    lanes_check_avx512,
#endif
};

static void check_levels(const lanes_input *in) {
    for (tact_simd_level level = TACT_SIMD_BASELINE; level <= tact_simd_level_best(); level++) {
        const char *wrong = checks[level](in);
        if (wrong != NULL)
            fail_msg("%s is wrong at level %s", wrong, tact_simd_level_name(level));
    }
}

static double special(test_rng *rng) {
    static const double values[10] = {0,   -0.0,     1,         -1,    0x1p-1074,
                                      NAN, INFINITY, -INFINITY, 1e308, -0x1p-1022};
    return values[test_rng_below(rng, 10)];
}

static void random_numbers(void **state) {
    (void)state;
    test_rng rng = test_rng_start("random_numbers");
    uint64_t count = test_case_count(20000, 200000);
    for (uint64_t n = 0; n < count; n++) {
        lanes_input in;
        for (int i = 0; i < 8; i++) {
            in.a[i] = n % 2 == 0 ? test_rng_between(&rng, -1, 1) : test_rng_any_double(&rng);
            in.b[i] = i == 5 ? in.a[i] : test_rng_between(&rng, -1, 1);
        }
        for (int i = 0; i < 16; i++) {
            in.fa[i] = (float)test_rng_between(&rng, -1, 1);
            in.fb[i] = i == 9 ? in.fa[i] : (float)test_rng_between(&rng, -1, 1);
            in.bytes[i] = (uint8_t)test_rng_below(&rng, 256);
        }
        check_levels(&in);
    }
}

static void special_numbers(void **state) {
    (void)state;
    test_rng rng = test_rng_start("special_numbers");
    uint64_t count = test_case_count(20000, 200000);
    for (uint64_t n = 0; n < count; n++) {
        lanes_input in;
        for (int i = 0; i < 8; i++) {
            in.a[i] = special(&rng);
            in.b[i] = special(&rng);
        }
        for (int i = 0; i < 16; i++) {
            in.fa[i] = (float)special(&rng);
            in.fb[i] = (float)special(&rng);
            in.bytes[i] = (uint8_t)(i % 2 == 0 ? 255 : test_rng_below(&rng, 2));
        }
        check_levels(&in);
    }
}

int main(void) {
    print_message("levels up to %s\n", tact_simd_level_name(tact_simd_level_best()));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_numbers),
        cmocka_unit_test(special_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
