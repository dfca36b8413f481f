/* SPDX-License-Identifier: MIT */
/* Contenders take turns, and the least time of a pass counts; see convex_measure.h. */
#include "convex_measure.h"

#include "fail.h"
#include "figures.h"
#include "stopwatch.h"

#include <stdlib.h>

#define TURN_NS 2.5e5
/* If a pass takes longer than this, a turn is one pass. */
#define LONG_NS 2e6
/* A contender has no more turns in a cell after three turns and this time. */
#define MOST_NS 4e8

/* ---- Ways ----------------------------------------------------------------------------------- */

static double time_pass(const convex_way *way) {
    if (way->begin != NULL)
        way->begin(way->state);
    bench_stopwatch watch = bench_stopwatch_start();
    way->pass(way->state);
    return bench_stopwatch_ns(&watch);
}

/* Takes one turn. Returns its time. */
static double take_turn(convex_way *way) {
    double sum = 0;
    for (size_t passes = 0; passes < 2 || sum < TURN_NS; passes++) {
        double ns = time_pass(way);
        way->ns = fmin(way->ns, ns);
        sum += ns;
        if (ns > LONG_NS)
            break;
    }
    return sum;
}

void convex_ways_measure(convex_way *ways, size_t count, size_t turns) {
    double *used = bench_allocate(count, sizeof *used);
    for (size_t i = 0; i < count; i++)
        ways[i].ns = HUGE_VAL;
    for (size_t turn = 0; turn < turns; turn++)
        for (size_t i = 0; i < count; i++)
            if (turn < 3 || used[i] < MOST_NS)
                used[i] += take_turn(&ways[i]);
    free(used);
}

/* ---- Cells ---------------------------------------------------------------------------------- */

typedef struct runner {
    const bench_contender *contender;
    const void *prepared;
    size_t count;
    bench_answers answers;
} runner;

static void run_pass(void *state) {
    const runner *r = state;
    r->contender->run(r->prepared, r->count, r->answers);
}

static runner open_runner(const bench_contender *contender, const convex_input *inputs,
                          size_t count) {
    runner r = {.contender = contender, .count = count};
    r.prepared = contender->prepare != NULL ? contender->prepare(inputs, count) : inputs;
    r.answers.verdict = bench_allocate(count, sizeof(int32_t));
    r.answers.number = bench_allocate(count, sizeof(double));
    for (size_t i = 0; i < count; i++) {
        r.answers.verdict[i] = -1; /* so a missing answer is wrong */
        r.answers.number[i] = -HUGE_VAL;
    }
    if (r.prepared == NULL)
        bench_fail("%s has no memory for its inputs", contender->name);
    return r;
}

static void close_runner(runner *r, const void *inputs) {
    if (r->prepared != inputs)
        r->contender->release((void *)(uintptr_t)r->prepared);
    free(r->answers.verdict);
    free(r->answers.number);
}

static void judge_all(convex_question question, const convex_input *inputs, const runner *runners,
                      convex_cell *cell) {
    for (size_t i = 0; i < cell->count; i++) {
        convex_truth truth = convex_truth_find(&inputs[i]);
        for (size_t c = 0; c < cell->contender_count; c++) {
            convex_judgement judgement = convex_judge(
                &truth, question, runners[c].answers.verdict[i], runners[c].answers.number[i]);
            cell->figures[c].wrong += judgement == CONVEX_WRONG;
            cell->open += c == 0 && judgement == CONVEX_OPEN;
        }
    }
}

convex_cell convex_cell_measure(convex_question question, const bench_contender *contenders,
                                size_t contender_count, const convex_input *inputs, size_t count,
                                size_t turns) {
    convex_cell cell = {.contender_count = contender_count, .count = count};
    runner runners[CONVEX_MAX_CONTENDERS];
    convex_way ways[CONVEX_MAX_CONTENDERS];
    for (size_t c = 0; c < contender_count; c++) {
        runners[c] = open_runner(&contenders[c], inputs, count);
        ways[c] = (convex_way){NULL, run_pass, &runners[c], HUGE_VAL};
    }
    convex_ways_measure(ways, contender_count, turns);
    for (size_t c = 0; c < contender_count; c++) {
        cell.figures[c].name = contenders[c].name;
        cell.figures[c].ns = ways[c].ns / (double)count;
    }
    judge_all(question, inputs, runners, &cell);
    for (size_t c = 0; c < contender_count; c++)
        close_runner(&runners[c], inputs);
    return cell;
}

size_t convex_cell_best(const convex_cell *cell, double most_wrong) {
    size_t best = 0;
    for (size_t c = 1; c < cell->contender_count; c++) {
        if ((double)cell->figures[c].wrong > most_wrong * (double)cell->count)
            continue;
        if (best == 0 || cell->figures[c].ns < cell->figures[best].ns)
            best = c;
    }
    return best;
}

double convex_cell_ratio(const convex_cell *cell, double most_wrong) {
    size_t best = convex_cell_best(cell, most_wrong);
    return best == 0 ? BENCH_NONE : cell->figures[best].ns / cell->figures[0].ns;
}
