/* SPDX-License-Identifier: MIT */
/* Whether two placed convex shapes touch, with a proof; how far apart they are; and the verifier of
 * proofs. The depth is in pair_depth.h.
 *
 * Between polytopes (tact_shape_is_polytope()) the verdict is exact for the placed vertices and the
 * radii. Touching is contact. Every verdict carries a proof that tacti_convex_check() verifies in
 * exact arithmetic. Verdicts on half-spaces with polytopes and with each other are exact, too.
 * Verdicts on cylinders, cones and ellipsoids are proven by bounds or by exact arithmetic. If
 * neither can tell, the outcome is TACT_OUTCOME_UNDECIDED: the shapes then touch up to rounding.
 *
 * Poses must be rigid (tact_pose_validate()); no radius may exceed 2^500, and neither may 3.01
 * times the largest local coordinate or size of a shape plus the largest coordinate of its
 * translation. Within these limits every finite number is supported, and bounds hold for all of
 * them. A hull beside a cylinder, cone or ellipsoid has coarse bounds if sizes are outside 2^-200
 * to 2^200. Nothing allocates or keeps state. Vertices are numbered as in the shape: 0 for a
 * sphere, 0 and 1 for the ends of a segment, 0 to 2 for the corners of a triangle, the numbers of a
 * hull's vertices; corner i of a box is positive in x, y, z if bits 0, 1, 2 of i are set. */
#ifndef TACTI_PAIR_PAIR_H
#define TACTI_PAIR_PAIR_H

#include <tact/prim.h>

#include "base/simd.h"
#include "search/cache.h"

/** A proof that two polytopes touch or are apart. Let w be the differences p - q of pairs of placed
 * vertices p of a and q of b, taken exactly, and R the sum of the radii. Contact: the convex hull
 * of the w of pair_count (1 to 4) pairs comes within R of the origin. Apart: along a direction n,
 * every vertex of b is more than R |n| beyond every vertex of a. With pair_count 0, n is direction,
 * taken exactly. Otherwise (gaps of about a rounding error) n is the point nearest to the origin of
 * the point, line or plane through the w of pair_count (1 to 3) pairs, times -1, and direction is
 * its rounded value. */
typedef struct tacti_convex_proof {
    uint32_t pair_count; /**< Pairs of vertices that are set. */
    uint32_t a[4];       /**< Vertices of a, */
    uint32_t b[4];       /**< and those of b they are paired with. */
    tact_vec3 direction; /**< From a to b, any length; 0 for contact. */
    uint32_t extreme_a;  /**< Apart: the vertex of a that is furthest along the direction, */
    uint32_t extreme_b;  /**< and that of b that is least far, both up to rounding. */
} tacti_convex_proof;

/** The answer of tacti_convex_collide(). */
typedef struct tacti_convex_collision {
    tact_outcome outcome; /**< The verdict; between polytopes and half-spaces never undecided. */
    tacti_convex_ending ending; /**< How it was found. */
    uint32_t iterations;        /**< Steps of the search, floating-point and exact. */
    tacti_convex_proof proof;   /**< Why. Shapes that are not polytopes have only the direction. */
} tacti_convex_collision;

/**
 * Whether two placed convex shapes share a point.
 * @param a     one shape
 * @param b     the other
 * @param cache NULL for none
 * @param out   receives the answer
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
tact_status tacti_convex_collide(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                 tacti_convex_cache *cache, tacti_convex_collision *out);
/** The same without copies of poses; no argument but cache may be NULL. */
tact_status tacti_convex_collide_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                    tacti_convex_cache *cache, tacti_convex_collision *out);

/** A verdict without its proof. */
typedef struct tacti_convex_verdict {
    tact_outcome outcome;       /**< As tacti_convex_collide() says. */
    tacti_convex_ending ending; /**< How it was found. */
} tacti_convex_verdict;

typedef tact_status tacti_verdict(const tacti_shape_at *a, const tacti_shape_at *b,
                                  tacti_convex_cache *cache, tacti_convex_verdict *out);
/** One per SIMD level. */
extern tacti_verdict *const tacti_verdict_table[TACTI_SIMD_LEVELS];

/** The verdict alone on two valid shapes whose facts are known. Pairs that
 * balls decide leave the cache as it was. Returns the statuses of tacti_convex_collide(). */
static inline tact_status tacti_convex_verdict_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                                  tacti_convex_cache *cache,
                                                  tacti_convex_verdict *out) {
    return tacti_verdict_table[tacti_simd_lower(a->level, b->level)](a, b, cache, out);
}

/** The number of vertices of a valid shape; 0 if it is not a polytope. */
uint32_t tacti_polytope_vertex_count(const tact_shape *shape);
/** A vertex of a placed polytope, as verifiers see it: placed anew. */
tact_vec3 tacti_polytope_vertex(const tacti_placed_shape *placed, uint32_t i);

/**
 * Verifies the proof of a verdict on two polytopes over all vertices in exact arithmetic, with code
 * of its own.
 * @param a         one shape
 * @param b         the other, in the order of the query
 * @param collision the answer; only outcome and proof are read
 * @param out       receives whether the proof holds
 * @return the statuses of tacti_convex_collide(); TACT_INVALID_ARGUMENT also for shapes that are
 * not polytopes and for vertices that do not exist.
 */
tact_status tacti_convex_check(const tacti_placed_shape *a, const tacti_placed_shape *b,
                               const tacti_convex_collision *collision, bool *out);

/** The answer of tacti_convex_distance(). */
typedef struct tacti_convex_distance_answer {
    tact_outcome outcome;       /**< Between polytopes and half-spaces exact, never undecided. */
    tacti_convex_ending ending; /**< How it was found. */
    uint32_t iterations;        /**< Steps of the search, floating-point and exact. */
    double distance;            /**< Rounded; 0 if and only if the outcome is not apart. */
    double lower;               /**< Proven: the true distance is at least this, */
    double upper;        /**< and at most this. Infinite only for half-spaces: two of them, or
                              one whose plane is further away than 2^1010. */
    tact_vec3 point_a;   /**< A nearest point of a, rounded, */
    tact_vec3 point_b;   /**< and of b; in contact both are a common point. */
    tact_vec3 direction; /**< From a to b, of length 1 up to rounding; 0 in contact. */
    uint32_t pair_count; /**< Pairs of vertices whose combination the nearest points are. */
    uint32_t a[4];       /**< Vertices of a, */
    uint32_t b[4];       /**< those of b they are paired with, */
    double weights[4];   /**< and their weights. Polytopes only. */
} tacti_convex_distance_answer;

/**
 * The distance of two placed convex shapes. Between polytopes it errs by at most 1e-10 of itself or
 * 1e-14 of the size (of coordinates and radii), and is 0 if and only if they touch. The arguments
 * and statuses of tacti_convex_collide().
 */
tact_status tacti_convex_distance(const tacti_placed_shape *a, const tacti_placed_shape *b,
                                  tacti_convex_cache *cache, tacti_convex_distance_answer *out);
/** The same without copies of poses; no argument but cache may be NULL. If the facts of the shapes
 * are known, the search may take a shorter way, to other last bits within the bounds. */
tact_status tacti_convex_distance_at(const tacti_shape_at *a, const tacti_shape_at *b,
                                     tacti_convex_cache *cache, tacti_convex_distance_answer *out);

#endif
