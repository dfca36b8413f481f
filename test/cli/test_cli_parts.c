/* SPDX-License-Identifier: MIT */
/* The parts of the tool: numbers as text, the JSON writer, suggestions, the parser. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "support.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "nearest.h"
#include "number.h"
#include "options.h"

/* ---- Numbers ------------------------------------------------------------------------------ */

static void assert_reads(const char *text, double expected) {
    double value = -77;
    number_status status = number_read(text, strlen(text), &value);
    if (status != NUMBER_OK || memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("'%s': status %d, %a instead of %a", text, (int)status, value, expected);
}

static void assert_refuses(const char *text, number_status expected) {
    double value = -77;
    number_status status = number_read(text, strlen(text), &value);
    if (status != expected || value != -77)
        fail_msg("'%s': status %d instead of %d, value %g", text, (int)status, (int)expected,
                 value);
}

static void check_reading(void) {
    assert_reads("0", 0.0);
    assert_reads("-0", -0.0);
    assert_reads("+1.5", 1.5);
    assert_reads(".5", 0.5);
    assert_reads("5.", 5.0);
    assert_reads("-2.5e-3", -2.5e-3);
    assert_reads("1E22", 1e22);
    assert_reads("0x1.8p-4", 0x1.8p-4);
    assert_reads("-0X.8P1", -1.0);
    assert_reads("0x1p-1074", 0x1p-1074);
    assert_reads("1e-400", 0.0);
    assert_reads("9007199254740993", 9007199254740992.0);
    assert_reads("1.7976931348623157e308", DBL_MAX);
    assert_refuses("", NUMBER_EMPTY);
    static const char *const bad[] = {".",     "-",   "e5", "1e",   "1e+", "0x",    "0xg",
                                      "1.2.3", "1,",  "1 ", " 1",   "1,5", "--1",   "0x1p",
                                      "1f",    "abc", "1_", "1'00", "1p3", "0x1e+", "nanx"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_refuses(bad[i], NUMBER_SYNTAX);
    static const char *const not_finite[] = {"inf", "-inf", "INFINITY", "nan", "-NaN"};
    for (size_t i = 0; i < sizeof not_finite / sizeof not_finite[0]; i++)
        assert_refuses(not_finite[i], NUMBER_NOT_FINITE);
    assert_refuses("1e309", NUMBER_TOO_LARGE);
    assert_refuses("-0x1p1024", NUMBER_TOO_LARGE);
}

static void check_writing(void) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},           {-0.0, "-0"},
                 {0.1, "0.1"},       {0.1 + 0.2, "0.30000000000000004"},
                 {1e22, "1e+22"},    {1.0 / 3, "0.3333333333333333"},
                 {-2.5, "-2.5"},     {HUGE_VAL, "inf"},
                 {-HUGE_VAL, "-inf"}};
    char text[NUMBER_TEXT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(number_write(cases[i].value, text), cases[i].text);
    test_rng rng = test_rng_start("number round trip");
    uint64_t count = test_case_count(100000, 10000000);
    for (uint64_t i = 0; i < count; i++) {
        double value = test_rng_any_double(&rng);
        assert_true(strlen(number_write(value, text)) < NUMBER_TEXT_SIZE);
        assert_reads(text, value);
    }
}

static void numbers_are_read_and_written_whatever_the_locale(void **state) {
    (void)state;
    check_reading();
    check_writing();
    static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    int tried = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (setlocale(LC_ALL, names[i]) == NULL)
            continue;
        tried++;
        printf("with the locale %s, decimal point '%s'\n", names[i], localeconv()->decimal_point);
        check_reading();
        check_writing();
    }
    setlocale(LC_ALL, "C");
    printf("locales besides C: %d\n", tried);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void json_is_laid_out(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    json_writer json = json_start(stream);
    json_begin_object(&json);
    json_key(&json, "s\"");
    json_text(&json, "a\\\"\n\x01\x7f\xc3\xa9\xff\xe0\x80\x80\xc2\x9b\xc2\xa0");
    json_key(&json, "row");
    json_begin_row(&json);
    json_number(&json, 0.1);
    json_number(&json, NAN);
    json_count(&json, UINT64_MAX);
    json_end_array(&json);
    json_key(&json, "list");
    json_begin_array(&json);
    json_bool(&json, true);
    json_bool(&json, false);
    json_nothing(&json);
    json_text(&json, NULL);
    json_end_array(&json);
    json_key(&json, "empty");
    json_begin_object(&json);
    json_end_object(&json);
    json_end_object(&json);
    assert_true(json_finish(&json));
    fclose(stream);
    assert_string_equal(text, "{\n"
                              "  \"s\\\"\": \"a\\\\\\\"\\n\\u0001\\u007f\xc3\xa9\\ufffd\\ufffd"
                              "\\ufffd\\ufffd\\u009b\xc2\xa0\",\n"
                              "  \"row\": [0.1, null, 18446744073709551615],\n"
                              "  \"list\": [\n    true,\n    false,\n    null,\n    null\n  ],\n"
                              "  \"empty\": {}\n"
                              "}\n");
    free(text);
}

