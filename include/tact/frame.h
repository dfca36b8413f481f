/* SPDX-License-Identifier: MIT */
/**
 * @file frame.h
 * What all answers share: the name of an outcome, and the work that a question took. The questions
 * themselves are in model.h.
 */
#ifndef TACT_FRAME_H
#define TACT_FRAME_H

#include <tact/bvh.h>
#include <tact/prim.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A short lower-case name such as "contact"; "unknown outcome" for other values. */
TACT_API const char *tact_outcome_name(tact_outcome outcome);

/** What a query did: the terms of the cost T = Nv Cv + Np Cp. */
typedef struct tact_work {
    uint64_t node_pairs;     /**< Pairs of nodes that were opened. */
    uint64_t box_tests;      /**< Pairs of boxes that were compared. */
    uint64_t triangle_tests; /**< Pairs of triangles that were compared. */
    uint64_t exact_tests; /**< Of these, how many took more than one batch of plain arithmetic. */
} tact_work;

/** Why an answer is right, for tact_verify(); see proof.h. */
typedef struct tact_proof tact_proof;

#ifdef __cplusplus
}
#endif

#endif
