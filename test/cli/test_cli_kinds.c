/* SPDX-License-Identifier: MIT */
/* The table of kinds: its parameters are options, its counts match the library, and the chosen
 * resolution is the nearest. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "findings.h"
#include "kinds.h"

/* ---- The table ---------------------------------------------------------------------------- */

static bool is_option(const char *name) {
    const cli_command *make = cli_command_find("make");
    for (size_t i = 0; i < make->option_count; i++)
        if (strcmp(make->options[i].name, name) == 0)
            return make->options[i].value != NULL;
    return false;
}

static bool is_parameter(const char *name) {
    for (size_t i = 0; i < KIND_COUNT; i++)
        for (size_t j = 0; j < kind_parameter_count(kind_at(i)); j++)
            if (strcmp(kind_at(i)->parameters[j].option, name) == 0)
                return true;
    return false;
}

static void parameters_are_options_and_options_are_parameters(void **state) {
    (void)state;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        assert_ptr_equal(kind_find(kind_at(i)->name), kind_at(i));
        assert_true(kind_parameter_count(kind_at(i)) >= 2);
        for (size_t j = 0; j < kind_parameter_count(kind_at(i)); j++)
            if (!is_option(kind_at(i)->parameters[j].option))
                fail_msg("make has no option --%s", kind_at(i)->parameters[j].option);
    }
    assert_null(kind_find("sphinx"));
    static const char *const others[] = {"output", "list", "triangles", "format", "text", "float"};
    const cli_command *make = cli_command_find("make");
    for (size_t i = 0; i < make->option_count; i++) {
        bool other = false;
        for (size_t j = 0; j < sizeof others / sizeof others[0]; j++)
            other = other || strcmp(others[j], make->options[i].name) == 0;
        if (other == is_parameter(make->options[i].name))
            fail_msg("--%s is a parameter of no kind", make->options[i].name);
    }
}

static void every_choice_is_a_kind(void **state) {
    (void)state;
    char expected[512] = "";
    for (size_t i = 0; i < KIND_COUNT; i++)
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%s",
                 i > 0 ? "|" : "", kind_at(i)->name);
    assert_string_equal(KIND_CHOICES, expected);
}

/* ---- Counts and resolutions --------------------------------------------------------------- */

static void check_count(const kind_order *order) {
    tact_mesh *mesh = NULL;
    tact_status status = order->made->create(order->values, &mesh);
    if (status != TACT_OK)
        fail_msg("%s: %s", order->made->name, tact_status_name(status));
    double expected = order->made->count(order->values);
    double count = tact_mesh_triangle_count(mesh);
    tact_mesh_destroy(mesh);
    if (count != expected)
        fail_msg("%s: %.0f triangles instead of %.0f", order->made->name, count, expected);
}

static void counts_are_those_of_the_library(void **state) {
    (void)state;
    static const double wanted[] = {0, 50, 300, 1234, 20000};
    for (size_t i = 0; i < KIND_COUNT; i++) {
        kind_order order = kind_order_default(kind_at(i));
        check_count(&order);
        for (size_t j = 0; j < sizeof wanted / sizeof wanted[0]; j++) {
            order = kind_order_default(kind_at(i));
            kind_choose_resolution(&order, wanted[j]);
            check_count(&order);
        }
    }
}

/* No other value of the first parameter comes nearer. */
static void the_resolution_is_the_nearest(void **state) {
    (void)state;
    test_rng rng = test_rng_start("resolutions");
    for (size_t i = 0; i < KIND_COUNT; i++) {
        const kind *made = kind_at(i);
        const kind_resolution *first = &made->resolutions[0];
        for (int j = 0; j < 200; j++) {
            double wanted = floor(exp2(6 + 20 * test_rng_unit(&rng)));
            kind_order order = kind_order_default(made);
            kind_choose_resolution(&order, wanted);
            double miss = fabs(made->count(order.values) - wanted);
            uint64_t chosen = order.values[first->parameter].count;
            assert_true(chosen >= first->least && chosen <= first->most);
            assert_true(chosen % first->multiple == 0);
            for (int side = -1; side <= 1; side += 2) {
                int64_t other = (int64_t)chosen + side * (int64_t)first->multiple;
                if (other < (int64_t)first->least || other > (int64_t)first->most)
                    continue;
                order.values[first->parameter].count = (uint64_t)other;
                assert_true(fabs(made->count(order.values) - wanted) >= miss);
            }
        }
    }
}

