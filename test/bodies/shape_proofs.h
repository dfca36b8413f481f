/* SPDX-License-Identifier: MIT */
/* Proofs of answers with convex shapes, for the tests of proofs. */
#ifndef TACT_TEST_QUERY_SHAPE_PROOFS_H
#define TACT_TEST_QUERY_SHAPE_PROOFS_H

#include "bodies.h"
#include "verify/verify.h"
#include "object/object.h"

/* Counts of what checks saw. */
typedef struct shape_proof_counts {
    uint64_t contact, apart, distance;
    uint64_t cells, directions, simplices;
} shape_proof_counts;

/* An object as a verifier sees it. */
tacti_placed_side side_of_object(const tacti_object *object);

/* Verifies a proof within its default budget. */
tact_verification verify_objects(const tacti_object *a, const tacti_object *b,
                                 const tact_proof *proof);

/* Checks collide and distance of two objects, polytopes or surfaces. At least one of them is a
 * shape. Answers are the same with a proof and without, the proof claims exactly the answer, and
 * both the verifier and the oracle accept it. */
void check_object_proofs(const tacti_object *a, const tacti_object *b, tact_proof *proof,
                         shape_proof_counts *counts);

#endif
