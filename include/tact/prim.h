/* SPDX-License-Identifier: MIT */
/**
 * @file prim.h
 * Triangles against triangles, points, segments, rays and boxes: whether they meet, where, and how
 * far apart they are.
 *
 * All sets are closed, so sets that touch meet. Verdicts, kinds and features are exact for the
 * coordinates given; positions and parameters are rounded. A triangle of zero area is treated as
 * the segment or the point that it is. Every finite double is supported. With a NaN or an infinite
 * coordinate the answer is unspecified, but the call returns.
 */
#ifndef TACT_PRIM_H
#define TACT_PRIM_H

#include <tact/exact.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Whether two sets meet. */
typedef enum tact_outcome {
    TACT_OUTCOME_APART = 0,    /**< The sets share no point. */
    TACT_OUTCOME_CONTACT = 1,  /**< They do. */
    TACT_OUTCOME_UNDECIDED = 2 /**< A budget or the precision ended before either was known. */
} tact_outcome;

/**
 * A part of a triangle. A point belongs to the smallest part that holds it: the first corner that
 * equals it, otherwise the first edge that holds it, otherwise the face. For a segment, corners 0
 * and 1 are its ends a and b and edge 0 is what lies between; for a ray, corner 0 is its origin and
 * edge 0 the rest; for a point, corner 0.
 */
typedef enum tact_feature {
    TACT_FEATURE_VERTEX_0 = 0,        /**< Corner v[0]. */
    TACT_FEATURE_VERTEX_1 = 1,        /**< Corner v[1]. */
    TACT_FEATURE_VERTEX_2 = 2,        /**< Corner v[2]. */
    TACT_FEATURE_EDGE_0 = 0x20000000, /**< Between v[0] and v[1]. */
    TACT_FEATURE_EDGE_1 = 0x20000001, /**< Between v[1] and v[2]. */
    TACT_FEATURE_EDGE_2 = 0x20000002, /**< Between v[2] and v[0]. */
    TACT_FEATURE_FACE = 0x40000000    /**< Inside. */
} tact_feature;

/** A short lower-case name such as "vertex 1"; "unknown feature" for other values. */
TACT_API const char *tact_feature_name(tact_feature feature);

/** No feature is known. */
#define TACT_NO_FEATURE UINT32_MAX
/** Set in a feature that is an edge. */
#define TACT_FEATURE_EDGE_BIT 0x20000000u
/** Set in a feature that is a face. */
#define TACT_FEATURE_FACE_BIT 0x40000000u

/** What a feature is. */
typedef enum tact_feature_kind {
    TACT_FEATURE_KIND_VERTEX = 0, /**< A corner. */
    TACT_FEATURE_KIND_EDGE = 1,   /**< An edge. */
    TACT_FEATURE_KIND_FACE = 2    /**< A face. */
} tact_feature_kind;

/** What a feature is. Answers name a feature by one number: that of a vertex, or that of an edge or
 * face with its bit set. docs/model.md lists the numbers of each kind of shape. The numbers of
 * edges may repeat in hulls with more than 2^26 vertices. */
static inline tact_feature_kind tact_feature_kind_of(uint32_t feature) {
    return (feature & TACT_FEATURE_FACE_BIT) != 0   ? TACT_FEATURE_KIND_FACE
           : (feature & TACT_FEATURE_EDGE_BIT) != 0 ? TACT_FEATURE_KIND_EDGE
                                                    : TACT_FEATURE_KIND_VERTEX;
}
/** The number of a vertex, edge or face. */
static inline uint32_t tact_feature_number(uint32_t feature) {
    return feature & (TACT_FEATURE_EDGE_BIT - 1);
}

/** What the common points of two sets form. */
typedef enum tact_overlap_kind {
    TACT_OVERLAP_NONE = 0,    /**< Nothing in common. */
    TACT_OVERLAP_POINT = 1,   /**< One point. */
    TACT_OVERLAP_SEGMENT = 2, /**< A segment of positive length. */
    TACT_OVERLAP_POLYGON = 3  /**< A convex polygon of positive area; the sets are coplanar. */
} tact_overlap_kind;

/** A short lower-case name such as "segment"; "unknown kind" for other values. */
TACT_API const char *tact_overlap_kind_name(tact_overlap_kind kind);