static void json_lines_stay_on_one_line(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    json_writer json = json_start(stream);
    json_begin_line(&json);
    json_key(&json, "a");
    json_begin_array(&json);
    json_whole(&json, INT64_MIN);
    json_begin_object(&json);
    json_key(&json, "b");
    json_nothing(&json);
    json_end_object(&json);
    json_end_array(&json);
    json_key(&json, "c");
    json_whole(&json, -1);
    json_end_object(&json);
    assert_true(json_finish(&json));
    fclose(stream);
    assert_string_equal(text, "{\"a\": [-9223372036854775808, {\"b\": null}], \"c\": -1}\n");
    free(text);
}

static void json_misuse_is_noticed(void **state) {
    (void)state;
    json_writer json = json_start(NULL);
    assert_false(json_finish(&json)); /* nothing at all */
    json = json_start(NULL);
    json_nothing(&json);
    assert_true(json_finish(&json));
    json_nothing(&json); /* a second value */
    assert_false(json_finish(&json));
    json = json_start(NULL);
    json_begin_object(&json);
    assert_false(json_finish(&json)); /* open */
    json_nothing(&json);              /* no key */
    json_end_object(&json);
    assert_false(json_finish(&json));
    json = json_start(NULL);
    json_begin_array(&json);
    json_key(&json, "k"); /* a key in an array */
    json_nothing(&json);
    json_end_array(&json);
    assert_false(json_finish(&json));
    json = json_start(NULL);
    json_begin_object(&json);
    json_key(&json, "k");
    json_end_object(&json); /* no value */
    assert_false(json_finish(&json));
    json = json_start(NULL);
    json_begin_array(&json);
    json_end_object(&json); /* the wrong end */
    assert_false(json_finish(&json));
    json = json_start(NULL);
    for (int i = 0; i <= JSON_MAX_DEPTH; i++)
        json_begin_array(&json);
    for (int i = 0; i <= JSON_MAX_DEPTH; i++)
        json_end_array(&json);
    assert_false(json_finish(&json)); /* too deep */
}

/* ---- Names and options -------------------------------------------------------------------- */

static void nearest_names_are_found(void **state) {
    (void)state;
    static const char *const names[] = {"demo", "triangle", "help", "json"};
    assert_string_equal(nearest_name("dmeo", names, 4), "demo");
    assert_string_equal(nearest_name("triangel", names, 4), "triangle");
    assert_string_equal(nearest_name("tri", names, 4), "triangle");
    assert_string_equal(nearest_name("hlp", names, 4), "help");
    assert_string_equal(nearest_name("jsn", names, 4), "json");
    assert_null(nearest_name("collide", names, 4));
    assert_null(nearest_name("x", names, 4));
    assert_null(nearest_name("", names, 4));
    assert_null(nearest_name("a-word-that-is-longer-than-every-name-there-is", names, 4));
}

static void options_are_parsed(void **state) {
    (void)state;
    static const cli_option own[] = {{"out", 'o', "FILE", NULL, "where to"}};
    const cli_command command = {.name = "test", .options = own, .option_count = 1};
    char *words[] = {"a",  "--out", "--json", "-q", "-",     "--color=always",
                     "-1", "-.5",   "--out=", "--", "--json"};
    cli_args args;
    assert_int_equal(options_parse(&command, words, 11, &args), CLI_OK);
    assert_int_equal(args.operand_count, 5);
    static const char *const operands[] = {"a", "-", "-1", "-.5", "--json"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(args.operands[i], operands[i]);
    assert_string_equal(cli_value(&args, "out"), "");
    assert_string_equal(cli_value(&args, "color"), "always");
    assert_true(cli_has(&args, "quiet"));
    assert_false(cli_has(&args, "json")); /* the first was a value, the second an operand */
    assert_false(cli_has(&args, "help"));
}

static void lists_are_checked_item_by_item(void **state) {
    (void)state;
    static const cli_option own[] = {{"which", 0, "LIST", "one|two|three", "some"},
                                     {"single", 0, "NAME", "one|two", "one of them"}};
    const cli_command command = {.name = "test", .options = own, .option_count = 2};
    static const struct {
        const char *word;
        cli_exit status;
    } cases[] = {{"--which=one", CLI_OK},        {"--which=three,one,one", CLI_OK},
                 {"--which=", CLI_USAGE},        {"--which=one,", CLI_USAGE},
                 {"--which=,one", CLI_USAGE},    {"--which=one,tw", CLI_USAGE},
                 {"--which=one|two", CLI_USAGE}, {"--single=two", CLI_OK},
                 {"--single=one,two", CLI_USAGE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char word[32];
        char *words[] = {word};
        cli_args args;
        snprintf(word, sizeof word, "%s", cases[i].word);
        assert_int_equal(options_parse(&command, words, 1, &args), cases[i].status);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_and_written_whatever_the_locale),
        cmocka_unit_test(json_is_laid_out),
        cmocka_unit_test(json_lines_stay_on_one_line),
        cmocka_unit_test(json_misuse_is_noticed),
        cmocka_unit_test(nearest_names_are_found),
        cmocka_unit_test(options_are_parsed),
        cmocka_unit_test(lists_are_checked_item_by_item),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
