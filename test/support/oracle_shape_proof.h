/* SPDX-License-Identifier: MIT */
/* Verifies proofs with convex shapes in rational numbers (GMP), by their definition in proof.h. It
 * shares only the public placement and the layout of a proof with the library. */
#ifndef TACT_TEST_ORACLE_SHAPE_PROOF_H
#define TACT_TEST_ORACLE_SHAPE_PROOF_H

#include "verify/verify.h"

/* Whether a proof shows what it claims about two sides. At least one is a shape. */
bool oracle_shape_proof_holds(const tacti_placed_side *a, const tacti_placed_side *b,
                              const tact_proof *proof);

#endif
