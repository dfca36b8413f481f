/* SPDX-License-Identifier: MIT */
/* How queries about two meshes fill proofs. docs/prove.md says what is promised. */
#ifndef TACTI_PROVE_PROVE_H
#define TACTI_PROVE_PROVE_H

#include "frame/meter.h"
#include "frame/mesh_pair.h"
#include "proof/proof.h"

/* Makes a proof of contact: these two triangles share a point. proof may be NULL. */
void tacti_proof_of_contact(tact_proof *proof, const tacti_pair *pair, tacti_triangle_pair found);

/* What a cover shall prove, and the result. */
typedef struct tacti_cover_task {
    bool is_distance; /* the surfaces are at least lower apart; otherwise they share no point */
    double lower;
    tacti_triangle_pair nearest; /* the nearest triangles, or TACT_NO_TRIANGLE */
    /* The result: two triangles that touch, if the walk met such. The proof is then that of a
     * contact. TACT_NO_TRIANGLE otherwise. */
    tacti_triangle_pair touching;
    tacti_meter *meter;
} tacti_cover_task;

/* Writes a cover. The proof is not NULL. The proof claims nothing after TACT_OUT_OF_MEMORY. It also
 * claims nothing, with TACT_OK, if the claim cannot be proven or the meter stopped the walk. */
tact_status tacti_proof_of_cover(tact_proof *proof, const tacti_pair *pair, tacti_cover_task *task);

/* Makes a proof that claims nothing. proof may be NULL. */
void tacti_proof_of_nothing(tact_proof *proof);

#endif
