/* SPDX-License-Identifier: MIT */
/* Runs cases: makes the inputs, lets the contenders take turns, compares their answers. */
#include "fail.h"
#include "figures.h"
#include "internal.h"
#include "output.h"
#include "stopwatch.h"
#include "times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In one repetition each contender has at most ROUNDS turns. A turn is as many passes over the
 * inputs as last TURN_NS, at least one. Short turns spread a quiet or noisy moment of the machine
 * over all contenders. */
#define TURN_NS 2e5
#define ROUNDS 10
/* The least times have settled if half of the requested repetitions reduced none of them by more
 * than this fraction. */
#define SETTLED 0.01
/* At most this many times the requested repetitions are made. */
#define PATIENCE 5

/* The memory of one case. */
typedef struct stage {
    const bench_case *the_case;
    size_t count;
    void *inputs;
    int32_t *truth;
    void *prepared[BENCH_MAX_CONTENDERS];
    bench_answers answers[BENCH_MAX_CONTENDERS];
} stage;

/* --times: the turns of a case last TIMES_NS in all, and there are at least TIMES_TURNS. */
#define TIMES_NS 3e7
#define TIMES_TURNS 5

/* Whole cache lines, so that the answers of two contenders never share a line. */
static void *allocate_lines(size_t count, size_t bytes) {
    bool fits = bytes == 0 || count <= (SIZE_MAX - 64) / bytes;
    void *memory = fits ? aligned_alloc(64, (count * bytes + 63) / 64 * 64) : NULL;
    if (memory == NULL)
        bench_fail("out of memory");
    return memory;
}

static void close_stage(stage *s) {
    for (size_t c = 0; c < s->the_case->contender_count; c++) {
        const bench_contender *contender = &s->the_case->contenders[c];
        if (contender->prepare != NULL && s->prepared[c] != NULL)
            contender->release(s->prepared[c]);
        free(s->answers[c].verdict);
        free(s->answers[c].number);
    }
    free(s->inputs);
    free(s->truth);
}

/* The number of inputs that a contender answers. */
static size_t items_of(const stage *s, size_t c) {
    size_t limit = s->the_case->contenders[c].count_limit;
    return limit != 0 && limit < s->count ? limit : s->count;
}

static void make_inputs(stage *s, uint64_t seed) {
    const bench_family *family = s->the_case->family;
    s->inputs = allocate_lines(s->count, family->input_bytes);
    s->truth = allocate_lines(s->count, sizeof *s->truth);
    for (size_t i = 0; i < s->count; i++)
        s->truth[i] = BENCH_UNKNOWN;
    bench_rng rng = bench_rng_named(seed, family->name);
    family->make(&rng, s->inputs, s->count, s->truth);
    for (size_t i = 0; s->the_case->without_truth && i < s->count; i++)
        s->truth[i] = BENCH_UNKNOWN;
}

static void open_stage(stage *s, const bench_case *the_case, const bench_options *options) {
    *s = (stage){.the_case = the_case, .count = options->count};
    make_inputs(s, options->seed);
    for (size_t c = 0; c < the_case->contender_count; c++) {
        s->answers[c].verdict = allocate_lines(s->count, sizeof(int32_t));
        s->answers[c].number = allocate_lines(s->count, sizeof(double));
        /* Values that no contender gives, so that a missing answer shows. */
        for (size_t i = 0; i < s->count; i++) {
            s->answers[c].verdict[i] = INT32_MAX - (int32_t)c;
            s->answers[c].number[i] = -HUGE_VAL;
        }
        const bench_contender *contender = &the_case->contenders[c];
        s->prepared[c] =
            contender->prepare != NULL ? contender->prepare(s->inputs, items_of(s, c)) : s->inputs;
        if (s->prepared[c] == NULL)
            bench_fail("%s: %s has no memory for its inputs", the_case->name, contender->name);
    }
}

static double time_turn(const stage *s, size_t c, size_t passes) {
    bench_run *run = s->the_case->contenders[c].run;
    size_t count = items_of(s, c);
    double start = bench_now_ns();
    for (size_t pass = 0; pass < passes; pass++)
        run(s->prepared[c], count, s->answers[c]);
    return bench_now_ns() - start;
}

/* Chooses the passes per turn, and the turns of a contender whose single pass exceeds TURN_NS. The
 * passes that this takes also warm up the caches. */
