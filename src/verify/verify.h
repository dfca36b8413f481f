/* SPDX-License-Identifier: MIT */
/* The verifier of proofs about two placed meshes or shapes. docs/verify.md says what it promises.
 * proof/proof.h has what a proof holds. */
#ifndef TACTI_VERIFY_VERIFY_H
#define TACTI_VERIFY_VERIFY_H

#include "base/watch.h"
#include "proof/proof_sides.h"

/**
 * Checks a proof against two placed meshes, with its own arithmetic. The budget is
 * tacti_proof_budget(), and proofs that queries write need far less. For a proof that takes longer,
 * is_out_of_budget is set.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE or TACT_OUT_OF_MEMORY. A proof
 *         that proves nothing is not an error.
 */
tact_status tacti_verify_proof(const tact_context *context, const tacti_placed_mesh *a,
                               const tacti_placed_mesh *b, const tact_proof *proof,
                               tact_verification *out);

/** The same with a budget and a watch of the caller. If either stops the verifier, pace->stop says
 * which, and is_proven is false. A contact takes no budget. */
tact_status tacti_verify_proof_within(const tact_context *context, const tacti_placed_mesh *a,
                                      const tacti_placed_mesh *b, const tact_proof *proof,
                                      tacti_pace *pace, tact_verification *out);

/**
 * Checks a proof of any kind against two placed sides. The proof refers only to its own memory and
 * to the orders of triangles in the hierarchies of the query that wrote it.
 * @param context memory; may be NULL
 * @param a       one side
 * @param b       the other, in the order of the query
 * @param proof   the proof
 * @param pace    the budget (tacti_proof_budget() is the default) and a watch; pace->stop becomes
 *                what stopped the verifier
 * @param out     receives what was found
 * @return TACT_INVALID_ARGUMENT (also for a shape that is not a polytope), TACT_NOT_FINITE,
 *         TACT_INVALID_POSE or TACT_OUT_OF_MEMORY. A proof that proves nothing is not an error, nor
 *         is one about other kinds of sides.
 */
tact_status tacti_verify_sides(const tact_context *context, const tacti_placed_side *a,
                               const tacti_placed_side *b, const tact_proof *proof,
                               tacti_pace *pace, tact_verification *out);

/** Checks without a proof that two triangles share a point, such as those of a tacti_mesh_collision
 * or a tact_contact. Returns the statuses of tacti_verify_proof(). */
tact_status tacti_verify_contact(const tacti_placed_mesh *a, const tacti_placed_mesh *b,
                                 uint32_t triangle_a, uint32_t triangle_b, tact_verification *out);

#endif
