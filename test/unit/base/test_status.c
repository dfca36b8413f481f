/* SPDX-License-Identifier: MIT */
/* Version, and the names and texts of all status codes. */
#include "support.h"

#include <stdio.h>
#include <string.h>

static void version_is_that_of_the_header(void **state) {
    (void)state;
    char expected[64];
    snprintf(expected, sizeof expected, "%d.%d.%d", TACT_VERSION_MAJOR, TACT_VERSION_MINOR,
             TACT_VERSION_PATCH);
    assert_string_equal(tact_version(), expected);
}

static const tact_status every_status[] = {
#define LIST_ENTRY(name, value, text) name,
    TACT_STATUS_LIST(LIST_ENTRY)
#undef LIST_ENTRY
};
#define STATUS_COUNT (sizeof every_status / sizeof *every_status)

static void names_are_the_enumerators(void **state) {
    (void)state;
#define CHECK_NAME(name, value, text) assert_string_equal(tact_status_name(name), #name);
    TACT_STATUS_LIST(CHECK_NAME)
#undef CHECK_NAME
    assert_int_equal(TACT_OK, 0);
    assert_string_equal(tact_status_name(TACT_OUT_OF_MEMORY), "TACT_OUT_OF_MEMORY");
}

static void texts_are_one_line_without_full_stop(void **state) {
    (void)state;
    for (size_t i = 0; i < STATUS_COUNT; i++) {
        const char *text = tact_status_text(every_status[i]);
        assert_true(strlen(text) > 0);
        assert_null(strchr(text, '\n'));
        assert_int_not_equal(text[strlen(text) - 1], '.');
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(text, tact_status_text(every_status[j]));
    }
    assert_string_equal(tact_status_text(TACT_OUT_OF_MEMORY), "the allocator returned no memory");
}

static void other_values_are_unknown(void **state) {
    (void)state;
    const int others[] = {-1, (int)STATUS_COUNT, 1000000};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_string_equal(tact_status_name((tact_status)others[i]), "unknown status");
        assert_string_equal(tact_status_text((tact_status)others[i]), "unknown status");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(names_are_the_enumerators),
        cmocka_unit_test(texts_are_one_line_without_full_stop),
        cmocka_unit_test(other_values_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
