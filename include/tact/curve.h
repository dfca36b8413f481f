/* SPDX-License-Identifier: MIT */
/**
 * @file curve.h
 * The intersection of two surfaces, as curves, patches and points.
 *
 * A patch is a region in which a triangle of a and one of b overlap in one plane. A curve is a line
 * along which the surfaces cross or touch. It consists of the segments that two triangles have in
 * common and that are not a side of a patch, each once, linked end to end. A lone point is a point
 * in which the surfaces touch and that is on no curve and no patch. So the patches are the area of
 * contact, and their boundaries are not curves. A curve that comes to a patch ends at one of its
 * corners.
 *
 * Points are linked by what they are made of, never by a tolerance: a point is a vertex of a or b,
 * or an edge of one and a face or an edge of the other. Vertices with equal placed coordinates are
 * one vertex, so files whose triangles share no vertices link, too. Curves of closed meshes in
 * general position are closed.
 *
 * Triangles without area: a curve that crosses one goes on through it, and a segment along one is
 * divided at the vertex in the middle. If several of them lie along one edge with different
 * vertices in the middle, a curve along that edge may have pieces twice. Triangles of one mesh at
 * the same three places count as one, except for patches. If a mesh is folded onto itself, curves
 * may end. A vertex that lies inside another triangle's edge links nothing there.
 */
#ifndef TACT_CURVE_H
#define TACT_CURVE_H

#include <tact/contacts.h>

#ifdef __cplusplus
extern "C" {
#endif

/** No vertex. */
#define TACT_NO_VERTEX UINT32_MAX

/** What a point is made of. Two points are one if and only if their sources are equal. */
typedef struct tact_curve_source {
    uint32_t a[3]; /**< Vertices of the least part of a that holds the point: one for a vertex, two
                        for an edge, three for a face; in increasing order, then TACT_NO_VERTEX.
                        Of several vertices at one place, the least of a touching triangle. */
    uint32_t b[3]; /**< The same for b. */
} tact_curve_source;

/** A polyline. */
typedef struct tact_curve {
    uint32_t first; /**< Its first point, as an index into tact_curve_view::indices. */
    uint32_t count; /**< Points; a closed curve does not repeat its first one. 1: a lone point. */
    bool is_closed; /**< The last point is linked to the first. */
    double length;  /**< Sum of the lengths of its segments, between rounded points. */
} tact_curve;

/** A region in which both surfaces lie in one plane: a convex polygon, as tact_triangle_intersect()
 * gives it for one pair of triangles. */
typedef struct tact_patch {
    uint32_t a;        /**< Triangle of a. */
    uint32_t b;        /**< Triangle of b. */
    uint32_t first;    /**< Its first point, as an index into tact_curve_view::indices. */
    uint32_t count;    /**< Points, 3 to 6, counterclockwise seen against a's normal. */
    bool is_same_side; /**< The normals of both triangles point the same way. */
} tact_patch;

/** All curves and patches of a pair of meshes. */
typedef struct tact_curve_set tact_curve_set;

/** Figures of a set. */
typedef struct tact_curve_summary {
    tact_outcome outcome;   /**< As in tact_contacts(). */
    uint32_t reserved;      /**< 0. */
    uint64_t contact_count; /**< Pairs of triangles that meet. */
    uint32_t curve_count;   /**< Polylines with at least two points. */
    uint32_t closed_count;  /**< Closed curves among these. */
    uint32_t lone_count;    /**< Lone points. */
    uint32_t patch_count;   /**< Coplanar patches. */
    double length;          /**< Total length of all curves. */
    double patch_area;      /**< Total area of all patches. If triangles of one mesh overlap in a
                                 plane, that area counts for each of them. */
} tact_curve_summary;

/** Makes an empty set. It keeps its memory from query to query and belongs to one thread at a time.
 * TACT_INVALID_ARGUMENT if out is NULL, or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_curve_set_create(const tact_context *context, tact_curve_set **out);
/** Destroys a set. NULL is allowed. */
TACT_API void tact_curve_set_destroy(tact_curve_set *set);

/** The contents of a set. The pointers are valid until the set changes; NULL if there is nothing.
 */
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
    const tact_curve_source *sources; /**< What the points are made of. */
} tact_curve_view;

/** Returns the contents of a set. */
TACT_API tact_curve_view tact_curve_set_view(const tact_curve_set *set);

#ifdef __cplusplus
}
#endif

#endif
