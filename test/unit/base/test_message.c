/* SPDX-License-Identifier: MIT */
/* Error texts and log lines: what is delivered, and how overlong text is cut. */
#include "support.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/message.h"

static void error_carries_everything(void **state) {
    (void)state;
    tact_error error;
    memset(&error, 0x5A, sizeof error);
    tact_status status = tacti_error_set(&error, TACT_NOT_FINITE, 123, 9,
                                         "%s:%d: face uses vertex %u", "part.obj", 123, 9u);
    assert_int_equal(status, TACT_NOT_FINITE);
    assert_int_equal(error.status, TACT_NOT_FINITE);
    assert_int_equal(error.line, 123);
    assert_int_equal(error.index, 9);
    assert_string_equal(error.text, "part.obj:123: face uses vertex 9");
}

static void error_may_be_null(void **state) {
    (void)state;
    assert_int_equal(tacti_error_set(NULL, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX, "%s", "x"),
                     TACT_OUT_OF_MEMORY);
}

/* What an error keeps of a text: prefix times 'a', followed by the tail. */
static const char *kept_text(tact_error *error, size_t prefix, const char *tail) {
    char text[sizeof error->text * 2];
    memset(text, 'a', prefix);
    snprintf(text + prefix, sizeof text - prefix, "%s", tail);
    memset(error, 0x5A, sizeof *error);
    tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "%s", text);
    assert_non_null(memchr(error->text, '\0', sizeof error->text));
    return error->text;
}

static void text_of_exactly_the_room_stays(void **state) {
    (void)state;
    tact_error error;
    size_t room = sizeof error.text - 1;
    assert_int_equal(strlen(kept_text(&error, room, "")), room);
    assert_int_equal(strlen(kept_text(&error, room + 1, "")), room);
    /* Complete to the last byte: nothing is missing, so nothing is dropped. */
    assert_string_equal(kept_text(&error, room - 4, "\xF0\x9F\x98\x80") + room - 4,
                        "\xF0\x9F\x98\x80");
}

