/* SPDX-License-Identifier: MIT */
/* Compounds: the union of their parts. A question about a compound is asked of the pairs of parts
 * whose boxes allow an answer. */
#ifndef TACTI_MODEL_COMPOUND_H
#define TACTI_MODEL_COMPOUND_H

#include "model/ask.h"

/* A part at its place. It refers to itself, so it must not be moved. */
typedef struct tacti_part {
    tacti_side side;
    tact_pose pose;
    tact_box box; /* in the common frame, rounded outward */
} tacti_part;

/* The number of parts of an instance; 1 unless it is a compound. */
uint32_t tacti_part_count(const tact_instance *instance);
/* Places a part and checks its pose. */
tact_status tacti_part_place(const tact_instance *instance, uint32_t part, tacti_part *out);

/* Places a part of each of two instances. Returns false if there is no such part, or if it cannot
 * be placed. */
bool tacti_parts_place(const tact_instance *a, const tact_instance *b, tacti_cached_parts number,
                       tacti_part out[2]);
/* Checks the poses of two instances, for compounds without parts too. */
tact_status tacti_poses_check(const tact_instance *a, const tact_instance *b);

/* Takes a pair of placed parts; returns false to end the walk. */
typedef bool tacti_take_parts(void *user, const tacti_part *a, const tacti_part *b);

/* Calls take for all pairs of parts in increasing order of a, then b. Returns the status of the
 * first part that cannot be placed; TACT_OK if take ended the walk. */
tact_status tacti_parts_walk(const tact_instance *a, const tact_instance *b, tacti_take_parts *take,
                             void *user);

static inline void tacti_work_add(tact_work *sum, const tact_work *more) {
    sum->node_pairs += more->node_pairs;
    sum->box_tests += more->box_tests;
    sum->triangle_tests += more->triangle_tests;
    sum->exact_tests += more->exact_tests;
}

tact_status tacti_compounds_collide(const tact_instance *a, const tact_instance *b,
                                    tacti_asking *asking, const tact_cache *cache,
                                    tact_collide_result *out);
tact_status tacti_compounds_distance(const tact_instance *a, const tact_instance *b,
                                     tacti_asking *asking, const tact_cache *cache,
                                     tact_distance_result *out);

#endif
