/* SPDX-License-Identifier: MIT */
/* Proofs of answers about two placed meshes or shapes, verified. */
#ifndef TACTI_VERIFY_VERIFY_H
#define TACTI_VERIFY_VERIFY_H

#include "base/watch.h"
#include "proof/proof_sides.h"

/**
 * Checks a proof against two placed meshes, with arithmetic of its own. Work is limited by
 * tacti_proof_budget(), which proofs that queries write stay far below. A proof that was made to
 * take long ends with is_out_of_budget.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE or TACT_OUT_OF_MEMORY; a proof
 *         that proves nothing is not an error.
 */
tact_status tacti_verify_proof(const tact_context *context, const tacti_placed_mesh *a,
                               const tacti_placed_mesh *b, const tact_proof *proof,
                               tact_verification *out);

/** The same with a budget of the caller's and a watch. If either ends it, pace->stop says which and
 * the proof is not proven. A contact takes no budget. */
tact_status tacti_verify_proof_within(const tact_context *context, const tacti_placed_mesh *a,
                                      const tacti_placed_mesh *b, const tact_proof *proof,
                                      tacti_pace *pace, tact_verification *out);

/**
 * Checks a proof of any kind against two placed sides. The proof refers to nothing but its own
 * memory and the orders of triangles of the hierarchies of the query that wrote it.
 * @param context memory; may be NULL
 * @param a       one side
 * @param b       the other, in the order of the query
 * @param proof   the proof
 * @param pace    the most work (tacti_proof_budget() is the default), and a watch; says what ended
 * it
 * @param out     receives what was found
 * @return TACT_INVALID_ARGUMENT (also for a shape that is not a polytope), TACT_NOT_FINITE,
 *         TACT_INVALID_POSE or TACT_OUT_OF_MEMORY; a proof that proves nothing is not an error, nor
 *         is one about other kinds of sides.
 */
tact_status tacti_verify_sides(const tact_context *context, const tacti_placed_side *a,
                               const tacti_placed_side *b, const tact_proof *proof,
                               tacti_pace *pace, tact_verification *out);

/** Checks, without any proof, that two triangles share a point (tacti_mesh_collision,
 * tact_contact). The statuses of tacti_verify_proof(). */
tact_status tacti_verify_contact(const tacti_placed_mesh *a, const tacti_placed_mesh *b,
                                 uint32_t triangle_a, uint32_t triangle_b, tact_verification *out);

#endif
