/* SPDX-License-Identifier: MIT */
/* Two placed meshes: do they touch, all their contacts, how far apart they are. What a query on
 * meshes promises is in docs/query.md; the front door asks these questions on behalf of the user.
 *
 * Queries do not allocate, unless they fill a list. A cache or a list belongs to one thread at a
 * time. */
#ifndef TACTI_QUERY_MESHES_H
#define TACTI_QUERY_MESHES_H

#include <tact/query.h>

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

/* ---- Contact or not ----------------------------------------------------------------------- */

/** The answer of tacti_mesh_collide(). */
typedef struct tacti_mesh_collision {
    tact_outcome outcome;   /**< The verdict. */
    bool is_contained;      /**< Contact only because one filled mesh lies inside the other. */
    uint32_t a;             /**< A triangle of a that touches b, or that lies inside b;
                                 TACT_NO_TRIANGLE where none is known. */
    uint32_t b;             /**< The same of b. */
    tact_overlap_kind kind; /**< What the two triangles have in common. */
    tact_vec3 point;        /**< A point of contact, rounded. */
    tacti_stop stop;        /**< What ended the query, if it was not complete: the outcome is then
                                 undecided, or, if only the proof was not finished, decided without
                                 a proof. */
    tact_work work;         /**< What it took. */
} tacti_mesh_collision;

/**
 * Whether two placed meshes touch, with one contact as the witness.
 * @param a     one placed mesh
 * @param b     the other
 * @param desc  NULL for the defaults
 * @param cache NULL for none
 * @param out   receives the answer
 * @return TACT_INVALID_ARGUMENT (also for solid with a hierarchy that was not made for it),
 *         TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
tact_status tacti_mesh_collide(const tacti_placed *a, const tacti_placed *b,
                               const tacti_query_desc *desc, tacti_pair_cache *cache,
                               tacti_mesh_collision *out);

/* ---- All contacts ------------------------------------------------------------------------- */

/** Takes one pair of touching triangles; false ends the query. */
typedef bool tacti_pair_visitor(void *user, uint32_t a, uint32_t b);

/** The answer of a query for all contacts. */
typedef struct tacti_contact_summary {
    tact_outcome outcome; /**< Undecided if the budget, the watch or the visitor ended the query. */
    tacti_stop stop;      /**< Whether it was the budget or the watch. */
    uint64_t pair_count;  /**< Pairs found. */
    tact_work work;       /**< What it took. */
} tacti_contact_summary;

/** Calls visitor for every pair of touching triangles, in no particular order. The statuses of
 * tacti_mesh_collide(). */
tact_status tacti_mesh_contacts_visit(const tacti_placed *a, const tacti_placed *b,
                                      const tacti_query_desc *desc, tacti_pair_visitor *visitor,
                                      void *user, tacti_contact_summary *out);

/** What a list is filled with. */
typedef enum tact_contact_detail {
    TACT_CONTACT_PAIRS,   /**< The pairs of triangles. */
    TACT_CONTACT_GEOMETRY /**< Also what each pair has in common. */
} tact_contact_detail;

/**
 * Fills a list with all contacts. If the budget ends the query, the list holds what was found. If
 * the watch ends it, the list may hold less, so that the query returns soon.
 * @return as tacti_mesh_collide(), or TACT_OUT_OF_MEMORY or TACT_TOO_LARGE (over 2^32 - 1 pairs);
 * the list is then empty.
 */
tact_status tacti_mesh_contacts_fill(const tacti_placed *a, const tacti_placed *b,
                                     const tacti_query_desc *desc, tact_contact_detail detail,
                                     tact_contact_list *list, tacti_contact_summary *out);

/* ---- Distance ----------------------------------------------------------------------------- */

/** The answer of a query for the distance. */
typedef struct tacti_mesh_distance_answer {
    double distance;   /**< 0 if and only if the meshes touch; infinite where one is empty. */
    double lower;      /**< Proven: the true distance is at least this, */
    double upper;      /**< and at most this. */
    uint32_t a;        /**< Triangle of a on which point_a lies; TACT_NO_TRIANGLE where one mesh is
                            empty, or where a budget ended before any was found. */
    uint32_t b;        /**< The same of b. */
    tact_vec3 point_a; /**< A point of a, rounded, */
    tact_vec3 point_b; /**< and a point of b whose distance is the one stated. */
    bool is_complete;  /**< The search ran to its end; false if the budget or the watch ended it. */
    tacti_stop stop; /**< What ended the query, if the search, the test for one inside the other or
                          the proof was not finished. */
    tact_work work;  /**< What it took. */
} tacti_mesh_distance_answer;

/**
 * The distance of two placed meshes. Without an allowance it is the least tact_triangle_distance()
 * of all pairs of triangles, to the bit; among equal ones the pair with the least (a, b) is the
 * witness where the distance is not 0. The statuses of tacti_mesh_collide().
 */
tact_status tacti_mesh_distance(const tacti_placed *a, const tacti_placed *b,
                                const tacti_query_desc *desc, tacti_pair_cache *cache,
                                tacti_mesh_distance_answer *out);

/**
 * Whether two placed meshes come within radius (0 or more) of each other: TACT_OUTCOME_CONTACT
 * where their distance is proven to be at most radius, TACT_OUTCOME_APART where it is proven to
 * exceed it, and TACT_OUTCOME_UNDECIDED where it is within rounding of it (2^-42 of the size) or
 * the budget ended. For radius 0 this is tacti_mesh_collide(). point_a and point_b of near (may be
 * NULL) are then such a pair of points.
 */
tact_status tacti_mesh_within(const tacti_placed *a, const tacti_placed *b, double radius,
                              const tacti_query_desc *desc, tacti_pair_cache *cache,
                              tact_outcome *out, tacti_mesh_distance_answer *near);

/**
 * A lower bound of the distance, quickly: the least distance among the boxes where the search first
 * sees that they are apart. 0 if and only if the meshes touch.
 */
tact_status tacti_mesh_lower_bound(const tacti_placed *a, const tacti_placed *b,
                                   const tacti_query_desc *desc, tacti_pair_cache *cache,
                                   tacti_mesh_distance_answer *out);

#endif
