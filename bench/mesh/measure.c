/* SPDX-License-Identifier: MIT */
/* Builds the contenders' models, lets the contenders take turns on each pose, and keeps the least
 * times; see measure.h. */
#include "measure.h"

#include "fail.h"
#include "figures.h"

#include <stdlib.h>

/* A turn asks the question at least twice, and as often as fits into TURN_NS; but once if it takes
 * longer than LONG_NS. The caches are then warm again after the turns of the other contenders. So
 * is the processor: after a millisecond without wide vectors some processors run them at a third of
 * their speed for the first 100 us. mesh_lone_measure() measures what that costs a lone query. */
#define TURN_NS 2.5e5
#define LONG_NS 2e6
/* Other work before a lone query. */
#define PAUSE_NS 2e6

/* ---- Contenders side by side ---------------------------------------------------------------- */

static void *build(const mesh_contender *contender, const mesh_model *model) {
    void *built = contender->create(model->mesh);
    if (built == NULL || !contender->build(built))
        bench_fail("%s cannot build %s", contender->name, model->name);
    return built;
}

mesh_match mesh_match_open(const mesh_contender *const *list, size_t count, const mesh_model *a,
                           const mesh_model *b) {
    mesh_match match = {.count = count};
    for (size_t c = 0; c < count; c++) {
        match.contenders[c] = list[c];
        match.a[c] = build(list[c], a);
        match.b[c] = a == b ? match.a[c] : build(list[c], b);
        match.pairs[c] = list[c]->open_pair(match.a[c], match.b[c]);
        if (match.pairs[c] == NULL)
            bench_fail("%s: out of memory", list[c]->name);
    }
    return match;
}

void mesh_match_close(mesh_match *match) {
    for (size_t c = 0; c < match->count; c++) {
        match->contenders[c]->close_pair(match->pairs[c]);
        if (match->b[c] != match->a[c])
            match->contenders[c]->destroy(match->b[c]);
        match->contenders[c]->destroy(match->a[c]);
    }
    match->count = 0;
}

pose_oracle mesh_match_oracle(const mesh_match *match) {
    for (size_t c = 0; c < match->count; c++) {
        if (match->contenders[c]->distance != NULL)
            return (pose_oracle){match->contenders[c], match->pairs[c]};
    }
    bench_fail("poses need a contender that computes distances");
}

/* ---- Cells ---------------------------------------------------------------------------------- */

bool mesh_answers(const mesh_contender *contender, mesh_question question) {
    return question == MESH_COLLIDE    ? contender->collide != NULL
           : question == MESH_CONTACTS ? contender->contacts != NULL
                                       : contender->distance != NULL;
}

static double ask(const mesh_contender *contender, mesh_question question, void *pair,
                  const pose_pair *pose) {
    switch (question) {
    case MESH_COLLIDE:
        return contender->collide(pair, &pose->a, &pose->b) ? 1 : 0;
    case MESH_CONTACTS:
        return contender->contacts(pair, &pose->a, &pose->b);
    default:
        return contender->distance(pair, &pose->a, &pose->b);
    }
}

static mesh_cell open_cell(const mesh_match *match, mesh_question question, size_t count) {
    mesh_cell cell = {.contender_count = match->count, .count = count};
    for (size_t c = 0; c < match->count; c++) {
        cell.contenders[c] = match->contenders[c];
        if (!mesh_answers(match->contenders[c], question))
            continue;
        cell.figures[c].ns = bench_allocate(count, sizeof(double));
        cell.figures[c].answers = bench_allocate(count, sizeof(double));
        for (size_t i = 0; i < count; i++)
            cell.figures[c].ns[i] = HUGE_VAL;
    }
    return cell;
}

static void summarize(mesh_cell *cell) {
    for (size_t c = 0; c < cell->contender_count; c++) {
        mesh_figures *f = &cell->figures[c];
        if (f->count == 0)
            continue;
        f->mean = bench_mean(f->ns, f->count);
        f->p95 = bench_percentile_of(f->ns, f->count, 95);
        f->p99 = bench_percentile_of(f->ns, f->count, 99);
        f->max = bench_percentile_of(f->ns, f->count, 100);
    }
}

/* Asks one question. Returns its time. */
static double time_question(const mesh_match *match, size_t c, mesh_question question,
                            const pose_pair *pose, double *answer) {
    bench_stopwatch watch = bench_stopwatch_start();
    *answer = ask(match->contenders[c], question, match->pairs[c], pose);
    return bench_stopwatch_ns(&watch);
}

/* Takes one turn. Returns its time. */
static double take_turn(const mesh_match *match, size_t c, mesh_question question,
                        const pose_pair *pose, double *least) {
    double answer, sum = 0;
    for (size_t asked = 0; asked < 2 || sum < TURN_NS; asked++) {
        double ns = time_question(match, c, question, pose, &answer);
        *least = fmin(*least, ns);
        sum += ns;
        if (ns > LONG_NS)
            break;
    }
    return sum;
}

