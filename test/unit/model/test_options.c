/* SPDX-License-Identifier: MIT */
/* Options with a wrong value are refused by every kind of question, and the message names the
 * option. */
#include "models.h"

#include <math.h>
#include <string.h>

static void check_refused(const tact_instance *a, const tact_instance *b, tact_options options,
                          const char *name) {
    tact_error error = {.text = ""};
    options.error = &error;
    tact_collide_result collide;
    assert_int_equal(tact_collide(a, b, &options, NULL, &collide), TACT_INVALID_ARGUMENT);
    assert_non_null(strstr(error.text, name));
    tact_raycast_result hit;
    error.text[0] = 0;
    assert_int_equal(tact_raycast(a, (tact_ray){{-4, 0, 0}, {1, 0, 0}}, &options, &hit),
                     TACT_INVALID_ARGUMENT);
    assert_non_null(strstr(error.text, name));
}

static void test_wrong_values(void **state) {
    const zoo *z = *state;
    tact_instance a = tact_instance_make(z->model[ZOO_TORUS]),
                  b = tact_instance_make(z->model[ZOO_BLOCK]);
    const double wrong[] = {-1, -0x1p-1074, -HUGE_VAL, NAN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tact_options options = tact_options_default();
        options.limit = wrong[i];
        check_refused(&a, &b, options, "limit");
        options = tact_options_default();
        options.margin = wrong[i];
        check_refused(&a, &b, options, "margin");
        options = tact_options_default();
        options.relative_error = wrong[i];
        check_refused(&a, &b, options, "relative_error");
        options = tact_options_default();
        options.absolute_error = wrong[i];
        check_refused(&a, &b, options, "absolute_error");
        options = tact_options_default();
        options.seconds = wrong[i];
        check_refused(&a, &b, options, "seconds");
    }
    for (uint32_t bit = UINT32_C(1) << 31; bit > TACT_OPTION_SIGNED; bit >>= 1) {
        tact_options options = tact_options_default();
        options.flags = bit;
        check_refused(&a, &b, options, "flags");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrong_values)};
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
