/* SPDX-License-Identifier: MIT */
/* The search for the first contact of one pair of movers: certified steps forward in time, until
 * the pair touches or the time is over. */
#ifndef TACTI_RIGID_SEARCH_H
#define TACTI_RIGID_SEARCH_H

#include "base/array.h"
#include "rigid/answer.h"
#include "rigid/gap.h"

/* A pair at a time. */
typedef struct tacti_instant {
    double time;
    tact_instance instance[2];
    tact_distance_result at;
    double lower; /* at most the true distance on the way, less the separation */
} tacti_instant;

TACTI_ARRAY_DEFINE(tacti_free_intervals, tact_free_interval);

struct tact_free_proof {
    const tact_context *context;
    tacti_free_intervals intervals;
};

typedef struct tacti_search {
    tacti_approach pair;
    const tact_rigid_options *options;
    double start, limit; /* the times that are searched */
    tact_cache *cache;
    bool is_walked;            /* the pair has a hierarchy */
    double edge;               /* about the length of its edges */
    tact_free_proof *proof;    /* receives the reason of every step; NULL for none */
    uint64_t steps, distances; /* taken so far, by other pairs too */
} tacti_search;

/* Joins what is known of earlier pairs with the answer about one more, which was searched up to
 * sum->upper if that is a contact. The ending of sum is that of the answer which gives lower. */
void tacti_rigid_join(tact_rigid_result *sum, const tact_rigid_result *found);

/* The answer about all pairs of parts; see tact_first_contact(). */
tact_status tacti_rigid_first(const tact_moving *a, const tact_moving *b,
                              const tact_rigid_options *options, tact_cache *cache,
                              tact_free_proof *proof, tact_rigid_result *out);

/* Checks the arguments of a question; *options may be replaced by defaults in room. */
tact_status tacti_rigid_begin(const tact_moving *a, const tact_moving *b,
                              const tact_rigid_options **options, tact_rigid_options *room);
/* The number of parts, and the mover of one. */
uint32_t tacti_rigid_parts(const tact_moving *moving);
tact_status tacti_rigid_mover(const tact_moving *moving, uint32_t number, double from, double to,
                              tacti_mover *out);

/* Searches one pair. out is complete except for steps and distances. */
tact_status tacti_search_run(tacti_search *search, tact_rigid_result *out);

/* Two balls whose centres move on straight lines: the answer in exact arithmetic. False if the pair
 * is another one, or if numbers are too far apart in size. */
bool tacti_search_balls(const tacti_search *search, tact_rigid_result *out);

#endif
