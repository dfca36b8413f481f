/* SPDX-License-Identifier: MIT */
/* Runs cases: makes the inputs, lets the contenders take turns, compares their answers. */
#include "internal.h"
#include "stopwatch.h"
#include "times.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In one repetition the contenders take turns, at most ROUNDS each; a turn is as many passes over
 * the inputs as last TURN_NS, at least one. A quiet or a noisy moment of the machine then hits all
 * of them, not the one that happened to run. */
#define TURN_NS 2e5
#define ROUNDS 10
/* The least times have settled when half of the asked repetitions brought none of them down by more
 * than this. */
#define SETTLED 0.01
/* How many times the asked repetitions there are at most. */
#define PATIENCE 5

/* Everything that one case needs in memory. */
typedef struct stage {
    const bench_case *the_case;
    size_t count;
    void *inputs;
    int32_t *truth;
    void *prepared[BENCH_MAX_CONTENDERS];
    bench_answers answers[BENCH_MAX_CONTENDERS];
} stage;

/* --times: turns of a case go on for so long, and there are so many at least. */
#define TIMES_NS 3e7
#define TIMES_TURNS 5

/* The same inputs for all cases of a family, whatever else was run before. */
static bench_rng start_rng(uint64_t seed, const char *family_name) {
    bench_rng rng = {seed};
    for (const char *c = family_name; *c != '\0'; c++)
        rng.state = bench_rng_next(&rng) ^ (unsigned char)*c;
    return rng;
}

static void *allocate(size_t count, size_t bytes) {
    if (bytes != 0 && count > (SIZE_MAX - 64) / bytes)
        return NULL;
    /* Whole cache lines, so that no contender's answers share one with another's. */
    size_t size = (count * bytes + 63) / 64 * 64;
    return aligned_alloc(64, size);
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

/* How many inputs the contender answers. */
static size_t items_of(const stage *s, size_t c) {
    size_t limit = s->the_case->contenders[c].count_limit;
    return limit != 0 && limit < s->count ? limit : s->count;
}

static bool open_stage(stage *s, const bench_case *the_case, const bench_options *options) {
    *s = (stage){.the_case = the_case, .count = options->count};
    s->inputs = allocate(s->count, the_case->family->input_bytes);
    s->truth = allocate(s->count, sizeof *s->truth);
    bool complete = s->inputs != NULL && s->truth != NULL;
    for (size_t c = 0; c < the_case->contender_count; c++) {
        s->answers[c].verdict = allocate(s->count, sizeof(int32_t));
        s->answers[c].number = allocate(s->count, sizeof(double));
        if (s->answers[c].verdict == NULL || s->answers[c].number == NULL)
            complete = false;
    }
    if (!complete) {
        close_stage(s);
        return false;
    }
    for (size_t i = 0; i < s->count; i++)
        s->truth[i] = BENCH_UNKNOWN;
    bench_rng rng = start_rng(options->seed, the_case->family->name);
    the_case->family->make(&rng, s->inputs, s->count, s->truth);
    for (size_t i = 0; the_case->without_truth && i < s->count; i++)
        s->truth[i] = BENCH_UNKNOWN;

    for (size_t c = 0; c < the_case->contender_count; c++) {
        /* Values that no contender gives, so that a missing answer shows. */
        for (size_t i = 0; i < s->count; i++) {
            s->answers[c].verdict[i] = INT32_MAX - (int32_t)c;
            s->answers[c].number[i] = -HUGE_VAL;
        }
        const bench_contender *contender = &the_case->contenders[c];
        s->prepared[c] =
            contender->prepare != NULL ? contender->prepare(s->inputs, items_of(s, c)) : s->inputs;
        if (s->prepared[c] == NULL) {
            close_stage(s);
            return false;
        }
    }
    return true;
}

static double time_turn(const stage *s, size_t c, size_t passes) {
    bench_run *run = s->the_case->contenders[c].run;
    size_t count = items_of(s, c);
    double start = bench_now_ns();
    for (size_t pass = 0; pass < passes; pass++)
        run(s->prepared[c], count, s->answers[c]);
    return bench_now_ns() - start;
}

/* How many passes make a turn, and how many turns a contender has that is slower than a turn should
 * be; the passes made to find out also warm up. */
static void choose_turns(const stage *s, size_t c, bench_figures *figures) {
    figures->count = items_of(s, c);
    time_turn(s, c, 1);
    double once = fmax(time_turn(s, c, 1), 1);
    figures->passes = once < TURN_NS ? (size_t)ceil(TURN_NS / once) : 1;
    double rounds = ceil(ROUNDS * TURN_NS / (once * (double)figures->passes));
    figures->rounds = rounds < 1 ? 1 : rounds > ROUNDS ? ROUNDS : (size_t)rounds;
}

/* One repetition: all contenders in turn, round after round. */
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

/* Whether the repetitions since earlier brought no least time down. */
static bool has_settled(const bench_result *result, size_t earlier) {
    for (size_t c = 0; c < result->the_case->contender_count; c++) {
        const double *ns = result->figures[c].ns;
        if (least(ns, result->reps) < (1 - SETTLED) * least(ns, earlier))
            return false;
    }
    return true;
}

/* At least the asked repetitions, and more where the least times still fall. */
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

/* Returns false when out of memory, with what it has so far in result. */
static bool run_case(const bench_case *the_case, const bench_options *options,
                     bench_result *result) {
    *result = (bench_result){.the_case = the_case, .count = options->count};
    stage s;
    if (!open_stage(&s, the_case, options))
        return false;
    bool complete = true;
    for (size_t c = 0; c < the_case->contender_count; c++) {
        choose_turns(&s, c, &result->figures[c]);
        result->figures[c].ns = calloc(PATIENCE * options->reps, sizeof(double));
        complete = complete && result->figures[c].ns != NULL;
    }
    if (complete)
        repeat_until_settled(&s, result, options->reps);
    for (size_t c = 0; complete && c < the_case->contender_count; c++) {
        compare_answers(&s, c, &result->figures[c]);
        complete = bench_figures_summarize(&result->figures[c], result->reps);
    }
    if (complete)
        judge_bar(result);
    close_stage(&s);
    return complete;
}

static bool is_chosen(const bench_case *the_case, const bench_options *options) {
    return options->filter == NULL || strstr(the_case->name, options->filter) != NULL;
}

static bool write_json_file(const char *program, const bench_machine *machine,
                            const bench_options *options, const bench_result *results,
                            size_t count) {
    FILE *file = fopen(options->json, "w");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", options->json, strerror(errno));
        return false;
    }
    bench_write_json(file, program, machine, options, results, count);
    bool written = !ferror(file);
    written = fclose(file) == 0 && written;
    if (!written)
        fprintf(stderr, "%s: cannot be written\n", options->json);
    return written;
}

