/* SPDX-License-Identifier: MIT */
/**
 * @file query.h
 * Two placed meshes: do they touch, all their contacts, how far apart they are.
 *
 * A placed mesh is the set of its triangles with every vertex at tact_pose_place(). The verdict is
 * the exact one for those coordinates; sets are closed, so touching is contact. It does not depend
 * on which mesh is called a, on the SIMD level, on threads or on a cache. Nor do distances and
 * their bounds. Meshes are surfaces unless the option solid says otherwise. Poses must be rigid
 * (tact_pose_validate()) and must not carry a coordinate beyond 2^500.
 *
 * Queries do not allocate, except where a function fills a list. A query on hierarchies of one
 * process may run on any number of threads at once; a cache or a list belongs to one thread at a
 * time.
 */
#ifndef TACT_QUERY_H
#define TACT_QUERY_H

#include <tact/bvh.h>
#include <tact/prim.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A mesh, by its hierarchy, and where it stands. */
typedef struct tact_placed {
    const tact_bvh *bvh; /**< The mesh's hierarchy. */
    tact_pose pose;      /**< Where it stands. */
} tact_placed;

/** A short lower-case name such as "contact"; "unknown outcome" for other values. */
TACT_API const char *tact_outcome_name(tact_outcome outcome);

/** What a query did: the terms of the cost T = Nv Cv + Np Cp. */
typedef struct tact_work {
    uint64_t node_pairs;     /**< Pairs of nodes that were opened. */
    uint64_t box_tests;      /**< Pairs of boxes that were compared. */
    uint64_t triangle_tests; /**< Pairs of triangles that were compared. */
    uint64_t exact_tests; /**< Of these, how many took more than one batch of plain arithmetic. */
} tact_work;

/** What one pair of placed meshes remembers from query to query. It makes queries on poses that
 * change little faster; it never changes a verdict or a distance. */
typedef struct tact_pair_cache tact_pair_cache;

/** Makes an empty cache. It may be used for any pair; with another pair of hierarchies than last
 * time it starts anew. */
TACT_API tact_status tact_pair_cache_create(const tact_context *context, tact_pair_cache **out);
/** Ends a cache; NULL is allowed. */
TACT_API void tact_pair_cache_destroy(tact_pair_cache *cache);
/** Forgets everything. */
TACT_API void tact_pair_cache_reset(tact_pair_cache *cache);

/** Why an answer is right, for tact_verify_proof(); see query_proof.h. */
typedef struct tact_proof tact_proof;

/** Options of all queries. */
typedef struct tact_query_desc {
    /** Watertight meshes whose hierarchies were made with the option solid are filled: one inside
     * the other is contact too. For collide and distance. Default: false. */
    bool solid;
    /** The most box and triangle tests that may be begun; the rest of a batch is still done.
     * Default: UINT64_MAX. */
    uint64_t budget;
    /** A distance may be stated up to this fraction of itself too large. Default: 0. */
    double relative_error;
    /** A distance may be stated too large by this. The larger of both allowances counts.
     * Default: 0. */
    double absolute_error;
    /** Receives a proof of the verdict (collide) or of the lower bound (distance, within, greedy
     * distance); other queries and batches take none. Costs memory and time. Default: NULL. */
    tact_proof *proof;
} tact_query_desc;

/** The defaults. */
TACT_API tact_query_desc tact_query_desc_default(void);

/* ---- Contact or not ----------------------------------------------------------------------- */

/** The answer of tact_collide(). */
typedef struct tact_collision {
    tact_outcome outcome;   /**< The verdict. */
    bool is_contained;      /**< Contact only because one filled mesh lies inside the other. */
    uint32_t a;             /**< A triangle of a that touches b, or that lies inside b;
                                 TACT_NO_TRIANGLE where none is known. */
    uint32_t b;             /**< The same of b. */
    tact_overlap_kind kind; /**< What the two triangles have in common. */
    tact_vec3 point;        /**< A point of contact, rounded. */
    tact_work work;         /**< What it took. */
} tact_collision;

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
TACT_API tact_status tact_collide(const tact_placed *a, const tact_placed *b,
                                  const tact_query_desc *desc, tact_pair_cache *cache,
                                  tact_collision *out);

/* ---- All contacts ------------------------------------------------------------------------- */

/** Takes one pair of touching triangles; false ends the query. */
typedef bool tact_pair_visitor(void *user, uint32_t a, uint32_t b);

/** The answer of a query for all contacts. */
typedef struct tact_contact_summary {
    tact_outcome outcome; /**< Undecided where the budget or the visitor ended the query. */
    uint64_t pair_count;  /**< Pairs found. */
    tact_work work;       /**< What it took. */
} tact_contact_summary;

/** Calls visitor for every pair of touching triangles, in no particular order. The statuses of
 * tact_collide(). */
TACT_API tact_status tact_contacts_visit(const tact_placed *a, const tact_placed *b,
                                         const tact_query_desc *desc, tact_pair_visitor *visitor,
                                         void *user, tact_contact_summary *out);

