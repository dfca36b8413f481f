/* SPDX-License-Identifier: MIT */
/* How two filled meshes relate. For watertight meshes that do not cross themselves the answer is
 * exact for the placed coordinates. */
#ifndef TACTI_RELATION_CLASSIFY_H
#define TACTI_RELATION_CLASSIFY_H

#include <tact/relation.h>

#include "inside/interiors.h"
#include "surface/surface.h"

/** The answer of tacti_mesh_classify(). */
typedef struct tacti_classification {
    tact_relation relation; /**< How they relate. */
    tact_reason reason;     /**< Why the relation is undecided. */
    tacti_stop stop;        /**< What ended the query, if the relation was not found. What ended the
                                 search for the clearance is in clearance. */
    bool is_estimate;       /**< The relation rests on the winding number of an open mesh. */
    bool surfaces_meet;     /**< The surfaces share a point, exactly. */
    /** If they are not apart, the outcome is TACT_OUTCOME_CONTACT, and this is a pair of triangles
     * that touch or, with is_contained, a triangle of one that is inside the other. */
    tacti_mesh_collision contact;
    /** How far the surfaces are apart, if they do not meet and it was asked for. Otherwise all 0,
     * and not complete. */
    tacti_mesh_distance_answer clearance;
    tact_work work; /**< The work that was done, without that for the clearance. */
} tacti_classification;

/** Options of tacti_mesh_classify(). */
typedef struct tacti_classify_desc {
    bool wants_clearance; /**< Measure how far the surfaces are apart. Default: true. */
    uint64_t budget;      /**< As tacti_query_desc::budget; applies once to the relation and once
                               more to the clearance. Default: UINT64_MAX. */
    const tacti_watch *watch; /**< As tacti_query_desc::watch. Default: NULL. */
} tacti_classify_desc;

/** The defaults. */
tacti_classify_desc tacti_classify_desc_default(void);

/**
 * Determines how two placed solids relate. For two watertight meshes that do not cross themselves
 * (tacti_interior_info::crosses_itself) the relation is always decided, exactly for their placed
 * coordinates, unless the budget or the watch ends the query. A solid is what its mesh winds
 * around, and the mesh itself. An empty mesh is apart from everything. Solids that are the same set
 * of points but not made of the same triangles are a_in_b, in either order.
 *
 * For watertight meshes that cross themselves the relation is decided if their surfaces do not
 * meet, or if vertices prove that they cross. For open meshes it is estimated from the winding
 * numbers at some vertices: 0 is outside, another whole number is inside. If one of these numbers
 * is not proven to be within 1/4 of a whole number, the relation is undecided. If triangles go
 * through each other, the solids cross in any case. A pose rounds each vertex on its own, which may
 * make a mesh touch or cross itself; the answer ignores that.
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
tact_status tacti_mesh_classify(const tact_context *context, const tacti_filled *a,
                                const tacti_filled *b, const tacti_classify_desc *desc,
                                tacti_classification *out);

#endif
