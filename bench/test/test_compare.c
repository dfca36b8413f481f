/* SPDX-License-Identifier: MIT */
/* Tests the comparison of two builds: the interval against tables, against an enumeration of all
 * signs and against samples with a known ratio; files of times, from writing to verdicts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bench.h"
#include "compare_report.h"
#include "times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Statistics ------------------------------------------------------------------------------ */

/* Critical values of the signed-rank test at 5 %, two-sided, as tables print them. */
static void cuts_are_those_of_tables(void **state) {
    (void)state;
    static const size_t table[][2] = {{6, 0},   {7, 2},   {8, 3},   {9, 5},   {10, 8},
                                      {12, 13}, {15, 25}, {20, 52}, {25, 89}, {30, 137}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_int_equal(compare_cut(table[i][0]), table[i][1]);
}

/* The number of choices of signs, of all 2^count, in which the positive ranks sum to at most most.
 */
static size_t count_choices(size_t count, size_t most) {
    size_t found = 0;
    for (size_t signs = 0; signs < (size_t)1 << count; signs++) {
        size_t sum = 0;
        for (size_t rank = 1; rank <= count; rank++)
            sum += (signs >> (rank - 1) & 1) * rank;
        found += sum <= most;
    }
    return found;
}

static void cuts_are_those_of_all_signs(void **state) {
    (void)state;
    for (size_t count = COMPARE_MIN_ROUNDS; count <= 14; count++) {
        size_t cut = compare_cut(count), all = (size_t)1 << count;
        assert_true(40 * count_choices(count, cut) <= all);
        assert_true(40 * count_choices(count, cut + 1) > all);
    }
}

static bool is_near(double x, double y) {
    return fabs(x - y) <= 1e-12 * fabs(y);
}

static void estimates_follow_their_samples(void **state) {
    (void)state;
    double logs[15], negated[15];
    for (int i = 0; i < 15; i++) {
        logs[i] = log(1.25);
        negated[i] = log(0.8);
    }
    compare_interval same = compare_estimate(logs, 15);
    assert_true(is_near(same.ratio, 1.25) && same.lower == same.upper);
    assert_int_equal(compare_judge(&same), COMPARE_SLOWER);
    compare_interval opposite = compare_estimate(negated, 15);
    assert_int_equal(compare_judge(&opposite), COMPARE_FASTER);

    /* The order of the rounds does not matter, and swapping the sides inverts the ratio. */
    for (int i = 0; i < 15; i++) {
        logs[i] = 0.01 * (i * 4 % 15) * (i % 3 == 0 ? -1 : 1);
        negated[14 - i] = -logs[i];
    }
    compare_interval one = compare_estimate(logs, 15), other = compare_estimate(negated, 15);
    assert_true(is_near(one.ratio, 1 / other.ratio));
    assert_true(is_near(one.lower, 1 / other.upper) && is_near(one.upper, 1 / other.lower));
    assert_true(one.lower < one.ratio && one.ratio < one.upper);

    /* One disturbed round hardly moves the estimate, however great the disturbance is. */
    logs[7] = 50;
    compare_interval disturbed = compare_estimate(logs, 15);
    logs[7] = 5;
    compare_interval less = compare_estimate(logs, 15);
    assert_true(disturbed.ratio == less.ratio && disturbed.upper == less.upper);
    assert_true(disturbed.ratio < 1.05 * one.ratio);
}

/* Noise of a busy machine: small, sometimes large, symmetric. */
static double noise(bench_rng *rng) {
    double small = bench_rng_between(rng, -0.02, 0.02);
    return bench_rng_unit(rng) < 0.2 ? small + bench_rng_between(rng, -0.5, 0.5) : small;
}

static void intervals_hold_the_true_ratio(void **state) {
    (void)state;
    enum { SAMPLES = 4000, ROUNDS = 15 };
    bench_rng rng = {20260101};
    size_t held = 0, alarms = 0, found = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
        double logs[ROUNDS], slow[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            logs[i] = noise(&rng);
            slow[i] = noise(&rng) + log(1.1);
        }
        compare_interval alike = compare_estimate(logs, ROUNDS);
        held += alike.lower <= 1 && 1 <= alike.upper;
        alarms += compare_judge(&alike) != COMPARE_ALIKE;
        compare_interval slower = compare_estimate(slow, ROUNDS);
        found += compare_judge(&slower) == COMPARE_SLOWER;
    }
    /* 95.2 % are expected; five standard deviations are 1.7 %. */
    assert_in_range(held, 0.935 * SAMPLES, 0.969 * SAMPLES);
    assert_true(alarms < 0.005 * SAMPLES);
    assert_true(found > 0.65 * SAMPLES); /* 10 % slower */
}

/* ---- Files ----------------------------------------------------------------------------------- */

#define ROUNDS 8

static void name_file(char path[64], const char *side, int round) {
    snprintf(path, 64, "./compare_test.%s.%d", side, round);
}

/* Writes files in which one case is slower, one faster and one alike. Each side also has one case
 * that the other side does not have. The names are those that bench_times makes. */
static void write_files(const char *filter) {
    static const char *const sides[] = {"old", "new"};
    for (int round = 1; round <= ROUNDS; round++) {
        for (int side = 0; side < 2; side++) {
            char path[64];
            name_file(path, sides[side], round);
            bench_times times;
            assert_true(bench_times_open(&times, path, filter, false));
            double ns = 100 + round;
            bench_times_add(&times, ns * (side == 1 ? 1.1 : 1), "slow/depth %d %%", 5);
            bench_times_add(&times, ns * (side == 1 ? 0.9 : 1), "fast/boxes, gap 1e-3");
            bench_times_add(&times, ns * 1e6, "alike");
            bench_times_add(&times, ns, side == 1 ? "added" : "removed");
            assert_true(bench_times_close(&times));
        }
    }
}

