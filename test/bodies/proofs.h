/* SPDX-License-Identifier: MIT */
/* Proofs of answers, for the tests of proofs. */
#ifndef TACT_TEST_QUERY_PROOFS_H
#define TACT_TEST_QUERY_PROOFS_H

#include "bodies.h"
#include "verify/verify.h"
#include "frame/placed.h"

/* The mesh and the pose of something placed. */
tacti_placed_mesh placed_mesh(const tacti_placed *placed);

/* Whether the verifier accepts a proof. */
bool is_proven(const tacti_placed *a, const tacti_placed *b, const tact_proof *proof);

/* Checks that every query with a proof gives the same answer as without, that its proof claims
 * exactly this answer, and that the verifier accepts the proof. */
void check_proofs(const truth *t, const tacti_placed *a, const tacti_placed *b, tact_proof *proof);

#endif