static void choose_turns(const stage *s, size_t c, bench_figures *figures) {
    figures->count = items_of(s, c);
    time_turn(s, c, 1);
    double once = fmax(time_turn(s, c, 1), 1);
    figures->passes = once < TURN_NS ? (size_t)ceil(TURN_NS / once) : 1;
    double rounds = ceil(ROUNDS * TURN_NS / (once * (double)figures->passes));
    figures->rounds = rounds < 1 ? 1 : rounds > ROUNDS ? ROUNDS : (size_t)rounds;
}

/* One repetition: in each round every contender has one turn. */
static void repeat(const stage *s, bench_result *result, size_t rep) {
    size_t contenders = s->the_case->contender_count;
    for (size_t c = 0; c < contenders; c++)
        result->figures[c].ns[rep] = 0;
    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t c = 0; c < contenders; c++) {
            bench_figures *figures = &result->figures[c];
            if (round < figures->rounds)
                figures->ns[rep] += time_turn(s, c, figures->passes);
        }
    }
    for (size_t c = 0; c < contenders; c++) {
        bench_figures *figures = &result->figures[c];
        double passes = (double)figures->passes * (double)figures->rounds;
        figures->ns[rep] /= passes * (double)figures->count;
    }
}

static double least(const double *values, size_t count) {
    double result = values[0];
    for (size_t i = 1; i < count; i++)
        result = fmin(result, values[i]);
    return result;
}

/* Whether the repetitions after the first earlier ones reduced no least time. */
static bool has_settled(const bench_result *result, size_t earlier) {
    for (size_t c = 0; c < result->the_case->contender_count; c++) {
        const double *ns = result->figures[c].ns;
        if (least(ns, result->reps) < (1 - SETTLED) * least(ns, earlier))
            return false;
    }
    return true;
}

/* Makes the requested repetitions, and more while the least times still fall. */
static void repeat_until_settled(const stage *s, bench_result *result, size_t asked) {
    while (result->reps < PATIENCE * asked) {
        repeat(s, result, result->reps);
        result->reps++;
        if (result->reps >= asked && has_settled(result, result->reps - asked / 2))
            return;
    }
}

static bool numbers_agree(double x, double y, double tolerance) {
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y);
    if (isinf(x) || isinf(y))
        return x == y;
    return fabs(x - y) <= tolerance * fmax(1, fmax(fabs(x), fabs(y)));
}

static void compare_answers(const stage *s, size_t c, bench_figures *figures) {
    const bench_answers *ours = &s->answers[0], *theirs = &s->answers[c];
    for (size_t i = 0; i < figures->count; i++) {
        bool agree = theirs->verdict[i] == ours->verdict[i];
        if (s->the_case->compares_numbers) {
            double x = ours->number[i], y = theirs->number[i];
            agree = agree && numbers_agree(x, y, s->the_case->tolerance);
            if (isfinite(x) && isfinite(y))
                figures->largest = fmax(figures->largest, fabs(x - y));
        }
        figures->differ += !agree;
        if (s->truth[i] != BENCH_UNKNOWN) {
            figures->known++;
            figures->wrong += theirs->verdict[i] != s->truth[i];
        }
    }
}

void bench_figures_summarize(bench_figures *figures, size_t reps) {
    figures->min = least(figures->ns, reps);
    figures->p50 = bench_percentile_of(figures->ns, reps, 50);
    figures->p95 = bench_percentile_of(figures->ns, reps, 95);
}

static void judge_bar(bench_result *result) {
    const bench_case *the_case = result->the_case;
    for (size_t c = 1; the_case->bar.against != NULL && c < the_case->contender_count; c++) {
        if (strcmp(the_case->contenders[c].name, the_case->bar.against) != 0)
            continue;
        result->has_bar = true;
        result->bar_ratio = result->figures[0].min / result->figures[c].min;
        result->bar_met = result->bar_ratio <= the_case->bar.at_most;
    }
}

static void free_result(bench_result *result) {
    for (size_t c = 0; c < BENCH_MAX_CONTENDERS; c++)
        free(result->figures[c].ns);
}

