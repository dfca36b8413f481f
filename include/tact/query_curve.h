/* SPDX-License-Identifier: MIT */
/**
 * @file query_curve.h
 * What two surfaces have in common, as curves, patches and points.
 *
 * A patch is where a triangle of a and one of b overlap in one plane. A curve is where the surfaces
 * cross or touch along lines: every segment that two triangles have in common and that is not a
 * side of a patch, each once, linked end to end. A lone point is where they touch in that point
 * alone. So the patches are the area of contact, and their rims are no curves; a curve that comes
 * to a patch ends at one of its corners.
 *
 * Points are linked by what they are made of, never by a tolerance: a point is a vertex of a or b,
 * or an edge of one and a face or an edge of the other. Vertices with equal placed coordinates are
 * one, so that files whose triangles share no vertices link too. Curves of closed meshes in general
 * position are closed.
 *
 * Triangles without area: a curve that crosses one goes on through it, and a segment along one is
 * divided at the vertex in the middle. Where several of them lie along one edge with different
 * vertices in the middle, a curve along that edge may have pieces twice. Triangles of one mesh at
 * the same three places count as one, but for patches: where a mesh is folded onto itself, curves
 * may end. A vertex that lies on another triangle's edge, and not at its end, links nothing there.
 */
#ifndef TACT_QUERY_CURVE_H
#define TACT_QUERY_CURVE_H

#include <tact/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** No vertex. */
#define TACT_NO_VERTEX UINT32_MAX

/** Where a point comes from. Two points are one if and only if their sources are equal. */
typedef struct tact_curve_source {
    uint32_t a[3]; /**< Vertices of the least part of a that holds the point: one for a vertex, two
                        for an edge, three for a face; in increasing order, then TACT_NO_VERTEX.
                        Of vertices at one place the least that a touching triangle has. */
    uint32_t b[3]; /**< The same of b. */
} tact_curve_source;

/** A polyline. */
typedef struct tact_curve {
    uint32_t first; /**< Its first point, as an index into tact_curve_set_order(). */
    uint32_t count; /**< Points; a closed curve does not repeat its first one. 1: a lone point. */
    bool is_closed; /**< The last point is linked to the first. */
    double length;  /**< Sum of the lengths of its segments, between rounded points. */
} tact_curve;

/** A region where both surfaces lie in one plane: a convex polygon, as tact_triangle_intersect()
 * gives it for one pair of triangles. */
typedef struct tact_patch {
    uint32_t a;        /**< Triangle of a. */
    uint32_t b;        /**< Triangle of b. */
    uint32_t first;    /**< Its first point, as an index into tact_curve_set_order(). */
    uint32_t count;    /**< Points, 3 to 6, counterclockwise seen from where a's normal points. */
    bool is_same_side; /**< The normals of both triangles point the same way. */
} tact_patch;

/** All curves and patches of a pair of meshes. */
typedef struct tact_curve_set tact_curve_set;

/** What a set has, as figures. */
typedef struct tact_curve_summary {
    tact_outcome outcome;   /**< As of tact_contacts_fill(). */
    uint64_t contact_count; /**< Pairs of triangles that meet. */
    uint32_t curve_count;   /**< Polylines with at least two points. */
    uint32_t closed_count;  /**< Of these, the closed ones. */
    uint32_t lone_count;    /**< Points where surfaces meet in that point alone. */
    uint32_t patch_count;   /**< Coplanar patches. */
    double length;          /**< Of all curves. */
    double patch_area;      /**< Of all patches together; where triangles of one mesh overlap in a
                                 plane, that area counts for each. */
} tact_curve_summary;

/** Makes an empty set. It keeps its memory from fill to fill and belongs to one thread at a time.
 */
TACT_API tact_status tact_curve_set_create(const tact_context *context, tact_curve_set **out);
/** Ends a set; NULL is allowed. */
TACT_API void tact_curve_set_destroy(tact_curve_set *set);

/**
 * Fills a set with the intersection of two placed meshes. Just two segments in a point are parts of
 * one curve; where one ends, or more than two meet, curves end, and one that comes back to such a
 * point is closed and begins there. Segments have the order in which the contacts are sorted;
 * curves come in the order of their first segment, which they run through from its first point to
 * its second as tact_triangle_intersect() gives them. Lone points come last, in the order of
 * points. Points come in the order of contacts. The same meshes and poses give the same numbers, to
 * the bit, on every machine and SIMD level. Where the budget ends the query, the set is made of the
 * contacts that were found, so that curves may be cut.
 * @return as tact_contacts_fill(); the set is then empty.
 */
TACT_API tact_status tact_curve_set_fill(const tact_placed *a, const tact_placed *b,
                                         const tact_query_desc *desc, tact_curve_set *set,
                                         tact_curve_summary *out);

/** Number of curves, lone points included. */
TACT_API uint32_t tact_curve_set_count(const tact_curve_set *set);
/** The curves; NULL where there are none. Valid until the set changes, as everything below. */
TACT_API const tact_curve *tact_curve_set_curves(const tact_curve_set *set);
/** Number of patches. */
TACT_API uint32_t tact_curve_set_patch_count(const tact_curve_set *set);
/** The patches, in increasing order of a, then b. */
TACT_API const tact_patch *tact_curve_set_patches(const tact_curve_set *set);
/** Indices of points, in the order in which curves and patches run through them. */
TACT_API const uint32_t *tact_curve_set_order(const tact_curve_set *set);
/** Number of different points of all curves and patches. */
TACT_API uint32_t tact_curve_set_point_count(const tact_curve_set *set);
/** Positions of the points: exact at vertices, otherwise rounded as in tact_overlap_point. */
TACT_API const tact_vec3 *tact_curve_set_points(const tact_curve_set *set);
/** Where the points come from. */
TACT_API const tact_curve_source *tact_curve_set_sources(const tact_curve_set *set);

#ifdef __cplusplus
}
#endif

#endif
