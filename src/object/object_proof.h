/* SPDX-License-Identifier: MIT */
/* How proofs with convex shapes are filled. */
#ifndef TACTI_OBJECT_OBJECT_PROOF_H
#define TACTI_OBJECT_OBJECT_PROOF_H

#include "object/object_mesh.h"
#include "object/object.h"
#include "prove/prove_cell.h"
#include "prove/prove_walk.h"

/* ---- Answers about two objects ------------------------------------------------------------ */

/* Writes the proof of an answer of tacti_object_collide() or tacti_object_distance() about two
 * objects of which at least one is a shape. It claims nothing if a shape is not a polytope, or if
 * the answer is undecided or incomplete. For a shape inside a filled mesh it claims that the shape
 * shares no point with the surface.
 * TACT_INVALID_ARGUMENT also for two meshes; otherwise the statuses of the question, or
 * TACT_OUT_OF_MEMORY. The proof claims nothing if the status is not TACT_OK. */
tact_status tacti_object_prove_collision(const tacti_object *a, const tacti_object *b,
                                         const tacti_object_collision *answer, tact_proof *proof);
tact_status tacti_object_prove_distance(const tacti_object *a, const tacti_object *b,
                                        const tacti_object_distance_answer *answer,
                                        tact_proof *proof);

/* ---- Pairs -------------------------------------------------------------------------------- */

/* Proves that two polytopes touch, or if they do not, that they are at least lower apart; lower 0
 * stands for apart. Claims nothing if that is not true or if a shape is not a polytope. The
 * statuses of tacti_convex_collide(), or TACT_OUT_OF_MEMORY. */
tact_status tacti_proof_of_shapes(tact_proof *proof, const tacti_placed_shape *a,
                                  const tacti_placed_shape *b, double lower);

/* What is to be proven of a polytope and the surface of a mesh. */
typedef struct tacti_shape_claim {
    uint32_t touching; /* a triangle that touches the shape; TACT_NO_TRIANGLE if none is known */
    double lower;      /* if none is: how far they are apart; 0 for no more than that they are */
    uint32_t near;     /* and a triangle that is nearest to the shape, or TACT_NO_TRIANGLE */
} tacti_shape_claim;

/* Proves it; is_swapped says that the mesh is a. The proof refers to the order of the hierarchy. A
 * triangle that turns out to touch makes it the proof of a contact. Claims nothing if the claim is
 * not true or if the shape is not a polytope. TACT_OUT_OF_MEMORY leaves a proof of nothing. */
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
    uint32_t near;              /* the same */
    uint32_t touching;          /* becomes a triangle that touches, if the walk meets one, */
    tacti_convex_proof contact; /* and its proof */
} tacti_shape_walk;

tacti_proof_end tacti_shape_walk_cover(tacti_shape_walk *walk);

/* Begins a record that cuts the mesh into parts: at cuts[1] to cuts[parts - 1]. False for no
 * memory; there is then room for as many directions as parts. */
bool tacti_shape_record_begin(tact_proof *proof, bool is_swapped, uint32_t parts,
                              const uint32_t *cuts);

/* Adds the parts in a mask, which a direction from the shape to the mesh separates, to the record
 * that begins at the word head. */
void tacti_shape_record_add(tact_proof *proof, size_t head, bool is_swapped, uint32_t mask,
                            const tacti_cell_answer *found);

#endif
