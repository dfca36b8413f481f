/* SPDX-License-Identifier: MIT */
/* Proofs of the answers about two placed meshes: every verdict and every lower bound has to come
 * with a proof that the verifier accepts. */
#include "golden.h"

#include <tact/proof.h>
#include "bvh/bvh.h"
#include "verify/verify.h"
#include "surface/surface.h"

/* Verifies the proof that a query wrote; claim and lower are its answer. */
static void judge_proof(golden_report *report, const tacti_placed *a, const tacti_placed *b,
                        const tact_proof *proof, const tact_proof_summary *right) {
    tacti_placed_mesh mesh_a = {tacti_bvh_mesh(a->bvh), a->pose};
    tacti_placed_mesh mesh_b = {tacti_bvh_mesh(b->bvh), b->pose};
    tact_proof_summary got = tact_proof_inspect(proof);
    tact_verification found;
    if (got.claim != right->claim || got.lower != right->lower)
        golden_fail(report, "proof claims %s %.17g, not %s %.17g", tact_claim_name(got.claim),
                    got.lower, tact_claim_name(right->claim), right->lower);
    if (tacti_verify_proof(NULL, &mesh_a, &mesh_b, proof, &found) != TACT_OK || !found.is_proven)
        golden_fail(report, "proof of %s %.17g refused: %s", tact_claim_name(got.claim), got.lower,
                    found.text);
    /* Verifying the proofs of queries must stay far below the default budget. */
    else if (found.work > tacti_proof_budget(proof) / 4)
        golden_fail(report, "verifying takes %.3g projections, the budget is %.3g",
                    (double)found.work, (double)tacti_proof_budget(proof));
}

static tact_proof_summary claim_of(const tacti_mesh_distance_answer *answer) {
    tact_proof_summary claim = {.claim = TACT_CLAIM_APART, .lower = answer->lower};
    if (answer->distance == 0)
        claim.claim = TACT_CLAIM_CONTACT;
    else if (answer->lower > 0)
        claim.claim = TACT_CLAIM_DISTANCE;
    return claim;
}

void golden_judge_proofs(golden_report *report, const tacti_placed *a, const tacti_placed *b) {
    tacti_query_desc desc = tacti_query_desc_default();
    if (tact_proof_create(NULL, &desc.proof) != TACT_OK) {
        golden_fail(report, "no memory for a proof");
        return;
    }
    tacti_mesh_collision collision;
    if (tacti_mesh_collide(a, b, &desc, NULL, &collision) == TACT_OK) {
        tact_proof_summary claim = {.claim = collision.outcome == TACT_OUTCOME_CONTACT
                                                 ? TACT_CLAIM_CONTACT
                                                 : TACT_CLAIM_APART};
        judge_proof(report, a, b, desc.proof, &claim);
    }
    tacti_mesh_distance_answer answer;
    if (tacti_mesh_distance(a, b, &desc, NULL, &answer) == TACT_OK) {
        tact_proof_summary claim = claim_of(&answer);
        judge_proof(report, a, b, desc.proof, &claim);
    }
    double distance = answer.distance;
    if (tacti_mesh_lower_bound(a, b, &desc, NULL, &answer) == TACT_OK) {
        /* The least double means "apart". */
        if (answer.lower == 0x1p-1074)
            answer.lower = 0;
        tact_proof_summary claim = claim_of(&answer);
        judge_proof(report, a, b, desc.proof, &claim);
    }
    tact_outcome outcome;
    if (tacti_mesh_within(a, b, 0.5 * distance, &desc, NULL, &outcome, &answer) == TACT_OK) {
        tact_proof_summary claim = claim_of(&answer);
        judge_proof(report, a, b, desc.proof, &claim);
    }
    tact_proof_destroy(desc.proof);
}
