/* SPDX-License-Identifier: MIT */
/* All pairs of touching triangles of two placed meshes: visited one by one, or in a list. */
#ifndef TACTI_CONTACTS_CONTACTS_H
#define TACTI_CONTACTS_CONTACTS_H

#include <tact/contacts.h>

#include "contacts/contacts_walk.h"
#include "frame/placed.h"

/** Takes one pair of touching triangles. Returning false ends the query. */
typedef bool tacti_pair_visitor(void *user, uint32_t a, uint32_t b);

/** The answer of a query for all contacts. */
typedef struct tacti_contact_summary {
    tact_outcome outcome; /**< Undecided if the budget, the watch or the visitor ended the query. */
    tacti_stop stop;      /**< Whether the budget or the watch ended it. */
    uint64_t pair_count;  /**< Pairs found. */
    tact_work work;       /**< The work of the query. */
} tacti_contact_summary;

/** Calls visitor for every pair of touching triangles, in no particular order. Returns the statuses
 * of tacti_mesh_collide(). */
tact_status tacti_mesh_contacts_visit(const tacti_placed *a, const tacti_placed *b,
                                      const tacti_query_desc *desc, tacti_pair_visitor *visitor,
                                      void *user, tacti_contact_summary *out);

/** What a list receives. */
typedef enum tact_contact_detail {
    TACT_CONTACT_PAIRS,   /**< The pairs of triangles. */
    TACT_CONTACT_GEOMETRY /**< Also the intersection of each pair. */
} tact_contact_detail;

/**
 * Fills a list with all contacts. If the budget ends the query, the list holds the contacts that
 * were found. If the watch ends it, the list may hold fewer, because the query returns soon.
 * @return as tacti_mesh_collide(), or TACT_OUT_OF_MEMORY or TACT_TOO_LARGE (over 2^32 - 1 pairs).
 * The list is empty on failure.
 */
tact_status tacti_mesh_contacts_fill(const tacti_placed *a, const tacti_placed *b,
                                     const tacti_query_desc *desc, tact_contact_detail detail,
                                     tact_contact_list *list, tacti_contact_summary *out);

/* ---- Lists -------------------------------------------------------------------------------- */

/* Runs a walk for a visitor. */
void tacti_visit_pairs(tacti_pair_walk *run, const tacti_pair *pair, const tacti_query_desc *desc,
                       tacti_pair_visitor *visitor, void *user, tacti_contact_summary *out);

/* Empties a list and runs a walk that fills it. */
tact_status tacti_fill_pairs(tacti_pair_walk *run, const tacti_pair *pair,
                             const tacti_query_desc *desc, tact_contact_detail detail,
                             tact_contact_list *list, tacti_contact_summary *out);

/* How pairs are added to a list. */
typedef struct tacti_fill {
    const tacti_query_desc *desc; /* may be NULL */
    const uint32_t *parts;        /* the parts of two compounds; NULL for none */
    bool has_geometry;
} tacti_fill;

/* Runs a walk that appends to a list. On failure the list is empty. */
tact_status tacti_append_pairs(tacti_pair_walk *run, const tacti_pair *pair, const tacti_fill *fill,
                               tact_contact_list *list, tacti_contact_summary *out);
/* The same for the contacts of two meshes. */
tact_status tacti_mesh_contacts_append(const tacti_placed *a, const tacti_placed *b,
                                       const tacti_fill *fill, tact_contact_list *list,
                                       tacti_contact_summary *out);

/* Adds one pair. Pairs may come in any order. Returns false if memory runs out or the list is full;
 * tacti_contact_list_settle() then returns the status. */
bool tacti_contact_list_take(tact_contact_list *list, uint32_t a, uint32_t b);
/* Sorts the pairs that were added and puts them behind the others, with their parts (NULL for
 * none). If geometry is not NULL, also computes their intersections for as long as pace allows. */
tact_status tacti_contact_list_settle(tact_contact_list *list, const uint32_t parts[2],
                                      const tacti_pair *geometry, tacti_pace *pace);
/* Begins a new set of pairs behind the others. */
void tacti_contact_list_begin(tact_contact_list *list);

/* Empties a list. */
void tacti_contact_list_clear(tact_contact_list *list);

#endif
