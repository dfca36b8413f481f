/* SPDX-License-Identifier: MIT */
/* Proofs as objects: creation, reset, summary and the default budget of their verifier. The rooms
 * prove and object fill proofs. */
#include "proof/proof.h"
#include "base/assert.h"
#include "proof/proof_sides.h"

/* The default budget, in projections of corners. docs/proof.md says how much of it the proofs of
 * queries need. */
#define LEAST_BUDGET UINT64_C(1000000)
#define BUDGET_FACTOR UINT64_C(32)
#define CELL_BUDGET UINT64_C(256)
#define DIRECTION_BUDGET UINT64_C(8192)
/* With shapes: a vertex along a direction, a simplex, and a vertex along a simplex, if all are
 * computed exactly at the ends of the exponent range. */
#define VERTEX_BUDGET UINT64_C(1024)
#define SIMPLEX_BUDGET UINT64_C(131072)
#define SIMPLEX_VERTEX_BUDGET UINT64_C(4096)

const char *tact_claim_name(tact_claim claim) {
    switch (claim) {
    case TACT_CLAIM_NOTHING:
        return "nothing";
    case TACT_CLAIM_CONTACT:
        return "contact";
    case TACT_CLAIM_APART:
        return "apart";
    case TACT_CLAIM_DISTANCE:
        return "distance";
    }
    return "unknown claim";
}

const char *tact_proof_kind_name(tact_proof_kind kind) {
    switch (kind) {
    case TACT_PROOF_OF_MESHES:
        return "two meshes";
    case TACT_PROOF_OF_SHAPES:
        return "two shapes";
    case TACT_PROOF_OF_SHAPE_AND_MESH:
        return "a shape and a mesh";
    case TACT_PROOF_OF_MESH_AND_SHAPE:
        return "a mesh and a shape";
    }
    return "unknown kind";
}

tact_status tact_proof_create(const tact_context *context, tact_proof **out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_proof *proof = tacti_allocate(context, 1, sizeof(tact_proof), _Alignof(tact_proof));
    if (proof == NULL)
        return TACT_OUT_OF_MEMORY;
    *proof = (tact_proof){.context = context,
                          .words = tacti_proof_words_make(context),
                          .numbers = tacti_proof_numbers_make(context),
                          .simplices = tacti_proof_simplices_make(context),
                          .corners = tacti_proof_corners_make(context)};
    for (int side = 0; side < 2; side++)
        proof->owned[side] = tacti_proof_words_make(context);
    tacti_proof_reset(proof);
    *out = proof;
    return TACT_OK;
}

void tact_proof_destroy(tact_proof *proof) {
    if (proof == NULL)
        return;
    tacti_proof_words_release(&proof->words);
    tacti_proof_numbers_release(&proof->numbers);
    tacti_proof_simplices_release(&proof->simplices);
    tacti_proof_corners_release(&proof->corners);
    for (int side = 0; side < 2; side++)
        tacti_proof_words_release(&proof->owned[side]);
    tacti_release(proof->context, proof, 1, sizeof(tact_proof), _Alignof(tact_proof));
}

void tacti_proof_reset(tact_proof *proof) {
    TACTI_ASSERT(proof != NULL);
    proof->kind = TACT_PROOF_OF_MESHES;
    proof->claim = TACT_CLAIM_NOTHING;
    proof->lower = 0;
    proof->a = proof->b = TACT_NO_TRIANGLE;
    proof->words.count = 0;
    proof->numbers.count = 0;
    proof->simplices.count = 0;
    proof->corners.count = 0;
    proof->contact = (tacti_convex_proof){0};
    proof->range_pairs = 0;
    proof->directions = 0;
    for (int side = 0; side < 2; side++) {
        proof->count[side] = 0;
        proof->order[side] = NULL;
        proof->owned[side].count = 0;
    }
}

tact_status tacti_proof_set_order(tact_proof *proof, int side, const tacti_bvh *bvh) {
    proof->order[side] = bvh->order;
    if (bvh->order != NULL)
        return TACT_OK;
    proof->owned[side].count = 0;
    uint32_t *order = tacti_proof_words_extend(&proof->owned[side], bvh->triangle_count);
    if (order == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < bvh->triangle_count; i++)
        order[i] = tacti_bvh_triangle_at(bvh, i);
    proof->order[side] = order;
    return TACT_OK;
}

uint64_t tacti_proof_budget(const tact_proof *proof) {
    TACTI_ASSERT(proof != NULL);
    uint64_t triangles = 0, vertices = 0, levels = 1;
    for (int side = 0; side < 2; side++)
        *(tacti_proof_has_shape(proof->kind, side) ? &vertices : &triangles) += proof->count[side];
    for (uint64_t rest = triangles; rest > 1; rest /= 2)
        levels++;
    uint64_t size = 3 * triangles + vertices + proof->words.count + proof->numbers.count;
    return LEAST_BUDGET + BUDGET_FACTOR * levels * size + CELL_BUDGET * proof->range_pairs +
           (DIRECTION_BUDGET + VERTEX_BUDGET * vertices) * proof->directions +
           (SIMPLEX_BUDGET + SIMPLEX_VERTEX_BUDGET * vertices) * proof->simplices.count;
}

tact_proof_summary tact_proof_inspect(const tact_proof *proof) {
    bool is_shape_a = tacti_proof_has_shape(proof->kind, 0);
    bool is_shape_b = tacti_proof_has_shape(proof->kind, 1);
    return (tact_proof_summary){.kind = proof->kind,
                                .claim = proof->claim,
                                .lower = proof->lower,
                                .a = proof->a,
                                .b = proof->b,
                                .triangles_a = is_shape_a ? 0 : proof->count[0],
                                .triangles_b = is_shape_b ? 0 : proof->count[1],
                                .range_pairs = proof->range_pairs,
                                .directions = proof->directions,
                                .bytes = proof->words.count * sizeof(uint32_t) +
                                         proof->numbers.count * sizeof(double) +
                                         proof->simplices.count * sizeof(tacti_proof_simplex),
                                .budget = tacti_proof_budget(proof)};
}
