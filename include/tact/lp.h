/* SPDX-License-Identifier: MIT */
/**
 * @file lp.h
 * Linear programs in few variables, by Seidel's method: the best point of half-spaces, the deepest
 * common point of half-spaces, a plane between two sets of points.
 *
 * Constraints are taken in a random order from a fixed seed, so results repeat. The time is linear
 * in the number of constraints, in the mean over these orders.
 */
#ifndef TACT_LP_H
#define TACT_LP_H

#include <tact/prim.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a linear program ended. */
typedef enum tact_lp_ending {
    TACT_LP_OPTIMAL = 0,    /**< The best point was found, up to rounding. It exceeds no limit by
                             more than 2^-43 of the largest coefficient of the row times the
                             largest coordinate, or than 2^-43 of the limit. */
    TACT_LP_INFEASIBLE = 1, /**< No point of the box satisfies all constraints; proven. */
    TACT_LP_UNBOUNDED = 2,  /**< A side of the box bounds the best point. */
    TACT_LP_OPEN = 3        /**< Undecided because of rounding. */
} tact_lp_ending;

/** A short lower-case name such as "optimal"; "unknown ending" for other values. */
TACT_API const char *tact_lp_ending_name(tact_lp_ending ending);

/** The greatest number of variables. */
#define TACT_LP_MOST_VARIABLES 4

/** A linear program: maximise goal . x with rows[i] . x <= limits[i] for all i. */
typedef struct tact_lp {
    uint32_t variables;   /**< 1 to TACT_LP_MOST_VARIABLES. */
    size_t count;         /**< Number of constraints. */
    const double *rows;   /**< `variables` numbers per constraint. */
    const double *limits; /**< One per constraint. */
    const double *goal;   /**< `variables` numbers. */
    double box;           /**< Bounds the magnitude of every coordinate of x; positive. A box far
                               larger than the result needs costs no precision. */
} tact_lp;

/** The result of tact_lp_solve(). */
typedef struct tact_lp_result {
    tact_lp_ending ending;                  /**< How the search ended. */
    double x[TACT_LP_MOST_VARIABLES];       /**< The point; 0 if infeasible. */
    double value;                           /**< goal . x. */
    uint32_t tight[TACT_LP_MOST_VARIABLES]; /**< Constraints with equality; they determine x. */
    uint32_t tight_count;                   /**< The number of these constraints. */
    uint64_t evaluations;                   /**< Number of constraint evaluations at all levels. */
} tact_lp_result;

/**
 * Solves a linear program.
 * @param context memory for a copy of the constraints; may be NULL
 * @param lp      the program; finite
 * @param out     receives the result
 * @return TACT_OK, TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_TOO_LARGE or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_lp_solve(const tact_context *context, const tact_lp *lp,
                                   tact_lp_result *out);

/** The result of tact_lp_deepest_point(). */
typedef struct tact_lp_deepest_result {
    tact_outcome outcome; /**< Whether the half-spaces share a point. Contact: they share `point`,
                               exactly. Apart: proven. Undecided if they touch or nearly touch,
                               up to rounding. */
    tact_vec3 point;      /**< The point whose least depth is greatest, rounded. */
    double depth;         /**< The least depth of `point` under the planes, rounded, at most
                               `limit`; negative if the half-spaces share no point. */
    uint64_t evaluations; /**< Number of constraint evaluations. */
} tact_lp_deepest_result;

/**
 * Computes the deepest common point of half-spaces. A half-space is all points p with
 * normal . p <= offset. If the half-spaces bound a polytope, the point is the centre of its
 * greatest ball. Coordinates beyond 2^40 times the limit, or beyond 2^40 times the greatest
 * distance of a plane from the origin if that is larger, are not considered.
 * @param context memory; may be NULL
 * @param planes  normals of any length but 0
 * @param count   how many
 * @param limit   the search stops at this depth; positive
 * @param out     receives the result
 * @return the statuses of tact_lp_solve(); TACT_INVALID_ARGUMENT also for a normal of length 0.
 */
TACT_API tact_status tact_lp_deepest_point(const tact_context *context, const tact_plane *planes,
                                           size_t count, double limit, tact_lp_deepest_result *out);

/** The result of tact_lp_separating_plane(). */
typedef struct tact_lp_separating_result {
    tact_outcome outcome; /**< Whether the convex hulls of both sets share a point, exactly.
                               Undecided only if coordinates exceed 2^500. */
    bool has_plane;       /**< The sets are apart and a plane was found: always, except for gaps of
                               a few units in the last place of the coordinates. */
    tact_plane plane;     /**< If has_plane: all points of a are strictly below this plane and all
                               points of b strictly above it, exactly, for its four doubles. */
    uint64_t evaluations; /**< Number of constraint evaluations. */
} tact_lp_separating_result;

/**
 * Computes a plane strictly between two sets of points by a linear program in four variables. The
 * plane is certified. If the program finds none, the hulls of the sets decide in exact arithmetic.
 * @param context memory; may be NULL
 * @param a       points that shall be below the plane; may be empty
 * @param a_count how many
 * @param b       points that shall be above the plane; may be empty
 * @param b_count how many
 * @param out     receives the result
 * @return the statuses of tact_lp_solve().
 */
TACT_API tact_status tact_lp_separating_plane(const tact_context *context, const tact_vec3 *a,
                                              size_t a_count, const tact_vec3 *b, size_t b_count,
                                              tact_lp_separating_result *out);

#ifdef __cplusplus
}
#endif

#endif
