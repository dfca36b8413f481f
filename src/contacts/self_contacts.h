/* SPDX-License-Identifier: MIT */
/* The self pairs of a mesh: pairs of its triangles that meet beyond what they share. */
#ifndef TACTI_CONTACTS_SELF_CONTACTS_H
#define TACTI_CONTACTS_SELF_CONTACTS_H

#include "contacts/contacts.h"

/**
 * Calls visitor for every self pair a < b of a mesh, in no particular order. Corners with equal
 * coordinates are shared. Two triangles are a self pair
 * - without a shared corner: if they have a point in common;
 * - with one shared corner: if they meet beyond that corner;
 * - with two: if both lie in one plane and are folded onto each other;
 * - with three: always.
 *
 * A pair with a triangle of zero area is a self pair if it has a point in common.
 * @param bvh     the mesh, at its own coordinates
 * @param desc    only the budget and the watch are used; NULL for the defaults
 * @param visitor takes the pairs; returning false ends the query
 * @param user    is handed to the visitor
 * @param out     receives the answer
 * @return TACT_INVALID_ARGUMENT.
 */
tact_status tacti_self_visit(const tacti_bvh *bvh, const tacti_query_desc *desc,
                             tacti_pair_visitor *visitor, void *user, tacti_contact_summary *out);

/** Fills a list with the self pairs, as tacti_mesh_contacts_fill() does, with its statuses. */
tact_status tacti_self_fill(const tacti_bvh *bvh, const tacti_query_desc *desc,
                            tact_contact_detail detail, tact_contact_list *list,
                            tacti_contact_summary *out);

#endif
