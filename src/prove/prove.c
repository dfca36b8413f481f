/* SPDX-License-Identifier: MIT */
/* Fills a proof from an answer about two meshes. A contact is its own proof. A cover is written by
 * a walk of its own (prove_walk.c), and refers to the orders of triangles in the hierarchies. */
#include "prove/prove.h"

#include "base/assert.h"
#include "frame/placed_triangle.h"
#include "prove/prove_pair.h"
#include "prove/prove_walk.h"

/* Makes a proof one about this pair that claims nothing so far. */
static void begin(tact_proof *proof, const tacti_pair *pair) {
    tacti_proof_reset(proof);
    for (int side = 0; side < 2; side++)
        proof->count[side] = pair->bvh[side]->triangle_count;
}

void tacti_proof_of_contact(tact_proof *proof, const tacti_pair *pair, tacti_triangle_pair found) {
    if (proof == NULL)
        return;
    begin(proof, pair);
    TACTI_ASSERT(found.a < proof->count[0] && found.b < proof->count[1]);
    proof->claim = TACT_CLAIM_CONTACT;
    proof->a = found.a;
    proof->b = found.b;
}

/* A direction from the nearest triangles, which is more precise than that of their rounded nearest
 * points. Returns 0 if there is none. */
static tact_vec3 direction_between(const tacti_pair *pair, tacti_triangle_pair nearest) {
    tact_vec3 none = {0, 0, 0};
    if (nearest.a == TACT_NO_TRIANGLE || nearest.b == TACT_NO_TRIANGLE)
        return none;
    tact_triangle a = tacti_triangle_place(&pair->source[0], nearest.a);
    tact_triangle b = tacti_triangle_place(&pair->source[1], nearest.b);
    tacti_separator found;
    if (tacti_separate_triangles(&a, &b, false, 0, &found) != TACTI_SEPARATED)
        return none;
    uint32_t n = found.term_count;
    TACTI_ASSERT(n <= TACTI_PROOF_TERMS);
    tact_vec3 d = none;
    for (uint32_t k = n; k-- > 0;) {
        d.x += found.terms[k];
        d.y += found.terms[n + k];
        d.z += found.terms[2 * n + k];
    }
    return d;
}

static tacti_proof_end walk_at_level(tacti_proof_walk *walk) {
    static tacti_proof_walker *const table[] = TACTI_LEVEL_TABLE(tacti_walk_proof);
    return table[tacti_simd_row(walk->pair->level)](walk);
}

tact_status tacti_proof_of_cover(tact_proof *proof, const tacti_pair *pair,
                                 tacti_cover_task *task) {
    TACTI_ASSERT(proof != NULL && task->meter != NULL);
    begin(proof, pair);
    for (int side = 0; side < 2; side++)
        if (tacti_proof_set_order(proof, side, pair->bvh[side]) != TACT_OK) {
            tacti_proof_reset(proof);
            return TACT_OUT_OF_MEMORY;
        }
    tacti_proof_walk walk = {.pair = pair,
                             .proof = proof,
                             .is_distance = task->is_distance,
                             .lower = task->lower,
                             .between = direction_between(pair, task->nearest),
                             .meter = task->meter};
    tacti_proof_end end = walk_at_level(&walk);
    task->touching = (tacti_triangle_pair){TACT_NO_TRIANGLE, TACT_NO_TRIANGLE};
    if (end == TACTI_PROOF_COMPLETE) {
        proof->claim = task->is_distance ? TACT_CLAIM_DISTANCE : TACT_CLAIM_APART;
        proof->lower = task->is_distance ? task->lower : 0;
        return TACT_OK;
    }
    tacti_proof_reset(proof);
    if (end == TACTI_PROOF_TOUCHING) {
        task->touching = (tacti_triangle_pair){walk.a, walk.b};
        tacti_proof_of_contact(proof, pair, task->touching);
    }
    return end == TACTI_PROOF_OUT_OF_MEMORY ? TACT_OUT_OF_MEMORY : TACT_OK;
}

void tacti_proof_of_nothing(tact_proof *proof) {
    if (proof != NULL)
        tacti_proof_reset(proof);
}
