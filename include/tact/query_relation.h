/* SPDX-License-Identifier: MIT */
/**
 * @file query_relation.h
 * How two solids relate: apart, touching, crossing, one inside the other, identical.
 *
 * For watertight meshes that do not cross themselves the answer is exact for the placed
 * coordinates.
 */
#ifndef TACT_QUERY_RELATION_H
#define TACT_QUERY_RELATION_H

#include <tact/query_inside.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How two solids relate. docs/query_relation.md shows each with a picture. */
typedef enum tact_relation {
    TACT_RELATION_APART,     /**< They share no point. */
    TACT_RELATION_TOUCHING,  /**< They share points, but their insides do not meet. */
    TACT_RELATION_CROSSING,  /**< Their insides meet and none of the others fits. */
    TACT_RELATION_A_IN_B,    /**< Every point of a belongs to b. */
    TACT_RELATION_B_IN_A,    /**< Every point of b belongs to a. */
    TACT_RELATION_IDENTICAL, /**< They are made of the same placed triangles: in any order, each
                                from any of its corners, but with the same normal. */
    TACT_RELATION_UNDECIDED  /**< See tact_reason. */
} tact_relation;

/** A short lower-case name such as "a_in_b"; "unknown relation" for other values. */
TACT_API const char *tact_relation_name(tact_relation relation);

/** Why a relation is undecided. */
typedef enum tact_reason {
    TACT_REASON_NONE,       /**< It is decided. */
    TACT_REASON_BUDGET,     /**< The budget ended. */
    TACT_REASON_OPEN,       /**< An open mesh, and a winding number is more than a quarter away from
                                 every whole number. */
    TACT_REASON_NOT_SIMPLE, /**< A watertight mesh crosses itself where it matters; beside a convex
                                 shape also one that touches itself. */
    TACT_REASON_PRECISION   /**< Proven bounds leave it open; convex shapes alone. */
} tact_reason;

/** A short sentence such as "the budget ended"; "unknown reason" for other values. */
TACT_API const char *tact_reason_text(tact_reason reason);

/** The answer of tact_classify(). */
typedef struct tact_classification {
    tact_relation relation; /**< How they relate. */
    tact_reason reason;     /**< Why not, where that is undecided. */
    bool is_estimate;       /**< It rests on the winding number of an open mesh. */
    bool surfaces_meet;     /**< The surfaces share a point, exactly. */
    tact_collision contact; /**< Where they are not apart: the outcome is TACT_CONTACT, and this a
                                 pair of triangles that touch, or, with is_contained, a triangle
                                 of one that is inside the other. */
    tact_separation clearance; /**< Where the surfaces do not meet and it was asked for: how far
                                    they are apart; otherwise all 0, and not complete. */
    tact_work work;            /**< What it took, without the clearance. */
} tact_classification;

/** Options of tact_classify(). */
typedef struct tact_classify_desc {
    bool wants_clearance; /**< Measure how far the surfaces are apart. Default: true. */
    uint64_t budget;      /**< As tact_query_desc::budget; once for contacts and once more for the
                               clearance. Winding numbers are not counted. Default: UINT64_MAX. */
} tact_classify_desc;

/** The defaults. */
TACT_API tact_classify_desc tact_classify_desc_default(void);

/**
 * How two placed solids relate. Two watertight meshes that do not cross themselves
 * (tact_interior_info::crosses_itself) are always decided, exactly for their placed coordinates,
 * unless the budget ends. A solid is what its mesh winds around, and the mesh itself; an empty mesh
 * is apart from everything. Solids that are one set of points but not made of the same triangles
 * are a_in_b, in either order.
 *
 * Watertight meshes that cross themselves are decided if their surfaces do not meet and if vertices
 * prove that they cross. Open ones are estimated from the winding numbers at some vertices: 0 is
 * outside, another whole number is inside. If a winding number that was asked for is not proven to
 * be within 1/4 of a whole number, the answer is undecided. Triangles that go through each other
 * are crossing in any case. A pose rounds each vertex on its own, which may make a mesh touch or
 * cross itself; the answer then takes no notice of that.
 *
 * Memory is used if a mesh has more than 64 shells or touches itself, and to compare triangles if
 * the solids seem to be identical.
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
