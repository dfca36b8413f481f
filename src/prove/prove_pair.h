/* SPDX-License-Identifier: MIT */
/* Directions that separate two triangles, for proofs. */
#ifndef TACTI_PROVE_PROVE_PAIR_H
#define TACTI_PROVE_PROVE_PAIR_H

#include <tact/prim.h>

#include "proof/proof.h"

/* A direction: three sums of term_count terms, one sum after the other. Without terms it is the
 * cross product of two edges (proof/proof.h). */
typedef struct tacti_separator {
    uint32_t term_count;
    uint32_t edge[2];
    double terms[3 * TACTI_PROOF_TERMS];
} tacti_separator;

typedef enum tacti_separable {
    TACTI_SEPARATED,
    TACTI_TOUCHING,
    TACTI_NOT_SEPARATED /* the claimed distance is too near the true one */
} tacti_separable;

/* What a direction must show about two triangles. */
typedef struct tacti_pair_claim {
    tact_vec3 corners[2][3]; /* of a, of b */
    bool is_distance;        /* a lies before b by at least lower times the direction's length */
    double lower;            /* if is_distance is false: a lies before b at all */
} tacti_pair_claim;

/* Finds a direction along which a lies before b by at least lower times its length, or, if
 * is_distance is false, at all. The direction has been checked by plain arithmetic with a proven
 * error bound, or by the verifier's exact test. */
tacti_separable tacti_separate_triangles(const tact_triangle *a, const tact_triangle *b,
                                         bool is_distance, double lower, tacti_separator *out);

/* Whether a direction shows what is claimed, by the verifier's exact test. */
bool tacti_separator_holds(const tacti_pair_claim *claim, const tacti_separator *separator);

/* Tries directions that are computed without rounding. Returns false if none of them holds. */
bool tacti_separate_exactly(const tacti_pair_claim *claim, tacti_separator *out);

#endif
