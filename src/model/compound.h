/* SPDX-License-Identifier: MIT */
/* Compounds: the union of their parts. A question about a compound is asked of pairs of parts whose
 * boxes allow an answer. */
#ifndef TACTI_MODEL_COMPOUND_H
#define TACTI_MODEL_COMPOUND_H

#include "model/ask.h"

/* A part at its place. It refers to itself, so it stays where it is. */
typedef struct tacti_part {
    tacti_side side;
    tact_pose pose;
    tact_box box; /* in the common frame, rounded outward */
} tacti_part;

/* How many parts an instance has: 1 unless it is a compound. */
uint32_t tacti_part_count(const tact_instance *instance);
/* Places a part and checks its pose. */
tact_status tacti_part_place(const tact_instance *instance, uint32_t part, tacti_part *out);

/* Takes a pair of placed parts; false ends the walk. */
typedef bool tacti_take_parts(void *user, const tacti_part *a, const tacti_part *b);

/* Calls take for all pairs of parts in increasing order of a, then b. The status of the first part
 * that cannot be placed; that take ended the walk is TACT_OK. */
tact_status tacti_parts_walk(const tact_instance *a, const tact_instance *b, tacti_take_parts *take,
                             void *user);

tact_status tacti_compounds_collide(const tact_instance *a, const tact_instance *b,
                                    tacti_asking *asking, const tact_cache *cache,
                                    tact_collide_result *out);
tact_status tacti_compounds_distance(const tact_instance *a, const tact_instance *b,
                                     tacti_asking *asking, const tact_cache *cache,
                                     tact_distance_result *out);

#endif
