/* SPDX-License-Identifier: MIT */
/* Proofs of contact and distance: written if the table of support says so, accepted by the
 * verifier, and never accepted for a pair about which they are false. */
#include <math.h>
#include <string.h>

#include "questions.h"

static tact_proof *fuzz_proof(void) {
    static tact_proof *proof;
    if (proof == NULL)
        REQUIRE(tact_proof_create(fuzz_context(TACT_SIMD_BASELINE), &proof) == TACT_OK);
    return proof;
}

/* The claim that fits an answer. */
static tact_claim claim_of(tact_outcome outcome, uint32_t flags, double lower) {
    if (outcome == TACT_OUTCOME_UNDECIDED || (flags & TACT_RESULT_CONTAINED) != 0)
        return TACT_CLAIM_NOTHING;
    if (outcome == TACT_OUTCOME_CONTACT)
        return TACT_CLAIM_CONTACT;
    return lower > 0 ? TACT_CLAIM_DISTANCE : TACT_CLAIM_APART;
}

/* A proof that the verifier accepts for another pair must be true about that pair. */
static void check_elsewhere(const tact_instance *a, const tact_instance *b,
                            const tact_proof *proof) {
    tact_verification found;
    tact_distance_result gap;
    tact_instance x = *a, y = *b;
    x.flags = y.flags = 0; /* proofs are about surfaces */
    if (tact_verify(&x, &y, proof, NULL, &found) != TACT_OK || !found.is_proven)
        return;
    REQUIRE(tact_distance(&x, &y, NULL, NULL, &gap) == TACT_OK);
    tact_proof_summary said = tact_proof_inspect(proof);
    if (said.claim == TACT_CLAIM_CONTACT)
        REQUIRE(gap.outcome == TACT_OUTCOME_CONTACT);
    if (said.claim == TACT_CLAIM_APART)
        REQUIRE(gap.outcome == TACT_OUTCOME_APART);
    if (said.claim == TACT_CLAIM_DISTANCE)
        REQUIRE(gap.upper >= said.lower);
}

void check_proof(const world *w, const pieces *a, const pieces *b, const answer *plain) {
    tact_model_info info[2] = {tact_model_inspect(w->a.model), tact_model_inspect(w->b.model)};
    uint32_t support = tact_query_support(w->question, info[0].kind, info[1].kind);
    bool has_proof = (support & TACT_SUPPORT_PROOF) != 0;
    tact_options options = tact_options_default();
    options.proof = fuzz_proof();
    answer *got = answer_place(2);
    tact_status status = ask(w->question, &w->a, &w->b, &options, NULL, got);
    REQUIRE(status == (has_proof ? TACT_OK : TACT_UNSUPPORTED));
    if (!has_proof)
        return;
    check_alike(w->question, a, b, false, plain, got);
    bool is_distance = w->question == TACT_QUESTION_DISTANCE;
    const tact_distance_result *gap = &got->result.distance;
    const tact_collide_result *hit = &got->result.collide;
    tact_claim right = is_distance ? claim_of(gap->outcome, gap->flags, gap->lower)
                                   : claim_of(hit->outcome, hit->flags, 0);
    tact_proof_summary said = tact_proof_inspect(options.proof);
    bool is_empty = (info[0].kind == TACT_KIND_MESH && info[0].triangle_count == 0) ||
                    (info[1].kind == TACT_KIND_MESH && info[1].triangle_count == 0);
    if (!is_empty)
        REQUIRE(said.claim == right);
    if (said.claim == TACT_CLAIM_DISTANCE && is_distance)
        REQUIRE(said.lower == gap->lower);
    tact_verification found;
    REQUIRE(tact_verify(&w->a, &w->b, options.proof, NULL, &found) == TACT_OK);
    REQUIRE(found.is_proven == (said.claim != TACT_CLAIM_NOTHING));
    if (w->is_extended) {
        tact_instance moved = w->b;
        moved.pose = w->a.pose;
        check_elsewhere(&w->a, &moved, options.proof);
        check_elsewhere(&w->b, &w->a, options.proof);
    }
}
