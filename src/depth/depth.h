/* SPDX-License-Identifier: MIT */
/* The expanding polytope on the difference of two bodies' cores: the hull of some differences w = a
 * - b of support points, its faces, and the direction with the least support value found so far.
 *   depth.c makes the caller's answer from it.
 *
 * The points w are rounded, and the rounded points define the polytope: the signs that decide its
 * topology are exact for them. The polytope is therefore always convex with triangles as faces. The
 * bounds account for the rounding.
 *
 * For a direction n let h(n) be the greatest n . w / |n| over all differences. The depth is the
 * least h. Every support point gives an upper bound. If the polytope contains the origin, the least
 * distance of its faces' planes is a lower bound. */
#ifndef TACTI_DEPTH_DEPTH_H
#define TACTI_DEPTH_DEPTH_H

#include "base/simd.h"
#include "depth/depth_answer.h"

#include <math.h>

#include "search/gjk.h"

/* The most points that a polytope may have. */
#define TACTI_DEPTH_POINTS 128
/* A polytope of TACTI_DEPTH_POINTS points has 252 faces. This is the next multiple of eight. */
#define TACTI_DEPTH_FACES 256

/* How a search for the depth ended. */
typedef enum tacti_depth_ending {
    TACTI_DEPTH_CONVERGED, /* the bounds meet the tolerance, or differ by rounding only */
    TACTI_DEPTH_FULL,      /* the polytope has TACTI_DEPTH_POINTS points */
    TACTI_DEPTH_LOST       /* resumed without bounds: the search must start anew */
} tacti_depth_ending;

typedef struct tacti_expansion {
    const tacti_bodies *bodies;
    tacti_gjk_support *support;
    double scale;      /* a power of two; point[i].w is scale (a - b), about 1 or less */
    double slack;      /* error of a support value per unit of |n|, in the same scale */
    uint32_t start[2]; /* vertices where climbs begin */
    uint32_t steps;    /* support pairs computed */

    /* Differences. The last support pair that was computed is at point_count. */
    uint32_t point_count;
    double most; /* bounds the sums of the points' coordinates */
    tacti_point_pair point[TACTI_DEPTH_POINTS + 1];

    /* Faces are in the slots below face_count that are not free. Normals point outward. lower and
     * offset are infinite in free slots and in slots from face_count to the next multiple of eight.
     */
    uint32_t face_count, free_count;
    double normal[3][TACTI_DEPTH_FACES];
    double lower[TACTI_DEPTH_FACES]; /* proven bound of the plane's distance */
    double reach[TACTI_DEPTH_FACES]; /* errors of the normal and of its products are proportional to
                                        this */
    double offset[TACTI_DEPTH_FACES]; /* the normal's product with corner 2 */
    /* Edge i runs from corner i to corner i + 1; next[i] is the face beyond it. */
    uint8_t corner[TACTI_DEPTH_FACES][4], next[TACTI_DEPTH_FACES][4];
    uint8_t free[TACTI_DEPTH_FACES];

    /* The direction with the least support value. */
    tact_vec3 best_direction;
    tacti_point_pair best;
    double best_value; /* h as computed */
    double upper;      /* a bound of h, proven if is_certain: climbs were completed */
    bool is_certain;
    uint32_t last; /* the last face that was examined */

    /* The search began with a cached polytope, which need not be convex; see depth_cache.c. */
    bool is_resumed;
    bool is_sound; /* if resumed: the origin is proven to be beneath the planes of all faces */
} tacti_expansion;

/* The least support value of the cores over all directions: the depth, or the distance times -1. */
typedef struct tacti_core_depth {
    double lower, upper; /* proven */
    double value;        /* rounded */
    tact_vec3 direction; /* of length 1 */
    tact_vec3 point[2];
    bool is_contact;             /* the cores are known to share a point */
    tacti_convex_cache *keep;    /* receives the polytope; NULL to drop it */
    bool wants_pairs, has_pairs; /* pairs of the tetrahedron to remember, in at */
    uint32_t at[4][2];
} tacti_core_depth;

/* The depth of two boxes; tacti_are_boxes() holds. */
typedef enum tacti_box_ending {
    TACTI_BOXES_APART, /* certain; only the direction is set, with any length */
    TACTI_BOXES_DEEP,  /* certain, and lower, upper, value, direction, point and is_contact are set
                        */
    TACTI_BOXES_OPEN   /* nearly touching or nearly parallel: left to the search */
} tacti_box_ending;
tacti_box_ending tacti_depth_boxes(const tacti_bodies *bodies, tacti_core_depth *out);

