/* SPDX-License-Identifier: MIT */
/* The floating-point search on the difference of two bodies (Gilbert, Johnson, Keerthi 1988). It
 * looks for the point of conv{p - q} nearest to the origin, or for a tetrahedron around the origin.
 * It ends with a simplex of pairs of support points, from which exact arithmetic
 * (decide/exact_search.h) or the search for the depth goes on. A result is certain only if the
 * ending says so. */
#ifndef TACTI_SEARCH_GJK_H
#define TACTI_SEARCH_GJK_H

#include "base/simd.h"
#include "shape/body.h"

/* A support point of each body, placed, and their difference w = a - b, rounded. */
typedef struct tacti_point_pair {
    tact_vec3 w, a, b;
    uint32_t at[2]; /* numbers of the vertices; 0 for a smooth body */
} tacti_point_pair;

typedef enum tacti_gjk_ending {
    TACTI_GJK_APART,     /* certain: the distance of the cores exceeds the radii */
    TACTI_GJK_CONTACT,   /* certain: the simplex shows that the distance does not exceed them */
    TACTI_GJK_CONVERGED, /* certain: the bounds meet the tolerance */
    TACTI_GJK_OPEN       /* nothing is certain: precision ended the search */
} tacti_gjk_ending;

/* Vectors are differences of points of a and b, so that x points from b to a. */
typedef struct tacti_gjk {
    const tacti_bodies *bodies;
    bool is_warm;        /* the search begins with the answer to a similar query */
    bool wants_distance; /* otherwise the first certain verdict ends the search */
    bool
        wants_numbers; /* polytopes: numbers of vertices suffice, pairs are not placed at the end */
    bool wants_simplex; /* polytopes: sets the simplex even if the bodies are apart */
    /* The simplex. If count is 0, the search begins along x, which may be any direction. */
    int count;
    tacti_point_pair pair[4];
    double weight[4];
    tact_vec3 x; /* the point of the simplex nearest to the origin */
    /* The direction with the best lower bound, and the support points along it. */
    tact_vec3 best_direction;
    tacti_point_pair best;
    double lower;      /* proven bound of the cores' distance; may be negative or -inf */
    double upper;      /* proven bound of the cores' distance; may be inf */
    uint32_t start[2]; /* vertices where climbs begin; UINT32_MAX if there is none */
    uint32_t iterations;
    double noise; /* polytopes: the distance does not wait for what is less far along x by less than
                     this times the length of x; 0 at first */
} tacti_gjk;

typedef tacti_gjk_ending tacti_gjk_search(tacti_gjk *gjk);

/* The search, compiled for a SIMD level. It accepts all bounded bodies, and calls
 * tacti_gjk_polytopes() for two polytopes. */
tacti_gjk_search *tacti_gjk_at(tact_simd_level level);

/* A faster way to the same answer for two polytopes without radii that have few vertices. The
 * search begins along x and looks for a verdict. If it leaves that open, or if the bodies are
 * others, nothing is set and tacti_gjk_at() has to be asked. */
tacti_gjk_search *tacti_gjk_small_at(tact_simd_level level);

/* The support points of a along -x and of b along x: their difference is least far along x. */
typedef void tacti_gjk_support(const tacti_bodies *bodies, tact_vec3 x, uint32_t start[2],
                               tacti_point_pair *out);
tacti_gjk_support *tacti_gjk_support_at(tact_simd_level level);

TACTI_DECLARE_LEVELS(tacti_gjk_search, tacti_gjk_search)
TACTI_DECLARE_LEVELS(tacti_gjk_search, tacti_gjk_polytopes)
TACTI_DECLARE_LEVELS(tacti_gjk_search, tacti_gjk_small)
TACTI_DECLARE_LEVELS(tacti_gjk_support, tacti_gjk_support)

/* A placed point of a bounded body's core that is furthest along n, up to the slack per unit of
 * |n|. Its coordinates may have any size. Of the other body nothing is read. */
tact_vec3 tacti_body_furthest(const tacti_bodies *bodies, int side, tact_vec3 n);

/* For a support pair w along x: if x . w exceeds this, every difference of points of the bodies has
 * a positive product with x. It covers the slack of both support points and four roundings of each
 * product (see body.h). */
static inline double tacti_gjk_error(const tacti_bodies *bodies, tact_vec3 x, tact_vec3 w) {
    double products = (tacti_abs(x.x * w.x) + tacti_abs(x.y * w.y)) + tacti_abs(x.z * w.z);
    return tacti_sum_of(x) * bodies->slack + 0x5p-53 * products;
}

#endif