/* Whether a contender's rounds on one pose took too long. */
static bool is_late(const mesh_contender *contender, double ns) {
    return contender->pose_seconds > 0 && ns > contender->pose_seconds * 1e9;
}

mesh_cell mesh_cell_measure(const mesh_match *match, mesh_question question, const pose_pair *poses,
                            size_t count, size_t reps) {
    mesh_cell cell = open_cell(match, question, count);
    double used[MESH_MAX_CONTENDERS] = {0};
    for (size_t i = 0; i < count; i++) {
        double now[MESH_MAX_CONTENDERS] = {0};
        for (size_t c = 0; c < match->count; c++) {
            mesh_figures *f = &cell.figures[c];
            if (f->ns == NULL || f->count < i || used[c] > match->contenders[c]->seconds * 1e9)
                continue;
            f->answers[i] = ask(match->contenders[c], question, match->pairs[c], &poses[i]);
            f->count = i + 1;
        }
        for (size_t rep = 0; rep < reps; rep++) {
            for (size_t c = 0; c < match->count; c++) {
                mesh_figures *f = &cell.figures[c];
                if (f->count == i + 1 && !is_late(match->contenders[c], now[c]))
                    now[c] += take_turn(match, c, question, &poses[i], &f->ns[i]);
            }
        }
        for (size_t c = 0; c < match->count; c++)
            used[c] += now[c];
    }
    summarize(&cell);
    return cell;
}

mesh_cell mesh_motion_measure(const mesh_match *match, mesh_question question,
                              const pose_pair *frames, size_t count, size_t reps) {
    mesh_cell cell = open_cell(match, question, count);
    for (size_t rep = 0; rep < reps; rep++) {
        for (size_t c = 0; c < match->count; c++) {
            mesh_figures *f = &cell.figures[c];
            if (f->ns == NULL)
                continue;
            if (match->contenders[c]->reset != NULL)
                match->contenders[c]->reset(match->pairs[c]);
            /* The frame before the first timed one fills the cache. */
            ask(match->contenders[c], question, match->pairs[c], &frames[0]);
            for (size_t i = 0; i < count; i++) {
                double ns = time_question(match, c, question, &frames[i + 1], &f->answers[i]);
                f->ns[i] = fmin(f->ns[i], ns);
            }
            f->count = count;
        }
    }
    summarize(&cell);
    return cell;
}

/* Scalar arithmetic, as a program does between its queries. */
static void do_other_work(void) {
    volatile double x = 1;
    for (double begin = bench_now_ns(); bench_now_ns() - begin < PAUSE_NS;) {
        for (int i = 0; i < 1000; i++)
            x = x * 1.0000001;
    }
}

mesh_cell mesh_lone_measure(const mesh_match *match, mesh_question question, const pose_pair *poses,
                            size_t count, size_t reps) {
    mesh_cell cell = open_cell(match, question, count);
    for (size_t i = 0; i < count * reps; i++) {
        size_t pose = i % count;
        for (size_t c = 0; c < match->count; c++) {
            mesh_figures *f = &cell.figures[c];
            if (f->ns == NULL)
                continue;
            do_other_work();
            double ns = time_question(match, c, question, &poses[pose], &f->answers[pose]);
            f->ns[pose] = fmin(f->ns[pose], ns);
            f->count = count;
        }
    }
    summarize(&cell);
    return cell;
}

void mesh_cell_free(mesh_cell *cell) {
    for (size_t c = 0; c < cell->contender_count; c++) {
        free(cell->figures[c].ns);
        free(cell->figures[c].answers);
    }
    cell->contender_count = 0;
}

double mesh_cell_ratio(const mesh_cell *cell, size_t c) {
    return mesh_cell_ratio_to(cell, c, 0);
}

double mesh_cell_ratio_to(const mesh_cell *cell, size_t c, size_t other) {
    const mesh_figures *ours = &cell->figures[other], *theirs = &cell->figures[c];
    size_t both = ours->count < theirs->count ? ours->count : theirs->count;
    if (both == 0)
        return BENCH_NONE;
    return bench_mean(theirs->ns, both) / bench_mean(ours->ns, both);
}

size_t mesh_cell_differ(const mesh_cell *cell, size_t c, double tolerance) {
    const mesh_figures *ours = &cell->figures[0], *theirs = &cell->figures[c];
    size_t both = ours->count < theirs->count ? ours->count : theirs->count, differ = 0;
    for (size_t i = 0; i < both; i++)
        differ += !(fabs(ours->answers[i] - theirs->answers[i]) <= tolerance);
    return differ;
}

double mesh_figures_mean_answer(const mesh_figures *figures) {
    return bench_mean(figures->answers, figures->count);
}
