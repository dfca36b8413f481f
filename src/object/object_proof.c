/* SPDX-License-Identifier: MIT */
/* Fills a proof about a convex polytope and another one, which takes one direction, or a mesh,
 * whose cover a walk writes (object_proof_walk.c). Also which claim an answer about two objects
 * makes. */
#include "object/object_proof.h"

#include "base/assert.h"
#include "object/object_pair.h"
#include "frame/placed_triangle.h"

/* ---- Pieces ------------------------------------------------------------------------------- */

/* Adds the placed vertices of a body. Returns false if there is no memory. */
static bool place_corners(const tacti_body *body, tacti_proof_corners *out) {
    tact_vec3 *corners = tacti_proof_corners_extend(out, body->count);
    for (uint32_t i = 0; i < body->count && corners != NULL; i++)
        corners[i] = tacti_body_vertex(body, i);
    return corners != NULL;
}

/* Sets a contact. Its pairs have the vertex of the shape first, also if is_swapped. */
static void set_contact(tact_proof *proof, const tacti_convex_proof *contact, uint32_t triangle,
                        bool is_swapped) {
    TACTI_ASSERT(contact->pair_count >= 1 && contact->pair_count <= 4);
    proof->claim = TACT_CLAIM_CONTACT;
    proof->contact = *contact;
    for (uint32_t i = 0; i < 4 && is_swapped; i++) {
        proof->contact.a[i] = contact->b[i];
        proof->contact.b[i] = contact->a[i];
    }
    *(is_swapped ? &proof->a : &proof->b) = triangle;
}

/* Sets what a finished cover claims. */
static void set_claim(tact_proof *proof, double lower) {
    proof->claim = lower > 0 ? TACT_CLAIM_DISTANCE : TACT_CLAIM_APART;
    proof->lower = lower;
}

tacti_separable tacti_shape_triangle_separate(const tacti_shape_mesh *pair, const tact_proof *proof,
                                              uint32_t triangle, double lower,
                                              tacti_convex_cache *cache, tacti_cell_answer *out) {
    tacti_mesh_triangle t;
    tacti_mesh_triangle_set(pair, triangle, &t);
    const tacti_proof_cell cell = {.shape = {pair->shape, {&t.shape, t.pose, TACTI_NO_LIMIT}},
                                   .corners = {proof->corners.items, t.placed.v},
                                   .count = {(uint32_t)proof->corners.count, 3},
                                   .is_distance = lower > 0,
                                   .lower = lower};
    return tacti_cell_separate(&cell, cache, out);
}

/* ---- Two shapes --------------------------------------------------------------------------- */

tact_status tacti_proof_of_shapes(tact_proof *proof, const tacti_placed_shape *a,
                                  const tacti_placed_shape *b, double lower) {
    tacti_bodies bodies;
    static const uint32_t no_cuts[1] = {0};
    tacti_proof_reset(proof);
    tact_status status = tacti_bodies_make(a, b, &bodies);
    if (status != TACT_OK || !bodies.is_exact)
        return status;
    const uint32_t count[2] = {bodies.body[0].count, bodies.body[1].count};
    if (!place_corners(&bodies.body[0], &proof->corners) ||
        !place_corners(&bodies.body[1], &proof->corners) ||
        !tacti_shape_record_begin(proof, false, 1, no_cuts)) {
        tacti_proof_reset(proof);
        return TACT_OUT_OF_MEMORY;
    }
    tact_vec3 *corners = proof->corners.items;
    const tacti_proof_cell cell = {.shape = {*a, *b},
                                   .corners = {corners, corners + count[0]},
                                   .count = {count[0], count[1]},
                                   .is_distance = lower > 0,
                                   .lower = lower};
    tacti_cell_answer found;
    tacti_separable end = tacti_cell_separate(&cell, NULL, &found);
    if (end == TACTI_SEPARATED)
        tacti_shape_record_add(proof, 0, false, 1, &found);
    else
        tacti_proof_reset(proof);
    proof->kind = TACT_PROOF_OF_SHAPES;
    proof->count[0] = count[0];
    proof->count[1] = count[1];
    if (end == TACTI_SEPARATED)
        set_claim(proof, lower);
    else if (end == TACTI_TOUCHING)
        set_contact(proof, &found.contact, TACT_NO_TRIANGLE, false);
    return TACT_OK;
}

/* ---- A shape and a mesh ------------------------------------------------------------------- */

static void begin_with_mesh(tact_proof *proof, const tacti_shape_mesh *pair, bool is_swapped) {
    int mesh_side = is_swapped ? 0 : 1;
    tacti_proof_reset(proof);
    proof->kind = is_swapped ? TACT_PROOF_OF_MESH_AND_SHAPE : TACT_PROOF_OF_SHAPE_AND_MESH;
    proof->count[mesh_side] = pair->mesh.bvh->triangle_count;
    proof->count[1 - mesh_side] = pair->body.count;
}

