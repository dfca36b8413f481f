/* SPDX-License-Identifier: MIT */
/**
 * @file curve.h
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
#ifndef TACT_CURVE_H
#define TACT_CURVE_H

#include <tact/contacts.h>

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
    uint32_t first; /**< Its first point, as an index into tact_curve_view::indices. */
    uint32_t count; /**< Points; a closed curve does not repeat its first one. 1: a lone point. */
    bool is_closed; /**< The last point is linked to the first. */
    double length;  /**< Sum of the lengths of its segments, between rounded points. */
} tact_curve;

/** A region where both surfaces lie in one plane: a convex polygon, as tact_triangle_intersect()
 * gives it for one pair of triangles. */
typedef struct tact_patch {
    uint32_t a;        /**< Triangle of a. */
    uint32_t b;        /**< Triangle of b. */
    uint32_t first;    /**< Its first point, as an index into tact_curve_view::indices. */
    uint32_t count;    /**< Points, 3 to 6, counterclockwise seen from where a's normal points. */
    bool is_same_side; /**< The normals of both triangles point the same way. */
} tact_patch;

/** All curves and patches of a pair of meshes. */
typedef struct tact_curve_set tact_curve_set;

/** What a set has, as figures. */
typedef struct tact_curve_summary {
    tact_outcome outcome;   /**< As of tact_contacts(). */
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
/** Destroys a set. NULL is allowed. */
TACT_API void tact_curve_set_destroy(tact_curve_set *set);

/** What a set holds. The pointers are valid until the set changes; NULL if there is nothing. */
typedef struct tact_curve_view {
    uint32_t curve_count;             /**< Curves, lone points included. */
    uint32_t patch_count;             /**< Patches. */
    uint32_t point_count;             /**< Different points of all curves and patches. */
    uint32_t index_count;             /**< Indices. */
    const tact_curve *curves;         /**< The curves. */
    const tact_patch *patches;        /**< The patches, in increasing order of a, then b. */
    const uint32_t *indices;          /**< Indices of points, in the order in which curves and
                                           patches run through them. */
    const tact_vec3 *points;          /**< Positions of the points: exact at vertices, otherwise
                                           rounded as in tact_overlap_point. */
    const tact_curve_source *sources; /**< Where the points come from. */
} tact_curve_view;

/** What a set holds. */
TACT_API tact_curve_view tact_curve_set_view(const tact_curve_set *set);

#ifdef __cplusplus
}
#endif

#endif
