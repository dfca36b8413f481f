/* SPDX-License-Identifier: MIT */
/* The surfaces of two placed meshes: whether they touch, and how far apart they are.
 * docs/surface.md says what is promised. Users ask these questions through tact/model.h. Nothing
 * here allocates memory, unless a proof is written. */
#ifndef TACTI_SURFACE_SURFACE_H
#define TACTI_SURFACE_SURFACE_H

#include "frame/placed.h"

/* ---- Contact or not ----------------------------------------------------------------------- */

/** The answer of tacti_mesh_collide(). */
typedef struct tacti_mesh_collision {
    tact_outcome outcome;   /**< The verdict. */
    bool is_contained;      /**< Contact only because one filled mesh lies inside the other. */
    uint32_t a;             /**< A triangle of a that touches b, or that lies inside b;
                                 TACT_NO_TRIANGLE if none is known. */
    uint32_t b;             /**< The same of b. */
    tact_overlap_kind kind; /**< What the two triangles have in common. */
    tact_vec3 point;        /**< A point of contact, rounded. */
    tacti_stop stop;        /**< What stopped the query, if it was not complete. The outcome is then
                                 undecided. If only the proof was not finished, the outcome is
                                 decided without a proof. */
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

/* ---- Distance ----------------------------------------------------------------------------- */

/** The answer of a query for the distance. */
typedef struct tacti_mesh_distance_answer {
    double distance;   /**< 0 if and only if the meshes touch; infinite if one is empty. */
    double lower;      /**< Proven: the true distance is at least this, */
    double upper;      /**< and at most this. */
    uint32_t a;        /**< Triangle of a on which point_a lies; TACT_NO_TRIANGLE if one mesh is
                            empty, or if the budget ran out before any was found. */
    uint32_t b;        /**< The same of b. */
    tact_vec3 point_a; /**< A point of a, rounded, */
    tact_vec3 point_b; /**< and a point of b whose distance is the one stated. */
    bool is_complete;  /**< False if the budget or the watch stopped the search. */
    tacti_stop stop;   /**< What stopped the query, if the search, the test for one mesh inside the
                            other or the proof was not finished. */
    tact_work work;    /**< What it took. */
} tacti_mesh_distance_answer;

/**
 * The distance of two placed meshes. Without an allowed error it is the least
 * tact_triangle_distance() of all pairs of triangles, to the bit. If the distance is not 0, the
 * pair with the least (a, b) among those of equal distance is the witness. Returns the statuses of
 * tacti_mesh_collide().
 */
tact_status tacti_mesh_distance(const tacti_placed *a, const tacti_placed *b,
                                const tacti_query_desc *desc, tacti_pair_cache *cache,
                                tacti_mesh_distance_answer *out);

/**
 * Whether two placed meshes come within radius (0 or more) of each other: TACT_OUTCOME_CONTACT if
 * their distance is proven to be at most radius, TACT_OUTCOME_APART if it is proven to exceed
 * radius, and TACT_OUTCOME_UNDECIDED if it is within rounding of radius (2^-42 of the size) or the
 * budget ran out. For radius 0 this is tacti_mesh_collide(). For a contact, point_a and point_b of
 * near (may be NULL) are points whose distance is at most radius.
 */
tact_status tacti_mesh_within(const tacti_placed *a, const tacti_placed *b, double radius,
                              const tacti_query_desc *desc, tacti_pair_cache *cache,
                              tact_outcome *out, tacti_mesh_distance_answer *near);

/**
 * A quick lower bound of the distance: the least distance among the boxes at which the search first
 * sees that the meshes are apart. It is 0 if and only if the meshes touch.
 */
tact_status tacti_mesh_lower_bound(const tacti_placed *a, const tacti_placed *b,
                                   const tacti_query_desc *desc, tacti_pair_cache *cache,
                                   tacti_mesh_distance_answer *out);

#endif
