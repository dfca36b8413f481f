/* SPDX-License-Identifier: MIT */
/* The expanding polytope on the difference of two bodies' cores: the hull of some differences
 * w = a - b of support points, its faces, and the direction with the least support value found so
 * far. What the answer to the caller is made of it is in depth.c.
 *
 * The points w are rounded, and as rounded they define the polytope: signs that decide its topology
 * are exact for them, so that it is always a convex polytope with triangles as faces. The bounds
 * account for the rounding.
 *
 * For a direction n let h(n) be the greatest n . w / |n| over all differences. The depth is the
 * least h. Every support point gives an upper bound; and where the polytope holds the origin, the
 * least distance of its faces' planes is a lower one. */
#ifndef TACTI_DEPTH_DEPTH_H
#define TACTI_DEPTH_DEPTH_H

#include "base/simd.h"
#include "depth/depth_answer.h"

#include <math.h>

#include "search/gjk.h"

/* How many points the polytope may get. */
#define TACTI_DEPTH_POINTS 128
/* It then has 252 faces; a multiple of eight. */
#define TACTI_DEPTH_FACES 256

/* What a search for the depth is in. */
typedef enum tacti_depth_ending {
    TACTI_DEPTH_CONVERGED, /* the bounds meet the tolerance, or differ by rounding only */
    TACTI_DEPTH_FLAT,      /* all points found lie in one plane: there is no polytope */
    TACTI_DEPTH_FULL,      /* no more room for points */
    TACTI_DEPTH_LOST       /* resumed, and there are no bounds: to be searched from the start */
} tacti_depth_ending;

typedef struct tacti_expansion {
    const tacti_bodies *bodies;
    tacti_gjk_support *support;
    double scale;      /* a power of two: point[i].w is a - b times it, about 1 or less */
    double slack;      /* of a support value, for each unit of |n|, in that scale */
    uint32_t start[2]; /* vertices where climbs begin */
    uint32_t steps;    /* support pairs asked for */

    /* Differences; the last one that was asked for is at point_count. */
    uint32_t point_count;
    double most; /* bounds the sums of the points' coordinates */
    tacti_point_pair point[TACTI_DEPTH_POINTS + 1];

    /* Faces, in slots below face_count that are not free. Normals point outward. A free slot's
     * lower and offset are infinite, so are those of slots up to the next multiple of eight. */
    uint32_t face_count, free_count;
    double normal[3][TACTI_DEPTH_FACES];
    double lower[TACTI_DEPTH_FACES];  /* proven bound of the distance of the plane */
    double reach[TACTI_DEPTH_FACES];  /* what errors of the normal and of products grow with */
    double offset[TACTI_DEPTH_FACES]; /* the normal's product with corner 2; infinite where free */
    /* Edge i runs from corner i to corner i + 1, next[i] is the face beyond it. */
    uint8_t corner[TACTI_DEPTH_FACES][4], next[TACTI_DEPTH_FACES][4];
    uint8_t free[TACTI_DEPTH_FACES];

    /* The direction with the least support value. */
    tact_vec3 best_direction;
    tacti_point_pair best;
    double best_value; /* h as computed, */
    double upper; /* and a bound of it, proven where is_certain: climbs were carried to an end */
    bool is_certain;
    uint32_t last; /* the face that was looked at last */

    /* It began with a polytope of the past, which need not be convex; see depth_cache.c. */
    bool is_resumed;
    bool is_sound; /* resumed: the planes of all faces have the origin beneath them, for certain */
} tacti_expansion;

/* The least support value of the cores over all directions: the depth, or less than 0 by the
 * distance. */
typedef struct tacti_core_depth {
    double lower, upper; /* proven */
    double value;        /* rounded */
    tact_vec3 direction; /* of length 1 */
    tact_vec3 point[2];
    bool is_contact;             /* the cores are known to share a point */
    tacti_convex_cache *keep;    /* where the polytope is to be kept; NULL for nowhere */
    bool wants_pairs, has_pairs; /* of the tetrahedron to remember */
    uint32_t at[4][2];
} tacti_core_depth;

/* Two boxes, which tacti_are_boxes(). */
typedef enum tacti_box_ending {
    TACTI_BOXES_APART, /* certain; only the direction is set, of any length */
    TACTI_BOXES_DEEP,  /* certain, and all is set */
    TACTI_BOXES_OPEN   /* nearly touching or nearly parallel: left to the search */
} tacti_box_ending;
tacti_box_ending tacti_depth_boxes(const tacti_bodies *bodies, tacti_core_depth *out);

