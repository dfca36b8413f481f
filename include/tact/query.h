/* SPDX-License-Identifier: MIT */
/**
 * @file query.h
 * Words that all answers share: outcome, work, contact, relation, and the lists that questions
 * fill. The questions themselves are in model.h.
 */
#ifndef TACT_QUERY_H
#define TACT_QUERY_H

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

/** Why an answer is right, for tact_verify(); see query_proof.h. */
typedef struct tact_proof tact_proof;

/** A pair of elements that touch and what they have in common. */
typedef struct tact_contact {
    uint32_t part_a;        /**< Part of a, if that is a compound; otherwise 0. */
    uint32_t part_b;        /**< The same of b. */
    uint32_t a;             /**< Triangle of a; TACT_NO_TRIANGLE for a shape. */
    uint32_t b;             /**< Triangle of b. */
    tact_overlap_kind kind; /**< What two triangles have in common, if that was asked for. */
    uint32_t point_count;   /**< Corners of that: 1, 2, or 3 to 6; 0 if it was not asked for. */
    uint32_t first_point;   /**< The first of them among the points of the list. */
    uint32_t reserved;      /**< 0. */
} tact_contact;

/** Contacts in the memory of tact, for use again and again without new memory. */
typedef struct tact_contact_list tact_contact_list;

/** Makes an empty list. */
TACT_API tact_status tact_contact_list_create(const tact_context *context, tact_contact_list **out);
/** Destroys a list. NULL is allowed. */
TACT_API void tact_contact_list_destroy(tact_contact_list *list);

/** What a list holds. The pointers are valid until the list changes. */
typedef struct tact_contact_view {
    uint32_t count;                   /**< Contacts. */
    uint32_t point_count;             /**< Points. */
    const uint32_t *pairs;            /**< Two numbers per contact, a, then b, in increasing order
                                           of the parts, then a, then b; NULL if there are none. */
    const tact_contact *contacts;     /**< The contacts in that order; NULL without geometry, unless
                                           one side is a compound. */
    const tact_overlap_point *points; /**< Corners that contacts refer to, ordered as tact_overlap
                                           orders them; NULL without geometry. */
} tact_contact_view;

/** What a list holds. */
TACT_API tact_contact_view tact_contact_list_view(const tact_contact_list *list);

/** How two solids relate. docs/query_relation.md shows each with a picture. */
typedef enum tact_relation {
    TACT_RELATION_APART = 0,     /**< They share no point. */
    TACT_RELATION_TOUCHING = 1,  /**< They share points, but their insides do not meet. */
    TACT_RELATION_CROSSING = 2,  /**< Their insides meet and none of the others fits. */
    TACT_RELATION_A_IN_B = 3,    /**< Every point of a belongs to b. */
    TACT_RELATION_B_IN_A = 4,    /**< Every point of b belongs to a. */
    TACT_RELATION_IDENTICAL = 5, /**< They are made of the same placed triangles: in any order, each
                                from any of its corners, but with the same normal. */
    TACT_RELATION_UNDECIDED = 6  /**< See tact_reason. */
} tact_relation;

/** A short lower-case name such as "a_in_b"; "unknown relation" for other values. */
TACT_API const char *tact_relation_name(tact_relation relation);

/** Why a relation is undecided. */
typedef enum tact_reason {
    TACT_REASON_NONE = 0,   /**< It is decided. */
    TACT_REASON_BUDGET = 1, /**< The budget ended. */
    TACT_REASON_OPEN = 2,   /**< An open mesh, and a winding number is more than a quarter away from
                             every whole number. */
    TACT_REASON_NOT_SIMPLE = 3, /**< A watertight mesh crosses itself where it matters; beside a
                                 convex shape also one that touches itself. */
    TACT_REASON_PRECISION = 4,  /**< Proven bounds leave it open; convex shapes alone. */
    TACT_REASON_STOPPED = 5     /**< It was cancelled, or its deadline passed. */
} tact_reason;

/** A short sentence such as "the budget ended"; "unknown reason" for other values. */
TACT_API const char *tact_reason_text(tact_reason reason);

#ifdef __cplusplus
}
#endif

#endif
