/* SPDX-License-Identifier: MIT */
/* Frames of tact's broad phases, measured. */
#ifndef TACT_BENCH_BROAD_MEASURE_H
#define TACT_BENCH_BROAD_MEASURE_H

#include <tact/broad.h>

#include "boxes.h"

#define BROAD_MOST_FRAMES 100
/* Frames before the first that counts. */
#define BROAD_WARM 3
/* The same if most boxes rest: auto has noticed that by then. */
#define BROAD_CALM 20

/* Frames of one contender: times, and what it found in the last frame. */
typedef struct broad_figure {
    double ns, mean_ns; /* median and mean */
    size_t count;
    uint64_t hash;
} broad_figure;

/* The sum over all pairs of a mixed number. */
uint64_t broad_hash_pairs(const uint32_t (*pairs)[2], size_t count);

double broad_median(double *values, size_t count);

typedef struct broad_question {
    const tact_context *context;
    tact_broad_method method;
    boxes_kind kind;
    boxes_motion motion;
    size_t count, frames;
    uint64_t seed;
    bool is_wall;  /* by the wall's clock, which counts what other threads do */
    bool is_fresh; /* a new object in each frame, so that nothing is remembered */
} broad_question;

broad_figure broad_measure(const broad_question *question);

#endif