/* Prepares an expansion that has no points. */
void tacti_depth_begin(const tacti_bodies *bodies, tact_simd_level level, tacti_expansion *e);

/* Asks for the support pair along n, which is left at point_count, and keeps n where it is better
 * than the best direction so far. */
void tacti_depth_probe(tacti_expansion *e, tact_vec3 n);

/* Probes the coordinate axes both ways. */
void tacti_depth_probe_axes(tacti_expansion *e);

/* The direction to ask for in place of n. Where sizes are so small or large that points are scaled,
 * products with a short direction would underflow. */
static inline tact_vec3 tacti_depth_direction(const tacti_expansion *e, tact_vec3 n) {
    return e->scale == 1 ? n : tact_vec3_normalize(n);
}

/* A bound of h(n) from the support point along n, and h as computed. */
static inline double tacti_depth_bound(const tacti_expansion *e, tact_vec3 n, tact_vec3 w,
                                       double *value) {
    /* The slack of both support points, four roundings of each product, and what underflows. */
    double products = (tacti_abs(n.x * w.x) + tacti_abs(n.y * w.y)) + tacti_abs(n.z * w.z);
    double error = tacti_sum_of(n) * e->slack + 0x5p-53 * products + 0x1p-1070;
    double along = tacti_vec3_dot(n, w), inverse = 1 / sqrt(tacti_vec3_dot(n, n));
    double upper = (along + error) * inverse;
    *value = along * inverse;
    return upper + tacti_abs(upper) * 0x1p-49;
}

/* What the lower bounds of faces are off by: points are rounded, those of smooth shapes more. */
double tacti_depth_error(const tacti_expansion *e);

/* Computes the upper bound for the best direction anew, from all vertices of two polytopes, with
 * errors that do not depend on how far from the origin they stand. */
void tacti_depth_sharpen(tacti_expansion *e);

/* From the simplex of another search, which may be anything, to a tetrahedron. False where the
 * points are too flat for one. */
bool tacti_depth_seed(tacti_expansion *e, const tacti_gjk *gjk);

/* Sets a face's plane where the triangle is so thin that plain rounding would spoil it. */
void tacti_depth_thin_face(tacti_expansion *e, uint32_t face);

/* Lets the tetrahedron, or the polytope that was recalled, grow until the bounds meet. The least
 * lower bound of all faces is *lower; it holds where it is not negative. */
typedef tacti_depth_ending tacti_depth_expand(tacti_expansion *e, double *lower);
tacti_depth_expand *tacti_depth_expand_at(tact_simd_level level);
TACTI_DECLARE_LEVELS(tacti_depth_expand, tacti_depth_expand)

/* The points of a and b whose difference is on the surface of the polytope along the best
 * direction. */
void tacti_depth_witness(tacti_expansion *e, tact_vec3 point[2]);

/* Pairs of vertices of the last face and a point opposite to it: a tetrahedron to begin with the
 * next time. */
void tacti_depth_remember(const tacti_expansion *e, uint32_t at[4][2]);

/* Keeps the polytope in a cache, where it fits; otherwise the cache holds none. */
void tacti_depth_keep(const tacti_expansion *e, tacti_convex_cache *cache);

/* Whether the cache has a polytope worth a look. */
static inline bool tacti_depth_is_kept(const tacti_convex_cache *cache) {
    return cache->corner_count > 0 && cache->outcome == TACT_OUTCOME_CONTACT;
}

/* Takes the corners and faces of a cache's polytope over in an expansion that has no points. False
 * where the cache holds no closed surface with corners in these bodies, which are polytopes.
 */
bool tacti_depth_recall(const tacti_convex_cache *cache, tacti_expansion *e);

/* The depth of two bodies of a usual size, as far as bounds tell. out is zero
 * before. keeps: the cache, which may be NULL, is to keep the polytope. */
void tacti_depth_measure(const tacti_bodies *bodies, bool keeps, tacti_convex_cache *cache,
                         tacti_convex_depth_answer *out);

static inline tact_vec3 tacti_depth_normal(const tacti_expansion *e, uint32_t face) {
    return (tact_vec3){e->normal[0][face], e->normal[1][face], e->normal[2][face]};
}

/* Whether twice the area of a face is small for its sides: its plane is then computed with care,
 * where it counts. */
static inline bool tacti_depth_is_thin(const tacti_expansion *e, uint32_t face) {
    tact_vec3 n = tacti_depth_normal(e, face);
    double reach = 0x1p-7 * e->reach[face];
    return tacti_vec3_dot(n, n) < reach * reach;
}

#endif