/* Prepares an expansion that has no points. */
void tacti_depth_begin(const tacti_bodies *bodies, tacti_expansion *e);

/* Computes the support pair along n, writes it to point[point_count], and keeps n if it is better
 * than the best direction so far. */
void tacti_depth_probe(tacti_expansion *e, tact_vec3 n);

/* Probes the coordinate axes both ways. */
void tacti_depth_probe_axes(tacti_expansion *e);

/* The direction to use in place of n. If points are scaled because sizes are tiny or huge, products
 * with a short direction would underflow. */
static inline tact_vec3 tacti_depth_direction(const tacti_expansion *e, tact_vec3 n) {
    return e->scale == 1 ? n : tact_vec3_normalize(n);
}

/* A bound of h(n) from the support point along n, and h as computed. */
static inline double tacti_depth_bound(const tacti_expansion *e, tact_vec3 n, tact_vec3 w,
                                       double *value) {
    /* The slack of both support points, four roundings of each product, and underflow. */
    double products = (tacti_abs(n.x * w.x) + tacti_abs(n.y * w.y)) + tacti_abs(n.z * w.z);
    double error = tacti_sum_of(n) * e->slack + 0x5p-53 * products + 0x1p-1070;
    double along = tacti_vec3_dot(n, w), inverse = 1 / sqrt(tacti_vec3_dot(n, n));
    double upper = (along + error) * inverse;
    *value = along * inverse;
    return upper + tacti_abs(upper) * 0x1p-49;
}

/* Error of the lower bounds of faces: points are rounded, and those of smooth shapes err more. */
double tacti_depth_error(const tacti_expansion *e);

/* Computes the upper bound for the best direction anew, from all vertices of two polytopes, with
 * errors that do not depend on their distance from the origin. */
void tacti_depth_sharpen(tacti_expansion *e);

/* Builds a tetrahedron from the simplex of another search. Any simplex is allowed. False if all
 * points found lie in one plane. */
bool tacti_depth_seed(tacti_expansion *e, const tacti_gjk *gjk);

/* Sets a face's plane if the triangle is so thin that plain rounding would spoil it. */
void tacti_depth_thin_face(tacti_expansion *e, uint32_t face);

/* Grows the tetrahedron or the recalled polytope until the bounds meet. *lower receives the least
 * lower bound of all faces, which holds if it is not negative. */
typedef tacti_depth_ending tacti_depth_expand(tacti_expansion *e, double *lower);
tacti_depth_expand *tacti_depth_expand_at(tact_simd_level level);
TACTI_DECLARE_LEVELS(tacti_depth_expand, tacti_depth_expand)

/* The points of a and b whose difference is on the surface of the polytope along the best
 * direction. */
void tacti_depth_witness(tacti_expansion *e, tact_vec3 point[2]);

/* Pairs of vertices of the last face and of a point opposite to it: the first tetrahedron of the
 * next search. */
void tacti_depth_remember(const tacti_expansion *e, uint32_t at[4][2]);

/* Keeps the polytope in a cache if it fits. Otherwise the cache holds no polytope. */
void tacti_depth_keep(const tacti_expansion *e, tacti_convex_cache *cache);

/* Whether the cache has a polytope that is worth a try. */
static inline bool tacti_depth_is_kept(const tacti_convex_cache *cache) {
    return cache->corner_count > 0 && cache->outcome == TACT_OUTCOME_CONTACT;
}

/* Copies the corners and faces of a cached polytope to an expansion that has no points. False if
 * the cache does not hold a closed surface with corners in these bodies. Both bodies are polytopes.
 */
bool tacti_depth_recall(const tacti_convex_cache *cache, tacti_expansion *e);

/* The depth of two bodies of a usual size, as far as bounds decide it. out must be zeroed. If
 * keeps, the cache keeps the polytope. cache may be NULL. */
void tacti_depth_measure(const tacti_bodies *bodies, bool keeps, tacti_convex_cache *cache,
                         tacti_convex_depth_answer *out);

static inline tact_vec3 tacti_depth_normal(const tacti_expansion *e, uint32_t face) {
    return (tact_vec3){e->normal[0][face], e->normal[1][face], e->normal[2][face]};
}

/* Whether twice the area of a face is small for its sides. If the face matters, its plane is then
 * computed by tacti_depth_thin_face(). */
static inline bool tacti_depth_is_thin(const tacti_expansion *e, uint32_t face) {
    tact_vec3 n = tacti_depth_normal(e, face);
    double reach = 0x1p-7 * e->reach[face];
    return tacti_vec3_dot(n, n) < reach * reach;
}

#endif
