/* SPDX-License-Identifier: MIT */
/* The text cursor: every line ending, words, whole numbers and their limits, messages. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "io/scan.h"

/* A source of text that may contain NUL bytes. */
static tacti_source source_of(const char *text, size_t bytes) {
    return (tacti_source){NULL, "part.txt", (const unsigned char *)text, bytes};
}

static void lines_end_in_three_ways(void **state) {
    (void)state;
    static const char text[] = "a\nb\r\nc\rd\n\r\n\r\re";
    tacti_source source = source_of(text, sizeof text - 1);
    tacti_scan scan = tacti_scan_make(&source, NULL);
    static const struct {
        char letter;
        uint64_t line;
    } expected[] = {{'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}, {'e', 8}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(tacti_scan_space(&scan, 0));
        assert_int_equal(*scan.at, expected[i].letter);
        assert_int_equal(scan.line, expected[i].line);
        tacti_scan_next_line(&scan);
    }
    assert_false(tacti_scan_space(&scan, 0));
    assert_true(scan.at == scan.end);
    tacti_scan_next_line(&scan);
    tacti_scan_line_end(&scan);
    assert_true(scan.at == scan.end);
    assert_int_equal(scan.line, 8);
}

static void words_and_comments(void **state) {
    (void)state;
    static const char text[] = "\xEF\xBB\xBF  # not # this\n\t\v\f one#half\x00"
                               "x two # rest\r\n#end";
    tacti_source source = source_of(text, sizeof text - 1);
    tacti_scan scan = tacti_scan_make(&source, NULL);
    assert_true(tacti_scan_space(&scan, '#'));
    assert_int_equal(scan.line, 2);
    tacti_word word = tacti_scan_word(&scan);
    assert_int_equal(word.length, 10); /* the NUL byte is part of it */
    assert_memory_equal(word.text, "one#half\0x", 10);
    assert_int_equal(tacti_scan_word(&scan).length, 0);
    tacti_scan_blanks(&scan);
    word = tacti_scan_word(&scan);
    assert_true(tacti_word_is(word, "two") && !tacti_word_is(word, "TWO"));
    assert_true(tacti_word_is_any_case(word, "Two") && !tacti_word_is_any_case(word, "tw"));
    assert_false(tacti_word_is_any_case(word, "twp") || tacti_word_is(word, "twp"));
    assert_false(tacti_scan_space(&scan, '#'));
    assert_int_equal(scan.line, 3);
}

static void numbers_end_with_their_word(void **state) {
    (void)state;
    static const char text[] = "1.5 -2\n3x 1e5 \n nan";
    tacti_source source = source_of(text, sizeof text - 1);
    tact_error error = {0};
    tacti_scan scan = tacti_scan_make(&source, &error);
    double x = 0;
    assert_int_equal(tacti_scan_double(&scan, "x", &x), TACT_OK);
    test_assert_same_bits(x, 1.5);
    tacti_scan_blanks(&scan);
    assert_int_equal(tacti_scan_double(&scan, "y", &x), TACT_OK);
    test_assert_same_bits(x, -2);
    assert_int_equal(tacti_scan_double(&scan, "z", &x), TACT_INVALID_FILE);
    assert_string_equal(error.text, "part.txt:1: z is missing");
    assert_int_equal(error.line, 1);
    assert_int_equal(error.status, TACT_INVALID_FILE);
    assert_true(tacti_scan_space(&scan, 0));
    assert_int_equal(tacti_scan_double(&scan, "x", &x), TACT_INVALID_FILE);
    assert_string_equal(error.text, "part.txt:2: '3x' is not a number");
    test_assert_same_bits(x, -2);
    assert_int_equal(*scan.at, '3');
}

typedef struct integer_case {
    const char *text;
    int64_t least, most;
    const char *message; /* NULL: valid */
    int64_t value;
} integer_case;

static void whole_numbers_have_limits(void **state) {
    (void)state;
    static const integer_case cases[] = {
        {"12", 0, 100, NULL, 12},
        {"-12 ", -12, 100, NULL, -12},
        {"+7", 0, 7, NULL, 7},
        {"00000000000000000000000000000007\n", 0, 7, NULL, 7},
        {"9223372036854775807", 0, INT64_MAX, NULL, INT64_MAX},
        {"-9223372036854775807", INT64_MIN, 0, NULL, -INT64_MAX},
        {"8", 0, 7, "count is 8, expected 0 to 7", 0},
        {"-1", 0, 7, "count is -1, expected 0 to 7", 0},
        {"9223372036854775808", INT64_MIN, INT64_MAX,
         "count is 9223372036854775808, expected -9223372036854775808 to 9223372036854775807", 0},
        {"18446744073709551617", 0, 7, "count is 18446744073709551617, expected 0 to 7", 0},
        {"99999999999999999999999999999999999999999999999999", 0, 7,
         "count is 999999999999999999999999999999999999..., expected 0 to 7", 0},
        {"", 0, 7, "count is missing", 0},
        {"-", 0, 7, "'-' is not a whole number", 0},
        {"1.0", 0, 7, "'1.0' is not a whole number", 0},
        {"1e0", 0, 7, "'1e0' is not a whole number", 0},
        {"0x1", 0, 7, "'0x1' is not a whole number", 0},
        {"\x01\x1b[31m\x7f\xC3\xA4", 0, 7, "'?\?[31m?\?\?' is not a whole number", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tacti_source source = source_of(cases[i].text, strlen(cases[i].text));
        tact_error error = {0};
        tacti_scan scan = tacti_scan_make(&source, &error);
        int64_t value = 42;
        tact_status status =
            tacti_scan_integer(&scan, "count", cases[i].least, cases[i].most, &value);
        if (cases[i].message == NULL) {
            assert_int_equal(status, TACT_OK);
            assert_true(value == cases[i].value);
            assert_true(tacti_scan_is_word_end(&scan));
        } else {
            assert_int_equal(status, TACT_INVALID_FILE);
            assert_int_equal(value, 42);
            assert_true(scan.at == source.data);
            assert_string_equal(error.text + strlen("part.txt:1: "), cases[i].message);
        }
    }
}

static void long_names_leave_room_for_the_reason(void **state) {
    (void)state;
    char name[1000];
    memset(name, 'd', sizeof name);
    strcpy(name + sizeof name - sizeof "/part.obj", "/part.obj");
    /* The name is cut at a letter of two bytes. */
    memcpy(name + sizeof name - 1 - 101, "\xC3\xA4", 2);
    tacti_source source = {NULL, name, (const unsigned char *)"x", 1};
    tact_error error = {0};
    tacti_scan scan = tacti_scan_make(&source, &error);
    double x;
    assert_int_equal(tacti_scan_double(&scan, "x", &x), TACT_INVALID_FILE);
    assert_non_null(strstr(error.text, "d/part.obj:1: 'x' is not a number"));
    assert_int_equal(strncmp(error.text, "...dddd", 7), 0);
    scan.error = NULL;
    assert_int_equal(tacti_scan_double(&scan, "x", &x), TACT_INVALID_FILE);
}

static void huge_words_are_cut(void **state) {
    (void)state;
    const size_t length = 1 << 20;
    char *text = malloc(length + 1);
    assert_non_null(text);
    memset(text, 'w', length);
    text[length] = '\0';
    tacti_source source = source_of(text, length);
    tact_error error = {0};
    tacti_scan scan = tacti_scan_make(&source, &error);
    double x;
    assert_int_equal(tacti_scan_double(&scan, "x", &x), TACT_INVALID_FILE);
    assert_string_equal(error.text,
                        "part.txt:1: 'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww...' is not a number");
    assert_int_equal(tacti_scan_word(&scan).length, length);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_in_three_ways),
        cmocka_unit_test(words_and_comments),
        cmocka_unit_test(numbers_end_with_their_word),
        cmocka_unit_test(whole_numbers_have_limits),
        cmocka_unit_test(long_names_leave_room_for_the_reason),
        cmocka_unit_test(huge_words_are_cut),
    };
    return cmocka_run_group_tests_name("io_scan", tests, NULL, NULL);
}
