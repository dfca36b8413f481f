/* SPDX-License-Identifier: MIT */
/* Every query with and without a proof, and the verification of the proof. */
#include "proofs.h"
#include "bvh/bvh.h"
#include "verify/verify.h"
#include "surface/surface.h"

tacti_placed_mesh placed_mesh(const tacti_placed *placed) {
    return (tacti_placed_mesh){tacti_bvh_mesh(placed->bvh), placed->pose};
}

bool is_proven(const tacti_placed *a, const tacti_placed *b, const tact_proof *proof) {
    tacti_placed_mesh mesh_a = placed_mesh(a), mesh_b = placed_mesh(b);
    tact_verification found;
    assert_int_equal(tacti_verify_proof(NULL, &mesh_a, &mesh_b, proof, &found), TACT_OK);
    assert_int_equal(found.text[0] == '\0', found.is_proven);
    return found.is_proven;
}

static void check_claim(const tacti_placed *a, const tacti_placed *b, const tact_proof *proof,
                        tact_claim claim, double lower) {
    tacti_placed_mesh mesh_a = placed_mesh(a), mesh_b = placed_mesh(b);
    tact_proof_summary said = tact_proof_inspect(proof);
    assert_string_equal(tact_claim_name(said.claim), tact_claim_name(claim));
    test_assert_same_bits(said.lower, lower);
    tact_verification found;
    assert_int_equal(tacti_verify_proof(NULL, &mesh_a, &mesh_b, proof, &found), TACT_OK);
    if (!found.is_proven)
        fail_msg("%s %.17g: %s", tact_claim_name(claim), lower, found.text);
    /* The proofs that queries write must stay well below the default budget. */
    if (found.work > tacti_proof_budget(proof) / 2)
        fail_msg("work %.3g of %.3g", (double)found.work, (double)tacti_proof_budget(proof));
}

/* Checks a distance with a proof: its claim, its answer and the answer without a proof. */
static void check_separation(const tacti_placed *a, const tacti_placed *b, const tact_proof *proof,
                             const tacti_mesh_distance_answer *got,
                             const tacti_mesh_distance_answer *plain) {
    test_assert_same_bits(got->distance, plain->distance);
    test_assert_same_bits(got->lower, plain->lower);
    test_assert_same_bits(got->upper, plain->upper);
    assert_int_equal(got->a, plain->a);
    assert_int_equal(got->b, plain->b);
    /* The least number says the same as apart, and the proof may claim either. */
    bool has_lower =
        got->lower > 0x1p-1074 ||
        (got->lower == 0x1p-1074 && tact_proof_inspect(proof).claim == TACT_CLAIM_DISTANCE);
    tact_claim claim = got->distance == 0 ? TACT_CLAIM_CONTACT
                       : has_lower        ? TACT_CLAIM_DISTANCE
                                          : TACT_CLAIM_APART;
    check_claim(a, b, proof, claim, claim == TACT_CLAIM_DISTANCE ? got->lower : 0);
}

void check_proofs(const truth *t, const tacti_placed *a, const tacti_placed *b, tact_proof *proof) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_mesh_collision collision;
    assert_int_equal(tacti_mesh_collide(a, b, &desc, NULL, &collision), TACT_OK);
    assert_int_equal(collision.outcome == TACT_OUTCOME_CONTACT, t->contact_count > 0);
    check_claim(a, b, proof, t->contact_count > 0 ? TACT_CLAIM_CONTACT : TACT_CLAIM_APART, 0);
    tacti_mesh_distance_answer got, plain;
    assert_int_equal(tacti_mesh_distance(a, b, &desc, NULL, &got), TACT_OK);
    assert_int_equal(tacti_mesh_distance(a, b, NULL, NULL, &plain), TACT_OK);
    check_separation(a, b, proof, &got, &plain);
    double distance = got.distance;
    assert_int_equal(tacti_mesh_lower_bound(a, b, &desc, NULL, &got), TACT_OK);
    assert_int_equal(tacti_mesh_lower_bound(a, b, NULL, NULL, &plain), TACT_OK);
    check_separation(a, b, proof, &got, &plain);
    tact_outcome outcome, plain_outcome;
    assert_int_equal(tacti_mesh_within(a, b, 0.7 * distance, &desc, NULL, &outcome, &got), TACT_OK);
    assert_int_equal(tacti_mesh_within(a, b, 0.7 * distance, NULL, NULL, &plain_outcome, &plain),
                     TACT_OK);
    assert_int_equal(outcome, plain_outcome);
    check_separation(a, b, proof, &got, &plain);
}
