/* SPDX-License-Identifier: MIT */
/* The floating-point search on the difference of two bodies (Gilbert, Johnson, Keerthi 1988): the
 * point of conv{p - q} nearest to the origin, or a tetrahedron around it. It ends with a simplex of
 * pairs of support points, from which others go on: exact arithmetic (pair_exact.c), or the search
 * for the depth. What it says is certain only where the ending says so. */
#ifndef TACTI_SEARCH_GJK_H
#define TACTI_SEARCH_GJK_H

#include "base/simd.h"
#include "shape/body.h"

/* A support point of each body, placed, and their difference w = a - b, rounded. */
typedef struct tacti_point_pair {
    tact_vec3 w, a, b;
    uint32_t at[2]; /* numbers of the vertices; of smooth bodies 0 */
} tacti_point_pair;

typedef enum tacti_gjk_ending {
    TACTI_GJK_APART,     /* certain: the distance of the cores exceeds the radii */
    TACTI_GJK_CONTACT,   /* certain: the simplex shows that it does not */
    TACTI_GJK_CONVERGED, /* certain bounds that meet the tolerance */
    TACTI_GJK_OPEN       /* precision ended it */
} tacti_gjk_ending;

/* Vectors are differences of points of a and b, so that x points from b to a. */
typedef struct tacti_gjk {
    const tacti_bodies *bodies;
    bool is_warm;        /* it begins with the answer to a similar question */
    bool wants_distance; /* else the first certain verdict ends the search */
    bool wants_numbers;  /* of vertices alone: pairs are not placed at the end (polytopes) */
    bool wants_simplex;  /* also where the bodies are apart (polytopes) */
    /* The simplex; with count 0 the search begins along x, which then is any direction. */
    int count;
    tacti_point_pair pair[4];
    double weight[4];
    tact_vec3 x; /* the point of the simplex nearest to the origin */
    /* The direction with the best lower bound, and the support points along it. */
    tact_vec3 best_direction;
    tacti_point_pair best;
    double lower;      /* of the cores' distance, proven; may be negative or -inf */
    double upper;      /* of the cores' distance, proven; may be inf */
    uint32_t start[2]; /* vertices where climbs begin, UINT32_MAX for none */
    uint32_t iterations;
} tacti_gjk;

typedef tacti_gjk_ending tacti_gjk_search(tacti_gjk *gjk);

/* The search, compiled for a SIMD level. That of polytopes is for two polytopes, the other one for
 * all and hands over to it. */
tacti_gjk_search *tacti_gjk_at(tact_simd_level level);

/* The support points along -x of a and x of b: the difference that is least far along x. */
typedef void tacti_gjk_support(const tacti_bodies *bodies, tact_vec3 x, uint32_t start[2],
                               tacti_point_pair *out);
tacti_gjk_support *tacti_gjk_support_at(tact_simd_level level);

TACTI_DECLARE_LEVELS(tacti_gjk_search, tacti_gjk_search)
TACTI_DECLARE_LEVELS(tacti_gjk_search, tacti_gjk_polytopes)
TACTI_DECLARE_LEVELS(tacti_gjk_support, tacti_gjk_support)

/* A placed point of a bounded body's core that is furthest along n, up to the slack for each unit
 * of |n|. Its coordinates may have any size. */
tact_vec3 tacti_body_furthest(const tacti_body *body, tact_vec3 n);

/* What x . w must exceed, for a support pair w along x, so that every difference of points of the
 * bodies has a positive product with x: the slack of both support points, and four roundings of
 * each product (see body.h). */
static inline double tacti_gjk_error(const tacti_bodies *bodies, tact_vec3 x, tact_vec3 w) {
    double products = (tacti_abs(x.x * w.x) + tacti_abs(x.y * w.y)) + tacti_abs(x.z * w.z);
    return tacti_sum_of(x) * bodies->slack + 0x5p-53 * products;
}

#endif
