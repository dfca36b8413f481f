/* SPDX-License-Identifier: MIT */
/**
 * @file relation.h
 * How two solids relate. The question itself is tact_classify() in model.h.
 */
#ifndef TACT_RELATION_H
#define TACT_RELATION_H

#include <tact/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How two solids relate. docs/relation.md has a picture of each relation. */
typedef enum tact_relation {
    TACT_RELATION_APART = 0,     /**< They share no point. */
    TACT_RELATION_TOUCHING = 1,  /**< They share points, but their insides do not meet. */
    TACT_RELATION_CROSSING = 2,  /**< Their insides meet, and no other relation holds. */
    TACT_RELATION_A_IN_B = 3,    /**< Every point of a belongs to b. */
    TACT_RELATION_B_IN_A = 4,    /**< Every point of b belongs to a. */
    TACT_RELATION_IDENTICAL = 5, /**< They are made of the same placed triangles, in any order. Each
                                triangle may start at any of its corners, but has the same
                                normal. */
    TACT_RELATION_UNDECIDED = 6  /**< See tact_reason. */
} tact_relation;

/** A short lower-case name such as "a_in_b"; "unknown relation" for other values. */
TACT_API const char *tact_relation_name(tact_relation relation);

/** Why a relation is undecided. */
typedef enum tact_reason {
    TACT_REASON_NONE = 0,   /**< The relation is decided. */
    TACT_REASON_BUDGET = 1, /**< The budget ran out. */
    TACT_REASON_OPEN = 2,   /**< A mesh is open, and a winding number is more than a quarter away
                             from every whole number. */
    TACT_REASON_NOT_SIMPLE = 3, /**< A watertight mesh crosses itself, and the relation depends on
                                 it. With a convex shape, also if the mesh touches itself. */
    TACT_REASON_PRECISION = 4,  /**< The proven bounds do not decide it; only with convex shapes. */
    TACT_REASON_STOPPED = 5     /**< The query was cancelled, or its deadline passed. */
} tact_reason;

/** A short sentence such as "the budget ran out"; "unknown reason" for other values. */
TACT_API const char *tact_reason_text(tact_reason reason);

#ifdef __cplusplus
}
#endif

#endif