static int run_chosen(const char *program, const bench_case *cases, size_t case_count,
                      const bench_options *options) {
    bench_machine machine = bench_machine_describe();
    bench_result *results = calloc(case_count, sizeof *results);
    if (results == NULL) {
        fprintf(stderr, "out of memory\n");
        return 2;
    }
    bench_print_machine(&machine, options);
    size_t done = 0;
    int code = 0;
    for (size_t i = 0; i < case_count && code == 0; i++) {
        if (!is_chosen(&cases[i], options))
            continue;
        bench_result *result = &results[done++];
        if (!run_case(&cases[i], options, result)) {
            fprintf(stderr, "%s: out of memory\n", cases[i].name);
            code = 2;
            break;
        }
        bench_print_result(result);
        fflush(stdout);
    }
    if (code == 0) {
        bench_print_summary(results, done);
        for (size_t i = 0; i < done; i++) {
            bool missed = results[i].has_bar && !results[i].bar_met;
            if (results[i].figures[0].wrong > 0 || (options->check && missed))
                code = 1;
        }
        if (options->json != NULL && !write_json_file(program, &machine, options, results, done))
            code = 2;
    }
    for (size_t i = 0; i < done; i++)
        free_result(&results[i]);
    free(results);
    return code;
}

/* ---- Times of the first contender alone ----------------------------------------------------- */

/* The least turn counts, per item. */
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
        if (!open_stage(&s, &alone, &some)) {
            fprintf(stderr, "%s: out of memory\n", alone.name);
            return 2;
        }
        bench_times_add(&times, least_turn(&s), "%s", alone.name);
        close_stage(&s);
    }
    return bench_times_close(&times) ? 0 : 2;
}

int bench_main(int argc, char **argv, const char *program, const bench_case *cases,
               size_t case_count) {
    bench_options options;
    if (!bench_options_parse(argc, argv, &options))
        return 2;
    if (options.help) {
        bench_options_help(program);
        return 0;
    }
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
        fprintf(stderr, "no case matches; --list prints their names\n");
        return 2;
    }
    return options.list ? 0 : run_chosen(program, cases, case_count, &options);
}