static void remove_files(void) {
    for (int round = 1; round <= ROUNDS; round++) {
        char path[64];
        name_file(path, "old", round);
        remove(path);
        name_file(path, "new", round);
        remove(path);
    }
}

static const compare_case *find_case(const compare_program *program, const char *name) {
    for (size_t i = 0; i < program->count; i++) {
        if (strcmp(program->cases[i].name, name) == 0)
            return &program->cases[i];
    }
    fail_msg("no case %s", name);
    return NULL;
}

static void files_become_verdicts(void **state) {
    (void)state;
    write_files(NULL);
    compare_program program;
    assert_true(compare_program_read(&program, ".", "compare_test", ROUNDS));
    assert_int_equal(program.count, 5);
    assert_int_equal(program.compared, 3);
    assert_int_equal(find_case(&program, "slow/depth-5%")->verdict, COMPARE_SLOWER);
    assert_int_equal(find_case(&program, "fast/boxes-gap-1e-3")->verdict, COMPARE_FASTER);
    const compare_case *alike = find_case(&program, "alike");
    assert_int_equal(alike->verdict, COMPARE_ALIKE);
    assert_true(is_near(alike->median[COMPARE_OLD], 104.5e6));
    assert_false(find_case(&program, "added")->is_compared);
    assert_false(find_case(&program, "removed")->is_compared);
    assert_true(fabs(program.mean.ratio - cbrt(1.1 * 0.9)) < 1e-4);
    assert_true(strlen(program.compiler[COMPARE_OLD]) > 0 && strlen(program.simd[COMPARE_NEW]) > 0);

    compare_report report = {{"one", "other \"commit\""}, &program, 1, ROUNDS};
    assert_int_equal(compare_report_compared(&report), 3);
    assert_int_equal(compare_report_count(&report, COMPARE_SLOWER), 1);
    compare_report_print(&report);
    FILE *file = tmpfile();
    assert_non_null(file);
    compare_report_json(&report, file);
    rewind(file);
    static char text[1 << 16];
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    assert_true(length > 0);
    assert_non_null(strstr(text, "\"commit\": \"other \\\"commit\\\"\""));
    assert_non_null(strstr(text, "\"rounds\": 8"));
    assert_non_null(strstr(text, "\"verdict\": \"slower\""));
    assert_non_null(strstr(text, "\"not_compared\": \"only in old\""));
    int depth = 0;
    for (const char *c = text; *c != '\0'; c++)
        depth += (*c == '{' || *c == '[') - (*c == '}' || *c == ']');
    assert_int_equal(depth, 0);
    compare_program_free(&program);
    remove_files();
}

static void add_line(const char *side, int round, const char *line) {
    char path[64];
    name_file(path, side, round);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs(line, file);
    fclose(file);
}

/* A round in which the clock stood still is left out. After several such rounds the case is. */
static void rounds_without_a_time_are_left_out(void **state) {
    (void)state;
    write_files(NULL);
    for (int round = 1; round <= ROUNDS; round++) {
        add_line("old", round, round == 3 ? "once\t0\n" : "once\t100\n");
        add_line("new", round, "once\t110\n");
        add_line("old", round, "twice\t100\n");
        add_line("new", round, round == 2 || round == 5 ? "twice\t0\n" : "twice\t110\n");
    }
    compare_program program;
    assert_true(compare_program_read(&program, ".", "compare_test", ROUNDS));
    const compare_case *once = find_case(&program, "once");
    assert_true(once->is_compared && is_near(once->interval.ratio, 1.1));
    assert_true(is_near(once->median[COMPARE_OLD], 100));
    assert_int_equal(once->verdict, COMPARE_SLOWER);
    assert_false(find_case(&program, "twice")->is_compared);
    assert_true(fabs(program.mean.ratio - pow(1.1 * 0.9 * 1.1, 0.25)) < 1e-4);
    compare_program_free(&program);
    remove_files();
}

static void filters_choose_cases(void **state) {
    (void)state;
    write_files("depth-5");
    compare_program program;
    assert_true(compare_program_read(&program, ".", "compare_test", ROUNDS));
    assert_int_equal(program.count, 1);
    assert_string_equal(program.cases[0].name, "slow/depth-5%");
    compare_program_free(&program);
    remove_files();
    bench_times none = {0};
    assert_true(bench_times_wants(&none, "anything"));
    bench_times_add(&none, 1, "anything");
    assert_true(bench_times_close(&none));
}

static void bad_files_are_refused(void **state) {
    (void)state;
    static const char *const lines[] = {"a case without a tab\n", "case\t-3\n", "case\tnan\n",
                                        "case\t3 ns\n", "\t3\n"};
    compare_program program;
    assert_false(compare_program_read(&program, "./no/such", "compare_test", ROUNDS));
    compare_program_free(&program);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        write_files(NULL);
        add_line("new", 3, lines[i]);
        assert_false(compare_program_read(&program, ".", "compare_test", ROUNDS));
        compare_program_free(&program);
    }
    remove_files();
    bench_times times;
    assert_false(bench_times_open(&times, "/no/such/folder/times", NULL, false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_are_those_of_tables),
        cmocka_unit_test(cuts_are_those_of_all_signs),
        cmocka_unit_test(estimates_follow_their_samples),
        cmocka_unit_test(intervals_hold_the_true_ratio),
        cmocka_unit_test(files_become_verdicts),
        cmocka_unit_test(rounds_without_a_time_are_left_out),
        cmocka_unit_test(filters_choose_cases),
        cmocka_unit_test(bad_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
