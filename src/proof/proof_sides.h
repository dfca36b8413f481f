/* SPDX-License-Identifier: MIT */
/* The two sides of a proof as its verifier and its files see them: meshes and shapes without a
 * hierarchy; and how much work the verification may take. */
#ifndef TACTI_PROOF_PROOF_SIDES_H
#define TACTI_PROOF_PROOF_SIDES_H

#include <tact/proof.h>
#include <tact/shape.h>

/** A mesh and where it stands, without a hierarchy: all that a verifier needs. */
typedef struct tacti_placed_mesh {
    const tact_mesh *mesh; /**< The mesh. */
    tact_pose pose;        /**< Where it stands. */
} tacti_placed_mesh;

/** One of the two sides of a proof, all that a verifier needs: one of mesh and shape is set. */
typedef struct tacti_placed_side {
    const tact_mesh *mesh;   /**< A mesh, */
    const tact_shape *shape; /**< or a polytope. */
    tact_pose pose;          /**< Where it stands. */
} tacti_placed_side;

/**
 * The default budget of the verifier: a number of projections of corners that grows with
 * the meshes and the cover, times the logarithm of the number of triangles, and with the directions
 * times the vertices of shapes. What is computed exactly counts as the projections that take as
 * long. docs/proof.md has the formula.
 */
uint64_t tacti_proof_budget(const tact_proof *proof);

/**
 * Writes a proof, the poses, the orders of triangles, and fingerprints of the meshes as text with
 * a checksum. docs/proof.md has the format. The poses should be those of the query: the proof
 * is about them, and the file holds what is given here.
 * @return TACT_INVALID_ARGUMENT (also for a proof of nothing), TACT_UNSUPPORTED for a proof with a
 * shape, TACT_OUT_OF_MEMORY or TACT_WRITE_FAILED.
 */
tact_status tacti_proof_save(const tact_proof *proof, const tacti_placed_mesh *a,
                             const tacti_placed_mesh *b, const tact_proof_names *names,
                             const char *path, tact_error *error);

#endif
