/* SPDX-License-Identifier: MIT */
/* Tests the benchmark library: percentiles, arguments, comparison of answers, bars, exit codes and
 * JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../support/internal.h"
#include "../support/stopwatch.h"
#include "figures.h"
#include "inputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- A family and contenders with known answers ------------------------------------------- */

static void make_numbers(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {
    double *numbers = inputs;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = bench_rng_between(rng, -1, 1);
        /* Every other input has a known true sign. */
        if (i % 2 == 0)
            truth[i] = numbers[i] > 0;
    }
}

static void run_right(const void *inputs, size_t count, bench_answers answers) {
    const double *numbers = inputs;
    for (size_t i = 0; i < count; i++) {
        answers.verdict[i] = numbers[i] > 0;
        answers.number[i] = numbers[i];
    }
}

/* Wrong in items 0 (verdict) and 3 (number), within the tolerance in item 5. */
static void run_wrong(const void *inputs, size_t count, bench_answers answers) {
    run_right(inputs, count, answers);
    answers.verdict[0] = !answers.verdict[0];
    answers.number[3] += 0.25;
    answers.number[5] += 1e-12;
}

static void run_slow(const void *inputs, size_t count, bench_answers answers) {
    for (int i = 0; i < 40; i++)
        run_right(inputs, count, answers);
}

static void run_lazy(const void *inputs, size_t count, bench_answers answers) {
    (void)inputs;
    (void)count;
    (void)answers;
}

/* Counts the calls: inputs must be prepared once and released once. */
static int prepared, released;

static void *prepare_copy(const void *inputs, size_t count) {
    prepared++;
    void *copy = malloc(count * sizeof(double));
    if (copy != NULL)
        memcpy(copy, inputs, count * sizeof(double));
    return copy;
}

static void release_copy(void *copy) {
    released++;
    free(copy);
}

static const bench_family numbers = {"numbers", "numbers \"from\" -1 to 1", sizeof(double),
                                     make_numbers};

static const bench_contender fast_us[] = {
    {.name = "us", .run = run_right},
    {.name = "wrong", .run = run_wrong, .note = "is wrong on purpose"},
    {.name = "slow", .run = run_slow},
    {"copied", run_right, prepare_copy, release_copy, NULL, 0},
    {.name = "limited", .run = run_lazy, .count_limit = 30},
    {.name = "lazy", .run = run_lazy},
};
static const bench_contender slow_us[] = {
    {.name = "us", .run = run_slow},
    {.name = "fast", .run = run_right},
};
static const bench_contender wrong_us[] = {
    {.name = "us", .run = run_wrong},
    {.name = "right", .run = run_right},
};

static const bench_case cases[] = {
    {.name = "a/fast",
     .family = &numbers,
     .contenders = fast_us,
     .contender_count = 6,
     .compares_numbers = true,
     .tolerance = 1e-9,
     .bar = {"slow", 1}},
    {.name = "b/slow",
     .family = &numbers,
     .contenders = slow_us,
     .contender_count = 2,
     .bar = {"fast", 2}},
    {.name = "c/wrong", .family = &numbers, .contenders = wrong_us, .contender_count = 2},
    {.name = "d/untrue",
     .family = &numbers,
     .contenders = wrong_us,
     .contender_count = 2,
     .without_truth = true,
     .bar = {"nobody", 1}},
};

