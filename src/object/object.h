/* SPDX-License-Identifier: MIT */
/* Two placed objects, each a convex shape or a mesh: the table of pairs.
 *
 * A convex shape is a solid. A mesh is a surface, unless the object has an interior. Verdicts about
 * polytopes, half-spaces and meshes are exact for the placed vertices. Verdicts about cylinders,
 * cones and ellipsoids are proven, or undecided if the objects touch up to rounding. Only
 * tacti_object_classify() of two meshes and the writing of proofs allocate memory. Proofs are
 * written about polytopes and the surfaces of meshes. With other shapes a proof claims nothing. */
#ifndef TACTI_OBJECT_OBJECT_H
#define TACTI_OBJECT_OBJECT_H

#include "manifold/manifold.h"
#include "relation/classify.h"
#include "contacts/contacts.h"

/** A placed shape or mesh. Either shape or bvh is set, the other is NULL. */
typedef struct tacti_object {
    const tact_shape *shape;        /**< A convex shape, */
    const tacti_bvh *bvh;           /**< or a mesh by its hierarchy. */
    const tacti_interior *interior; /**< The interior of a filled mesh, made from the same
                                        hierarchy; NULL for a surface or a shape. A mesh that may
                                        lie in a filled one needs a hierarchy that was made with
                                        the option solid. */
    tact_pose pose;                 /**< Its pose. */
    tacti_simd_limit limit;         /**< Of the SIMD level, for a shape. A mesh has the level of its
                                        hierarchy. */
} tacti_object;

/** The answer of tacti_object_collide(). */
typedef struct tacti_object_collision {
    tact_outcome outcome; /**< The verdict. */
    bool is_contained;    /**< Contact only because one object lies inside the other, filled one. */
    uint32_t a;           /**< A triangle of a that touches b; TACT_NO_TRIANGLE if a is a shape or
                               none is known. */
    uint32_t b;           /**< The same of b. */
    tact_vec3 point;      /**< If the outcome is contact: a common point, rounded. */
    tacti_stop stop;      /**< What stopped the query, if it was not complete. */
    tact_work work;       /**< What it took; 0 for two shapes. */
} tacti_object_collision;

/** Whether two placed objects share a point. A shape or a mesh that lies inside a filled mesh does.
 * For open meshes that is an estimate: a point is inside if the winding number there exceeds one
 * half, and the outcome is undecided if the number is too near to one half.
 * @param a    one object
 * @param b    the other
 * @param desc may be NULL; only budget, watch (both ignored for two shapes) and proof are used
 * @param out  receives the answer
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE or TACT_UNSUPPORTED; with a
 *         proof also TACT_OUT_OF_MEMORY. */
tact_status tacti_object_collide(const tacti_object *a, const tacti_object *b,
                                 const tacti_query_desc *desc, tacti_object_collision *out);

/** The answer of tacti_object_distance(). */
typedef struct tacti_object_distance_answer {
    tact_outcome outcome; /**< As tacti_object_collide() says. */
    double distance;      /**< Rounded; 0 if and only if the outcome is not apart. */
    double lower;         /**< Proven: the true distance is at least this, */
    double upper;         /**< and at most this. */
    uint32_t a;           /**< The triangle of a on which point_a lies, or TACT_NO_TRIANGLE. */
    uint32_t b;           /**< The same of b. */
    tact_vec3 point_a;    /**< A nearest point of a, rounded, */
    tact_vec3 point_b;    /**< and of b. */
    bool is_complete;     /**< False if the budget or the watch stopped the search. The distance is
                               then that of the nearest points found so far. */
    bool is_contained;    /**< Contact only because one object lies inside the other. */
    tacti_stop stop;      /**< What stopped the query, if it was not complete. */
    tact_work work;       /**< What it took; 0 for two shapes. */
} tacti_object_distance_answer;

/** The distance of two placed objects. Arguments and statuses are those of tacti_object_collide().
 */
tact_status tacti_object_distance(const tacti_object *a, const tacti_object *b,
                                  const tacti_query_desc *desc, tacti_object_distance_answer *out);

/** The penetration depth of two placed shapes. Returns TACT_UNSUPPORTED for meshes. */
tact_status tacti_object_depth(const tacti_object *a, const tacti_object *b,
                               tacti_convex_depth_answer *out);
/** The contact manifold of two placed shapes. Returns TACT_UNSUPPORTED for meshes, for which there
 * is tacti_object_contacts(). */
tact_status tacti_object_manifold(const tacti_object *a, const tacti_object *b, double margin,
                                  tacti_manifold *out);

/** Takes one contact of a mesh. Returning false ends the query. The number of the triangle is
 * TACT_NO_TRIANGLE for an object that is a shape. */
typedef bool tacti_object_visitor(void *user, uint32_t a, uint32_t b);

/** Calls visitor for every triangle, or pair of triangles, that touches the other object. For two
 * shapes that touch, calls it once. Interiors do not count: a shape inside a mesh touches no
 * triangle. If bounds cannot tell whether a triangle touches, the outcome is undecided and the
 * visitor does not get the triangle. The outcome is also undecided if the budget, the watch or the
 * visitor ended the query. Returns the statuses of tacti_object_collide(). */
tact_status tacti_object_contacts(const tacti_object *a, const tacti_object *b,
                                  const tacti_query_desc *desc, tacti_object_visitor *visitor,
                                  void *user, tacti_contact_summary *out);

/** The answer of tacti_object_classify(). */
typedef struct tacti_object_relation {
    tact_relation relation; /**< How they relate as solids. With shapes it is never "identical":
                                 equal objects count as a in b or b in a. */
    tact_reason reason;     /**< If the relation is undecided: why. */
    bool is_estimate;       /**< The relation rests on the winding number of an open mesh. */
    tacti_stop stop;        /**< What stopped the query, if it was not complete. */
    tact_work work;         /**< What it took; 0 for two shapes. Vertices of a mesh that are tested
                                 against a shape count as triangle tests. */
} tacti_object_relation;

/** How two placed objects relate as solids. A mesh needs its interior. Convex shapes cross if no
 * small motion parts them, so a segment through a box crosses it. A flat polytope (without
 * radius, with all placed vertices in one plane) is in a filled mesh if all its points belong to
 * the mesh's surface or inside. It crosses the mesh if it has a point in the interior of the mesh
 * and one that does not belong to the mesh, and touches it if they share points otherwise.
 * @param context memory; may be NULL
 * @param a       one object
 * @param b       the other
 * @param desc    as for tacti_object_collide()
 * @param out     receives the answer
 * @return the statuses of tacti_object_collide(), or TACT_OUT_OF_MEMORY (two meshes). */
tact_status tacti_object_classify(const tact_context *context, const tacti_object *a,
                                  const tacti_object *b, const tacti_query_desc *desc,
                                  tacti_object_relation *out);

#endif
