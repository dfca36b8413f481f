/* SPDX-License-Identifier: MIT */
/* How queries fill proofs. All take NULL for a proof that is not wanted. */
#ifndef TACTI_QUERY_PROOF_WRITE_H
#define TACTI_QUERY_PROOF_WRITE_H

#include "query/cache.h"
#include "query/pair.h"
#include "query/proof.h"

/* These two triangles share a point. */
void tacti_proof_of_contact(tact_proof *proof, const tacti_pair *pair, tacti_triangle_pair found);

/* The surfaces share no point, or are lower apart where is_distance. nearest are the nearest
 * triangles, or TACT_NO_TRIANGLE. TACT_OUT_OF_MEMORY leaves a proof of nothing; so does, with
 * TACT_OK, what cannot be proven. */
tact_status tacti_proof_of_cover(tact_proof *proof, const tacti_pair *pair, bool is_distance,
                                 double lower, tacti_triangle_pair nearest);

/* The query knows nothing. */
void tacti_proof_of_nothing(tact_proof *proof);

#endif