static void run_case(const bench_case *the_case, const bench_options *options,
                     bench_result *result) {
    *result = (bench_result){.the_case = the_case, .count = options->count};
    stage s;
    open_stage(&s, the_case, options);
    for (size_t c = 0; c < the_case->contender_count; c++) {
        choose_turns(&s, c, &result->figures[c]);
        result->figures[c].ns = bench_allocate(PATIENCE * options->reps, sizeof(double));
    }
    repeat_until_settled(&s, result, options->reps);
    for (size_t c = 0; c < the_case->contender_count; c++) {
        compare_answers(&s, c, &result->figures[c]);
        bench_figures_summarize(&result->figures[c], result->reps);
    }
    judge_bar(result);
    close_stage(&s);
}

static bool is_chosen(const bench_case *the_case, const bench_options *options) {
    return options->filter == NULL || strstr(the_case->name, options->filter) != NULL;
}

static bool write_json_file(const char *program, const bench_machine *machine,
                            const bench_options *options, const bench_result *results,
                            size_t count) {
    FILE *file = bench_output_open(options->json);
    if (file == NULL)
        return false;
    bench_write_json(file, program, machine, options, results, count);
    return bench_output_close(file, options->json);
}

/* 1 if an answer of tact is wrong or, with --check, if a bar is missed. */
static int judge(const bench_result *results, size_t count, const bench_options *options) {
    int code = 0;
    for (size_t i = 0; i < count; i++) {
        bool missed = results[i].has_bar && !results[i].bar_met;
        if (results[i].figures[0].wrong > 0 || (options->check && missed))
            code = 1;
    }
    return code;
}

static int run_chosen(const char *program, const bench_case *cases, size_t case_count,
                      const bench_options *options) {
    bench_machine machine = bench_machine_describe();
    bench_result *results = bench_allocate(case_count, sizeof *results);
    bench_machine_print(&machine);
    bench_print_options(options);
    size_t done = 0;
    for (size_t i = 0; i < case_count; i++) {
        if (!is_chosen(&cases[i], options))
            continue;
        run_case(&cases[i], options, &results[done]);
        bench_print_result(&results[done++]);
        fflush(stdout);
    }
    bench_print_summary(results, done);
    int code = judge(results, done, options);
    if (options->json != NULL && !write_json_file(program, &machine, options, results, done))
        code = 2;
    for (size_t i = 0; i < done; i++)
        free_result(&results[i]);
    free(results);
    return code;
}

/* ---- Times of the first contender alone ----------------------------------------------------- */

/* Nanoseconds per item of the fastest turn. */
static double least_turn(const stage *s) {
    bench_figures figures;
    choose_turns(s, 0, &figures);
    double least_ns = HUGE_VAL, used = 0;
    for (size_t turn = 0; turn < TIMES_TURNS || used < TIMES_NS; turn++) {
        bench_stopwatch watch = bench_stopwatch_start();
        time_turn(s, 0, figures.passes);
        double ns = bench_stopwatch_ns(&watch);
        least_ns = fmin(least_ns, ns);
        used += ns;
    }
    return least_ns / ((double)figures.passes * (double)figures.count);
}

static int write_times(const bench_case *cases, size_t case_count, const bench_options *options) {
    bench_times times;
    if (!bench_times_open(&times, options->times, NULL, options->turns))
        return 2;
    for (size_t i = 0; i < case_count; i++) {
        if (!is_chosen(&cases[i], options))
            continue;
        bench_case alone = cases[i];
        alone.contender_count = 1;
        bench_options some = *options;
        if (alone.times_count != 0 && alone.times_count < some.count)
            some.count = alone.times_count;
        stage s;
        open_stage(&s, &alone, &some);
        bench_times_add(&times, least_turn(&s), "%s", alone.name);
        close_stage(&s);
    }
    return bench_times_close(&times) ? 0 : 2;
}

int bench_main(int argc, char **argv, const char *program, const bench_case *cases,
               size_t case_count) {
    bench_options options;
    int code;
    if (!bench_options_read(argc, argv, program, &options, &code))
        return code;
    if (options.times != NULL && !options.list)
        return write_times(cases, case_count, &options);
    size_t chosen = 0;
    for (size_t i = 0; i < case_count; i++) {
        if (!is_chosen(&cases[i], &options))
            continue;
        chosen++;
        if (options.list)
            printf("%s\n", cases[i].name);
    }
    if (chosen == 0) {
        fprintf(stderr, "no case matches; --list prints the names of the cases\n");
        return 2;
    }
    return options.list ? 0 : run_chosen(program, cases, case_count, &options);
}