/** A corner of the intersection. */
typedef struct tact_overlap_point {
    tact_vec3 position; /**< Rounded: exact at a corner of a or b, otherwise within 8 units of
                             2^-53 of the largest coordinate of the edge that it lies on, plus
                             2^-1074. */
    tact_feature a;     /**< The part of a that holds it. */
    tact_feature b;     /**< The part of b that holds it. */
} tact_overlap_point;

/** The largest number of corners of the intersection of two triangles. */
#define TACT_OVERLAP_MAX_POINTS 6

/** The intersection of two triangles: the convex hull of its corners. */
typedef struct tact_overlap {
    tact_overlap_kind kind; /**< Its dimension. */
    uint32_t point_count;   /**< 0, 1, 2, or 3 to 6 for a polygon. */
    /** The corners. Those of a polygon run counterclockwise seen from where a's normal
     * (v1 - v0) x (v2 - v0) points. */
    tact_overlap_point points[TACT_OVERLAP_MAX_POINTS];
} tact_overlap;

/** How far apart two sets are, and where. */
typedef struct tact_gap {
    double distance;        /**< 0 if and only if the sets meet (exactly); rounded otherwise. */
    double lower;           /**< Proven: the true distance is at least this, */
    double upper;           /**< and at most this. */
    tact_vec3 point_a;      /**< A closest point of a, rounded. */
    tact_vec3 point_b;      /**< A closest point of b, rounded. */
    tact_feature feature_a; /**< The part of a on which point_a was found. */
    tact_feature feature_b; /**< The part of b on which point_b was found. */
} tact_gap;

/* ---- Triangle and triangle ---------------------------------------------------------------- */

/** Whether the triangles share a point. Exact. */
TACT_API bool tact_triangle_overlaps(const tact_triangle *a, const tact_triangle *b);

/** All common points of two triangles. Kind, features and count are exact. */
TACT_API tact_overlap tact_triangle_intersect(const tact_triangle *a, const tact_triangle *b);

/**
 * The distance between two triangles. With S the largest extent of the six corners along an axis,
 * distance is within 2^-46 S of the true one, and upper - lower is at most 2^-45 S (plus 2^-1072
 * among subnormal numbers). A distance beyond the range of double is infinite. Swapping a and b
 * swaps points and features and changes no bit.
 */
TACT_API tact_gap tact_triangle_distance(const tact_triangle *a, const tact_triangle *b);

/* ---- Triangle and point, segment ---------------------------------------------------------- */

/** Whether point lies in the triangle. Exact. If so and feature is not NULL, *feature receives the
 * part that holds it. */
TACT_API bool tact_triangle_contains(const tact_triangle *a, tact_vec3 point,
                                     tact_feature *feature);

/** The distance between a triangle and a point; bounds as for tact_triangle_distance(). */
TACT_API tact_gap tact_triangle_distance_point(const tact_triangle *a, tact_vec3 point);

/** All common points of a triangle and a segment; never a polygon. */
TACT_API tact_overlap tact_triangle_intersect_segment(const tact_triangle *a, tact_segment segment);

/** The distance between a triangle and a segment; bounds as for tact_triangle_distance(). */
TACT_API tact_gap tact_triangle_distance_segment(const tact_triangle *a, tact_segment segment);

/* ---- Triangle and ray, box ---------------------------------------------------------------- */

/** Where a ray meets a triangle. */
typedef struct tact_ray_hit {
    tact_overlap_kind kind; /**< None, point, or segment if the ray runs in the plane. */
    double t_enter;         /**< First parameter in the triangle, rounded, at least 0. */
    double t_exit;          /**< Last one; equal to t_enter for a point. */
    tact_feature enter;     /**< The part of the triangle where the ray enters, */
    tact_feature exit;      /**< and where it leaves; equal to enter for a point. */
} tact_ray_hit;

/**
 * All common points of a triangle and a ray. The verdict is exact for the ray's own numbers: a ray
 * aimed at an edge or a corner that two triangles share hits at least one of them. A ray with zero
 * direction is its origin.
 */
TACT_API tact_ray_hit tact_triangle_intersect_ray(const tact_triangle *a, tact_ray ray);

/** Whether the triangle and the closed box share a point. Exact; false for an empty box. */
TACT_API bool tact_triangle_overlaps_box(const tact_triangle *a, tact_box box);

#ifdef __cplusplus
}
#endif

#endif
