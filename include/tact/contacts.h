/* SPDX-License-Identifier: MIT */
/**
 * @file contacts.h
 * Contacts of two models, and the list that queries fill. The queries themselves are in model.h.
 */
#ifndef TACT_CONTACTS_H
#define TACT_CONTACTS_H

#include <tact/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A pair of elements that touch, and their intersection. */
typedef struct tact_contact {
    uint32_t part_a;        /**< Part of a if a is a compound; otherwise 0. */
    uint32_t part_b;        /**< Part of b if b is a compound; otherwise 0. */
    uint32_t a;             /**< Triangle of a; TACT_NO_TRIANGLE for a shape. */
    uint32_t b;             /**< Triangle of b; TACT_NO_TRIANGLE for a shape. */
    tact_overlap_kind kind; /**< Kind of the intersection of two triangles, if requested. */
    uint32_t point_count;   /**< Corners of the intersection: 1 to 6; 0 if not requested. */
    uint32_t first_point;   /**< Index of the first corner in the points of the list. */
    uint32_t reserved;      /**< 0. */
} tact_contact;

/** A list of contacts. It keeps its memory, so filling it again needs no new memory. */
typedef struct tact_contact_list tact_contact_list;

/** Makes an empty list. TACT_INVALID_ARGUMENT if out is NULL, or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_contact_list_create(const tact_context *context, tact_contact_list **out);
/** Destroys a list. NULL is allowed. */
TACT_API void tact_contact_list_destroy(tact_contact_list *list);

/** The contents of a list. The pointers are valid until the list changes. */
typedef struct tact_contact_view {
    uint32_t count;                   /**< Contacts. */
    uint32_t point_count;             /**< Points. */
    const uint32_t *pairs;            /**< Two numbers per contact: a, then b. Sorted by the parts,
                                           then a, then b. NULL if there are none. */
    const tact_contact *contacts;     /**< The contacts in the same order. NULL without geometry,
                                           unless one side is a compound. */
    const tact_overlap_point *points; /**< Corners that contacts refer to, in the order of
                                           tact_overlap. NULL without geometry. */
} tact_contact_view;

/** Returns the contents of a list. */
TACT_API tact_contact_view tact_contact_list_view(const tact_contact_list *list);

#ifdef __cplusplus
}
#endif

#endif
