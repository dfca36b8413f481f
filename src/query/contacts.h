/* SPDX-License-Identifier: MIT */
/* What queries for all contacts share, whichever walk finds the pairs. */
#ifndef TACTI_QUERY_CONTACTS_H
#define TACTI_QUERY_CONTACTS_H

#include "query/meshes.h"
#include "query/walk.h"

/* A walk that finds pairs. */
typedef tacti_walk_end tacti_pair_walk(tacti_contact_walk *walk);

/* Runs a walk for a visitor. */
void tacti_visit_pairs(tacti_pair_walk *run, const tacti_pair *pair, const tacti_query_desc *desc,
                       tacti_pair_visitor *visitor, void *user, tacti_contact_summary *out);

/* Runs a walk for a list, which is filled anew. */
tact_status tacti_fill_pairs(tacti_pair_walk *run, const tacti_pair *pair,
                             const tacti_query_desc *desc, tact_contact_detail detail,
                             tact_contact_list *list, tacti_contact_summary *out);

/* How pairs are added to a list. */
typedef struct tacti_fill {
    const tacti_query_desc *desc; /* may be NULL */
    const uint32_t *parts;        /* of two compounds; NULL for none */
    bool has_geometry;
} tacti_fill;

/* Runs a walk for a list, behind what it holds. On failure the list is empty. */
tact_status tacti_append_pairs(tacti_pair_walk *run, const tacti_pair *pair, const tacti_fill *fill,
                               tact_contact_list *list, tacti_contact_summary *out);
/* The same for the contacts of two meshes. */
tact_status tacti_mesh_contacts_append(const tacti_placed *a, const tacti_placed *b,
                                       const tacti_fill *fill, tact_contact_list *list,
                                       tacti_contact_summary *out);

/* Adds one pair, in any order, until tacti_contact_list_settle() puts the new ones in order behind
 * the others, with their parts (NULL for none) and, of two meshes, with their geometry (NULL for
 * none), for as long as pace allows. False for no memory. */
bool tacti_contact_list_take(tact_contact_list *list, uint32_t a, uint32_t b);
tact_status tacti_contact_list_settle(tact_contact_list *list, const uint32_t parts[2],
                                      const tacti_pair *geometry, tacti_pace *pace);
/* Begins a new set of pairs behind the others. */
void tacti_contact_list_begin(tact_contact_list *list);

/* Empties a list. */
void tacti_contact_list_clear(tact_contact_list *list);

#endif
