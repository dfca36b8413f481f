/* SPDX-License-Identifier: MIT */
/* Placed meshes, and what all questions about them share: options, and what one pair of meshes
 * remembers from question to question. A cache belongs to one thread at a time. */
#ifndef TACTI_FRAME_PLACED_H
#define TACTI_FRAME_PLACED_H

#include <tact/frame.h>

#include "base/watch.h"
#include "bvh/bvh.h"

/** A mesh, by its hierarchy, and where it stands. */
typedef struct tacti_placed {
    const tacti_bvh *bvh; /**< The mesh's hierarchy. */
    tact_pose pose;       /**< Where it stands. */
} tacti_placed;

/** Two triangles; a is TACT_NO_TRIANGLE if nothing is remembered. */
typedef struct tacti_triangle_pair {
    uint32_t a, b;
} tacti_triangle_pair;

/** What one pair of placed meshes remembers from query to query: the last pair of triangles that
 * touched, and the last that was nearest. Both are hints; whoever uses one checks it against the
 * placed triangles. It makes queries on poses that change little faster; it never changes a verdict
 * or a distance. */
typedef struct tacti_pair_cache {
    tacti_triangle_pair contact;
    tacti_triangle_pair nearest;
} tacti_pair_cache;

/** A cache that remembers nothing. */
static inline tacti_pair_cache tacti_pair_cache_empty(void) {
    return (tacti_pair_cache){{TACT_NO_TRIANGLE, TACT_NO_TRIANGLE},
                              {TACT_NO_TRIANGLE, TACT_NO_TRIANGLE}};
}

/** Options of all queries. */
typedef struct tacti_query_desc {
    /** Watertight meshes whose hierarchies were made with the option solid are filled: one inside
     * the other is contact too. For collide and distance. Default: false. */
    bool solid;
    /** The most box and triangle tests that may be begun; the rest of a batch is still done. Tests
     * for winding numbers and for a proof count too. Default: UINT64_MAX. */
    uint64_t budget;
    /** Ends the query when it says so, as if the budget had ended there. Default: NULL. */
    const tacti_watch *watch;
    /** A distance may be stated up to this fraction of itself too large. Default: 0. */
    double relative_error;
    /** A distance may be stated too large by this. The larger of both allowances counts.
     * Default: 0. */
    double absolute_error;
    /** Receives a proof of the verdict (collide) or of the lower bound (distance, within, greedy
     * distance); other queries and batches take none. Costs memory and time. Default: NULL. */
    tact_proof *proof;
} tacti_query_desc;

/** The defaults. */
tacti_query_desc tacti_query_desc_default(void);

#endif
