/* SPDX-License-Identifier: MIT */
/* How queries fill proofs. */
#ifndef TACTI_PROVE_PROVE_H
#define TACTI_PROVE_PROVE_H

#include "frame/meter.h"
#include "frame/mesh_pair.h"
#include "proof/proof.h"

/* These two triangles share a point; proof may be NULL. */
void tacti_proof_of_contact(tact_proof *proof, const tacti_pair *pair, tacti_triangle_pair found);

/* What is to be proven by a cover, and what came of it. */
typedef struct tacti_cover_task {
    bool is_distance; /* the surfaces are lower apart; otherwise they share no point */
    double lower;
    tacti_triangle_pair nearest; /* the nearest triangles, or TACT_NO_TRIANGLE */
    /* Two triangles that touch, where such were met instead: the proof is then that of a contact.
     * TACT_NO_TRIANGLE otherwise. */
    tacti_triangle_pair touching;
    tacti_meter *meter;
} tacti_cover_task;

/* Writes a cover; the proof is not NULL. TACT_OUT_OF_MEMORY leaves a proof of nothing; so does,
 * with TACT_OK, what cannot be proven or what the meter stopped. */
tact_status tacti_proof_of_cover(tact_proof *proof, const tacti_pair *pair, tacti_cover_task *task);

/* The query knows nothing; proof may be NULL. */
void tacti_proof_of_nothing(tact_proof *proof);

#endif
