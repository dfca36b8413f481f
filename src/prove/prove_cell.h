/* SPDX-License-Identifier: MIT */
/* Directions that separate two convex polytopes, for proofs: two shapes, or a shape and a triangle.
 */
#ifndef TACTI_PROVE_PROVE_CELL_H
#define TACTI_PROVE_PROVE_CELL_H

#include "proof/proof.h"
#include "prove/prove_pair.h"

/* Two placed polytopes, and what a direction from a to b must show: that they share no point, or
 * that they are at least lower apart. */
typedef struct tacti_proof_cell {
    tacti_placed_shape shape[2];
    tact_vec3 *corners[2]; /* the placed vertices */
    uint32_t count[2];
    bool is_distance;
    double lower;
} tacti_proof_cell;

/* The result of tacti_cell_separate(). */
typedef struct tacti_cell_answer {
    tacti_proof_simplex simplex; /* TACTI_SEPARATED: the direction, if its count is not 0; */
    tact_vec3 direction;         /* otherwise this is the direction, largest coordinate 1 to 2 */
    tacti_convex_proof contact;  /* TACTI_TOUCHING */
} tacti_cell_answer;

/* Separates two valid polytopes. The result has been checked: directions by plain arithmetic with a
 * proven error bound or by the verifier's exact test, contacts by tacti_convex_check(). Returns
 * TACTI_NOT_SEPARATED only for a lower bound that is not true. The cache may be NULL. */
tacti_separable tacti_cell_separate(const tacti_proof_cell *cell, tacti_convex_cache *cache,
                                    tacti_cell_answer *out);

#endif
