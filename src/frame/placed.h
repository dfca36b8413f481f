/* SPDX-License-Identifier: MIT */
/* Placed meshes, and what all queries about them share: options, and the cache that one pair of
 * meshes keeps from query to query. A cache belongs to one thread at a time. */
#ifndef TACTI_FRAME_PLACED_H
#define TACTI_FRAME_PLACED_H

#include <tact/frame.h>

#include "base/watch.h"
#include "bvh/bvh.h"

/** A mesh, by its hierarchy, and its pose. */
typedef struct tacti_placed {
    const tacti_bvh *bvh; /**< The mesh's hierarchy. */
    tact_pose pose;       /**< The pose of the mesh. */
} tacti_placed;

/** Two triangles; a is TACT_NO_TRIANGLE if nothing is remembered. */
typedef struct tacti_triangle_pair {
    uint32_t a, b;
} tacti_triangle_pair;

/** What one pair of placed meshes remembers from query to query: the last pair of triangles that
 * touched, and the last pair that was nearest. Both are hints, and every user checks them against
 * the placed triangles. A cache makes queries faster if poses change little. It never changes a
 * verdict or a distance. */
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
    /** Watertight meshes are filled: a mesh inside the other is in contact too. The hierarchies
     * must have been made with the option solid. For collide and distance. Default: false. */
    bool solid;
    /** The most box and triangle tests that may be begun. A batch that was begun is finished. Tests
     * for winding numbers and for a proof count too. Default: UINT64_MAX. */
    uint64_t budget;
    /** Can end the query at any time, as if the budget had ended there. Default: NULL. */
    const tacti_watch *watch;
    /** The stated distance may be too large by this fraction of itself. Default: 0. */
    double relative_error;
    /** The stated distance may be too large by this. The larger of both allowances counts.
     * Default: 0. */
    double absolute_error;
    /** Receives a proof of the verdict (collide) or of the lower bound (distance, within, greedy
     * distance). Other queries and batches take no proof. Costs memory and time. Default: NULL. */
    tact_proof *proof;
} tacti_query_desc;

/** The defaults. */
tacti_query_desc tacti_query_desc_default(void);

#endif