/* Runs the program with the given arguments. The last one is NULL. */
static int run(const char *first, ...) {
    char *argv[16] = {(char *)(uintptr_t) "program"};
    int argc = 1;
    va_list list;
    va_start(list, first);
    for (const char *text = first; text != NULL; text = va_arg(list, const char *))
        argv[argc++] = (char *)(uintptr_t)text;
    va_end(list);
    return bench_main(argc, argv, "program", cases, sizeof cases / sizeof cases[0]);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void percentiles_are_nearest_ranks(void **state) {
    (void)state;
    double values[20];
    for (int i = 0; i < 20; i++)
        values[i] = i + 1;
    assert_true(bench_percentile(values, 20, 50) == 10);
    assert_true(bench_percentile(values, 20, 95) == 19);
    assert_true(bench_percentile(values, 20, 100) == 20);
    assert_true(bench_percentile(values, 9, 50) == 5);
    assert_true(bench_percentile(values, 9, 95) == 9);
    assert_true(bench_percentile(values, 1, 50) == 1);

    double times[5] = {5, 1, 4, 2, 3};
    bench_figures figures = {.ns = times};
    bench_figures_summarize(&figures, 5);
    assert_true(figures.min == 1 && figures.p50 == 3 && figures.p95 == 5);
    assert_true(times[0] == 5); /* the order of time is kept */
}

static void random_numbers_stay_in_range(void **state) {
    (void)state;
    bench_rng rng = {1};
    assert_true(bench_rng_next(&rng) ==
                0x910a2dec89025cc1u); /* the first number of splitmix64 for seed 1 */
    bool seen[7] = {false};
    for (int i = 0; i < 1000; i++) {
        int32_t k = bench_rng_integer(&rng, -3, 3);
        assert_in_range(k + 3, 0, 6);
        seen[k + 3] = true;
        double x = bench_rng_between(&rng, 2, 4);
        assert_true(x >= 2 && x < 4);
    }
    for (int i = 0; i < 7; i++)
        assert_true(seen[i]);
    for (int i = 0; i < 100; i++)
        bench_rng_integer(&rng, INT32_MIN + 1, INT32_MAX);
}

static void stopwatches_choose_a_clock(void **state) {
    (void)state;
    assert_true(bench_stopwatch_choose(1e4, 9e3) == 1e4);  /* short */
    assert_true(bench_stopwatch_choose(1e6, 4e5) == 4e5);  /* interrupted */
    assert_true(bench_stopwatch_choose(1e6, 2e6) == 1e6);  /* the clocks differ */
    assert_true(bench_stopwatch_choose(1e6, 0) == 1e6);    /* the thread's clock stood still */
    assert_true(bench_stopwatch_choose(1e6, -5e3) == 1e6); /* the thread's clock went back */
    bench_stopwatch watch = bench_stopwatch_start();
    double begin = bench_now_ns();
    while (bench_now_ns() - begin < 1e6) {
    }
    assert_true(bench_stopwatch_ns(&watch) >= 5e4);
}

static void arguments_are_checked(void **state) {
    (void)state;
    assert_int_equal(run("--help", NULL), 0);
    assert_int_equal(run("--list", NULL), 0);
    assert_int_equal(run("--reps", "4", NULL), 2);
    assert_int_equal(run("--reps", "nine", NULL), 2);
    assert_int_equal(run("--reps", "-9", NULL), 2);
    assert_int_equal(run("--reps", NULL), 2);
    assert_int_equal(run("--count", "0", NULL), 2);
    assert_int_equal(run("--count=10x", NULL), 2);
    assert_int_equal(run("--check=yes", NULL), 2);
    assert_int_equal(run("--unheard-of", NULL), 2);
    assert_int_equal(run("fast", NULL), 2);
    assert_int_equal(run("--filter", "no such case", NULL), 2);
    assert_int_equal(run("--filter=fast", "--reps=5", "--count=10", "--json",
                         "/no/such/folder/figures.json", NULL),
                     2);

    char *argv[] = {(char *)(uintptr_t) "p", (char *)(uintptr_t) "--seed=0x10",
                    (char *)(uintptr_t) "--check"};
    bench_options options;
    int code;
    assert_true(bench_options_read(3, argv, "p", &options, &code));
    assert_true(options.seed == 16 && options.check && options.reps == 9 && !options.list);
}

static void bars_and_wrong_answers_decide_the_exit_code(void **state) {
    (void)state;
    assert_int_equal(run("--filter", "a/fast", "--check", NULL), 0);
    assert_int_equal(run("--filter", "b/slow", "--check", NULL), 1);
    assert_int_equal(run("--filter", "b/slow", NULL), 0);
    assert_int_equal(run("--filter", "c/wrong", "--check", NULL), 1);
    assert_int_equal(run("--filter", "c/wrong", NULL), 1);
    assert_int_equal(run("--filter", "d/untrue", "--check", NULL), 0);
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

/* Finds the part of the JSON text about a contender. */
static const char *find_contender(const char *text, const char *name) {
    char key[64];
    snprintf(key, sizeof key, "{\"name\": \"%s\", \"min_ns\"", name);
    const char *found = strstr(text, key);
    assert_non_null(found);
    return found;
}

static void assert_member(const char *contender, const char *member) {
    const char *end = strchr(contender, '}');
    const char *found = strstr(contender, member);
    if (found == NULL || found > end)
        fail_msg("%s is not in %.*s", member, (int)(end - contender), contender);
}

static void json_holds_all_figures(void **state) {
    (void)state;
    const char *path = "bench_support_test.json";
    prepared = released = 0;
    assert_int_equal(run("--filter", "a/", "--reps", "7", "--count", "100", "--json", path, NULL),
                     0);
    assert_int_equal(prepared, 1);
    assert_int_equal(released, 1);
    char *text = read_file(path);
    assert_non_null(strstr(text, "\"machine\": {\"cpu\": \""));
    assert_non_null(strstr(text, "\"compiler\": \""));
    assert_non_null(strstr(text, "\"flags\": \""));
    assert_non_null(strstr(text, "\"date\": \"2"));
    assert_non_null(strstr(text, "\\\"from\\\""));
    assert_non_null(strstr(text, "\"count\": 100, \"reps\": "));
    assert_non_null(strstr(text, "\"bar\": {\"against\": \"slow\", \"at_most\": 1, \"ratio\": 0."));
    assert_non_null(strstr(text, "\"met\": true"));

    assert_member(find_contender(text, "us"), "\"differ\": 0, \"known\": 50, \"wrong\": 0");
    assert_member(find_contender(text, "us"), "\"ratio\": 1,");
    const char *wrong = find_contender(text, "wrong");
    assert_member(wrong, "\"differ\": 2, \"known\": 50, \"wrong\": 1");
    assert_member(wrong, "\"largest_difference\": 0.25");
    assert_member(find_contender(text, "copied"), "\"differ\": 0,");
    assert_member(find_contender(text, "lazy"), "\"differ\": 100, \"known\": 50, \"wrong\": 50");

    assert_member(find_contender(text, "limited"), "\"differ\": 30, \"known\": 15");

    /* One time per repetition. There are one to five times the requested repetitions. */
    long reps = strtol(strstr(text, "\"reps\": ") + strlen("\"reps\": "), NULL, 10);
    assert_in_range(reps, 7, 35);
    const char *list = strstr(wrong, "\"ns\": [");
    assert_non_null(list);
    int commas = 0;
    for (const char *c = list; *c != ']'; c++)
        commas += *c == ',';
    assert_int_equal(commas, reps - 1);

    int depth = 0;
    for (const char *c = text; *c != '\0'; c++)
        depth += (*c == '{' || *c == '[') - (*c == '}' || *c == ']');
    assert_int_equal(depth, 0);
    free(text);
    remove(path);
}

/* Only the first contender, only in the chosen cases. */
static void times_are_written(void **state) {
    (void)state;
    const char *path = "bench_support_test.times";
    assert_int_equal(run("--filter", "fast", "--count", "100", "--times", path, NULL), 0);
    char *text = read_file(path);
    assert_memory_equal(text, "# compiler\t", strlen("# compiler\t"));
    const char *line = strstr(text, "\na/fast\t");
    assert_non_null(line);
    assert_true(strtod(line + strlen("\na/fast\t"), NULL) > 0);
    assert_null(strstr(text, "slow"));
    free(text);
    assert_int_equal(run("--filter", "no such case", "--times", path, NULL), 0);
    remove(path);
    assert_int_equal(run("--times", "/no/such/folder/times", NULL), 2);
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

static void same_seed_gives_same_inputs(void **state) {
    (void)state;
    const bench_family *families[] = {
        &points2_random,     &points2_float,  &points2_near,        &points2_degenerate,
        &points3_random,     &points3_float,  &points3_near,        &points3_degenerate,
        &pairs_random,       &pairs_close,    &pairs_far,           &pairs_share_edge,
        &pairs_share_vertex, &pairs_coplanar, &pairs_near_coplanar, &rays_random,
        &rays_aimed,         &rays_at_edges,  &boxes_random,        &boxes_close,
        &boxes_grid};
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++) {
        size_t bytes = 50 * families[f]->input_bytes;
        void *first = calloc(1, bytes), *second = calloc(1, bytes), *other = calloc(1, bytes);
        assert_true(first != NULL && second != NULL && other != NULL);
        int32_t truth[50];
        bench_rng rng = {7}, again = {7}, different = {8};
        families[f]->make(&rng, first, 50, truth);
        families[f]->make(&again, second, 50, truth);
        families[f]->make(&different, other, 50, truth);
        assert_memory_equal(first, second, bytes);
        assert_memory_not_equal(first, other, bytes);
        /* All coordinates are finite. */
        const double *coordinates = first;
        for (size_t i = 0; i < bytes / sizeof(double); i++)
            assert_true(isfinite(coordinates[i]));
        free(first);
        free(second);
        free(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_are_nearest_ranks),
        cmocka_unit_test(random_numbers_stay_in_range),
        cmocka_unit_test(stopwatches_choose_a_clock),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(bars_and_wrong_answers_decide_the_exit_code),
        cmocka_unit_test(json_holds_all_figures),
        cmocka_unit_test(times_are_written),
        cmocka_unit_test(same_seed_gives_same_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
