/* SPDX-License-Identifier: MIT */
/* Directions that separate two triangles, for proofs. */
#ifndef TACTI_QUERY_PROOF_PAIR_H
#define TACTI_QUERY_PROOF_PAIR_H

#include <tact/prim.h>

#include "query/proof.h"

/* A direction: three sums of so many terms, one sum after the other. */
typedef struct tacti_separator {
    uint32_t term_count;
    double terms[3 * TACTI_PROOF_TERMS];
} tacti_separator;

typedef enum tacti_separable {
    TACTI_SEPARATED,
    TACTI_TOUCHING,
    TACTI_NOT_SEPARATED /* too near, or the direction would need more terms than there are */
} tacti_separable;

/* Finds a direction along which a lies before b by at least lower times its length, or, where
 * is_distance is false, at all. */
tacti_separable tacti_separate_triangles(const tact_triangle *a, const tact_triangle *b,
                                         bool is_distance, double lower, tacti_separator *out);

#endif
