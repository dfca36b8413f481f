/* SPDX-License-Identifier: MIT */
/* Proofs of answers, for the tests of proofs. */
#ifndef TACT_TEST_QUERY_PROOFS_H
#define TACT_TEST_QUERY_PROOFS_H

#include "bodies.h"

/* The mesh and the pose of something placed. */
tact_placed_mesh placed_mesh(const tact_placed *placed);

/* Whether the verifier accepts a proof. */
bool is_proven(const tact_placed *a, const tact_placed *b, const tact_proof *proof);

/* Every query with a proof gives the answer that it gives without, and its proof claims just that
 * and is verified. */
void check_proofs(const truth *t, const tact_placed *a, const tact_placed *b, tact_proof *proof);

#endif
