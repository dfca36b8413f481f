/* SPDX-License-Identifier: MIT */
/* Reads files of times and compares them; see results.h. */
#include "results.h"

#include "fail.h"
#include "figures.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A case is compared if at least this share of the rounds has a ratio. */
#define LEAST_SHARE 0.8

const char *const compare_side_names[COMPARE_SIDES] = {"old", "new"};

/* ---- Cases ----------------------------------------------------------------------------------- */

static double *make_times(size_t rounds) {
    double *ns = bench_allocate(rounds, sizeof *ns);
    for (size_t i = 0; i < rounds; i++)
        ns[i] = (double)NAN;
    return ns;
}

/* Finds the case with this name, or adds it. */
static compare_case *find_case(compare_program *program, const char *name) {
    for (size_t i = 0; i < program->count; i++) {
        if (strcmp(program->cases[i].name, name) == 0)
            return &program->cases[i];
    }
    if (program->count == program->capacity) {
        program->capacity = 2 * program->capacity + 64;
        program->cases = realloc(program->cases, program->capacity * sizeof *program->cases);
        if (program->cases == NULL)
            bench_fail("out of memory");
    }
    compare_case *added = &program->cases[program->count++];
    *added = (compare_case){.name = bench_allocate(strlen(name) + 1, 1)};
    memcpy(added->name, name, strlen(name) + 1);
    for (int side = 0; side < COMPARE_SIDES; side++)
        added->ns[side] = make_times(program->rounds);
    return added;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* A line "# name<tab>text" of the head. */
static void read_head(compare_program *program, compare_side side, const char *name,
                      const char *text) {
    if (strcmp(name, "# compiler") == 0)
        snprintf(program->compiler[side], sizeof program->compiler[side], "%s", text);
    else if (strcmp(name, "# flags") == 0)
        snprintf(program->flags[side], sizeof program->flags[side], "%s", text);
    else if (strcmp(name, "# simd") == 0)
        snprintf(program->simd[side], sizeof program->simd[side], "%s", text);
}

static bool read_line(compare_program *program, compare_side side, size_t round, char *line) {
    line[strcspn(line, "\n")] = '\0';
    char *tab = strchr(line, '\t');
    if (tab == NULL || tab == line)
        return false;
    *tab = '\0';
    if (line[0] == '#') {
        read_head(program, side, line, tab + 1);
        return true;
    }
    char *end = NULL;
    double ns = strtod(tab + 1, &end);
    if (end == tab + 1 || *end != '\0' || !isfinite(ns) || !(ns >= 0)) {
        *tab = '\t'; /* the caller prints the line */
        return false;
    }
    compare_case *found = find_case(program, line);
    if (ns > 0)
        found->ns[side][round] = ns;
    else
        fprintf(
            stderr,
            "compare_times: round %zu of %s, %s: the clock stood still; the round is not counted\n",
            round + 1, compare_side_names[side], line);
    return true;
}

static bool read_file(compare_program *program, const char *folder, compare_side side,
                      size_t round) {
    char path[4096], line[1024];
    snprintf(path, sizeof path, "%s/%s.%s.%zu", folder, program->name, compare_side_names[side],
             round + 1);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "compare_times: %s: %s\n", path, strerror(errno));
        return false;
    }
    bool good = true;
    while (good && fgets(line, sizeof line, file) != NULL) {
        good = read_line(program, side, round, line);
        if (!good)
            fprintf(stderr, "compare_times: %s: this line is not a case and its time: %s\n", path,
                    line);
    }
    fclose(file);
    return good;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* The median of the values that are not NaN. There is at least one. */
static double median_of(const double *values, size_t most) {
    double *sorted = bench_allocate(most, sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < most; i++)
        if (!isnan(values[i]))
            sorted[count++] = values[i];
    bench_sort(sorted, count);
    double median = 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]);
    free(sorted);
    return median;
}

/* Adds the log ratios of a case to sums if both sides have the case in enough rounds. A round
 * without a ratio contributes the average of the case. */
static void compare_one(compare_case *one, size_t rounds, double *logs, double *sums) {
    size_t count = 0;
    double total = 0;
    for (size_t i = 0; i < rounds; i++) {
        double ratio = log(one->ns[COMPARE_NEW][i] / one->ns[COMPARE_OLD][i]);
        if (isnan(ratio))
            continue;
        logs[count++] = ratio;
        total += ratio;
    }
    one->is_compared = count >= COMPARE_MIN_ROUNDS && (double)count >= LEAST_SHARE * (double)rounds;
    if (!one->is_compared)
        return;
    for (size_t i = 0; i < rounds; i++) {
        double ratio = log(one->ns[COMPARE_NEW][i] / one->ns[COMPARE_OLD][i]);
        sums[i] += isnan(ratio) ? total / (double)count : ratio;
    }
    for (int side = 0; side < COMPARE_SIDES; side++)
        one->median[side] = median_of(one->ns[side], rounds);
    one->interval = compare_estimate(logs, count);
    one->verdict = compare_judge(&one->interval);
}

static void compare_all(compare_program *program) {
    double *logs = bench_allocate(program->rounds, sizeof *logs);
    double *sums = bench_allocate(program->rounds, sizeof *sums);
    for (size_t i = 0; i < program->count; i++) {
        compare_one(&program->cases[i], program->rounds, logs, sums);
        program->compared += program->cases[i].is_compared;
    }
    if (program->compared > 0) {
        for (size_t i = 0; i < program->rounds; i++)
            sums[i] /= (double)program->compared;
        program->mean = compare_estimate(sums, program->rounds);
    }
    free(logs);
    free(sums);
}

bool compare_program_read(compare_program *program, const char *folder, const char *name,
                          size_t rounds) {
    *program = (compare_program){.name = name, .rounds = rounds};
    for (size_t round = 0; round < rounds; round++) {
        for (int side = 0; side < COMPARE_SIDES; side++) {
            if (!read_file(program, folder, (compare_side)side, round))
                return false;
        }
    }
    compare_all(program);
    return true;
}

void compare_program_free(compare_program *program) {
    for (size_t i = 0; i < program->count; i++) {
        free(program->cases[i].name);
        for (int side = 0; side < COMPARE_SIDES; side++)
            free(program->cases[i].ns[side]);
    }
    free(program->cases);
}
