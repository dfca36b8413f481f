/* SPDX-License-Identifier: MIT */
/* Proofs that a motion is free: the reasons of every step of the search. The check is in
 * free_verify.c. After F. Schwarzer, M. Saha and J.-C. Latombe 2005, whose reason is that of
 * distances; the search chooses the times. */
#include "base/alloc.h"
#include "rigid/search.h"

tact_status tact_free_proof_create(const tact_context *context, tact_free_proof **out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_free_proof *proof = tacti_allocate(context, 1, sizeof *proof, _Alignof(tact_free_proof));
    if (proof == NULL)
        return TACT_OUT_OF_MEMORY;
    proof->context = context;
    proof->intervals = tacti_free_intervals_make(context);
    *out = proof;
    return TACT_OK;
}

void tact_free_proof_destroy(tact_free_proof *proof) {
    if (proof == NULL)
        return;
    tacti_free_intervals_release(&proof->intervals);
    tacti_release(proof->context, proof, 1, sizeof *proof, _Alignof(tact_free_proof));
}

const tact_free_interval *tact_free_proof_view(const tact_free_proof *proof, size_t *count) {
    if (count != NULL)
        *count = proof == NULL ? 0 : proof->intervals.count;
    return proof == NULL ? NULL : proof->intervals.items;
}

tact_status tact_free_prove(const tact_moving *a, const tact_moving *b,
                            const tact_rigid_options *options, tact_free_proof *proof,
                            tact_rigid_result *out) {
    tact_rigid_options room;
    tact_status status = out == NULL || proof == NULL ? TACT_INVALID_ARGUMENT
                                                      : tacti_rigid_begin(a, b, &options, &room);
    if (status != TACT_OK)
        return status;
    tact_rigid_result found;
    proof->intervals.count = 0;
    status = tacti_rigid_first(a, b, options, NULL, proof, &found);
    if (status != TACT_OK || found.outcome != TACT_OUTCOME_APART)
        proof->intervals.count = 0;
    if (status == TACT_OK)
        *out = found;
    return status;
}
