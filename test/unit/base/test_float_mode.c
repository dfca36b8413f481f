/* SPDX-License-Identifier: MIT */
/* The float mode check: it passes by default, notices every other mode and changes none. */
#include "support.h"

#include <fenv.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#define FLUSH_TO_ZERO 0x8000u
#define DENORMALS_ARE_ZERO 0x0040u
#define STICKY_FLAGS 0x003Fu
#endif

static void the_default_mode_passes(void **state) {
    (void)state;
    assert_int_equal(tact_float_mode_check(), TACT_OK);
}

static void other_rounding_modes_are_noticed_and_kept(void **state) {
    (void)state;
    const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        tact_status status = tact_float_mode_check();
        int mode_after = fegetround();
        fesetround(FE_TONEAREST);
        assert_int_equal(status, TACT_INVALID_FLOAT_MODE);
        assert_int_equal(mode_after, modes[i]);
    }
    assert_int_equal(tact_float_mode_check(), TACT_OK);
    assert_int_equal(fegetround(), FE_TONEAREST);
}

#if defined(__SSE2__)
static void flushed_subnormals_are_noticed_and_kept(void **state) {
    (void)state;
    const unsigned modes[] = {FLUSH_TO_ZERO, DENORMALS_ARE_ZERO,
                              FLUSH_TO_ZERO | DENORMALS_ARE_ZERO};
    const unsigned before = _mm_getcsr();
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        _mm_setcsr(before | modes[i]);
        tact_status status = tact_float_mode_check();
        unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        assert_int_equal(status, TACT_INVALID_FLOAT_MODE);
        assert_int_equal(after & ~STICKY_FLAGS, (before | modes[i]) & ~STICKY_FLAGS);
    }
    assert_int_equal(tact_float_mode_check(), TACT_OK);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_mode_passes),
        cmocka_unit_test(other_rounding_modes_are_noticed_and_kept),
#if defined(__SSE2__)
        cmocka_unit_test(flushed_subnormals_are_noticed_and_kept),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
