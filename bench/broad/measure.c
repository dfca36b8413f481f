/* SPDX-License-Identifier: MIT */
/* Measuring frames of tact's broad phases; see measure.h. */
#include "measure.h"

#include "fail.h"
#include "stopwatch.h"

#include <stdlib.h>

typedef struct side {
    tact_broad *broad;
    tact_pair_list *list;
} side;

static side side_create(const broad_question *q, const tact_box *boxes) {
    side s = {NULL, NULL};
    tact_broad_options wanted = tact_broad_options_default();
    wanted.method = q->method;
    bench_must(tact_broad_create(q->context, &wanted, &s.broad), "a broad phase");
    bench_must(tact_pair_list_create(q->context, &s.list), "a list");
    bench_must(tact_broad_add(s.broad, boxes, (uint32_t)q->count, NULL, NULL), "boxes");
    return s;
}

static void side_destroy(side *s) {
    tact_broad_destroy(s->broad);
    tact_pair_list_destroy(s->list);
}

static void side_frame(side *s, const broad_question *q, const tact_box *boxes) {
    if (q->is_fresh) {
        side_destroy(s);
        *s = side_create(q, boxes);
    } else {
        size_t moving = q->motion == BOXES_REST ? (q->count + 99) / 100 : q->count;
        bench_must(tact_broad_move(s->broad, NULL, boxes, (uint32_t)moving, NULL), "moves");
    }
    bench_must(tact_broad_pairs(s->broad, s->list), "pairs");
}

uint64_t broad_hash_pairs(const uint32_t (*pairs)[2], size_t count) {
    uint64_t sum = 0;
    for (size_t k = 0; k < count; k++) {
        uint64_t x = ((uint64_t)pairs[k][0] << 32 | pairs[k][1]) + UINT64_C(0x9E3779B97F4A7C15);
        x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
        x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
        sum += x ^ (x >> 31);
    }
    return sum;
}

static int compare_numbers(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double broad_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_numbers);
    return values[count / 2];
}

broad_figure broad_measure(const broad_question *q) {
    double ns[BROAD_MOST_FRAMES], sum = 0;
    broad_figure f = {0, 0, 0, 0};
    size_t warm = q->motion == BOXES_REST ? BROAD_CALM : BROAD_WARM;
    boxes_world world = boxes_create(q->kind, q->motion, q->count, q->seed);
    side s = side_create(q, world.boxes);
    for (size_t k = 0; k < q->frames + warm; k++) {
        boxes_step(&world);
        bench_stopwatch watch = bench_stopwatch_start();
        double start = bench_now_ns();
        side_frame(&s, q, world.boxes);
        if (k >= warm) {
            ns[k - warm] = q->is_wall ? bench_now_ns() - start : bench_stopwatch_ns(&watch);
            sum += ns[k - warm];
        }
    }
    tact_pair_view view = tact_pair_list_view(s.list);
    f.count = view.count;
    f.hash = broad_hash_pairs(view.pairs, view.count);
    f.ns = broad_median(ns, q->frames);
    f.mean_ns = sum / (double)q->frames;
    side_destroy(&s);
    boxes_destroy(&world);
    return f;
}