tact_status tacti_proof_of_shape_mesh(tact_proof *proof, const tacti_shape_mesh *pair,
                                      bool is_swapped, const tacti_shape_claim *claim) {
    tacti_proof_reset(proof);
    if (pair->body.count == 0)
        return TACT_OK;
    begin_with_mesh(proof, pair, is_swapped);
    if (!place_corners(&pair->body, &proof->corners) ||
        tacti_proof_set_order(proof, is_swapped ? 0 : 1, pair->mesh.bvh) != TACT_OK) {
        tacti_proof_reset(proof);
        return TACT_OUT_OF_MEMORY;
    }
    tacti_cell_answer found;
    if (claim->touching < pair->mesh.bvh->triangle_count) {
        if (tacti_shape_triangle_separate(pair, proof, claim->touching, 0, NULL, &found) ==
            TACTI_TOUCHING)
            set_contact(proof, &found.contact, claim->touching, is_swapped);
        return TACT_OK;
    }
    tacti_shape_walk walk = {.pair = pair,
                             .proof = proof,
                             .is_swapped = is_swapped,
                             .lower = claim->lower,
                             .near = claim->near};
    tacti_proof_end end = tacti_shape_walk_cover(&walk);
    if (end == TACTI_PROOF_COMPLETE) {
        set_claim(proof, claim->lower);
        return TACT_OK;
    }
    begin_with_mesh(proof, pair, is_swapped);
    if (end == TACTI_PROOF_TOUCHING)
        set_contact(proof, &walk.contact, walk.touching, is_swapped);
    if (end == TACTI_PROOF_OUT_OF_MEMORY)
        tacti_proof_reset(proof);
    return end == TACTI_PROOF_OUT_OF_MEMORY ? TACT_OUT_OF_MEMORY : TACT_OK;
}

/* ---- Answers ------------------------------------------------------------------------------ */

/* Proves a claim about a shape and a shape or mesh. */
static tact_status prove(const tacti_object *a, const tacti_object *b,
                         const tacti_shape_claim *claim, tact_proof *proof) {
    if (a->shape != NULL && b->shape != NULL) {
        tacti_placed_shape shape[2];
        tacti_object_shapes(a, b, shape);
        return tacti_proof_of_shapes(proof, &shape[0], &shape[1], claim->lower);
    }
    bool is_swapped = a->bvh != NULL;
    tacti_shape_mesh pair;
    tact_status status = tacti_shape_mesh_make(is_swapped ? b : a, is_swapped ? a : b, &pair);
    return status == TACT_OK ? tacti_proof_of_shape_mesh(proof, &pair, is_swapped, claim) : status;
}

static tact_status check(const tacti_object *a, const tacti_object *b, const void *answer,
                         tact_proof *proof) {
    if (answer == NULL || proof == NULL || tacti_objects_check(a, b) != TACT_OK ||
        (a->shape == NULL && b->shape == NULL))
        return TACT_INVALID_ARGUMENT;
    tacti_proof_reset(proof);
    return TACT_OK;
}

tact_status tacti_object_prove_collision(const tacti_object *a, const tacti_object *b,
                                         const tacti_object_collision *answer, tact_proof *proof) {
    tact_status status = check(a, b, answer, proof);
    if (status != TACT_OK || answer->outcome == TACT_OUTCOME_UNDECIDED || answer->is_contained)
        return status;
    uint32_t triangle = a->bvh != NULL ? answer->a : answer->b;
    bool is_contact = answer->outcome == TACT_OUTCOME_CONTACT;
    const tacti_shape_claim claim = {.touching = is_contact ? triangle : TACT_NO_TRIANGLE,
                                     .near = TACT_NO_TRIANGLE};
    return prove(a, b, &claim, proof);
}

tact_status tacti_object_prove_distance(const tacti_object *a, const tacti_object *b,
                                        const tacti_object_distance_answer *answer,
                                        tact_proof *proof) {
    tact_status status = check(a, b, answer, proof);
    if (status != TACT_OK || answer->outcome == TACT_OUTCOME_UNDECIDED || answer->is_contained ||
        !answer->is_complete)
        return status;
    uint32_t triangle = a->bvh != NULL ? answer->a : answer->b;
    bool is_contact = answer->outcome == TACT_OUTCOME_CONTACT;
    const tacti_shape_claim claim = {.touching = is_contact ? triangle : TACT_NO_TRIANGLE,
                                     .lower = answer->lower,
                                     .near = triangle};
    return prove(a, b, &claim, proof);
}