/* ---- Values ------------------------------------------------------------------------------- */

static void values_are_read_and_shown(void **state) {
    (void)state;
    static const struct {
        kind_type type;
        const char *text;
        const char *shown; /* NULL: refused */
    } cases[] = {
        {KIND_LENGTH, "0.1", "0.1"},
        {KIND_LENGTH, "-2e3", "-2000"},
        {KIND_LENGTH, "", NULL},
        {KIND_LENGTH, "1,2,3", NULL},
        {KIND_SIZE, "2", "2,2,2"},
        {KIND_SIZE, "1,-0.5,3e0", "1,-0.5,3"},
        {KIND_SIZE, "1,2", NULL},
        {KIND_SIZE, "1,2,", NULL},
        {KIND_SIZE, "1,2,3,4", NULL},
        {KIND_SIZE, "1,inf,3", NULL},
        {KIND_NUMBER, "0", "0"},
        {KIND_NUMBER, "1e6", "1000000"},
        {KIND_NUMBER, "4294967295", "4294967295"},
        {KIND_NUMBER, "4294967296", NULL},
        {KIND_NUMBER, "1e10", NULL},
        {KIND_NUMBER, "-1", NULL},
        {KIND_NUMBER, "1.5", NULL},
        {KIND_NUMBER, "12a", NULL},
        {KIND_NUMBER, "", NULL},
        {KIND_SEED, "18446744073709551615", "18446744073709551615"},
        {KIND_SEED, "18446744073709551616", NULL},
        {KIND_SEED, "99999999999999999999999", NULL},
        {KIND_SEED, "1e19", NULL},
    };
    char text[KIND_TEXT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kind_value value = {.count = 0};
        const char *why = NULL;
        bool read = kind_read_value(cases[i].type, cases[i].text, &value, &why);
        if (read != (cases[i].shown != NULL) || read != (why == NULL))
            fail_msg("'%s' is %s", cases[i].text, read ? "read" : "refused");
        if (read)
            assert_string_equal(kind_show_value(cases[i].type, value, text), cases[i].shown);
    }
}

/* ---- Findings ----------------------------------------------------------------------------- */

static void findings_are_named_and_matched(void **state) {
    (void)state;
    tact_mesh_report report = {.triangle_count = 4, .is_closed = true, .volume = 1};
    const char *names[FINDING_NAME_COUNT];
    assert_int_equal(findings_names(&report, names), 0);
    assert_false(findings_match(&report, "any"));
    report.open_edges = (tact_finding){3, 7};
    report.is_closed = false;
    assert_int_equal(findings_names(&report, names), 2);
    assert_string_equal(names[0], "open");
    assert_string_equal(names[1], "not-closed");
    assert_true(findings_match(&report, "nan,open"));
    assert_true(findings_match(&report, "not-closed"));
    assert_true(findings_match(&report, "empty,any"));
    assert_false(findings_match(&report, "nan,empty,inside-out"));
    finding_row rows[FINDING_COUNT];
    findings_of(&report, rows);
    for (size_t i = 0; i < FINDING_COUNT; i++)
        assert_int_equal(rows[i].finding.count, strcmp(rows[i].key, "open_edges") == 0 ? 3 : 0);
    report = (tact_mesh_report){.triangle_count = 4, .is_closed = true, .volume = -1};
    assert_true(findings_match(&report, "inside-out"));
    report = (tact_mesh_report){.is_closed = false};
    assert_true(findings_match(&report, "empty"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_options_and_options_are_parameters),
        cmocka_unit_test(every_choice_is_a_kind),
        cmocka_unit_test(counts_are_those_of_the_library),
        cmocka_unit_test(the_resolution_is_the_nearest),
        cmocka_unit_test(values_are_read_and_shown),
        cmocka_unit_test(findings_are_named_and_matched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