static void long_text_is_cut_between_characters(void **state) {
    (void)state;
    tact_error error;
    size_t room = sizeof error.text - 1;
    const char *characters[] = {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    for (size_t i = 0; i < 3; i++) {
        size_t length = strlen(characters[i]);
        char tail[16];
        snprintf(tail, sizeof tail, "%sz", characters[i]);
        /* With room for 0 to length - 1 of its bytes, the character is dropped. With room for all
         * of them it stays, and only the z after it is lost. */
        for (size_t fitting = 0; fitting <= length; fitting++) {
            const char *text = kept_text(&error, room - fitting, tail);
            size_t expected = fitting == length ? room : room - fitting;
            assert_int_equal(strlen(text), expected);
            if (fitting == length)
                assert_string_equal(text + room - length, characters[i]);
        }
    }
}

/* One byte too long, and that byte is the end of a character. */
static void the_last_byte_counts(void **state) {
    (void)state;
    tact_error error;
    size_t room = sizeof error.text - 1;
    assert_int_equal(strlen(kept_text(&error, room - 1, "\xC3\xA9")), room - 1);
    assert_int_equal(strlen(kept_text(&error, room - 3, "\xF0\x9F\x98\x80")), room - 3);
}

static void malformed_text_is_cut_at_the_end(void **state) {
    (void)state;
    tact_error error;
    size_t room = sizeof error.text - 1;
    /* Continuation bytes without a lead byte, more than a character can have. */
    assert_int_equal(strlen(kept_text(&error, room - 5, "\x80\x80\x80\x80\x80\x80\x80")), room);
    assert_int_equal(strlen(kept_text(&error, room - 1, "\x80\x80")), room);
}

static void a_null_character_ends_the_text(void **state) {
    (void)state;
    tact_error error;
    char tail[sizeof error.text];
    memset(tail, 'a', sizeof tail);
    tail[sizeof tail - 1] = '\0';
    tacti_error_set(&error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "%c%s", '\0', tail);
    assert_string_equal(error.text, "");
}

static void unformattable_text_says_so(void **state) {
    (void)state;
    tact_error error;
    memset(&error, 0x5A, sizeof error);
    /* The C locale cannot represent this character, so vsnprintf fails. */
    tacti_error_set(&error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "%lc", (wint_t)0x20AC);
    assert_string_equal(error.text, "the message could not be formatted");
}

typedef struct log_record {
    unsigned lines;
    tact_log_level level;
    char text[2 * TACTI_LOG_BYTES];
} log_record;

/* A name that fits stays. A longer one keeps its beginning and its end, whole characters only, and
 * fills the room except for the bytes of characters that were cut. */
static void long_names_lose_their_middle(void **state) {
    (void)state;
    static const char *const letters[] = {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
    char name[1000], room[TACTI_NAME_BYTES];
    for (size_t k = 0; k < 4; k++) {
        size_t step = strlen(letters[k]), length = 0;
        while (length + step + 1 < TACTI_NAME_BYTES) {
            memcpy(name + length, letters[k], step + 1);
            length += step;
        }
        assert_ptr_equal(tacti_short_name(name, room), name);
        for (size_t more = 0; more < 200; more++) {
            memcpy(name + length, letters[k], step + 1);
            length += step;
            if (length < TACTI_NAME_BYTES)
                continue;
            const char *shown = tacti_short_name(name, room);
            assert_ptr_equal(shown, room);
            size_t shown_length = strlen(shown);
            assert_true(shown_length < TACTI_NAME_BYTES && shown_length + 8 > TACTI_NAME_BYTES);
            const char *dots = strstr(shown, "...");
            assert_non_null(dots);
            assert_int_equal((size_t)(dots - shown) % step, 0);
            assert_int_equal(strlen(dots + 3) % step, 0);
            assert_memory_equal(shown, name, (size_t)(dots - shown));
            assert_string_equal(dots + 3, name + length - strlen(dots + 3));
        }
    }
}

static void record_line(void *user, tact_log_level level, const char *text) {
    log_record *record = user;
    record->lines++;
    record->level = level;
    snprintf(record->text, sizeof record->text, "%s", text);
}

static void log_lines_arrive(void **state) {
    (void)state;
    log_record record = {0};
    tact_context_desc desc = tact_context_desc_default();
    desc.logger = (tact_logger){&record, record_line};
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    tacti_log(context, TACT_LOG_WARNING, "%d of %s", 3, "four");
    assert_int_equal(record.lines, 1);
    assert_int_equal(record.level, TACT_LOG_WARNING);
    assert_string_equal(record.text, "3 of four");

    char text[TACTI_LOG_BYTES + 8];
    memset(text, 'a', sizeof text);
    snprintf(text + TACTI_LOG_BYTES - 2, 8, "\xC3\xA9z");
    tacti_log(context, TACT_LOG_DEBUG, "%s", text);
    assert_int_equal(record.lines, 2);
    assert_int_equal(record.level, TACT_LOG_DEBUG);
    assert_int_equal(strlen(record.text), TACTI_LOG_BYTES - 2);
    tact_context_destroy(context);
}

static void without_a_log_nothing_happens(void **state) {
    (void)state;
    tacti_log(NULL, TACT_LOG_INFO, "%s", "nobody listens");
    tact_context_desc desc = tact_context_desc_default();
    tact_context *context;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    tacti_log(context, TACT_LOG_INFO, "%s", "nobody listens");
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_carries_everything),
        cmocka_unit_test(error_may_be_null),
        cmocka_unit_test(text_of_exactly_the_room_stays),
        cmocka_unit_test(long_text_is_cut_between_characters),
        cmocka_unit_test(the_last_byte_counts),
        cmocka_unit_test(malformed_text_is_cut_at_the_end),
        cmocka_unit_test(a_null_character_ends_the_text),
        cmocka_unit_test(unformattable_text_says_so),
        cmocka_unit_test(long_names_lose_their_middle),
        cmocka_unit_test(log_lines_arrive),
        cmocka_unit_test(without_a_log_nothing_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
