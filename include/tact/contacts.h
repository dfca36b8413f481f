/* SPDX-License-Identifier: MIT */
/**
 * @file contacts.h
 * Contacts of two models, and the list that questions fill. The questions themselves are in
 * model.h.
 */
#ifndef TACT_CONTACTS_H
#define TACT_CONTACTS_H

#include <tact/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
