/* SPDX-License-Identifier: MIT */
/* Meshes as solids: winding numbers and signed distances. How two solids relate is in
 * relation/classify.h.
 *
 * A point is inside if its winding number is not 0. So a mesh that is turned inside out is filled
 * too, and a cavity whose shell is turned inward is empty. For watertight meshes everything here is
 * exact for the placed coordinates: every edge has as many sides in one direction as in the other,
 * so the winding number is a whole number. Edges of four triangles, duplicate triangles and inner
 * walls are allowed. All other meshes are called open here. For them the generalised winding number
 * is used, with a proven bound of its error, and answers that rest on it are marked as
 * estimates. */
#ifndef TACTI_INSIDE_INTERIORS_H
#define TACTI_INSIDE_INTERIORS_H

#include "probe/points.h"

/* ---- What is known about the inside of a mesh ----------------------------------------------- */

/** A mesh as a solid. Immutable; may be used from several threads at once. */
typedef struct tacti_interior tacti_interior;

/**
 * Determines what the inside of a mesh is: whether it is closed or watertight, whether it touches
 * itself, its connected shells and which way they are turned. Computes the moments that make
 * winding numbers of open meshes fast.
 * @param context memory and workers; may be NULL
 * @param bvh     a hierarchy that was made with the option solid; must live longer
 * @param out     receives the interior
 * @return TACT_INVALID_ARGUMENT (also if the hierarchy was made without solid) or
 *         TACT_OUT_OF_MEMORY.
 */
tact_status tacti_interior_create(const tact_context *context, const tacti_bvh *bvh,
                                  tacti_interior **out);
/** Destroys an interior. NULL is allowed. */
void tacti_interior_destroy(tacti_interior *interior);

/** What is known about the inside of a mesh. */
typedef struct tacti_interior_info {
    bool is_closed;        /**< Every edge has two sides, which run in opposite directions. */
    bool is_watertight;    /**< As many sides run along every edge in one direction as in the other,
                                so winding numbers are whole. Every closed mesh is watertight. */
    bool is_simple;        /**< No triangle meets another one beyond shared corners and edges; see
                                tacti_self_visit(). */
    bool crosses_itself;   /**< The mesh is watertight and two of its triangles go through each
                                other: they share a segment that is on no edge of either. Also
                                true if there are too many touching triangles, or too large
                                coordinates, to decide it. */
    uint32_t shell_count;  /**< Pieces of a closed mesh that are connected by edges; 0 for
                                other meshes. */
    uint32_t cavity_count; /**< The number of shells whose inside is empty. */
    size_t bytes;          /**< Memory of the interior. */
} tacti_interior_info;

/** What was determined when the interior was made. */
tacti_interior_info tacti_interior_inspect(const tacti_interior *interior);

/** The hierarchy of an interior. */
const tacti_bvh *tacti_interior_bvh(const tacti_interior *interior);

/** A placed solid. */
typedef struct tacti_filled {
    const tacti_interior *interior; /**< The solid. */
    tact_pose pose;                 /**< Its pose. */
} tacti_filled;

/* ---- Points ------------------------------------------------------------------------------- */

/** How often a mesh winds around a point. */
typedef struct tacti_winding {
    double number;      /**< A whole number for watertight meshes. */
    double lower;       /**< Proven: the winding number is at least this, */
    double upper;       /**< and at most this. */
    bool is_exact;      /**< The mesh is watertight: number is exact. */
    bool is_on_surface; /**< The point lies on the mesh, exactly. For watertight meshes the number
                             is then that of an infinitely near point. For open meshes, triangles
                             that contain the point count as 0, the mean of their two sides. */
} tacti_winding;

/**
 * The winding number of a placed mesh around a point.
 * @param mesh  the placed solid
 * @param point the point
 * @param error for open meshes: the number is refined until upper - lower is at most twice this, or
 *              only the rounding of single triangles is left; 0 for the best bounds. Ignored for
 *              watertight meshes.
 * @param meter NULL for no limits. If the meter is stopped, the number is not known: it is 0 and
 *              not exact, and the bounds are those of every point.
 * @param out   receives the answer
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
tact_status tacti_winding_number(const tacti_filled *mesh, tact_vec3 point, double error,
                                 tacti_meter *meter, tacti_winding *out);

/** The distance of a point with its sign. */
typedef struct tacti_signed_nearest {
    double distance; /**< Negative inside. */
    double lower;    /**< Proven if is_exact: the true distance is at least this, */
    double upper;    /**< and at most this. */
    bool is_exact;   /**< The mesh is watertight, so the sign is exact. For open meshes a point
                          is inside if the winding number is at least one half in magnitude. */
    tacti_nearest nearest; /**< The nearest point of the surface, inner walls included. */
} tacti_signed_nearest;

/** The signed distance of a point from a placed mesh. If the meter (NULL for no limits) is stopped,
 * the distance is that of the nearest point found so far. If the sign is then not known, the answer
 * is not exact, and lower and upper hold for both signs. Returns the statuses of
 * tacti_winding_number(). */
tact_status tacti_signed_distance(const tacti_filled *mesh, tact_vec3 point, tacti_meter *meter,
                                  tacti_signed_nearest *out);
/** The same with a known winding number of the point (may be NULL), which is refined only if it
 * does not decide the sign. */
tact_status tacti_signed_distance_of(const tacti_filled *mesh, tact_vec3 point,
                                     const tacti_winding *known, tacti_meter *meter,
                                     tacti_signed_nearest *out);

#endif
