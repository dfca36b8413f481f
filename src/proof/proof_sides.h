/* SPDX-License-Identifier: MIT */
/* The two sides of a proof as the verifier and the files of proofs see them: placed meshes and
 * shapes without a hierarchy. Also the default budget of the verifier, and how a proof about two
 * such meshes is saved. */
#ifndef TACTI_PROOF_PROOF_SIDES_H
#define TACTI_PROOF_PROOF_SIDES_H

#include <tact/proof.h>
#include <tact/shape.h>

/** A mesh and its pose, without a hierarchy. The verifier needs no more. */
typedef struct tacti_placed_mesh {
    const tact_mesh *mesh; /**< The mesh. */
    tact_pose pose;        /**< Its pose. */
} tacti_placed_mesh;

/** One of the two sides of a proof. Either mesh or shape is set, the other is NULL. */
typedef struct tacti_placed_side {
    const tact_mesh *mesh;   /**< A mesh, */
    const tact_shape *shape; /**< or a polytope. */
    tact_pose pose;          /**< Its pose. */
} tacti_placed_side;

/**
 * The default budget of the verifier, in projections of corners. It grows with the size of meshes
 * and cover times the logarithm of the number of triangles, and with the number of directions times
 * the vertices of shapes. Exact computations count as the projections that take as long.
 * docs/proof.md has the formula.
 */
uint64_t tacti_proof_budget(const tact_proof *proof);

/**
 * Writes a proof, the poses, the orders of triangles, and fingerprints of the meshes as text with
 * a checksum. docs/proof.md has the format. The file holds the poses that are given here. They
 * should be those of the query, because the proof is about them.
 * @return TACT_INVALID_ARGUMENT (also for a proof that claims nothing), TACT_UNSUPPORTED for a
 * proof about a shape, TACT_OUT_OF_MEMORY or TACT_WRITE_FAILED.
 */
tact_status tacti_proof_save(const tact_proof *proof, const tacti_placed_mesh *a,
                             const tacti_placed_mesh *b, const tact_proof_names *names,
                             const char *path, tact_error *error);

#endif
