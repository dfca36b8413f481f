/* SPDX-License-Identifier: MIT */
/* Checks of one side of a proof, and contacts of shapes. tacti_convex_check(), which shares no code
 * with the search, checks the pairs of vertices that a proof names. */
#include "verify/verify_parts.h"

#include <stdio.h>

#include <tact/mesh.h>

#include "pair/pair.h"

tact_status tacti_verify_check_side(const tacti_placed_side *placed) {
    if (placed == NULL || (placed->mesh == NULL) == (placed->shape == NULL))
        return TACT_INVALID_ARGUMENT;
    if (placed->shape != NULL) {
        tact_status status = tact_shape_validate(placed->shape);
        if (status != TACT_OK)
            return status;
        if (!tact_shape_is_polytope(placed->shape))
            return TACT_INVALID_ARGUMENT;
    }
    return tact_pose_validate(placed->pose, NULL);
}

uint32_t tacti_verify_count(const tacti_placed_side *placed) {
    return placed->shape != NULL ? tacti_polytope_vertex_count(placed->shape)
                                 : tact_mesh_triangle_count(placed->mesh);
}

/* A side as a polytope: the shape, or a triangle of the mesh, which is kept in *local. Returns
 * false if there is no such triangle. */
static bool polytope_of(const tacti_placed_side *side, uint32_t triangle, tact_shape *local,
                        tacti_placed_shape *out) {
    *out = (tacti_placed_shape){side->shape, side->pose, TACTI_NO_LIMIT};
    if (side->shape != NULL)
        return true;
    if (triangle >= tact_mesh_triangle_count(side->mesh))
        return false;
    *local = tact_shape_triangle(tact_mesh_triangle(side->mesh, triangle));
    out->shape = local;
    return true;
}

tact_status tacti_verify_shape_contact(const tacti_placed_side *a, const tacti_placed_side *b,
                                       const tact_proof *proof, tact_verification *out) {
    tact_verification found = {.exact = 1};
    tact_shape local[2];
    tacti_placed_shape placed[2];
    if (!polytope_of(a, proof->a, &local[0], &placed[0]) ||
        !polytope_of(b, proof->b, &local[1], &placed[1])) {
        snprintf(found.text, sizeof found.text, "there is no triangle %u",
                 a->shape == NULL ? proof->a : proof->b);
        *out = found;
        return TACT_OK;
    }
    const tacti_convex_collision claim = {.outcome = TACT_OUTCOME_CONTACT, .proof = proof->contact};
    tact_status status = tacti_convex_check(&placed[0], &placed[1], &claim, &found.is_proven);
    if (status == TACT_INVALID_ARGUMENT) /* the sides are valid, so a vertex does not exist */
        found.is_proven = false;
    else if (status != TACT_OK)
        return status;
    if (!found.is_proven)
        snprintf(found.text, sizeof found.text, "the pairs of vertices show no common point");
    *out = found;
    return TACT_OK;
}