/** A pair of touching triangles and what they have in common. */
typedef struct tact_contact {
    uint32_t a;             /**< Triangle of a. */
    uint32_t b;             /**< Triangle of b. */
    tact_overlap_kind kind; /**< What they have in common. */
    uint32_t point_count;   /**< Corners of that: 1, 2, or 3 to 6. */
    uint32_t first_point;   /**< The first of them among the points of the list. */
} tact_contact;

/** Contacts in the memory of tact, for use again and again without new memory. */
typedef struct tact_contact_list tact_contact_list;

/** Makes an empty list. */
TACT_API tact_status tact_contact_list_create(const tact_context *context, tact_contact_list **out);
/** Ends a list; NULL is allowed. */
TACT_API void tact_contact_list_destroy(tact_contact_list *list);
/** Number of contacts. */
TACT_API uint32_t tact_contact_list_count(const tact_contact_list *list);
/** The contacts, in increasing order of a, then b; valid until the list changes. Empty after a fill
 * without geometry. */
TACT_API const tact_contact *tact_contact_list_contacts(const tact_contact_list *list);
/** The corners that the contacts refer to, ordered as tact_overlap orders them. */
TACT_API const tact_overlap_point *tact_contact_list_points(const tact_contact_list *list);
/** The pairs alone, two numbers each (a, then b), in increasing order. */
TACT_API const uint32_t *tact_contact_list_pairs(const tact_contact_list *list);

/** What a list is filled with. */
typedef enum tact_contact_detail {
    TACT_CONTACT_PAIRS,   /**< The pairs of triangles. */
    TACT_CONTACT_GEOMETRY /**< Also what each pair has in common. */
} tact_contact_detail;

/**
 * Fills a list with all contacts. Where the budget ends the query the list holds what was found.
 * @return as tact_collide(), or TACT_OUT_OF_MEMORY or TACT_TOO_LARGE (over 2^32 - 1 pairs); the
 *         list is then empty.
 */
TACT_API tact_status tact_contacts_fill(const tact_placed *a, const tact_placed *b,
                                        const tact_query_desc *desc, tact_contact_detail detail,
                                        tact_contact_list *list, tact_contact_summary *out);

/* ---- Distance ----------------------------------------------------------------------------- */

/** The answer of a query for the distance. */
typedef struct tact_separation {
    double distance;   /**< 0 if and only if the meshes touch; infinite where one is empty. */
    double lower;      /**< Proven: the true distance is at least this, */
    double upper;      /**< and at most this. */
    uint32_t a;        /**< Triangle of a on which point_a lies; TACT_NO_TRIANGLE where one mesh is
                            empty, or where a budget ended before any was found. */
    uint32_t b;        /**< The same of b. */
    tact_vec3 point_a; /**< A point of a, rounded, */
    tact_vec3 point_b; /**< and a point of b whose distance is the one stated. */
    bool is_complete;  /**< The search ran to its end; false where the budget ended it. */
    tact_work work;    /**< What it took. */
} tact_separation;

/**
 * The distance of two placed meshes. Without an allowance it is the least tact_triangle_distance()
 * of all pairs of triangles, to the bit; among equal ones the pair with the least (a, b) is the
 * witness where the distance is not 0. The statuses of tact_collide().
 */
TACT_API tact_status tact_distance(const tact_placed *a, const tact_placed *b,
                                   const tact_query_desc *desc, tact_pair_cache *cache,
                                   tact_separation *out);

/**
 * Whether two placed meshes come within radius (0 or more) of each other: TACT_CONTACT where their
 * distance is proven to be at most radius, TACT_APART where it is proven to exceed it, and
 * TACT_UNDECIDED where it is within rounding of it (2^-42 of the size) or the budget ended. For
 * radius 0 this is tact_collide(). point_a and point_b of near (may be NULL) are then such a pair
 * of points.
 */
TACT_API tact_status tact_within(const tact_placed *a, const tact_placed *b, double radius,
                                 const tact_query_desc *desc, tact_pair_cache *cache,
                                 tact_outcome *out, tact_separation *near);

/**
 * A lower bound of the distance, quickly: the least distance among the boxes where the search first
 * sees that they are apart. 0 if and only if the meshes touch.
 */
TACT_API tact_status tact_greedy_distance(const tact_placed *a, const tact_placed *b,
                                          const tact_query_desc *desc, tact_pair_cache *cache,
                                          tact_separation *out);

/* ---- Many at once ------------------------------------------------------------------------- */

/** One question of many. */
typedef struct tact_placed_pair {
    tact_placed a;          /**< One placed mesh. */
    tact_placed b;          /**< The other. */
    tact_pair_cache *cache; /**< NULL for none; no two questions share one. */
} tact_placed_pair;

/**
 * tact_collide() for each pair, on the context's executor, results in the order of the pairs.
 * The first pair that cannot be served gives the status and, in error (may be NULL), its index;
 * the results are then unspecified.
 */
TACT_API tact_status tact_collide_batch(const tact_context *context, const tact_placed_pair *pairs,
                                        size_t count, const tact_query_desc *desc,
                                        tact_error *error, tact_collision *results);

/** tact_distance() for each pair, in the same way. */
TACT_API tact_status tact_distance_batch(const tact_context *context, const tact_placed_pair *pairs,
                                         size_t count, const tact_query_desc *desc,
                                         tact_error *error, tact_separation *results);

#ifdef __cplusplus
}
#endif

#endif
