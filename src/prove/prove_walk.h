/* SPDX-License-Identifier: MIT */
/* The walk over a pair of hierarchies that writes the cover of a proof about two meshes. */
#ifndef TACTI_PROVE_PROVE_WALK_H
#define TACTI_PROVE_PROVE_WALK_H

#include "base/simd.h"
#include "frame/mesh_pair.h"
#include "frame/meter.h"
#include "proof/proof.h"

/* The walk that writes the cover of a proof (proof/proof.h). */
typedef struct tacti_proof_walk {
    const tacti_pair *pair;
    tact_proof *proof;
    bool is_distance; /* the claim is the distance lower; otherwise that no point is shared */
    double lower;
    tact_vec3 between; /* from the nearest point of a to that of b; 0 if not known */
    uint32_t a, b;     /* TACTI_PROOF_TOUCHING: two triangles that touch */
    tacti_meter *meter;
} tacti_proof_walk;

/* How a walk for a proof ended. */
typedef enum tacti_proof_end {
    TACTI_PROOF_COMPLETE,
    TACTI_PROOF_TOUCHING,    /* two triangles touch */
    TACTI_PROOF_FAILED,      /* two triangles could not be separated */
    TACTI_PROOF_INTERRUPTED, /* by the meter */
    TACTI_PROOF_OUT_OF_MEMORY
} tacti_proof_end;

typedef tacti_proof_end tacti_proof_walker(tacti_proof_walk *walk);
TACTI_DECLARE_LEVELS(tacti_proof_walker, tacti_walk_proof)

#endif
