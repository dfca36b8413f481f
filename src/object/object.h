/* SPDX-License-Identifier: MIT */
/* Two placed objects, each a convex shape or a mesh: the table of pairs.
 *
 * A convex shape is a solid, a mesh is a surface, unless the object has its interior. Verdicts of
 * polytopes, half-spaces and meshes are exact for the placed vertices; with cylinders, cones and
 * ellipsoids they are proven, or undecided if the objects touch up to rounding. Nothing allocates
 * but tacti_object_classify() of two meshes and the writing of proofs. Proofs of polytopes and of
 * the surfaces of meshes are written; with other shapes a proof claims nothing. */
#ifndef TACTI_OBJECT_OBJECT_H
#define TACTI_OBJECT_OBJECT_H

#include "manifold/manifold.h"
#include "relation/classify.h"
#include "contacts/contacts.h"

/** A placed shape or mesh: one of shape and bvh is set. */
typedef struct tacti_object {
    const tact_shape *shape;        /**< A convex shape, */
    const tacti_bvh *bvh;           /**< or a mesh by its hierarchy. */
    const tacti_interior *interior; /**< Of a mesh that is to be filled: its inside belongs to it.
                                        NULL for a surface; of the same hierarchy. A mesh that
                                        may lie in a filled one needs a hierarchy that was made
                                        with the option solid. */
    tact_pose pose;                 /**< Where it stands. */
} tacti_object;

/** The answer of tacti_object_collide(). */
typedef struct tacti_object_collision {
    tact_outcome outcome; /**< The verdict. */
    bool is_contained;    /**< Contact only because one lies inside the other, filled one. */
    uint32_t a;      /**< A triangle of a that touches b; TACT_NO_TRIANGLE where a is a shape or
                          none is known. */
    uint32_t b;      /**< The same of b. */
    tact_vec3 point; /**< A common point, rounded, where the outcome is contact. */
    tacti_stop stop; /**< What ended the query, if it was not complete. */
    tact_work work;  /**< What it took; 0 for two shapes. */
} tacti_object_collision;

/** Whether two placed objects share a point. A shape or a mesh that lies inside a filled mesh does;
 * for open meshes that is estimated: inside is where the winding number exceeds one half, and the
 * outcome is undecided where it is too near to that.
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
    bool is_complete;     /**< False if the budget or the watch ended the search; distance is then
                               that of the nearest points found so far. */
    bool is_contained;    /**< Contact only because one lies inside the other. */
    tacti_stop stop;      /**< Which of both. */
    tact_work work;       /**< What it took; 0 for two shapes. */
} tacti_object_distance_answer;

/** The distance of two placed objects; the arguments and statuses of tacti_object_collide(). */
tact_status tacti_object_distance(const tacti_object *a, const tacti_object *b,
                                  const tacti_query_desc *desc, tacti_object_distance_answer *out);

/** The depth of two placed shapes; unsupported for meshes. */
tact_status tacti_object_depth(const tacti_object *a, const tacti_object *b,
                               tacti_convex_depth_answer *out);
/** The manifold of two placed shapes; unsupported for meshes, for which there is
 * tacti_object_contacts(). */
tact_status tacti_object_manifold(const tacti_object *a, const tacti_object *b, double margin,
                                  tacti_manifold *out);

/** Takes one contact of a mesh; false ends the query. The numbers of triangles are
 * TACT_NO_TRIANGLE for an object that is a shape. */
typedef bool tacti_object_visitor(void *user, uint32_t a, uint32_t b);

/** Calls visitor for every triangle, or pair of triangles, that touches the other object; for two
 * shapes once where they touch. Interiors do not count: a shape inside a mesh touches no triangle.
 * Where bounds cannot tell whether a triangle touches, the outcome is undecided and the triangle is
 * not passed on; it is undecided, too, if the budget, the watch or the visitor ended the query.
 * Statuses of tacti_object_collide(). */
tact_status tacti_object_contacts(const tacti_object *a, const tacti_object *b,
                                  const tacti_query_desc *desc, tacti_object_visitor *visitor,
                                  void *user, tacti_contact_summary *out);

/** The answer of tacti_object_classify(). */
typedef struct tacti_object_relation {
    tact_relation relation; /**< How they relate, as solids. With shapes, identical is not looked
                                 for: equal ones are in each other, either way. */
    tact_reason reason;     /**< Why not, where that is undecided. */
    bool is_estimate;       /**< It rests on the winding number of an open mesh. */
    tacti_stop stop;        /**< What ended the query, if it was not complete. */
    tact_work work;         /**< What it took; 0 for two shapes. Vertices of a mesh that are tested
                                 against a shape count as triangle tests. */
} tacti_object_relation;

/** How two placed objects relate as solids. A mesh needs its interior. Convex shapes cross where no
 * small motion parts them, so that a segment through a box crosses it. A flat polytope (without
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
