/* SPDX-License-Identifier: MIT */
/* Deformables for tests, and their candidates by brute force. */
#ifndef TACT_TEST_DEFORM_MAKE_DEFORM_H
#define TACT_TEST_DEFORM_MAKE_DEFORM_H

#include "support.h"

#include "motion.h"

#define MOST_PARTS 400

/* A body of random parts over a step, with all kinds of degeneracies. */
typedef struct random_body {
    tact_deform_topology topology;
    uint32_t triangles[MOST_PARTS][3], edges[MOST_PARTS][2], points[MOST_PARTS];
    tact_vec3 start[MOST_PARTS], end[MOST_PARTS];
} random_body;

/* Up to size vertices, triangles, loose edges and points. */
void make_random_body(test_rng *rng, uint32_t size, random_body *out);
tact_deform *deform_of(const tact_context *context, const random_body *body);

/* Pairs as kind, swapped, first and second feature. */
typedef struct pair_list {
    size_t count, room;
    uint64_t (*items)[2];
} pair_list;

void pair_list_add(pair_list *list, tact_impact_kind kind, bool swapped, uint32_t a, uint32_t b);
void pair_list_sort(pair_list *list);
void pair_list_clear(pair_list *list);
/* Fails the test unless both, sorted, are the same. */
void assert_same_pairs(const pair_list *a, const pair_list *b);

/* The candidates of a question, in its order. */
void ask_candidates(const tact_deform *a, const tact_deform *b, const tact_deform_options *options,
                    pair_list *out);
/* All pairs whose boxes, in floats rounded outward, overlap; sorted. If slack is not 0, boxes may
 * have a gap of slack, in exact arithmetic, and are not rounded. */
void find_candidates(const tact_deform *a, const tact_deform *b, double slack, pair_list *out);

#endif
