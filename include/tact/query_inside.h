/* SPDX-License-Identifier: MIT */
/**
 * @file query_inside.h
 * Meshes as solids: winding numbers, signed distances, and how two solids relate.
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
    bool is_on_surface; /**< The point lies on the mesh, exactly; the number is then the mean of
                             both sides, or unspecified where there are more than two. */
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

/* ---- Two solids --------------------------------------------------------------------------- */

/** How two solids relate. docs/query_inside.md shows each with a picture. */
typedef enum tact_relation {
    TACT_RELATION_APART,     /**< They share no point. */
    TACT_RELATION_TOUCHING,  /**< They share points, but none that is inside both. */
    TACT_RELATION_CROSSING,  /**< Their insides meet and none of the others fits. */
    TACT_RELATION_A_IN_B,    /**< Every point of a belongs to b. */
    TACT_RELATION_B_IN_A,    /**< Every point of b belongs to a. */
    TACT_RELATION_IDENTICAL, /**< They are made of the same placed triangles. */
    TACT_RELATION_UNDECIDED  /**< See tact_reason. */
} tact_relation;

/** A short lower-case name such as "a_in_b"; "unknown relation" for other values. */
TACT_API const char *tact_relation_name(tact_relation relation);

/** Why a relation is undecided. */
typedef enum tact_reason {
    TACT_REASON_NONE,      /**< It is decided. */
    TACT_REASON_BUDGET,    /**< The budget ended. */
    TACT_REASON_OPEN,      /**< An open mesh, and the winding number is too near to one half. */
    TACT_REASON_NOT_SIMPLE /**< A closed mesh touches or crosses itself where it matters. */
} tact_reason;

/** A short sentence such as "the budget ended"; "unknown reason" for other values. */
TACT_API const char *tact_reason_text(tact_reason reason);

/** The answer of tact_classify(). */
typedef struct tact_classification {
    tact_relation relation;    /**< How they relate. */
    tact_reason reason;        /**< Why not, where that is undecided. */
    bool is_estimate;          /**< It rests on the winding number of an open mesh. */
    bool surfaces_meet;        /**< The surfaces share a point, exactly. */
    tact_collision contact;    /**< Where they meet: the outcome is TACT_CONTACT and this a witness;
                                    for a_in_b and b_in_a without contact a triangle inside. */
    tact_separation clearance; /**< Where the surfaces do not meet and it was asked for: how far
                                  they are apart. */
    tact_work work;            /**< What it took, without the clearance. */
} tact_classification;

/** Options of tact_classify(). */
typedef struct tact_classify_desc {
    bool wants_clearance; /**< Measure how far the surfaces are apart. Default: true. */
    uint64_t budget;      /**< As tact_query_desc::budget. Default: UINT64_MAX. */
} tact_classify_desc;

/** The defaults. */
TACT_API tact_classify_desc tact_classify_desc_default(void);

/**
 * How two placed solids relate. Two closed meshes that do not touch themselves are always decided,
 * exactly. Memory is used for the contacts.
 * @param context memory; may be NULL
 * @param a       one solid
 * @param b       the other
 * @param desc    NULL for the defaults
 * @param out     receives the answer
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_classify(const tact_context *context, const tact_filled *a,
                                   const tact_filled *b, const tact_classify_desc *desc,
                                   tact_classification *out);

#ifdef __cplusplus
}
#endif

#endif
