/* SPDX-License-Identifier: MIT */
/**
 * @file lp.h
 * Linear programs in few variables, by Seidel's method: the best point of half-spaces, whether
 * half-spaces share a point and the deepest one, a plane between two sets of points.
 *
 * The order in which constraints are taken is random from a fixed seed, so that answers repeat.
 * Time is linear in the number of constraints, in the mean over these orders.
 */
#ifndef TACT_LP_H
#define TACT_LP_H

#include <tact/prim.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a linear program ended. */
typedef enum tact_lp_ending {
    TACT_LP_OPTIMAL = 0,    /**< The best point, up to rounding, was found. It exceeds no limit by
                             more than 2^-43 of the largest coefficient of the row times the
                             largest coordinate, or of the limit. */
    TACT_LP_INFEASIBLE = 1, /**< No point of the box satisfies all constraints; proven. */
    TACT_LP_UNBOUNDED = 2,  /**< The box is among what holds the best point. */
    TACT_LP_OPEN = 3        /**< Rounding left open which of these. */
} tact_lp_ending;

/** A short lower-case name such as "optimal"; "unknown ending" for other values. */
TACT_API const char *tact_lp_ending_name(tact_lp_ending ending);

/** The most variables. */
#define TACT_LP_MOST_VARIABLES 4

/** A linear program: the greatest goal . x with rows[i] . x <= limits[i] for all i. */
typedef struct tact_lp {
    uint32_t variables;   /**< 1 to TACT_LP_MOST_VARIABLES. */
    size_t count;         /**< Constraints. */
    const double *rows;   /**< variables numbers for each constraint. */
    const double *limits; /**< One for each constraint. */
    const double *goal;   /**< variables numbers. */
    double box;           /**< No coordinate of x beyond this is looked at; positive. Far more than
                               the answer may need costs no precision. */
} tact_lp;

/** The answer of tact_lp_solve(). */
typedef struct tact_lp_result {
    tact_lp_ending ending;                  /**< How it ended. */
    double x[TACT_LP_MOST_VARIABLES];       /**< The point; 0 for infeasible. */
    double value;                           /**< goal . x. */
    uint32_t tight[TACT_LP_MOST_VARIABLES]; /**< Constraints that determine x, with equality, */
    uint32_t tight_count;                   /**< and how many they are. */
    uint64_t evaluations;                   /**< Constraints that were looked at, all levels. */
} tact_lp_result;

/**
 * Solves a linear program.
 * @param context memory for a copy of the constraints; may be NULL
 * @param lp      the program; finite
 * @param out     receives the answer
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_TOO_LARGE or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_lp_solve(const tact_context *context, const tact_lp *lp,
                                   tact_lp_result *out);

/** The answer of tact_lp_deepest_point(). */
typedef struct tact_lp_deepest_result {
    tact_outcome outcome; /**< Whether the half-spaces share a point. Contact: they share this
                               one, exactly. Apart: proven. Undecided where they touch, or
                               nearly, up to rounding. */
    tact_vec3 point;      /**< The point whose least depth is greatest, rounded. */
    double depth;         /**< Its least depth under the planes, rounded, at most `limit`;
                               negative where the half-spaces share no point. */
    uint64_t evaluations; /**< Constraints that were looked at. */
} tact_lp_deepest_result;

/**
 * The deepest common point of half-spaces, all points p with normal . p <= offset each; of a
 * bounded polytope the centre of its greatest ball. Coordinates beyond 2^40 times the greatest
 * distance of a plane from the origin and the limit are not looked at.
 * @param context memory; may be NULL
 * @param planes  normals of any length but 0
 * @param count   how many
 * @param limit   depths beyond this are not looked for; positive
 * @param out     receives the answer
 * @return the statuses of tact_lp_solve(); TACT_INVALID_ARGUMENT also for a normal of length 0.
 */
TACT_API tact_status tact_lp_deepest_point(const tact_context *context, const tact_plane *planes,
                                           size_t count, double limit, tact_lp_deepest_result *out);

/** The answer of tact_lp_separating_plane(). */
typedef struct tact_lp_separating_result {
    tact_outcome outcome; /**< Whether the convex hulls of both sets share a point, exactly.
                               Undecided only for coordinates beyond 2^500. */
    bool has_plane;       /**< Apart, and a plane was found: always, except for gaps of a few
                               units in the last place of the coordinates. */
    tact_plane plane;     /**< With has_plane: all points of a are strictly below and all of b
                               strictly above it, exactly as its four doubles say. */
    uint64_t evaluations; /**< Constraints that were looked at. */
} tact_lp_separating_result;

/**
 * A plane strictly between two sets of points, by a linear program in four variables; certified,
 * and decided by the hulls of the sets in exact arithmetic where that fails.
 * @param context memory; may be NULL
 * @param a       points that are to be below the plane; none is fine
 * @param a_count how many
 * @param b       points that are to be above it; none is fine
 * @param b_count how many
 * @param out     receives the answer
 * @return the statuses of tact_lp_solve().
 */
TACT_API tact_status tact_lp_separating_plane(const tact_context *context, const tact_vec3 *a,
                                              size_t a_count, const tact_vec3 *b, size_t b_count,
                                              tact_lp_separating_result *out);

#ifdef __cplusplus
}
#endif

#endif
