/* SPDX-License-Identifier: MIT */
/* A broad phase as a contender: boxes that move from frame to frame in, pairs out. */
#ifndef TACT_BENCH_BROAD_CONTENDER_H
#define TACT_BENCH_BROAD_CONTENDER_H

#include <tact/broad.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The pairs of a frame, in any order; each has two different numbers, the smaller first. */
typedef struct broad_pairs {
    uint32_t (*pairs)[2];
    size_t count, capacity;
} broad_pairs;

static inline void broad_pairs_add(broad_pairs *out, uint32_t i, uint32_t j) {
    if (out->count < out->capacity) {
        out->pairs[out->count][0] = i < j ? i : j;
        out->pairs[out->count][1] = i < j ? j : i;
    }
    out->count++;
}

typedef struct broad_contender {
    const char *name, *about;
    void *(*create)(const tact_box *boxes, size_t count);
    void (*destroy)(void *object);
    /* Moves all boxes and finds all pairs. */
    void (*frame)(void *object, const tact_box *boxes, broad_pairs *out);
    bool is_fat;       /* reports pairs that only nearly overlap, too */
    size_t most_boxes; /* more take too long; 0: any number */
} broad_contender;

#ifdef __cplusplus
}
#endif

#endif
