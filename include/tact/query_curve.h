/* SPDX-License-Identifier: MIT */
/**
 * @file query_curve.h
 * What two surfaces have in common, as curves and patches.
 *
 * Curves are linked by what their points are made of, never by a tolerance: a point is a vertex of
 * a or b, or an edge of one and a face or an edge of the other. Vertices with equal placed
 * coordinates are one, so that files whose triangles share no vertices link too.
 */
#ifndef TACT_QUERY_CURVE_H
#define TACT_QUERY_CURVE_H

#include <tact/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a point of a curve comes from. Two points are one if and only if their sources are equal.
 */
typedef struct tact_curve_source {
    uint32_t a[3]; /**< Vertices of a whose vertex, edge or triangle holds the point, in increasing
                        order, TACT_NO_VERTEX where there are fewer; of vertices at one place the
                        least. */
    uint32_t b[3]; /**< The same of b. */
} tact_curve_source;

/** No vertex. */
#define TACT_NO_VERTEX UINT32_MAX

/** A polyline. */
typedef struct tact_curve {
    uint32_t first; /**< Its first point, as an index into tact_curve_set_order(). */
    uint32_t count; /**< Points; a closed curve does not repeat its first one. 1: a lone point. */
    bool is_closed; /**< The last point is linked to the first. */
    double length;  /**< Sum of the lengths of its segments. */
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
    double patch_area;      /**< Of all patches. */
} tact_curve_summary;

/** Makes an empty set. */
TACT_API tact_status tact_curve_set_create(const tact_context *context, tact_curve_set **out);
/** Ends a set; NULL is allowed. */
TACT_API void tact_curve_set_destroy(tact_curve_set *set);

/**
 * Fills a set with the intersection of two placed meshes. A segment that several pairs of triangles
 * have in common (along an edge) is taken once; segments inside of a patch or on its rim that both
 * neighbours continue are part of the patches alone. Where more than two segments meet in a point,
 * curves end there. Curves come in the order of their first segment, lone points last; the same
 * meshes give the same bytes.
 * @return as tact_contacts_fill(); the set is then empty.
 */
TACT_API tact_status tact_curve_set_fill(const tact_placed *a, const tact_placed *b,
                                         const tact_query_desc *desc, tact_curve_set *set,
                                         tact_curve_summary *out);

/** Number of curves, lone points included. */
TACT_API uint32_t tact_curve_set_count(const tact_curve_set *set);
/** The curves; valid until the set changes, as everything below. */
TACT_API const tact_curve *tact_curve_set_curves(const tact_curve_set *set);
/** Number of patches. */
TACT_API uint32_t tact_curve_set_patch_count(const tact_curve_set *set);
/** The patches, in increasing order of a, then b. */
TACT_API const tact_patch *tact_curve_set_patches(const tact_curve_set *set);
/** Indices of points, in the order in which curves and patches run through them. */
TACT_API const uint32_t *tact_curve_set_order(const tact_curve_set *set);
/** Number of different points. */
TACT_API uint32_t tact_curve_set_point_count(const tact_curve_set *set);
/** Positions of the points, rounded. */
TACT_API const tact_vec3 *tact_curve_set_points(const tact_curve_set *set);
/** Where the points come from. */
TACT_API const tact_curve_source *tact_curve_set_sources(const tact_curve_set *set);

#ifdef __cplusplus
}
#endif

#endif
