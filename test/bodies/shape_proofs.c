/* SPDX-License-Identifier: MIT */
/* Questions about two objects asked with and without a proof; see shape_proofs.h. */
#include "shape_proofs.h"

#include "bvh/bvh.h"
#include "oracle_shape_proof.h"
#include "proof/proof.h"

tacti_placed_side side_of_object(const tacti_object *object) {
    return (tacti_placed_side){.mesh = object->bvh != NULL ? tacti_bvh_mesh(object->bvh) : NULL,
                               .shape = object->shape,
                               .pose = object->pose};
}

tact_verification verify_objects(const tacti_object *a, const tacti_object *b,
                                 const tact_proof *proof) {
    tacti_placed_side side[2] = {side_of_object(a), side_of_object(b)};
    tact_verification found;
    tacti_pace pace = tacti_pace_make(tacti_proof_budget(proof), NULL);
    assert_int_equal(tacti_verify_sides(NULL, &side[0], &side[1], proof, &pace, &found), TACT_OK);
    assert_int_equal(found.text[0] == '\0', found.is_proven);
    return found;
}

static void check_claim(const tacti_object *a, const tacti_object *b, const tact_proof *proof,
                        tact_claim claim, double lower) {
    tact_proof_summary said = tact_proof_inspect(proof);
    assert_string_equal(tact_claim_name(said.claim), tact_claim_name(claim));
    test_assert_same_bits(said.lower, lower);
    assert_int_equal(said.kind, a->shape != NULL ? b->shape != NULL ? TACT_PROOF_OF_SHAPES
                                                                    : TACT_PROOF_OF_SHAPE_AND_MESH
                                                 : TACT_PROOF_OF_MESH_AND_SHAPE);
    tact_verification found = verify_objects(a, b, proof);
    if (!found.is_proven)
        fail_msg("%s %.17g: %s", tact_claim_name(claim), lower, found.text);
    /* The proofs that queries write must stay well below the default budget. */
    if (found.work > tacti_proof_budget(proof) / 2)
        fail_msg("work %.3g of %.3g", (double)found.work, (double)tacti_proof_budget(proof));
    tacti_placed_side side[2] = {side_of_object(a), side_of_object(b)};
    if (!oracle_shape_proof_holds(&side[0], &side[1], proof))
        fail_msg("%s %.17g: refused by the oracle", tact_claim_name(claim), lower);
}

static void count(const tact_proof *proof, shape_proof_counts *counts) {
    counts->contact += proof->claim == TACT_CLAIM_CONTACT;
    counts->apart += proof->claim == TACT_CLAIM_APART;
    counts->distance += proof->claim == TACT_CLAIM_DISTANCE;
    counts->cells += proof->range_pairs;
    counts->directions += proof->directions;
    counts->simplices += proof->simplices.count;
}

void check_object_proofs(const tacti_object *a, const tacti_object *b, tact_proof *proof,
                         shape_proof_counts *counts) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_object_collision c, plain;
    assert_int_equal(tacti_object_collide(a, b, &desc, &c), TACT_OK);
    assert_int_equal(tacti_object_collide(a, b, NULL, &plain), TACT_OK);
    assert_int_equal(c.outcome, plain.outcome);
    assert_int_equal(c.a, plain.a);
    assert_int_equal(c.b, plain.b);
    check_claim(a, b, proof,
                c.outcome == TACT_OUTCOME_CONTACT ? TACT_CLAIM_CONTACT : TACT_CLAIM_APART, 0);
    count(proof, counts);
    tacti_object_distance_answer d, plain_d;
    assert_int_equal(tacti_object_distance(a, b, &desc, &d), TACT_OK);
    assert_int_equal(tacti_object_distance(a, b, NULL, &plain_d), TACT_OK);
    test_assert_same_bits(d.distance, plain_d.distance);
    test_assert_same_bits(d.lower, plain_d.lower);
    test_assert_same_bits(d.upper, plain_d.upper);
    assert_int_equal(d.outcome, c.outcome);
    check_claim(a, b, proof,
                d.outcome == TACT_OUTCOME_CONTACT ? TACT_CLAIM_CONTACT
                : d.lower > 0                     ? TACT_CLAIM_DISTANCE
                                                  : TACT_CLAIM_APART,
                d.lower);
    count(proof, counts);
}
