/* SPDX-License-Identifier: MIT */
/* How proofs about convex shapes are filled. */
#ifndef TACTI_OBJECT_OBJECT_PROOF_H
#define TACTI_OBJECT_OBJECT_PROOF_H

#include "object/object_mesh.h"
#include "object/object.h"
#include "prove/prove_cell.h"
#include "prove/prove_walk.h"

/* ---- Answers about two objects ------------------------------------------------------------ */

/* Writes the proof of an answer of tacti_object_collide() or tacti_object_distance() about two
 * objects. At least one of them is a shape. The proof claims nothing if a shape is not a polytope,
 * or if the answer is undecided, incomplete, or a contact only because the shape lies inside a
 * filled mesh.
 * Returns TACT_INVALID_ARGUMENT also for two meshes, otherwise the statuses of the question, or
 * TACT_OUT_OF_MEMORY. The proof claims nothing if the status is not TACT_OK. */
tact_status tacti_object_prove_collision(const tacti_object *a, const tacti_object *b,
                                         const tacti_object_collision *answer, tact_proof *proof);
tact_status tacti_object_prove_distance(const tacti_object *a, const tacti_object *b,
                                        const tacti_object_distance_answer *answer,
                                        tact_proof *proof);

/* ---- Pairs -------------------------------------------------------------------------------- */

/* Proves that two polytopes touch, or if they do not, that they are at least lower apart. If lower
 * is 0, the claim is apart. Claims nothing if that is not true or if a shape is not a polytope.
 * Returns the statuses of tacti_convex_collide(), or TACT_OUT_OF_MEMORY. */
tact_status tacti_proof_of_shapes(tact_proof *proof, const tacti_placed_shape *a,
                                  const tacti_placed_shape *b, double lower);

/* What shall be proven about a polytope and the surface of a mesh. */
typedef struct tacti_shape_claim {
    uint32_t touching; /* a triangle that touches the shape; TACT_NO_TRIANGLE if none is known */
    double lower;      /* if none touches: how far they are apart; 0 for a claim of apart */
    uint32_t near;     /* a triangle that is nearest to the shape, or TACT_NO_TRIANGLE */
} tacti_shape_claim;

/* Proves a claim. is_swapped says that the mesh is a. The proof refers to the order of triangles in
 * the hierarchy. If a triangle turns out to touch, the proof is that of a contact. The proof claims
 * nothing if the claim is not true, if the shape is not a polytope, or after TACT_OUT_OF_MEMORY. */
tact_status tacti_proof_of_shape_mesh(tact_proof *proof, const tacti_shape_mesh *pair,
                                      bool is_swapped, const tacti_shape_claim *claim);

/* ---- Parts -------------------------------------------------------------------------------- */

/* Separates the shape, whose placed vertices are the corners of the proof, from a triangle. */
tacti_separable tacti_shape_triangle_separate(const tacti_shape_mesh *pair, const tact_proof *proof,
                                              uint32_t triangle, double lower,
                                              tacti_convex_cache *cache, tacti_cell_answer *out);

/* The walk that writes the cover. */
typedef struct tacti_shape_walk {
    const tacti_shape_mesh *pair;
    tact_proof *proof; /* its corners are the shape's placed vertices */
    bool is_swapped;
    double lower;               /* as in tacti_shape_claim */
    uint32_t near;              /* as in tacti_shape_claim */
    uint32_t touching;          /* TACTI_PROOF_TOUCHING: a triangle that touches, */
    tacti_convex_proof contact; /* and its proof */
} tacti_shape_walk;

tacti_proof_end tacti_shape_walk_cover(tacti_shape_walk *walk);

/* Begins a record that cuts the mesh into parts (1 to TACTI_PROOF_GRID) at cuts[1] to
 * cuts[parts - 1]. Returns false if there is no memory. Otherwise there is room for as many
 * directions as parts. */
bool tacti_shape_record_begin(tact_proof *proof, bool is_swapped, uint32_t parts,
                              const uint32_t *cuts);

/* Adds to the record that begins at the word head a direction from the shape to the mesh, and a
 * mask of the parts that the direction separates. */
void tacti_shape_record_add(tact_proof *proof, size_t head, bool is_swapped, uint32_t mask,
                            const tacti_cell_answer *found);

#endif
