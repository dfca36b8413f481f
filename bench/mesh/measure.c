/* SPDX-License-Identifier: MIT */
/* Measuring: builds the contenders' models, lets them take turns on each pose, keeps the least
 * times. What is done with the figures is the sections' matter. */
#include "measure.h"

#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A turn is the question asked twice at least, and as often as fits into TURN_NS; once where it
 * takes longer than LONG_NS. Caches are then warm again after the other contenders' turns, and so
 * is the processor: after a millisecond without wide vectors some run them at a third of their
 * speed for the first 100 us. What that costs a lone query is measured by mesh_lone_measure(). */
#define TURN_NS 2.5e5
#define LONG_NS 2e6
/* Other work before a lone query. */
#define PAUSE_NS 2e6

static void out_of_memory(void) {
    fprintf(stderr, "bench_mesh: no memory\n");
    exit(2);
}

void *mesh_allocate(size_t count, size_t bytes) {
    void *memory = calloc(count > 0 ? count : 1, bytes);
    if (memory == NULL)
        out_of_memory();
    return memory;
}

/* ---- Contenders side by side ---------------------------------------------------------------- */

static void *build(const mesh_contender *contender, const mesh_model *model) {
    void *built = contender->create(model->mesh);
    if (built == NULL || !contender->build(built)) {
        fprintf(stderr, "bench_mesh: %s cannot build %s\n", contender->name, model->name);
        exit(2);
    }
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
            out_of_memory();
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
    fprintf(stderr, "bench_mesh: poses need a contender that tells distances\n");
    exit(2);
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
        cell.figures[c].ns = mesh_allocate(count, sizeof(double));
        cell.figures[c].answers = mesh_allocate(count, sizeof(double));
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
        f->mean = mesh_mean(f->ns, f->count);
        f->p95 = mesh_percentile(f->ns, f->count, 95);
        f->p99 = mesh_percentile(f->ns, f->count, 99);
        f->max = mesh_percentile(f->ns, f->count, 100);
    }
}

/* The time of one question. */
static double time_question(const mesh_match *match, size_t c, mesh_question question,
                            const pose_pair *pose, double *answer) {
    bench_stopwatch watch = bench_stopwatch_start();
    *answer = ask(match->contenders[c], question, match->pairs[c], pose);
    return bench_stopwatch_ns(&watch);
}

/* One turn; returns what it took in all. */
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

mesh_cell mesh_cell_measure(const mesh_match *match, mesh_question question, const pose_pair *poses,
                            size_t count, size_t reps) {
    mesh_cell cell = open_cell(match, question, count);
    double used[MESH_MAX_CONTENDERS] = {0};
    for (size_t i = 0; i < count; i++) {
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
                if (f->count == i + 1)
                    used[c] += take_turn(match, c, question, &poses[i], &f->ns[i]);
            }
        }
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
            /* The frame before the first one fills the cache: it is the motion that is timed. */
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

/* Plain arithmetic, as a program does between its queries. */
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
    const mesh_figures *ours = &cell->figures[0], *theirs = &cell->figures[c];
    size_t both = ours->count < theirs->count ? ours->count : theirs->count;
    if (both == 0)
        return MESH_NONE;
    return mesh_mean(theirs->ns, both) / mesh_mean(ours->ns, both);
}

size_t mesh_cell_differ(const mesh_cell *cell, size_t c, double tolerance) {
    const mesh_figures *ours = &cell->figures[0], *theirs = &cell->figures[c];
    size_t both = ours->count < theirs->count ? ours->count : theirs->count, differ = 0;
    for (size_t i = 0; i < both; i++)
        differ += !(fabs(ours->answers[i] - theirs->answers[i]) <= tolerance);
    return differ;
}

double mesh_figures_mean_answer(const mesh_figures *figures) {
    return mesh_mean(figures->answers, figures->count);
}

/* ---- Statistics ----------------------------------------------------------------------------- */

double mesh_mean(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return count > 0 ? sum / (double)count : MESH_NONE;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double mesh_percentile(const double *values, size_t count, double percent) {
    if (count == 0)
        return MESH_NONE;
    double *sorted = mesh_allocate(count, sizeof *sorted);
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_doubles);
    double result = bench_percentile(sorted, count, percent);
    free(sorted);
    return result;
}
