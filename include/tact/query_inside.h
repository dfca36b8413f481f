/* SPDX-License-Identifier: MIT */
/**
 * @file query_inside.h
 * Meshes as solids: winding numbers and signed distances. How two solids relate is in
 * query_relation.h.
 *
 * Inside is where the winding number is not 0, so a mesh that is turned inside out is filled too,
 * and a cavity whose shell is turned inward is empty. For closed meshes everything here is exact
 * for the placed coordinates. For open ones the generalised winding number stands in, with a proven
 * bound of its error, and what follows from it is marked as an estimate.
 */
#ifndef TACT_QUERY_INSIDE_H
#define TACT_QUERY_INSIDE_H

#include <tact/query_point.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What is known about the inside of a mesh ----------------------------------------------- */

/** A mesh as a solid. Immutable; may be used from several threads at once. */
typedef struct tact_interior tact_interior;

/**
 * Finds out what the inside of a mesh is: whether it is closed, whether it touches itself, its
 * connected shells and which way they are turned, and for open meshes sums that make their winding
 * number fast.
 * @param context memory and workers; may be NULL
 * @param bvh     a hierarchy that was made with the option solid; must live longer
 * @param out     receives the interior
 * @return TACT_INVALID_ARGUMENT (also where the hierarchy was made without solid) or
 *         TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_interior_create(const tact_context *context, const tact_bvh *bvh,
                                          tact_interior **out);
/** Ends an interior; NULL is allowed. */
TACT_API void tact_interior_destroy(tact_interior *interior);

/** What is known about the inside of a mesh. */
typedef struct tact_interior_info {
    bool is_closed;        /**< Every edge has two sides, which run in opposite directions. */
    bool is_simple;        /**< No triangle meets another one beyond what they share; see
                                tact_self_visit(). */
    uint32_t shell_count;  /**< Pieces that are connected by edges; 0 for open meshes. */
    uint32_t cavity_count; /**< Of these, shells whose inside is empty. */
    size_t bytes;          /**< Memory of the interior. */
} tact_interior_info;

/** What was found out when the interior was made. */
TACT_API tact_interior_info tact_interior_inspect(const tact_interior *interior);

/** The hierarchy of an interior. */
TACT_API const tact_bvh *tact_interior_bvh(const tact_interior *interior);

/** A solid and where it stands. */
typedef struct tact_filled {
    const tact_interior *interior; /**< The solid. */
    tact_pose pose;                /**< Where it stands. */
} tact_filled;

/* ---- Points ------------------------------------------------------------------------------- */

/** How often a mesh winds around a point. */
typedef struct tact_winding {
    double number;      /**< A whole number for closed meshes. */
    double lower;       /**< Proven: the winding number is at least this, */
    double upper;       /**< and at most this. */
    bool is_exact;      /**< The mesh is closed: number is exact. */
    bool is_on_surface; /**< The point lies on the mesh, exactly. Closed meshes: the number is then
                             that of a point infinitely near. Others: triangles that hold the point
                             count as 0, which is the mean of their sides. */
} tact_winding;

/**
 * The winding number of a placed mesh around a point.
 * @param mesh  the placed solid
 * @param point where
 * @param error for open meshes: the number is refined until upper - lower is at most twice this or
 *              only the rounding of single triangles is left; 0 for the best there is. Closed
 * meshes need no allowance.
 * @param out   receives the answer
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
TACT_API tact_status tact_winding_number(const tact_filled *mesh, tact_vec3 point, double error,
                                         tact_winding *out);

/** The distance of a point with its sign. */
typedef struct tact_signed_nearest {
    double distance;      /**< Negative inside. */
    double lower;         /**< Proven where is_exact: the true one is at least this, */
    double upper;         /**< and at most this. */
    bool is_exact;        /**< The mesh is closed, so the sign is exact; otherwise the sign is that
                               of a winding number over or under one half. */
    tact_nearest nearest; /**< The nearest point of the surface. */
} tact_signed_nearest;

/** The signed distance of a point from a placed mesh. The statuses of tact_winding_number(). */
TACT_API tact_status tact_signed_distance(const tact_filled *mesh, tact_vec3 point,
                                          tact_signed_nearest *out);

#ifdef __cplusplus
}
#endif

#endif
