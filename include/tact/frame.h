/* SPDX-License-Identifier: MIT */
/**
 * @file frame.h
 * What all results share: the name of an outcome, and the work that a query took. The queries
 * themselves are in model.h.
 */
#ifndef TACT_FRAME_H
#define TACT_FRAME_H

#include <tact/bvh.h>
#include <tact/prim.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns a short lower-case name such as "contact", or "unknown outcome" for other values. */
TACT_API const char *tact_outcome_name(tact_outcome outcome);

/** The work of a query: the counts in the cost T = Nv Cv + Np Cp. */
typedef struct tact_work {
    uint64_t node_pairs;     /**< Pairs of nodes that were opened. */
    uint64_t box_tests;      /**< Pairs of boxes that were compared. */
    uint64_t triangle_tests; /**< Pairs of triangles that were compared. */
    uint64_t exact_tests;    /**< Pairs of triangles among these that the filters in plain
                                  arithmetic left open. */
} tact_work;

/** A proof that an answer is right, for tact_verify(). See proof.h. */
typedef struct tact_proof tact_proof;

#ifdef __cplusplus
}
#endif

#endif
